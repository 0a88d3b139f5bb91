//! Accumulators, and the bytes that they are written as.

use super::directed::{columns, scaled};
use super::reductions::SUMMED;
use super::text::{element, hex, type_name};
use crate::support::accumulator_oracle::Created;
use crate::support::accumulators::{components, row, Portion};
use crate::support::hostile::Random;
use crate::support::oracle::{soft, Bits};
use samebits_kernel::{Format, Kind};
use samebits_sum::names::Arithmetic;

/// Bounds at which the levels become narrower (P1), and the largest one.
const BOUNDS: [u64; 8] = [
    1 << 48,
    1000,
    (1 << 26) - 2,
    (1 << 26) - 1,
    250_199_979_298_360,
    250_199_979_298_361,
    1 << 20,
    (1 << 20) + 1,
];

/// The portion's elements and products, one by one.
fn words(kind: Kind, portion: &Portion) -> Vec<String> {
    let elements = |numbers: &[Bits]| -> Vec<String> {
        let one = |numbers| element(kind, &row(kind.format(), numbers));
        numbers.chunks_exact(components(kind)).map(one).collect()
    };
    match portion {
        Portion::Elements(x) => elements(x),
        Portion::Products(x, y, conjugated) => {
            let sign = if *conjugated && components(kind) == 2 { "~" } else { "" };
            let pairs = elements(x).into_iter().zip(elements(y));
            pairs.map(|(x, y)| format!("{sign}{x}*{y}")).collect()
        }
    }
}

fn line(created: &Created, portions: &[Portion]) -> String {
    let kind = created.kind;
    let words: Vec<String> = portions.iter().flat_map(|portion| words(kind, portion)).collect();
    let value = row(kind.format(), &created.value(portions));
    format!(
        "accumulator {} {} {} | {} | {} {} | {}",
        created.arithmetic.name(),
        if let Arithmetic::Prerounded(_) = created.arithmetic { created.bound } else { 0 },
        type_name(kind),
        words.join(" "),
        created.count(portions),
        element(kind, &value),
        hex(created.bytes(portions).iter())
    )
}

/// Numbers of `directed`, all of a column as one portion, as complex ones with themselves.
fn elements(kind: Kind, column: &[Bits]) -> Portion {
    let n = components(kind);
    Portion::Elements(column.iter().flat_map(|number| vec![*number; n]).collect())
}

/// Products that only an exact sum can take: too large, too small, of zeros and of infinities.
pub fn products(format: Format) -> Vec<Portion> {
    let s = soft(format);
    let (emax, least) = match format {
        Format::Float => (127, -149),
        _ => (1023, -1074),
    };
    let (minus, infinity) = (s.sign_bit(true), s.infinity());
    let power = |exponent| scaled(format, 1, exponent);
    let (one, large, small) = (power(0), power(emax), power(least));
    let times = |x: &[Bits], y: &[Bits]| Portion::Products(x.into(), y.into(), false);
    vec![
        times(&[large, power(1), minus | large], &[large, power(-1), large]),
        times(&[small], &[small]),
        times(&[minus | small], &[small]),
        times(&[minus | small, one], &[power(least + 1), minus]),
        times(&[power(least / 2), one], &[power(least / 2 - 1), small]),
        times(&[minus, 0], &[one, minus | one]),
        times(&[minus, minus], &[one, minus | one]),
        times(&[infinity, one], &[minus | 1, large]),
        times(&[0, one], &[infinity, one]),
        times(&[large, minus | infinity], &[power(2), one]),
        times(&[s.nan() | minus | 3, infinity], &[0, one]),
        times(&[one + 1, one], &[one + 1, minus | one]),
    ]
}

/// The longest lines are those of exact sums of doubles, so there are fewer of these.
fn lines_of(arithmetic: Arithmetic, turn: u64, random: &mut Random) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, kind) in SUMMED.into_iter().enumerate() {
        let bound = BOUNDS[(turn as usize + i) % BOUNDS.len()];
        let created = Created { arithmetic, kind, bound };
        let mut add = |created: &Created, portions: &[Portion]| {
            lines.push(line(created, portions));
        };
        let complex = components(kind) == 2;
        add(&created, &[]);
        let (some, step) = (turn as usize + i, if complex { 12 } else { 5 });
        for column in columns(kind.format()).iter().skip(some % step).step_by(step) {
            add(&created, &[elements(kind, column)]);
        }
        if !complex {
            let of_many = if arithmetic == Arithmetic::Exact { 1 } else { 3 };
            let some = products(kind.format()).into_iter().skip(some % of_many).step_by(of_many);
            some.for_each(|portion| add(&created, &[portion]));
        }
        for mood in [0, 1, 3, 4, 2, 5].into_iter().take(if complex { 3 } else { 6 }) {
            let portions: Vec<Portion> =
                (0..3).map(|_| Portion::random(kind, random, 3, mood)).collect();
            add(&created, &portions);
        }
        if let (Arithmetic::Prerounded(_), false) = (arithmetic, complex) {
            for bound in BOUNDS {
                let portion = Portion::random(kind, random, 2, 1);
                add(&Created { bound, ..created }, &[elements(kind, &[1]), portion]);
            }
            let one = Portion::Elements(vec![scaled(kind.format(), 1, 3); components(kind)]);
            add(&Created { bound: 1, ..created }, &[one]);
        }
    }
    lines
}

/// Bytes that are no such accumulator's.
fn refused() -> Vec<String> {
    let exact =
        Created { arithmetic: Arithmetic::Exact, kind: Kind::Real(Format::Float), bound: 0 };
    let prerounded = Created {
        arithmetic: Arithmetic::Prerounded(2),
        kind: Kind::Complex(Format::Double),
        bound: 7,
    };
    let mut lines = Vec::new();
    for (created, name) in [(exact, "exact 0 float"), (prerounded, "prerounded:2 7 complex:double")]
    {
        let bytes = created.bytes(&[]);
        let mut add = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = bytes.clone();
            change(&mut bytes);
            lines.push(format!("refused {name} | {}", hex(bytes.iter())));
        };
        for byte in [0, 4, 5, 6, 7, 8, 9, 10, 15, 16] {
            add(&|bytes| bytes[byte] ^= 1);
        }
        add(&|bytes| {
            bytes.pop();
        });
        add(&|bytes| bytes.push(0));
        add(&|bytes| bytes.truncate(31));
        // More than the bound.
        add(&|bytes| bytes[24..32].copy_from_slice(&[1, 0, 0, 0, 0, 0, 0, 0x80]));
    }
    lines
}

pub fn accumulators() -> Vec<String> {
    let mut random = Random::new(0xacc);
    let mut lines = vec!["# Accumulators and their bytes.".to_string()];
    let levels = (2..=4).map(Arithmetic::Binned).chain((1..=4).map(Arithmetic::Prerounded));
    for (turn, arithmetic) in [Arithmetic::Exact].into_iter().chain(levels).enumerate() {
        lines.extend(lines_of(arithmetic, turn as u64, &mut random));
    }
    lines.push("# Bytes that are not those of an accumulator that was created like this.".into());
    lines.extend(refused());
    lines
}
