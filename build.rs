//! The exported symbols, from the tables of crates/calls, and link arguments of the shared library. No
//! MPI and no libclang is needed here.

use samebits_calls::{direct, generate, typed};
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let generated = env::var_os("OUT_DIR").expect("cargo sets it");
    let files = [
        ("symbols.rs", generate::symbols()),
        ("expected.rs", generate::expected()),
        ("get_version.rs", generate::procedures("MPI_Get_version")),
        ("functions.rs", direct::functions()),
        ("array_reductions.rs", direct::array_reductions()),
        ("vector_sums.rs", direct::vector_sums()),
        ("short_sums.rs", typed::short_sums()),
        ("csr_products.rs", typed::csr_products()),
    ];
    for (file, text) in files {
        fs::write(Path::new(&generated).join(file), text).expect("cargo's folder can be written");
    }
    // Programs that link with the library look for it by this name. Its number is
    // the version's first: while that stays, functions of samebits.h are only added.
    println!(
        "cargo:rustc-cdylib-link-arg=-Wl,-soname,libsamebits.so.{}",
        env!("CARGO_PKG_VERSION_MAJOR")
    );
    // MPI calls back into us until the process ends (attribute callbacks), so
    // a dlclose must not unmap the code.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    // Line numbers, for backtraces, are most of the file.
    println!("cargo:rustc-cdylib-link-arg=-Wl,--compress-debug-sections=zlib");
    // The symbols of a sanitizer or a fuzzer are in the program, if there is one.
    let instrumented = ["CARGO_CFG_FUZZING", "CARGO_CFG_SANITIZE"];
    if !instrumented.iter().any(|name| env::var_os(name).is_some()) {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,defs");
    }
}
