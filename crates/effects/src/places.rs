//! Small sets of places, in order.

use crate::location::LocId;

/// A set of places, sorted: most have few members, and all are made to be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places(Vec<LocId>);

impl Places {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn contains(&self, loc: LocId) -> bool {
        self.0.binary_search(&loc).is_ok()
    }

    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, LocId>> {
        self.0.iter().copied()
    }

    pub fn insert(&mut self, loc: LocId) {
        if let Err(at) = self.0.binary_search(&loc) {
            self.0.insert(at, loc);
        }
    }

    /// Adds all of `other`; true if anything was new.
    pub fn union(&mut self, other: &Places) -> bool {
        let before = self.0.len();
        if before == 0 {
            self.0.clone_from(&other.0);
        } else if !self.covers(other) {
            self.0.extend_from_slice(&other.0);
            // Two sorted runs: this merges them.
            self.0.sort();
            self.0.dedup();
        }
        self.0.len() != before
    }

    /// Whether all of `other` is in it.
    fn covers(&self, other: &Places) -> bool {
        if other.0.len() < 8 {
            return other.iter().all(|loc| self.contains(loc));
        }
        let mut mine = self.iter();
        other.iter().all(|loc| mine.by_ref().find(|m| *m >= loc) == Some(loc))
    }
}

impl FromIterator<LocId> for Places {
    fn from_iter<T: IntoIterator<Item = LocId>>(iter: T) -> Self {
        let mut all: Vec<LocId> = iter.into_iter().collect();
        all.sort_unstable();
        all.dedup();
        Places(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions_stay_sorted_and_say_whether_they_grew() {
        let set = |ids: &[u32]| ids.iter().map(|i| LocId(*i)).collect::<Places>();
        let mut all = set(&[7, 2, 7]);
        assert!(all.union(&set(&[1, 2])));
        assert!(!all.union(&set(&[7])));
        all.insert(LocId(5));
        all.insert(LocId(5));
        assert_eq!(all.iter().map(|l| l.0).collect::<Vec<_>>(), [1, 2, 5, 7]);
        assert!(all.contains(LocId(5)) && !all.contains(LocId(3)));
    }
}
