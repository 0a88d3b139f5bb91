//! Distributions: that the shares tile the array, what they cost against the definition
//! of a PE-intersecting node, and the figures of Stelz 2022 for them.

use proptest::collection::vec;
use proptest::prelude::*;
use samebits_schedule::distribution::{Cost, Distribution, ALL};

fn by_name(text: &str) -> Distribution {
    Distribution::from_text(text).unwrap()
}

/// Any of the distributions; alpha in thousandths.
fn distribution() -> impl Strategy<Value = Distribution> {
    let names: Vec<&str> = ALL.iter().map(|row| row.name).collect();
    let optimized = (0u32..=1000).prop_map(|alpha| by_name(&with_alpha(alpha)));
    prop_oneof![proptest::sample::select(names).prop_map(by_name), optimized]
}

fn with_alpha(thousandths: u32) -> String {
    format!("optimized:{}.{:03}", thousandths / 1000, thousandths % 1000)
}

/// Numbers of all magnitudes, and those around powers of two.
fn number() -> impl Strategy<Value = u64> {
    let magnitude = (any::<u64>(), 0u32..64).prop_map(|(bits, shift)| bits >> shift);
    let edge =
        (0u32..64, 0u64..3).prop_map(|(bit, one)| (1u64 << bit).wrapping_add(one).wrapping_sub(1));
    prop_oneof![magnitude, edge]
}

fn counts(distribution: Distribution, total: u64, ranks: u64) -> Vec<u64> {
    (0..ranks).map(|rank| distribution.share(total, ranks, rank).count).collect()
}

/// The definition: the elements whose rank is not that of their parent
/// (equations 3.1, 3.4 and 3.5).
fn naive_messages(counts: &[u64]) -> u64 {
    let starts: Vec<u64> = counts
        .iter()
        .scan(0, |end, count| {
            let start = *end;
            *end += count;
            Some(start)
        })
        .collect();
    let rank_from_index = |x: u64| starts.iter().rposition(|start| *start <= x);
    let intersecting = |i: &u64| rank_from_index(*i) != rank_from_index(i & (i - 1));
    (1..counts.iter().sum()).filter(intersecting).count() as u64
}

