//! Which tools there are: read-only mode, and the lists that allow and deny by name (OPER-3, OPER-4). It knows of the
//! tools what it is handed; it never registers one.

use strsim::levenshtein;

use super::Mode;
use super::said::{Problem, Remark, Shown};
use super::variables::Fault;

/// `essential`: what a kitchen needs every day, for a model with a small context.
pub const ESSENTIAL: [&str; 8] = [
    "search_recipes",
    "get_recipe",
    "import_recipe_from_url",
    "create_recipe",
    "get_todays_meals",
    "create_mealplan_entry",
    "list_shopping_lists",
    "add_recipe_to_shopping_list",
];

/// The word for them in a list.
const ESSENTIAL_WORD: &str = "essential";

/// How many letters a name may differ from a tool's and still be told with it.
const MOST_EDITS: usize = 3;

/// A tool, as far as the settings have to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// Whether it changes nothing.
    pub reads: bool,
}

/// Which of the tools there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// `MEALIE_READ_ONLY`.
    pub mode: Mode,
    /// `MEALIE_ALLOW_TOOLS`: these alone, if it is set.
    pub(super) allow: Option<Names>,
    /// `MEALIE_DENY_TOOLS`: none of these; it is taken from what the other one left.
    pub(super) deny: Option<Names>,
}

impl Choice {
    /// Every tool of a mode.
    pub const fn all(mode: Mode) -> Self {
        Self { mode, allow: None, deny: None }
    }

    /// Whether this tool is there.
    pub fn holds(&self, tool: Known) -> bool {
        let listed = |names: &Names| names.0.iter().any(|entry| entry.means(tool.name));
        (tool.reads || self.mode == Mode::ReadWrite)
            && self.allow.as_ref().is_none_or(listed)
            && !self.deny.as_ref().is_some_and(listed)
    }

    /// What is wrong with it, and what an operator should know, if these are all tools.
    pub(super) fn judge(&self, known: &[Known], problems: &mut Vec<Problem>, mut remark: impl FnMut(Remark)) {
        let before = problems.len();
        let mut hidden = Vec::new();
        let lists = [("MEALIE_ALLOW_TOOLS", &self.allow), ("MEALIE_DENY_TOOLS", &self.deny)];
        for (name, entry) in lists
            .iter()
            .flat_map(|(name, list)| list.iter().flat_map(|list| &list.0).map(move |entry| (*name, entry)))
        {
            let mut meant = known.iter().filter(|tool| entry.means(tool.name)).peekable();
            if meant.peek().is_none() {
                problems.push(Problem::NoSuchTool {
                    name,
                    entry: Shown::value(&entry.0),
                    nearest: entry.nearest(known),
                });
            } else if self.mode == Mode::ReadOnly && meant.all(|tool| !tool.reads) {
                hidden.push(Remark::HiddenTools { name, entry: Shown::value(&entry.0) });
            }
        }
        if problems.len() == before && !known.iter().any(|tool| self.holds(*tool)) {
            problems.push(Problem::NoToolLeft(self.mode));
        }
        hidden.into_iter().for_each(&mut remark);
    }
}

/// The entries of a list, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names(Vec<Entry>);

