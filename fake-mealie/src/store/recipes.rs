//! Recipes and what they are made of and sorted by: one record per kind of row, as Mealie's tables have it.
//! Knows nothing of JSON; how a record looks on the wire is written down in `shapes`.

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::{Map, Value};
use uuid::Uuid;

/// A recipe. Its household is that of its owner, as in Mealie.
#[derive(Debug, Clone, PartialEq)]
pub struct Recipe {
    /// UUID of the recipe.
    pub id: Uuid,
    /// The group that sees it.
    pub group_id: Uuid,
    /// The owner.
    pub user_id: Uuid,
    /// The name as sent, blanks included.
    pub name: String,
    /// The slug in the table: what addresses resolve by. After a broken rename it is not the slug of `name`.
    pub slug: String,
    /// Opaque version of the cover picture.
    pub image: Option<String>,
    /// Number of servings; 0 is "not said".
    pub servings: f64,
    /// Quantity of the yield; 0 is "not said".
    pub yield_quantity: f64,
    /// Word of the yield, such as "loaf".
    pub yield_text: Option<String>,
    /// Free text.
    pub total_time: Option<String>,
    /// Free text.
    pub prep_time: Option<String>,
    /// Free text.
    pub cook_time: Option<String>,
    /// Free text.
    pub perform_time: Option<String>,
    /// Free text.
    pub description: Option<String>,
    /// Ids of categories.
    pub categories: Vec<Uuid>,
    /// Ids of tags.
    pub tags: Vec<Uuid>,
    /// Ids of tools.
    pub tools: Vec<Uuid>,
    /// Mean of the users' ratings.
    pub rating: Option<f64>,
    /// Where it was taken from.
    pub org_url: Option<String>,
    /// The day it came in.
    pub date_added: Option<Date>,
    /// Touched by every update, also by an empty one.
    pub date_updated: Option<Timestamp>,
    /// When the row was made.
    pub created_at: Timestamp,
    /// When the row was last changed.
    pub updated_at: Timestamp,
    /// When it was last cooked.
    pub last_made: Option<Timestamp>,
    /// The lines, in order.
    pub ingredients: Vec<Ingredient>,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The eleven nutrition texts.
    pub nutrition: Nutrition,
    /// The six switches.
    pub settings: Settings,
    /// Attached files.
    pub assets: Vec<Asset>,
    /// Notes below the recipe.
    pub notes: Vec<Note>,
    /// Whatever other programs put there; scalars only.
    pub extras: Map<String, Value>,
    /// Keys that Mealie 3.10.2 does not have.
    pub unknown_keys: Map<String, Value>,
}

/// One line of a recipe. Ids may lead nowhere; Mealie then shows the line without the thing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ingredient {
    /// How much; `None` and 0 are not shown.
    pub quantity: Option<f64>,
    /// Id of the unit.
    pub unit: Option<Uuid>,
    /// Id of the food.
    pub food: Option<Uuid>,
    /// Id of a recipe that is used as an ingredient.
    pub referenced_recipe: Option<Uuid>,
    /// The rest of the line, or all of it.
    pub note: Option<String>,
    /// Heading above the line.
    pub title: Option<String>,
    /// The line as it was before it was parsed.
    pub original_text: Option<String>,
    /// `None` poisons the recipe: Mealie can no longer read it.
    pub reference_id: Option<Uuid>,
}

/// One step of a recipe.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// UUID of the step; a new one after every update of the recipe.
    pub id: Uuid,
    /// Heading above the step.
    pub title: Option<String>,
    /// Short form of the step.
    pub summary: Option<String>,
    /// What to do.
    pub text: String,
    /// Reference ids of the lines the step uses.
    pub ingredient_references: Vec<Uuid>,
}

/// The nutrition texts of a recipe.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Nutrition(pub Map<String, Value>);

