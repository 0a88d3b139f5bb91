//! Every instruction set against [`Scalar`], operation by operation and in the algorithms, and
//! that one against plain loops; at every alignment.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
use super::register::{Simd, WIDEST};
use super::scalar::Scalar;
#[cfg(target_arch = "x86_64")]
use super::sse2::Sse2;
use super::unit::Unit;
use crate::kernel::levels::{self, Levels, Rule, BLOCK, MOST};
use crate::kernel::sparse::{Codec, Packing};
use crate::kernel::{lookup, row, Format, Kind, Operator};

/// Runs a function with each unit that this processor has.
macro_rules! with_each_unit {
    ($function:ident) => {
        for unit in Unit::available() {
            match unit {
                #[cfg(target_arch = "x86_64")]
                Unit::Avx512 => $function::<Avx512>(),
                #[cfg(target_arch = "x86_64")]
                Unit::Avx2 => $function::<Avx2>(),
                #[cfg(target_arch = "x86_64")]
                Unit::Sse2 => $function::<Sse2>(),
                #[cfg(target_arch = "aarch64")]
                Unit::Neon => $function::<Neon>(),
                Unit::Scalar => $function::<Scalar>(),
            }
        }
    };
}

/// Doubles and floats of every sort, by a small generator (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn word(&mut self) -> u32 {
        const HOSTILE: [f32; 8] = [
            0.0,
            -0.0,
            1.0,
            f32::MIN_POSITIVE,
            f32::MAX,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
        ];
        match self.next() >> 61 {
            0 => 0,
            1 => HOSTILE[(self.next() >> 61) as usize].to_bits(),
            _ => self.next() as u32,
        }
    }

    fn double(&mut self) -> u64 {
        const HOSTILE: [f64; 8] =
            [0.0, -0.0, 1.0, 5e-324, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        match self.next() >> 62 {
            0 => HOSTILE[(self.next() >> 61) as usize].to_bits(),
            _ => self.next(),
        }
    }

    fn bytes(&mut self, doubles: bool) -> [u8; WIDEST] {
        let mut bytes = [0; WIDEST];
        for place in bytes.chunks_exact_mut(8) {
            let [low, high] = [self.word(), self.word()].map(u64::from);
            let bits = if doubles { self.double() } else { high << 32 | low };
            place.copy_from_slice(&bits.to_ne_bytes());
        }
        bytes
    }
}

/// A vector from bytes that lie so far from where they would be aligned.
fn load<S: Simd>(bytes: &[u8], offset: usize) -> S {
    let mut memory = [0u8; 3 * WIDEST];
    let start = memory.as_ptr().align_offset(WIDEST) + offset;
    memory[start..][..bytes.len()].copy_from_slice(bytes);
    // SAFETY: there are a vector's bytes; the processor has the unit.
    unsafe { S::load(memory[start..].as_ptr()) }
}

/// Its bytes, stored likewise; nothing else is written to.
fn store<S: Simd>(vector: S, offset: usize) -> Vec<u8> {
    let mut memory = [0x5a_u8; 3 * WIDEST];
    let start = memory.as_ptr().align_offset(WIDEST) + offset;
    // SAFETY: there is room for a vector; the processor has the unit.
    unsafe { vector.store(memory[start..].as_mut_ptr()) };
    let (before, rest) = memory.split_at(start);
    let (bytes, behind) = rest.split_at(size_of::<S>());
    assert!(before.iter().chain(behind).all(|byte| *byte == 0x5a));
    bytes.to_vec()
}

/// The numbers' bits, with one NaN for all.
fn doubles(bytes: &[u8]) -> Vec<u64> {
    let number = |bytes: &[u8]| f64::from_ne_bytes(*bytes.first_chunk().unwrap());
    let bits = |x: f64| if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() };
    bytes.chunks_exact(8).map(|bytes| bits(number(bytes))).collect()
}

fn floats(bytes: &[u8]) -> Vec<u32> {
    let number = |bytes: &[u8]| f32::from_ne_bytes(*bytes.first_chunk().unwrap());
    let bits = |x: f32| if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() };
    bytes.chunks_exact(4).map(|bytes| bits(number(bytes))).collect()
}

const CASES: usize = if cfg!(miri) { 5 } else { 2000 };

