//! The collective direct functions, whose numbers the ranks compare ([`samebits_array::signature`]).

use samebits_array::signature::Signature;

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
    AllreduceDot = "samebits_allreduce_dot",
    AllreduceConjugatedDot = "samebits_allreduce_conjugated_dot",
    AllreduceDots = "samebits_allreduce_dots",
    AllreduceConjugatedDots = "samebits_allreduce_conjugated_dots",
    AllreduceNorm2 = "samebits_allreduce_norm2",
    AllreduceSumAbs = "samebits_allreduce_sum_abs",
    AllreduceWeightedSum = "samebits_allreduce_weighted_sum",
    AllreduceWeightedSquares = "samebits_allreduce_weighted_squares",
    AllreduceWeightedDot = "samebits_allreduce_weighted_dot",
    AllreduceWeightedConjugatedDot = "samebits_allreduce_weighted_conjugated_dot",
    AllreduceMean = "samebits_allreduce_mean",
    AllreduceVariance = "samebits_allreduce_variance",
    IallreduceDot = "samebits_iallreduce_dot",
    IallreduceConjugatedDot = "samebits_iallreduce_conjugated_dot",
    IallreduceDots = "samebits_iallreduce_dots",
    IallreduceConjugatedDots = "samebits_iallreduce_conjugated_dots",
    IallreduceNorm2 = "samebits_iallreduce_norm2",
    IallreduceSumAbs = "samebits_iallreduce_sum_abs",
    IallreduceWeightedSum = "samebits_iallreduce_weighted_sum",
    IallreduceWeightedSquares = "samebits_iallreduce_weighted_squares",
    IallreduceWeightedDot = "samebits_iallreduce_weighted_dot",
    IallreduceWeightedConjugatedDot = "samebits_iallreduce_weighted_conjugated_dot",
    IallreduceMean = "samebits_iallreduce_mean",
    IallreduceVariance = "samebits_iallreduce_variance",
    SumsAllreduce = "samebits_sums_allreduce",
    SumsIallreduce = "samebits_sums_iallreduce",
    Tune = "samebits_tune",
}

impl Function {
    /// The first of two functions, or the second if there is a root.
    pub fn to(root: Option<i32>, [to_all, to_root]: [Function; 2]) -> Function {
        root.map_or(to_all, |_| to_root)
    }

    /// The signature of a call about which nothing else is known.
    #[inline]
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
        let header = include_str!("../../../../include/samebits.h");
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
        let test = include_str!("../../../../c_tests/support/direct_calls.h");
        // Of nonblocking ones MPI demands that they match; c_tests/vector_sums.c has some that do not.
        for name in FUNCTIONS.iter().filter(|name| !name.contains("_iallreduce")) {
            assert!(test.contains(&format!("{name}(")), "{name} is in no row of direct_calls.h");
        }
    }

    /// But for `samebits_tune`, which takes seconds.
    #[test]
    fn the_stack_that_each_function_takes_is_looked_at() {
        let header = include_str!("../../../../include/samebits.h");
        let test = include_str!("../../../../c_tests/small_stacks_direct.c");
        let code = header.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = code.collect::<Vec<_>>().join(" ");
        let heads = code.split(';').filter_map(|one| Some(one.split_once('(')?.0));
        let heads = heads.filter(|head| !head.contains("static inline"));
        let names = heads.filter_map(|head| head.rsplit([' ', '*']).next());
        let names: Vec<&str> = names.filter(|name| name.starts_with("samebits_")).collect();
        assert!(names.len() > 100, "{} functions", names.len());
        for name in names.iter().filter(|name| **name != "samebits_tune") {
            assert!(test.contains(&format!("{name}(")), "{name} is not in small_stacks_direct.c");
        }
    }
}
