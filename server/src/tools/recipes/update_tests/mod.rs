//! Editing a recipe of a kitchen that behaves like Mealie's. Owns the recipe that has everything which an edit could lose.

mod asking;
mod refusing;
mod staying;

use fake_mealie::{
    FakeMealie, Fault, Ingredient, Kitchen, Note, Options, OrganizerKind, Recipe as Stored, Seed, Step,
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::super::GetRecipe;
use super::*;
use crate::answer::Answer;
use crate::failure::Happened;
use crate::text::{CUT_CLOSING, CUT_OPENING};
use crate::tools::bench::{Asked, Bench};

/// The reference id of a line that is no more.
const STRAY: Uuid = Uuid::from_u128(0x3f2a_0000_0000_4000_8000_0000_0000_0007);

/// A recipe that has everything which an edit could lose.
struct Nasty {
    bench: Bench,
    id: Uuid,
    /// Of its six lines.
    lines: Vec<Uuid>,
}

fn line(kitchen: &mut Kitchen, with: impl FnOnce(&mut Ingredient)) -> Ingredient {
    let mut line = Ingredient { reference_id: Some(kitchen.fresh_id()), ..Ingredient::default() };
    with(&mut line);
    line
}

async fn nasty() -> Nasty {
    let bench = Bench::with(Options { seed: Seed::Empty, ..Options::default() }).await;
    let (id, lines) = fill(&bench.mealie);
    Nasty { bench, id, lines }
}

fn fill(mealie: &FakeMealie) -> (Uuid, Vec<Uuid>) {
    let mut guard = mealie.kitchen();
    let kitchen = &mut *guard;
    let (flour, salt) = (kitchen.add_food("Flour"), kitchen.add_food("salt"));
    kitchen.foods.get_mut(flour).unwrap().plural_name = Some("Flours".into());
    let gram = kitchen.add_unit("gram");
    kitchen.units.get_mut(gram).unwrap().abbreviation = "g".into();
    let dough = kitchen.add_recipe("Dough");
    let (vegan, quick, baking) =
        (kitchen.add_tag("Vegan"), kitchen.add_tag("Quick"), kitchen.add_category("Baking"));
    let id = kitchen.add_recipe("Crème Pie");
    for organizer in [vegan, quick, baking] {
        kitchen.organize(id, organizer);
    }
    let lines = vec![
        line(kitchen, |line| {
            line.title = Some("Base".into());
            (line.quantity, line.unit, line.food) = (Some(500.0), Some(gram), Some(flour));
            line.note = Some("sie\u{200B}ved\r\n twice".into());
            line.original_text = Some("500 g flour, sieved".into());
        }),
        line(kitchen, |line| (line.quantity, line.food) = (None, Some(salt))),
        line(kitchen, |line| (line.quantity, line.referenced_recipe) = (Some(1.0), Some(dough))),
        line(kitchen, |line| line.note = Some("2 tbsp oil".into())),
        line(kitchen, |line| (line.quantity, line.note) = (Some(1.0), Some(String::new()))),
        line(kitchen, |line| (line.quantity, line.note) = (Some(0.333), Some("lemon".into()))),
    ];
    let ids: Vec<Uuid> = lines.iter().filter_map(|line| line.reference_id).collect();
    let step = |text: &str, title: Option<&str>, uses: &[Uuid]| Step {
        id: Uuid::new_v4(),
        title: title.map(str::to_owned),
        summary: Some("in short".into()),
        text: text.into(),
        ingredient_references: uses.to_vec(),
    };
    let recipe = kitchen.recipes.get_mut(id).unwrap();
    recipe.ingredients = lines;
    recipe.steps = vec![
        step("Mix.\u{AD}", Some("Base"), &[ids[0], ids[1]]),
        step("Add the dough.", None, &[ids[2]]),
        step("", None, &[]),
        step("Bake.", Some(""), &[ids[5], STRAY]),
    ];
    recipe.notes = vec![
        Note { title: "Storage".into(), text: "Two days.\u{200B}".into() },
        Note { title: String::new(), text: "Better cold.".into() },
    ];
    recipe.description = Some("A pie.".into());
    recipe.prep_time = Some("20 min".into());
    recipe.servings = 4.0;
    recipe.org_url = Some("https://example.com/pie".into());
    recipe.nutrition.0.insert("calories".into(), json!("300"));
    recipe.extras.insert("note".into(), json!("kept"));
    recipe.settings.show_assets = true;
    recipe.image = Some("AbCd".into());
    recipe.unknown_keys.insert("laterKey".into(), json!({"a": [1]}));
    (id, ids)
}

impl Nasty {
    fn stored(&self) -> Stored {
        let mut recipe = self.bench.mealie.kitchen().recipes.get(self.id).unwrap().clone();
        // These are made anew by every update (Mealie 3.10.2).
        (recipe.date_updated, recipe.updated_at) = (None, recipe.created_at);
        recipe.steps.iter_mut().for_each(|step| step.id = Uuid::nil());
        // A set: Mealie keeps no order of tags.
        recipe.tags.sort_unstable();
        recipe
    }

    /// As get_recipe shows it.
    async fn shown(&self) -> Value {
        let answer = self.bench.answers::<GetRecipe>(json!({"recipe": self.id})).await.unwrap();
        answer.structured["recipe"].clone()
    }

    fn arguments(&self, mut given: Value) -> Value {
        given["recipe"] = json!(self.id);
        given
    }

    async fn asks(&self, given: Value) -> Asked {
        self.bench.asks::<UpdateRecipe>(self.arguments(given)).await.unwrap()
    }

    /// What follows, after a yes where one is needed.
    async fn changes(&self, given: Value) -> Result<Answer, Failure> {
        match self.bench.plans::<UpdateRecipe>(self.arguments(given)).await? {
            Plan::Ask(asks) => self.bench.runs(asks.write).await,
            Plan::Go(write) => self.bench.runs(write).await,
            Plan::Answer(_) => panic!("a tool that writes plans no answer"),
        }
    }

    /// What a call that is never carried out says.
    async fn refusal(&self, given: Value) -> String {
        match self.bench.plans::<UpdateRecipe>(self.arguments(given)).await {
            Err(failure) => failure.words().ours,
            Ok(_) => panic!("a refusal was expected"),
        }
    }

    fn patched(&self) -> Value {
        let writes = self.bench.mealie.writes();
        writes.iter().rfind(|arrival| arrival.method == "PATCH").expect("a PATCH").body.clone()
    }
}
