//! What a distribution costs: the nodes of the binary tree whose children lie on different ranks,
//! each of which is a message (Stelz 2022, section 2.1), and the largest share.
//!
//! Cost: O(p). Algorithm 2 there walks over the messages, up to O(p log(N/p)); here those of a rank
//! are counted at once.

/// What the time of a reduction of a distributed array depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub messages: u64,
    /// Elements of the largest share.
    pub largest: u64,
}

impl Cost {
    /// For the number of elements of each rank; none if their sum does not fit into 64 bits.
    pub fn of(counts: impl IntoIterator<Item = u64>) -> Option<Self> {
        let (mut start, mut cost) = (0u64, Cost::default());
        for count in counts {
            let end = start.checked_add(count)?;
            cost.messages += outbound(start, end);
            cost.largest = cost.largest.max(count);
            start = end;
        }
        Some(cost)
    }

    /// Equation 3.7, from the times of one message and one addition: the messages one after the
    /// other, and the additions of the largest share. Each product and the sum are rounded once.
    pub fn score(&self, t_send: f64, t_add: f64) -> f64 {
        t_send * self.messages as f64 + t_add * self.largest as f64
    }
}

/// The number of subtrees of the indices start..end whose parents lie before them. They begin at
/// i = start and, the largest child of i being i | (i - 1) (equation 3.6), then at
/// i + (lowest set bit of i), as long as that is less than `end` (Algorithm 2).
///
/// Each step clears the lowest set bit of -i. -i falls to -end or below it when the step clears the
/// highest bit in which -start and -end differ; so the number of steps that begin inside is that of
/// the bits set in -start up to that one.
fn outbound(start: u64, end: u64) -> u64 {
    if start == 0 || start == end {
        return 0; // neither the root's subtree nor an empty share is sent
    }
    let (start, end) = (start.wrapping_neg(), end.wrapping_neg());
    let equal = (start ^ end).leading_zeros();
    u64::from((start << equal).count_ones())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Algorithm 2's inner loop.
    fn walk(start: u64, end: u64) -> u64 {
        let (mut index, mut messages) = (u128::from(start), 0);
        while index < u128::from(end) && index != 0 {
            messages += 1;
            index = (index | (index - 1)) + 1;
        }
        messages
    }

    #[test]
    fn the_count_equals_that_of_the_walk() {
        let edges = |around: u64| [around.wrapping_sub(1), around, around.wrapping_add(1)];
        let indices: Vec<u64> = (0..64).flat_map(|bit| edges(1 << bit)).collect();
        for start in indices.iter().chain(&[u64::MAX / 3, u64::MAX]) {
            for end in indices.iter().chain(&[u64::MAX / 3 * 2, u64::MAX]) {
                if start <= end {
                    assert_eq!(outbound(*start, *end), walk(*start, *end), "{start}..{end}");
                }
            }
        }
    }

    #[test]
    fn a_sum_beyond_64_bits_is_none() {
        assert_eq!(Cost::of([u64::MAX, 0, 1]), None);
        let most = Cost::of([1, u64::MAX - 1, 0]).unwrap();
        assert_eq!(most, Cost { messages: 64, largest: u64::MAX - 1 });
        assert_eq!(Cost::of([]), Some(Cost::default()));
    }

    #[test]
    fn a_score_is_not_fused() {
        // The product of the sums is 1 + 2^-29 + 2^-60; rounded once, 2^-60 is lost.
        let t = 1.0 + 2f64.powi(-30);
        let cost = Cost { messages: (1 << 30) + 1, largest: 1 };
        let product = t * ((1u64 << 30) + 1) as f64;
        assert_eq!(cost.score(t, -product), 0.0);
    }
}
