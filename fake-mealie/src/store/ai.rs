//! The AI provider of this installation: whether there is one, and what it reads in every picture.
//! Never looks at the picture.

use super::Kitchen;

/// What comes of asking the AI provider.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Ai {
    /// Nobody has set one up.
    #[default]
    Off,
    /// It reads this recipe, whatever it is shown.
    Reads(Box<AiRecipe>),
    /// It is set up and does not answer.
    Fails,
}

/// A recipe as the provider reads it. Empty texts were not there to read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AiRecipe {
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
    /// The quantity of the yield, as Mealie cuts it off what was read.
    pub yield_quantity: f64,
    /// The word of the yield.
    pub yield_text: String,
    /// The total time.
    pub total_time: String,
    /// The time to prepare.
    pub prep_time: String,
    /// The time to cook.
    pub perform_time: String,
    /// Lines.
    pub lines: Vec<String>,
    /// Steps.
    pub steps: Vec<String>,
    /// Texts of notes.
    pub notes: Vec<String>,
}

impl AiRecipe {
    /// A pie with all there is to a recipe.
    pub fn pie() -> AiRecipe {
        AiRecipe {
            name: "Pictured Pie".into(),
            description: "From a photo.".into(),
            yield_quantity: 8.0,
            yield_text: "slices".into(),
            total_time: "1 hour".into(),
            prep_time: "20 minutes".into(),
            perform_time: "40 minutes".into(),
            lines: vec!["1 cup flour".into(), "100 g butter".into()],
            steps: vec!["Mix.".into(), "Bake.".into()],
            notes: vec!["Good cold.".into()],
        }
    }
}

impl Kitchen {
    /// Sets an AI provider up, which reads [`AiRecipe::pie`] in every picture, or takes it away.
    pub fn set_ai(&mut self, on: bool) {
        self.ai = if on { Ai::Reads(Box::new(AiRecipe::pie())) } else { Ai::Off };
    }
}
