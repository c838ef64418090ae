//! Random choices.
//!
//! *Takes* a seed, *gives* numbers, *promises* the same ones for the same seed on every machine and
//! in every version, so that a seed in a report can be tried again.

/// SplitMix64: a counter whose steps are mixed well.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The generator of a seed; neighbouring seeds have nothing in common.
    pub fn new(seed: u64) -> Self {
        Rng(mix(seed ^ 0x0005_eed0_f5a1_10c5))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// A number from `low` up to and including `high`.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items, if there are any.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        match items.is_empty() {
            true => None,
            false => items.get(self.below(items.len())),
        }
    }

    /// One of the items, each as often as its weight says.
    pub fn weighted<T: Copy>(&mut self, items: &[(usize, T)]) -> T {
        let total: usize = items.iter().map(|(weight, _)| weight).sum();
        let mut at = self.below(total);
        for &(weight, item) in items {
            if at < weight {
                return item;
            }
            at -= weight;
        }
        unreachable!("the weights add up to their sum")
    }

    /// A small constant for the text of a program.
    pub fn constant(&mut self) -> u32 {
        self.between(1, 97) as u32
    }
}

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn a_seed_always_gives_the_same_numbers() {
        let numbers = |seed| {
            (0..8).map({
                let mut rng = Rng::new(seed);
                move |_| rng.below(1000)
            })
        };
        assert!(numbers(7).eq(numbers(7)));
        assert!(!numbers(7).eq(numbers(8)));
    }

    #[test]
    fn an_item_without_weight_is_never_chosen() {
        let mut rng = Rng::new(1);
        assert!((0..100).all(|_| rng.weighted(&[(0, 'a'), (3, 'b')]) == 'b'));
    }
}
