//! The specification (docs/specification.md) and its test vectors (docs/vectors): the oracles
//! write the vectors, and the library returns what they say: schedules on simulated ranks,
//! partials merged in any order, distributed arrays in any cut, accumulators and their bytes.
//!
//! `BLESS=1 cargo test --test library specification::` writes the vectors anew.

use crate::support::accumulators::{numbers, row, value, written, Portion};
use crate::support::arrays::reduce_arrays;
use crate::support::elements::{fold_of, merge_of, significant};
use crate::support::hostile::Random;
use crate::support::specification::user::Mix;
use crate::support::specification::{files, text};
use crate::support::vectors::{folded, Vector, WAYS};
use crate::support::ways::{in_turn, Way};
use samebits_base::threads::Team;
use samebits_fold::bundle::Code;
use samebits_fold::share::record::Lift;
use samebits_fold::tree::{visit, Tree};
use samebits_fold::Fold;
use samebits_kernel::{lookup, Kind, Operator};
use samebits_mpi::abi::names::{Named, Row, DATATYPES};
use samebits_mpi::operators::identity::floating;
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::packed::Compression;
use samebits_schedule::partials::MergeMethod;
use samebits_schedule::{Case, Destination, Settings, ALL};
use samebits_sum::accumulator::{Accumulator, AccumulatorSpec};
use samebits_sum::names::Arithmetic;
use samebits_sum::share::Share;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// A line of a file: its fields, each a list of words.
type Fields = Vec<Vec<String>>;

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs")
}

#[test]
fn the_oracles_write_these_vectors() {
    let folder = docs().join("vectors");
    let mut names = vec!["README.md".to_string()];
    for (name, text) in files() {
        let path = folder.join(name);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let there = fs::read_to_string(&path).unwrap_or_default();
        let differ = there.lines().zip(text.lines()).position(|(there, new)| there != new);
        assert!(
            there == text,
            "{} is out of date, from line {:?}: BLESS=1 cargo test --test library specification::",
            path.display(),
            differ.map(|line| line + 1)
        );
        names.push(name.to_string());
    }
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(names.contains(&name), "no oracle writes docs/vectors/{name}");
    }
}

/// The cases of a file of a kind, as the words of their fields.
pub fn cases(name: &str, what: &str) -> Vec<Vec<Vec<String>>> {
    let text = fs::read_to_string(docs().join("vectors").join(name)).unwrap();
    let words = |field: &str| field.split_whitespace().map(String::from).collect();
    let lines = text.lines().filter(|line| line.split(' ').next() == Some(what));
    let cases: Vec<_> = lines.map(|line| line.split('|').map(words).collect()).collect();
    assert!(!cases.is_empty(), "{name}");
    cases
}

#[test]
fn trees_are_as_the_library_visits_them() {
    for case in cases("trees.txt", "tree") {
        let n: usize = case[0][1].parse().unwrap();
        let mut places: Vec<String> = (0..n).map(|i| i.to_string()).collect();
        let done: Result<(), ()> = visit(n, |left, right| {
            places[right] = format!("({} {})", places[left], places[right]);
            Ok(())
        });
        done.unwrap();
        assert_eq!(places[n - 1], case[1].join(" "));
    }
}

/// What is reduced: how it is named, and how many bytes of an element mean something.
struct Operation {
    name: String,
    kind: Option<Kind>,
    bytes: usize,
}

impl Operation {
    fn of(words: &[String]) -> (Operation, Option<(Operator, Arithmetic)>) {
        let name = words[1..4].join(" ");
        if words[3] == "word" {
            return (Operation { name, kind: None, bytes: 4 }, None);
        }
        let kind = text::kind(&words[3]);
        let arithmetic = Arithmetic::from_text(&words[1]).unwrap();
        let operation = Operation { name, kind: Some(kind), bytes: significant(kind) };
        (operation, Some((text::operator(&words[2]), arithmetic)))
    }

    /// An element of a row.
    fn element(&self, word: &str, size: usize) -> Vec<u8> {
        let mut bytes = match self.kind {
            Some(kind) => text::bytes(kind, word),
            None => u32::from_str_radix(word, 16).unwrap().to_le_bytes().into(),
        };
        bytes.resize(size, 0);
        bytes
    }

