//! The form of a first message outside of shared memory, which all ranks know in advance.

use std::sync::atomic::{AtomicU64, Ordering};

/// The minimum and maximum bytes of each rank in a first message.
pub(super) const MIN_LENGTH: usize = 16;
pub(super) const MAX_LENGTH: usize = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// An allgather of rows of so many bytes.
    Rows(usize),
    /// A bundle of so many bytes, merged on the way.
    Bundle(usize),
}

const OF_BUNDLE: u32 = 1 << 31;

impl Form {
    fn encoded(self) -> u64 {
        match self {
            Form::Rows(bytes) => bytes as u64,
            Form::Bundle(bytes) => bytes as u64 | u64::from(OF_BUNDLE),
        }
    }
}

/// The forms that the last two calls preferred (the latest in the low half); 0 before any call.
/// The same on all ranks.
#[derive(Debug, Default)]
pub struct FormHistory(AtomicU64);

impl FormHistory {
    /// Whether both calls preferred that form: the next one has it, and another call that prefers
    /// it changes nothing.
    #[inline]
    pub(super) fn is_steady(&self, form: Form) -> bool {
        let form = form.encoded();
        self.0.load(Ordering::Relaxed) == form << 32 | form
    }

    /// The form of the next first message; `initial` is the length of rows before the first call.
    #[inline]
    pub(super) fn form(&self, initial: usize) -> Form {
        let history = self.0.load(Ordering::Relaxed);
        let [last, before] = [history as u32, (history >> 32) as u32].map(|form| match form {
            0 => Form::Rows(initial),
            _ if form & OF_BUNDLE != 0 => Form::Bundle((form & !OF_BUNDLE) as usize),
            _ => Form::Rows(form as usize),
        });
        match (last, before) {
            (Form::Rows(n), Form::Rows(m)) => Form::Rows(n.max(m)),
            (Form::Bundle(n), Form::Bundle(m)) => Form::Bundle(n.max(m)),
            // Programs that alternate between the two have their rows in one message.
            (rows @ Form::Rows(_), _) | (_, rows) => rows,
        }
    }

    #[inline]
    pub(super) fn record(&self, preferred: Form) {
        let last = self.0.load(Ordering::Relaxed);
        self.0.store(last << 32 | preferred.encoded(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_calls_decide() {
        let history = FormHistory::default();
        let after = |preferred| {
            history.record(preferred);
            history.form(240)
        };
        assert_eq!(history.form(240), Form::Rows(240));
        assert_eq!(after(Form::Rows(16)), Form::Rows(240));
        assert_eq!(after(Form::Rows(16)), Form::Rows(16));
        assert_eq!(after(Form::Rows(320)), Form::Rows(320));
        assert_eq!(after(Form::Rows(24)), Form::Rows(320));
        assert_eq!(after(Form::Bundle(448)), Form::Rows(24));
        assert_eq!(after(Form::Bundle(400)), Form::Bundle(448));
        assert_eq!(after(Form::Bundle(400)), Form::Bundle(400));
        assert_eq!(after(Form::Rows(16)), Form::Rows(16));
    }
}
