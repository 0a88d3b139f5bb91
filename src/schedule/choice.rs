//! Which schedule a reduction gets.

use super::{is_short, Case, Destination, Run, Schedule, Settings, Wanted, ALL, GATHER_ALWAYS};

/// What a reduction is run by.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// The schedule.
    pub schedule: &'static Schedule,
    /// How it runs.
    pub run: Run,
    /// What it is run with.
    pub settings: Settings,
    /// Why the wanted schedule does not take the reduction.
    pub passed_over: Option<&'static str>,
}

/// The schedule for a reduction that is ours to evaluate: the wanted one where
/// it can take it, else the best for the size. Depends only on what all ranks
/// know alike.
pub fn choose(wanted: Option<Wanted>, case: &Case<'_>, settings: Settings) -> Chosen {
    let mut passed_over = None;
    if let Some(Wanted { schedule, parameter }) = wanted {
        match (schedule.takes)(case) {
            Ok(()) => {
                let run = schedule.run.expect("what takes a reduction runs it");
                let settings = parameter.map_or(settings, |degree| Settings { degree, ..settings });
                return Chosen { schedule, run, settings, passed_over: None };
            }
            Err(why) => passed_over = Some(why),
        }
    }
    let schedule = automatic(case);
    let run = schedule.run.expect("what takes a reduction runs it");
    Chosen { schedule, run, settings, passed_over }
}

fn automatic(case: &Case<'_>) -> &'static Schedule {
    let (gather, slices, swap, node) = (&ALL[0], &ALL[1], &ALL[2], &ALL[3]);
    if (node.takes)(case).is_ok() {
        return node;
    }
    let short = is_short(case.ranks, case.count, case.fold);
    let tiny = case.bytes() <= GATHER_ALWAYS;
    if (swap.takes)(case).is_ok() && !tiny && (case.to == Destination::All || !short) {
        swap
    } else if short || (slices.takes)(case).is_err() {
        gather
    } else {
        slices
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::tree::Tree;
    use crate::arithmetic::{Fault, Fold};
    use crate::kernel::{lookup, Format, Kind, Operator};

    /// Sums of double, except that an element is said to have that many bytes.
    struct Sized(usize);

    impl Fold for Sized {
        fn size(&self) -> usize {
            self.0
        }
        unsafe fn fold(&self, _: *mut u8, _: usize, _: usize) -> Result<usize, Fault> {
            unreachable!("nothing is folded here")
        }
    }

    fn chosen(
        wanted: &str,
        ranks: usize,
        count: usize,
        to: Destination,
        fold: &dyn Fold,
    ) -> Chosen {
        let case = Case { fold, ranks, count, to, messages: false, node: None };
        choose(Wanted::from_text(wanted), &case, Settings::default())
    }

    #[test]
    fn a_schedule_is_passed_over_where_it_cannot_serve() {
        let name = |wanted: &str, ranks, count, size| {
            let chosen = chosen(wanted, ranks, count, Destination::All, &Sized(size));
            assert_eq!(
                chosen.passed_over.is_some(),
                wanted != "auto" && wanted != chosen.schedule.name
            );
            chosen.schedule.name
        };
        assert_eq!(name("native", 4, 1, 8), "gather");
        assert_eq!(name("native", 4, 1 << 20, 1), "slices");
        assert_eq!(name("auto", 1 << 20, 1, 8), "gather");
        assert_eq!(name("slices", 4, 1, 1 << 30), "gather", "an int's limit");
        assert_eq!(name("gather", 4, 1 << 17, 8), "gather");
        assert_eq!(name("swap", 4, 1 << 17, 8), "slices", "more than two ranks");
        assert_eq!(name("swap", 2, 1 << 17, 8), "slices", "a fold of whole rows only");
    }

    #[test]
    fn two_ranks_swap_except_where_it_is_tiny_or_a_root_need_not_answer() {
        let double = lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree).unwrap();
        let name = |count, to| chosen("auto", 2, count, to, &double).schedule.name;
        assert_eq!(name(32, Destination::All), "gather");
        assert_eq!(name(33, Destination::All), "swap");
        assert_eq!(name(1 << 20, Destination::All), "swap");
        assert_eq!(name(1, Destination::Root(1)), "gather");
        assert_eq!(name(1 << 20, Destination::Root(1)), "swap");
    }
}