    fn check(&self, how: &str, got: &[u8], want: &[u8], size: usize) {
        for (i, (got, want)) in got.chunks(size).zip(want.chunks(size)).enumerate() {
            let (got, want) = (&got[..self.bytes], &want[..self.bytes]);
            assert!(got == want, "{} {how}, case {i}: {got:x?}, not {want:x?}", self.name);
        }
        assert_eq!(got.len(), want.len());
    }
}

/// Whether this processor has the operation.
fn is_here(kind: Kind, operator: Operator) -> bool {
    let here = lookup(kind, operator).is_some();
    assert!(here || cfg!(not(target_arch = "x86_64")), "{kind:?} {operator:?}");
    here
}

/// Cases of one operation and one number of contributions: elements of one vector.
#[test]
fn vectors_are_reduced_as_they_say() {
    let mut random = Random::new(7);
    let mut vectors: BTreeMap<(Vec<String>, usize), Vec<Fields>> = BTreeMap::new();
    let names = ["operators.txt", "exact.txt", "prerounded.txt", "prerounded2.txt", "binned.txt"];
    for case in names.iter().flat_map(|name| cases(name, "reduce")) {
        vectors.entry((case[0].clone(), case[1].len())).or_default().push(case);
    }
    for ((words, ranks), cases) in vectors {
        let (operation, evaluated) = Operation::of(&words);
        let fold: Box<dyn Fold + Sync> = match (operation.kind, evaluated) {
            (Some(kind), Some((operator, _))) if !is_here(kind, operator) => continue,
            (Some(kind), Some((operator, arithmetic))) => fold_of(kind, operator, arithmetic),
            _ => Box::new(Tree(Mix)),
        };
        let (fold, size, n) = (&*fold, fold.size(), cases.len());
        let of_rank = |rank: usize| -> Vec<u8> {
            cases.iter().flat_map(|case| operation.element(&case[1][rank], size)).collect()
        };
        let contributions: Vec<Vec<u8>> = (0..ranks).map(of_rank).collect();
        let want: Vec<u8> =
            cases.iter().flat_map(|case| operation.element(&case[2][0], size)).collect();
        operation.check("folded", &folded(fold, &contributions, n), &want, size);
        let vector = Vector { fold, ranks, n, team: Team::ALONE };
        for way in WAYS {
            let got = vector.reduce(&contributions, way, &mut random).unwrap();
            operation.check(&format!("merged {way:?}"), &got, &want, size);
        }
        let nodes = Nodes::one(ranks);
        let to = Destination::All;
        let case = Case { fold, ranks, count: n, to, messages: true, node: Some(&nodes) };
        let runs = ALL.iter().filter(|s| s.run.is_some() && s.check(&case).is_ok());
        let ways: Vec<Way> = runs
            .flat_map(|schedule| [false, true].map(|stepwise| (schedule, stepwise)))
            .filter(|(schedule, stepwise)| !stepwise || schedule.later.is_some())
            .map(|(schedule, stepwise)| Way {
                schedule,
                stepwise,
                settings: Settings::default(),
                compression: (Compression::Off, 0),
                to,
                count: n,
                in_place: false,
                shift: 0,
            })
            .collect();
        assert!(!ways.is_empty());
        in_turn(&nodes, &ways, fold, &contributions, &|way, rank, got| {
            let how = format!("by {} on rank {rank} of {ranks}", way.schedule.name);
            operation.check(&how, got, &want, size);
        });
    }
}

#[test]
fn arrays_are_reduced_as_they_say() {
    for case in cases("arrays.txt", "array") {
        let (operation, evaluated) = Operation::of(&case[0]);
        let (kind, (operator, arithmetic)) = (operation.kind.unwrap(), evaluated.unwrap());
        if !is_here(kind, operator) {
            continue;
        }
        let merge: Box<dyn Lift + Sync> = merge_of(kind, operator, arithmetic);
        let size = merge.shape().element;
        let elements: Vec<u8> =
            case[2].iter().flat_map(|word| operation.element(word, size)).collect();
        let want = operation.element(&case[3][0], size);
        if case[2].is_empty() {
            let mut identity = floating(kind, operator).unwrap();
            identity.resize(size, 0);
            operation.check("of nothing", &identity, &want, size);
            continue;
        }
        for cut in &case[1] {
            let ends: Vec<u64> = cut.split(',').map(|end| end.parse().unwrap()).collect();
            let total = case[2].len() as u64;
            let shares: Vec<Share> =
                ends.windows(2).map(|ends| Share { start: ends[0], end: ends[1], total }).collect();
            let native = MergeMethod::Native(Code::of(kind, operator, arithmetic).unwrap());
            for method in [MergeMethod::Gather, native] {
                let (elements, shares) = ([elements.clone()], [shares.clone()]);
                let all = Destination::All;
                for (got, failed) in reduce_arrays(&*merge, &elements, &shares, method, all, &[]) {
                    assert_eq!(failed, None);
                    operation.check(&format!("{} {cut}", method.name()), &got, &want, size);
                }
            }
        }
    }
}

