//! `node` over several nodes: wherever the ranks are, the bits are those of the oracle, for
//! every root, count around the edges of blocks, kind of element, operator and arithmetic.

use crate::support::elements::*;
use crate::support::hostile::Random;
use crate::support::listed::scattered;
use crate::support::oracle;
use crate::support::rows::Rows;
use crate::support::ways::{self, Way};
use samebits_base::fault::Fault;
use samebits_fold::tree::Tree;
use samebits_fold::{Combine, Fold};
use samebits_kernel::fpenv::Environment;
use samebits_schedule::node::nodes::{Nodes, Split};
use samebits_schedule::packed::Compression;
use samebits_schedule::{by_name, Case, Destination, Settings};

/// Some bytes, and an operation on them that neither commutes nor is associative.
struct Mixed<const BYTES: usize>;

fn mix<const BYTES: usize>(left: [u8; BYTES], right: [u8; BYTES]) -> [u8; BYTES] {
    let number =
        |bytes: &[u8]| bytes.iter().fold(0, |all: u32, byte| (all << 8) + u32::from(*byte));
    let mixed = (number(&left).rotate_left(5) ^ 0x5a_5a5a).wrapping_mul(0x01f3_5a97);
    let mixed = mixed.wrapping_add(number(&right).wrapping_mul(0x9e37));
    std::array::from_fn(|i| mixed.rotate_left(7 * i as u32).to_le_bytes()[i % 4])
}

impl<const BYTES: usize> Combine for Mixed<BYTES> {
    fn size(&self) -> usize {
        BYTES
    }
    fn environment(&self) -> Environment {
        Environment::Caller
    }
    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Result<(), Fault> {
        for i in 0..n {
            // SAFETY: n elements of bytes, at any alignment.
            unsafe {
                let right = right.cast::<[u8; BYTES]>().add(i);
                *right = mix(*left.cast::<[u8; BYTES]>().add(i), *right);
            }
        }
        Ok(())
    }
    unsafe fn finish(&self, _row: *mut u8, _n: usize) {}
}

/// So many ranks on nodes of that many, next to each other or dealt out; or as listed.
fn split(ranks: usize, how: &str) -> Nodes {
    Nodes::new(&vec![0; ranks], Some(Split::from_text(how).unwrap()))
}

/// Nodes on which ranks are in many ways: blocks of the same and of different sizes, dealt out,
/// in no order at all, single ranks among them, few of many and many of few.
fn placements() -> Vec<Nodes> {
    let mut all: Vec<Nodes> = [
        (3, "2"),
        (4, "2"),
        (4, "2:cyclic"),
        (5, "2"),
        (5, "2:cyclic"),
        (5, "4"),
        (6, "3:cyclic"),
        (7, "3"),
        (8, "4"),
        (8, "2:cyclic"),
        (9, "2:cyclic"),
        (12, "2"),
        (13, "3:cyclic"),
        (16, "8"),
        (16, "3"),
        (5, "1"),
    ]
    .map(|(ranks, how)| split(ranks, how))
    .into();
    all.push(Nodes::new(&[1, 2, 2, 2, 3], None));
    all.push(Nodes::new(&[4, 4, 1, 3, 1, 4, 3, 3, 3, 1, 1], None));
    all.push(Nodes::new(&[1, 2, 2, 1, 1, 2, 2, 1], None));
    all
}

/// Whether the buffers are one and the same, and how they lie.
const BUFFERS: [(bool, usize); 4] = [(false, 0), (true, 0), (false, 3), (true, 5)];

