//! A result of which each rank gets a block, by one reduction or by one for each block: the bits
//! of the whole result, by every schedule that takes it, on simulated ranks, with an operator that
//! neither commutes nor is associative. Blocks are equal or not, and may be empty; buffers are in
//! place or not; those of odd ranks are reached by copies only, as are elements with gaps and such
//! as lie on a device.

use crate::support::elsewhere::Elsewhere;
use crate::support::hostile::Random;
use crate::support::listed::listed;
use crate::support::mailbox;
use crate::support::mixed::{mix, Mixed};
use crate::support::oracle;
use crate::support::simulated::{Rank, Shared};
use crate::support::turns::on_ranks;
use samebits_fold::tree::Tree;
use samebits_fold::Fold;
use samebits_reduction::decision::blocks::Blocks;
use samebits_reduction::scratch::Pool;
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::{
    by_name, Case, Choices, Chosen, Destination, Reduction, RequestedSchedule,
};
use samebits_schedule::{Schedule, Settings, ALL, SCRATCH};
use std::collections::BTreeSet;
use std::ops::Range;

/// Bytes of an element.
const SIZE: usize = 3;

/// A reduction of blocks of so many elements; with `apart`, odd ranks reach buffers by copies only.
#[derive(Clone, Debug)]
struct Way {
    blocks: Blocks,
    /// One for each rank.
    lengths: Vec<usize>,
    in_place: bool,
    apart: bool,
}

impl Way {
    fn count(&self) -> usize {
        self.lengths.iter().sum()
    }

    /// The elements of the result that a rank gets.
    fn block(&self, rank: usize) -> Range<usize> {
        let start = self.lengths[..rank].iter().sum();
        start..start + self.lengths[rank]
    }
}

/// Each combination of lengths with the other properties, by each way that a schedule has.
fn ways(schedule: &Schedule, all: &[Vec<usize>]) -> Vec<Way> {
    let mut ways = Vec::new();
    let directly = schedule.blocks.as_ref().map(|_| Blocks::Directly);
    for blocks in [Blocks::Together, Blocks::InTurn].into_iter().chain(directly) {
        for lengths in all {
            for in_place in [false, true] {
                ways.extend([false, true].map(|apart| Way {
                    blocks,
                    lengths: lengths.clone(),
                    in_place,
                    apart,
                }));
            }
        }
    }
    ways
}

/// A rank's part; returns its receive buffer.
fn reduce_on(
    transport: &Rank<'_>,
    nodes: &Nodes,
    schedule: &'static Schedule,
    way: &Way,
    contribution: &[u8],
) -> Vec<u8> {
    const GUARD: u8 = 0xa5;
    let tree = Tree(Mixed);
    let Way { blocks, ref lengths, in_place, apart } = *way;
    let (ranks, count, settings) = (transport.size, way.count(), Settings::default());
    let block = lengths[transport.rank];
    let fold = listed(&tree);
    let elsewhere = Elsewhere::new(&fold);
    let fold: &dyn Fold = if apart && transport.rank % 2 == 1 { &elsewhere } else { &fold };
    let mut recv = match in_place {
        true => contribution.to_vec(),
        false => vec![GUARD; block * SIZE],
    };
    recv.extend([GUARD; 64]);
    let send = if in_place { recv.as_ptr() } else { contribution.as_ptr() };
    let (recv_at, to) = (recv.as_mut_ptr(), Destination::All);
    let reduction = Reduction { send, recv: recv_at, count, to, fold, settings };
    let case = Case { fold, ranks, count, to, messages: true, node: Some(nodes) };
    let run = schedule.run.expect("a schedule that takes it");
    let chosen = Chosen { schedule, run, settings, passed_over: None };
    // SAFETY: the buffers are as long as is demanded.
    unsafe {
        let lengths = |rank| lengths[rank];
        blocks.run(&chosen, transport, &case, &reduction, &lengths, &Pool::default()).unwrap();
    }
    let end = recv.split_off(recv.len() - 64);
    assert_eq!(end, [GUARD; 64], "{way:?}: written beyond");
    if in_place {
        assert_eq!(recv[block * SIZE..], contribution[block * SIZE..], "{way:?}: another block");
    }
    recv.truncate(block * SIZE);
    recv
}

