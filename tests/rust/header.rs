//! include/samebits.h is what cbindgen makes of the source, put into the template
//! include/samebits.h.in. `BLESS=1 cargo test --test texts header` (or `make header`) writes it anew.

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior};
use samebits_calls::VECTOR_SUMS;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[test]
fn the_header_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let declarations = declarations(root);
    assert!(declarations.contains_key("samebits_calls_intercepted"), "{declarations:?}");
    let template = read("include/samebits.h.in");
    let of_vectors: Vec<String> = VECTOR_SUMS.iter().flat_map(|sum| sum.functions()).collect();
    for (name, text) in &declarations {
        let places = template.matches(&format!("{{{{ {name} }}}}")).count();
        let placed = usize::from(!of_vectors.contains(name));
        assert_eq!(places, placed, "places for {name} in include/samebits.h.in");
        if !name.starts_with("type_") {
            says_how_it_is_called(name, text);
        }
    }
    let mut values = declarations.clone();
    let of_vectors: Vec<&str> = of_vectors.iter().map(|name| &*declarations[name]).collect();
    values.insert("vector_sums".into(), of_vectors.join("\n\n"));
    values.insert("example".into(), example(&read("examples/c/first.c")));
    values.insert("major".into(), env!("CARGO_PKG_VERSION_MAJOR").into());
    values.insert("minor".into(), env!("CARGO_PKG_VERSION_MINOR").into());
    values.insert("patch".into(), env!("CARGO_PKG_VERSION_PATCH").into());
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder().keep_trailing_newline(true).build();
    environment.set_syntax(syntax.unwrap());
    let fresh = environment.render_str(&template, values).unwrap();
    let file = root.join("include/samebits.h");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &fresh).unwrap();
    }
    hands_out_no_handles(declarations.values());
    has_no_names_but_ours(&fresh);
    let checked_in = fs::read_to_string(&file).unwrap_or_default();
    assert!(checked_in == fresh, "include/samebits.h is out of date: run `make header`");
}

/// What cbindgen makes of the source: each declaration, with its comment, by its name (a type's
/// with `type_` in front).
pub fn declarations(root: &Path) -> BTreeMap<String, String> {
    let config = cbindgen::Config::from_file(root.join("scripts/settings/cbindgen.toml")).unwrap();
    let mut text = Vec::new();
    cbindgen::Builder::new()
        .with_config(config)
        .with_src(root.join("src/exports/direct/mod.rs"))
        // What build.rs writes.
        .with_src(Path::new(env!("OUT_DIR")).join("array_reductions.rs"))
        .with_src(Path::new(env!("OUT_DIR")).join("vector_sums.rs"))
        .with_src(Path::new(env!("OUT_DIR")).join("short_sums.rs"))
        .with_src(Path::new(env!("OUT_DIR")).join("csr_products.rs"))
        .generate()
        .unwrap()
        .write(&mut text);
    let text = String::from_utf8(text).unwrap();
    let mut found = BTreeMap::new();
    for block in text.trim().split("\n\n") {
        let code: Vec<&str> = block.lines().filter(|line| !line.starts_with("//")).collect();
        let code = code.join(" ");
        let name = match code.strip_prefix("typedef struct ") {
            Some(names) => format!("type_{}", names.split([' ', ';']).next().unwrap()),
            None => code.split('(').next().unwrap().rsplit([' ', '*']).next().unwrap().into(),
        };
        assert!(code.ends_with(';') && code.matches(';').count() == 1, "one declaration: {block}");
        assert!(found.insert(name, block.to_string()).is_none(), "twice: {block}");
    }
    found
}

/// Each function says whether it is collective, what may then differ between ranks, and which
/// errors it returns.
fn says_how_it_is_called(name: &str, text: &str) {
    let words = text.replace("\n//", "");
    let collective = words.contains("Collective");
    assert!(collective || words.contains("Not collective"), "{name}: collective or not?");
    assert_eq!(collective, words.contains("May differ between ranks:"), "{name}: what may differ?");
    let returns_errors = text.lines().any(|line| line.starts_with("int "));
    let said = words.contains("Errors: ") || words.contains("Errors, after");
    assert!(
        said == returns_errors && said != words.contains("No errors."),
        "{name}: which errors?"
    );
}

/// The program of an example, behind the comment at its top, as lines of a comment.
fn example(source: &str) -> String {
    let program = source.split_once("*/\n").expect("a comment at the top").1;
    assert!(program.lines().count() <= 12, "the example is short");
    // (A comment in C does not nest.)
    let lines = program.lines().map(|line| line.replace("/*", "//").replace(" */", ""));
    lines.map(|line| format!(" *     {line}\n")).collect()
}

/// No structure, array or pointer of the header's holds an MPI handle, whose width depends
/// on the MPI library: they go by value. (One function stores handles, as wide as the MPI
/// library has them: c_tests/accumulators.c.)
fn hands_out_no_handles<'a>(declarations: impl Iterator<Item = &'a String>) {
    let code: Vec<&str> =
        declarations.flat_map(|text| text.lines()).filter(|line| !line.starts_with("//")).collect();
    let code = code.join(" ");
    let stored = ["MPI_Datatype *type, ", "MPI_Op *op);"];
    let begin = code.find("int samebits_accumulator_handles(").expect("the one function");
    let end = begin + code[begin..].find(';').expect("its end") + 1;
    let mut one = code[begin..end].split_whitespace().collect::<Vec<_>>().join(" ");
    for stored in stored {
        assert!(one.contains(stored), "{one}");
        one = one.replace(stored, "");
    }
    let code = format!("{}{one}{}", &code[..begin], &code[end..]);
    for handle in ["MPI_Comm", "MPI_Datatype", "MPI_Op"] {
        assert!(code.contains(&format!("{handle} ")), "{handle} by value");
        for (at, _) in code.match_indices(handle) {
            let behind = code[at + handle.len()..].trim_start();
            let name = behind.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
            assert!(name.starts_with([',', ')']), "{}", &code[at..][..40]);
        }
    }
}

/// Types, too, have the library's name: a C program has one space of names.
fn has_no_names_but_ours(header: &str) {
    for line in header.lines().filter(|line| line.starts_with("typedef ")) {
        let name = line.trim_end_matches(';').rsplit(' ').next().expect("a name");
        assert!(name.starts_with("samebits_"), "{line}");
    }
}
