//! Schedules that run step by step, on ranks that are polled in random orders, by one thread, also
//! of many reductions at the same time. (`same_bits.rs` runs them with all operations, and on long
//! vectors.)

use crate::support::elsewhere::{Elsewhere, BROKEN};
use crate::support::hostile::{self, Random};
use crate::support::listed::listed;
use crate::support::mailbox::{self, Mailbox};
use crate::support::mixed::{mix, Mixed};
use crate::support::oracle;
use crate::support::stepwise::Kept;
use crate::support::turns::seed;
use samebits_base::fault::Outcome;
use samebits_fold::exact::ExactSum;
use samebits_fold::tree::Tree;
use samebits_fold::{Family, Fold};
use samebits_kernel::{Format, Kind};
use samebits_schedule::breakdown::transport::Timed;
use samebits_schedule::breakdown::{Part, Watch};
use samebits_schedule::{
    Case, Destination, MessagesAlone, Reduction, Schedule, Settings, Transport, ALL,
};
use std::collections::BTreeSet;
use std::task::Poll;

const RANKS: [usize; 9] = [1, 2, 3, 4, 5, 7, 8, 13, 16];

fn rows() -> impl Iterator<Item = &'static Schedule> {
    ALL.iter().filter(|row| row.later.is_some())
}

/// A reduction, of [`Mixed`] in the tree or of exact sums of doubles.
struct Job<'a> {
    row: &'static Schedule,
    settings: Settings,
    to: Destination,
    in_place: bool,
    mailbox: Mailbox,
    /// By element and rank.
    columns: Vec<Vec<Vec<u8>>>,
    folds: Vec<Elsewhere<'a>>,
    /// On odd ranks the buffers are reached by copies only.
    apart: bool,
    fold: &'a dyn Fold,
}

impl<'a> Job<'a> {
    fn new(
        (row, settings): (&'static Schedule, Settings),
        (ranks, count): (usize, usize),
        to: Destination,
        fold: &'a dyn Fold,
        random: &mut Random,
    ) -> Job<'a> {
        let columns = (0..count).map(|_| column(fold, ranks, random)).collect();
        let folds = (0..ranks).map(|_| Elsewhere::new(fold)).collect();
        let (in_place, apart) = (random.below(2) == 1, random.below(2) == 1);
        let mailbox = Mailbox::default();
        Job { row, settings, to, in_place, mailbox, columns, folds, apart, fold }
    }

    fn ranks(&self) -> usize {
        self.folds.len()
    }

    fn fold(&self, rank: usize) -> &dyn Fold {
        match self.apart && rank % 2 == 1 {
            true => &self.folds[rank],
            false => self.fold,
        }
    }

    fn contribution(&self, rank: usize) -> Vec<u8> {
        self.columns.iter().flat_map(|column| column[rank].clone()).collect()
    }

    /// What a rank gets, if any.
    fn result(&self, rank: usize) -> Option<Vec<u8>> {
        let contributors = self.to.contributors(rank, self.ranks());
        let result = |column: &Vec<Vec<u8>>| folded(self.fold, &column[..contributors]);
        (contributors > 0).then(|| self.columns.iter().flat_map(result).collect())
    }

    fn name(&self) -> String {
        let Job { row, settings, to, in_place, apart, .. } = self;
        let (ranks, count) = (self.ranks(), self.columns.len());
        let name = row.name;
        format!("{name} {settings:?} p={ranks} {to:?} count {count} in place {in_place} {apart}")
    }
}

/// An element of each rank.
fn column(fold: &dyn Fold, ranks: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let double = |bits| oracle::to_memory(Format::Double, bits);
    match fold.family() {
        Family::Exact => {
            hostile::column(Format::Double, ranks, random).into_iter().map(double).collect()
        }
        _ => (0..ranks).map(|_| random.next().to_le_bytes()[..3].into()).collect(),
    }
}

/// What the oracle makes of them.
fn folded(fold: &dyn Fold, column: &[Vec<u8>]) -> Vec<u8> {
    match fold.family() {
        Family::Exact => {
            let bits = |bytes: &Vec<u8>| oracle::from_memory(Format::Double, bytes);
            let column: Vec<_> = column.iter().map(bits).collect();
            oracle::to_memory(Format::Double, oracle::soft(Format::Double).sum(&column))
        }
        _ => {
            let mixed = |bytes: &Vec<u8>| <[u8; 3]>::try_from(&bytes[..]).unwrap();
            let column: Vec<_> = column.iter().map(mixed).collect();
            oracle::tree(&column, &|&a, &b| mix(a, b)).into()
        }
    }
}

/// A rank's memory for a job.
struct Memory {
    send: Vec<u8>,
    recv: Vec<u8>,
    scratch: Vec<u128>,
}

