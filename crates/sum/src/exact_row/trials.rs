//! Whether a block is tried by levels, or by flags, where those before it were in vain.

/// The most blocks that are not tried after one that failed.
const MAX_PAUSE: usize = 32;

/// Trials, which are not made for a while after one that failed, and for longer after the next.
#[derive(Clone, Copy, Debug)]
pub struct Trials {
    /// Blocks that are still not to be tried, and how many after the next failure.
    pause: usize,
    next_pause: usize,
}

impl Trials {
    pub const NEW: Trials = Trials { pause: 0, next_pause: 1 };

    /// Whether the next block is to be tried.
    pub fn are_due(&mut self) -> bool {
        let due = self.pause == 0;
        self.pause = self.pause.saturating_sub(1);
        due
    }

    pub fn record(&mut self, success: bool) {
        if success {
            *self = Trials::NEW;
        } else {
            self.pause = self.next_pause;
            self.next_pause = (2 * self.next_pause).min(MAX_PAUSE);
        }
    }
}
