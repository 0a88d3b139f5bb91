//! What is written from the library's tables: the lists of docs/policy.md, and what the tests in C
//! know. `make header` (BLESS=1) writes it anew.

use samebits_calls::{
    position, prototypes, Completion, Coverage, Delivery, Reduction, Role, REDUCTIONS,
};
use samebits_schedule::distribution;
use samebits_schedule::Needs;
use samebits_sum::names as arithmetics;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Compares a file with what it has to be; with BLESS writes it, at once, since other tests read it.
pub fn check(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("BLESS").is_some() {
        let fresh = file.with_extension("new");
        fs::write(&fresh, text).unwrap();
        fs::rename(&fresh, &file).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == text, "{path} is out of date: run `make header`");
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The lists of docs/policy.md.
#[test]
fn every_arithmetic_schedule_and_distribution_is_described() {
    let listed = |rows: &mut dyn Iterator<Item = (&str, &str)>| {
        rows.map(|(name, description)| wrapped(&format!("- `{name}`: {description}"))).collect()
    };
    let lists: [(&str, String); 3] = [
        (
            "Arithmetics",
            listed(&mut arithmetics::ALL.iter().map(|row| (row.name, row.description))),
        ),
        (
            "Schedules",
            listed(&mut samebits_schedule::ALL.iter().map(|row| (row.name, row.description))),
        ),
        (
            "Distributions",
            listed(&mut distribution::ALL.iter().map(|row| (row.name, row.description))),
        ),
    ];
    let mut fresh = read("docs/policy.md");
    for (section, list) in &lists {
        let start = fresh.find(&format!("\n## {section}\n")).expect(section);
        let start = start + fresh[start..].find("\n- `").expect("a list") + 1;
        let end = start + fresh[start..].find("\n\n").expect("an end") + 1;
        fresh.replace_range(start..end, list);
    }
    check("docs/policy.md", &fresh);
}

/// The schedules, for the tests and benches in C: those that the MPI library does not run itself.
#[test]
fn the_tests_in_c_know_all_schedules() {
    let mut table = String::from(
        "/* The schedules: SCHEDULE(name, whether it is one of messages between two ranks).\n \
         * Written from the library's table, by `make header`. */\n",
    );
    for row in samebits_schedule::ALL.iter().filter(|row| row.run.is_some()) {
        table += &format!("SCHEDULE({}, {})\n", row.name, i32::from(row.needs == Needs::Messages));
    }
    check("c_tests/support/schedule_table.h", &table);
}

/// The collective reductions, for the tests in C.
#[test]
fn the_tests_in_c_know_all_reductions() {
    let mut table = String::from(
        "/* The collective reductions: REDUCTION(name, shape of the arguments, who gets what of the\n \
         * result, completion, coverage). Written from the library's table, by `make header`. */\n",
    );
    for row in REDUCTIONS.iter().filter(|row| !is_alone(row)) {
        let (shape, result) = shape_and_result(row);
        let completion = match row.form.completion {
            Completion::Blocking => "BLOCKING",
            Completion::Nonblocking => "NONBLOCKING",
            Completion::Persistent => "PERSISTENT",
        };
        let coverage = match row.coverage {
            Coverage::Covered => "COVERED",
            Coverage::Uncovered => "UNCOVERED",
        };
        table += &format!(
            "REDUCTION({}, {shape}, {result}, {completion}, {coverage})\n",
            row.prototype.name
        );
    }
    check("c_tests/support/reduction_table.h", &table);
}

/// Whether a rank makes such a call by itself.
fn is_alone(row: &Reduction) -> bool {
    matches!(row.form.delivery, Delivery::Window | Delivery::Local)
}

/// The arguments of a reduction, and its result, as c_tests/by_request.c calls them.
fn shape_and_result(row: &Reduction) -> (&'static str, &'static str) {
    let counts = position(row.prototype.arguments, Role::Counts);
    match row.form.delivery {
        Delivery::ALL => ("COLLECTIVE", "ALL"),
        Delivery::ROOT => ("ROOTED", "AT_ROOT"),
        Delivery::BLOCKS if counts.is_some() => ("VECTOR", "SCATTERED"),
        Delivery::BLOCKS => ("BLOCK", "SCATTERED"),
        Delivery::INCLUSIVE_PREFIX => ("COLLECTIVE", "UP_TO_ME"),
        Delivery::EXCLUSIVE_PREFIX => ("COLLECTIVE", "BEFORE_ME"),
        Delivery::Window | Delivery::Local => unreachable!("it is no collective reduction"),
    }
}

/// The table of all reductions in docs/promise.md.
#[test]
fn all_reductions_are_documented() {
    let mut page = read("docs/promise.md");
    let head = "| call | who gets the result | made reproducible |\n|---|---|---|\n";
    let start = page.find(head).expect("the table's head") + head.len();
    let end = start + page[start..].find("\n\n").expect("an end") + 1;
    let rows = REDUCTIONS.iter().map(|row| {
        let who = match row.form.delivery {
            Delivery::ALL => "all ranks",
            Delivery::ROOT => "the root",
            Delivery::BLOCKS => "each rank a block",
            Delivery::INCLUSIVE_PREFIX => "each rank that of the ranks up to itself",
            Delivery::EXCLUSIVE_PREFIX => "each rank but the first that of the ranks before it",
            Delivery::Window => "the target's window",
            Delivery::Local => "the caller",
        };
        let covered = match row.coverage {
            Coverage::Covered => "yes",
            Coverage::Uncovered => "no: warned of",
        };
        format!("| `{}` | {who} | {covered} |\n", row.prototype.name)
    });
    page.replace_range(start..end, &rows.collect::<String>());
    check("docs/promise.md", &page);
}

/// The symbols of all MPI functions, for c_tests/behaviour/exported_symbols.sh.
#[test]
fn all_exported_mpi_functions_are_listed() {
    let symbols = prototypes().flat_map(|prototype| prototype.symbols());
    let symbols: BTreeSet<String> = symbols.map(|symbol| symbol.name).collect();
    let list: String = symbols.iter().map(|symbol| format!("{symbol}\n")).collect();
    check("c_tests/behaviour/exported-mpi.txt", &list);
}

/// The text in lines of at most 92 characters, those after the first indented by two.
fn wrapped(text: &str) -> String {
    let (mut lines, mut length) = (String::new(), 0);
    for word in text.split(' ') {
        if length > 0 && length + 1 + word.chars().count() > 92 {
            lines += "\n  ";
            length = 2;
        } else if length > 0 {
            lines += " ";
            length += 1;
        }
        lines += word;
        length += word.chars().count();
    }
    lines + "\n"
}
