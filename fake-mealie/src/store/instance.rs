//! What kind of instance this is: its version, and what was installed along with it.
//! Never decides what a version answers; routes and quirks ask.

use super::Kitchen;

/// The version that everything here was measured on.
const MEASURED_VERSION: &str = "v3.10.2";

/// What is special about this installation of Mealie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// As `/api/app/about` gives it.
    pub version: String,
    /// Whether the nlp parser can work.
    pub language_data: LanguageData,
    /// Whether people may make themselves an account. A setting that shows; there are no accounts to be made here.
    pub sign_ups: SignUps,
    /// How recipes can be put on a shopping list.
    pub recipe_routes: RecipeRoutes,
}

/// The routes that put recipes on a shopping list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecipeRoutes {
    /// One that takes a list of recipes and the older one that takes a single one, as in Mealie 3.10.2.
    ListsToo,
    /// Only the older one: nothing answers at the path of the other, 404.
    OneByOne,
}

/// `allowSignup` of Mealie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignUps {
    /// Anybody may.
    Open,
    /// Nobody may; the default of Mealie 3.10.2.
    Closed,
}

/// The file that the nlp parser tells parts of speech by. Images of Mealie bring it along; other installations
/// download it when they start, if they can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LanguageData {
    /// It is there.
    Installed,
    /// It could not be had: every call of the nlp parser is a bare 500.
    Missing,
}

impl Default for Instance {
    fn default() -> Self {
        Instance {
            version: MEASURED_VERSION.into(),
            language_data: LanguageData::Installed,
            sign_ups: SignUps::Closed,
            recipe_routes: RecipeRoutes::ListsToo,
        }
    }
}

impl Instance {
    /// Whether this is that version or a later one. What is no number, such as `develop`, is as old as it gets.
    pub(crate) fn is_at_least(&self, major: u32, minor: u32) -> bool {
        let mut numbers = self.version.trim_start_matches('v').split('.').map_while(|part| part.parse().ok());
        (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (major, minor)
    }
}

impl Kitchen {
    /// Makes this another version of Mealie, such as `v3.20.0`. What is known to differ then differs; the rest stays
    /// as it is in 3.10.2.
    pub fn set_version(&mut self, version: &str) {
        self.instance.version = version.into();
    }

    /// Makes this an instance that takes recipes for a shopping list one by one only, by the older route.
    pub fn keep_only_the_older_recipe_route(&mut self) {
        self.instance.recipe_routes = RecipeRoutes::OneByOne;
    }

    /// Loses the language data, so that the nlp parser no longer works.
    pub fn lose_language_data(&mut self) {
        self.instance.language_data = LanguageData::Missing;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        for (version, later) in [
            ("v3.10.2", false),
            ("v3.18.9", false),
            ("v3.19.0", true),
            ("3.19.0", true),
            ("v3.20.1", true),
            ("v4.0.0", true),
            ("v4", true),
            ("v2.99.0", false),
            ("develop", false),
            ("", false),
        ] {
            let instance = Instance { version: version.into(), ..Instance::default() };
            assert_eq!(instance.is_at_least(3, 19), later, "{version}");
        }
    }
}
