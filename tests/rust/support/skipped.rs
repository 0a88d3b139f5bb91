//! What is not tested is said.

use std::io::Write;

/// A line that scripts/test.sh counts (scripts/skipped.sh). Not by a macro: cargo test keeps what
/// those print of tests that pass.
pub fn skipped(why: &str) {
    let _ = std::io::stderr().write_all(format!("skipped: {why}\n").as_bytes());
}
