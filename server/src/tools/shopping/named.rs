//! Ids of items as a person reads them. It never holds more of them than anybody compares.

use crate::guard::question::{Paragraph, Word};
use crate::text::Id;
use crate::words;

/// How many ids are told whole.
const IDS_SHOWN: usize = 3;

/// The first ids, and how many there are besides.
pub(super) fn named(ids: &[Id]) -> Paragraph {
    let mut named = Paragraph::default();
    for (place, id) in ids.iter().take(IDS_SHOWN).enumerate() {
        named = named.and([Word::Fixed(if place == 0 { "" } else { ", " }), Word::Id(*id)]);
    }
    match ids.len().saturating_sub(IDS_SHOWN) {
        0 => named,
        more => named.and(words![" and ", more as u64, " more"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ask_19_ids_are_whole_up_to_three() {
        let ids: Vec<Id> = (1..=12u128).map(|number| format!("{number:032x}").parse().unwrap()).collect();
        let whole = |number: usize| format!("00000000-0000-0000-0000-{number:012x}");
        for (count, want) in [
            (0, String::new()),
            (1, whole(1)),
            (3, format!("{}, {}, {}", whole(1), whole(2), whole(3))),
            (4, format!("{}, {}, {} and 1 more", whole(1), whole(2), whole(3))),
            (12, format!("{}, {}, {} and 9 more", whole(1), whole(2), whole(3))),
        ] {
            assert_eq!(named(&ids[..count]).to_string(), want);
        }
    }
}
