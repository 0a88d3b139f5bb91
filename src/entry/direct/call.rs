//! The direct functions that several ranks call together, and what of a call has to be the
//! same on all of them: the word that the first message begins with
//! ([`crate::schedule::opening`]) is made of that, and so are the words that say who calls what.
//!
//! A new function takes a row in [`FUNCTIONS`]; a test compares them with the header.

use super::failure::Class;
use super::prepare::Asked;
use crate::arithmetic::bundle::Code;
use crate::entry::process::Process;
use crate::evaluation::Evaluation;
use crate::mpi::family::Handle;
use crate::schedule::opening::FLAG;

/// A direct function that all ranks of a communicator call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    AllreduceArray,
    ReduceArray,
    AllreduceArrays,
    ReduceArrays,
    AllreduceRegion,
    ReduceRegion,
    PlanArrays,
    PlanRegions,
    PlanAllreduce,
    PlanReduce,
    AccumulatorAllreduce,
    AccumulatorReduce,
    Tune,
}

/// The functions by their numbers, and their names.
const FUNCTIONS: [(Function, &str); 13] = [
    (Function::AllreduceArray, "samebits_allreduce_array"),
    (Function::ReduceArray, "samebits_reduce_array"),
    (Function::AllreduceArrays, "samebits_allreduce_arrays"),
    (Function::ReduceArrays, "samebits_reduce_arrays"),
    (Function::AllreduceRegion, "samebits_allreduce_region"),
    (Function::ReduceRegion, "samebits_reduce_region"),
    (Function::PlanArrays, "samebits_plan_arrays"),
    (Function::PlanRegions, "samebits_plan_regions"),
    (Function::PlanAllreduce, "samebits_plan_allreduce"),
    (Function::PlanReduce, "samebits_plan_reduce"),
    (Function::AccumulatorAllreduce, "samebits_accumulator_allreduce"),
    (Function::AccumulatorReduce, "samebits_accumulator_reduce"),
    (Function::Tune, "samebits_tune"),
];

impl Function {
    /// Its name in C.
    pub fn name(self) -> &'static str {
        FUNCTIONS[self as usize].1
    }

    /// Whether it takes arrays in lists.
    pub fn has_lists(self) -> bool {
        use Function::*;
        matches!(self, AllreduceArrays | ReduceArrays | PlanArrays | PlanRegions)
    }

    /// Whether it makes a plan, which outlives it.
    pub fn makes_a_plan(self) -> bool {
        matches!(self, Function::PlanArrays | Function::PlanRegions)
    }
}

/// What all ranks have to call alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub function: Function,
    /// How many arrays there are; 0 where there are none.
    pub arrays: u32,
    /// The datatype, by what it is.
    pub datatype: u32,
    /// The operator; that of a user only as such.
    pub operator: u32,
    /// The root, counted from 1; 0 where all ranks get the results.
    pub root: u32,
    /// What else there is: the arithmetic, the shares of a plan, what an accumulator is for.
    pub rest: u64,
}

/// Of which class the error is where ranks differ in one of the [`Call::fields`]: that of the
/// first in which they do.
pub(super) const CLASSES: [Class; 6] =
    [Class::Arg, Class::Count, Class::Type, Class::Op, Class::Root, Class::Arg];

/// The operator of a call with one of the user's.
const USERS: u32 = 0xff;

impl Call {
    /// That function, of nothing more.
    pub fn of(function: Function) -> Call {
        Call { function, arrays: 0, datatype: 0, operator: 0, root: 0, rest: 0 }
    }

    /// What a rank asks for. `code` is that of the evaluation.
    pub fn asked(
        process: &Process,
        asked: &Asked<'_>,
        evaluation: &Evaluation<'_>,
        code: Option<Code>,
    ) -> Call {
        let arrays = asked.lengths.len() as u32;
        let call = Call { arrays, root: root_word(asked.root), ..Call::of(asked.function) };
        if let Some(code) = code {
            let [format, shape, operator, arithmetic] = code.bytes();
            let datatype = u32::from_le_bytes([format, shape, 0, 0]);
            return Call { datatype, operator: operator.into(), rest: arithmetic.into(), ..call };
        }
        // What the MPI library or the program evaluates. A user's operator may take any
        // datatypes of one size.
        let predefined = process.library.predefined();
        let operator = predefined.operator(asked.op).map_or(USERS, |(_, operator)| operator as u32);
        let named = predefined.datatype(asked.datatype).filter(|_| operator != USERS);
        let size = evaluation.merge().size() as u64;
        let datatype = named.map_or(size, |datatype| hash(datatype.name.bytes().map(u64::from)));
        const ELSEWHERE: u64 = 1 << 32;
        Call { datatype: datatype as u32, operator, rest: ELSEWHERE, ..call }
    }

