//! Lists within records. Three bytes of JSON can become a record of several hundred, so the records of one answer share a
//! room in memory, and a list that would outgrow it is refused while it is read (BND-7). It never holds more than that.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

/// The room of one answer's records, in bytes, their texts apart (those are as long as they are in the answer). A page of a
/// hundred recipes takes 70 kB of it, five thousand foods take 500 kB.
pub(super) const ROOM_BYTES: usize = 4 * 1024 * 1024;

thread_local! {
    /// What is left of it. A reader cannot hand anything down to the lists it reads, and reading an answer waits for
    /// nothing, so it stays on its thread.
    static ROOM: Cell<usize> = const { Cell::new(ROOM_BYTES) };
}

/// Reads one answer, whose records share the room.
pub(super) fn within_the_room<T>(read: impl FnOnce() -> T) -> T {
    ROOM.set(ROOM_BYTES);
    read()
}

/// A list of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Several<T>(Vec<T>);

impl<T> Default for Several<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Deref for Several<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> IntoIterator for Several<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// What is left of a list that was read.
impl<T> FromIterator<T> for Several<T> {
    fn from_iter<I: IntoIterator<Item = T>>(records: I) -> Self {
        Self(records.into_iter().collect())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Several<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Records<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Records<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut records: S) -> Result<Vec<T>, S::Error> {
                let mut all = Vec::new();
                while let Some(record) = records.next_element()? {
                    let left = ROOM.get().checked_sub(size_of::<T>());
                    ROOM.set(left.ok_or_else(|| S::Error::custom("more records than there is room for"))?);
                    all.push(record);
                }
                Ok(all)
            }
        }

        deserializer.deserialize_seq(Records(PhantomData)).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mealie::records::{Page, Recipe};

    #[test]
    fn bnd_7_records_take_the_room_of_one_answer_and_no_more() {
        type Sixteen = [u64; 2];
        let list = |length: usize| format!("[{}]", vec!["[1,2]"; length].join(","));
        let most = ROOM_BYTES / size_of::<Sixteen>();
        for (row, length, fits) in [("as many as fit", most, true), ("one more", most + 1, false)] {
            let read = within_the_room(|| serde_json::from_str::<Several<Sixteen>>(&list(length)));
            assert_eq!(read.is_ok(), fits, "{row}");
        }
        let again = within_the_room(|| serde_json::from_str::<Several<Sixteen>>(&list(most)));
        assert_eq!(again.unwrap().len(), most, "each answer has the room to itself");
    }

    /// The lists of all recipes count together: none of these is long by itself.
    #[test]
    fn bnd_7_lists_within_lists_share_the_room() {
        let recipe = format!(r#"{{"recipeIngredient":[{}]}}"#, vec!["{}"; 1_000].join(","));
        let page = |recipes: usize| format!(r#"{{"items":[{}]}}"#, vec![recipe.clone(); recipes].join(","));
        let read = |recipes| within_the_room(|| serde_json::from_str::<Page<Recipe>>(&page(recipes)).is_ok());
        assert!(read(5));
        assert!(!read(100));
    }

    #[test]
    fn a_list_is_read_as_one() {
        let read = |json| serde_json::from_str::<Several<u8>>(json).map(|list| list.to_vec());
        assert_eq!(read("[1,2]").unwrap(), [1, 2]);
        assert_eq!(read("[]").unwrap(), Vec::<u8>::new());
        assert!(read("{}").is_err() && read("1").is_err());
    }
}
