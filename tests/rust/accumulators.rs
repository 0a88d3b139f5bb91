//! Accumulators against big integers and against the definition of their levels: hostile
//! factors, every order, any cuts, bytes in between.

use crate::support::accumulators::{
    expected, filled, portions, value, written, ARITHMETICS, BOUND, KINDS,
};
use crate::support::hostile::Random;
use proptest::prelude::*;
use samebits_sum::accumulator::{bytes, Accumulator, AccumulatorSpec};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever is added in whatever portions: the definition's bits.
    #[test]
    fn sums_are_as_defined(seed: u64, many in 0usize..6, long: bool) {
        for kind in KINDS {
            let portions = portions(kind, seed, many, if long { 700 } else { 12 });
            for arithmetic in ARITHMETICS {
                let purpose = AccumulatorSpec::new(arithmetic, kind, BOUND).unwrap();
                let sum = filled(purpose, &portions);
                prop_assert_eq!(value(&sum), expected(&purpose, &portions), "{}", purpose.in_words());
            }
        }
    }

    /// Portions in any order, in any number of accumulators, merged in any order, some by
    /// way of bytes: the same bits, and the same bytes.
    #[test]
    fn order_and_cuts_do_not_matter(seed: u64, many in 1usize..8, parts in 1usize..5) {
        let mut random = Random::new(seed ^ 0xacc);
        for kind in KINDS {
            let mut portions = portions(kind, seed, many, 40);
            for arithmetic in ARITHMETICS {
                let purpose = AccumulatorSpec::new(arithmetic, kind, BOUND).unwrap();
                let whole = filled(purpose, &portions);
                for i in (1..portions.len()).rev() {
                    portions.swap(i, random.below(i as u64 + 1) as usize);
                }
                let mut sums = vec![Accumulator::new(purpose); parts];
                for portion in &portions {
                    portion.add_to(&mut sums[random.below(parts as u64) as usize], 0).unwrap();
                }
                while sums.len() > 1 {
                    let mut other = sums.swap_remove(random.below(sums.len() as u64) as usize);
                    let into = random.below(sums.len() as u64) as usize;
                    match random.below(3) {
                        0 => sums[into].merge(&other).unwrap(),
                        1 => {
                            let bytes = written(&other);
                            other.clear();
                            other.read(&bytes).unwrap();
                            sums[into].merge(&other).unwrap();
                        }
                        _ => {
                            let mut merged = written(&sums[into]);
                            bytes::merge(&written(&other), &mut merged);
                            sums[into].read(&merged).unwrap();
                        }
                    }
                }
                prop_assert_eq!(value(&sums[0]), value(&whole), "{}", purpose.in_words());
                prop_assert_eq!(written(&sums[0]), written(&whole), "{}", purpose.in_words());
            }
        }
    }

    /// Bytes that were changed are refused, or are those of some other sum: whose value can
    /// be asked for, and which can be added to.
    #[test]
    fn damaged_bytes_do_no_harm(seed: u64, changes in 1usize..4) {
        let mut random = Random::new(seed);
        for kind in KINDS {
            for arithmetic in ARITHMETICS {
                let purpose = AccumulatorSpec::new(arithmetic, kind, BOUND).unwrap();
                let mut sum = filled(purpose, &portions(kind, seed, 2, 10));
                let (before, mut bytes) = (written(&sum), written(&sum));
                for _ in 0..changes {
                    let at = random.below(bytes.len() as u64) as usize;
                    bytes[at] ^= 1 << random.below(8);
                }
                match sum.read(&bytes) {
                    Err(_) => prop_assert_eq!(written(&sum), before),
                    Ok(()) => {
                        value(&sum);
                        sum.merge(&sum.clone()).ok();
                        value(&sum);
                    }
                }
            }
        }
    }
}