/// The switches of a recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// Whether people without a login may see it once the group is public.
    pub public: bool,
    /// Whether nutrition is shown.
    pub show_nutrition: bool,
    /// Whether attached files are shown.
    pub show_assets: bool,
    /// Whether the page is laid out wide.
    pub landscape_view: bool,
    /// Hides the comments; does not refuse new ones.
    pub disable_comments: bool,
    /// Whether only the owner may edit.
    pub locked: bool,
}

/// A file attached to a recipe.
#[derive(Debug, Clone, PartialEq)]
pub struct Asset {
    /// Shown name.
    pub name: String,
    /// Name of an icon.
    pub icon: String,
    /// File name, if there is a file.
    pub file_name: Option<String>,
}

/// A note below a recipe.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Heading.
    pub title: String,
    /// Text.
    pub text: String,
}

/// A food that ingredient lines and shopping items point at.
#[derive(Debug, Clone, PartialEq)]
pub struct Food {
    /// UUID of the food.
    pub id: Uuid,
    /// The group it belongs to.
    pub group_id: Uuid,
    /// Unique in the group, case and all.
    pub name: String,
    /// For more than one of it.
    pub plural_name: Option<String>,
    /// Free text.
    pub description: String,
    /// Whatever other programs put there.
    pub extras: Map<String, Value>,
    /// Id of a label; may lead nowhere.
    pub label_id: Option<Uuid>,
    /// Other names.
    pub aliases: Vec<String>,
    /// Slugs of the households that have it on hand.
    pub on_hand: Vec<String>,
    /// When the row was made.
    pub created_at: Timestamp,
    /// When the row was last changed.
    pub updated_at: Timestamp,
}

/// A unit that ingredient lines and shopping items point at.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// UUID of the unit.
    pub id: Uuid,
    /// The group it belongs to.
    pub group_id: Uuid,
    /// Unique in the group, case and all.
    pub name: String,
    /// For more than one of it.
    pub plural_name: Option<String>,
    /// Free text.
    pub description: String,
    /// Whatever other programs put there.
    pub extras: Map<String, Value>,
    /// Whether quantities are shown as fractions.
    pub fraction: bool,
    /// Short form.
    pub abbreviation: String,
    /// Short form for more than one.
    pub plural_abbreviation: Option<String>,
    /// Whether the short form is shown.
    pub use_abbreviation: bool,
    /// Other names.
    pub aliases: Vec<String>,
    /// When the row was made.
    pub created_at: Timestamp,
    /// When the row was last changed.
    pub updated_at: Timestamp,
}

/// A label that sorts foods and shopping items.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// UUID of the label.
    pub id: Uuid,
    /// The group it belongs to; a PUT may name a foreign one.
    pub group_id: Uuid,
    /// Shown name.
    pub name: String,
    /// `#RRGGBB`, though nobody checks.
    pub color: String,
    /// When the row was made.
    pub created_at: Timestamp,
}

/// The three kinds of organizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganizerKind {
    /// A tag.
    Tag,
    /// A category.
    Category,
    /// A kitchen tool.
    Tool,
}

/// A tag, category or tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Organizer {
    /// UUID of the organizer.
    pub id: Uuid,
    /// Which of the three it is.
    pub kind: OrganizerKind,
    /// The group it belongs to; requests may name a foreign one.
    pub group_id: Uuid,
    /// Shown name.
    pub name: String,
    /// Slug of the name.
    pub slug: String,
    /// Tools only: slugs of the households that have it.
    pub households_with_tool: Vec<String>,
    /// When the row was made.
    pub created_at: Timestamp,
}

/// A comment on a recipe.
#[derive(Debug, Clone, PartialEq)]
pub struct Comment {
    /// UUID of the comment.
    pub id: Uuid,
    /// The recipe it is on; nothing checks that there is one.
    pub recipe_id: Uuid,
    /// Who wrote it.
    pub user_id: Uuid,
    /// What was written.
    pub text: String,
    /// When the row was made.
    pub created_at: Timestamp,
    /// When the row was last changed.
    pub updated_at: Timestamp,
}
