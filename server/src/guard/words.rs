//! What the guard says to the model: why nothing was changed, and what the two-call path asks for. Fixed words only;
//! it never says that somebody approved.

use std::time::Duration;

use super::NoDialog;
use super::question::Question;

/// What did not lead to a yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAYes {
    /// The person declined, or the client did for them.
    Declined,
    /// It was declined less than a minute ago.
    DeclinedBefore,
    /// The dialog was closed without an answer.
    Cancelled,
    /// Accepted, with the box left empty.
    Unticked,
    /// Accepted without an answer in it.
    Bare,
    /// An answer that is none.
    Malformed,
    /// The client answered with an error.
    Error,
    /// No answer came in time.
    Silence,
    /// The client went away, or took the call back.
    Gone,
}

/// The end of every text about a dialog that came to nothing: some clients answer by themselves (ERA-4).
const CLIENTS_ANSWER: &str = "Some clients answer such a dialog by themselves, without showing it. If nobody saw a \
     question, the operator can set ELICITATION=false, which replaces the dialog by a token.";

/// Why nothing was changed.
pub fn not_a_yes(why: NotAYes) -> String {
    let what = match why {
        NotAYes::Declined => {
            "Nothing was changed: the question was declined. Do not try again unless the person asks for it."
        }
        NotAYes::DeclinedBefore => {
            "Nothing was changed: this was declined less than a minute ago and is not asked again so soon. Do not try \
             again unless the person asks for it."
        }
        NotAYes::Cancelled => "Nothing was changed: the question was closed without an answer.",
        NotAYes::Unticked => {
            "Nothing was changed: the question was accepted, but its box `confirm` was not ticked."
        }
        NotAYes::Bare => {
            "Nothing was changed: the question was accepted without an answer in it, which is no yes."
        }
        NotAYes::Malformed => "Nothing was changed: the answer to the question was not a yes or a no.",
        NotAYes::Error => "Nothing was changed: the client answered the question with an error.",
        NotAYes::Silence => "Nothing was changed: nobody answered the question in time.",
        NotAYes::Gone => {
            return "Nothing was changed: the call ended before the question was answered.".to_owned();
        }
    };
    format!("{what} {CLIENTS_ANSWER}")
}

/// Who did not ask (TOK-3).
fn nobody_asked(why: NoDialog) -> &'static str {
    match why {
        NoDialog::Client => "Nobody was asked: this client cannot show a dialog.",
        NoDialog::Operator => {
            "Nobody was asked: mealie-mcp did not ask, because its operator switched the dialog off (ELICITATION=false)."
        }
    }
}

/// The first answer of the two-call path (TOK-2).
pub fn slip(why: NoDialog, question: &Question, tool: &str, slip: &str, lifetime: Duration) -> String {
    let (number, unit) = match lifetime.as_secs() {
        1 => (1, "second"),
        60 => (1, "minute"),
        seconds if seconds % 60 == 0 => (seconds / 60, "minutes"),
        seconds => (seconds, "seconds"),
    };
    format!(
        "Nothing was changed yet. {}\n\n{question}\n\nIf the person you work for wants this, call {tool} again with the \
         same arguments and confirm_token \"{slip}\" within {number} {unit}. Ask them first: the token proves the call \
         was made twice with the same arguments, and nothing more.",
        nobody_asked(why)
    )
}

/// The refusal where a dialog is demanded and cannot be had (TOK-7).
pub fn no_dialog(why: NoDialog) -> String {
    format!(
        "Nothing was changed. {} This server is set to change nothing of this kind without one \
         (MEALIE_REQUIRE_DIALOG=true). Use a client that supports MCP elicitation, or do it in Mealie's web page.",
        nobody_asked(why)
    )
}

/// Why a slip does not help (TOK-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadSlip {
    /// Its time is over.
    Stale,
    /// It has been used.
    Used,
    /// The call is the same, what it is about is not.
    Changed,
    /// It belongs to another call or to none.
    Foreign,
    /// No more can be used at present.
    Full,
}

