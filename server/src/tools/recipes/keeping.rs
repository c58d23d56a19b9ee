//! What stays when a list is replaced: which new member is which old one. Lines keep their ids and steps their links by
//! it (LIVE-4). Every pass is linear, whatever the lists hold; it never looks at what a member is, only at keys.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// New members paired with old ones, each at most once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairs {
    /// For each new member the old one that it is.
    of_new: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl Pairs {
    /// Nothing is paired yet.
    pub(super) fn none(old: usize, new: usize) -> Self {
        Self { of_new: vec![None; new], taken: vec![false; old] }
    }

    /// The old member that a new one is.
    pub(super) fn old_of(&self, new: usize) -> Option<usize> {
        self.of_new.get(new).copied().flatten()
    }

    /// The old members that no new one is.
    pub(super) fn gone(&self) -> impl Iterator<Item = usize> {
        self.taken.iter().enumerate().filter(|(_, taken)| !**taken).map(|(old, _)| old)
    }

    fn is_free(&self, old: usize) -> bool {
        self.taken.get(old) == Some(&false)
    }

    /// Pairs two; false if one of them is paired already, or not there.
    pub(super) fn pair(&mut self, old: usize, new: usize) -> bool {
        let free = self.is_free(old) && self.of_new.get(new) == Some(&None);
        if free {
            self.of_new[new] = Some(old);
            self.taken[old] = true;
        }
        free
    }

    /// Pairs those with equal keys: from the front, from the back, then wherever they stand. So that of several equal ones
    /// the right ones stay, if one of them is taken out or put in.
    pub(super) fn equal<K: Hash + Eq>(
        &mut self,
        old: impl Fn(usize) -> Option<K>,
        new: impl Fn(usize) -> Option<K>,
    ) {
        let (olds, news) = (self.taken.len(), self.of_new.len());
        let same = |at_old, at_new| new(at_new).is_some_and(|key| old(at_old) == Some(key));
        for at in 0..olds.min(news) {
            let paired = self.old_of(at) == Some(at);
            if !(paired || same(at, at) && self.pair(at, at)) {
                break;
            }
        }
        for from_end in 1..=olds.min(news) {
            let (at_old, at_new) = (olds - from_end, news - from_end);
            let paired = self.old_of(at_new) == Some(at_old);
            if !(paired || same(at_old, at_new) && self.pair(at_old, at_new)) {
                break;
            }
        }
        let mut places: HashMap<K, VecDeque<usize>> = HashMap::new();
        for at in (0..olds).filter(|at| self.is_free(*at)) {
            if let Some(key) = old(at) {
                places.entry(key).or_default().push_back(at);
            }
        }
        for at in 0..news {
            if self.of_new[at].is_none()
                && let Some(key) = new(at)
                && let Some(found) = places.get_mut(&key).and_then(VecDeque::pop_front)
            {
                self.pair(found, at);
            }
        }
    }

    /// Pairs those whose key is left only once on either side.
    pub(super) fn alike<K: Hash + Eq>(
        &mut self,
        old: impl Fn(usize) -> Option<K>,
        new: impl Fn(usize) -> Option<K>,
    ) {
        let olds = (0..self.taken.len()).filter(|at| self.is_free(*at)).filter_map(|at| Some((old(at)?, at)));
        let mut olds = once_each(olds);
        let news = (0..self.of_new.len()).filter(|at| self.of_new[*at].is_none());
        for (key, at_new) in once_each(news.filter_map(|at| Some((new(at)?, at)))) {
            if let (Some(at_new), Some(Some(at_old))) = (at_new, olds.remove(&key)) {
                self.pair(at_old, at_new);
            }
        }
    }

    /// Pairs what stands between the same two neighbours, if there are as many old ones as new ones: each of them is the
    /// old one, changed. `may` says which old ones can change so.
    pub(super) fn between(&mut self, may: impl Fn(usize) -> bool) {
        let (mut new, mut behind) = (0, 0);
        while new < self.of_new.len() {
            if let Some(old) = self.of_new[new] {
                (behind, new) = (old + 1, new + 1);
                continue;
            }
            let until = (new..self.of_new.len()).find(|at| self.of_new[*at].is_some());
            let (next_new, next_old) = match until {
                Some(at) => (at, self.of_new[at].unwrap_or_default()),
                None => (self.of_new.len(), self.taken.len()),
            };
            let gap = behind..next_old;
            if gap.len() == next_new - new && gap.clone().all(|old| self.is_free(old)) {
                for (old, new) in gap.zip(new..next_new).filter(|(old, _)| may(*old)) {
                    self.pair(old, new);
                }
            }
            new = next_new;
        }
    }
}

