//! What a filter may name (SHUT-4), and what can be asked of it. It never grows by itself: a column of Mealie that is not
//! written down here cannot be named.

/// A field of a recipe, or of what it carries.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// As Mealie's columns are called.
    pub(super) name: &'static str,
    /// As its JSON is.
    pub(super) camel: &'static str,
    pub(super) kind: Kind,
    /// Whether a recipe has several of it.
    pub(super) several: bool,
}

/// What stands in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Id,
    Text,
    Stars,
    Day,
    Time,
}

/// All of them, for a caller.
pub(super) const LISTED: &str = "id, name, slug, description, rating, created_at, updated_at, date_added, last_made, \
     user_id, household_id, and the id, name or slug of tags, recipe_category, tools, recipe_ingredient.food \
     (tags.name)";

impl Field {
    const fn own(name: &'static str, camel: &'static str, kind: Kind) -> Self {
        Self { name, camel, kind, several: false }
    }

    const fn of_several(name: &'static str, camel: &'static str, kind: Kind) -> Self {
        Self { name, camel, kind, several: true }
    }

    /// The field of that name, in either spelling and no other.
    pub(super) fn called(name: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.name == name || field.camel == name)
    }
}

/// Every field. Foods have no slug in Mealie 3.10.2; the contract lists it, and Mealie refuses such a filter.
pub(super) static FIELDS: &[Field] = &[
    Field::own("id", "id", Kind::Id),
    Field::own("name", "name", Kind::Text),
    Field::own("slug", "slug", Kind::Text),
    Field::own("description", "description", Kind::Text),
    Field::own("rating", "rating", Kind::Stars),
    Field::own("created_at", "createdAt", Kind::Time),
    Field::own("updated_at", "updatedAt", Kind::Time),
    Field::own("date_added", "dateAdded", Kind::Day),
    Field::own("last_made", "lastMade", Kind::Time),
    Field::own("user_id", "userId", Kind::Id),
    Field::own("household_id", "householdId", Kind::Id),
    Field::of_several("tags.id", "tags.id", Kind::Id),
    Field::of_several("tags.name", "tags.name", Kind::Text),
    Field::of_several("tags.slug", "tags.slug", Kind::Text),
    Field::of_several("recipe_category.id", "recipeCategory.id", Kind::Id),
    Field::of_several("recipe_category.name", "recipeCategory.name", Kind::Text),
    Field::of_several("recipe_category.slug", "recipeCategory.slug", Kind::Text),
    Field::of_several("tools.id", "tools.id", Kind::Id),
    Field::of_several("tools.name", "tools.name", Kind::Text),
    Field::of_several("tools.slug", "tools.slug", Kind::Text),
    Field::of_several("recipe_ingredient.food.id", "recipeIngredient.food.id", Kind::Id),
    Field::of_several("recipe_ingredient.food.name", "recipeIngredient.food.name", Kind::Text),
    Field::of_several("recipe_ingredient.food.slug", "recipeIngredient.food.slug", Kind::Text),
];

/// Comparisons, the longer ones first.
pub(super) const SIGNS: [&str; 6] = ["<>", "<=", ">=", "=", "<", ">"];

impl Field {
    /// Whether it takes this operator.
    pub(super) fn takes(&self, operator: &str) -> bool {
        match operator {
            "=" | "<>" | "IS" | "IS NOT" => true,
            "IN" | "NOT IN" => matches!(self.kind, Kind::Id | Kind::Text),
            "CONTAINS ALL" => self.several,
            // Mealie 3.10.2 refuses it for whatever is no text.
            "LIKE" | "NOT LIKE" => self.kind == Kind::Text,
            _ => matches!(self.kind, Kind::Stars | Kind::Day | Kind::Time),
        }
    }

    /// Whether a recipe has several of it by way of its lines.
    pub(super) fn is_of_lines(&self) -> bool {
        self.name.starts_with("recipe_ingredient.")
    }

    /// Those that it takes, in words.
    pub(super) const fn operators(&self) -> &'static str {
        match (self.kind, self.several) {
            (Kind::Id, false) => "=, <>, IN, NOT IN, IS NULL, IS NOT NULL",
            (Kind::Id, true) => "=, <>, IN, NOT IN, CONTAINS ALL, IS NULL, IS NOT NULL",
            (Kind::Text, false) => "=, <>, LIKE, NOT LIKE, IN, NOT IN, IS NULL, IS NOT NULL",
            (Kind::Text, true) => "=, <>, LIKE, NOT LIKE, IN, NOT IN, CONTAINS ALL, IS NULL, IS NOT NULL",
            (Kind::Stars | Kind::Day | Kind::Time, _) => "=, <>, <, >, <=, >=, IS NULL, IS NOT NULL",
        }
    }
}
