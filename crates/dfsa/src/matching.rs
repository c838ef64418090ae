//! Bipartite matchings: the heart of a path cover. Both sides have the same size; a pair (left, right) says that
//! `right` may follow `left` in a chain.

/// A possible pair with its value. Values are not negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair {
    pub left: usize,
    pub right: usize,
    pub value: u32,
}

/// Of all matchings with the most pairs, one of the greatest value. Returns the partner of each left vertex.
///
/// The Hungarian algorithm on the dense matrix: time O(n³), memory O(n²).
pub(crate) fn heaviest_maximum(n: usize, pairs: &[Pair]) -> Vec<Option<usize>> {
    let most = pairs.iter().map(|pair| pair.value).max().unwrap_or(0);
    // One more pair outweighs any gain in value.
    let bonus = (n as i64 + 1) * (i64::from(most) + 1);
    let mut gain = vec![0i64; n * n];
    for pair in pairs {
        let slot = &mut gain[pair.left * n + pair.right];
        *slot = (*slot).max(bonus + i64::from(pair.value));
    }
    let left_of = assign_rows(n, &gain);
    let mut partner = vec![None; n];
    for (right, &left) in left_of.iter().enumerate() {
        if gain[left * n + right] > 0 {
            partner[left] = Some(right);
        }
    }
    partner
}

