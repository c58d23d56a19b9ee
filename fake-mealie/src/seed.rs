//! The starter kitchens: what is in a kitchen before anybody has touched it.
//! Never writes a file, and never reaches for anything but what it is given.

use jiff::ToSpan;
use serde::Deserialize;
use serde_json::Map;
use uuid::Uuid;

use crate::slug::slugify;
use crate::store::{Ingredient, Kitchen, Label, Meal, OrganizerKind, Unit, day_of};

/// What a kitchen starts with.
#[derive(Debug, Clone, Default)]
pub enum Seed {
    /// About thirty recipes in several languages, a shopping list, a plan, comments, a share link, a cookbook, and one
    /// recipe that tries to talk a model into deleting things.
    #[default]
    Demo,
    /// One cook and nothing else.
    Empty,
    /// Whatever the data says.
    Plain(Box<PlainSeed>),
}

/// A kitchen as plain data. Things name each other by name; names that lead nowhere are an error.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PlainSeed {
    /// Labels.
    pub labels: Vec<PlainLabel>,
    /// Names of tags.
    pub tags: Vec<String>,
    /// Names of categories.
    pub categories: Vec<String>,
    /// Names of tools.
    pub tools: Vec<String>,
    /// Foods.
    pub foods: Vec<PlainFood>,
    /// Units.
    pub units: Vec<PlainUnit>,
    /// Recipes.
    pub recipes: Vec<PlainRecipe>,
    /// Shopping lists.
    pub shopping_lists: Vec<PlainList>,
    /// Cookbooks.
    pub cookbooks: Vec<PlainCookbook>,
}

/// A label.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainLabel {
    /// Its name.
    pub name: String,
    /// `#RRGGBB`.
    pub color: String,
}

/// A food.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainFood {
    /// Its name.
    pub name: String,
    /// For more than one of it.
    #[serde(default)]
    pub plural_name: Option<String>,
    /// Name of its label.
    #[serde(default)]
    pub label: Option<String>,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Whether the household has it on hand.
    #[serde(default)]
    pub on_hand: bool,
}

/// A unit.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainUnit {
    /// Its name.
    pub name: String,
    /// For more than one of it.
    #[serde(default)]
    pub plural_name: Option<String>,
    /// Short form.
    #[serde(default)]
    pub abbreviation: String,
    /// Short form for more than one.
    #[serde(default)]
    pub plural_abbreviation: String,
    /// Whether the short form is shown.
    #[serde(default)]
    pub use_abbreviation: bool,
    /// Whether quantities are shown as fractions.
    #[serde(default)]
    pub fraction: bool,
}

/// A recipe.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PlainRecipe {
    /// Its name.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// Word of the yield.
    pub recipe_yield: Option<String>,
    /// Quantity of the yield.
    pub recipe_yield_quantity: f64,
    /// Number of servings.
    pub recipe_servings: f64,
    /// Free text.
    pub prep_time: Option<String>,
    /// Free text.
    pub perform_time: Option<String>,
    /// Free text.
    pub total_time: Option<String>,
    /// Where it was taken from.
    #[serde(rename = "orgURL")]
    pub org_url: Option<String>,
    /// Stars.
    pub rating: Option<f64>,
    /// Names of tags.
    pub tags: Vec<String>,
    /// Names of categories.
    pub categories: Vec<String>,
    /// Names of tools.
    pub tools: Vec<String>,
    /// Lines.
    pub ingredients: Vec<PlainIngredient>,
    /// Steps.
    pub steps: Vec<String>,
    /// Whatever other programs put there.
    pub extras: Map<String, serde_json::Value>,
    /// Comments.
    pub comments: Vec<String>,
    /// When it is planned.
    pub planned: Vec<PlainPlan>,
    /// How many share links it has.
    pub share_links: u32,
    /// How many days ago it was last cooked.
    pub made_days_ago: Option<i64>,
}

/// A line of a recipe, or an item of a list.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PlainIngredient {
    /// How much.
    pub quantity: Option<f64>,
    /// Name of the unit.
    pub unit: Option<String>,
    /// Name of the food.
    pub food: Option<String>,
    /// The rest of the line, or all of it.
    pub note: String,
    /// Heading above the line.
    pub title: Option<String>,
    /// The line before it was parsed.
    pub original_text: Option<String>,
    /// Items only: whether it is ticked.
    pub checked: bool,
}

