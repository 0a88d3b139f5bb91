//! Blocks that follow each other through a network of ranks, and the pipelining lemma.

/// A pipeline: the first block takes d rounds, each further one s rounds. (In Träff's lemma d > s;
/// d = s where there is nothing to pipeline.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pipeline {
    /// d.
    pub first: usize,
    /// s.
    pub next: usize,
    /// α, and β: what each byte of the vector costs in a round.
    pub round: (f64, f64),
}

impl Pipeline {
    pub fn new(first: usize, next: usize, round: (f64, f64)) -> Pipeline {
        let first = first.max(1);
        Pipeline { first, next: next.min(first), round }
    }

    /// The time of m bytes in b blocks of that many: (d + (b - 1) s) (α + β m/b).
    pub fn seconds(&self, bytes: usize, block: usize) -> f64 {
        let blocks = bytes.div_ceil(block.max(1)).max(1);
        let rounds = self.first + (blocks - 1) * self.next;
        rounds as f64 * (self.round.0 + self.round.1 * bytes as f64 / blocks as f64)
    }

    /// The bytes of a block that attain the least time, by the pipelining lemma (Träff; Gruber,
    /// Freinberger 2023, lemma 1): sqrt(s α m / ((d - s) β)), or m where there is nothing to
    /// pipeline.
    pub fn block(&self, bytes: usize) -> usize {
        let (alpha, beta) = self.round;
        let more = (self.first - self.next) as f64;
        let block = (self.next as f64 * alpha * bytes as f64 / (more * beta)).sqrt();
        // False for what a division by zero gives, infinity and NaN.
        if block < bytes as f64 {
            (block as usize).max(1)
        } else {
            bytes.max(1)
        }
    }
}

pub fn height(nodes: usize) -> usize {
    nodes.max(1).ilog2() as usize
}
