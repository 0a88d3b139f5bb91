//! The collective direct functions, whose numbers the ranks compare ([`samebits_array::signature`]).
//! `build.rs` writes [`Function`] from the tables of [`samebits_calls`].

use samebits_array::signature::Signature;

include!(concat!(env!("OUT_DIR"), "/functions.rs"));

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
    use samebits_calls::VECTOR_SUMS;

    /// Those that the tests in C take from the table of sums over vectors.
    fn is_of_vectors(name: &str) -> bool {
        VECTOR_SUMS.iter().any(|sum| sum.functions().iter().any(|of| of == name))
    }

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
        assert!(test.contains("VECTOR_SUMS("), "the sums over vectors");
        // Of nonblocking ones MPI demands that they match; c_tests/vector_sums.c has some that do not.
        let blocking = FUNCTIONS.iter().filter(|name| !name.contains("_iallreduce"));
        for name in blocking.filter(|name| !is_of_vectors(name)) {
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
        assert!(test.contains("VECTOR_SUMS("), "the sums over vectors");
        let names = names.iter().filter(|name| !is_of_vectors(name));
        for name in names.filter(|name| **name != "samebits_tune") {
            assert!(test.contains(&format!("{name}(")), "{name} is not in small_stacks_direct.c");
        }
    }
}
