//! Writes the exported symbols as Rust source, which `src/exports/symbols.rs` includes. A symbol
//! is a function whose arguments are words: it has what is known of it in a static, a `Function` of
//! `src/exports/function.rs`, and hands its words to the function that serves its kind. Nothing is
//! looked up in a table at run time.
//!
//! In C handles are register-sized, and the upper half of a register with an `int` is undefined. In
//! Fortran all arguments are addresses, and the last one is the error argument.

use crate::form::Coverage;
use crate::prototype::{Prototype, Symbol};
use crate::role::{position, Role};
use crate::spelling::Spelling;
use crate::tables::{CHOICES, COMPLETIONS, CONSTRUCTORS, ENDINGS, LIFECYCLE, REDUCTIONS};
use std::fmt::Write;

/// The exported symbols of all tables.
pub fn symbols() -> String {
    let mut text = String::from("// Written by build.rs from the tables of crates/calls.\n");
    reductions(&mut text);
    completions(&mut text);
    for (index, row) in CHOICES.iter().enumerate() {
        let entry = Entry { table: "CHOICES", index, prototype: &row.prototype };
        entry.write(&mut text, |entry, symbol| {
            let serve = format!("choices::{}, &FUNCTION", row.by);
            entry.serve("choices", &serve, symbol, ", mark")
        });
    }
    for (index, row) in CONSTRUCTORS.iter().enumerate() {
        let entry = Entry { table: "CONSTRUCTORS", index, prototype: &row.prototype };
        let new = position(row.prototype.arguments, Role::New).expect("a constructor has it");
        entry.write(&mut text, |entry, symbol| {
            let instead = match (row.instead, symbol.spelling) {
                (_, spelling) if spelling.is_fortran() => String::new(),
                (None, _) => ", None".to_string(),
                (Some(by), _) => format!(", Some(constructors::{by})"),
            };
            entry.serve("constructors", &format!("&FUNCTION, {new}{instead}"), symbol, "")
        });
    }
    for (table, rows) in [("ENDINGS", ENDINGS), ("LIFECYCLE", LIFECYCLE)] {
        for (index, row) in rows.iter().enumerate() {
            let entry = Entry { table, index, prototype: &row.prototype };
            entry.write(&mut text, |entry, symbol| {
                entry.serve("served", &format!("&FUNCTION, {}", row.by), symbol, "")
            });
        }
    }
    text
}

/// Functions whose calls should arrive, for `runtime/precedence.rs`, each by its names in C and in
/// Fortran: the reductions that are made reproducible, and what every program calls.
pub fn expected() -> String {
    let pairs = |prototypes: &mut dyn Iterator<Item = &Prototype>| -> String {
        let names = prototypes.map(|prototype| prototype.name);
        names.map(|name| format!("    [{name:?}, {:?}],\n", Spelling::Lower.symbol(name))).collect()
    };
    let covered = REDUCTIONS.iter().filter(|row| row.coverage == Coverage::Covered);
    let begun = ["lifecycle::init", "lifecycle::finalize"];
    let others = LIFECYCLE.iter().filter(|row| begun.contains(&row.by));
    format!(
        "const REDUCTIONS: &[[&str; 2]] = &[\n{}];\nconst OTHERS: &[[&str; 2]] = &[\n{}];\n",
        pairs(&mut covered.map(|row| &row.prototype)),
        pairs(&mut others.map(|row| &row.prototype))
    )
}

/// The procedures of a function that is not intercepted, as `exports/integer.rs` calls it: statics for
/// `mpif.h` and the module mpi, and for `mpi_f08`.
pub fn procedures(name: &'static str) -> String {
    let list = |called: &str, f08: bool| -> String {
        let symbols = Prototype::new(name, &[]).symbols();
        let those = symbols.filter(|Symbol { spelling, .. }| {
            spelling.is_fortran() && (*spelling == Spelling::F08) == f08
        });
        let those = those.map(|symbol| format!("Forward::new({:?})", symbol.name));
        let those: Vec<String> = those.collect();
        format!("static {called}: [Forward; {}] = [{}];\n", those.len(), those.join(", "))
    };
    list("PROCEDURES", false) + &list("PROCEDURES_OF_F08", true)
}

/// A row's place and prototype.
struct Entry {
    table: &'static str,
    index: usize,
    prototype: &'static Prototype,
}

impl Entry {
    /// Writes each symbol, whose body `body` returns.
    fn write(&self, text: &mut String, body: impl Fn(&Entry, &Symbol) -> String) {
        for symbol in self.prototype.symbols() {
            let (name, spelling) = (&symbol.name, symbol.spelling);
            let arguments: Vec<String> = words(self.prototype, spelling);
            let arguments = arguments.iter().map(|word| format!("{word}: usize"));
            let arguments = arguments.collect::<Vec<_>>().join(", ");
            let (case, result) = match spelling.is_fortran() {
                false => ("", " -> c_int"),
                true => ("#[allow(non_snake_case)]\n", ""),
            };
            let Entry { table, index, .. } = self;
            let body = body(self, &symbol);
            let _ = write!(
                text,
                "
#[no_mangle]
{case}pub unsafe extern \"C-unwind\" fn {name}({arguments}){result} {{
    static FUNCTION: Function =
        Function::new(&calls::{table}[{index}].prototype, {name:?}, Spelling::{spelling:?});
{body}}}
"
            );
        }
    }

    /// A body that hands what `serve` lists, the words and `more` to a module's function.
    fn serve(&self, module: &str, serve: &str, symbol: &Symbol, more: &str) -> String {
        let language = if symbol.spelling.is_fortran() { "in_fortran" } else { "in_c" };
        let words = words(self.prototype, symbol.spelling).join(", ");
        let mark = if more.contains("mark") { MARK } else { "" };
        format!(
            "{mark}    // SAFETY: the caller's own arguments.
    unsafe {{ {module}::{language}({serve}, &[{words}]{more}) }}
"
        )
    }
}

