//! The features: carried in the program or read from a folder, checked before anything runs, and laid out as one
//! scenario per era. It never runs one.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use cucumber::feature::Ext as _;
use cucumber::gherkin::tagexpr::TagOperation;
use cucumber::gherkin::{Feature, GherkinEnv, Scenario};
use cucumber::tag::Ext as _;

use crate::era::Era;

/// The features of this crate, in reading order: name of the file and its text. A test holds the list complete.
const CARRIED: &[(&str, &str)] = &[
    ("approval.feature", include_str!("../../features/approval.feature")),
    ("question.feature", include_str!("../../features/question.feature")),
    ("sealed_state.feature", include_str!("../../features/sealed_state.feature")),
    ("fallback_token.feature", include_str!("../../features/fallback_token.feature")),
    ("operator.feature", include_str!("../../features/operator.feature")),
    ("surface.feature", include_str!("../../features/surface.feature")),
    ("recipes.feature", include_str!("../../features/recipes.feature")),
    ("recipe_creating.feature", include_str!("../../features/recipe_creating.feature")),
    ("recipe_editing.feature", include_str!("../../features/recipe_editing.feature")),
    ("recipe_handling.feature", include_str!("../../features/recipe_handling.feature")),
    ("imports.feature", include_str!("../../features/imports.feature")),
    ("pictures.feature", include_str!("../../features/pictures.feature")),
    ("organizers.feature", include_str!("../../features/organizers.feature")),
    ("ingredients.feature", include_str!("../../features/ingredients.feature")),
    ("shopping.feature", include_str!("../../features/shopping.feature")),
    ("shopping_recipes.feature", include_str!("../../features/shopping_recipes.feature")),
    ("mealplans.feature", include_str!("../../features/mealplans.feature")),
    ("cookbooks.feature", include_str!("../../features/cookbooks.feature")),
    ("sharing.feature", include_str!("../../features/sharing.feature")),
    ("social.feature", include_str!("../../features/social.feature")),
    ("fetch_guard.feature", include_str!("../../features/fetch_guard.feature")),
    ("foreign_text.feature", include_str!("../../features/foreign_text.feature")),
    ("bounds.feature", include_str!("../../features/bounds.feature")),
    ("shut.feature", include_str!("../../features/shut.feature")),
];

/// The tag of a scenario that no era makes a difference to: it runs once, on the first era of the run.
const ANY_ERA: &str = "any-era";

/// The beginning of the tag that a laid out scenario carries: the era that it runs on.
const RUNS_ON: &str = "runs-on-";

/// Where the features come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Features {
    /// Those that the program carries.
    #[default]
    Carried,
    /// Every `*.feature` file of a folder.
    Folder(PathBuf),
}

/// How much a guarantee weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keyword {
    /// Without it the server does not conform.
    Must,
    /// Good to have; told, and never decides.
    Should,
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Must => "must",
            Self::Should => "should",
        })
    }
}

/// Which scenarios are meant.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// A tag expression: `@ASK-3 or @SEAL-4`, `not @ASK-21`.
    pub tags: Option<TagOperation>,
    /// A part of the title, in any case.
    pub name: Option<String>,
}

/// Features that cannot be used: which, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadFeature {
    file: String,
    why: String,
}

impl fmt::Display for BadFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.why)
    }
}

impl std::error::Error for BadFeature {}

/// What a scenario is known by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// Title of the feature.
    pub feature: String,
    /// Title of the scenario, placeholders filled in.
    pub title: String,
}

/// A scenario as `list` shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// What it is known by.
    pub name: Name,
    /// The guarantees that it proves.
    pub ids: Vec<String>,
    /// How much it weighs.
    pub keyword: Keyword,
    /// The eras that it runs on.
    pub eras: Vec<Era>,
}

/// Reads and checks the features: every scenario has at least one id, exactly one keyword, no tag that means nothing,
/// and a title of its own.
///
/// # Errors
/// The first thing that is wrong, with its file. A folder that cannot be read is one; an empty folder is not, and
/// selects nothing.
pub fn open(features: &Features) -> Result<Vec<Feature>, BadFeature> {
    let texts: Vec<(String, String)> = match features {
        Features::Carried => {
            CARRIED.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect()
        }
        Features::Folder(folder) => read_folder(folder)?,
    };
    texts.iter().map(|(file, text)| parse(file, text)).collect()
}

fn read_folder(folder: &Path) -> Result<Vec<(String, String)>, BadFeature> {
    let bad = |path: &Path, error: std::io::Error| BadFeature {
        file: path.display().to_string(),
        why: error.to_string(),
    };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| bad(folder, error))? {
        let path = entry.map_err(|error| bad(folder, error))?.path();
        if path.extension().is_some_and(|extension| extension == "feature") {
            paths.push(path);
        }
    }
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).map_err(|error| bad(&path, error))?;
            Ok((path.display().to_string(), text))
        })
        .collect()
}

