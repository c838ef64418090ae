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

    pub fn as_slice(&self) -> &[LocId] {
        &self.0
    }

    /// Adds places; gives those that were new, in order.
    pub fn grow(&mut self, mut found: Vec<LocId>) -> Vec<LocId> {
        found.sort_unstable();
        found.dedup();
        found.retain(|loc| !self.contains(*loc));
        match found[..] {
            [] => {}
            [one] => {
                let at = self.0.partition_point(|loc| *loc < one);
                self.0.insert(at, one);
            }
            _ => {
                self.0.extend_from_slice(&found);
                // Two sorted runs: this merges them.
                self.0.sort();
            }
        }
        found
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
    fn sets_stay_sorted_and_say_what_is_new() {
        let ids = |ids: &[u32]| ids.iter().map(|i| LocId(*i)).collect::<Vec<_>>();
        let mut all: Places = ids(&[7, 2, 7]).into_iter().collect();
        assert_eq!(all.grow(ids(&[9, 2, 1, 9])), ids(&[1, 9]));
        assert_eq!(all.grow(ids(&[7])), ids(&[]));
        assert_eq!(all.grow(ids(&[5, 5])), ids(&[5]));
        assert_eq!(all.as_slice(), ids(&[1, 2, 5, 7, 9]));
        assert!(all.contains(LocId(5)) && !all.contains(LocId(3)));
    }
}