impl Memory {
    fn new(job: &Job<'_>, rank: usize) -> Memory {
        let (send, settings) = (job.contribution(rank), &job.settings);
        let (fold, ranks, count) = (job.fold(rank), job.ranks(), job.columns.len());
        let case = Case { fold, ranks, count, to: job.to, messages: true, node: None };
        let needed = (job.row.scratch)(&case, settings, rank);
        let recv = match job.in_place && job.to.reaches(rank) {
            true => send.clone(),
            false => vec![0xa5; send.len()],
        };
        Memory { send, recv, scratch: vec![0; needed.div_ceil(16) + 4] }
    }

    fn scratch(&mut self) -> *mut u8 {
        let place = self.scratch.as_ptr().align_offset(64);
        self.scratch[place..].as_mut_ptr().cast()
    }
}

/// All ranks of all jobs, polled in a random order at most `polls` times. Returns what each has
/// come to, and how often any was suspended.
fn poll(
    jobs: &[Job<'_>],
    memory: &mut [Memory],
    polls: usize,
    random: &mut Random,
) -> (Vec<Option<Outcome>>, usize) {
    let all: Vec<(&Job<'_>, usize)> =
        jobs.iter().flat_map(|job| (0..job.ranks()).map(move |rank| (job, rank))).collect();
    let boxes: Vec<mailbox::Box<'_>> =
        all.iter().map(|(job, rank)| mailbox::Box::new(*rank, job.ranks(), &job.mailbox)).collect();
    let transports: Vec<MessagesAlone<&mailbox::Box<'_>>> = all
        .iter()
        .zip(&boxes)
        .map(|(&(job, rank), messages)| MessagesAlone { rank, size: job.ranks(), messages })
        .collect();
    // (A report's clock stands between, for some.)
    let watches: Vec<Watch> = all.iter().map(|_| Watch::start()).collect();
    let timed: Vec<Timed<'_>> =
        transports.iter().zip(&watches).map(|(inner, watch)| Timed::new(inner, watch)).collect();
    let transport = |i: usize| -> &dyn Transport {
        match all[i].0.apart {
            true => &timed[i],
            false => &transports[i],
        }
    };
    let reductions: Vec<Reduction<'_>> = all
        .iter()
        .zip(memory.iter_mut())
        .map(|(&(job, rank), Memory { send, recv, .. })| {
            let (recv, in_place) = (recv.as_mut_ptr(), job.in_place && job.to.reaches(rank));
            let send = if in_place { recv.cast_const() } else { send.as_ptr() };
            let &Job { to, settings, .. } = job;
            Reduction { send, recv, count: job.columns.len(), to, fold: job.fold(rank), settings }
        })
        .collect();
    let mut kept: Vec<(usize, Kept<'_>)> = (0..all.len())
        .map(|i| {
            let (later, scratch) = (all[i].0.row.later.unwrap(), memory[i].scratch());
            // SAFETY: the buffers and the scratch are as long as is demanded.
            (i, unsafe { Kept::new(later, transport(i), &reductions[i], scratch) })
        })
        .collect();
    let mut outcomes: Vec<Option<Outcome>> = vec![None; all.len()];
    let (mut suspended, mut idle) = (0, 0);
    for _ in 0..polls {
        if kept.is_empty() {
            break;
        }
        let any = random.below(kept.len() as u64) as usize;
        let (i, schedule) = &mut kept[any];
        match schedule.poll() {
            Poll::Ready(outcome) => {
                outcomes[*i] = Some(outcome);
                kept.swap_remove(any);
                idle = 0;
            }
            Poll::Pending => {
                (suspended, idle) = (suspended + 1, idle + 1);
                assert!(idle < 1_000_000, "{} waits for ever", all[*i].0.name());
            }
        }
    }
    for (i, watch) in watches.iter().enumerate() {
        let job = all[i].0;
        if outcomes[i] == Some(Ok(())) && job.apart && job.ranks() > 1 && !job.columns.is_empty() {
            assert!(!watch.times().parts[Part::Communication as usize].is_zero());
        }
    }
    if !kept.is_empty() || outcomes.iter().flatten().any(Result::is_err) {
        boxes.iter().for_each(mailbox::Box::abandon);
    }
    (outcomes, suspended)
}

fn memory(jobs: &[Job<'_>]) -> Vec<Memory> {
    let all = jobs.iter().flat_map(|job| (0..job.ranks()).map(move |rank| (job, rank)));
    all.map(|(job, rank)| Memory::new(job, rank)).collect()
}

/// Every rank that gets a result has the oracle's. Returns how often any was suspended.
fn check(jobs: &[Job<'_>], random: &mut Random) -> usize {
    let mut memory = memory(jobs);
    let (outcomes, suspended) = poll(jobs, &mut memory, usize::MAX, random);
    assert!(outcomes.iter().all(|outcome| *outcome == Some(Ok(()))));
    let mut all = memory.iter();
    for job in jobs {
        for rank in 0..job.ranks() {
            let Memory { send, recv, .. } = all.next().unwrap();
            assert_eq!(
                *send,
                job.contribution(rank),
                "{} rank {rank}: send was written",
                job.name()
            );
            match job.result(rank) {
                Some(want) => assert!(*recv == want, "{} rank {rank}", job.name()),
                None => assert!(recv.iter().all(|byte| *byte == 0xa5) || job.to.reaches(rank)),
            }
        }
    }
    suspended
}

/// Every row, to every kind of destination, with the elements of a block and a count, and a degree.
fn cases(ranks: usize, fold: &dyn Fold) -> Vec<(&'static Schedule, Settings, Destination, usize)> {
    let destinations = [
        Destination::All,
        Destination::Root(0),
        Destination::Root(ranks / 2),
        Destination::Root(ranks - 1),
        Destination::InclusivePrefix,
        Destination::ExclusivePrefix,
    ];
    let mut all = Vec::new();
    for row in rows() {
        for to in destinations {
            for (block, count) in [(1, 2), (9, 4), (9, 25), (30, 11), (1 << 16, 33), (1 << 16, 0)] {
                let case = Case { fold, ranks, count, to, messages: true, node: None };
                for degree in [1, 2, 3, 5] {
                    let counts = row.parameter.is_some() || degree == 2;
                    if counts && row.check(&case).is_ok() {
                        let settings = Settings { degree, block, ..Settings::default() };
                        all.push((row, settings, to, count));
                    }
                }
            }
        }
    }
    all
}

#[test]
fn every_row_polled_in_random_orders() {
    let mut random = Random::new(seed());
    let tree = Tree(Mixed);
    let exact = ExactSum::of(Kind::Real(Format::Double)).unwrap();
    let folds: [&dyn Fold; 3] = [&tree, &listed(&tree), &exact];
    let (mut suspended, mut runs, mut prefixes) = (0, 0, BTreeSet::new());
    for ranks in RANKS {
        for fold in folds {
            for (row, settings, to, count) in cases(ranks, fold) {
                let job = Job::new((row, settings), (ranks, count), to, fold, &mut random);
                (suspended, runs) = (suspended + check(&[job], &mut random), runs + 1);
                prefixes.extend(to.is_prefix().then_some(row.name));
            }
        }
    }
    assert!(runs > 5000 && suspended > 10 * runs, "{runs} reductions, {suspended} times suspended");
    // No row that performs scans was left out because of the operation.
    assert!(rows().filter(|row| row.prefixes).all(|row| prefixes.contains(row.name)));
}

/// On the same ranks, each by messages of its own.
#[test]
fn many_at_the_same_time() {
    let mut random = Random::new(seed());
    let tree = Tree(Mixed);
    let fold: &dyn Fold = &tree;
    for ranks in RANKS {
        for some in cases(ranks, fold).chunks(60) {
            let job = |(row, settings, to, count): (_, _, _, usize), random: &mut Random| {
                Job::new((row, settings), (ranks, count), to, fold, random)
            };
            let jobs: Vec<Job<'_>> = some.iter().map(|case| job(*case, &mut random)).collect();
            check(&jobs, &mut random);
        }
    }
}

/// A reduction may be dropped wherever it is.
#[test]
fn what_is_dropped_half_run_leaves_nothing() {
    let mut random = Random::new(seed());
    let tree = Tree(Mixed);
    let fold: &dyn Fold = &listed(&tree);
    let exact = ExactSum::of(Kind::Real(Format::Double)).unwrap();
    for (ranks, fold) in [(2, fold), (5, fold), (8, fold), (5, &exact)] {
        for (row, settings, to, count) in cases(ranks, fold) {
            let jobs = [Job::new((row, settings), (ranks, count), to, fold, &mut random)];
            let polls = random.below(20 * ranks as u64) as usize;
            poll(&jobs, &mut memory(&jobs), polls, &mut random);
        }
    }
}

/// An error ends the schedule of its rank, which has its outcome.
#[test]
fn an_error_is_an_outcome() {
    let mut random = Random::new(seed());
    let tree = Tree(Mixed);
    let (ranks, fold) = (4, &tree);
    for row in rows() {
        let to = Destination::All;
        let case = Case { fold, ranks, count: 9, to, messages: true, node: None };
        if row.check(&case).is_err() {
            continue;
        }
        let mut job = Job::new((row, Settings::default()), (ranks, 9), to, fold, &mut random);
        (job.apart, job.folds[1]) = (true, Elsewhere::failing(fold, 0));
        let jobs = [job];
        let (outcomes, _) = poll(&jobs, &mut memory(&jobs), 10_000, &mut random);
        assert_eq!(outcomes[1], Some(Err(BROKEN)), "{}", jobs[0].name());
    }
}

/// `node` waits in shared memory, the point of `offload` is the MPI library's own sum.
#[test]
fn all_others_run_step_by_step() {
    let others = ALL.iter().filter(|row| row.later.is_none()).map(|row| row.name);
    assert_eq!(others.collect::<Vec<_>>(), ["node", "offload", "native"]);
}
