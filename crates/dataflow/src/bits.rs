//! Sets of small indices.

/// A growable set of indices.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    pub fn new() -> Self {
        BitSet::default()
    }

    /// Adds an index; true if it was not there.
    pub fn insert(&mut self, index: usize) -> bool {
        let (word, bit) = (index / 64, 1 << (index % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    pub fn remove(&mut self, index: usize) {
        if let Some(word) = self.words.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
        // Equality is by content: no trailing empty words.
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    pub fn contains(&self, index: usize) -> bool {
        self.words.get(index / 64).is_some_and(|word| word & (1 << (index % 64)) != 0)
    }

    /// Adds all of `other`; true if anything was new.
    pub fn union(&mut self, other: &BitSet) -> bool {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut changed = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            changed |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        changed
    }

    /// Keeps what is in `other` too; true if anything went.
    pub fn intersect(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (index, mine) in self.words.iter_mut().enumerate() {
            let kept = *mine & other.words.get(index).copied().unwrap_or(0);
            changed |= kept != *mine;
            *mine = kept;
        }
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
        changed
    }

    /// Whether the two have an index in common.
    pub fn meets(&self, other: &BitSet) -> bool {
        self.words.iter().zip(&other.words).any(|(mine, theirs)| mine & theirs != 0)
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, word)| bits_of(at, *word))
    }
}

/// The indices of the bits that are set in the word at a position.
fn bits_of(at: usize, word: u64) -> impl Iterator<Item = usize> {
    let lowest = |rest: &u64| (*rest != 0).then_some(*rest);
    std::iter::successors(lowest(&word), move |rest| lowest(&(rest & (rest - 1))))
        .map(move |rest| at * 64 + rest.trailing_zeros() as usize)
}

impl FromIterator<usize> for BitSet {
    fn from_iter<T: IntoIterator<Item = usize>>(iter: T) -> Self {
        let mut set = BitSet::new();
        for index in iter {
            set.insert(index);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_like_sets() {
        let mut a: BitSet = [1, 64, 200].into_iter().collect();
        let b: BitSet = [64, 3].into_iter().collect();
        assert!(!a.insert(1));
        assert!(a.union(&b));
        assert!(!a.union(&b));
        assert_eq!(a.iter().collect::<Vec<_>>(), [1, 3, 64, 200]);
        assert!(a.meets(&b) && !b.meets(&[2, 65].into_iter().collect()));
        assert!(a.intersect(&b));
        assert_eq!(a, b);
        a.remove(64);
        a.remove(3);
        assert_eq!(a, BitSet::new());
    }
}
