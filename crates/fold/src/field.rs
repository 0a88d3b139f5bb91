//! The exact sum of a field: of elements in three dimensions, with gaps between them, as a part of an
//! array has them. It is handed out as the words of a long integer.
//!
//! Cost: that of [`short_sums`] of each block, and a copy where columns do not adjoin. From the first
//! block on that has no short form, or with which the sum has none, a superaccumulator takes the rest.

use samebits_kernel::binary::Specials;
use samebits_kernel::summand::Summand;
use samebits_sum::exact_row::short::short_sums;
use samebits_sum::exact_row::Row;
use samebits_sum::superaccumulator::{Short, Superaccumulator, BYTES};
use std::mem::MaybeUninit;

/// Numbers that are copied at a time: they stay in the first-level cache.
const BLOCK: usize = 2048;

/// Words of 64 bits of the longest sum, and one with nothing but the sign.
pub const WORDS: usize = (BYTES - 4) / 8 + 1;

/// Elements of a field: how many there are in each dimension, and how many bytes from one to the next.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub first: *const u8,
    pub extents: [i64; 3],
    pub steps: [i64; 3],
}

/// A sum as an integer in two's complement, in units of 2^-1074: words of 64 bits, the lowest first,
/// which begin at the word `base`. The last has nothing but the sign.
#[derive(Clone, Debug)]
pub struct FieldSum {
    pub base: usize,
    pub count: usize,
    pub words: [u64; WORDS],
    /// Whether there is a NaN among the elements; an infinity.
    pub specials: [bool; 2],
}

/// The sum of the elements, each multiplied by `scale` and rounded where there is one.
///
/// # Safety
/// They lie there, at any address; the environment is the default one.
#[inline(never)]
pub unsafe fn sum<T: Summand>(field: Field, scale: Option<f64>) -> FieldSum {
    let mut short = Short::zero(false);
    let mut long: Option<Box<[Superaccumulator; 2]>> = None;
    let add = |numbers: *const f64, n: usize| {
        if long.is_none() {
            // SAFETY: n numbers, at most a block.
            let block = unsafe { short_sums(numbers, n, 1) };
            if let Some(sum) = block.and_then(|[block, _]| short.merge(block)) {
                short = sum;
                return;
            }
            // SAFETY: likewise.
            if (0..n).all(|i| unsafe { numbers.add(i).read_unaligned() } == 0.0) {
                return;
            }
        }
        let sums =
            long.get_or_insert_with(|| Box::new([short.long(), Superaccumulator::default()]));
        // SAFETY: likewise.
        unsafe { Row::new(1, sums).add(numbers, n) };
    };
    // SAFETY: upheld by the caller.
    unsafe { in_blocks::<T>(field, scale, add) };
    long.map_or_else(|| FieldSum::of_short(&short), |long| FieldSum::of_long(&long[0]))
}

impl FieldSum {
    fn of_words(base: usize, own: impl ExactSizeIterator<Item = u64>) -> FieldSum {
        let (count, mut words) = (own.len() + 1, [0; WORDS]);
        words.iter_mut().zip(own).for_each(|(word, own)| *word = own);
        words[count - 1] = (words[count - 2] as i64 >> 63) as u64;
        FieldSum { base, count, words, specials: [false; 2] }
    }

    fn of_short(short: &Short) -> FieldSum {
        let (base, words) = short.place();
        FieldSum::of_words(base, words.into_iter())
    }

    fn of_long(long: &Superaccumulator) -> FieldSum {
        let mut bytes = [0; BYTES];
        long.clone().write(&mut bytes);
        let (digits, flags) = bytes.split_at(BYTES - 4);
        let word = |bytes: &[u8]| u64::from_le_bytes(*bytes.first_chunk().expect("eight"));
        let specials = u32::from_le_bytes(*flags.first_chunk().expect("four"));
        FieldSum {
            specials: Specials::from_bits(specials).kinds(),
            ..FieldSum::of_words(0, digits.chunks_exact(8).map(word))
        }
    }
}

/// Calls `work` with the numbers, a block at a time: where they lie, or copied.
unsafe fn in_blocks<T: Summand>(
    field: Field,
    scale: Option<f64>,
    mut work: impl FnMut(*const f64, usize),
) {
    let Field { first, extents, steps } = field;
    let [rows, columns, layers] = extents.map(|extent| usize::try_from(extent).unwrap_or(0));
    let steps = steps.map(|step| step as isize);
    let dense = scale.is_none()
        && size_of::<T>() == size_of::<f64>()
        && (steps[0] == size_of::<T>() as isize || rows == 1);
    let mut block = [const { MaybeUninit::<f64>::uninit() }; BLOCK];
    let mut filled = 0;
    for place in (0..layers).flat_map(|layer| (0..columns).map(move |column| (layer, column))) {
        let (layer, column) = (place.0 as isize, place.1 as isize);
        let start = first.wrapping_offset(layer * steps[2] + column * steps[1]);
        let mut from = 0;
        while from < rows {
            let at = start.wrapping_offset(from as isize * steps[0]);
            if dense && filled == 0 && rows - from >= BLOCK {
                work(at.cast(), BLOCK);
                from += BLOCK;
                continue;
            }
            let n = (rows - from).min(BLOCK - filled);
            let to = block[filled..][..n].as_mut_ptr().cast::<f64>();
            // SAFETY: upheld by the caller: so many elements of a column.
            unsafe {
                match dense {
                    true => at.cast::<f64>().copy_to_nonoverlapping(to, n),
                    false => gather::<T>((at, steps[0]), scale, to, n),
                }
            }
            (from, filled) = (from + n, filled + n);
            if filled == BLOCK {
                work(block.as_ptr().cast(), BLOCK);
                filled = 0;
            }
        }
    }
    if filled > 0 {
        work(block.as_ptr().cast(), filled);
    }
}

