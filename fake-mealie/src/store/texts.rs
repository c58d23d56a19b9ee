//! Any text into any place of a recipe: what a stranger wrote, as hostile as it comes.
//! Never cleans and never checks; Mealie does neither.

use serde_json::Value;
use uuid::Uuid;

use super::{Kitchen, Note, OrganizerKind};
use crate::slug::recipe_slug;

/// A place of a recipe where strangers write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPlace {
    /// The name. The slug follows it, unless it leaves nothing to make one of.
    Name,
    /// The description.
    Description,
    /// The word of the yield.
    Yield,
    /// The total time.
    TotalTime,
    /// Where it was taken from.
    SourceLink,
    /// A further line.
    Ingredient,
    /// The heading of a further line.
    IngredientHeading,
    /// The original text of a further line.
    OriginalText,
    /// A further line whose food has this name.
    Food,
    /// A further line whose unit has this name.
    Unit,
    /// A further step.
    Step,
    /// The heading of a further step.
    StepHeading,
    /// The text of a further note.
    Note,
    /// The heading of a further note.
    NoteHeading,
    /// A further tag.
    Tag,
    /// A further category.
    Category,
    /// A further tool.
    Tool,
    /// A further comment.
    Comment,
    /// The text of a further extra.
    Extra,
    /// The key of a further extra.
    ExtraKey,
    /// The text of a key that Mealie 3.10.2 does not have.
    UnknownField,
    /// A key that Mealie 3.10.2 does not have.
    UnknownKey,
}

impl TextPlace {
    /// Every place with the name that a table calls it by.
    pub const ALL: [(&'static str, TextPlace); 22] = [
        ("name", TextPlace::Name),
        ("description", TextPlace::Description),
        ("yield", TextPlace::Yield),
        ("total time", TextPlace::TotalTime),
        ("source link", TextPlace::SourceLink),
        ("ingredient", TextPlace::Ingredient),
        ("ingredient heading", TextPlace::IngredientHeading),
        ("original text", TextPlace::OriginalText),
        ("food", TextPlace::Food),
        ("unit", TextPlace::Unit),
        ("step", TextPlace::Step),
        ("step heading", TextPlace::StepHeading),
        ("note", TextPlace::Note),
        ("note heading", TextPlace::NoteHeading),
        ("tag", TextPlace::Tag),
        ("category", TextPlace::Category),
        ("tool", TextPlace::Tool),
        ("comment", TextPlace::Comment),
        ("extra", TextPlace::Extra),
        ("extra key", TextPlace::ExtraKey),
        ("unknown field", TextPlace::UnknownField),
        ("unknown key", TextPlace::UnknownKey),
    ];

    /// The place that a table calls by this name.
    pub fn called(name: &str) -> Option<TextPlace> {
        TextPlace::ALL.iter().find(|(called, _)| *called == name).map(|(_, place)| *place)
    }
}

/// What stands beside the text where there have to be two.
const BESIDE: &str = "beside it";

impl Kitchen {
    /// Writes a text into a place of a recipe.
    pub fn write_into(&mut self, recipe_id: Uuid, place: TextPlace, text: &str) {
        let owned = || Some(text.to_owned());
        match place {
            TextPlace::Name if recipe_slug(text).is_some() => self.rename_recipe(recipe_id, text),
            TextPlace::Name => self.change_recipe(recipe_id, |recipe| recipe.name = text.into()),
            TextPlace::Description => self.describe_recipe(recipe_id, text),
            TextPlace::Yield => self.change_recipe(recipe_id, |recipe| recipe.yield_text = owned()),
            TextPlace::TotalTime => self.change_recipe(recipe_id, |recipe| recipe.total_time = owned()),
            TextPlace::SourceLink => self.change_recipe(recipe_id, |recipe| recipe.org_url = owned()),
            TextPlace::Ingredient => self.add_ingredient_note(recipe_id, text),
            TextPlace::IngredientHeading | TextPlace::OriginalText => {
                self.add_ingredient_note(recipe_id, BESIDE);
                self.change_recipe(recipe_id, |recipe| {
                    let Some(line) = recipe.ingredients.last_mut() else { return };
                    let field = match place {
                        TextPlace::OriginalText => &mut line.original_text,
                        _ => &mut line.title,
                    };
                    *field = owned();
                });
            }
            TextPlace::Food => {
                let food = self.add_food(text);
                self.add_ingredient(recipe_id, 1.0, food);
            }
            TextPlace::Unit => {
                let unit = self.add_unit(text);
                self.add_ingredient_note(recipe_id, BESIDE);
                self.change_recipe(recipe_id, |recipe| {
                    let Some(line) = recipe.ingredients.last_mut() else { return };
                    (line.quantity, line.unit) = (Some(1.0), Some(unit));
                });
            }
            TextPlace::Step => self.add_step(recipe_id, text),
            TextPlace::StepHeading => {
                self.add_step(recipe_id, BESIDE);
                self.change_recipe(recipe_id, |recipe| {
                    let Some(step) = recipe.steps.last_mut() else { return };
                    step.title = owned();
                });
            }
            TextPlace::Note => self.add_note(recipe_id, BESIDE, text),
            TextPlace::NoteHeading => self.add_note(recipe_id, text, BESIDE),
            TextPlace::Tag => self.organize_as(recipe_id, OrganizerKind::Tag, text),
            TextPlace::Category => self.organize_as(recipe_id, OrganizerKind::Category, text),
            TextPlace::Tool => self.organize_as(recipe_id, OrganizerKind::Tool, text),
            TextPlace::Comment => {
                self.add_comment(recipe_id, text);
            }
            TextPlace::Extra => self.set_extra(recipe_id, BESIDE, text.into()),
            TextPlace::ExtraKey => self.set_extra(recipe_id, text, BESIDE.into()),
            TextPlace::UnknownField => self.set_unknown_key(recipe_id, BESIDE, text.into()),
            TextPlace::UnknownKey => self.set_unknown_key(recipe_id, text, BESIDE.into()),
        }
    }

    /// Adds a step of at least so many bytes, in short sentences.
    pub fn add_long_step(&mut self, recipe_id: Uuid, bytes: usize) {
        const SENTENCE: &str = "Stir until it thickens. ";
        self.add_step(recipe_id, &SENTENCE.repeat(bytes.div_ceil(SENTENCE.len())));
    }

    /// Adds a note below the recipe.
    pub fn add_note(&mut self, recipe_id: Uuid, title: &str, text: &str) {
        self.change_recipe(recipe_id, |recipe| {
            recipe.notes.push(Note { title: title.into(), text: text.into() });
        });
    }

    /// Sets one of the extras of a recipe.
    pub fn set_extra(&mut self, recipe_id: Uuid, key: &str, value: Value) {
        self.change_recipe(recipe_id, |recipe| {
            recipe.extras.insert(key.into(), value);
        });
    }

    /// Gives a recipe a key that Mealie 3.10.2 does not have, as a newer one might. The whole recipe shows it, lists
    /// do not; the keys that Mealie does have win.
    pub fn set_unknown_key(&mut self, recipe_id: Uuid, key: &str, value: Value) {
        self.change_recipe(recipe_id, |recipe| {
            recipe.unknown_keys.insert(key.into(), value);
        });
    }

    fn organize_as(&mut self, recipe_id: Uuid, kind: OrganizerKind, name: &str) {
        let organizer = self.add_organizer(kind, name);
        self.organize(recipe_id, organizer);
    }
}