fn check(schedule: &'static Schedule, ranks: usize, ways: &[Way], random: &mut Random) {
    let most = ways.iter().map(Way::count).max().unwrap();
    let columns: Vec<Vec<[u8; SIZE]>> = (0..most)
        .map(|_| {
            (0..ranks).map(|_| random.next().to_le_bytes()[..SIZE].try_into().unwrap()).collect()
        })
        .collect();
    let want: Vec<u8> =
        columns.iter().flat_map(|column| oracle::tree(column, &|&a, &b| mix(a, b))).collect();
    let contribution =
        |rank: usize| columns.iter().flat_map(|column| column[rank]).collect::<Vec<u8>>();
    let (nodes, size) = (&Nodes::one(ranks), ranks);
    let shared = &Shared::new(nodes);
    let one = |rank: usize| {
        let segment = &shared.segment(rank);
        let own = contribution(rank);
        for way in ways {
            let messages = &mailbox::Box::new(rank, ranks, &shared.mailbox);
            let transport = Rank { rank, size, extent: SIZE, shared, messages, segment };
            let own = &own[..way.count() * SIZE];
            let got = reduce_on(&transport, nodes, schedule, way, own);
            let block = way.block(rank);
            let want = &want[block.start * SIZE..block.end * SIZE];
            assert!(got == want, "{} p={ranks} rank {rank} {way:?}", schedule.name);
        }
    };
    on_ranks(size, one);
}

#[test]
fn each_rank_gets_its_block_of_the_result() {
    let mut random = Random::new(17);
    let mut seen = BTreeSet::new();
    let tree = Tree(Mixed);
    for schedule in ALL.iter().filter(|schedule| schedule.run.is_some()) {
        for ranks in [2, 3, 4, 5, 8, 13] {
            let fold = listed(&tree);
            let (node, to) = (Some(&Nodes::one(ranks)), Destination::Root(0));
            let case = Case { fold: &fold, ranks, count: ranks, to, messages: true, node };
            if schedule.check(&case).is_err() {
                continue;
            }
            seen.insert(schedule.name);
            let equal = [1, 2, 7, 400].map(|block| vec![block; ranks]);
            let most = ranks - 1;
            // Growing, so that a block begins at less than its length; shrinking; of one rank
            // alone, the first or the last; every other one empty, the first or the second.
            let unequal = [
                |rank, _| 1 + rank * rank,
                |rank, most| 3 * (most - rank),
                |rank, _| if rank == 0 { 500 } else { 0 },
                |rank, most| if rank == most { 500 } else { 0 },
                |rank, _| 77 * (rank % 2),
                |rank, _| 77 * ((rank + 1) % 2),
            ]
            .map(|length: fn(usize, usize) -> usize| {
                (0..ranks).map(|rank| length(rank, most)).collect()
            });
            let ways = ways(schedule, &[&equal[..], &unequal].concat());
            check(schedule, ranks, &ways, &mut random);
        }
    }
    // `offload` takes sums only, and `exchange` what folds two rows from where they lie.
    let others = ["offload", "exchange"];
    let all = ALL.iter().filter(|s| s.run.is_some() && !others.contains(&s.name));
    assert_eq!(seen, all.map(|schedule| schedule.name).collect());
}

/// Of blocks that begin at less than their length: one that does so within the memory in which a
/// part's result may be, one behind that.
#[test]
fn a_long_block_goes_in_parts_that_do_not_overwrite_one_another() {
    const PART: usize = SCRATCH / SIZE;
    let lengths = [vec![1, 2 * PART + 5], vec![PART + 10, 2 * PART + 30]];
    let gather = by_name("gather").expect("a schedule");
    check(gather, 2, &ways(gather, &lengths), &mut Random::new(18));
}

/// Of blocks that go in several steps: in place results go where what is still to be written, or to
/// be folded, must not lie.
#[test]
fn long_blocks_go_through_shared_memory_in_steps() {
    let node = by_name("node").expect("a schedule");
    for ranks in [2, 3] {
        let step = (64 << 10) / (ranks * SIZE);
        let lengths = [[1, 3 * step + 5, 7], [step + 10, 2 * step, step - 1], [3 * step, 0, 2]];
        let lengths = lengths.map(|lengths| lengths[..ranks].to_vec());
        let directly = |way: &Way| way.blocks == Blocks::Directly;
        let ways: Vec<Way> = ways(node, &lengths).into_iter().filter(directly).collect();
        check(node, ranks, &ways, &mut Random::new(19));
    }
}