fn parse(file: &str, text: &str) -> Result<Feature, BadFeature> {
    let bad = |why: String| BadFeature { file: file.to_owned(), why };
    let feature = Feature::parse(text, GherkinEnv::default()).map_err(|error| bad(error.to_string()))?;
    let feature = feature.expand_examples().map_err(|error| bad(error.to_string()))?;
    if !feature.rules.is_empty() {
        return Err(bad("rules are not used here: a scenario belongs to its feature".to_owned()));
    }
    // What stands before the first scenario is a description, whatever it says: a misspelt `Scenario` is one too.
    if feature.scenarios.is_empty() {
        return Err(bad("there is no scenario in it".to_owned()));
    }
    let mut titles = BTreeSet::new();
    for scenario in &feature.scenarios {
        listed(&feature, scenario).map_err(|why| bad(format!("line {}: {why}", scenario.position.line)))?;
        if !titles.insert(&scenario.name) {
            return Err(bad(format!("line {}: a second {:?}", scenario.position.line, scenario.name)));
        }
    }
    Ok(feature)
}

/// What the tags of a scenario say.
fn listed(feature: &Feature, scenario: &Scenario) -> Result<Listed, String> {
    let mut ids = Vec::new();
    let mut keywords = Vec::new();
    let mut eras = Vec::new();
    for tag in feature.tags.iter().chain(&scenario.tags) {
        match tag.as_str() {
            "must" => keywords.push(Keyword::Must),
            "should" => keywords.push(Keyword::Should),
            ANY_ERA => {}
            tag if is_id(tag) => ids.push(tag.to_owned()),
            tag => match Era::ALL.into_iter().find(|era| era.tag() == tag) {
                Some(era) => eras.push(era),
                None => return Err(format!("the tag @{tag} means nothing here")),
            },
        }
    }
    let [keyword] = keywords.as_slice() else {
        return Err(format!("{:?} needs @must or @should, one of them", scenario.name));
    };
    if ids.is_empty() {
        return Err(format!("{:?} proves no guarantee: it has no id", scenario.name));
    }
    if eras.is_empty() {
        eras.extend(Era::ALL);
    }
    let name = Name { feature: feature.name.clone(), title: scenario.name.clone() };
    Ok(Listed { name, ids, keyword: *keyword, eras })
}

/// `ASK-3`: letters, a hyphen, a number.
fn is_id(tag: &str) -> bool {
    tag.split_once('-').is_some_and(|(area, number)| {
        area.len() >= 2
            && area.bytes().all(|letter| letter.is_ascii_uppercase())
            && !number.is_empty()
            && number.bytes().all(|digit| digit.is_ascii_digit())
    })
}

/// Every selected scenario, in reading order.
pub fn list(features: &[Feature], selection: &Selection) -> Vec<Listed> {
    features
        .iter()
        .flat_map(|feature| feature.scenarios.iter().map(move |scenario| (feature, scenario)))
        .filter(|(feature, scenario)| selection.takes(feature, scenario))
        // `parse` let nothing else through.
        .filter_map(|(feature, scenario)| listed(feature, scenario).ok())
        .collect()
}

/// The selected scenarios, each once for every era that it is run on.
pub(crate) fn laid_out(features: Vec<Feature>, selection: &Selection, eras: &[Era]) -> Vec<Feature> {
    let lay = |mut feature: Feature| {
        let mut laid = Vec::new();
        for scenario in feature.scenarios.iter().filter(|scenario| selection.takes(&feature, scenario)) {
            let Ok(known) = listed(&feature, scenario) else { continue };
            let runs = known.eras.into_iter().filter(|era| eras.contains(era));
            let once = has_tag(scenario, ANY_ERA);
            laid.extend(runs.take(if once { 1 } else { Era::ALL.len() }).map(|era| {
                let mut scenario = scenario.clone();
                scenario.tags.push(format!("{RUNS_ON}{era}"));
                scenario
            }));
        }
        feature.scenarios = laid;
        feature
    };
    features.into_iter().map(lay).filter(|feature| !feature.scenarios.is_empty()).collect()
}

/// What a laid out scenario is: its listing, and the era that it runs on.
pub(crate) fn laid_out_as(feature: &Feature, scenario: &Scenario) -> Option<(Listed, Era)> {
    let era = scenario.tags.iter().find_map(|tag| tag.strip_prefix(RUNS_ON)?.parse().ok())?;
    let mut bare = scenario.clone();
    bare.tags.retain(|tag| !tag.starts_with(RUNS_ON));
    listed(feature, &bare).ok().map(|listed| (listed, era))
}

fn has_tag(scenario: &Scenario, tag: &str) -> bool {
    scenario.tags.iter().any(|one| one == tag)
}

