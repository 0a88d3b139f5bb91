//! F-nomial trees: Moody et al. 2003, sections 4 and 5, and the best degree.

/// The number of full phases of an f-nomial tree, the number of all phases, and the nodes in each
/// of the largest trees of the full phases.
fn phases(ranks: usize, degree: usize) -> (usize, usize, usize) {
    let (mut full, mut nodes) = (0, 1);
    while nodes <= ranks / degree {
        nodes *= degree;
        full += 1;
    }
    (full, full + usize::from(nodes < ranks), nodes)
}

/// The number of children of the root.
pub(super) fn children(ranks: usize, degree: usize) -> usize {
    let (full, _, nodes) = phases(ranks, degree);
    (degree - 1) * full + ranks.div_ceil(nodes) - 1
}

/// Moody's T(P, f), exact for any number of ranks, without the constant C, which every
/// reduction has:
/// L ceil(log_f P) + (r + c) (f - 1) floor(log_f P) + (r + c) ceil(P / f^floor(log_f P) - 1).
pub fn fnomial(ranks: usize, degree: usize, latency: f64, busy: f64) -> f64 {
    let (_, all, _) = phases(ranks, degree);
    latency * all as f64 + busy * children(ranks, degree) as f64
}
