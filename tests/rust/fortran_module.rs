//! fortran/samebits.F90 is what its templates say. `BLESS=1 cargo test --test texts
//! fortran_module` (or `make header`) writes it anew.

use minijinja::syntax::SyntaxConfig;
use minijinja::Environment;
use std::fs;
use std::path::Path;

#[test]
fn the_module_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fortran");
    let template = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder().trim_blocks(true).keep_trailing_newline(true).build();
    environment.set_syntax(syntax.unwrap());
    for name in ["vectors_generic", "vectors_bindings", "vectors_procedures"] {
        let name = format!("{name}.F90.in");
        let text = template(&name);
        environment.add_template_owned(name, text).unwrap();
    }
    let fresh = environment.render_str(&template("samebits.F90.in"), ()).unwrap();
    assert!(fresh.contains("end module"), "{fresh}");
    let too_long: Vec<&str> = fresh.lines().filter(|line| line.len() > 132).collect();
    assert!(too_long.is_empty(), "longer than Fortran takes:\n{}", too_long.join("\n"));
    let file = folder.join("samebits.F90");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &fresh).unwrap();
    }
    let checked_in = fs::read_to_string(&file).unwrap_or_default();
    // (Not by assert_eq, which would print both.)
    assert!(checked_in == fresh, "fortran/samebits.F90 is out of date: run `make header`");
}
