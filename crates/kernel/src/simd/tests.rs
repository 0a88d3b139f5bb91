//! Each operation of every instruction set against plain numbers, at every alignment.

use super::{for_each_unit, Simd, Unit, WIDEST};
use crate::real::Real;

/// A test that runs with each unit that this processor has.
macro_rules! test_each_unit {
    ($name:ident = $test:ident) => {
        #[test]
        fn $name() {
            for_each_unit! {
                compiled[][]() -> () = $test
            }
            for unit in Unit::available() {
                // SAFETY: the processor has the unit.
                unsafe { compiled(unit)() }
            }
        }
    };
}

test_each_unit!(every_unit_agrees_with_plain_numbers = operations_agree);
test_each_unit!(every_unit_finds_the_largest_magnitude = largest_is_found);
test_each_unit!(every_unit_that_compresses_moves_words = words_are_moved);

/// Doubles and floats of every sort (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn word(&mut self) -> u32 {
        const HOSTILE: [f32; 8] =
            [0.0, -0.0, 1.0, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY, -f32::INFINITY, f32::NAN];
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

/// A vector from bytes at an offset from an aligned address.
fn load<S: Simd>(bytes: &[u8], offset: usize) -> S {
    let mut memory = [0u8; 3 * WIDEST];
    let start = memory.as_ptr().align_offset(WIDEST) + offset;
    memory[start..][..bytes.len()].copy_from_slice(bytes);
    // SAFETY: a vector's bytes; the processor has the unit.
    unsafe { S::load(memory[start..].as_ptr()) }
}

/// Its bytes, stored at such an offset; nothing else is written to.
fn store<S: Simd>(vector: S, offset: usize) -> Vec<u8> {
    let mut memory = [0x5a_u8; 3 * WIDEST];
    let start = memory.as_ptr().align_offset(WIDEST) + offset;
    // SAFETY: space for a vector; the processor has the unit.
    unsafe { vector.store(memory[start..].as_mut_ptr()) };
    let (before, rest) = memory.split_at(start);
    let (bytes, behind) = rest.split_at(size_of::<S>());
    assert!(before.iter().chain(behind).all(|byte| *byte == 0x5a));
    bytes.to_vec()
}

fn chunks<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> + '_ {
    bytes.chunks_exact(N).map(|bytes| *bytes.first_chunk().unwrap())
}

/// The bits of numbers, with one NaN for all NaNs.
fn doubles(numbers: impl Iterator<Item = f64>) -> Vec<u64> {
    numbers.map(|number| number.canonical().to_bits()).collect()
}

fn floats(numbers: impl Iterator<Item = f32>) -> Vec<u32> {
    numbers.map(|number| number.canonical().to_bits()).collect()
}

fn integers(bytes: &[u8]) -> Vec<u64> {
    chunks(bytes).map(u64::from_ne_bytes).collect()
}

const CASES: usize = if cfg!(miri) { 5 } else { 2000 };

unsafe fn operations_agree<S: Simd>() {
    let name = S::UNIT.name();
    let mut random = Random(1);
    for case in 0..CASES {
        let (a, b) = (random.bytes(case % 2 == 0), random.bytes(case % 2 == 0));
        let offsets = (case % WIDEST, case / 3 % WIDEST);
        macro_rules! agrees {
            ($method:ident, $number:ty, $bits:expr, $operation:expr) => {{
                let (x, y) = (load::<S>(&a, offsets.0), load::<S>(&b, offsets.1));
                // SAFETY: the processor has the unit.
                let got = store(unsafe { x.$method(y) }, offsets.1);
                let numbers = |bytes| chunks(bytes).map(<$number>::from_ne_bytes);
                let pairs = numbers(&a[..got.len()]).zip(numbers(&b));
                let want = $bits(pairs.map(|(x, y)| $operation(x, y)));
                assert_eq!($bits(numbers(&got)), want, "{name} {}", stringify!($method));
            }};
        }
        agrees!(add_f64, f64, doubles, |x, y| x + y);
        agrees!(sub_f64, f64, doubles, |x, y| x - y);
        agrees!(mul_f64, f64, doubles, |x, y| x * y);
        agrees!(add_f32, f32, floats, |x, y| x + y);
        agrees!(mul_f32, f32, floats, |x, y| x * y);
        agrees!(or, u64, Vec::from_iter, |x, y| x | y);
        agrees!(add_u64, u64, Vec::from_iter, u64::wrapping_add);
        products_agree::<S>(&a, &b);
        // SAFETY: as above; each slice has as many bytes as are requested.
        unsafe {
            let pair = integers(&store(S::pair(3, 1 << 63), 0));
            assert!(pair.chunks(2).all(|pair| pair == [3, 1 << 63]), "{name}");
            let half = &a[..size_of::<S>() / 2];
            for words in 0..=size_of::<S>() / 4 + 1 {
                let bytes = (4 * words).min(size_of::<S>());
                let some = a[..bytes].to_vec();
                let got = store(S::load_first(some.as_ptr(), 4 * words, load(&b, 0)), offsets.0);
                assert_eq!(got, [&a[..bytes], &b[bytes..size_of::<S>()]].concat(), "{name}");
                let some = half[..bytes.min(half.len())].to_vec();
                let zeros = vec![0.0; (half.len() - some.len()) / 4];
                let numbers = chunks(&some).map(f32::from_ne_bytes).chain(zeros);
                let want = doubles(numbers.map(f64::from));
                let bits = |vector: S| doubles(chunks(&store(vector, 0)).map(f64::from_ne_bytes));
                assert_eq!(bits(S::widen_first(some.as_ptr(), 4 * words)), want, "{name}");
                if some.len() == half.len() {
                    assert_eq!(bits(S::widen(some.as_ptr())), want, "{name}");
                }
            }
        }
    }
}

