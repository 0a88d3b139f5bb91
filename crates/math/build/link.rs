//! Link arguments of the shared library.

/// Programs that are linked with it look for it by this name. Its number is the version's first: while
/// that stays, functions are only added.
pub fn arguments() {
    let argument = |text: &str| println!("cargo::rustc-cdylib-link-arg={text}");
    let major = env!("CARGO_PKG_VERSION_MAJOR");
    argument(&format!("-Wl,-soname,libsamebits_math.so.{major}"));
    // Line numbers, for backtraces, are a good part of the file.
    argument("-Wl,--compress-debug-sections=zlib");
}