impl Names {
    /// Names, `prefix*` and `essential`, with commas between; in any case, since every tool's name is in small letters.
    pub(super) fn parse(list: &str) -> Result<Self, Fault> {
        let entries: Vec<Entry> =
            list.split(',').map(|entry| Entry(entry.trim().to_ascii_lowercase())).collect();
        if entries.iter().any(|entry| entry.0.is_empty()) {
            return Err(Fault::Breaks("has an empty entry"));
        }
        Ok(Self(entries))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry(String);

impl Entry {
    /// Whether it means this tool.
    fn means(&self, tool: &str) -> bool {
        match self.0.strip_suffix('*') {
            Some(beginning) => tool.starts_with(beginning),
            None if self.0 == ESSENTIAL_WORD => ESSENTIAL.contains(&tool),
            None => self.0 == tool,
        }
    }

    /// The tool that was meant, if it is a slip of the pen.
    fn nearest(&self, known: &[Known]) -> Option<&'static str> {
        // Who writes a star means several. And what is longer than any name would cost its length times that of every one.
        if self.0.contains('*') || self.0.len() > 64 {
            return None;
        }
        let near = known.iter().map(|tool| (levenshtein(&self.0, tool.name), tool.name));
        near.filter(|(edits, _)| *edits <= MOST_EDITS).min().map(|(_, name)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [Known; 4] = [
        Known { name: "get_recipe", reads: true },
        Known { name: "create_recipe", reads: false },
        Known { name: "delete_recipe", reads: false },
        Known { name: "delete_cookbook", reads: false },
    ];

    fn choice(mode: Mode, allow: &str, deny: &str) -> Choice {
        let names = |list: &str| (!list.is_empty()).then(|| Names::parse(list).ok().unwrap());
        Choice { mode, allow: names(allow), deny: names(deny) }
    }

    fn held(choice: &Choice) -> String {
        let names: Vec<&str> =
            KNOWN.iter().filter(|tool| choice.holds(**tool)).map(|tool| tool.name).collect();
        names.join(" ")
    }

    #[test]
    fn oper_4_deny_is_taken_from_what_allow_left_and_read_only_from_both() {
        use Mode::{ReadOnly, ReadWrite};
        for (row, mode, allow, deny, want) in [
            ("nothing set", ReadWrite, "", "", "get_recipe create_recipe delete_recipe delete_cookbook"),
            ("read-only", ReadOnly, "", "", "get_recipe"),
            ("one name", ReadWrite, "create_recipe", "", "create_recipe"),
            (
                "blanks and capitals",
                ReadWrite,
                " Create_Recipe , GET_recipe ",
                "",
                "get_recipe create_recipe",
            ),
            ("a beginning", ReadWrite, "delete_*", "", "delete_recipe delete_cookbook"),
            ("essential", ReadWrite, "essential", "", "get_recipe create_recipe"),
            (
                "essential and one more",
                ReadWrite,
                "essential,delete_cookbook",
                "",
                "get_recipe create_recipe delete_cookbook",
            ),
            ("essential in read-only mode", ReadOnly, "essential", "", "get_recipe"),
            ("everything but", ReadWrite, "", "delete_*", "get_recipe create_recipe"),
            ("both", ReadWrite, "*", "delete_*,create_recipe", "get_recipe"),
            ("denied and allowed", ReadWrite, "delete_recipe,get_recipe", "delete_recipe", "get_recipe"),
            ("all but essential", ReadWrite, "", "essential", "delete_recipe delete_cookbook"),
            (
                "a name is no beginning",
                ReadWrite,
                "",
                "delete_recip*",
                "get_recipe create_recipe delete_cookbook",
            ),
        ] {
            assert_eq!(held(&choice(mode, allow, deny)), want, "{row}");
        }
    }

    #[test]
    fn oper_4_an_entry_that_means_no_tool_is_named_with_the_nearest_and_one_that_is_hidden_is_said_to_be() {
        use Mode::{ReadOnly, ReadWrite};
        for (row, mode, allow, deny, problems, remarks) in [
            ("all well", ReadWrite, "get_recipe", "delete_*", "", ""),
            (
                "a slip of the pen",
                ReadWrite,
                "get_recipes",
                "",
                "MEALIE_ALLOW_TOOLS names `get_recipes`, which is no tool; `get_recipe` is",
                "",
            ),
            (
                "two that are none, and both lists",
                ReadWrite,
                "brew_tea",
                "*_recipe",
                "MEALIE_ALLOW_TOOLS names `brew_tea`, which is no tool; docs/tools.md lists them\n\
                 MEALIE_DENY_TOOLS names `*_recipe`, which is no tool; docs/tools.md lists them",
                "",
            ),
            (
                "not to be shown",
                ReadWrite,
                "s3same/open",
                "",
                "MEALIE_ALLOW_TOOLS has an entry of length 11 that is no tool; docs/tools.md lists them",
                "",
            ),
            (
                "hidden",
                ReadOnly,
                "get_recipe,create_recipe",
                "delete_*",
                "",
                "MEALIE_ALLOW_TOOLS names `create_recipe`, which MEALIE_READ_ONLY hides anyway\n\
                 MEALIE_DENY_TOOLS names `delete_*`, which MEALIE_READ_ONLY hides anyway",
            ),
            (
                "nothing left",
                ReadWrite,
                "delete_*",
                "delete_*",
                "MEALIE_ALLOW_TOOLS and MEALIE_DENY_TOOLS leave no tool. Change one",
                "",
            ),
            (
                "nothing that only reads",
                ReadOnly,
                "create_recipe",
                "",
                "MEALIE_ALLOW_TOOLS and MEALIE_DENY_TOOLS leave no tool that MEALIE_READ_ONLY does not hide. Change one",
                "MEALIE_ALLOW_TOOLS names `create_recipe`, which MEALIE_READ_ONLY hides anyway",
            ),
        ] {
            let (mut wrong, mut told) = (Vec::new(), Vec::new());
            choice(mode, allow, deny).judge(&KNOWN, &mut wrong, |remark| {
                told.push(super::super::Notice(remark).to_string());
            });
            let wrong: Vec<String> = wrong.iter().map(Problem::to_string).collect();
            assert_eq!((wrong.join("\n").as_str(), told.join("\n").as_str()), (problems, remarks), "{row}");
        }
    }

    #[test]
    fn oper_4_an_empty_entry_is_no_name() {
        for list in [",", "get_recipe,", "get_recipe,,create_recipe", " ,get_recipe"] {
            assert_eq!(Names::parse(list).unwrap_err(), Fault::Breaks("has an empty entry"), "{list:?}");
        }
    }

    #[test]
    fn oper_4_a_very_long_entry_costs_nothing() {
        let entry = Entry("get_recipe".repeat(100_000));
        assert_eq!(entry.nearest(&KNOWN), None);
    }
}
