//! Compiles the CORE-MATH project's functions, once for each set of instructions, and writes the
//! exported names.

#[allow(dead_code)]
#[path = "../src/table.rs"]
mod table;

mod compile;
mod exports;
mod link;
mod sources;

use std::env;
use std::path::PathBuf;

fn main() {
    for file in ["build", "src/table.rs", "src/c", "src/fast"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let architecture = env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets CARGO_CFG_TARGET_ARCH");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let variants = match architecture.as_str() {
        "x86_64" => table::X86_64,
        "aarch64" => table::AARCH64,
        other => panic!("samebits-math is for x86_64 and aarch64, not for {other}"),
    };
    let sources = sources::folder();
    // For tests/planted.rs.
    println!("cargo::rustc-env=CORE_MATH_SOURCES={}", sources.display());
    for variant in variants {
        compile::compile(&sources, &out, variant);
    }
    exports::write(&out, variants);
    link::arguments();
}
