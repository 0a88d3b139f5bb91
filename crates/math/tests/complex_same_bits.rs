//! The complex functions give C programs the same bits in every variant, on an old processor (which
//! QEMU imitates; `scripts/setup.sh math` installs it), and everywhere those that are in
//! `complex/digests.txt`.
//!
//! Written anew with SAMEBITS_WRITE=1.

#[cfg(target_arch = "x86_64")]
use crate::support::skipped::skipped;
use samebits_math::complex::table::{Shape, FUNCTIONS};
use samebits_math::scalar::NAMES;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The library, which cargo builds with the test's program and beside it.
const LIBRARY: &str = "libsamebits_math.so";

/// The name by which programs ask for it.
const SONAME: &str = concat!("libsamebits_math.so.", env!("CARGO_PKG_VERSION_MAJOR"));

/// Compiles the program; a folder per process, since tests run side by side.
fn program() -> PathBuf {
    let folder = env::temp_dir().join(format!("samebits-math-complex-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder can be made");
    let rows: String = FUNCTIONS
        .iter()
        .map(|function| {
            let shape = match function.shape {
                Shape::One => "ONE",
                Shape::Two => "TWO",
                Shape::Real => "REAL",
            };
            format!("{shape}({})\n", function.name)
        })
        .collect();
    fs::write(folder.join("functions.h"), rows).expect("a file can be written");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/complex/digest.c");
    let file = folder.join("digest");
    let library = folder.join(SONAME);
    let built = env::current_exe().expect("a test has a file").with_file_name(LIBRARY);
    std::os::unix::fs::symlink(built, &library).expect("a link can be made");
    let status = Command::new("cc")
        .args(["-O1", "-fno-builtin", "-frounding-math", "-Wall", "-Wextra", "-Werror", "-I"])
        .arg(&folder)
        .arg("-o")
        .args([&file, &source])
        .arg("-Wl,--no-as-needed")
        .arg(&library)
        .args(["-lm", "-ldl"])
        .status()
        .expect("there is a C compiler");
    assert!(status.success(), "{} cannot be compiled", source.display());
    file
}

fn digests(program: &Path, command: &mut Command) -> String {
    let output = command
        .env("LD_LIBRARY_PATH", program.with_file_name(""))
        .output()
        .unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{command:?}: {said}");
    String::from_utf8(output.stdout).expect("digests are text")
}

#[test]
fn c_programs_get_the_same_bits_everywhere() {
    let program = program();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/complex/digests.txt");
    let plain = digests(&program, &mut Command::new(&program));
    if env::var_os("SAMEBITS_WRITE").is_some() {
        fs::write(&file, &plain).expect("the file can be written");
    }
    let expected = fs::read_to_string(&file).expect("the digests are in the repository");
    assert_eq!(plain.lines().count(), 2 * FUNCTIONS.len(), "doubles and floats");
    assert_eq!(plain, expected, "as in {}", file.display());
    for variant in NAMES {
        #[cfg(target_arch = "x86_64")]
        if variant.fused && !is_x86_feature_detected!("fma") {
            skipped(&format!("this processor does not run the variant {}", variant.name));
            continue;
        }
        let found =
            digests(&program, Command::new(&program).env("SAMEBITS_MATH_VARIANT", variant.name));
        assert_eq!(found, expected, "{}", variant.name);
    }
    #[cfg(target_arch = "x86_64")]
    {
        let mut emulated = Command::new("qemu-x86_64");
        let found = digests(&program, emulated.args(["-cpu", "qemu64"]).arg(&program));
        assert_eq!(found, expected, "on QEMU's first processor");
    }
    fs::remove_dir_all(program.with_file_name("")).expect("the folder can be removed");
}