impl Selection {
    fn takes(&self, feature: &Feature, scenario: &Scenario) -> bool {
        let tags = feature.tags.iter().chain(&scenario.tags);
        let by_tags = self.tags.as_ref().is_none_or(|expression| expression.eval(tags));
        let by_name =
            self.name.as_ref().is_none_or(|part| scenario.name.to_lowercase().contains(&part.to_lowercase()));
        by_tags && by_name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(scenarios: &str) -> Result<Feature, BadFeature> {
        parse("kitchen.feature", &format!("Feature: A kitchen\n{scenarios}\n"))
    }

    #[test]
    fn every_feature_of_the_folder_is_carried() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../features");
        let mut there: Vec<(String, String)> = read_folder(&folder).unwrap();
        let mut carried: Vec<(String, String)> = CARRIED
            .iter()
            .map(|(file, text)| (folder.join(file).display().to_string(), (*text).to_owned()))
            .collect();
        there.sort();
        carried.sort();
        assert_eq!(there, carried);
    }

    #[test]
    fn the_carried_features_are_fit_to_run() {
        let features = open(&Features::Carried).unwrap();
        let listed = list(&features, &Selection::default());
        assert!(listed.len() > 100, "{}", listed.len());
    }

    #[test]
    fn a_scenario_that_says_too_little_or_too_much_is_refused() {
        let step = "    Given a kitchen";
        for (row, scenarios, why) in [
            ("no id", format!("  @must\n  Scenario: a\n{step}"), "no id"),
            ("no keyword", format!("  @ASK-1\n  Scenario: a\n{step}"), "@must or @should"),
            ("two keywords", format!("  @ASK-1 @must @should\n  Scenario: a\n{step}"), "@must or @should"),
            ("an unknown tag", format!("  @ASK-1 @must @slow\n  Scenario: a\n{step}"), "@slow"),
            (
                "one title twice",
                format!("  @ASK-1 @must\n  Scenario: a\n{step}\n  @ASK-1 @must\n  Scenario: a\n{step}"),
                "a second",
            ),
            ("nothing that is run", "  Scenrio: a\n    Given a kitchen".to_owned(), "no scenario"),
            (
                "a placeholder without a value",
                "  @ASK-1 @must\n  Scenario Outline: a\n    Given <b>\n    Examples:\n      | c |\n      | 1 |".to_owned(),
                "<b>",
            ),
        ] {
            let error = feature(&scenarios).unwrap_err().to_string();
            assert!(error.contains(why), "{row}: {error}");
        }
        assert!(
            parse("soup.feature", "Boil the peas.").unwrap_err().to_string().starts_with("soup.feature: ")
        );
    }

    #[test]
    fn a_scenario_is_laid_out_once_for_each_era_it_speaks_of() {
        let feature = feature(concat!(
            "  @ASK-1 @must\n  Scenario: both\n    Given a kitchen\n",
            "  @ASK-2 @must @era-2025-11-25\n  Scenario: older\n    Given a kitchen\n",
            "  @ASK-3 @should @any-era\n  Scenario: whichever\n    Given a kitchen",
        ))
        .unwrap();
        let runs = |selection: &Selection, eras: &[Era]| -> Vec<String> {
            laid_out(vec![feature.clone()], selection, eras)
                .iter()
                .flat_map(|feature| {
                    feature.scenarios.iter().filter_map(|scenario| laid_out_as(feature, scenario))
                })
                .map(|(listed, era)| format!("{} {era}", listed.name.title))
                .collect()
        };
        let all = Selection::default();
        assert_eq!(
            runs(&all, &Era::ALL),
            ["both 2025-11-25", "both 2026-07-28", "older 2025-11-25", "whichever 2025-11-25"]
        );
        assert_eq!(runs(&all, &[Era::Stateless]), ["both 2026-07-28", "whichever 2026-07-28"]);

        let by_tag = Selection { tags: Some("@ASK-2 or @should".parse().unwrap()), name: None };
        assert_eq!(runs(&by_tag, &Era::ALL), ["older 2025-11-25", "whichever 2025-11-25"]);
        let by_name = Selection { name: Some("BOTH".to_owned()), tags: None };
        assert_eq!(runs(&by_name, &[Era::Pushed]), ["both 2025-11-25"]);
        let nothing = Selection { name: Some("neither".to_owned()), tags: None };
        assert_eq!(runs(&nothing, &Era::ALL), [""; 0]);
    }

    #[test]
    fn ids_are_told_from_other_tags() {
        for (tag, id) in [
            ("ASK-3", true),
            ("ERA-5", true),
            ("ask-3", false),
            ("A-3", false),
            ("ASK-", false),
            ("era-2025-11-25", false),
        ] {
            assert_eq!(is_id(tag), id, "{tag}");
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error_and_an_empty_one_selects_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(open(&Features::Folder(folder.path().to_owned())).unwrap().len(), 0);
        assert!(open(&Features::Folder(folder.path().join("no"))).is_err());
    }
}
