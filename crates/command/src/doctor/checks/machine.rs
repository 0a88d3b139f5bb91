//! This machine.

use super::super::facts::Facts;
use super::super::findings::{list, Findings};
use super::super::wording::{family, launcher, size};

pub fn processor(facts: &Facts, findings: &mut Findings) {
    let machine = &facts.machine;
    if !machine.cpu.is_empty() {
        let cores = if machine.cpus == 1 { "1 core" } else { "cores" };
        let cores =
            if machine.cpus == 1 { cores.into() } else { format!("{} {cores}", machine.cpus) };
        findings.ok(format!("CPU: {}, {cores}, C library {}", machine.cpu, machine.glibc));
    }
}

/// What samebits and MPI libraries need is far less.
const SMALL: u64 = 64 << 20;

pub fn shared_memory(facts: &Facts, findings: &mut Findings) {
    if facts.machine.cpu.is_empty() || facts.ranks.as_ref().is_some_and(Result::is_ok) {
        return;
    }
    judge(findings, "", facts.machine.shm);
}

/// `place` says whose it is.
pub fn judge(findings: &mut Findings, place: &str, shm: Option<super::super::facts::Shm>) {
    let advice =
        "MPI libraries keep windows and queues there, and samebits does where ranks cannot open \
                  each other's memory";
    match shm {
        None => findings.warning(
            format!("there is no /dev/shm{place}"),
            format!("{advice}: mount a tmpfs there, or give the container one"),
        ),
        Some(shm) if shm.free < shm.size / 10 => findings.warning(
            format!("/dev/shm{place} is full: {} free of {}", size(shm.free), size(shm.size)),
            format!("{advice}: remove what jobs that died have left there"),
        ),
        Some(shm) if shm.size <= SMALL => findings.note(
            format!("/dev/shm{place} is small: {}, {} free", size(shm.size), size(shm.free)),
            "in a container, docker run --shm-size=1g or --ipc=host gives more",
        ),
        Some(shm) if shm.free < shm.size / 4 * 3 => findings.note(
            format!("/dev/shm{place} has {} free of {}", size(shm.free), size(shm.size)),
            "where each rank has a container of its own, samebits uses it only if three quarters are free",
        ),
        Some(shm) => {
            findings.ok(format!("/dev/shm{place}: {} free of {}", size(shm.free), size(shm.size)));
        }
    }
}

pub fn mpi_libraries(facts: &Facts, findings: &mut Findings) {
    let machine = &facts.machine;
    if machine.cpu.is_empty() || facts.program.is_some() {
        return;
    }
    let launchers: Vec<String> = machine
        .launchers
        .iter()
        .map(|(path, of)| format!("{path} ({})", of.map_or("of no known MPI library", launcher)))
        .collect();
    match launchers.is_empty() {
        true => findings.note("there is no launcher in PATH", "load the MPI library's module"),
        false => findings.ok(format!("launchers: {}", list(&launchers, 8))),
    }
    let libraries: Vec<String> = machine
        .mpis
        .iter()
        .map(|(path, of)| format!("{path} ({})", of.map_or("of no known family", family)))
        .collect();
    match libraries.is_empty() {
        true => findings.note(
            "the loader finds no MPI library",
            "programs may still find one by their run path; look at one by samebits doctor -- mpirun … program",
        ),
        false => findings.ok(format!("MPI libraries: {}", list(&libraries, 8))),
    }
    for (path, _) in machine.mpis.iter().filter(|(_, family)| family.is_none()) {
        findings.warning(
            format!("{path} is an MPI library of no family that samebits knows"),
            "under it samebits passes every call on; CONTRIBUTING.md says how a family is added",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::facts::{Facts, Machine, Shm};
    use super::super::super::findings::Severity;
    use super::super::made::{found, one};
    use crate::run::launcher::Launcher;
    use samebits_mpi::abi::family::Family;

    fn facts(shm: Option<Shm>) -> Facts {
        let machine = Machine {
            cpu: "Xeon".into(),
            cpus: 2,
            glibc: "2.36".into(),
            shm,
            launchers: vec![("/usr/bin/mpirun".into(), Some(Launcher::Openmpi))],
            mpis: vec![("/lib/libmpi.so.40".into(), Some(Family::OpenMpi))],
        };
        Facts { machine, ..Facts::default() }
    }

    #[test]
    fn shared_memory_is_judged_by_size_and_what_is_free() {
        let at = |size: u64, free: u64| {
            one(&facts(Some(Shm { size: size << 20, free: free << 20 })), "shared-memory").0
        };
        assert_eq!(one(&facts(None), "shared-memory").0, Severity::Warning);
        assert_eq!(at(1000, 50), Severity::Warning);
        assert_eq!(at(64, 64), Severity::Note);
        assert_eq!(at(1000, 500), Severity::Note);
        assert_eq!(at(1000, 900), Severity::Ok);
    }

    #[test]
    fn launchers_and_libraries_are_named() {
        let facts = facts(None);
        assert!(one(&facts, "processor").1.starts_with("CPU: Xeon, 2 cores, C library 2.36"));
        let found = found(&facts, "mpi-libraries");
        assert!(found[0].what.contains("/usr/bin/mpirun (Open MPI)"), "{found:?}");
        assert!(found[1].what.contains("/lib/libmpi.so.40 (Open MPI)"), "{found:?}");
        assert_eq!(found.len(), 2);
    }
}
