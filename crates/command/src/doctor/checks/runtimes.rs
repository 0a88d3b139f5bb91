//! Compilers' runtimes that have to come before every other library.

use super::super::facts::{Facts, Object};
use super::super::findings::Findings;
use crate::run::preload::comes_first;

pub fn first(facts: &Facts, findings: &mut Findings) {
    let own = facts.program.iter().flat_map(|program| &program.objects);
    let needed = |object: &&Object| comes_first(&object.path);
    for object in own.filter(needed) {
        findings.note(
            format!("{} has to come before every other library", object.path),
            format!(
                "start it by samebits run, which sees to that, or name it first: LD_PRELOAD={}:…/libsamebits.so",
                object.path
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::findings::Severity;
    use super::super::made::{found, object, one, openmpi, with};

    #[test]
    fn a_sanitizer_is_named_with_the_order() {
        let program = || object("/a", &["MPI_Allreduce"], &[]);
        let asan = object("/g/libasan.so.8", &[], &[]);
        let (severity, text) = one(&with(vec![program(), asan, openmpi()]), "runtimes");
        assert_eq!(severity, Severity::Note);
        assert!(text.contains("LD_PRELOAD=/g/libasan.so.8:…/libsamebits.so"), "{text}");
        assert_eq!(found(&with(vec![program(), openmpi()]), "runtimes"), []);
    }
}
