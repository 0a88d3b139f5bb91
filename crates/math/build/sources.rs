//! Where the C sources are: in the package core-math-sys, which is a build dependency for them alone.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = "core-math-sys";

/// The folder with binary32/ and binary64/. (Cargo looks at all packages of the workspace, and so it
/// downloads the crates of those that have not been compiled on this machine.)
pub fn folder() -> PathBuf {
    let cargo = env::var_os("CARGO").expect("cargo sets CARGO");
    let manifest =
        Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"))
            .join("Cargo.toml");
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--locked", "--filter-platform"])
        .arg(env::var_os("TARGET").expect("cargo sets TARGET"))
        .arg("--manifest-path")
        .arg(manifest)
        .output()
        .expect("cargo metadata can be run");
    assert!(
        output.status.success(),
        "cargo metadata failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo metadata writes JSON");
    let found = metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|package| package["name"] == PACKAGE)
        .and_then(|package| package["manifest_path"].as_str())
        .unwrap_or_else(|| panic!("cargo metadata names no package {PACKAGE}"));
    let folder = Path::new(found).with_file_name("vendor").join("src");
    assert!(
        folder.join("binary64/exp/exp.c").is_file(),
        "{} has no binary64/exp/exp.c",
        folder.display()
    );
    folder
}
