//! From plain data to a kitchen.
//! Never passes over a name that leads nowhere.

use jiff::ToSpan;
use uuid::Uuid;

use super::{PlainFood, PlainIngredient, PlainLabel, PlainList, PlainRecipe, PlainSeed, PlainUnit};
use crate::slug::slugify;
use crate::store::{Ingredient, Kitchen, OrganizerKind, day_of};

impl PlainSeed {
    pub(super) fn fill(&self, kitchen: &mut Kitchen) -> Result<(), String> {
        for PlainLabel { name, color } in &self.labels {
            let id = kitchen.add_label(name);
            if let Some(label) = kitchen.labels.get_mut(id) {
                label.color = color.clone();
            }
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
        for page in &self.pages {
            if !page.url.starts_with("http://") && !page.url.starts_with("https://") {
                return Err(format!("page `{}`: its address is not http or https", page.url));
            }
            kitchen.prepare_page(&page.url, page.found.clone());
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
        let id = kitchen.add_unit(&self.name);
        if let Some(unit) = kitchen.units.get_mut(id) {
            unit.plural_name = self.plural_name.clone();
            unit.fraction = self.fraction;
            unit.abbreviation = self.abbreviation.clone();
            unit.plural_abbreviation = Some(self.plural_abbreviation.clone());
            unit.use_abbreviation = self.use_abbreviation;
        }
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
        // As a client leaves them that sends a title and a text, which is how recipes come in.
        for step in kitchen.recipes.get_mut(id).into_iter().flat_map(|recipe| recipe.steps.iter_mut()) {
            step.summary = None;
        }
        for text in &self.comments {
            kitchen.add_comment(id, text);
        }
        if let Some(stars) = self.rating {
            let cook = kitchen.cook().id;
            kitchen.rate(cook, id, stars);
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
            recipe.extras = self.extras.clone();
            recipe.ingredients = lines;
        }
        if let Some(when) = made {
            kitchen.cook_recipe(id, when);
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
