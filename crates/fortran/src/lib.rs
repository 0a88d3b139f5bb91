//! The Fortran module `samebits`, made from the templates in `fortran/`: `samebits.F90.in` and those
//! that it includes. A generic procedure has a specific one for each kind of elements, each rank of
//! their arrays, each kind of lengths and each kind of handles, so the templates have 1,700 lines and
//! the module 21,000. What sums over vectors there are, the rows of `samebits_calls` say. The module is
//! made when it is needed (`scripts/fortran_module.sh`).

use minijinja::syntax::SyntaxConfig;
use minijinja::{context, Environment, Error, Value};
use samebits_calls::direct::lines;
use samebits_calls::{Given, VectorSum, VECTOR_SUMS};
use std::path::Path;
use std::{fs, io};

const INCLUDED: [&str; 3] =
    ["vectors_generic.F90.in", "vectors_bindings.F90.in", "vectors_procedures.F90.in"];

/// As many characters as a line may have in Fortran.
pub const LONGEST_LINE: usize = 132;

/// The module, from the templates in a folder.
pub fn module(folder: &Path) -> io::Result<String> {
    let template = |name: &str| fs::read_to_string(folder.join(name));
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder().trim_blocks(true).keep_trailing_newline(true).build();
    environment.set_syntax(syntax.map_err(io::Error::other)?);
    for name in INCLUDED {
        environment.add_template_owned(name, template(name)?).map_err(io::Error::other)?;
    }
    let sums: Vec<Value> = VECTOR_SUMS.iter().map(sum).collect();
    let rendered: Result<String, Error> =
        environment.render_str(&template("samebits.F90.in")?, context! { sums });
    rendered.map_err(io::Error::other)
}

/// What the templates know of a sum over vectors: its arguments before and after its result, too.
fn sum(row: &VectorSum) -> Value {
    let before = row.arguments.iter().filter(|given| match given {
        Given::X | Given::Y | Given::Ys | Given::W | Given::Ddof => true,
        Given::K | Given::Weights | Given::Mask | Given::N | Given::Result | Given::Results => {
            false
        }
    });
    let before: String = before.map(|given| format!("{}, ", given.in_c().0)).collect();
    context! {
        name => row.name,
        number => row.name.to_uppercase(),
        what => lines(&row.sentence(), 96),
        before,
        after => if row.has(Given::Mask) { ", mask" } else { "" },
        result => if row.has(Given::Results) { "results" } else { "result" },
        of_two => row.has(Given::Y),
        of_many => row.has(Given::Ys),
        is_weighted => row.has(Given::W),
        of_any_weights => row.has(Given::Weights),
        has_ddof => row.has(Given::Ddof),
        is_real => row.is_real,
    }
}