/// Keys with the one place where they stand; nothing for a key that stands at several.
fn once_each<K: Hash + Eq>(all: impl Iterator<Item = (K, usize)>) -> HashMap<K, Option<usize>> {
    let mut once: HashMap<K, Option<usize>> = HashMap::new();
    for (key, at) in all {
        once.entry(key).and_modify(|place| *place = None).or_insert(Some(at));
    }
    once
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn kept(old: &str, new: &str) -> Vec<Option<usize>> {
        let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
        let mut pairs = Pairs::none(old.len(), new.len());
        pairs.equal(|at| Some(old[at]), |at| Some(new[at]));
        pairs.between(|_| true);
        pairs.of_new
    }

    #[test]
    fn live_4_each_member_that_stays_is_the_one_it_was() {
        for (row, old, new, want) in [
            ("nothing changed", "abc", "abc", vec![Some(0), Some(1), Some(2)]),
            ("one changed", "abc", "axc", vec![Some(0), Some(1), Some(2)]),
            ("the first changed", "abc", "xbc", vec![Some(0), Some(1), Some(2)]),
            ("the last changed", "abc", "abx", vec![Some(0), Some(1), Some(2)]),
            ("all changed", "abc", "xyz", vec![Some(0), Some(1), Some(2)]),
            ("two changed side by side", "abcd", "axyd", vec![Some(0), Some(1), Some(2), Some(3)]),
            ("one put in", "abc", "axbc", vec![Some(0), None, Some(1), Some(2)]),
            ("one taken out", "abc", "ac", vec![Some(0), Some(2)]),
            (
                "one put in and one changed, who knows which",
                "abc",
                "axyc",
                vec![Some(0), None, None, Some(2)],
            ),
            ("moved", "abc", "cab", vec![Some(2), Some(0), Some(1)]),
            (
                "moved, and one changed that stood alone",
                "abcd",
                "dxbc",
                vec![Some(3), None, Some(1), Some(2)],
            ),
            ("the first of two equal ones taken out", "abac", "bac", vec![Some(1), Some(2), Some(3)]),
            ("a third equal one put in", "aab", "aaab", vec![Some(0), Some(1), None, Some(2)]),
            ("the one before two equal ones taken out", "abb", "bb", vec![Some(1), Some(2)]),
            (
                "one moved away from between two that changed",
                "abcd",
                "axydb",
                vec![Some(0), None, None, Some(3), Some(1)],
            ),
            ("emptied", "abc", "", vec![]),
            ("filled", "", "abc", vec![None, None, None]),
        ] {
            assert_eq!(kept(old, new), want, "{row}");
        }
    }

    #[test]
    fn live_4_what_is_there_once_on_both_sides_is_the_same_wherever_it_stands() {
        let (old, new) = (['a', 'b', 'c', 'c'], ['c', 'x', 'b']);
        let mut pairs = Pairs::none(old.len(), new.len());
        pairs.alike(|at| Some(old[at]), |at| Some(new[at]));
        assert_eq!(pairs.of_new, [None, None, Some(1)], "two old ones could be the c");
    }

    #[test]
    fn live_4_one_that_may_not_change_is_no_other() {
        let mut pairs = Pairs::none(2, 2);
        pairs.between(|old| old != 0);
        assert_eq!(pairs.of_new, [None, Some(1)]);
    }

    /// BND-5: a hundred thousand equal members, or as many that differ.
    #[test]
    fn a_long_list_takes_a_few_passes() {
        let many = 100_000;
        let mut pairs = Pairs::none(many, many);
        pairs.equal(|_| Some(0), |at| Some(usize::from(at == 0)));
        pairs.alike(Some, Some);
        pairs.between(|_| true);
        assert_eq!(pairs.of_new.iter().flatten().count(), many);
    }

    proptest! {
        #[test]
        fn live_4_no_old_one_is_two_new_ones(old in "[a-d]{0,12}", new in "[a-d]{0,12}") {
            let mut found: Vec<usize> = kept(&old, &new).into_iter().flatten().collect();
            let count = found.len();
            found.sort_unstable();
            found.dedup();
            prop_assert_eq!(found.len(), count);
            prop_assert!(found.iter().all(|at| *at < old.len()));
        }

        /// An edit of a few members keeps all others.
        #[test]
        fn live_4_what_was_not_touched_stays(changed in proptest::collection::vec(any::<bool>(), 1..20)) {
            let old: Vec<usize> = (0..changed.len()).collect();
            let new: Vec<usize> = old.iter().map(|at| if changed[*at] { at + 1000 } else { *at }).collect();
            let mut pairs = Pairs::none(old.len(), new.len());
            pairs.equal(|at| Some(old[at]), |at| Some(new[at]));
            pairs.between(|_| true);
            prop_assert!((0..old.len()).all(|at| pairs.old_of(at) == Some(at)));
        }
    }
}