/// Copies n elements with gaps, as doubles, and scaled.
#[inline(never)]
unsafe fn gather<T: Summand>(
    (first, step): (*const u8, isize),
    scale: Option<f64>,
    to: *mut f64,
    n: usize,
) {
    for i in 0..n {
        let at = first.wrapping_offset(i as isize * step).cast::<T>();
        // SAFETY: upheld by the caller: n elements, and room for them.
        unsafe {
            let number = at.read_unaligned().widen();
            to.add(i).write(scale.map_or(number, |scale| scale * number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use samebits_kernel::fpenv::{within, Environment};

    /// Its bits in units of 2^-1074, as a superaccumulator has them, and what is not finite.
    fn digits(sum: &FieldSum) -> (Vec<u64>, [bool; 2]) {
        let own = &sum.words[..sum.count];
        let sign = *own.last().unwrap();
        assert!(sign == 0 || sign == u64::MAX, "{sum:?}");
        let mut all = vec![0; sum.base];
        all.extend_from_slice(own);
        assert!(all.iter().skip(WORDS).all(|word| *word == sign), "{sum:?}");
        all.resize(WORDS, sign);
        (all, sum.specials)
    }

    /// The same, one number after the other.
    fn oracle(numbers: impl Iterator<Item = f64>) -> (Vec<u64>, [bool; 2]) {
        let mut sum = Superaccumulator::default();
        numbers.for_each(|number| sum.add(number));
        digits(&FieldSum::of_long(&sum))
    }

    /// Elements at places of an array, by extents and steps in elements.
    fn check<T: Summand>(array: &[T], first: usize, shape: [(i64, i64); 3], scale: Option<f64>) {
        let size = size_of::<T>() as i64;
        let (extents, steps) = (shape.map(|(n, _)| n), shape.map(|(_, step)| step * size));
        let [(n, i), (m, j), (l, k)] = shape;
        let places = (0..l).flat_map(|z| {
            (0..m).flat_map(move |y| (0..n).map(move |x| first as i64 + x * i + y * j + z * k))
        });
        let number = |place: i64| {
            let number = array[place as usize].widen();
            scale.map_or(number, |scale| scale * number)
        };
        let right = oracle(places.map(number));
        let field = Field { first: array[first..].as_ptr().cast(), extents, steps };
        // SAFETY: the oracle has found all of them in the array.
        let sum = within(Environment::Vector, || unsafe { sum::<T>(field, scale) });
        assert_eq!(digits(&sum), right, "{shape:?} from {first}, times {scale:?}");
    }

    /// Numbers of so many binary magnitudes, of both signs; of many zeros; not all finite.
    fn numbers(n: usize, case: usize) -> Vec<f64> {
        let mut random = case as u64;
        let mut next = move || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
            random ^ random >> 29
        };
        let (base, spread) = [(1000, 20), (1, 3), (0, 2047), (2000, 47), (900, 120)][case % 5];
        let special =
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::from_bits(0xfff0 << 48 | 1)];
        let number = |i: usize| {
            let bits = next();
            let exponent = (base + (bits >> 20) % spread) % 2047;
            match (case / 5 % 4, i) {
                (1, _) if i % 3000 > 40 => [0.0, -0.0][i % 2],
                (2, 77) => special[case % 4],
                (3, _) => [f64::MAX, f64::from_bits(1), -f64::MAX, 1.0][case % 4],
                _ => f64::from_bits(next() & !(0x7ff << 52) | exponent << 52),
            }
        };
        (0..n).map(number).collect()
    }

    #[test]
    fn the_words_are_those_of_a_superaccumulator() {
        for case in 0..60 {
            let array = numbers(24 * 1024, case);
            let floats: Vec<f32> = array.iter().map(|number| *number as f32).collect();
            for (first, shape) in [
                (0, [(24 * 1024, 1), (1, 0), (1, 0)]),
                (5, [(5000, 1), (1, 0), (2, 5010)]),
                (4 * 39 + 4, [(30, 1), (30, 38), (1, 0)]),
                (9, [(7, 1), (600, 9), (3, 6000)]),
                (2, [(40, 3), (50, 200), (2, 11_000)]),
                (12_000, [(33, -2), (70, -150), (1, 0)]),
                (3, [(1, 0), (300, 7), (3, 3000)]),
                (77, [(1, 1), (1, 1), (1, 1)]),
                (0, [(2048, 1), (3, 2048), (1, 0)]),
                (1, [(2047, 1), (3, 2048), (1, 0)]),
                (8, [(0, 1), (3, 4), (5, 6)]),
                (8, [(3, 1), (3, 4), (-1, 6)]),
            ] {
                check(&array, first, shape, None);
                check(&floats, first, shape, None);
                check(&array, first, shape, Some([8.0, 0.3, 0.0, -1e-300, f64::NAN][case % 5]));
            }
        }
    }

    #[test]
    fn a_sum_that_cancels_has_the_bits_that_are_left() {
        let mut array = numbers(9000, 0);
        for i in 0..4500 {
            array[4500 + i] = -array[i];
        }
        array[8999] -= f64::from_bits(1);
        array.extend([f64::MAX, f64::from_bits(3), -f64::MAX, -0.0]);
        for n in [4500, 8998, 9000, 9001, 9002, 9003, 9004] {
            check(&array, 0, [(n, 1), (1, 0), (1, 0)], None);
        }
    }
}