/// Magnitudes, smaller and equal numbers, floats; and the errors of products, where they are numbers.
fn products_agree<S: Simd>(a: &[u8], b: &[u8]) {
    let name = S::UNIT.name();
    let (x, y) = (load::<S>(a, 0), load::<S>(b, 0));
    // SAFETY: the processor has the unit.
    let ([magnitudes, narrowed, smaller, others, products, errors], equal) = unsafe {
        let product = x.mul_f64(y);
        let error = x.product_error_f64(y, product);
        let (smaller, others) = (x.smaller_f64(y), x.magnitude_f64().smaller_but_zeros_f64(y));
        let vectors = [x.magnitude_f64(), x.narrowed_f64(), smaller, others, product, error];
        (vectors.map(|vector| store(vector, 0)), [x.equal_f64(y), x.equal_f64(x)])
    };
    for (place, (x, y)) in integers(a).into_iter().zip(integers(b)).enumerate() {
        if place == size_of::<S>() / 8 {
            break;
        }
        let at = |bytes: &[u8]| integers(bytes)[place];
        assert_eq!(at(&magnitudes), x & (u64::MAX >> 1), "{name}");
        assert_eq!(
            [equal[0] >> place & 1, equal[1] >> place & 1],
            [
                u32::from(f64::from_bits(x) == f64::from_bits(y)),
                u32::from(!f64::from_bits(x).is_nan())
            ]
        );
        let narrow = f64::from(f64::from_bits(x) as f32);
        assert_eq!(
            f64::from_bits(at(&narrowed)).canonical().to_bits(),
            narrow.canonical().to_bits()
        );
        let (x, y, smaller) = (f64::from_bits(x), f64::from_bits(y), f64::from_bits(at(&smaller)));
        let either = x.is_nan() || y.is_nan();
        assert!(either || (smaller == x.min(y) && (smaller == x || smaller == y)), "{name}");
        let other = if y == 0.0 { x.abs() } else { x.abs().min(y.abs()) };
        assert!(either || f64::from_bits(at(&others)) == other, "{name}");
        let (product, error) = (f64::from_bits(at(&products)), f64::from_bits(at(&errors)));
        let halves = x.abs() < 2f64.powi(995) && y.abs() < 2f64.powi(995);
        if product.is_finite() && product.abs() > 2f64.powi(-968) && halves {
            let want = (-x).mul_add(y, product);
            assert_eq!(error.to_bits(), want.to_bits(), "{name} {x} {y}");
        } else if !product.is_finite() {
            assert!(error.is_nan() || error.is_infinite(), "{name} {x} {y}");
        }
    }
}

unsafe fn largest_is_found<S: Simd>() {
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
            let bits = |bytes: &[u8]| integers(bytes)[place] & (u64::MAX >> 1);
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

unsafe fn words_are_moved<S: Simd>() {
    if !S::UNIT.compresses() {
        return;
    }
    let count = size_of::<S>() / 4;
    let mut random = Random(3);
    for mask in (0..1u32 << count).step_by(if cfg!(miri) { 4099 } else { 1 }) {
        let bytes = random.bytes(false);
        let words: Vec<&[u8]> = bytes[..size_of::<S>()].chunks_exact(4).collect();
        let set = || (0..count).filter(|i| mask >> i & 1 == 1);
        let compressed: Vec<u8> = set().flat_map(|i| words[i].to_vec()).collect();
        // SAFETY: space, or words, up to the end; the processor has the unit.
        unsafe {
            let vector = load::<S>(&bytes, mask as usize % WIDEST);
            let nonzero = (0..count).filter(|i| words[*i] != [0; 4]).fold(0, |m, i| m | 1 << i);
            assert_eq!(vector.nonzero(), nonzero, "{}", S::UNIT.name());
            for capacity in [compressed.len(), WIDEST] {
                let mut into = vec![0x5a; capacity + 1];
                let range = into[1..].as_mut_ptr_range();
                vector.compress(mask, range.start, range.end);
                assert_eq!(into[1..][..compressed.len()], compressed, "{}", S::UNIT.name());
                let mut from = compressed.clone();
                from.resize(capacity, 0x5a);
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