/// A variable in the symbol's own frame, by which its caller is found.
const MARK: &str = "    let in_frame = 0;
    let mark = Mark::of(&in_frame);
";

/// The names of a symbol's arguments.
fn words(prototype: &Prototype, spelling: Spelling) -> Vec<String> {
    let fortran = spelling.is_fortran();
    let passed = prototype.arguments.iter().filter(|role| !fortran || role.is_in_fortran());
    let words = (0..passed.count()).map(|number| format!("word{number}"));
    words.chain(fortran.then(|| "ierror".to_string())).collect()
}

/// What is known of a reduction at compile time decides its code, so it is a type.
fn reductions(text: &mut String) {
    for (index, row) in REDUCTIONS.iter().enumerate() {
        let entry = Entry { table: "REDUCTIONS", index, prototype: &row.prototype };
        entry.write(text, |entry, symbol| {
            let (module, this) = match row.coverage {
                Coverage::Covered => ("covered", "::<This>"),
                Coverage::Uncovered => ("uncovered", ""),
            };
            let (language, form) = match symbol.spelling {
                Spelling::C => ("in_c", ", Language::C"),
                Spelling::LargeCounts => ("in_c", ", Language::CLarge"),
                _ => ("in_fortran", ""),
            };
            let signature = match row.coverage {
                Coverage::Covered => format!(
                    "    struct This;
    impl Signature for This {{
        const ROW: &'static Reduction = &calls::REDUCTIONS[{index}];
    }}
"
                ),
                Coverage::Uncovered => String::new(),
            };
            let words = words(entry.prototype, symbol.spelling).join(", ");
            format!(
                "{signature}{MARK}    // SAFETY: the caller's own arguments.
    guarded({:?}, || unsafe {{
        {module}::{language}{this}(&FUNCTION{form}, &[{words}], mark)
    }})
",
                symbol.name
            )
        });
    }
}

/// Each is served with other functions of its own binding.
fn completions(text: &mut String) {
    use Spelling::*;
    for spelling in [C, Lower, LowerTwice, Upper, F08] {
        let _ = writeln!(
            text,
            "
static {}: Binding = Binding {{
    fortran: {},
    wait: Forward::new({:?}),
    test: Forward::new({:?}),
    testany: Forward::new({:?}),
    testsome: Forward::new({:?}),
    startall: Forward::new({:?}),
}};",
            binding(spelling),
            spelling.is_fortran(),
            spelling.symbol("MPI_Wait"),
            spelling.symbol("MPI_Test"),
            spelling.symbol("MPI_Testany"),
            spelling.symbol("MPI_Testsome"),
            spelling.symbol("MPI_Startall"),
        );
    }
    for (index, row) in COMPLETIONS.iter().enumerate() {
        let entry = Entry { table: "COMPLETIONS", index, prototype: &row.prototype };
        let requests = row.requests;
        entry.write(text, |entry, symbol| {
            let instead = match (row.instead, symbol.spelling) {
                (_, spelling) if spelling.is_fortran() => String::new(),
                (None, _) => ", None".to_string(),
                (Some(by), _) => format!(", Some(completion::{by})"),
            };
            let binding = binding(symbol.spelling);
            let by = row.by;
            let serve = format!(
                "(&{binding}, &FUNCTION), Requests::{requests:?}, completion::{by}{instead}"
            );
            entry.serve("completion", &serve, symbol, ", mark")
        });
    }
}

/// The name of a binding's static.
fn binding(spelling: Spelling) -> &'static str {
    match spelling {
        Spelling::C | Spelling::LargeCounts => "BINDING_C",
        Spelling::Lower => "BINDING_LOWER",
        Spelling::LowerTwice => "BINDING_LOWER_TWICE",
        Spelling::Upper => "BINDING_UPPER",
        Spelling::F08 | Spelling::F08Descriptors => "BINDING_F08",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_hands_its_words_to_what_serves_it() {
        let text = symbols();
        let allreduce =
            "pub unsafe extern \"C-unwind\" fn MPI_Allreduce(word0: usize, word1: usize, \
             word2: usize, word3: usize, word4: usize, word5: usize) -> c_int {";
        assert!(text.contains(allreduce), "{text}");
        let init = "pub unsafe extern \"C-unwind\" fn mpi_init_(ierror: usize) {";
        assert!(text.contains(init), "{text}");
        let wait =
            "completion::in_c((&BINDING_C, &FUNCTION), Requests::Any, completion::one::wait, None, \
             &[word0, word1], mark)";
        assert!(text.contains(wait), "{text}");
    }

    #[test]
    fn the_layers_in_front_are_looked_for_by_both_names() {
        for pair in ["[\"MPI_Scan\", \"mpi_scan_\"],\n", "[\"MPI_Finalize\", \"mpi_finalize_\"],\n"]
        {
            assert!(expected().contains(pair), "{}", expected());
        }
        assert!(!expected().contains("Session"), "{}", expected());
    }

    #[test]
    fn procedures_are_known_that_are_only_looked_up() {
        let names = "static PROCEDURES: [Forward; 3] = [Forward::new(\"mpi_get_version_\"), \
                     Forward::new(\"mpi_get_version__\"), Forward::new(\"MPI_GET_VERSION\")];\n\
                     static PROCEDURES_OF_F08: [Forward; 1] = [Forward::new(\"mpi_get_version_f08_\")];\n";
        assert_eq!(procedures("MPI_Get_version"), names);
    }
}
