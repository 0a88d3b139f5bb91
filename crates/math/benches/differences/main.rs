//! Counts how many results of the C library's functions depend on the processor, and how many are not
//! the correctly rounded ones (`cargo bench -p samebits-math --bench differences`). Prints CSV: the
//! function; of so many arguments, how many results differ between a processor with fused products and
//! one without; how many are not ours with and without them.
//!
//! The other processor is this program, started again with GLIBC_TUNABLES, which takes instructions
//! from the C library; it hands its results over through a pipe. The arguments are spread over the
//! ranges of the benchmark of the scalar functions.
//!
//!     ARGUMENTS  1000000   for each function

#[allow(dead_code)]
#[path = "../../src/table.rs"]
mod table;

#[allow(dead_code)]
#[path = "../scalar/ranges.rs"]
mod ranges;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use ranges::Spread;
use std::io::{BufWriter, Read, Write};
use std::process::{Command, Stdio};
use table::{Function, Shape, Type, FUNCTIONS};

const TUNABLES: &str = "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4";

/// In the environment of the program that is started again.
const ONLY_RESULTS: &str = "DIFFERENCES_ONLY_RESULTS";

fn main() {
    let count = std::env::var("ARGUMENTS").unwrap_or_else(|_| "1000000".into());
    let count: usize = count.parse().ok().filter(|n| *n > 0).unwrap_or_else(|| {
        eprintln!("differences: ARGUMENTS={count} is not accepted; it takes a number from 1");
        std::process::exit(2)
    });
    let glibc = load("libm.so.6");
    if std::env::var_os(ONLY_RESULTS).is_some() {
        let mut out = BufWriter::new(std::io::stdout().lock());
        for (function, ty) in rows() {
            let results = results(&glibc, function, ty, count).unwrap_or_default();
            results.iter().for_each(|bits| out.write_all(&bits.to_le_bytes()).expect("a reader"));
        }
        return;
    }
    let own = std::env::current_exe().expect("this program has a file");
    let ours = load(own.with_file_name("libsamebits_math.so").to_str().expect("a path of text"));
    let mut other = Command::new(own)
        .env("GLIBC_TUNABLES", TUNABLES)
        .env(ONLY_RESULTS, "1")
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program can be started again");
    let mut pipe = other.stdout.take().expect("it is a pipe");
    println!("function,arguments,differ,misrounded,misrounded_without");
    for (function, ty) in rows() {
        let Some(with) = results(&glibc, function, ty, count) else { continue };
        let mut bytes = vec![0; 8 * with.len()];
        pipe.read_exact(&mut bytes).expect("the other one gives as many results");
        let without: Vec<u64> = bytes
            .chunks_exact(8)
            .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
            .collect();
        let right = results(&ours, function, ty, count).expect("the library has its functions");
        println!(
            "{},{count},{},{},{}",
            function.name(ty),
            unlike(&with, &without, count),
            unlike(&with, &right, count),
            unlike(&without, &right, count)
        );
    }
    assert!(other.wait().expect("it ends").success());
}

/// The functions that programs call by their names, in both types.
fn rows() -> impl Iterator<Item = (&'static Function, Type)> {
    let functions = FUNCTIONS.iter().filter(|it| it.public && it.shape != Shape::Sign);
    functions.flat_map(|function| Type::ALL.map(|ty| (function, ty)))
}

fn load(file: &str) -> Library {
    // SAFETY: the constructors of these libraries may run in any program.
    unsafe { Library::open(Some(file), RTLD_NOW | RTLD_LOCAL) }
        .unwrap_or_else(|error| panic!("{file} cannot be loaded: {error}"))
}

/// Of how many arguments a result differs. (sincos has two each.)
fn unlike(a: &[u64], b: &[u64], count: usize) -> usize {
    let each = a.len() / count;
    a.chunks(each).zip(b.chunks(each)).filter(|(a, b)| a != b).count()
}

/// The bits of the results; none if the library lacks the function.
fn results(library: &Library, function: &Function, ty: Type, count: usize) -> Option<Vec<u64>> {
    let name = function.name(ty);
    match ty {
        Type::Double => each::<f64>(library, function, &name, count),
        Type::Float => each::<f32>(library, function, &name, count),
    }
}

fn each<T: Number>(
    library: &Library,
    function: &Function,
    name: &str,
    count: usize,
) -> Option<Vec<u64>> {
    let ranges = ranges::of(function.stem).unwrap_or_else(|| panic!("ranges.rs lacks {name}"));
    // Additive sequences of irrational steps are spread evenly.
    let at = |which: usize, index: usize, step: f64| {
        T::of(number_at(ranges[which], ((index + 1) as f64 * step).fract()))
    };
    let arguments = (0..count)
        .map(|index| (at(0, index, 0.6180339887498949), at(1, index, 0.7548776662466927)));
    let name = name.as_bytes();
    let mut found = Vec::with_capacity(count);
    // SAFETY: the functions of these names have these types, and take any number.
    unsafe {
        match function.shape {
            Shape::One => {
                let call = *library.get::<unsafe extern "C" fn(T) -> T>(name).ok()?;
                found.extend(arguments.map(|(x, _)| call(x).bits()));
            }
            Shape::Two => {
                let call = *library.get::<unsafe extern "C" fn(T, T) -> T>(name).ok()?;
                found.extend(arguments.map(|(x, y)| call(x, y).bits()));
            }
            Shape::SinCos => {
                let call = *library.get::<unsafe extern "C" fn(T, *mut T, *mut T)>(name).ok()?;
                for (x, _) in arguments {
                    let (mut sine, mut cosine) = (x, x);
                    call(x, &mut sine, &mut cosine);
                    found.extend([sine.bits(), cosine.bits()]);
                }
            }
            Shape::Sign => unreachable!("its result is that of the function without the sign"),
        }
    }
    Some(found)
}

/// The number at a place between 0 and 1: the same in both programs, so no function of the C library
/// may be called for it. (Numbers that are even by their bits are so by their logarithms, nearly.)
fn number_at(range: ranges::Range, place: f64) -> f64 {
    let (least, greatest) = (range.least, range.greatest);
    match range.spread {
        Spread::Even => least + place * (greatest - least),
        Spread::Scales => {
            let bits = (greatest.to_bits() - least.to_bits()) as f64 * place;
            f64::from_bits(least.to_bits() + bits as u64)
        }
    }
}

trait Number: Copy {
    fn of(number: f64) -> Self;
    fn bits(self) -> u64;
}

impl Number for f64 {
    fn of(number: f64) -> f64 {
        number
    }
    fn bits(self) -> u64 {
        self.to_bits()
    }
}

impl Number for f32 {
    fn of(number: f64) -> f32 {
        number as f32
    }
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
}
