//! The form of a first message outside of shared memory, known to all ranks before it.

use std::sync::atomic::{AtomicU64, Ordering};

/// The shortest and the longest first message: bytes of each rank.
pub(super) const SHORTEST: usize = 16;
pub(super) const LONGEST: usize = 4096;

/// The form of a first message outside of shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A row of so many bytes of every rank, to all.
    Rows(usize),
    /// A bundle of so many bytes, merged on the way.
    Bundle(usize),
}

impl Form {
    /// As it is kept.
    fn kept(self) -> u64 {
        match self {
            Form::Rows(bytes) => bytes as u64,
            Form::Bundle(bytes) => bytes as u64 | u64::from(OF_BUNDLE),
        }
    }
}

/// The preferred first-message lengths of the last two calls (the latest in the low half); 0
/// before any call. The same on all ranks.
#[derive(Debug, Default)]
pub struct FormHistory(AtomicU64);

const OF_BUNDLE: u32 = 1 << 31;

impl FormHistory {
    /// Whether both calls would have liked that form: the next one has it, and nothing changes
    /// by another call that does.
    #[inline]
    pub(super) fn steady(&self, form: Form) -> bool {
        let kept = form.kept();
        self.0.load(Ordering::Relaxed) == kept << 32 | kept
    }

    /// The form of the next first message; `least` is the length of rows before the first call.
    #[inline]
    pub(super) fn form(&self, least: usize) -> Form {
        let kept = self.0.load(Ordering::Relaxed);
        let [last, before] = [kept as u32, (kept >> 32) as u32].map(|kept| match kept {
            0 => Form::Rows(least),
            _ if kept & OF_BUNDLE != 0 => Form::Bundle((kept & !OF_BUNDLE) as usize),
            _ => Form::Rows(kept as usize),
        });
        match (last, before) {
            (Form::Rows(n), Form::Rows(m)) => Form::Rows(n.max(m)),
            (Form::Bundle(n), Form::Bundle(m)) => Form::Bundle(n.max(m)),
            // (Programs that take turns between the two have their rows in one message.)
            (rows @ Form::Rows(_), _) | (_, rows) => rows,
        }
    }

    #[inline]
    pub(super) fn keep(&self, liked: Form) {
        let last = self.0.load(Ordering::Relaxed);
        self.0.store(last << 32 | liked.kept(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_calls_decide() {
        let kept = FormHistory::default();
        let after = |liked| {
            kept.keep(liked);
            kept.form(240)
        };
        assert_eq!(kept.form(240), Form::Rows(240));
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
