//! Who there is, and what a household keeps: the plan, shopping lists, cookbooks, share links.
//! Knows nothing of JSON; how a record looks on the wire is written down in `shapes`.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::Settings;

/// The group that all households share recipes, foods and organizers in.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// UUID of the group.
    pub id: Uuid,
    /// Its name, as the web page shows it.
    pub name: String,
    /// The part of web addresses that names it.
    pub slug: String,
}

/// A household: it owns meal plans, shopping lists and cookbooks.
#[derive(Debug, Clone, PartialEq)]
pub struct Household {
    /// UUID of the household.
    pub id: Uuid,
    /// The group it belongs to.
    pub group_id: Uuid,
    /// Its name, as the web page shows it.
    pub name: String,
    /// The slug that filters and "on hand" lists use.
    pub slug: String,
    /// What it has chosen for its recipes.
    pub preferences: Preferences,
    /// When the row was made.
    pub created_at: Timestamp,
}

/// What a household has chosen for its recipes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preferences {
    /// The switches of a new recipe.
    pub new_recipes: Settings,
    /// Who of the other households may change its recipes.
    pub others: Others,
}

impl Default for Preferences {
    /// Those of a household in a private group.
    fn default() -> Preferences {
        Preferences { new_recipes: Settings::default(), others: Others::MayRead }
    }
}

/// What the other households of the group may do with a recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Others {
    /// Read it; `lockRecipeEditsFromOtherHouseholds` of Mealie is true.
    MayRead,
    /// Change it as well, unless it is locked.
    MayChange,
}

/// Somebody who may log in.
#[derive(Debug, Clone, PartialEq)]
pub struct User {
    /// UUID of the user.
    pub id: Uuid,
    /// The household of the user; what the user owns belongs to it.
    pub household_id: Uuid,
    /// Login name.
    pub username: String,
    /// Shown name.
    pub full_name: String,
    /// E-mail address.
    pub email: String,
    /// What stands in the column of that name: a text that looks like a hash, of no password at all.
    pub password: String,
    /// Whether `/api/admin` and other people's comments are open to the user.
    pub admin: bool,
    /// Whether the user likes the web page with more buttons.
    pub advanced: bool,
    /// `canInvite` of Mealie.
    pub can_invite: bool,
    /// `canManage` of Mealie.
    pub can_manage: bool,
    /// `canManageHousehold` of Mealie.
    pub can_manage_household: bool,
    /// `canOrganize` of Mealie; gates nothing in 3.10.2.
    pub can_organize: bool,
    /// The bearer token that the user came with.
    pub token: String,
    /// What that token is called.
    pub token_name: String,
    /// When the user was made, and the token with it.
    pub created_at: Timestamp,
}
/// The meals that a plan entry can be for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Meal {
    /// The default of a new entry.
    Breakfast,
    /// Lunch.
    Lunch,
    /// Dinner.
    Dinner,
    /// A side dish.
    Side,
    /// A snack.
    Snack,
    /// A drink.
    Drink,
    /// Dessert.
    Dessert,
}

impl Meal {
    /// All of them, as Mealie counts them up.
    pub const ALL: [Meal; 7] =
        [Meal::Breakfast, Meal::Lunch, Meal::Dinner, Meal::Side, Meal::Snack, Meal::Drink, Meal::Dessert];

    /// The word of Mealie for it, lower case.
    pub fn word(self) -> &'static str {
        match self {
            Meal::Breakfast => "breakfast",
            Meal::Lunch => "lunch",
            Meal::Dinner => "dinner",
            Meal::Side => "side",
            Meal::Snack => "snack",
            Meal::Drink => "drink",
            Meal::Dessert => "dessert",
        }
    }
}

/// An entry of the meal plan. Its household is that of its user, as in Mealie.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanEntry {
    /// Integer id.
    pub id: i64,
    /// The group that it stands in: that of who planned it, until a client writes another.
    pub group_id: Uuid,
    /// The user who planned it.
    pub user_id: Uuid,
    /// The day.
    pub date: Date,
    /// The meal.
    pub meal: Meal,
    /// Heading; empty for a planned recipe.
    pub title: String,
    /// Free text.
    pub text: String,
    /// The recipe; nothing checks that there is one.
    pub recipe_id: Option<Uuid>,
    /// When the row was made.
    pub created_at: Timestamp,
}

