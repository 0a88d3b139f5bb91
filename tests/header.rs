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
    let checked_in = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(checked_in, fresh, "include/samebits.h is out of date: run `make header`");
}
