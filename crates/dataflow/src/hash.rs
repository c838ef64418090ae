//! Hash tables whose keys are small numbers of our own, as indices are.
//!
//! The hasher multiplies; it does not resist keys that somebody chose to collide, and is not for text.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map from indices, or tuples of them.
pub type IndexMap<K, V> = HashMap<K, V, BuildHasherDefault<IndexHasher>>;

/// A set of indices, or of tuples of them.
pub type IndexSet<K> = HashSet<K, BuildHasherDefault<IndexHasher>>;

/// Mixes words by multiplication with an odd number.
#[derive(Clone, Copy, Default)]
pub struct IndexHasher(u64);

/// 2^64 divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl IndexHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for IndexHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.mix(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.mix(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    fn finish(&self) -> u64 {
        // Tables take low bits for the place and high bits for the tag.
        self.0 ^ (self.0 >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_spread_over_places_and_tags() {
        let hash = |a: u32, b: u32| {
            let mut hasher = IndexHasher::default();
            hasher.write_u32(a);
            hasher.write_u32(b);
            hasher.finish()
        };
        let all: Vec<u64> = (0..64).flat_map(|a| (0..64).map(move |b| hash(a, b))).collect();
        let distinct = |part: fn(&u64) -> u64| all.iter().map(part).collect::<HashSet<_>>().len();
        assert_eq!(distinct(|h| *h), 64 * 64);
        assert!(distinct(|h| h & 0xfff) > 2000);
        assert_eq!(distinct(|h| h >> 57), 128);
    }
}
