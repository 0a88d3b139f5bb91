//! Vectors whose elements come again and again, so that all of a long one is compared with the
//! oracle, which is slow.

use super::elements::{expected, fold_of, random_column, significant, to_bytes, Element};
use super::hostile::Random;
use super::mixed::{mix, Mixed};
use super::oracle;
use super::ways::{in_turn, Way};
use samebits_fold::tree::Tree;
use samebits_fold::Fold;
use samebits_kernel::{Kind, Operator};
use samebits_schedule::node::nodes::Nodes;
use samebits_sum::names::Arithmetic;
use std::sync::{Mutex, OnceLock};

/// An operation, as `elements::operations` lists them.
pub type Operation = (Kind, Operator, Arithmetic);

/// The contributions of all ranks, and what they come to.
pub struct Vectors {
    name: String,
    pub fold: Box<dyn Fold + Sync>,
    contributions: Vec<Vec<u8>>,
    /// What one period of so many ranks' contributions comes to, from the first rank on.
    oracle: Box<dyn Fn(usize) -> Vec<u8> + Sync>,
    /// The oracle's answers, for one rank or more.
    results: Vec<OnceLock<Vec<u8>>>,
    /// The bytes of an element that are compared.
    significant: usize,
}

impl Vectors {
    /// So many elements, of which so many are different, and of 64 contributions so many are
    /// other than zero.
    pub fn new(
        operation @ (kind, operator, arithmetic): Operation,
        ranks: usize,
        (count, period): (usize, usize),
        density: u64,
        random: &mut Random,
    ) -> Self {
        let fold = fold_of(kind, operator, arithmetic);
        let extent = fold.size();
        let columns: Vec<Vec<Element>> = (0..period)
            .map(|_| {
                let mut column = random_column(kind, ranks, random);
                for element in &mut column {
                    if random.below(64) >= density {
                        element.numbers.fill(0);
                        element.index = element.index.map(|_| 0);
                    }
                }
                column
            })
            .collect();
        let bytes = |element: &Element| to_bytes(kind, element, extent);
        let contribution = |rank: usize| columns.iter().map(|c| bytes(&c[rank])).collect();
        let contributions = repeated(&(0..ranks).map(contribution).collect::<Vec<_>>(), count);
        let result = move |column: &[Element]| {
            to_bytes(kind, &expected(kind, operator, arithmetic, column), extent)
        };
        Vectors {
            name: format!("{operation:?}"),
            contributions,
            oracle: Box::new(move |k| columns.iter().flat_map(|c| result(&c[..k])).collect()),
            results: vec![OnceLock::new(); ranks],
            significant: significant(kind),
            fold,
        }
    }

    /// The same with an operator that neither commutes nor is associative.
    pub fn mixed(ranks: usize, (count, period): (usize, usize), random: &mut Random) -> Self {
        let any = |random: &mut Random| random.next().to_le_bytes()[..3].try_into().unwrap();
        let columns: Vec<Vec<[u8; 3]>> =
            (0..period).map(|_| (0..ranks).map(|_| any(random)).collect()).collect();
        let contribution = |rank: usize| columns.iter().map(|c| c[rank].to_vec()).collect();
        let contributions = repeated(&(0..ranks).map(contribution).collect::<Vec<_>>(), count);
        let tree = |column: &[[u8; 3]]| oracle::tree(column, &|&a, &b| mix(a, b));
        Vectors {
            name: "mixed".into(),
            fold: Box::new(Tree(Mixed)),
            contributions,
            oracle: Box::new(move |k| columns.iter().flat_map(|c| tree(&c[..k])).collect()),
            results: vec![OnceLock::new(); ranks],
            significant: 3,
        }
    }

    /// Reduces them in each of these ways; every rank that gets a result has the oracle's. The
    /// seed is that from which all of this has come.
    pub fn check(&self, ways: &[Way], seed: u64) {
        let (extent, bytes) = (self.fold.size(), self.significant);
        let wrong = Mutex::new(None);
        let one = Nodes::one(self.contributions.len());
        in_turn(&one, ways, &*self.fold, &self.contributions, &|way, rank, got| {
            let contributors = way.to.contributors(rank, self.contributions.len());
            if contributors == 0 {
                return;
            }
            let results =
                self.results[contributors - 1].get_or_init(|| (self.oracle)(contributors));
            let wanted = results.chunks(extent).cycle();
            let mut pairs = got.chunks(extent).zip(wanted);
            let Some(at) = pairs.position(|(got, want)| got[..bytes] != want[..bytes]) else {
                return;
            };
            let element = |from: &[u8]| from[at * extent % from.len()..][..bytes].to_vec();
            wrong.lock().unwrap().get_or_insert_with(|| {
                format!(
                    "{} p={} {way:?}: on rank {rank} element {at} is {:x?}, not {:x?}, from {:x?} \
                     (SEED={seed})",
                    self.name,
                    self.contributions.len(),
                    element(got),
                    element(results),
                    self.contributions.iter().map(|row| element(row)).collect::<Vec<_>>(),
                )
            });
        });
        // Only now: a rank that stops keeps the others waiting.
        if let Some(wrong) = wrong.into_inner().unwrap() {
            panic!("{wrong}");
        }
    }
}

/// The elements of each rank again and again, until there are so many.
fn repeated(ranks: &[Vec<Vec<u8>>], count: usize) -> Vec<Vec<u8>> {
    ranks
        .iter()
        .map(|elements| elements.iter().cycle().take(count).flatten().copied().collect())
        .collect()
}