    /// What is compared, the first of them first.
    pub fn fields(&self) -> [u64; CLASSES.len()] {
        let Call { function, arrays, datatype, operator, root, rest } = *self;
        [function as u64, arrays.into(), datatype.into(), operator.into(), root.into(), rest]
    }

    /// The word of the call, without [`FLAG`] and not 0.
    #[inline]
    pub fn word(&self) -> u64 {
        let Call { function, arrays, datatype, operator, root, rest } = *self;
        let pair = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        // (Operators take less than 24 bits.)
        let kinds = pair(datatype, operator << 8 | function as u32);
        hash([pair(arrays, root), kinds, rest].into_iter()) & !FLAG | 1 << 63
    }
}

/// A root as it is compared.
pub fn root_word(root: Option<i32>) -> u32 {
    root.map_or(0, |root| root.wrapping_add(1) as u32)
}

/// A number that differs where the words do, but for one chance in 2^62.
#[inline]
pub fn hash(words: impl Iterator<Item = u64>) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    words.fold(ODD, |hash, word| {
        let product = u128::from(hash ^ word.rotate_left(23)) * u128::from(!ODD);
        product as u64 ^ (product >> 64) as u64 ^ hash.rotate_left(7)
    })
}

/// The call as messages name it: the function, and in brackets what it was given.
pub fn in_words(function: Function, given: &[(&str, String)]) -> String {
    let given: Vec<String> = given.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{}({})", function.name(), given.join(", "))
}

/// The datatype and the operator as messages name them.
pub fn names(process: &Process, datatype: Handle, op: Handle) -> [(&'static str, String); 2] {
    let predefined = process.library.predefined();
    let datatype = match predefined.datatype(datatype) {
        Some(datatype) => datatype.name.to_string(),
        None => match process.library.size_of_type(datatype) {
            Some(size) => format!("a derived datatype of {size} bytes"),
            None => "a derived datatype".to_string(),
        },
    };
    let op = predefined.operator(op).map_or("a user-defined operator", |(name, _)| name);
    [("type", datatype), ("op", op.to_string())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_their_numbers() {
        for (number, (function, _)) in FUNCTIONS.iter().enumerate() {
            assert_eq!(*function as usize, number);
        }
    }

    /// Functions of the header that are given a communicator, or a plan, and talk to no other
    /// rank.
    const ALONE: [&str; 3] = ["samebits_plan_free", "samebits_predict", "samebits_set"];

    #[test]
    fn every_function_over_ranks_has_a_row() {
        let header = include_str!("../../../include/samebits.h");
        let code = header.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = code.collect::<Vec<_>>().join(" ");
        let mut found = Vec::new();
        for declaration in code.split(';').filter_map(|one| one.split_once('(')) {
            let (head, parameters) = declaration;
            let name = head.rsplit([' ', '*']).next().unwrap();
            let over_ranks = ["MPI_Comm comm", "samebits_plan *"];
            if over_ranks.iter().any(|with| parameters.contains(with)) {
                found.push(name);
            }
        }
        let mut listed: Vec<&str> = FUNCTIONS.iter().map(|(_, name)| *name).chain(ALONE).collect();
        found.sort_unstable();
        listed.sort_unstable();
        assert_eq!(found, listed);
        let test = include_str!("../../../c_tests/unlike_calls.c");
        for (_, name) in FUNCTIONS {
            assert!(test.contains(&format!("{name}(")), "{name} is in no row of unlike_calls.c");
        }
    }

    #[test]
    fn calls_that_differ_have_different_words() {
        let call =
            Call { arrays: 2, datatype: 2, operator: 2, root: 1, ..Call::of(Function::PlanReduce) };
        let others = [
            Call { function: Function::ReduceArrays, ..call },
            Call { arrays: 3, ..call },
            Call { datatype: 0x102, ..call },
            Call { operator: 3, ..call },
            Call { root: 2, ..call },
            Call { rest: 1 << 32, ..call },
            Call { arrays: 1, root: 2, ..call },
        ];
        let mut words: Vec<u64> = others.iter().map(Call::word).chain([call.word()]).collect();
        assert!(words.iter().all(|word| word & FLAG == 0 && *word != 0));
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 1 + others.len());
        for other in others {
            assert_ne!(other.fields(), call.fields());
        }
    }
}
