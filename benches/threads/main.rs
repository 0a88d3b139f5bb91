//! Measures from how many bytes on it is worth to cut a fold or a merge among threads: what one
//! thread takes, and several, whatever there is to do: `threads::MIN_BYTES_PER_THREAD` and each arithmetic's
//! `TIMES` say what follows. No MPI. What may be set, as variables of the environment or of make
//! (`make bench-threads THREADS=4`):
//!
//!     THREADS      2      how many
//!     RANKS        4      contributions that are folded; a merge is of two halves of them
//!     SMALLEST     64     KiB of all contributions
//!     LARGEST      8192   likewise; sizes between them double
//!     REPETITIONS  200    of each size
//!
//! One thread and several take turns, on the same numbers, which have just been written, as
//! those that a message brings; the bits are compared. A row has the medians in microseconds and
//! the median of their ratios. Timings mean something on idle machines only.

use samebits_base::fault::memory;
use samebits_base::threads::Team;
use samebits_fold::exact::ExactSum;
use samebits_fold::levelled::LevelledSum;
use samebits_fold::tree::Tree;
use samebits_fold::vectors::ranks::Ranks;
use samebits_fold::vectors::{Partial, ALIGNMENT};
use samebits_fold::Fold;
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::{lookup, Format, Kind, Operator};
use samebits_sum::names::Arithmetic;
use std::time::Instant;

const DOUBLE: Kind = Kind::Real(Format::Double);

fn number(name: &str, default: usize) -> usize {
    let Ok(value) = std::env::var(name) else { return default };
    match value.parse() {
        Ok(number) if number > 0 => number,
        _ => {
            eprintln!("threads: {name}={value} is not accepted; it takes 1 or more");
            std::process::exit(2)
        }
    }
}

/// Numbers of one rank.
fn contribution(rank: usize, n: usize) -> Vec<f64> {
    let mut state = 88_172_645_463_325_252u64.wrapping_add(rank as u64 * 7919);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    (0..n).map(|_| next()).collect()
}

/// Room for so many bytes, aligned.
struct Room(Vec<u8>);

impl Room {
    fn new(bytes: usize) -> Room {
        Room(memory(bytes + ALIGNMENT))
    }

    fn at(&mut self) -> *mut u8 {
        let start = self.0.as_mut_ptr();
        start.wrapping_add(start.align_offset(ALIGNMENT))
    }
}

/// What is measured: brings the work about, does it, and returns a digest of what was made.
trait Work {
    fn prepare(&mut self);
    fn run(&mut self, team: Team);
    fn digest(&mut self) -> u64;
}

fn digest(at: *const u8, bytes: usize) -> u64 {
    // SAFETY: so many bytes were made there.
    let bytes = unsafe { std::slice::from_raw_parts(at, bytes) };
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A fold of all contributions.
struct Folding<'a> {
    fold: &'a dyn Fold,
    ranks: usize,
    contributions: Vec<f64>,
    rows: Room,
    folded: usize,
}

impl Work for Folding<'_> {
    fn prepare(&mut self) {
        let (from, bytes) = (self.contributions.as_ptr().cast(), 8 * self.contributions.len());
        // SAFETY: the rows are as long.
        unsafe { std::ptr::copy_nonoverlapping(from, self.rows.at(), bytes) };
    }

    fn run(&mut self, team: Team) {
        let n = self.contributions.len() / self.ranks;
        // SAFETY: the rows, in the environment of sums.
        let folded = unsafe { self.fold.fold(team, self.rows.at(), self.ranks, n) };
        self.folded = folded.expect("sums do not fail");
    }

    fn digest(&mut self) -> u64 {
        let bytes = 8 * self.contributions.len() / self.ranks;
        digest(self.rows.at().wrapping_add(self.folded * bytes), bytes)
    }
}

/// A merge of two partials, each of half of the ranks.
struct Merging<'a> {
    fold: &'a dyn Fold,
    ranks: usize,
    n: usize,
    given: [(Ranks, Vec<u8>); 2],
    rooms: [Room; 2],
    into: Room,
}

