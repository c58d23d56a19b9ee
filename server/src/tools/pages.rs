//! What the lists have in common: pages, an order, words to search for. It knows no kind of thing, and asks Mealie
//! nothing.

use crate::args::{Text, Whole};
use crate::failure::{Failure, Why};
use crate::mealie::records;
use crate::mealie::route::Route;
use crate::text::has_letters;

/// A page beyond any collection. A database cannot count to the rows of a much later one, and Mealie answers 500.
const LAST_PAGE: u64 = 1_000_000_000;

/// Which page, from 1.
pub(super) type Page = Whole<1, { u64::MAX }>;

/// How much of a list comes at once.
pub(super) type PerPage = Whole<1, 100>;

crate::args::choice! {
    /// In which direction.
    pub(crate) enum Direction { Asc = "asc", Desc = "desc" }
}

/// The route of one page.
pub(super) fn paged(route: Route, page: Option<Page>, per_page: Option<PerPage>, usual: u64) -> Route {
    numbered(route, page.map_or(1, Whole::get), per_page.map_or(usual, Whole::get))
}

/// The route of this page.
pub(super) fn numbered(route: Route, page: u64, per_page: u64) -> Route {
    route.with("page", page.min(LAST_PAGE)).with("perPage", per_page)
}

/// Entries on a page of names where the caller names no number: all tags of most kitchens, or foods in about 6 kB.
const NAMES_PER_PAGE: u64 = 50;

/// The route of one page of what is listed by its name.
pub(super) fn by_name(
    route: Route,
    search: Option<&Text<1, 200>>,
    direction: Option<Direction>,
    page: Option<Page>,
    per_page: Option<PerPage>,
) -> Result<Route, Failure> {
    let direction: &str = direction.unwrap_or(Direction::Asc).into();
    let mut route = route.with("orderBy", "name").with("orderDirection", direction);
    if let Some(words) = search {
        has_a_word(words.as_str())?;
        route = route.search(words.as_str());
    }
    Ok(paged(route, page, per_page, NAMES_PER_PAGE))
}

/// How many pages there are.
pub(super) fn pages_of<T>(page: &records::Page<T>) -> u64 {
    page.total_pages.and_then(|pages| u64::try_from(pages).ok()).unwrap_or_default()
}

/// Refuses words that are none: Mealie 3.10.2 takes them for no search at all.
pub(super) fn has_a_word(search: &str) -> Result<(), Failure> {
    if has_letters(search) {
        return Ok(());
    }
    Err(Failure::refused(
        Why::Senseless,
        "`search` needs a letter or a digit: without one Mealie would answer with nearly everything.",
    ))
}

/// The note of an empty page behind the last one.
pub(super) fn past_the_end(shown: usize, total: Option<u64>, pages: u64) -> Option<String> {
    let past = shown == 0 && total.is_some_and(|total| total > 0);
    past.then(|| match pages {
        1 => "This page is past the end: there is 1 page.".to_owned(),
        pages => format!("This page is past the end: there are {pages} pages."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_past_the_end_says_how_many_there_are() {
        assert_eq!(
            past_the_end(0, Some(3), 1).as_deref(),
            Some("This page is past the end: there is 1 page.")
        );
        assert_eq!(
            past_the_end(0, Some(3), 2).as_deref(),
            Some("This page is past the end: there are 2 pages.")
        );
        for (shown, total) in [(0, Some(0)), (0, None), (1, Some(3))] {
            assert_eq!(past_the_end(shown, total, 2), None, "{shown} of {total:?}");
        }
    }

    #[test]
    fn live_1_words_without_a_letter_or_a_digit_are_no_search() {
        for (words, fine) in [
            ("soup", true),
            ("5", true),
            ("汁", true),
            ("!!!", false),
            (" ", false),
            ("%_", false),
            ("🅱", false),
        ] {
            assert_eq!(has_a_word(words).is_ok(), fine, "{words:?}");
        }
    }
}
