//! Reductions that were started and whose requests nobody has completed through samebits: their results
//! are not written, and never will be.

use super::table::table;
use crate::report::Counted;

/// What is lost.
#[derive(Debug, Default)]
pub struct Lost {
    /// The functions that were called, in no order.
    pub calls: Vec<&'static str>,
    /// Those of them that were counted on this rank.
    pub counted: Vec<Counted>,
}

/// Those that have a result on this rank, each once; to be asked when nothing can complete them any
/// more.
pub fn lost() -> Lost {
    let (mut table, mut lost) = (table(), Lost::default());
    for entry in table.entries.iter_mut().filter(|entry| entry.open) {
        let Some(request) = &mut entry.request else { continue };
        let started = request.started.as_ref().filter(|started| started.has_result());
        if let Some(started) = started.filter(|_| !request.is_lost) {
            lost.calls.push(started.call);
            let once = request.counted.take().map(|counted| *counted);
            let last = || request.starts.as_ref().and_then(|starts| starts.last());
            lost.counted.extend(once.or_else(last));
            request.is_lost = true;
        }
    }
    lost
}

impl Lost {
    /// What happened, in words: with a verb, and without a full stop.
    pub fn words(&self) -> Option<String> {
        let first = self.calls.first()?;
        const NEVER: &str =
            "never completed by a call that samebits sees (MPI_Wait, MPI_Test and the like)";
        Some(match self.calls.len() {
            1 => format!("a reduction by {first} was {NEVER}, so its result was never written"),
            n => format!(
                "{n} reductions, one of them by {first}, were {NEVER}, so their results were never \
                 written"
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_is_said() {
        let words = |calls: &[&'static str]| Lost { calls: calls.into(), counted: vec![] }.words();
        assert_eq!(words(&[]), None);
        assert!(words(&["MPI_Iscan"]).unwrap().starts_with("a reduction by MPI_Iscan was never"));
        let two = words(&["MPI_Iscan", "MPI_Ireduce"]).unwrap();
        assert!(two.starts_with("2 reductions, one of them by MPI_Iscan, were never"), "{two}");
    }
}
