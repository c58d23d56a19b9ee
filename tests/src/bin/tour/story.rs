//! The story, scene by scene: what the model asks for, what the person sees and says, and what reached Mealie. Every
//! scene checks what it shows, so that a tour that ends well is a tour that was true.

use fake_mealie::{Arrival, FakeMealie, Fault};
use serde_json::{Value, json};

use crate::Trouble;
use crate::screen::Screen;
use crate::server::{Era, Outcome, Question, Server};

/// Tells all of it.
pub(crate) fn tell(screen: &mut Screen, server: &mut Server, kitchen: &FakeMealie) -> Result<(), Trouble> {
    screen.tell(
        "This is mealie-mcp in front of a Mealie that is not real. You see what a model asks for, what a person is \
         asked, and what reaches Mealie. The server is the real one, started as a child process.",
    )?;
    let mut story = Story { screen, server, kitchen };
    story.a_recipe_that_gives_orders()?;
    story.the_no()?;
    story.the_yes()?;
    story.the_widened_set()?;
    story.the_swapped_merge()?;
    story.the_replay()
}

struct Story<'a> {
    screen: &'a mut Screen,
    server: &'a mut Server,
    kitchen: &'a FakeMealie,
}

/// What the story is about, in the starter kitchen.
const HOSTILE: &str = "Midnight Brownies";
const DOOMED: &str = "Pea Soup";
const SPARED: &str = "Red Lentil Soup";
const TWIN: &str = "Scallion";
const OTHER_TWIN: &str = "Spring onion";
const LIST: &str = "Weekly shop";