fn operations_agree<S: Simd>() {
    let name = S::UNIT.name();
    let mut random = Random(1);
    for case in 0..CASES {
        let (a, b) = (random.bytes(case % 2 == 0), random.bytes(case % 2 == 0));
        let offsets = (case % WIDEST, case / 3 % WIDEST);
        macro_rules! agrees {
            ($method:ident, $numbers:expr) => {{
                let (x, y) = (load::<S>(&a, offsets.0), load::<S>(&b, offsets.1));
                // SAFETY: the processor has the unit.
                let got = store(unsafe { x.$method(y) }, offsets.1);
                for (i, got) in got.chunks_exact(16).enumerate() {
                    let (x, y) = (load::<Scalar>(&a[16 * i..], 0), load::<Scalar>(&b[16 * i..], 0));
                    // SAFETY: as above.
                    let want = store(unsafe { x.$method(y) }, 0);
                    assert_eq!($numbers(got), $numbers(&want), "{name} {}", stringify!($method));
                }
            }};
        }
        agrees!(add_f64, doubles);
        agrees!(sub_f64, doubles);
        agrees!(mul_f64, doubles);
        agrees!(add_f32, floats);
        agrees!(mul_f32, floats);
        agrees!(or, <[u8]>::to_vec);
        agrees!(add_u64, <[u8]>::to_vec);
        // SAFETY: as above; each slice has as many bytes as are asked for.
        unsafe {
            let pair = store(S::pair(3, 1 << 63), 0);
            assert!(pair.chunks_exact(16).all(|two| *two == store(Scalar::pair(3, 1 << 63), 0)));
            let half = &a[..size_of::<S>() / 2];
            for words in 0..=size_of::<S>() / 4 + 1 {
                let bytes = (4 * words).min(size_of::<S>());
                let some = a[..bytes].to_vec();
                let got = store(S::load_first(some.as_ptr(), 4 * words, load(&b, 0)), offsets.0);
                assert_eq!(got, [&a[..bytes], &b[bytes..size_of::<S>()]].concat(), "{name}");
                let some = half[..bytes.min(half.len())].to_vec();
                let got = store(S::widen_first(some.as_ptr(), 4 * words), 0);
                let mut want = half.to_vec();
                want[some.len()..].fill(0);
                let want: Vec<f64> = want
                    .chunks_exact(4)
                    .map(|bytes| f32::from_ne_bytes(*bytes.first_chunk().unwrap()).into())
                    .collect();
                let want: Vec<u8> = want.iter().flat_map(|x| x.to_ne_bytes()).collect();
                assert_eq!(doubles(&got), doubles(&want), "{name}");
                if some.len() == half.len() {
                    assert_eq!(doubles(&store(S::widen(some.as_ptr()), 0)), doubles(&want));
                }
            }
        }
    }
}

#[test]
fn every_unit_agrees_with_scalar() {
    with_each_unit!(operations_agree);
}

fn largest_is_found<S: Simd>() {
    let mut random = Random(2);
    for case in 0..CASES {
        let vectors: [_; 4] = std::array::from_fn(|_| random.bytes(true));
        // SAFETY: the processor has the unit.
        let [all, numbers] = unsafe {
            let [a, b, c, d] = vectors.map(|bytes| load::<S>(&bytes, case % WIDEST));
            let none = [S::pair(0, 0); 2];
            [
                S::largest(S::largest(none, a, b), c, d),
                S::largest_number(S::largest_number(none, a, b), c, d),
            ]
            .map(|[x, y]| store(x.or(y), 0))
        };
        for place in 0..size_of::<S>() / 8 {
            let bits = |bytes: &[u8]| {
                u64::from_ne_bytes(*bytes[8 * place..].first_chunk().unwrap()) & (u64::MAX >> 1)
            };
            let want = vectors.iter().map(|bytes| bits(bytes)).max().unwrap();
            if f64::from_bits(want).is_nan() {
                assert!(f64::from_bits(bits(&all)).is_nan(), "{}", S::UNIT.name());
            } else {
                assert_eq!(bits(&all), want, "{}", S::UNIT.name());
                assert_eq!(bits(&numbers), want, "{}", S::UNIT.name());
            }
        }
    }
}

#[test]
fn every_unit_finds_the_largest_magnitude() {
    with_each_unit!(largest_is_found);
}

fn words_are_moved<S: Simd>() {
    let count = size_of::<S>() / 4;
    let mut random = Random(3);
    for mask in (0..1u32 << count).step_by(if cfg!(miri) { 4099 } else { 1 }) {
        let bytes = random.bytes(false);
        let words: Vec<&[u8]> = bytes[..size_of::<S>()].chunks_exact(4).collect();
        let set = || (0..count).filter(|i| mask >> i & 1 == 1);
        let compressed: Vec<u8> = set().flat_map(|i| words[i].to_vec()).collect();
        // SAFETY: there is room, or there are words, up to the end; the processor has the unit.
        unsafe {
            let vector = load::<S>(&bytes, mask as usize % WIDEST);
            let nonzero = (0..count).filter(|i| words[*i] != [0; 4]).fold(0, |m, i| m | 1 << i);
            assert_eq!(vector.nonzero(), nonzero, "{}", S::UNIT.name());
            for room in [compressed.len(), WIDEST] {
                let mut into = vec![0x5a; room + 1];
                let range = into[1..].as_mut_ptr_range();
                vector.compress(mask, range.start, range.end);
                assert_eq!(into[1..][..compressed.len()], compressed, "{}", S::UNIT.name());
                let mut from = compressed.clone();
                from.resize(room, 0x5a);
                let range = from.as_ptr_range();
                let expanded = store(S::expand(range.start, range.end, mask), 0);
                for (i, word) in expanded.chunks_exact(4).enumerate() {
                    let want = if mask >> i & 1 == 1 { words[i] } else { &[0; 4] };
                    assert_eq!(word, want, "{} {mask:b}", S::UNIT.name());
                }
            }
        }
    }
}

