//! The form of a first message outside of shared memory, which all ranks know in advance.

use std::sync::atomic::{AtomicU64, Ordering};

/// The minimum and maximum bytes of each rank in a first message.
pub(super) const MIN_LENGTH: usize = 16;
pub(super) const MAX_LENGTH: usize = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageForm {
    /// An allgather of rows of that many bytes.
    Rows(usize),
    /// A bundle of that many bytes, merged on the way.
    Bundle(usize),
}

const OF_BUNDLE: u32 = 1 << 31;

impl MessageForm {
    fn encoded(self) -> u64 {
        match self {
            MessageForm::Rows(bytes) => bytes as u64,
            MessageForm::Bundle(bytes) => bytes as u64 | u64::from(OF_BUNDLE),
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
    pub(super) fn is_steady(&self, form: MessageForm) -> bool {
        let form = form.encoded();
        self.0.load(Ordering::Relaxed) == form << 32 | form
    }

    /// The form of the next first message; `initial` is the length of rows before the first call.
    #[inline]
    pub(super) fn form(&self, initial: usize) -> MessageForm {
        let history = self.0.load(Ordering::Relaxed);
        let [last, before] = [history as u32, (history >> 32) as u32].map(|form| match form {
            0 => MessageForm::Rows(initial),
            _ if form & OF_BUNDLE != 0 => MessageForm::Bundle((form & !OF_BUNDLE) as usize),
            _ => MessageForm::Rows(form as usize),
        });
        match (last, before) {
            (MessageForm::Rows(n), MessageForm::Rows(m)) => MessageForm::Rows(n.max(m)),
            (MessageForm::Bundle(n), MessageForm::Bundle(m)) => MessageForm::Bundle(n.max(m)),
            // Programs that alternate between the two have their rows in one message.
            (rows @ MessageForm::Rows(_), _) | (_, rows) => rows,
        }
    }

    #[inline]
    pub(super) fn record(&self, preferred: MessageForm) {
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
        assert_eq!(history.form(240), MessageForm::Rows(240));
        assert_eq!(after(MessageForm::Rows(16)), MessageForm::Rows(240));
        assert_eq!(after(MessageForm::Rows(16)), MessageForm::Rows(16));
        assert_eq!(after(MessageForm::Rows(320)), MessageForm::Rows(320));
        assert_eq!(after(MessageForm::Rows(24)), MessageForm::Rows(320));
        assert_eq!(after(MessageForm::Bundle(448)), MessageForm::Rows(24));
        assert_eq!(after(MessageForm::Bundle(400)), MessageForm::Bundle(448));
        assert_eq!(after(MessageForm::Bundle(400)), MessageForm::Bundle(400));
        assert_eq!(after(MessageForm::Rows(16)), MessageForm::Rows(16));
    }
}