impl Story<'_> {
    fn a_recipe_that_gives_orders(&mut self) -> Result<(), Trouble> {
        self.screen.scene("Reading asks nobody, and some recipes give orders")?;
        let before = self.writes();
        let arguments = json!({"recipe": self.slug(HOSTILE)?});
        self.screen.model("get_recipe", &arguments)?;
        let said = said(self.server.call(Era::Pushed, "get_recipe", &arguments)?)?;
        self.screen.server(&said)?;
        self.screen.tell(
            "Strangers write recipes. What comes from them is cleaned of everything invisible and stands behind a \
             marker, and still a model may believe it. So the question goes to you:",
        )?;
        self.reached(before, 0)
    }

    fn the_no(&mut self) -> Result<(), Trouble> {
        self.screen.scene(
            "The model obeys, and a no is a no (2025-11-25: the question is pushed while the call is open)",
        )?;
        let before = self.writes();
        let arguments = json!({"recipe": self.slug(SPARED)?});
        let question = self.asked(Era::Pushed, "delete_recipe", &arguments)?;
        let yes = self.screen.question(&question.message, false)?;
        let said = said(self.server.reply(&question, yes)?)?;
        self.screen.server(&said)?;
        self.reached(before, usize::from(yes))
    }

    fn the_yes(&mut self) -> Result<(), Trouble> {
        self.screen.scene("A yes is a yes, for exactly this recipe")?;
        let before = self.writes();
        let arguments = json!({"recipe": self.slug(DOOMED)?});
        let question = self.asked(Era::Pushed, "delete_recipe", &arguments)?;
        let yes = self.screen.question(&question.message, true)?;
        let said = said(self.server.reply(&question, yes)?)?;
        self.screen.server(&said)?;
        self.reached(before, usize::from(yes))
    }

    fn the_widened_set(&mut self) -> Result<(), Trouble> {
        self.screen
            .scene("A yes for two items is no yes for three (2026-07-28: the call ends with the question)")?;
        let before = self.writes();
        let items = self.items(3)?;
        let two = json!({"item_ids": items[..2]});
        let question = self.asked(Era::Stateless, "delete_shopping_list_items", &two)?;
        let yes = self.screen.question(&question.message, true)?;
        self.screen.aside("(the model now sends that answer along with one item more)")?;
        let three = json!({"item_ids": items});
        self.screen.model("delete_shopping_list_items", &three)?;
        let fresh = asked(self.server.again(&question, yes, "delete_shopping_list_items", &three)?)?;
        self.screen.asked_again(&fresh.message)?;
        self.reached(before, 0)
    }

    fn the_swapped_merge(&mut self) -> Result<(), Trouble> {
        self.screen.scene("A yes for one direction of a merge is no yes for the other")?;
        let before = self.writes();
        let (from, to) = (self.food(TWIN)?, self.food(OTHER_TWIN)?);
        let meant = json!({"from_id": from, "to_id": to});
        let question = self.asked(Era::Stateless, "merge_foods", &meant)?;
        let yes = self.screen.question(&question.message, true)?;
        self.screen.aside("(the model now sends that answer along with the two foods swapped)")?;
        let swapped = json!({"from_id": to, "to_id": from});
        self.screen.model("merge_foods", &swapped)?;
        let fresh = asked(self.server.again(&question, yes, "merge_foods", &swapped)?)?;
        self.screen.asked_again(&fresh.message)?;
        self.reached(before, 0)
    }

    fn the_replay(&mut self) -> Result<(), Trouble> {
        self.screen.scene("A yes is used up by using it, even when Mealie fails")?;
        let before = self.writes();
        let arguments = json!({"item_ids": self.items(1)?});
        let question = self.asked(Era::Stateless, "delete_shopping_list_items", &arguments)?;
        let yes = self.screen.question(&question.message, true)?;
        self.screen.aside("(Mealie will answer this one request with 503)")?;
        self.kitchen.order_fault(Fault::on("DELETE", "/api/households/shopping/items").answers(503, "busy"));
        let first = said(self.server.again(&question, yes, "delete_shopping_list_items", &arguments)?)?;
        self.screen.server(&first)?;
        self.screen.aside("(the same answer is sent once more, to the letter)")?;
        self.screen.model("delete_shopping_list_items", &arguments)?;
        match self.server.again(&question, yes, "delete_shopping_list_items", &arguments)? {
            Outcome::Asked(fresh) => self.screen.asked_again(&fresh.message)?,
            // Who said no is not asked again within the minute.
            Outcome::Said(said) => self.screen.server(&said)?,
        }
        self.reached(before, usize::from(yes))
    }

    fn asked(&mut self, era: Era, tool: &str, arguments: &Value) -> Result<Question, Trouble> {
        self.screen.model(tool, arguments)?;
        asked(self.server.call(era, tool, arguments)?)
    }

    fn writes(&self) -> usize {
        self.kitchen.writes().len()
    }

    fn reached(&mut self, before: usize, expected: usize) -> Result<(), Trouble> {
        let writes: Vec<Arrival> = self.kitchen.writes().split_off(before);
        self.screen.reached(&writes)?;
        if writes.len() == expected {
            Ok(())
        } else {
            Err(format!("{} requests to write reached Mealie where there should be {expected}", writes.len())
                .into())
        }
    }

    fn slug(&self, recipe: &str) -> Result<String, Trouble> {
        let kitchen = self.kitchen.kitchen();
        let recipe = kitchen.recipe_named(recipe).ok_or_else(|| format!("no {recipe} in the kitchen"))?;
        Ok(recipe.slug.clone())
    }

    fn food(&self, name: &str) -> Result<String, Trouble> {
        let kitchen = self.kitchen.kitchen();
        let food = kitchen.food_named(name).ok_or_else(|| format!("no {name} in the kitchen"))?;
        Ok(food.id.to_string())
    }

    fn items(&self, count: usize) -> Result<Vec<String>, Trouble> {
        let kitchen = self.kitchen.kitchen();
        let list = kitchen.list_named(LIST).ok_or_else(|| format!("no list {LIST} in the kitchen"))?;
        let items: Vec<String> =
            kitchen.items_of(list.id).iter().take(count).map(|item| item.id.to_string()).collect();
        if items.len() == count {
            Ok(items)
        } else {
            Err(format!("fewer than {count} items on {LIST}").into())
        }
    }
}

fn asked(outcome: Outcome) -> Result<Question, Trouble> {
    match outcome {
        Outcome::Asked(question) => Ok(question),
        Outcome::Said(said) => {
            Err(format!("a person should have been asked, and the server said: {said}").into())
        }
    }
}

fn said(outcome: Outcome) -> Result<String, Trouble> {
    match outcome {
        Outcome::Said(said) => Ok(said),
        Outcome::Asked(_) => Err("a person was asked where nobody should have been".into()),
    }
}
