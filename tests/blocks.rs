//! A result of which each rank gets a block, by one reduction or by one for each block: the bits
//! of the whole result, by every schedule that takes it, on simulated ranks, with an operator that
//! neither commutes nor is associative. Buffers are in place or not; those of odd ranks are
//! reached by copies only, as are elements with gaps and such as lie on a device.

use crate::support::elsewhere::Elsewhere;
use crate::support::hostile::Random;
use crate::support::listed::listed;
use crate::support::mailbox;
use crate::support::mixed::{mix, Mixed};
use crate::support::oracle;
use crate::support::simulated::{Rank, Shared};
use crate::support::turns::on_ranks;
use samebits::arithmetic::tree::Tree;
use samebits::arithmetic::Fold;
use samebits::reduction::blocks::Blocks;
use samebits::reduction::scratch::Pool;
use samebits::schedule::node::nodes::Nodes;
use samebits::schedule::{Case, Chosen, Destination, Reduction, Schedule, Settings, ALL, SCRATCH};
use std::collections::BTreeSet;

/// Bytes of an element.
const SIZE: usize = 3;

/// A reduction of blocks of so many elements; with `apart`, odd ranks reach buffers by copies only.
#[derive(Clone, Copy, Debug)]
struct Way {
    blocks: Blocks,
    block: usize,
    in_place: bool,
    apart: bool,
}

/// A rank's part; returns its receive buffer.
fn reduce_on(
    transport: &Rank<'_>,
    nodes: &Nodes,
    schedule: &'static Schedule,
    way: Way,
    contribution: &[u8],
) -> Vec<u8> {
    const GUARD: u8 = 0xa5;
    let (tree, Way { blocks, block, in_place, apart }) = (Tree(Mixed), way);
    let (ranks, count, settings) = (transport.size, transport.size * block, Settings::default());
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
    unsafe { blocks.run(&chosen, transport, &case, &reduction, &Pool::default()) }.unwrap();
    let end = recv.split_off(recv.len() - 64);
    assert_eq!(end, [GUARD; 64], "{way:?}: written beyond");
    if in_place {
        assert_eq!(recv[block * SIZE..], contribution[block * SIZE..], "{way:?}: another block");
    }
    recv.truncate(block * SIZE);
    recv
}

fn check(schedule: &'static Schedule, ranks: usize, ways: &[Way], random: &mut Random) {
    let most = ways.iter().map(|way| way.block).max().unwrap() * ranks;
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
        for &way in ways {
            let messages = &mailbox::Box::new(rank, ranks, &shared.mailbox);
            let transport = Rank { rank, size, extent: SIZE, shared, messages, segment };
            let own = &own[..size * way.block * SIZE];
            let got = reduce_on(&transport, nodes, schedule, way, own);
            let want = &want[rank * way.block * SIZE..][..way.block * SIZE];
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
            if (schedule.takes)(&case).is_err() {
                continue;
            }
            seen.insert(schedule.name);
            let mut ways = Vec::new();
            for blocks in [Blocks::Together, Blocks::InTurn] {
                for block in [1, 2, 7, 400] {
                    for in_place in [false, true] {
                        ways.extend([false, true].map(|apart| Way {
                            blocks,
                            block,
                            in_place,
                            apart,
                        }));
                    }
                }
            }
            check(schedule, ranks, &ways, &mut random);
        }
    }
    // `offload` takes sums only, and `exchange` what folds two rows from where they lie.
    let others = ["offload", "exchange"];
    let all = ALL.iter().filter(|s| s.run.is_some() && !others.contains(&s.name));
    assert_eq!(seen, all.map(|schedule| schedule.name).collect());
}

#[test]
fn long_vectors_take_no_more_memory_than_a_blocks_reduction() {
    assert_eq!(Blocks::of(2, 0), Blocks::Together);
    assert_eq!(Blocks::of(2, SCRATCH), Blocks::Together);
    assert_eq!(Blocks::of(2, SCRATCH + 1), Blocks::InTurn);
    // Of many ranks blocks are short.
    assert_eq!(Blocks::of(1 << 10, 8 << 20), Blocks::Together);
    assert_eq!(Blocks::of(1 << 10, (8 << 20) + 1), Blocks::InTurn);
}