#[test]
fn every_unit_compresses_and_expands_words() {
    with_each_unit!(words_are_moved);
}

#[test]
fn scalar_is_a_loop_over_numbers() {
    let numbers = [1.5, f64::from_bits(1), -0.0, 1e308];
    for x in numbers {
        for y in numbers {
            // SAFETY: it needs no unit.
            unsafe {
                let (a, b) = (x.to_bits(), y.to_bits());
                let (a, b) = (Scalar::pair(a, b), Scalar::pair(b, a));
                let bytes = |x: f64, y: f64| [x.to_ne_bytes(), y.to_ne_bytes()].concat();
                assert_eq!(store(a.add_f64(b), 0), bytes(x + y, y + x));
                assert_eq!(store(a.sub_f64(b), 0), bytes(x - y, y - x));
                assert_eq!(store(a.mul_f64(b), 0), bytes(x * y, y * x));
                let [f, g] = [x, y].map(|x| x as f32);
                let four = |a: f32, b: f32| [a, b, a, b].map(f32::to_ne_bytes).concat();
                let (a, b) = (load::<Scalar>(&four(f, g), 1), load::<Scalar>(&four(g, f), 2));
                assert_eq!(store(a.add_f32(b), 3), four(f + g, g + f));
                assert_eq!(store(a.mul_f32(b), 4), four(f * g, g * f));
            }
        }
    }
}

/// The algorithms on [`Scalar`], which is in no other test, and on the units beside it.
#[test]
fn algorithms_agree_on_every_unit() {
    let mut random = Random(4);
    let longest = if cfg!(miri) { 40 } else { 600 };
    let kinds = [Format::Float, Format::Double].map(|f| [Kind::Real(f), Kind::Complex(f)]);
    for n in 1..=longest {
        let offset = n % WIDEST;
        let bytes: Vec<u8> = (0..n / 4 + 2).flat_map(|_| random.bytes(n % 2 == 0)).collect();
        let elements = bytes[offset..].as_ptr();
        for unit in Unit::available() {
            for kind in kinds.concat() {
                for operator in [Operator::Sum, Operator::Prod] {
                    let Some(tree) = row::vectorised(unit, kind, operator) else { continue };
                    let kernel = lookup(kind, operator).unwrap();
                    let mut roots = [[0u64; 2]; 2];
                    // SAFETY: the elements, and room for one; the processor has the unit.
                    unsafe {
                        tree(elements, n, roots[0].as_mut_ptr().cast());
                        kernel.scalar_tree()(elements, n, roots[1].as_mut_ptr().cast());
                        roots.iter_mut().for_each(|r| kernel.finish(r.as_mut_ptr().cast(), 1));
                    }
                    assert_eq!(roots[0], roots[1], "{unit:?} {kind:?} {operator:?} {n}");
                }
            }
            for (rule, width) in [(Rule::Even, 52), (Rule::Away, 40), (Rule::Any, 40)] {
                let numbers: Vec<f64> =
                    (0..n).map(|_| random.next() as i64 as f64 * 2f64.powi(-80)).collect();
                let units = std::array::from_fn(|i| [-(width * (i as i32 + 1)) + 24; 2]);
                let levels = Levels { count: n % (MOST + 1), units, rule };
                let row = numbers.as_ptr();
                assert!(n <= BLOCK);
                // SAFETY: the numbers; the processor has the unit.
                let (got, want) = unsafe {
                    let got = levels::vectorised::<f64>(unit)(row.cast(), n, &levels);
                    (got, levels::scalar::deposit::<f64>(row.cast(), n, &levels))
                };
                assert_eq!((got.largest, got.rest), (want.largest, want.rest), "{unit:?} {n}");
                assert!(rule == Rule::Any || got == want, "{unit:?} {rule:?} {n}");
            }
            for size in [4, 8, 16] {
                let (row, scalar) = (&bytes[..n], Codec::scalar(size));
                let Some(codec) = Codec::vectorised(unit, size) else { continue };
                let nonzeros = scalar.nonzeros(row);
                let length = scalar.packed(Packing::Bits, n, nonzeros).unwrap();
                let packed = [codec, scalar].map(|codec| {
                    let mut packed = vec![0; length];
                    codec.encode(Packing::Bits, row, &mut packed);
                    packed
                });
                assert_eq!(packed[0], packed[1], "{unit:?} {size} {n}");
            }
        }
    }
}