/// When a recipe is planned.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainPlan {
    /// Days from the start of the fake; 0 is today.
    pub in_days: i64,
    /// The meal.
    pub meal: Meal,
}

/// A shopping list.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainList {
    /// Its name.
    pub name: String,
    /// Its items.
    #[serde(default)]
    pub items: Vec<PlainIngredient>,
}

/// A cookbook.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainCookbook {
    /// Its name.
    pub name: String,
    /// Free text.
    #[serde(default)]
    pub description: String,
    /// The stored filter.
    #[serde(default)]
    pub query_filter_string: String,
}

/// The demo kitchen, as plain data.
const DEMO: &str = include_str!("kitchen/demo.json");

impl PlainSeed {
    /// Reads a seed from JSON text.
    ///
    /// # Errors
    /// Says what is wrong with the text, in one line.
    pub fn from_json(text: &str) -> Result<PlainSeed, String> {
        let seed: serde_json::Value =
            serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
        // Every field has a default, so that any object would do: one that has none of ours is another kind of file.
        if seed.get("recipes").is_none_or(|recipes| !recipes.is_array()) {
            return Err("it has no list `recipes`".into());
        }
        serde_json::from_value(seed).map_err(|error| error.to_string())
    }
}

impl Seed {
    /// Fills a kitchen.
    ///
    /// # Errors
    /// A name in the seed leads nowhere; the text names it.
    pub(crate) fn kitchen(&self, token: &str) -> Result<Kitchen, String> {
        let mut kitchen = Kitchen::empty(token);
        match self {
            Seed::Empty => {}
            Seed::Demo => PlainSeed::from_json(DEMO)?.fill(&mut kitchen)?,
            Seed::Plain(seed) => seed.fill(&mut kitchen)?,
        }
        Ok(kitchen)
    }
}

impl PlainSeed {
    fn fill(&self, kitchen: &mut Kitchen) -> Result<(), String> {
        for PlainLabel { name, color } in &self.labels {
            let id = kitchen.fresh_id();
            kitchen.labels.put(Label { id, name: name.clone(), color: color.clone() });
        }
        for (kind, names) in [
            (OrganizerKind::Tag, &self.tags),
            (OrganizerKind::Category, &self.categories),
            (OrganizerKind::Tool, &self.tools),
        ] {
            for name in names {
                kitchen.add_organizer(kind, name);
            }
        }
        for food in &self.foods {
            food.fill(kitchen)?;
        }
        for unit in &self.units {
            unit.fill(kitchen);
        }
        for recipe in &self.recipes {
            recipe.fill(kitchen).map_err(|problem| format!("recipe `{}`: {problem}", recipe.name))?;
        }
        for list in &self.shopping_lists {
            list.fill(kitchen).map_err(|problem| format!("shopping list `{}`: {problem}", list.name))?;
        }
        for book in &self.cookbooks {
            let id = kitchen.add_cookbook(&book.name, &book.query_filter_string);
            if let Some(kept) = kitchen.cookbooks.get_mut(id) {
                kept.description = book.description.clone();
            }
        }
        Ok(())
    }
}

impl PlainFood {
    fn fill(&self, kitchen: &mut Kitchen) -> Result<(), String> {
        let label_id = match &self.label {
            None => None,
            Some(name) => {
                let label = kitchen.labels.iter().find(|label| label.name == *name);
                let label = label.ok_or_else(|| format!("food `{}`: no label `{name}`", self.name))?;
                Some(label.id)
            }
        };
        let household = kitchen.household_of(kitchen.cook().id).slug.clone();
        let id = kitchen.add_food(&self.name);
        if let Some(food) = kitchen.foods.get_mut(id) {
            food.plural_name = self.plural_name.clone();
            food.label_id = label_id;
            food.aliases = self.aliases.clone();
            food.on_hand = if self.on_hand { vec![household] } else { Vec::new() };
        }
        Ok(())
    }
}

impl PlainUnit {
    fn fill(&self, kitchen: &mut Kitchen) {
        let (id, now) = (kitchen.fresh_id(), kitchen.now());
        kitchen.units.put(Unit {
            id,
            name: self.name.clone(),
            plural_name: self.plural_name.clone(),
            description: String::new(),
            extras: Map::new(),
            fraction: self.fraction,
            abbreviation: self.abbreviation.clone(),
            plural_abbreviation: Some(self.plural_abbreviation.clone()),
            use_abbreviation: self.use_abbreviation,
            aliases: Vec::new(),
            created_at: now,
            updated_at: now,
        });
    }
}

