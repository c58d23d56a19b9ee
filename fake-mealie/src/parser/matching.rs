//! Which stored food or unit a name means: the one of that name or, if there is none, the most similar one.
//! Never decides how similar is similar enough; whoever makes a vocabulary does.

use std::collections::HashMap;

use crate::slug::normalized;

/// How much of a name is compared, in characters (Mealie 3.10.2, `SqlAlchemyBase.normalize`).
const KEPT_CHARS: usize = 255;

/// Names, each with what it stands for, in the order in which each name came first.
pub(super) struct Vocabulary<'k, T> {
    /// Least likeness, in percent.
    least: usize,
    names: Vec<(Vec<char>, &'k T)>,
    places: HashMap<String, usize>,
}

impl<'k, T> Vocabulary<'k, T> {
    pub(super) fn new(least: usize) -> Vocabulary<'k, T> {
        Vocabulary { least, names: Vec::new(), places: HashMap::new() }
    }

    /// Adds a name, unless it is empty. A name that is there already stands for the new thing from now on.
    pub(super) fn add(&mut self, name: &str, thing: &'k T) {
        if name.is_empty() {
            return;
        }
        let name = folded(name);
        match self.places.get(&name) {
            Some(place) => self.names[*place].1 = thing,
            None => {
                self.names.push((name.chars().collect(), thing));
                self.places.insert(name, self.names.len() - 1);
            }
        }
    }

    /// What a name means. Of equally similar ones it is the first.
    pub(super) fn find(&self, name: &str) -> Option<&'k T> {
        let name = folded(name);
        if let Some(place) = self.places.get(&name) {
            return Some(self.names[*place].1);
        }
        let name: Vec<char> = name.chars().collect();
        let mut best: Option<(Likeness, &'k T)> = None;
        for (known, thing) in &self.names {
            let total = name.len() + known.len();
            // No use in counting if even the shorter one whole would not do.
            if 200 * name.len().min(known.len()) < self.least * total {
                continue;
            }
            let likeness = Likeness { shared: 2 * longest_shared(&name, known), total };
            let enough = 100 * likeness.shared >= self.least * total;
            if enough && best.is_none_or(|(best, _)| likeness.is_more_than(best)) {
                best = Some((likeness, thing));
            }
        }
        best.map(|(_, thing)| thing)
    }
}

fn folded(name: &str) -> String {
    normalized(name).chars().take(KEPT_CHARS).collect()
}

/// The share of letters that two names have in common, in the same order (`ratio` of rapidfuzz, which Mealie uses).
#[derive(Debug, Clone, Copy)]
struct Likeness {
    shared: usize,
    total: usize,
}

impl Likeness {
    fn is_more_than(self, other: Likeness) -> bool {
        self.shared * other.total > other.shared * self.total
    }
}

/// How many letters two names have in common, in the same order: the length of their longest common subsequence.
fn longest_shared(left: &[char], right: &[char]) -> usize {
    let mut row = vec![0; right.len() + 1];
    for letter in left {
        let mut diagonal = 0;
        for (at, other) in right.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if letter == other { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of rapidfuzz 3.14: what is found at a likeness, and not found at one percent more.
    #[test]
    fn names_are_as_alike_as_rapidfuzz_says() {
        for (left, right, percent) in [
            ("sprigs", "prise", 72),
            ("tomatoe", "tomatoes", 93),
            ("onionz", "onions", 83),
            ("onionz", "onion", 90),
            ("ab", "ba", 50),
            ("aaaaaaaaaaaaaaaaabbb", "aaaaaaaaaaaaaaaaaccc", 85),
            ("abc", "xyz", 0),
            ("", "a", 0),
        ] {
            for (least, found) in [(percent, true), (percent + 1, false)] {
                let mut vocabulary = Vocabulary::new(least);
                vocabulary.add(right, &());
                assert_eq!(vocabulary.find(left).is_some(), found, "{left} and {right} at {least}");
            }
        }
    }

    #[test]
    fn the_first_of_equally_similar_names_wins_and_the_last_of_equal_ones() {
        let mut vocabulary = Vocabulary::new(70);
        for (name, thing) in [("abce", &1), ("abcf", &2), ("Crème", &3), ("creme", &4), ("", &5)] {
            vocabulary.add(name, thing);
        }
        for (row, name, thing) in [
            ("similar to two", "abcd", Some(&1)),
            ("as written", "abcf", Some(&2)),
            ("without accents, and the later one", "CRÈME", Some(&4)),
            ("like nothing", "flour", None),
            ("nothing", "", None),
        ] {
            assert_eq!(vocabulary.find(name), thing, "{row}");
        }
    }
}
