//! Writing to standard output.

use std::io::{self, ErrorKind, Write};

/// A reader that goes away, such as head, ends this process without a message.
pub fn check(written: io::Result<()>) -> Result<(), String> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(2),
        written => written.map_err(|error| format!("cannot write to standard output: {error}")),
    }
}

pub fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    check(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}