fn check_mixed<const BYTES: usize>(
    nodes: &Nodes,
    settings: Settings,
    count: usize,
    to: Destination,
    (in_place, shift): (bool, usize),
    random: &mut Random,
) {
    let ranks = nodes.ranks();
    let element = |random: &mut Random| std::array::from_fn(|_| random.next() as u8);
    let columns: Vec<Vec<[u8; BYTES]>> =
        (0..count).map(|_| (0..ranks).map(|_| element(random)).collect()).collect();
    let contributions: Vec<Vec<u8>> =
        (0..ranks).map(|rank| columns.iter().flat_map(|column| column[rank]).collect()).collect();
    let want: Vec<u8> =
        columns.iter().flat_map(|column| oracle::tree(column, &|&a, &b| mix(a, b))).collect();
    let tree = Tree(Mixed::<BYTES>);
    let lists = scattered(&tree);
    let both: [(&str, &(dyn Fold + Sync)); 2] = [("its own", &tree), ("lists", &lists)];
    for (partials, fold) in both {
        let (schedule, compression) = (by_name("node").unwrap(), (Compression::Off, 0));
        let way =
            Way { schedule, stepwise: false, settings, compression, to, count, in_place, shift };
        let got = ways::each_on(nodes, &way, fold, &contributions);
        for (rank, got) in got.iter().enumerate().filter(|(rank, _)| to.reaches(*rank)) {
            let wrong = got.chunks(BYTES).zip(want.chunks(BYTES)).position(|(a, b)| a != b);
            assert!(
                wrong.is_none(),
                "{nodes:?} {settings:?} {BYTES} bytes {partials} {to:?} count {count} in place \
                 {in_place} shift {shift} rank {rank}: element {wrong:?}"
            );
        }
    }
}

#[test]
fn every_placement_every_root() {
    let mut random = Random::new(71);
    let mut turn = 0;
    for nodes in placements() {
        let ranks = nodes.ranks();
        let roots = (0..ranks).map(Destination::Root);
        for to in [Destination::All; 3].into_iter().chain(roots) {
            // Blocks of 1, 3 and 10 elements, and one; counts around their edges.
            for (block, counts) in [
                (1, &[0, 1, 2, 5, 17][..]),
                (9, &[2, 3, 4, 13, 24, 25]),
                (30, &[1, 9, 11, 39, 160]),
                (1 << 16, &[1, 7, 33, 4000]),
            ] {
                let degree = 2 + turn % 3;
                let settings = Settings { degree, block, ..Settings::default() };
                turn += 1;
                let count = counts[turn % counts.len()];
                let buffers = BUFFERS[turn / 7 % BUFFERS.len()];
                check_mixed::<3>(&nodes, settings, count, to, buffers, &mut random);
            }
        }
    }
}

/// Elements of a kilobyte: the vector has several pieces, and these several blocks, of few
/// elements.
#[test]
fn every_count_around_the_edges_of_pieces_and_blocks() {
    let mut random = Random::new(72);
    for nodes in [
        split(4, "2"),
        split(6, "3:cyclic"),
        split(8, "4"),
        split(10, "2:cyclic"),
        Nodes::new(&[1, 2, 2, 1, 1, 2, 2], None),
    ] {
        for to in [Destination::All, Destination::Root(nodes.ranks() / 2)] {
            for count in 0..=26 {
                for block in [1 << 10, 3 << 10, 1 << 16] {
                    let settings = Settings { block, ..Settings::default() };
                    let buffers = BUFFERS[count % BUFFERS.len()];
                    check_mixed::<1024>(&nodes, settings, count, to, buffers, &mut random);
                }
            }
        }
    }
}

#[test]
fn many_ranks() {
    let mut random = Random::new(73);
    for (ranks, how, count) in
        [(64, "8", 1300), (61, "4:cyclic", 2070), (48, "3", 200), (40, "20:cyclic", 9000)]
    {
        let nodes = split(ranks, how);
        for to in [Destination::All, Destination::Root(0), Destination::Root(ranks - 2)] {
            for block in [24, 600, 1 << 16] {
                let settings = Settings { block, ..Settings::default() };
                let buffers = BUFFERS[count % BUFFERS.len()];
                check_mixed::<3>(&nodes, settings, count, to, buffers, &mut random);
            }
        }
    }
}

