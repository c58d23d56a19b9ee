//! The words of the features. Each file holds the steps that touch one thing, and has one permission: Given steps set
//! the table, When steps act, Then steps look. No step is more than one verb of the world.

mod answers;
mod calls;
mod kitchen;
mod meanwhile;
mod person;
mod process;
mod subject;
mod traffic;

#[cfg(test)]
mod tests {
    use std::panic::AssertUnwindSafe;

    use cucumber::World as _;
    use cucumber::gherkin::{Step, StepType};
    use futures::FutureExt as _;

    use super::*;
    use crate::era::Era;
    use crate::person::{Answer, Tampering};
    use crate::scenarios::{Features, Selection, laid_out, open};
    use crate::wish::Wish;
    use crate::world::{Half, World};

    /// Each file of steps, the kind of step that it holds, and the verbs of the world that it may use.
    const PERMISSIONS: [(&str, &str, &str, &[&str]); 26] = [
        ("kitchen.rs", include_str!("steps/kitchen.rs"), "given", &["kitchen", "open_demo", "filled"]),
        ("kitchen/cookbooks.rs", include_str!("steps/kitchen/cookbooks.rs"), "given", &["kitchen"]),
        ("kitchen/pages.rs", include_str!("steps/kitchen/pages.rs"), "given", &["kitchen"]),
        ("kitchen/pictures.rs", include_str!("steps/kitchen/pictures.rs"), "given", &["kitchen"]),
        ("kitchen/plan.rs", include_str!("steps/kitchen/plan.rs"), "given", &["kitchen"]),
        ("kitchen/social.rs", include_str!("steps/kitchen/social.rs"), "given", &["kitchen"]),
        ("kitchen/shopping.rs", include_str!("steps/kitchen/shopping.rs"), "given", &["kitchen"]),
        ("kitchen/trouble.rs", include_str!("steps/kitchen/trouble.rs"), "given", &["kitchen"]),
        (
            "subject.rs",
            include_str!("steps/subject.rs"),
            "given",
            &["set", "declare", "mind", "plumb", "write_secret", "look"],
        ),
        (
            "meanwhile.rs",
            include_str!("steps/meanwhile.rs"),
            "when",
            &["kitchen", "reply", "start", "replace_subject"],
        ),
        (
            "calls.rs",
            include_str!("steps/calls.rs"),
            "when",
            &[
                "look",
                "last_call",
                "call",
                "call_with",
                "call_again",
                "call_with_token",
                "call_elsewhere",
                "call_with_forms",
                "begin",
                "crowd",
                "token_at_once",
                "call_at_once",
                "take_back",
                "list",
                "list_elsewhere",
                "redeclare",
                "initialize",
                "speak_newer",
                "request",
                "bare_request",
                "send",
                "send_line",
                "hang_up",
            ],
        ),
        ("calls/tables.rs", include_str!("steps/calls/tables.rs"), "when", &["look", "call", "call_each"]),
        (
            "person.rs",
            include_str!("steps/person.rs"),
            "when",
            &[
                "look",
                "last_question",
                "last_answer",
                "answer",
                "answer_question",
                "answer_again",
                "answer_too_late",
                "answer_at_once",
                "answer_half",
                "answer_tampered",
                "answer_tampered_everywhere",
                "answer_under_earlier_key",
                "stay_silent",
                "let_it_expire",
            ],
        ),
        ("answers.rs", include_str!("steps/answers.rs"), "then", LOOKS),
        ("answers/questions.rs", include_str!("steps/answers/questions.rs"), "then", LOOKS),
        ("answers/tools.rs", include_str!("steps/answers/tools.rs"), "then", LOOKS),
        ("answers/content.rs", include_str!("steps/answers/content.rs"), "then", LOOKS),
        ("answers/lists.rs", include_str!("steps/answers/lists.rs"), "then", LOOKS),
        ("answers/rows.rs", include_str!("steps/answers/rows.rs"), "then", LOOKS),
        (
            "traffic.rs",
            include_str!("steps/traffic.rs"),
            "then",
            &["look", "journal", "writes", "last_words", "rows", "waiting", "await_waiting", "sign_of_life"],
        ),
        ("traffic/cookbooks.rs", include_str!("steps/traffic/cookbooks.rs"), "then", &["look"]),
        ("traffic/plan.rs", include_str!("steps/traffic/plan.rs"), "then", &["look", "last_words"]),
        (
            "traffic/social.rs",
            include_str!("steps/traffic/social.rs"),
            "then",
            &["look", "writes", "last_words"],
        ),
        ("traffic/shopping.rs", include_str!("steps/traffic/shopping.rs"), "then", &["look", "last_words"]),
        ("traffic/stored.rs", include_str!("steps/traffic/stored.rs"), "then", &["look"]),
        (
            "process.rs",
            include_str!("steps/process.rs"),
            "then",
            &[
                "look",
                "ending",
                "stderr",
                "stderr_line",
                "lines_on_stdout",
                "visible_environment",
                "subject_said",
                "settled",
                "sign_of_life",
                "peak_memory",
                "last_words",
            ],
        ),
    ];

