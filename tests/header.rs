//! include/samebits.h is what cbindgen makes of the source. `BLESS=1 cargo test
//! --test header` (or `make header`) writes it anew.

use std::fs;
use std::path::Path;

#[test]
fn the_header_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let mut fresh = Vec::new();
    cbindgen::Builder::new()
        .with_config(config)
        .with_src(root.join("src/entry/direct/mod.rs"))
        .generate()
        .unwrap()
        .write(&mut fresh);
    let fresh = String::from_utf8(fresh).unwrap();
    assert!(fresh.contains("samebits_calls_intercepted"), "{fresh}");
    let file = root.join("include/samebits.h");
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(root.join("include")).unwrap();
        fs::write(&file, &fresh).unwrap();
    }
    hands_out_no_handles(&fresh);
    has_no_names_but_ours(&fresh);
    let checked_in = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(checked_in, fresh, "include/samebits.h is out of date: run `make header`");
}

/// No structure, array or pointer of the header's holds an MPI handle, whose width depends
/// on the MPI library: they go by value. (One function stores handles, as wide as the MPI
/// library has them: c_tests/accumulators.c.)
fn hands_out_no_handles(header: &str) {
    let code: Vec<&str> =
        header.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
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
