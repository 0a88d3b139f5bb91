//! What the checks say.

use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Reductions would not be reproducible, or the program would not run.
    Error,
    /// It may come to that.
    Warning,
    /// It is known to differ, by chance or by CPU, in programs that do this.
    Note,
    Ok,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub severity: Severity,
    /// The check's name.
    pub check: &'static str,
    pub what: String,
    /// What to do; empty if there is nothing to be done.
    pub advice: String,
}

/// Where a check puts what it finds.
#[derive(Debug, Default)]
pub struct Findings {
    pub check: &'static str,
    pub all: Vec<Finding>,
}

impl Findings {
    pub fn error(&mut self, what: impl Into<String>, advice: impl Into<String>) {
        self.add(Severity::Error, what.into(), advice.into());
    }

    pub fn warning(&mut self, what: impl Into<String>, advice: impl Into<String>) {
        self.add(Severity::Warning, what.into(), advice.into());
    }

    pub fn note(&mut self, what: impl Into<String>, advice: impl Into<String>) {
        self.add(Severity::Note, what.into(), advice.into());
    }

    pub fn ok(&mut self, what: impl Into<String>) {
        self.add(Severity::Ok, what.into(), String::new());
    }

    fn add(&mut self, severity: Severity, what: String, advice: String) {
        self.all.push(Finding { severity, check: self.check, what, advice });
    }
}

/// "a, b, c and 2 more".
pub fn list<T: AsRef<str>>(words: &[T], most: usize) -> String {
    let shown: Vec<&str> = words.iter().take(most).map(AsRef::as_ref).collect();
    match words.len().saturating_sub(most) {
        0 => samebits_policy::wording::enumerate(&shown, "and"),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(list(&["a"], 2), "a");
        assert_eq!(list(&["a", "b"], 2), "a and b");
        assert_eq!(list(&["a", "b", "c"], 2), "a, b and 1 more");
    }
}