    /// What the steps that look at answers may look at.
    const LOOKS: &[&str] = &[
        "look",
        "filled",
        "turn",
        "reply",
        "replies",
        "question",
        "two_questions",
        "questions_waiting",
        "last_question",
        "last_token",
        "last_words",
        "tokens",
        "volley",
        "rows",
        "lists",
        "raw_lists",
        "tools",
        "tool_called",
        "nameless_error",
        "notification",
        "complaints",
    ];

    #[test]
    fn each_file_of_steps_keeps_to_its_permission() {
        for (file, source, kind, verbs) in PERMISSIONS {
            // The tests of a file are no steps.
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            for other in ["given", "when", "then"].into_iter().filter(|other| *other != kind) {
                assert!(!source.contains(&format!("#[{other}(")), "{file} holds a {other} step");
            }
            for used in verbs_used(source) {
                assert!(verbs.contains(&used.as_str()), "{file} may not use world.{used}");
            }
            if kind == "then" {
                assert!(!source.contains(".state()"), "{file} may look at the kitchen, not change it");
            }
        }
    }

    fn verbs_used(source: &str) -> Vec<String> {
        source
            .split("world")
            .skip(1)
            .filter_map(|rest| rest.trim_start().strip_prefix('.'))
            .map(|verb| {
                verb.chars().take_while(|letter| letter.is_ascii_alphabetic() || *letter == '_').collect()
            })
            .collect()
    }

    #[test]
    fn the_scan_for_verbs_sees_through_line_breaks() {
        assert_eq!(verbs_used("world.call(a); world\n    .look(); the world is round"), ["call", "look"]);
    }

    /// The steps of every scenario, its background first.
    fn every_step() -> Vec<Vec<Step>> {
        laid_out(open(&Features::Carried).unwrap(), &Selection::default(), &Era::ALL)
            .into_iter()
            .flat_map(|feature| {
                let background = feature.background.map(|background| background.steps).unwrap_or_default();
                let whole = move |steps| background.iter().cloned().chain(steps).collect();
                feature.scenarios.into_iter().map(|scenario| scenario.steps).map(whole)
            })
            .collect()
    }

    /// A step can fit its definition and still say something that the definition does not know.
    #[test]
    fn the_words_within_the_steps_have_a_meaning() {
        type Meaning = fn(&str) -> bool;
        let wish: Meaning = |words| Wish::from_words(words).is_ok();
        let meanings: [(&str, Meaning); 13] = [
            ("the model asks to ", wish),
            ("another model asks to ", wish),
            ("the model begins to ", |words| {
                words.split_once(" and takes").is_some_and(|(wish, _)| Wish::from_words(wish).is_ok())
            }),
            ("the model begins 8 times to ", wish),
            ("the model asks 4 times at once to ", wish),
            ("the model, listening for progress, asks to ", wish),
            ("the yes comes with a call to ", wish),
            ("the token comes with a call to ", wish),
            ("the person ", |words| words == "stays silent" || Answer::from_words(words).is_some()),
            ("the yes comes back and the state with ", |words| Tampering::from_words(words).is_some()),
            ("the call is made again with ", |words| Half::from_words(words).is_some()),
            ("the client sends a ", |words| calls::junk(&format!("a {words}")).is_some()),
            ("the client sends an ", |words| calls::junk(&format!("an {words}")).is_some()),
        ];
        let mut seen = [0; 13];
        for step in every_step().iter().flatten().filter(|step| step.ty == StepType::When) {
            for (count, (beginning, meaning)) in seen.iter_mut().zip(meanings) {
                if let Some(words) = step.value.strip_prefix(beginning) {
                    assert!(meaning(words), "{}", step.value);
                    *count += 1;
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 0), "a row that meets no step: {seen:?}");
    }

    /// What stands in a table is a wish as well.
    #[test]
    fn the_wishes_in_tables_have_a_meaning() {
        let mut seen = 0;
        for step in
            every_step().iter().flatten().filter(|step| step.value == "the model asks for each of these")
        {
            let rows = step.table.iter().flat_map(|table| table.rows.iter().skip(1));
            for wish in rows.filter_map(|row| row.first()) {
                assert!(Wish::from_words(wish).is_ok(), "{wish}");
                seen += 1;
            }
        }
        assert!(seen > 0, "no table of wishes");
    }

    /// Given steps touch the kitchen and the settings alone, and so do deeds of somebody else: all of them can be
    /// tried without a server.
    #[tokio::test]
    async fn every_table_can_be_set() {
        let steps = World::collection();
        for scenario in every_step() {
            let mut world = World::new().await.unwrap();
            for step in scenario {
                if step.ty != StepType::Given && !step.value.starts_with("somebody ") {
                    continue;
                }
                let (definition, _, _, context) = steps.find(&step).unwrap().unwrap();
                let done = AssertUnwindSafe(definition(&mut world, context)).catch_unwind().await;
                assert!(done.is_ok(), "{}", step.value);
            }
        }
    }
}