/// The row assigned to each column of an n×n matrix so that the sum of the gains is greatest.
///
/// Shortest augmenting paths with potentials; index 0 of the inner arrays is the customary dummy.
fn assign_rows(n: usize, gain: &[i64]) -> Vec<usize> {
    let mut row_potential = vec![0i64; n + 1];
    let mut column_potential = vec![0i64; n + 1];
    let mut row_of = vec![0usize; n + 1];
    let mut before = vec![0usize; n + 1];
    for row in 1..=n {
        row_of[0] = row;
        let mut column = 0;
        let mut least = vec![i64::MAX; n + 1];
        let mut used = vec![false; n + 1];
        loop {
            used[column] = true;
            let current = row_of[column];
            let mut step = i64::MAX;
            let mut next = 0;
            for candidate in 1..=n {
                if used[candidate] {
                    continue;
                }
                let reduced = -gain[(current - 1) * n + candidate - 1]
                    - row_potential[current]
                    - column_potential[candidate];
                if reduced < least[candidate] {
                    least[candidate] = reduced;
                    before[candidate] = column;
                }
                if least[candidate] < step {
                    step = least[candidate];
                    next = candidate;
                }
            }
            for candidate in 0..=n {
                if used[candidate] {
                    row_potential[row_of[candidate]] += step;
                    column_potential[candidate] -= step;
                } else {
                    least[candidate] = least[candidate].saturating_sub(step);
                }
            }
            column = next;
            if row_of[column] == 0 {
                break;
            }
        }
        while column != 0 {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    row_of[1..].iter().map(|&row| row - 1).collect()
}

/// A matching with the most pairs in which valuable pairs are preferred but not guaranteed: greedy by value, then
/// Hopcroft–Karp. Returns the partner of each left vertex. Time O(E·√V).
pub(crate) fn maximum(n: usize, pairs: &[Pair]) -> Vec<Option<usize>> {
    let mut sorted = pairs.to_vec();
    sorted.sort_unstable_by_key(|pair| (std::cmp::Reverse(pair.value), pair.left, pair.right));
    let mut search = HopcroftKarp {
        partner_of_left: vec![None; n],
        partner_of_right: vec![None; n],
        rights: vec![Vec::new(); n],
        level: vec![0; n],
        next: vec![0; n],
    };
    for pair in &sorted {
        search.rights[pair.left].push(pair.right);
        let free = search.partner_of_left[pair.left].is_none()
            && search.partner_of_right[pair.right].is_none();
        if free {
            search.join(pair.left, pair.right);
        }
    }
    while search.layer() {
        for left in 0..n {
            if search.partner_of_left[left].is_none() {
                search.augment(left);
            }
        }
    }
    search.partner_of_left
}

struct HopcroftKarp {
    partner_of_left: Vec<Option<usize>>,
    partner_of_right: Vec<Option<usize>>,
    /// The possible partners of each left vertex, valuable ones first.
    rights: Vec<Vec<usize>>,
    /// Distance of each left vertex from the free ones, in alternating steps.
    level: Vec<usize>,
    /// How many of its possible partners the current phase has tried.
    next: Vec<usize>,
}

impl HopcroftKarp {
    fn join(&mut self, left: usize, right: usize) {
        self.partner_of_left[left] = Some(right);
        self.partner_of_right[right] = Some(left);
    }

    /// Breadth-first layers from the free left vertices; true when a free right vertex can be reached.
    fn layer(&mut self) -> bool {
        let mut queue: Vec<usize> = Vec::new();
        for left in 0..self.level.len() {
            self.next[left] = 0;
            self.level[left] = usize::MAX;
            if self.partner_of_left[left].is_none() {
                self.level[left] = 0;
                queue.push(left);
            }
        }
        let mut found = false;
        let mut head = 0;
        while head < queue.len() {
            let left = queue[head];
            head += 1;
            for &right in &self.rights[left] {
                match self.partner_of_right[right] {
                    None => found = true,
                    Some(other) if self.level[other] == usize::MAX => {
                        self.level[other] = self.level[left] + 1;
                        queue.push(other);
                    }
                    Some(_) => {}
                }
            }
        }
        found
    }

    /// Follows the layers from a free left vertex to a free right one and flips the path, if there is one. An
    /// explicit stack: paths may be as long as the graph.
    fn augment(&mut self, root: usize) {
        // Left vertices on the path, each with the right vertex through which the path leaves it.
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut left = root;
        loop {
            let Some(&right) = self.rights[left].get(self.next[left]) else {
                match path.pop() {
                    None => return,
                    Some((before, _)) => {
                        left = before;
                        continue;
                    }
                }
            };
            self.next[left] += 1;
            match self.partner_of_right[right] {
                None => {
                    path.push((left, right));
                    break;
                }
                Some(other) if self.level[other] == self.level[left] + 1 => {
                    path.push((left, right));
                    left = other;
                }
                Some(_) => {}
            }
        }
        for (left, right) in path {
            self.join(left, right);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    fn pair(left: usize, right: usize, value: u32) -> Pair {
        Pair { left, right, value }
    }

    fn measure(pairs: &[Pair], partner: &[Option<usize>]) -> (usize, u64) {
        let mut taken = std::collections::HashSet::new();
        let mut total = (0, 0);
        for (left, right) in partner.iter().enumerate() {
            if let Some(right) = *right {
                assert!(taken.insert(right), "right vertex used twice");
                let value = pairs
                    .iter()
                    .filter(|pair| pair.left == left && pair.right == right)
                    .map(|pair| pair.value)
                    .max()
                    .expect("only possible pairs are made");
                total.0 += 1;
                total.1 += u64::from(value);
            }
        }
        total
    }

    /// The best (number of pairs, value), by trying everything.
    fn brute_force(n: usize, pairs: &[Pair], left: usize, taken: u32) -> (usize, u64) {
        if left == n {
            return (0, 0);
        }
        let mut best = brute_force(n, pairs, left + 1, taken);
        for pair in pairs.iter().filter(|pair| pair.left == left) {
            if taken & (1 << pair.right) == 0 {
                let rest = brute_force(n, pairs, left + 1, taken | 1 << pair.right);
                best = best.max((rest.0 + 1, rest.1 + u64::from(pair.value)));
            }
        }
        best
    }

    #[test]
    fn more_pairs_beat_a_heavier_one() {
        let pairs = [pair(0, 1, 100), pair(0, 0, 1), pair(1, 1, 1)];
        assert_eq!(heaviest_maximum(2, &pairs), vec![Some(0), Some(1)]);
        assert_eq!(maximum(2, &pairs), vec![Some(0), Some(1)]);
    }

    #[test]
    fn both_agree_with_brute_force() {
        let mut random = Random::new(1);
        for _ in 0..300 {
            let n = random.range(1, 6);
            let mut pairs = Vec::new();
            for left in 0..n {
                for right in 0..n {
                    if random.chance(0.4) {
                        pairs.push(pair(left, right, random.range(0, 9) as u32));
                    }
                }
            }
            let best = brute_force(n, &pairs, 0, 0);
            assert_eq!(measure(&pairs, &heaviest_maximum(n, &pairs)), best);
            assert_eq!(measure(&pairs, &maximum(n, &pairs)).0, best.0);
        }
    }

    #[test]
    fn a_long_alternating_path_is_no_problem() {
        let n = 20_000;
        let mut pairs = Vec::new();
        for i in 0..n {
            pairs.push(pair(i, i, 0));
            if i + 1 < n {
                // Greedy takes these first and leaves one vertex over at each end.
                pairs.push(pair(i, i + 1, 1));
            }
        }
        assert!(maximum(n, &pairs).iter().all(Option::is_some));
    }
}