/// Equal ones in several parts, the last one shorter: of a block that just fits, and of longer ones.
#[test]
fn long_blocks_go_by_slices_in_parts() {
    let slices = by_name("slices").expect("a schedule");
    for ranks in [2, 3] {
        let fits = SCRATCH / (ranks * SIZE);
        let lengths = [fits, fits + 1, 2 * fits + 5].map(|length| vec![length; ranks]);
        let directly = |way: &Way| way.blocks == Blocks::Directly;
        let ways: Vec<Way> = ways(slices, &lengths).into_iter().filter(directly).collect();
        assert!(!ways.is_empty());
        check(slices, ranks, &ways, &mut Random::new(20));
    }
}

/// On one node through shared memory; over several by slices, where that takes less time, unless
/// another schedule was named or the scratch has no room.
#[test]
fn who_delivers_blocks() {
    let tree = Tree(Mixed);
    let chosen = |choices: &Choices, nodes: Option<&Nodes>, ranks: usize, count: usize| {
        let (fold, to) = (&tree as &dyn Fold, Destination::All);
        let case = Case { fold, ranks, count, to, messages: true, node: nodes };
        let (blocks, chosen) = Blocks::choose(choices, None, &case);
        (blocks, chosen.schedule.name)
    };
    let auto = Choices::default();
    let named = |name: &str| {
        let schedule = RequestedSchedule::from_text(name);
        Choices { schedule, ..Choices::default() }
    };
    let (one, apart) = (Nodes::one(4), Nodes::new(&[1, 1, 2, 2], None));
    let long = 1 << 20;
    for nodes in [None, Some(&apart)] {
        assert_eq!(chosen(&auto, nodes, 4, long), (Blocks::Directly, "slices"));
        assert_eq!(chosen(&auto, nodes, 4, 4).0, Blocks::Together, "latencies decide");
        assert_eq!(chosen(&named("slices"), nodes, 4, 4), (Blocks::Directly, "slices"));
        assert_eq!(chosen(&named("gather"), nodes, 4, long), (Blocks::InTurn, "gather"));
    }
    assert_eq!(chosen(&auto, Some(&one), 4, long), (Blocks::Directly, "node"));
    assert_eq!(chosen(&named("slices"), Some(&one), 4, 4), (Blocks::Together, "slices"));
    let many = SCRATCH / SIZE / 2 + 1;
    assert_ne!(chosen(&auto, None, many, many).0, Blocks::Directly);
}

#[test]
fn long_vectors_take_no_more_memory_than_a_blocks_reduction() {
    let tree = Tree(Mixed);
    let fold = listed(&tree);
    let choose = |name: &str, ranks, bytes: usize| {
        let schedule = by_name(name).expect("a schedule");
        let schedule = Some(RequestedSchedule { schedule, parameter: None });
        let choices = Choices { schedule, ..Choices::default() };
        let (nodes, to) = (&Nodes::one(ranks), Destination::All);
        let count = bytes.div_ceil(SIZE);
        let case = Case { fold: &fold, ranks, count, to, messages: true, node: Some(nodes) };
        Blocks::choose(&choices, None, &case).0
    };
    const MOST: usize = SCRATCH / SIZE * SIZE;
    assert_eq!([0, MOST].map(|bytes| choose("gather", 2, bytes)), [Blocks::Together; 2]);
    assert_eq!(choose("gather", 2, SCRATCH + 1), Blocks::InTurn);
    // Of many ranks blocks are short.
    assert_eq!(choose("gather", 1 << 10, 8 << 20), Blocks::InTurn);
    assert_eq!(choose("gather", 1 << 10, (8 << 20) - SIZE), Blocks::Together);
    assert_eq!([0, 1 << 30].map(|bytes| choose("node", 2, bytes)), [Blocks::Directly; 2]);
}