#[test]
fn every_operation() {
    let mut random = Random::new(74);
    let placements = placements();
    for (turn, (kind, operator, arithmetic)) in operations().into_iter().enumerate() {
        let fold = fold_of(kind, operator, arithmetic);
        let extent = fold.size();
        if fold.partials().is_none() {
            continue;
        }
        for i in 0..5 {
            let nodes = &placements[(5 * turn + i) % placements.len()];
            let ranks = nodes.ranks();
            let to = match (turn + i) % 3 {
                0 => Destination::Root((7 * turn + i) % ranks),
                _ => Destination::All,
            };
            // The longer ones are of several blocks, the longest of several pieces too.
            let count = [1, 2 + turn % 9, 13, 40, 2 * 4096 / extent + 3][(turn + i) % 5];
            let columns: Vec<_> =
                (0..count).map(|_| random_column(kind, ranks, &mut random)).collect();
            let want: Vec<Vec<u8>> = columns
                .iter()
                .map(|column| to_bytes(kind, &expected(kind, operator, arithmetic, column), extent))
                .collect();
            let contributions: Vec<Vec<u8>> = (0..ranks)
                .map(|rank| columns.iter().flat_map(|c| to_bytes(kind, &c[rank], extent)).collect())
                .collect();
            let block = if count < 100 { 7 * extent } else { 1 << 16 };
            let degree = 2 + turn % 3;
            let settings = Settings { degree, block, ..Settings::default() };
            let (in_place, _) = BUFFERS[(turn + i) % BUFFERS.len()];
            // (However short messages are.)
            let compression = ([Compression::Off, Compression::Auto][i % 2], 2);
            let (schedule, shift) = (by_name("node").unwrap(), 16 * (turn % 2));
            let way = Way {
                schedule,
                stepwise: false,
                settings,
                compression,
                to,
                count,
                in_place,
                shift,
            };
            let got = ways::each_on(nodes, &way, &*fold, &contributions);
            for (rank, got) in got.iter().enumerate().filter(|(rank, _)| to.reaches(*rank)) {
                for (i, (got, want)) in got.chunks(extent).zip(&want).enumerate() {
                    let n = significant(kind);
                    assert_eq!(
                        got[..n],
                        want[..n],
                        "{kind:?} {operator:?} {arithmetic:?} {nodes:?} {to:?} rank {rank} \
                         element {i} of {count}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_it_does_not_take_it_says() {
    let (tree, long, to) = (Tree(Mixed::<3>), Tree(Mixed::<40_000>), Destination::All);
    let (one, two) = (Nodes::one(4), split(4, "2"));
    let takes = |fold: &dyn Fold, messages, node| {
        let case = Case { fold, ranks: 4, count: 7, to, messages, node };
        by_name("node").unwrap().check(&case)
    };
    for (nodes, messages) in [(&one, false), (&one, true), (&two, true)] {
        assert_eq!(takes(&tree, messages, Some(nodes)), Ok(()));
        assert!(takes(&long, messages, Some(nodes)).unwrap_err().contains("shared memory"));
    }
    assert_eq!(takes(&Rows(&tree), false, Some(&one)), Ok(()));
    assert!(takes(&Rows(&tree), true, Some(&two)).unwrap_err().contains("merge"));
    assert!(takes(&tree, false, Some(&two)).unwrap_err().contains("communicator of its own"));
    assert!(takes(&tree, true, None).unwrap_err().contains("share memory"));
}

/// Scratch does not grow with the vector, and with the number of ranks only where partials do.
#[test]
fn scratch_is_bounded() {
    let tree = Tree(Mixed::<8>);
    for (ranks, how) in [(16, "4"), (16, "4:cyclic"), (1000, "20"), (1000, "20:cyclic")] {
        let nodes = split(ranks, how);
        for to in [Destination::All, Destination::Root(ranks / 3)] {
            for count in [1, 1 << 30] {
                let case =
                    Case { fold: &tree, ranks, count, to, messages: true, node: Some(&nodes) };
                let settings = Settings { block: 1 << 30, ..Settings::default() };
                for rank in [0, 1, ranks / 3, ranks / 2, ranks - 1] {
                    let bytes = (by_name("node").unwrap().scratch)(&case, &settings, rank);
                    assert!(bytes <= 20 << 20, "{how} {to:?} rank {rank}: {bytes}");
                }
            }
        }
    }
}
