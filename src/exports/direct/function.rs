//! The collective direct functions, whose numbers the ranks compare ([`crate::array::signature`]).

use crate::array::signature::Signature;

macro_rules! functions {
    ($($function:ident = $name:literal,)*) => {
        /// A direct function that all ranks of a communicator call.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Function {
            $($function,)*
        }

        /// Their names in C, by their numbers.
        const FUNCTIONS: &[&str] = &[$($name),*];
    };
}

functions! {
    AllreduceArray = "samebits_allreduce_array",
    ReduceArray = "samebits_reduce_array",
    AllreduceArrays = "samebits_allreduce_arrays",
    ReduceArrays = "samebits_reduce_arrays",
    AllreduceRegion = "samebits_allreduce_region",
    ReduceRegion = "samebits_reduce_region",
    PlanArrays = "samebits_plan_arrays",
    PlanRegions = "samebits_plan_regions",
    PlanAllreduce = "samebits_plan_allreduce",
    PlanReduce = "samebits_plan_reduce",
    AllreducePieces = "samebits_allreduce_pieces",
    ReducePieces = "samebits_reduce_pieces",
    PlanPieces = "samebits_plan_pieces",
    PlanAllreduceCounts = "samebits_plan_allreduce_counts",
    PlanReduceCounts = "samebits_plan_reduce_counts",
    AccumulatorAllreduce = "samebits_accumulator_allreduce",
    AccumulatorReduce = "samebits_accumulator_reduce",
    Tune = "samebits_tune",
}

impl Function {
    /// The first of two functions, or the second if there is a root.
    pub fn to(root: Option<i32>, [to_all, to_root]: [Function; 2]) -> Function {
        root.map_or(to_all, |_| to_root)
    }

    /// The signature of a call about which nothing else is known.
    pub fn signature(self) -> Signature {
        Signature::of(self as u32)
    }

    /// A call in messages: the function, with its arguments in brackets.
    pub fn in_words(self, given: &[(&str, String)]) -> String {
        let given = given.iter().map(|(name, value)| format!("{name}={value}"));
        format!("{}({})", self.name(), given.collect::<Vec<_>>().join(", "))
    }

    pub fn name(self) -> &'static str {
        FUNCTIONS[self as usize]
    }

    pub fn has_lists(self) -> bool {
        use Function::*;
        matches!(self, AllreduceArrays | ReduceArrays | PlanArrays | PlanRegions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Functions of the header that take a communicator or a plan, but do not communicate.
    const LOCAL: [&str; 3] = ["samebits_plan_free", "samebits_predict", "samebits_set"];

    #[test]
    fn every_collective_function_has_a_row() {
        let header = include_str!("../../../include/samebits.h");
        let code = header.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = code.collect::<Vec<_>>().join(" ");
        let mut found = Vec::new();
        for (head, parameters) in code.split(';').filter_map(|one| one.split_once('(')) {
            let over_ranks = ["MPI_Comm comm", "samebits_plan *"];
            if over_ranks.iter().any(|with| parameters.contains(with)) {
                found.push(head.rsplit([' ', '*']).next().unwrap());
            }
        }
        let mut listed: Vec<&str> = FUNCTIONS.iter().copied().chain(LOCAL).collect();
        found.sort_unstable();
        listed.sort_unstable();
        assert_eq!(found, listed);
        let test = include_str!("../../../c_tests/unlike_calls.c");
        for name in FUNCTIONS {
            assert!(test.contains(&format!("{name}(")), "{name} is in no row of unlike_calls.c");
        }
    }
}
