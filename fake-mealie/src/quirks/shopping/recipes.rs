//! Surprises of recipes on shopping lists: what is put on a list for one, and what is taken off again.
//! Never changes a recipe.

use uuid::Uuid;

use super::{
    Wanted, WantedLabel, WantedReference, are_one, as_read, can_be_written, create_items, delete_items,
    is_readable_whole, own_list, update_items, with_note,
};
use crate::quirks::{is_poisoned, uncaught};
use crate::reply::Answer;
use crate::shapes;
use crate::store::{Kitchen, ListRecipe, Recipe};

/// A recipe that is to be put on a list.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Addition {
    pub(crate) recipe_id: Uuid,
    /// So many times.
    pub(crate) scale: f64,
    /// These lines; those of the recipe if there are none.
    pub(crate) lines: Option<Vec<Needed>>,
}

/// A line of a recipe.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Needed {
    pub(crate) quantity: Option<f64>,
    pub(crate) unit_id: Option<Uuid>,
    pub(crate) food_id: Option<Uuid>,
    pub(crate) label_id: Option<Uuid>,
    pub(crate) note: Option<String>,
    /// A recipe that is used as an ingredient, with its lines.
    pub(crate) referenced: Option<(Uuid, Vec<Needed>)>,
}

/// Puts a recipe on a list, with its own lines.
/// Mealie 3.10.2; as [`add_recipes`].
pub(crate) fn add_recipe(
    kitchen: &mut Kitchen,
    user_id: Uuid,
    list_id: Uuid,
    recipe_id: Uuid,
    scale: f64,
) -> Result<(), Answer> {
    add_recipes(kitchen, user_id, list_id, vec![Addition { recipe_id, scale, lines: None }])
}

/// Puts recipes on a list: first their items, then what the list itself keeps of them. An unknown recipe, also one of
/// another group, stops everything before anything is written; an unknown list or one of another household is found
/// out after that. Nothing checks the number of times: zero and less are taken as well. An unknown recipe that comes with
/// lines is taken too, and the list cannot be read from then on.
/// Mealie 3.10.2, `ShoppingListService.add_recipe_ingredients_to_list`; seen `shopping/recipe_add_*`; the list that
/// cannot be read asked of a running one.
pub(crate) fn add_recipes(
    kitchen: &mut Kitchen,
    user_id: Uuid,
    list_id: Uuid,
    additions: Vec<Addition>,
) -> Result<(), Answer> {
    let mut items = Vec::new();
    for addition in &additions {
        let lines = match &addition.lines {
            Some(lines) => lines.clone(),
            None => lines_of(kitchen, user_id, addition.recipe_id)?,
        };
        items.extend(items_of(list_id, addition.recipe_id, addition.scale, &lines)?);
    }
    create_items(kitchen, user_id, items)?;
    readable(kitchen, user_id, list_id)?;
    let mut new = Vec::new();
    for addition in additions {
        let id = kitchen.fresh_id();
        let Some(list) = kitchen.lists.get_mut(list_id) else { return Err(uncaught()) };
        let known = list.recipe_references.iter_mut().chain(&mut new);
        match known.into_iter().find(|reference| reference.recipe_id == addition.recipe_id) {
            Some(reference) => reference.recipe_quantity += addition.scale,
            None => {
                new.push(ListRecipe { id, recipe_id: addition.recipe_id, recipe_quantity: addition.scale })
            }
        }
    }
    if let Some(list) = kitchen.lists.get_mut(list_id) {
        list.recipe_references.extend(new);
    }
    readable(kitchen, user_id, list_id)
}

fn readable(kitchen: &Kitchen, user_id: Uuid, list_id: Uuid) -> Result<(), Answer> {
    let list = own_list(kitchen, user_id, list_id).filter(|list| is_readable_whole(kitchen, list));
    list.map(|_| ()).ok_or_else(uncaught)
}

fn lines_of(kitchen: &Kitchen, user_id: Uuid, recipe_id: Uuid) -> Result<Vec<Needed>, Answer> {
    let group = kitchen.group_of(user_id);
    let recipe = kitchen.recipes.get(recipe_id).filter(|recipe| recipe.group_id == group);
    needed(kitchen, recipe.ok_or_else(uncaught)?, &mut Vec::new())
}

/// The lines of a recipe, with those of the recipes in it. What cannot be read cannot be put on a list.
fn needed(kitchen: &Kitchen, recipe: &Recipe, above: &mut Vec<Uuid>) -> Result<Vec<Needed>, Answer> {
    if is_poisoned(recipe, above) {
        return Err(uncaught());
    }
    above.push(recipe.id);
    let mut lines = Vec::new();
    for line in &recipe.ingredients {
        let food = line.food.and_then(|id| kitchen.foods.get(id));
        let referenced = match line.referenced_recipe.and_then(|id| kitchen.recipes.get(id)) {
            Some(inner) => Some((inner.id, needed(kitchen, inner, above)?)),
            None => None,
        };
        lines.push(Needed {
            quantity: line.quantity,
            unit_id: line.unit.filter(|id| kitchen.units.get(*id).is_some()),
            food_id: food.map(|food| food.id),
            label_id: food.and_then(|food| food.label_id),
            note: line.note.clone(),
            referenced,
        });
    }
    above.pop();
    Ok(lines)
}

