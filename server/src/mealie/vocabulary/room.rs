//! Words read to be sent back with a recipe, and how much of them there may be (BND-7). It never looks for one by name.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{IDS_AT_ONCE, Kind, Word};
use crate::failure::{Failure, Happened, Unusable, Why};
use crate::mealie::Reads;
use crate::mealie::records::Page;
use crate::text::{Document, Id};

/// The most values and bytes of text of one word. It is sent with every line that uses it, up to four hundred times, so a
/// large one could not be sent within memory (BND-7). A food of Mealie's own has about thirty values; its description may be
/// written with 2,000 characters.
const MAX_WORD_VALUES: usize = 1_000;
const MAX_WORD_BYTES: usize = 32 * 1024;

/// How much the words of one request may be together, each as often as it is named, and once as it was read.
#[derive(Debug)]
pub struct Room {
    values: AtomicUsize,
    bytes: AtomicUsize,
}

impl Room {
    /// All the text of the words. A control character takes six bytes as JSON, and the body of a request is held twice.
    /// Two hundred foods with as much of a description as may be written are about 2 MB.
    const BYTES: usize = 4 * 1024 * 1024;

    /// For this many JSON values.
    pub fn of(values: usize) -> Self {
        Self { values: values.into(), bytes: Self::BYTES.into() }
    }

    fn take(&self, word: &Document, times: usize) -> Option<()> {
        let take = |room: &AtomicUsize, size: usize| {
            let size = size.saturating_mul(times);
            room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(size)).ok()
        };
        take(&self.values, word.values())?;
        take(&self.bytes, word.text_bytes())?;
        Some(())
    }
}

/// These words as they stand there now, to be sent back with a recipe as often as is said of each (LIVE-6).
pub async fn as_read(
    reads: &Reads,
    kind: Kind,
    uses: &HashMap<Id, usize>,
    room: &Room,
) -> Result<HashMap<Id, Document>, Failure> {
    let mut ids: Vec<Id> = uses.keys().copied().collect();
    ids.sort_unstable();
    let mut words = HashMap::new();
    // One page after the other: nothing is held that has no room.
    for page in ids.chunks(IDS_AT_ONCE) {
        let page = reads.get::<Page<Document>>(kind.route().where_among("id", page).all()).await?;
        for word in page.into_items() {
            let id = word.read::<Word>().ok().and_then(|word| word.id());
            let Some((id, uses)) = id.and_then(|id| uses.get_key_value(&id)) else { continue };
            let small = word.values() <= MAX_WORD_VALUES && word.text_bytes() <= MAX_WORD_BYTES;
            if !small || room.take(&word, uses + 1).is_none() {
                return Err(Failure::Answer(Unusable::NotAsExpected, Happened::No));
            }
            words.insert(*id, word);
        }
    }
    match ids.iter().find(|id| !words.contains_key(id)) {
        None => Ok(words),
        Some(id) => Err(Failure::refused(
            Why::Changed,
            format!("The {} {id} is gone since it was looked up. Read what is there now.", kind.one()),
        )),
    }
}
