//! Surprises of language: which texts follow the reader, and when.
//! Never more than two languages; Mealie has forty, and the rest of them is English here.

/// The texts that Mealie writes into a new recipe, or answers with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Words {
    /// The line of a new recipe.
    pub(crate) placeholder_line: &'static str,
    /// The text of the step of a new recipe.
    pub(crate) placeholder_step: &'static str,
    /// The first event on its timeline.
    pub(crate) recipe_created: &'static str,
    /// What a deleted cover is answered with.
    pub(crate) image_deleted: &'static str,
    /// What is said of a row that the database refuses or does not have.
    pub(crate) server_error: &'static str,
    /// What is said where a random meal finds no recipe.
    pub(crate) no_random_recipe: &'static str,
}

const ENGLISH: Words = Words {
    placeholder_line: "1 Cup Flour",
    placeholder_step: "Recipe steps as well as other fields in the recipe page support markdown syntax.\n\n\
        **Add a link**\n\n[My Link](https://demo.mealie.io)\n",
    recipe_created: "Recipe Created",
    image_deleted: "Recipe image deleted",
    server_error: "An unexpected error occurred",
    no_random_recipe: "No recipes match your rules",
};

const GERMAN: Words = Words {
    placeholder_line: "250 g Mehl",
    placeholder_step: "Zubereitungs-Schritte und andere Felder der Rezeptseite unterstützen Markdown Syntax.\n\n\
        **Füge einen Link hinzu**\n\n[Mein Link](https://demo.mealie.io)\n",
    recipe_created: "Rezept erstellt",
    image_deleted: "Rezeptbild gelöscht",
    server_error: "Ein unerwarteter Fehler ist aufgetreten",
    no_random_recipe: "Keine Rezepte entsprechen deinen Regeln",
};

/// The texts for an `Accept-Language`. It counts only if it is exactly the name of a locale: `de`, `de-de` and
/// `de-DE,de;q=0.9` are all English.
/// Mealie 3.10.2, `local_provider`; seen `recipes/get_created_with_accept_language_de`,
/// `timeline_created_with_accept_language_de`, `media_image/delete_image_de`,
/// `foods_units/food_create_duplicate_de`, `mealplans/random_no_recipes_de`.
pub(crate) fn words(language: &str) -> Words {
    if language == "de-DE" { GERMAN } else { ENGLISH }
}
