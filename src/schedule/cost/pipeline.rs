//! Blocks that follow each other through a network of ranks, and the pipelining lemma.

/// A pipeline: d rounds bring the first block to its end, each s rounds another one. (With
/// Träff's d > s, and where there is nothing to pipeline d = s.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pipeline {
    /// d.
    pub first: usize,
    /// s.
    pub next: usize,
    /// α, and what each byte of the vector costs in a round.
    pub round: (f64, f64),
}

impl Pipeline {
    /// So many rounds until the first block is there, a rank being busy with each in so many.
    pub fn new(first: usize, next: usize, round: (f64, f64)) -> Pipeline {
        let first = first.max(1);
        Pipeline { first, next: next.min(first), round }
    }

    /// The time of m bytes in blocks of that many: (d + (b - 1) s) (α + β m/b), b blocks.
    pub fn seconds(&self, bytes: usize, block: usize) -> f64 {
        let blocks = bytes.div_ceil(block.max(1)).max(1);
        let rounds = self.first + (blocks - 1) * self.next;
        rounds as f64 * (self.round.0 + self.round.1 * bytes as f64 / blocks as f64)
    }

    /// The least time of m bytes, by the pipelining lemma (Träff; Gruber, Freinberger 2023,
    /// lemma 1): (d - s) α + 2 sqrt(s (d - s) α β m) + s β m.
    pub fn least(&self, bytes: usize) -> f64 {
        let (alpha, beta) = self.round;
        let (more, s, m) = ((self.first - self.next) as f64, self.next as f64, bytes as f64);
        more * alpha + 2.0 * (s * more * alpha * beta * m).sqrt() + s * beta * m
    }

    /// The bytes of the blocks with which it takes that: sqrt(s α m / ((d - s) β)), all of
    /// them in one where there is nothing to pipeline.
    pub fn block(&self, bytes: usize) -> usize {
        let (alpha, beta) = self.round;
        let more = (self.first - self.next) as f64;
        let block = (self.next as f64 * alpha * bytes as f64 / (more * beta)).sqrt();
        // (Dividing by zero gives infinity, or no number, and both more than all of them.)
        if block < bytes as f64 {
            (block as usize).max(1)
        } else {
            bytes.max(1)
        }
    }
}

/// The height of a binary tree of so many nodes.
pub fn height(nodes: usize) -> usize {
    nodes.max(1).ilog2() as usize
}