impl PlainRecipe {
    fn fill(&self, kitchen: &mut Kitchen) -> Result<(), String> {
        if slugify(&self.name).is_empty() {
            return Err("its name has no letter or digit to make an address of".into());
        }
        let lines: Vec<_> =
            self.ingredients.iter().map(|line| line.line(kitchen)).collect::<Result<_, _>>()?;
        let id = kitchen.add_recipe(&self.name);
        for (kind, names) in [
            (OrganizerKind::Tag, &self.tags),
            (OrganizerKind::Category, &self.categories),
            (OrganizerKind::Tool, &self.tools),
        ] {
            for name in names {
                let organizer = kitchen.organizer_named(kind, name);
                let organizer_id = organizer.ok_or_else(|| format!("no {kind:?} `{name}`"))?.id;
                kitchen.organize(id, organizer_id);
            }
        }
        for step in &self.steps {
            kitchen.add_step(id, step);
        }
        for text in &self.comments {
            kitchen.add_comment(id, text);
        }
        let now = kitchen.now();
        for plan in &self.planned {
            let date = day_of(now).checked_add(plan.in_days.days()).map_err(|error| error.to_string())?;
            kitchen.plan_recipe(id, date, plan.meal);
        }
        for _ in 0..self.share_links {
            kitchen.share_recipe(id);
        }
        let made = match self.made_days_ago {
            None => None,
            Some(days) => {
                let hours = days.checked_mul(24).ok_or("madeDaysAgo is out of range")?;
                Some(now.checked_sub(hours.hours()).map_err(|error| error.to_string())?)
            }
        };
        if let Some(recipe) = kitchen.recipes.get_mut(id) {
            recipe.description = self.description.clone();
            recipe.yield_text = self.recipe_yield.clone();
            recipe.yield_quantity = self.recipe_yield_quantity;
            recipe.servings = self.recipe_servings;
            recipe.prep_time = self.prep_time.clone();
            recipe.perform_time = self.perform_time.clone();
            recipe.total_time = self.total_time.clone();
            recipe.org_url = self.org_url.clone();
            recipe.rating = self.rating;
            recipe.extras = self.extras.clone();
            recipe.ingredients = lines;
            recipe.last_made = made;
        }
        Ok(())
    }
}

impl PlainIngredient {
    fn line(&self, kitchen: &mut Kitchen) -> Result<Ingredient, String> {
        Ok(Ingredient {
            quantity: self.quantity,
            unit: self.unit_id(kitchen)?,
            food: self.food_id(kitchen)?,
            referenced_recipe: None,
            note: Some(self.note.clone()),
            title: self.title.clone(),
            original_text: self.original_text.clone(),
            reference_id: Some(kitchen.fresh_id()),
        })
    }

    fn food_id(&self, kitchen: &Kitchen) -> Result<Option<Uuid>, String> {
        let find =
            |name: &String| kitchen.food_named(name).map(|food| food.id).ok_or(format!("no food `{name}`"));
        self.food.as_ref().map(find).transpose()
    }

    fn unit_id(&self, kitchen: &Kitchen) -> Result<Option<Uuid>, String> {
        let find =
            |name: &String| kitchen.unit_named(name).map(|unit| unit.id).ok_or(format!("no unit `{name}`"));
        self.unit.as_ref().map(find).transpose()
    }
}

impl PlainList {
    fn fill(&self, kitchen: &mut Kitchen) -> Result<(), String> {
        let list_id = kitchen.add_list(&self.name);
        for item in &self.items {
            let (food_id, unit_id) = (item.food_id(kitchen)?, item.unit_id(kitchen)?);
            let id = match food_id {
                Some(food_id) => kitchen.add_food_item(list_id, item.quantity.unwrap_or(0.0), food_id),
                None => kitchen.add_item(list_id, &item.note),
            };
            if let Some(kept) = kitchen.items.get_mut(id) {
                kept.quantity = item.quantity.unwrap_or(0.0);
                kept.unit_id = unit_id;
                kept.note = Some(item.note.clone());
                kept.checked = item.checked;
            }
        }
        Ok(())
    }
}