proptest! {
    #[test]
    fn shares_tile_small_arrays(of in distribution(), total in 0u64..500, ranks in 1u64..70) {
        let mut end = 0;
        for rank in 0..ranks {
            let share = of.share(total, ranks, rank);
            prop_assert_eq!(share.start, end);
            end += share.count;
        }
        prop_assert_eq!(end, total);
    }

    #[test]
    fn neighbours_meet_in_arrays_of_any_size(
        of in distribution(),
        total in number(),
        ranks in number(),
        rank in number(),
    ) {
        let ranks = ranks.max(1);
        prop_assert_eq!(of.share(total, ranks, 0).start, 0);
        let last = of.share(total, ranks, ranks - 1);
        prop_assert_eq!(last.start.checked_add(last.count), Some(total));
        let rank = rank % ranks;
        let share = of.share(total, ranks, rank);
        let end = share.start.checked_add(share.count);
        prop_assert!(end.is_some_and(|end| end <= total));
        if rank + 1 < ranks {
            prop_assert_eq!(end, Some(of.share(total, ranks, rank + 1).start));
        }
    }

    #[test]
    fn even_shares_differ_by_one(total in number(), ranks in number(), rank in number()) {
        let ranks = ranks.max(1);
        let rank = rank % ranks;
        let (each, rest) = (total / ranks, total % ranks);
        let upper = by_name("upper").share(total, ranks, rank).count;
        let lower = by_name("lower").share(total, ranks, rank).count;
        prop_assert_eq!(upper, each + u64::from(rank >= ranks - rest));
        prop_assert_eq!(lower, each + u64::from(rank < rest));
    }

    /// Equation 3.8, in numbers with a fraction.
    #[test]
    fn all_ranks_but_the_last_own_a_power_of_two(total in 1u64..1 << 40, ranks in 2u64..1000) {
        let power = (total as f64 / ranks as f64).log2().floor().exp2();
        let counts = counts(by_name("power2"), total, ranks);
        if total < ranks {
            prop_assert!(power < 1.0);
            prop_assert!(counts.iter().zip(0..).all(|(count, rank)| *count == u64::from(rank < total)));
        } else {
            prop_assert!(counts[1..].iter().rev().skip(1).all(|count| *count as f64 == power));
            prop_assert_eq!(counts[0] as f64, power);
        }
    }

    /// Equation 3.9; and that the next parent would break it.
    #[test]
    fn a_start_moves_as_far_as_it_may(
        thousandths in 0u32..=1000,
        total in 0u64..1 << 50,
        ranks in 1u64..1 << 30,
        rank in number(),
    ) {
        let rank = rank % ranks;
        let from = by_name("upper").share(total, ranks, rank).start;
        let to = by_name(&with_alpha(thousandths)).share(total, ranks, rank).start;
        let may = |to: u64| {
            let moved = u128::from(from - to) * u128::from(ranks) * 1000;
            moved <= u128::from(total) * u128::from(thousandths)
        };
        prop_assert!(to <= from && may(to));
        prop_assert!(to == 0 || !may(to & (to - 1)));
        // On the way there it was at parents only: the bits above the lowest changed one.
        let cleared = from - to;
        prop_assert_eq!(from & cleared, cleared);
        prop_assert!(cleared < 1 << to.trailing_zeros().min(63) || to == 0);
    }

    #[test]
    fn messages_are_counted_as_defined(
        counts in vec(prop_oneof![Just(0u64), 0u64..9, 0u64..40], 1..30),
    ) {
        let cost = Cost::of(counts.iter().copied()).unwrap();
        prop_assert_eq!(cost.messages, naive_messages(&counts));
        prop_assert_eq!(Some(&cost.largest), counts.iter().max());
    }

    #[test]
    fn messages_of_each_distribution_are_counted_as_defined(
        of in distribution(), total in 0u64..600, ranks in 1u64..40,
    ) {
        let counts = counts(of, total, ranks);
        prop_assert_eq!(Cost::of(counts.iter().copied()).unwrap().messages, naive_messages(&counts));
    }

    /// Equation 2.5, which the thesis finds at N = 2^i p + 1, where it is attained: for
    /// all N > p. And no distribution that leaves no rank empty needs less than p - 1.
    #[test]
    fn messages_of_lower_are_bounded(ranks in 2u64..3000, factor in 1.0f64..40_000.0) {
        let total = (ranks as f64 * factor) as u64 + 1;
        let messages = |of, total| Cost::of(counts(of, total, ranks)).unwrap().messages;
        let lower = messages(by_name("lower"), total) as f64;
        let bound = |total| (ranks - 1) as f64 * (((total - 1) as f64 / ranks as f64).log2() + 1.0);
        prop_assert!(lower <= bound(total) * (1.0 + 1e-12), "{lower} > {}", bound(total));
        prop_assert!(lower >= (ranks - 1) as f64);

        let power = ranks << factor.log2() as u32;
        prop_assert_eq!(messages(by_name("lower"), power), ranks - 1);
        prop_assert_eq!(messages(by_name("lower"), power + 1) as f64, bound(power + 1));
    }
}

#[test]
fn one_rank_of_many_is_found_without_the_others() {
    let (total, ranks) = (1 << 63, 1 << 32);
    for row in ALL {
        let share = row.id.share(total, ranks, ranks / 3);
        assert_eq!((share.start, share.count), ((ranks / 3) << 31, 1 << 31), "{}", row.name);
    }
    let cost = Cost::of(counts(by_name("lower"), (1 << 40) + 1, 1 << 20)).unwrap();
    assert_eq!(cost, Cost { messages: 21 * ((1 << 20) - 1), largest: (1 << 20) + 1 });
}

/// The thesis's example: the elements, ranks, and times in ns of a message and of an
/// addition.
const EXAMPLE: (u64, u64, f64, f64) = (504_850, 256, 281.0, 4.15);

