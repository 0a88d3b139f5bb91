//! The Fortran module `samebits`, made from the templates in `fortran/`: `samebits.F90.in` and those
//! that it includes. A generic procedure has a specific one for each kind of elements, each rank of
//! their arrays, each kind of lengths and each kind of handles, so the templates have 1,800 lines and
//! the module 21,000. It is made when it is needed (`scripts/fortran_module.sh`).

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, Error};
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
    let rendered: Result<String, Error> = environment.render_str(&template("samebits.F90.in")?, ());
    rendered.map_err(io::Error::other)
}