/// What an accumulator of a case was created for.
fn purpose(words: &[String]) -> AccumulatorSpec {
    let arithmetic = Arithmetic::from_text(&words[1]).unwrap();
    AccumulatorSpec::new(arithmetic, text::kind(&words[3]), words[2].parse().unwrap()).unwrap()
}

fn portion(kind: Kind, word: &str) -> Portion {
    let element = |word: &str| numbers(kind.format(), &text::bytes(kind, word));
    match word.split_once('*') {
        None => Portion::Elements(element(word)),
        Some((x, y)) => {
            let (plain, y) = (x.trim_start_matches('~'), element(y));
            Portion::Products(element(plain), y, plain != x)
        }
    }
}

/// Neighbours of one sort as one portion, which is added by rows.
fn joined(portions: &[Portion]) -> Vec<Portion> {
    let mut all: Vec<Portion> = Vec::new();
    for portion in portions {
        match (all.last_mut(), portion) {
            (Some(Portion::Elements(x)), Portion::Elements(more)) => x.extend(more),
            (Some(Portion::Products(x, y, c)), Portion::Products(a, b, d)) if c == d => {
                x.extend(a);
                y.extend(b);
            }
            _ => all.push(portion.clone()),
        }
    }
    all
}

#[test]
fn accumulators_are_as_they_say() {
    for case in cases("accumulators.txt", "accumulator") {
        let purpose = purpose(&case[0]);
        let kind = purpose.kind();
        let portions: Vec<Portion> = case[1].iter().map(|word| portion(kind, word)).collect();
        let filled = |portions: &[Portion]| {
            let mut sum = Accumulator::new(purpose);
            for (i, portion) in portions.iter().enumerate() {
                portion.add_to(&mut sum, i % 3).unwrap();
            }
            sum
        };
        let bytes = text::from_hex(&case[3][0]);
        let check = |how: &str, sum: &Accumulator| {
            let value = text::element(kind, &row(kind.format(), &value(sum)));
            let said = vec![sum.count().to_string(), value];
            assert_eq!(said, case[2], "{how}: {case:?}");
            assert!(written(sum) == bytes, "{how}: {case:?}: {:x?}", written(sum));
        };
        check("one by one", &filled(&portions));
        check("by rows", &filled(&joined(&portions)));
        let backwards: Vec<Portion> = portions.iter().rev().cloned().collect();
        check("backwards", &filled(&backwards));
        let (left, right) = portions.split_at(portions.len() / 2);
        let mut merged = filled(right);
        merged.merge(&filled(left)).unwrap();
        check("merged", &merged);
        let mut read = filled(left);
        read.read(&bytes).unwrap();
        check("read", &read);
    }
}

#[test]
fn bytes_of_no_accumulator_are_refused() {
    for case in cases("accumulators.txt", "refused") {
        let mut sum = Accumulator::new(purpose(&case[0]));
        assert!(sum.read(&text::from_hex(&case[1][0])).is_err(), "{case:?}");
    }
}

/// The rows of the table in D2 say of each datatype what the library takes it for.
#[test]
fn the_specification_has_every_datatype() {
    let text = fs::read_to_string(docs().join("specification.md")).unwrap();
    for &Named { name, what, .. } in DATATYPES {
        let expected = match what {
            Row::Real => "| real |",
            Row::LongDouble => "| real | D3 |",
            Row::Complex => "| complex |",
            Row::LongDoubleComplex => "| complex | D3 |",
            Row::FloatInt => "| value-int | float |",
            Row::DoubleInt => "| value-int | double |",
            Row::LongDoubleInt => "| value-int | D3 |",
            Row::TwoReals => "| value-real | by half of the size, D4 |",
            Row::Exactly(_) => continue,
        };
        let named = format!("`{name}`");
        let mut rows = text.lines().filter(|line| line.starts_with('|') && line.contains(&named));
        assert!(rows.next().is_some_and(|line| line.contains(expected)), "{name}: {expected}");
    }
}
