//! Surprises of the ingredient parser: whole calls that fail for one line, and parsers that are not there.
//! Never reads a line; `parser` does.

use super::uncaught;
use crate::parser::{Reader, Trips};
use crate::reply::Answer;
use crate::store::{Ai, Kitchen, LanguageData};

/// One line that trips brute up fails the whole call, and none of the others is answered: a blank line, a line that
/// ends with a unit ("a pinch"), a unit with nothing but brackets behind it ("cup (large)"), a number that no float
/// holds.
/// Mealie 3.10.2, `brute/process.py`; seen `parser/parse_one_blank_among_good_500`; "a pinch" and the others: measured.
pub(crate) fn line_trips_the_parser(_: Trips) -> Answer {
    uncaught()
}

/// Whether a parser works on this installation. Without its language data every call of nlp, the default, that has a
/// line in it is an error that nobody catches; without an AI provider so is every call of openai, lines or none.
/// Mealie 3.10.2; seen `parser/parse_default_is_nlp_without_language_data_500`, `parse_empty_list`,
/// `parse_openai_not_configured_500`, `with_ai_parse_openai_provider_error`.
pub(crate) fn parser_works(kitchen: &Kitchen, reader: Reader, lines: usize) -> Result<(), Answer> {
    let works = match reader {
        Reader::Brute => true,
        Reader::Nlp => kitchen.instance.language_data == LanguageData::Installed || lines == 0,
        Reader::OpenAi => matches!(kitchen.ai, Ai::Reads(_)),
    };
    if works { Ok(()) } else { Err(uncaught()) }
}
