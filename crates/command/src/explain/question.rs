//! The reduction that is asked about.

use super::Options;
use samebits_calls::{Prototype, Reduction, REDUCTIONS};
use samebits_kernel::Operator;
use samebits_mpi::abi::datatypes::usual_class;
use samebits_mpi::abi::names::{Class, DATATYPES, OPERATORS};
use samebits_policy::wording::{did_you_mean, enumerate};
use samebits_schedule::node::nodes::{Nodes, Split};

/// More ranks than machines have.
const MOST_RANKS: usize = 1 << 24;

#[derive(Debug)]
pub struct Question {
    pub row: &'static Reduction,
    pub ranks: usize,
    pub nodes: Nodes,
    pub count: usize,
    pub datatype: &'static str,
    pub class: Class,
    pub operator_name: &'static str,
    pub operator: Operator,
}

impl Question {
    pub fn of(options: &Options, split: Option<Split>) -> Result<Question, String> {
        let ranks = number("--ranks", &options.ranks, 1, MOST_RANKS)?;
        let nodes = number("--nodes", &options.nodes, 1, ranks)?;
        let machines: Vec<u64> = (0..ranks).map(|rank| (rank * nodes / ranks) as u64).collect();
        let datatype = datatype(&options.datatype)?;
        let class = usual_class(datatype).ok_or_else(|| {
            format!("--type={datatype} is not accepted: its size depends on the MPI library")
        })?;
        let (operator_name, operator) = operator(&options.operator)?;
        Ok(Question {
            row: call(&options.call)?,
            ranks,
            nodes: Nodes::new(&machines, split),
            count: number("--count", &options.count, 0, i32::MAX as usize)?,
            datatype,
            class,
            operator_name,
            operator,
        })
    }
}

fn number(option: &str, text: &str, least: usize, most: usize) -> Result<usize, String> {
    let digits = text.trim_end_matches(['K', 'M', 'G']);
    let unit = match &text[digits.len()..] {
        "" => Some(1usize),
        "K" => Some(1 << 10),
        "M" => Some(1 << 20),
        "G" => Some(1 << 30),
        _ => None,
    };
    // A sign would be read, too.
    let digits = digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(digits);
    let number = digits.and_then(|digits| digits.parse::<usize>().ok());
    let number = number.zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
    number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        format!(
            "{option}={text} is not accepted; it takes a number from {least} to {most}, such as 64 \
             or 1K"
        )
    })
}

/// The name as MPI has it, of "MPI_Double", "double" and the like.
fn known(text: &str, names: &[&'static str]) -> Option<&'static str> {
    let same = |name: &&&'static str| {
        name.eq_ignore_ascii_case(text)
            || name.strip_prefix("MPI_").is_some_and(|name| name.eq_ignore_ascii_case(text))
    };
    names.iter().find(same).copied()
}

fn refused(option: &str, text: &str, names: &[&str]) -> String {
    // MPI's prefix need not be typed.
    let hints = [text.to_string(), format!("MPI_{text}")];
    let hint = hints.iter().map(|text| did_you_mean(text, names)).find(|hint| !hint.is_empty());
    let (hint, names) = (hint.unwrap_or_default(), enumerate(names, "or"));
    format!("{option}{text} is not accepted{hint}; it takes {names}")
}

fn call(text: &str) -> Result<&'static Reduction, String> {
    let names: Vec<&'static str> = REDUCTIONS.iter().map(|row| row.prototype.name).collect();
    let bare = text.strip_suffix("_c").unwrap_or(text);
    let prototypes = || REDUCTIONS.iter().map(|row| &row.prototype);
    let is_procedure = |prototype: &&Prototype| prototype.procedures().any(|name| name == text);
    let fortran = prototypes().find(is_procedure).map(|prototype| prototype.name);
    let name = known(text, &names).or_else(|| known(bare, &names)).or(fortran);
    let row = name.and_then(|name| REDUCTIONS.iter().find(|row| row.prototype.name == name));
    row.ok_or_else(|| refused("the call ", text, &names))
}

fn datatype(text: &str) -> Result<&'static str, String> {
    let names: Vec<&'static str> = DATATYPES.iter().map(|row| row.name).collect();
    known(text, &names).ok_or_else(|| refused("--type=", text, &names))
}

fn operator(text: &str) -> Result<(&'static str, Operator), String> {
    let names: Vec<&'static str> = OPERATORS.iter().map(|row| row.name).collect();
    let row = known(text, &names).and_then(|known| OPERATORS.iter().find(|row| row.name == known));
    row.map(|row| (row.name, row.what)).ok_or_else(|| {
        format!(
            "{} (a program's own operators are reduced by tree, on {})",
            refused("--op=", text, &names),
            "datatypes of any kind"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_units_and_bounds() {
        assert_eq!(number("--count", "64K", 0, 1 << 30), Ok(65536));
        for wrong in ["", "K", "-1", "+1", "1.5", "1k", "2M", "99999999999999999999G"] {
            let why = number("--ranks", wrong, 1, 1 << 20).unwrap_err();
            assert!(why.starts_with(&format!("--ranks={wrong} is not accepted")), "{why}");
            assert!(why.contains("a number from 1 to 1048576"), "{why}");
        }
    }

    #[test]
    fn names_are_known_in_several_spellings() {
        for text in
            ["MPI_Allreduce", "allreduce", "MPI_ALLREDUCE", "MPI_Allreduce_c", "mpi_allreduce_"]
        {
            assert_eq!(call(text).unwrap().prototype.name, "MPI_Allreduce", "{text}");
        }
        assert_eq!(datatype("double"), Ok("MPI_DOUBLE"));
        assert_eq!(operator("max").unwrap().0, "MPI_MAX");
    }

    #[test]
    fn what_is_not_known_is_named_with_what_is() {
        let why = call("MPI_Alreduce").unwrap_err();
        assert!(
            why.contains("the call MPI_Alreduce is not accepted (did you mean MPI_Allreduce?)"),
            "{why}"
        );
        let why = datatype("MPI_DUOBLE").unwrap_err();
        assert!(why.contains("(did you mean MPI_DOUBLE?); it takes MPI_FLOAT, "), "{why}");
        assert!(call("alreduce").unwrap_err().contains("(did you mean MPI_Allreduce?); it takes"));
        assert!(operator("mine").unwrap_err().contains("own operators are reduced by tree"));
    }
}