impl<'a> Merging<'a> {
    fn new(fold: &'a dyn Fold, ranks: usize, contributions: &[f64]) -> Self {
        let (n, half) = (contributions.len() / ranks, ranks / 2);
        let partials = fold.partials().expect("sums have partials");
        let given = [0..half, half..ranks].map(|range| {
            let mut made = (Ranks::one(range.start), Room::new(8 * n));
            let row = |rank: usize| contributions[rank * n..].as_ptr().cast::<u8>();
            let mut at = row(range.start);
            for rank in range.start + 1..range.end {
                let (own, of) = (Ranks::one(rank), made.0.union(&Ranks::one(rank)));
                let mut room = Room::new(partials.most(&of, ranks, n));
                let (one, other) =
                    (Partial { of: &made.0, at }, Partial { of: &own, at: row(rank) });
                // SAFETY: two partials, and room for what is made of them.
                unsafe { partials.merge(Team::ALONE, one, other, ranks, n, room.at()) }
                    .expect("sums do not fail");
                at = room.at();
                made = (of, room);
            }
            // SAFETY: a partial of these ranks.
            let bytes = unsafe { partials.length(Partial { of: &made.0, at }, ranks, n) };
            // SAFETY: so many bytes of it.
            let bytes = unsafe { std::slice::from_raw_parts(at, bytes) }.to_vec();
            (made.0, bytes)
        });
        let rooms = given.each_ref().map(|(_, bytes)| Room::new(bytes.len()));
        let into = Room::new(partials.most(&Ranks::all(ranks), ranks, n));
        Merging { fold, ranks, n, given, rooms, into }
    }
}

impl Work for Merging<'_> {
    fn prepare(&mut self) {
        for ((_, bytes), room) in self.given.iter().zip(&mut self.rooms) {
            // SAFETY: the room is as long.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), room.at(), bytes.len()) };
        }
    }

    fn run(&mut self, team: Team) {
        let partials = self.fold.partials().expect("sums have partials");
        let at = self.rooms.each_mut().map(|room| room.at().cast_const());
        let [one, other] = [0, 1].map(|i| Partial { of: &self.given[i].0, at: at[i] });
        // SAFETY: two partials and room, in the environment of sums.
        unsafe { partials.merge(team, one, other, self.ranks, self.n, self.into.at()) }
            .expect("sums do not fail");
    }

    fn digest(&mut self) -> u64 {
        let partials = self.fold.partials().expect("sums have partials");
        let (of, at) = (Ranks::all(self.ranks), self.into.at());
        // SAFETY: the partial that was made.
        let bytes = unsafe { partials.length(Partial { of: &of, at }, self.ranks, self.n) };
        digest(at, bytes)
    }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn measure(name: &str, kib: usize, work: &mut dyn Work, threads: usize, repetitions: usize) {
    let teams = [Team::ALONE, Team { threads, worth: 1 }];
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..repetitions {
        let digests = [0, 1].map(|i| {
            work.prepare();
            let begun = Instant::now();
            within(Environment::Vector, || work.run(teams[i]));
            times[i].push(begun.elapsed().as_secs_f64() * 1e6);
            work.digest()
        });
        assert_eq!(digests[0], digests[1], "{name}: threads make other bits");
    }
    let ratios = times[0].iter().zip(&times[1]).map(|(alone, all)| all / alone).collect();
    let [alone, all] = times.map(median);
    println!("{name:>16} {kib:>9} {alone:>11.1} {all:>11.1} {:>7.2}", median(ratios));
}

fn main() {
    let (threads, ranks) = (number("THREADS", 2), number("RANKS", 4).max(2));
    let (smallest, largest) = (number("SMALLEST", 64), number("LARGEST", 8192));
    let repetitions = number("REPETITIONS", 200);
    let tree = lookup(DOUBLE, Operator::Sum).map(Tree).expect("there are sums of doubles");
    let exact = ExactSum::of(DOUBLE).expect("there are sums of doubles");
    let binned = LevelledSum::of(DOUBLE, Arithmetic::Binned(3)).expect("there are sums of doubles");
    let folds: [(&str, &dyn Fold); 3] = [("tree", &tree), ("exact", &exact), ("binned", &binned)];
    println!("{ranks} contributions, {threads} threads; times in µs");
    println!("{:>16} {:>9} {:>11} {:>11} {:>7}", "", "size/KiB", "one thread", "threads", "ratio");
    for (name, fold) in folds {
        let sizes = || std::iter::successors(Some(smallest), |kib| Some(2 * kib));
        for kib in sizes().take_while(|kib| *kib <= largest) {
            let n = kib * 1024 / 8 / ranks;
            let contributions: Vec<f64> = (0..ranks).flat_map(|r| contribution(r, n)).collect();
            let merging = &mut Merging::new(fold, ranks, &contributions);
            let rows = Room::new(8 * contributions.len());
            let folding = &mut Folding { fold, ranks, contributions, rows, folded: 0 };
            measure(&format!("{name} fold"), kib, folding, threads, repetitions);
            measure(&format!("{name} merge"), kib, merging, threads, repetitions);
        }
    }
}
