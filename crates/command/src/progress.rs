//! One line on the terminal while a long file is read.

use std::io::{stderr, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Nothing is shown before.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(200);

pub struct Progress {
    what: &'static str,
    /// Bytes, altogether and of what is done.
    total: usize,
    finished: usize,
    next: Instant,
    shown: bool,
    on: bool,
    calls: u32,
}

impl Progress {
    pub fn new(what: &'static str, total: usize) -> Progress {
        let next = Instant::now() + PATIENCE;
        let on = stderr().is_terminal();
        Progress { what, total, finished: 0, next, shown: false, on, calls: 0 }
    }

    /// So many bytes of the current part have been read.
    pub fn at(&mut self, bytes: usize) {
        self.calls = self.calls.wrapping_add(1);
        // Asking for the time takes as long as reading a record.
        if !self.on || !self.calls.is_multiple_of(4096) || Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + PAUSE;
        self.shown = true;
        let percent = (self.finished + bytes) as f64 / self.total.max(1) as f64 * 100.0;
        // If the terminal is gone, there is nobody to tell.
        let _ = write!(stderr(), "\rsamebits: {} {percent:.0} %\x1b[K", self.what);
    }

    /// A part of so many bytes is finished, even if not all of it had to be read.
    pub fn done(&mut self, bytes: usize) {
        self.finished += bytes;
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}
