//! However contributions are written to shared memory, the bits are the same: by each kind of
//! stores, and while the automatic choice is tried; on two ranks (halves of long vectors, all of
//! short ones) and on three (slices).

use crate::support::elements::fold_of;
use crate::support::hostile::{number, Random};
use crate::support::ways::{self, Way};
use samebits_kernel::stores;
use samebits_kernel::{Format, Kind, Operator};
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::packed::Compression;
use samebits_schedule::{by_name, Destination, Settings};
use samebits_sum::names::Arithmetic;
use std::sync::Mutex;

/// Bytes around those from which on stores are chosen, and around blocks.
const BYTES: [usize; 6] = [2040, 2048, 5000, 64 << 10, (64 << 10) + 8, (128 << 10) + 3000];

/// Beyond a trial of each class, in calls of one block.
const CALLS: usize = 110;

#[test]
fn stores_and_trials_change_no_bit() {
    let mut random = Random::new(7);
    let kind = Kind::Real(Format::Double);
    let fold = fold_of(kind, Operator::Sum, Arithmetic::Exact);
    let schedule = by_name("node").unwrap();
    for ranks in [2, 3] {
        let longest = BYTES.iter().max().unwrap() / 8;
        let contributions: Vec<Vec<u8>> = (0..ranks)
            .map(|_| {
                let mut word = || (number(Format::Double, &mut random, 0) as u64).to_le_bytes();
                (0..longest).flat_map(|_| word()).collect()
            })
            .collect();
        let mut all = Vec::new();
        for to in [Destination::All, Destination::Root(1), Destination::InclusivePrefix] {
            for bytes in BYTES {
                let kinds = stores::ALL.iter().map(|row| Some(row.1));
                let calls = if bytes <= 5000 && to == Destination::All { CALLS } else { 3 };
                for (turn, stores) in kinds.chain(std::iter::repeat_n(None, calls)).enumerate() {
                    all.push(Way {
                        schedule,
                        stepwise: false,
                        settings: Settings { stores, ..Settings::default() },
                        compression: (Compression::Off, 0),
                        to,
                        count: bytes / 8,
                        in_place: turn % 2 == 1,
                        shift: turn % 3 / 2 * 8,
                    });
                }
            }
        }
        // By destination, count and rank, what ordinary stores gave.
        let first = Mutex::new(Vec::new());
        let nodes = Nodes::one(ranks);
        ways::in_turn(&nodes, &all, &*fold, &contributions, &|way, rank, result| {
            if !way.to.reaches(rank) {
                return;
            }
            let key = (format!("{:?}", way.to), way.count, rank);
            let mut first = first.lock().unwrap();
            match first.iter().find(|(known, _)| *known == key) {
                None => first.push((key, result.to_vec())),
                Some((_, ordinary)) => assert!(ordinary == result, "{way:?}, rank {rank}"),
            }
        });
        let found = first.into_inner().unwrap().len();
        assert_eq!(found, BYTES.len() * (2 * ranks + 1));
    }
}