/// The refusal of a slip. It hands out no new one.
pub fn bad_slip(why: BadSlip) -> &'static str {
    match why {
        BadSlip::Stale => {
            "Nothing was changed: this confirm_token is too old. Call without confirm_token to get a new one."
        }
        BadSlip::Used => {
            "Nothing was changed by this call: this confirm_token has been used already. Read what is there now before \
             you call again."
        }
        BadSlip::Changed => {
            "Nothing was changed: what this call is about has changed since the confirm_token was given (its content, or \
             a count that was named). Read it again, then call without confirm_token."
        }
        BadSlip::Foreign => {
            "Nothing was changed: this confirm_token was not given for this call. It holds for the same tool and the \
             same arguments only. Call without confirm_token to get one for this call."
        }
        BadSlip::Full => "Nothing was changed: too many answers came in the last minutes. Try again later.",
    }
}

/// The yes was for something that this call does not lead to any more (ASK-15).
pub const ANOTHER_TARGET: &str = "Nothing was changed: while the question was open, what this call names came to be \
     something else. The yes was not for that. Read what is there now before you call again.";

/// What was asked about came to be nothing that needs asking, or an answer to something else came along.
pub const NO_LONGER_ASKED: &str = "Nothing was changed: an answer came with this call, and nothing is to be asked about it now; \
     what it is about may have changed since. Read it again, and call again without the earlier answer.";

/// What was to be approved changed again and again while it was being asked about.
pub const KEEPS_CHANGING: &str = "Nothing was changed: what this call is about changed every time while the question was \
     open. Read it again before you try once more.";

/// Too many questions wait at once (ASK-20).
pub const TOO_MANY_OPEN: &str = "Nothing was changed and nobody was asked: too many questions are waiting for an answer \
     already. Wait until they are answered.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::question::Paragraph;
    use crate::words;

    /// Every text of the guard, in one place, to be read aloud.
    #[test]
    fn every_word_of_the_guard() {
        let mut all = Vec::new();
        for why in [
            NotAYes::Declined,
            NotAYes::DeclinedBefore,
            NotAYes::Cancelled,
            NotAYes::Unticked,
            NotAYes::Bare,
            NotAYes::Malformed,
            NotAYes::Error,
            NotAYes::Silence,
            NotAYes::Gone,
        ] {
            all.push(format!("{why:?}: {}", not_a_yes(why)));
        }
        for why in [BadSlip::Stale, BadSlip::Used, BadSlip::Changed, BadSlip::Foreign, BadSlip::Full] {
            all.push(format!("{why:?}: {}", bad_slip(why)));
        }
        let question =
            Question::new(Paragraph::of(words!["This will."]), Paragraph::of(words!["This cannot."]));
        for why in [NoDialog::Client, NoDialog::Operator] {
            all.push(slip(why, &question, "delete_recipe", "TOKEN", Duration::from_secs(900)));
            all.push(no_dialog(why));
        }
        all.push(slip(NoDialog::Client, &question, "delete_recipe", "TOKEN", Duration::from_secs(30)));
        all.extend([ANOTHER_TARGET, NO_LONGER_ASKED, KEEPS_CHANGING, TOO_MANY_OPEN].map(str::to_owned));
        insta::assert_snapshot!(all.join("\n\n"));
    }

    #[test]
    fn tok_2_no_text_says_that_somebody_approved() {
        let question = Question::new(Paragraph::default(), Paragraph::default());
        for why in [BadSlip::Stale, BadSlip::Used, BadSlip::Changed, BadSlip::Foreign, BadSlip::Full] {
            assert!(!bad_slip(why).contains("approv"), "{why:?}");
        }
        for why in [NoDialog::Client, NoDialog::Operator] {
            assert!(!no_dialog(why).contains("approv"), "{why:?}");
            let text = slip(why, &question, "delete_recipe", "TOKEN", Duration::from_secs(900));
            let honest = "the token proves the call was made twice with the same arguments, and nothing more";
            assert!(text.contains(honest), "{text}");
            assert!(!text.contains("approv"), "{text}");
        }
    }
}
