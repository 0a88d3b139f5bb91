//! The module that the repository's templates make.

use samebits_fortran::{module, LONGEST_LINE};
use std::path::Path;

#[test]
fn it_is_whole_and_no_line_is_too_long() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fortran");
    let text = module(&folder).unwrap();
    assert!(text.contains("\nmodule samebits\n") && text.ends_with("end module\n"));
    assert!(!text.contains("{{") && !text.contains("{%"), "a template's syntax is left");
    let too_long: Vec<&str> = text.lines().filter(|line| line.len() > LONGEST_LINE).collect();
    assert!(too_long.is_empty(), "longer than Fortran takes:\n{}", too_long.join("\n"));
}

#[test]
fn templates_that_are_not_there_are_an_error() {
    assert!(module(Path::new("/nowhere")).is_err());
}