/// Messages, the largest share, and the score in microseconds with one decimal, as
/// printed.
fn example(distribution: &str) -> (u64, u64, String) {
    let (total, ranks, t_send, t_add) = EXAMPLE;
    let counts = counts(by_name(distribution), total, ranks);
    let cost = Cost::of(counts.iter().copied()).unwrap();
    assert_eq!(cost.messages, naive_messages(&counts), "{distribution}");
    (cost.messages, cost.largest, format!("{:.1}", cost.score(t_send, t_add) / 1e3))
}

/// Tables 3.1 and 3.2. The 256 messages of power2 are one more than there are ranks
/// that send: the last one owns 261120 to 504849, which are two subtrees, at 261120 and
/// at 2^18.
#[test]
fn the_figures_of_the_thesis() {
    assert_eq!(example("lower"), (1640, 1973, "469.0".to_string()));
    assert_eq!(example("upper"), (1401, 1973, "401.9".to_string()));
    assert_eq!(example("power2"), (256, 243_730, "1083.4".to_string()));
}

/// Table 3.3 has 621 messages and a score of 184.5 and does not say at which alpha. There
/// is none: on the way from 0 to 1 the count goes from 622 to 619, and the score of
/// 184.5 belongs to 626 messages.
#[test]
fn no_alpha_gives_the_figures_of_the_thesis_for_optimized() {
    assert_eq!(example("optimized"), (557, 2066, "165.1".to_string()));
    assert_eq!(example("optimized:0.132"), (626, 2066, "184.5".to_string()));
    assert_eq!(example("optimized:0.137"), (622, 2066, "183.4".to_string()));
    assert_eq!(example("optimized:0.138"), (619, 2066, "182.5".to_string()));
    // An element more of slack is 256 / 504850 = 0.000507 of alpha.
    let (total, ranks, ..) = EXAMPLE;
    let messages: Vec<u64> = (0..10_000)
        .map(|alpha| by_name(&format!("optimized:0.{alpha:04}")))
        .map(|of| Cost::of(counts(of, total, ranks)).unwrap().messages)
        .collect();
    assert_eq!(messages[0], 1401);
    assert!(messages.contains(&622) && messages.contains(&619) && !messages.contains(&621));
}

/// docs/message-counts.csv, which is plotted, holds what the library counts (here: up to
/// eight elements a rank), and its numbers of elements are consecutive.
#[test]
fn the_plotted_figures_are_these() {
    let csv = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/message-counts.csv");
    let csv = std::fs::read_to_string(csv).unwrap();
    let mut rows = csv.lines();
    let names = ALL.iter().flat_map(|row| ["least", "mean", "most"].map(|of| (row.name, of)));
    let heading: String = names.map(|(name, of)| format!(",{name} {of}")).collect();
    assert_eq!(rows.next(), Some(format!("from,to{heading}").as_str()));
    let (mut next, mut compared) = (256, 0);
    for row in rows {
        let fields: Vec<f64> = row.split(',').map(|field| field.parse().unwrap()).collect();
        let (from, to) = (fields[0] as u64, fields[1] as u64);
        assert!(from == next && to >= from, "{row}");
        next = to + 1;
        if to >= 8 * 256 {
            continue;
        }
        for (distribution, columns) in ALL.iter().zip(fields[2..].chunks(3)) {
            let messages = (from..=to)
                .map(|total| Cost::of(counts(distribution.id, total, 256)).unwrap().messages);
            let (least, most) = (messages.clone().min().unwrap(), messages.clone().max().unwrap());
            let mean = messages.sum::<u64>() as f64 / (to - from + 1) as f64;
            assert_eq!((columns[0], columns[2]), (least as f64, most as f64), "{row}");
            assert!((columns[1] - mean).abs() < 0.051, "{row}: {mean}");
            compared += 1;
        }
    }
    assert_eq!((next, compared), (256 << 11, 4 * 3 * 32));
}