/// The items that a recipe comes to. A recipe in it is taken apart, and its items name it, not the recipe that it is in.
/// Equal lines of one recipe are one item, to which the second line adds its quantity as it stands in the recipe, whatever
/// the number of times.
/// Mealie 3.10.2, `ShoppingListService.get_shopping_list_items_from_recipe`; seen `shopping/recipe_add_with_sub_recipe_2`;
/// equal lines and less than nothing asked of a running one.
pub(crate) fn items_of(
    list_id: Uuid,
    recipe_id: Uuid,
    scale: f64,
    lines: &[Needed],
) -> Result<Vec<Wanted>, Answer> {
    let mut items: Vec<Wanted> = Vec::new();
    for line in lines {
        if let Some((inner, inner_lines)) = &line.referenced {
            let times = line.quantity.filter(|quantity| *quantity != 0.0).unwrap_or(1.0);
            items.extend(items_of(list_id, *inner, times * scale, inner_lines)?);
            continue;
        }
        let quantity = line.quantity.unwrap_or(0.0);
        let item = item_of(list_id, recipe_id, scale, line);
        // The unit is not looked at here: it comes as an id.
        if !can_be_written(item.quantity, None) {
            return Err(uncaught());
        }
        let Some(equal) = items.iter_mut().find(|other| are_one(other, &item)) else {
            items.push(item);
            continue;
        };
        equal.quantity += quantity;
        if let Some(reference) = equal.references.first_mut() {
            reference.quantity += quantity;
        }
        if let Some(note) = item.note.as_deref().filter(|note| !note.is_empty())
            && equal.note != item.note
        {
            equal.note = Some(with_note(equal.note.as_deref(), note));
        }
    }
    Ok(items)
}

fn item_of(list_id: Uuid, recipe_id: Uuid, scale: f64, line: &Needed) -> Wanted {
    let per_recipe = line.quantity.unwrap_or(0.0);
    let quantity = if per_recipe == 0.0 { 0.0 } else { per_recipe * scale };
    let note = line.note.clone().filter(|note| !note.is_empty());
    let display = shapes::display(Some(quantity), None, None, line.note.as_deref());
    Wanted {
        id: None,
        list_id,
        quantity,
        unit_id: line.unit_id,
        food_id: line.food_id,
        label: WantedLabel { id: line.label_id, of_food: None, display },
        note: line.note.clone(),
        checked: false,
        position: 0,
        extras: serde_json::Map::new(),
        references: vec![WantedReference { id: None, recipe_id, quantity: per_recipe, scale, note }],
    }
}

/// Takes a recipe off a list so many times: its items lose that much, and those that have less than nothing left, or
/// nothing and no other recipe, go. The rest is written as any update is, and merged as by any. Ticked items have no
/// recipe and stay. A recipe that is not on the list is none: 200. An unknown list is an error that nobody catches.
/// Mealie 3.10.2, `ShoppingListService.remove_recipe_ingredients_from_list`; seen `shopping/recipe_remove_*`.
pub(crate) fn remove_recipe(
    kitchen: &mut Kitchen,
    user_id: Uuid,
    list_id: Uuid,
    recipe_id: Uuid,
    times: f64,
) -> Result<(), Answer> {
    readable(kitchen, user_id, list_id)?;
    let items: Vec<Wanted> =
        kitchen.items_of(list_id).into_iter().map(|item| as_read(kitchen, item)).collect();
    let (mut over, mut gone) = (Vec::new(), Vec::new());
    for mut item in items {
        let Some(at) = item.references.iter().position(|reference| reference.recipe_id == recipe_id) else {
            continue;
        };
        let reference = &mut item.references[at];
        item.quantity -= reference.scale.min(times) * reference.quantity;
        reference.scale -= times;
        if reference.scale <= 0.0 {
            item.references.remove(at);
        }
        if item.quantity < 0.0 || (item.quantity == 0.0 && item.references.is_empty()) {
            gone.extend(item.id);
        } else {
            over.push(item);
        }
    }
    update_items(kitchen, user_id, over)?;
    delete_items(kitchen, user_id, &gone)?;
    if let Some(list) = kitchen.lists.get_mut(list_id)
        && let Some(at) = list.recipe_references.iter().position(|one| one.recipe_id == recipe_id)
    {
        list.recipe_references[at].recipe_quantity -= times;
        if list.recipe_references[at].recipe_quantity <= 0.0 {
            list.recipe_references.remove(at);
        }
    }
    readable(kitchen, user_id, list_id)
}
