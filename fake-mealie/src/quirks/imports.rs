//! Surprises of imports: where Mealie goes though nobody asked, and what it answers when it cannot.
//! Never fetches anything; that a real Mealie would is told to whoever asks.

use axum::http::StatusCode;
use serde_json::json;

use super::uncaught;
use crate::reply::Answer;

/// No recipe: the key is `details` here and `detail` around it, and the text is a constant.
/// Mealie 3.10.2, `create_from_html`; seen `import/html_or_json_no_context`, `url_no_recipe_400`, `url_not_a_url_400`.
pub(crate) fn bad_recipe_data() -> Answer {
    Answer::json(StatusCode::BAD_REQUEST, json!({ "detail": { "details": "BAD_RECIPE_DATA" } }))
}

/// A preview of a page without a recipe is a success with a sentence in it, as a bare JSON string.
/// Mealie 3.10.2; seen `import/test_scrape_no_recipe`.
pub(crate) fn preview_found_nothing() -> Answer {
    Answer::ok(json!("recipe_scrapers was unable to scrape this URL"))
}

/// A host that is not there, that does not resolve, or that Mealie itself refuses (loopback and private addresses).
/// Mealie 3.10.2, `AsyncSafeTransport`; seen `import/url_private_address_refused`, `url_unresolvable_host`,
/// `test_scrape_private_address`.
pub(crate) fn page_cannot_be_reached() -> Answer {
    uncaught()
}

/// A page that is still coming after fifteen seconds.
/// Mealie 3.10.2, `ForceTimeoutException`; read, not seen.
pub(crate) fn page_takes_too_long() -> Answer {
    Answer::problem(StatusCode::REQUEST_TIMEOUT, "Recipe Scraping Timed Out", None)
}

/// The address that an import by URL goes to: the first thing in the text that looks like one, up to the next blank.
/// Only in lower case: `HTTPS://` is not found, while `www.` is and then leads nowhere, for it has no scheme.
/// Mealie 3.10.2, `create_from_html`; seen `import/url_embedded_in_text`, `url_ftp_400`; the cases asked of a running
/// one.
pub(crate) fn address_in(text: &str) -> Option<&str> {
    let starts = ["http://", "https://", "www."].iter().filter_map(|start| {
        let mut found = text.match_indices(start).map(|(at, _)| at);
        found.find(|at| text[at + start.len()..].starts_with(|letter: char| !letter.is_whitespace()))
    });
    text[starts.min()?..].split_whitespace().next()
}

/// Without an AI provider a preview that asks for one finds nothing, and the page is not even fetched.
/// Mealie 3.10.2, `RecipeScraperOpenAI.get_html`; seen `import/test_scrape_openai_not_configured`.
pub(crate) fn preview_by_ai_without_one() -> Answer {
    preview_found_nothing()
}

/// An empty document is no document: Mealie goes to `url` and fetches what is there, though it was to read a document.
/// Mealie 3.10.2, `create_from_html` (`if not html`); asked a running one.
pub(crate) fn is_fetched_instead(document: &str) -> bool {
    document.is_empty()
}

/// Only what begins with `{` is taken for JSON, and it is put into a page as it is: a `</script>` in one of its texts
/// ends the script, and what follows is read as HTML. A list of objects or a blank before the brace is HTML.
/// Mealie 3.10.2, `ld_json_to_html`; seen `import/html_or_json_array`, `html_or_json_leading_space_json`.
pub(crate) fn page_around(document: &str) -> String {
    if !document.starts_with('{') {
        return document.to_owned();
    }
    format!(
        "<!DOCTYPE html><html><head><script type=\"application/ld+json\">{document}</script></head><body></body></html>"
    )
}

/// The name of an import without one: a fresh id, so that it is never taken.
/// Mealie 3.10.2, `create_from_html`; seen `import/html_or_json_empty_name`.
pub(crate) fn name_of_the_nameless(id: uuid::Uuid) -> String {
    format!("No Recipe Name Found - {id}")
}

/// What becomes of the picture. A version of four letters and digits stands there whether or not there is a picture:
/// none told, not reachable, a path that leads nowhere. Only an address that answers with something else than a
/// picture is found out.
/// Mealie 3.10.2, `create_from_html`; seen `import/html_or_json_no_image_result`, `html_or_json_local_image_result`,
/// `url_image_is_not_an_image_result`.
pub(crate) fn image_of_an_import(version: uuid::Uuid, answers_with_no_picture: bool) -> String {
    const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    if answers_with_no_picture {
        return "no image".into();
    }
    version
        .as_bytes()
        .iter()
        .take(4)
        .map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]))
        .collect()
}

/// The eleventh import under one name: POST says 400 then, imports do not catch it. Its tags are made all the same.
/// Mealie 3.10.2, `_create_recipe_from_web`; asked a running one.
pub(crate) fn eleventh_import_of_a_name() -> Answer {
    uncaught()
}

/// Whether a yield is taken for servings. Mealie looks for the words of all its languages at once, as parts of words:
/// `ger`, which is "makes" in Swedish, is in `hamburger buns`.
/// Mealie 3.10.2, `_is_serving_string`; seen `import/html_or_json_servings_result`; the buns read.
pub(crate) fn counts_as_servings(what: &str) -> bool {
    ["serving", "ger"].iter().any(|word| what.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_found_where_mealie_finds_it() {
        for (row, text, want) in [
            ("alone", "https://a.example/x", Some("https://a.example/x")),
            ("in a text", "look at https://a.example/x please", Some("https://a.example/x")),
            ("two", "http://a.example https://b.example", Some("http://a.example")),
            ("behind other letters", "xhttps://a.example", Some("https://a.example")),
            ("without a scheme", "www.a.example", Some("www.a.example")),
            ("upper case", "HTTPS://a.example", None),
            ("another scheme", "ftp://a.example", None),
            ("a scheme alone", "see http:// and https://a.example", Some("https://a.example")),
            ("nothing", "", None),
        ] {
            assert_eq!(address_in(text), want, "{row}");
        }
    }
}