/// A share link: whoever has its address reads the recipe without a login.
#[derive(Debug, Clone, PartialEq)]
pub struct ShareLink {
    /// UUID of the link, and the secret of its address.
    pub id: Uuid,
    /// The group of the recipe.
    pub group_id: Uuid,
    /// The shared recipe.
    pub recipe_id: Uuid,
    /// When it stops working.
    pub expires_at: Timestamp,
    /// When the row was made.
    pub created_at: Timestamp,
}

/// A shopping list.
#[derive(Debug, Clone, PartialEq)]
pub struct ShoppingList {
    /// UUID of the list.
    pub id: Uuid,
    /// The group it belongs to.
    pub group_id: Uuid,
    /// The user who made it; the list belongs to the user's household.
    pub user_id: Uuid,
    /// May be missing, empty or taken.
    pub name: Option<String>,
    /// Whatever other programs put there.
    pub extras: Map<String, Value>,
    /// The recipes that were put on the list.
    pub recipe_references: Vec<ListRecipe>,
    /// The label settings of the list, one per label.
    pub label_settings: Vec<LabelSetting>,
    /// When the row was made; unknown after the list was replaced by somebody who did not say it.
    pub created_at: Option<Timestamp>,
    /// When the row was last changed.
    pub updated_at: Timestamp,
}

/// A recipe that was put on a shopping list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListRecipe {
    /// UUID of the reference.
    pub id: Uuid,
    /// The recipe.
    pub recipe_id: Uuid,
    /// How many times it was put there.
    pub recipe_quantity: f64,
}

/// Where a label stands on a shopping list.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelSetting {
    /// UUID of the setting.
    pub id: Uuid,
    /// The label.
    pub label_id: Uuid,
    /// Its place, from 0.
    pub position: i64,
}

/// An item on a shopping list.
#[derive(Debug, Clone, PartialEq)]
pub struct ShoppingItem {
    /// UUID of the item.
    pub id: Uuid,
    /// The list it stands on.
    pub list_id: Uuid,
    /// How much; shown unless it is 0.
    pub quantity: f64,
    /// Id of the unit; may dangle.
    pub unit_id: Option<Uuid>,
    /// Id of the food; dangles after a merge or a delete of the food.
    pub food_id: Option<Uuid>,
    /// Id of the label; may dangle.
    pub label_id: Option<Uuid>,
    /// Free text.
    pub note: Option<String>,
    /// Whether it is ticked.
    pub checked: bool,
    /// Its place on the list.
    pub position: i64,
    /// Whatever other programs put there.
    pub extras: Map<String, Value>,
    /// The recipes that put it there.
    pub recipe_references: Vec<ItemRecipe>,
    /// When the row was made.
    pub created_at: Timestamp,
    /// When the row was last changed.
    pub updated_at: Timestamp,
}

/// A recipe that put an item on a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemRecipe {
    /// UUID of the reference.
    pub id: Uuid,
    /// The recipe.
    pub recipe_id: Uuid,
    /// How much of the item one recipe brings.
    pub recipe_quantity: f64,
    /// How many times the recipe was put there.
    pub recipe_scale: f64,
    /// The note of the recipe's line.
    pub recipe_note: Option<String>,
}

/// A cookbook: a stored filter over recipes.
#[derive(Debug, Clone, PartialEq)]
pub struct Cookbook {
    /// UUID of the cookbook.
    pub id: Uuid,
    /// The group that sees it.
    pub group_id: Uuid,
    /// The household that may change it.
    pub household_id: Uuid,
    /// Shown name.
    pub name: String,
    /// Free text.
    pub description: String,
    /// Slug of the name.
    pub slug: String,
    /// Its place in the menu.
    pub position: i64,
    /// Whether people without a login may see it once the group is public.
    pub public: bool,
    /// The stored filter; empty shows every recipe of the group.
    pub query_filter_string: String,
    /// When the row was made.
    pub created_at: Timestamp,
}
