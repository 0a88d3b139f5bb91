//! Packing of sparse rows: the same bytes by every vector unit as one element at a time, and as
//! they are defined; every row comes back; what is damaged is refused.

use crate::support::hostile::{column, Random};
use crate::support::oracle;
use samebits_kernel::packing::{Codec, Damaged, Packing, SIZES};
use samebits_kernel::simd::Unit;

const PACKINGS: [Packing; 2] = [Packing::Bits, Packing::Indices];

/// Elements of which about so many of 64 are not zero; some have but one bit, the sign, say.
fn row(size: usize, bytes: usize, density: u64, random: &mut Random) -> Vec<u8> {
    let mut row = vec![0; bytes];
    for element in row.chunks_mut(size) {
        if random.below(64) < density {
            match random.below(3) {
                0 => *element.last_mut().unwrap() = 0x80,
                1 => element[random.below(element.len() as u64) as usize] = 1,
                _ => element.fill_with(|| random.next() as u8),
            }
        }
    }
    row
}

/// As it is defined.
fn by_definition(packing: Packing, size: usize, row: &[u8]) -> Vec<u8> {
    let elements: Vec<&[u8]> = row.chunks_exact(size).collect();
    let kept: Vec<usize> =
        (0..elements.len()).filter(|i| elements[*i].iter().any(|byte| *byte != 0)).collect();
    let mut packed = Vec::new();
    match packing {
        Packing::Bits => {
            packed.resize(elements.len().div_ceil(8), 0);
            kept.iter().for_each(|i| packed[i / 8] |= 1 << (i % 8));
        }
        Packing::Indices => kept.iter().for_each(|i| packed.extend((*i as u32).to_le_bytes())),
    }
    kept.iter().for_each(|i| packed.extend(elements[*i]));
    packed.extend(&row[elements.len() * size..]);
    packed
}

/// All ways of packing elements of that size.
fn codecs(size: usize) -> Vec<(&'static str, Codec)> {
    let mut codecs = vec![("scalar", Codec::scalar(size)), ("chosen", Codec::new(size))];
    codecs.extend(
        Unit::available().filter_map(|unit| Some((unit.name(), Codec::vectorised(unit, size)?))),
    );
    codecs
}

fn check(size: usize, row: &[u8]) {
    for packing in PACKINGS {
        let want = by_definition(packing, size, row);
        for (name, codec) in codecs(size) {
            let case = format!("{name} {packing:?} {} bytes by {size}", row.len());
            let nonzeros = codec.nonzeros(row);
            assert_eq!(codec.packed(packing, row.len(), nonzeros), Some(want.len()), "{case}");
            // At an odd address, with a guard behind.
            let mut packed = vec![0xa5; want.len() + 65];
            codec.encode(packing, row, &mut packed[1..][..want.len()]);
            assert_eq!(packed[1..][..want.len()], want, "{case}");
            assert!(packed[1 + want.len()..].iter().all(|byte| *byte == 0xa5), "{case}");
            let mut back = vec![0x5a; row.len() + 65];
            codec.decode(packing, &packed[1..][..want.len()], &mut back[1..][..row.len()]).unwrap();
            assert_eq!(&back[1..][..row.len()], row, "{case}");
            assert!(back[1 + row.len()..].iter().all(|byte| *byte == 0x5a), "{case}");
        }
    }
}

#[test]
fn every_size_length_and_density() {
    let mut random = Random::new(81);
    for size in SIZES {
        for elements in (0..70).chain([127, 128, 129, 1000]) {
            for density in [0, 1, 20, 63, 64] {
                let behind = random.below(size as u64) as usize;
                check(size, &row(size, elements * size + behind, density, &mut random));
            }
        }
    }
}

/// More than one chunk of indices.
#[test]
fn long_rows() {
    let mut random = Random::new(82);
    for size in [4, 8, 12, 16] {
        for density in [0, 1, 32, 64] {
            check(size, &row(size, 9001 * size + 3, density, &mut random));
        }
    }
}

#[test]
fn numbers_that_are_hard_to_sum() {
    let mut random = Random::new(83);
    for format in [samebits_kernel::Format::Float, samebits_kernel::Format::Double] {
        for _ in 0..300 {
            let numbers = column(format, 50, &mut random);
            let row: Vec<u8> =
                numbers.iter().flat_map(|bits| oracle::to_memory(format, *bits)).collect();
            check(oracle::size(format), &row);
            check(2 * oracle::size(format), &row);
        }
    }
}

#[test]
fn only_zeros_whose_bits_are_all_zero_are_left_out() {
    let row: Vec<u8> = [0.0, -0.0, 5e-324, f64::NAN].iter().flat_map(|x| x.to_le_bytes()).collect();
    for (name, codec) in codecs(8) {
        assert_eq!(codec.nonzeros(&row), 3, "{name}");
    }
}

/// An estimate may be wrong, but not where it matters: what is zero may lie anywhere.
#[test]
fn dense_rows_look_so() {
    let mut random = Random::new(84);
    for (name, codec) in codecs(8) {
        for elements in [1, 100, 4096, 4097, 100_000] {
            let mut dense = |density| {
                let row = row(8, 8 * elements, density, &mut random);
                codec.looks_dense(&row)
            };
            assert!(dense(64), "{name} {elements}");
            assert!(!dense(0) && (elements == 1 || !dense(32)), "{name} {elements}");
        }
        // One half at the beginning, or at the end.
        let (some, none) = (vec![1; 400_000], vec![0; 400_000]);
        for row in [[some.as_slice(), &none].concat(), [none.as_slice(), &some].concat()] {
            assert!(!codec.looks_dense(&row), "{name}");
        }
        assert!(!codec.looks_dense(&[]), "{name}");
    }
}

#[test]
fn what_is_damaged_is_refused() {
    for (name, codec) in codecs(8) {
        let row: Vec<u8> =
            (0..40).flat_map(|i| if i % 3 == 0 { [i + 1; 8] } else { [0; 8] }).collect();
        for packing in PACKINGS {
            let packed = by_definition(packing, 8, &row);
            let mut room = vec![0; row.len()];
            let mut refused = |packed: &[u8], bytes: usize| {
                let done = codec.decode(packing, packed, &mut room[..bytes]);
                assert_eq!(done, Err(Damaged), "{name} {packing:?}");
            };
            // Too short, too long, another length of the row. (Fewer indices, with as many
            // elements, are another row's.)
            let whole = |length: &usize| packing == Packing::Indices && length.is_multiple_of(12);
            for length in (0..packed.len()).filter(|length| !whole(length)) {
                refused(&packed[..length], row.len());
            }
            refused(&[packed.as_slice(), &[0]].concat(), row.len());
            refused(&packed, row.len() - 8);
            refused(&packed, 0);
        }
        let refused = |packing: Packing, packed: &[u8], bytes: usize| {
            let done = codec.decode(packing, packed, &mut vec![0; bytes]);
            assert_eq!(done, Err(Damaged), "{name} {packing:?}");
        };
        // A bit behind the last element; indices that are too large, or come twice, or go down.
        refused(Packing::Bits, &[&[0b1000u8][..], &[1; 8]].concat(), 3 * 8);
        for indices in [[3, 40], [3, u32::MAX], [3, 3], [3, 2]] {
            let mut packed: Vec<u8> = indices.iter().flat_map(|i| i.to_le_bytes()).collect();
            packed.extend([1; 16]);
            refused(Packing::Indices, &packed, 40 * 8);
        }
    }
}
