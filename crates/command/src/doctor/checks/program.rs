//! The program's file, and what stands between it and the MPI library.

use super::super::facts::{Facts, Kind, Object, Role};
use super::super::findings::{list, Findings};
use super::super::wording::{family, launcher};
use crate::run::launcher::Launcher;
use samebits_mpi::abi::family::Family;

pub fn format(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let name = &program.name;
    match &program.kind {
        Kind::Unknown => {
            return findings.error(
                format!("{name} is neither a program nor a script with an interpreter"),
                "name the program that is to be run; a shell script begins with #!/bin/sh",
            );
        }
        Kind::Container => {
            return findings.warning(
                format!("{name} starts the program in a container, which is not examined"),
                "set LD_PRELOAD inside the container (docs/use.md), and run samebits doctor there",
            );
        }
        Kind::Script(interpreter) => findings.note(
            format!("{name} is a script; its interpreter {interpreter} is examined"),
            "examine the program that it starts: samebits doctor -- mpirun … program",
        ),
        Kind::Program | Kind::Python => {}
    }
    let Some(object) = program.objects.first() else { return };
    if !object.native {
        return findings.error(
            format!("{} is for another architecture ({})", object.path, object.architecture),
            "samebits is for this machine's 64-bit programs: build both on one architecture",
        );
    }
    if !object.interpreter {
        let mpi = if has_mpi(object) { ", with the MPI library in it" } else { "" };
        findings.error(
            format!(
                "{} is linked statically{mpi}: the loader preloads nothing into it",
                object.path
            ),
            "link it dynamically (without -static), or with samebits (docs/use.md)",
        );
    }
}

/// Whether the MPI library is in the program's file.
fn has_mpi(object: &Object) -> bool {
    object.is_mpi() || object.defines("MPI_Init") || object.contains_mpi
}

pub fn privileges(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    if let Some(why) = program.privileges {
        findings.error(
            format!("{} is {why}: the loader ignores LD_PRELOAD in it", program.name),
            "copy it without these rights (cp), or link it with samebits (docs/use.md)",
        );
    }
}

pub fn missing(facts: &Facts, findings: &mut Findings) {
    for (name, by) in facts.program.iter().flat_map(|program| &program.missing) {
        findings.error(
            format!("{name}, which {by} needs, is not found"),
            "load its module, or set LD_LIBRARY_PATH",
        );
    }
}

pub fn mpi(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let Some(first) = program.objects.first().filter(|object| object.native && object.interpreter)
    else {
        return;
    };
    if first.role == Role::Own && (has_mpi(first) || first.defines("PMPI_Init")) {
        return findings.error(
            format!("{} has the MPI library in it: its calls cannot be intercepted", first.path),
            "link it to the MPI library's shared objects",
        );
    }
    // It is spoken of by itself.
    if program.translation().is_some() {
        return;
    }
    let libraries: Vec<&Object> = program.mpi().collect();
    match &libraries[..] {
        [] => {
            let (what, advice) = match program.kind {
                Kind::Python if !program.modules.contains(&"mpi4py") => {
                    ("Python does not find mpi4py", "install it in the environment of this interpreter")
                }
                Kind::Python => (
                    "mpi4py's module needs no MPI library by name, and loads one when it is imported",
                    "SAMEBITS_VERBOSE=1 prints which one it is",
                ),
                Kind::Script(_) => return,
                _ => (
                    "the program needs no MPI library: it makes no reductions, or loads one when it runs",
                    "run it with SAMEBITS_REPORT=1, which says whether any call was intercepted",
                ),
            };
            findings.warning(what, advice);
        }
        [library] => match library.family {
            None => findings.error(
                format!("{} belongs to no MPI family that samebits knows", library.path),
                "samebits passes every call on under it; CONTRIBUTING.md says how a family is added",
            ),
            Some(of) => {
                findings.ok(format!("MPI library: {} ({})", library.path, family(of)));
                launchers(facts, of, findings);
            }
        },
        several => {
            let paths: Vec<&str> = several.iter().map(|object| object.path.as_str()).collect();
            findings.error(
                format!("the program needs several MPI libraries: {}", list(&paths, 4)),
                "build the program and all its libraries with one MPI library",
            );
        }
    }
}

/// A launcher of another MPI library starts as many programs of one rank.
fn launchers(facts: &Facts, of: Family, findings: &mut Findings) {
    let Some(by) = facts.launcher else { return };
    let fits = match by {
        Launcher::Openmpi => matches!(of, Family::OpenMpi | Family::Standard),
        Launcher::Mpich | Launcher::Intel => matches!(of, Family::Mpich | Family::Standard),
        Launcher::Srun | Launcher::Flux | Launcher::Jsrun | Launcher::Aprun => of != Family::Smpi,
    };
    if !fits {
        findings.error(
            format!("the launcher is {}'s, and the program's library is {}", launcher(by), family(of)),
            "use the launcher of the program's MPI library: under another, each rank is a job of its own",
        );
    }
}

pub fn translation(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    if let Some(layer) = program.translation() {
        findings.warning(
            format!(
                "{} takes the place of MPI and opens an MPI library when the program runs (as \
                 Mukautuva, MPItrampoline and wi4mpi do): its handles may be its own, which \
                 samebits does not know",
                layer.path
            ),
            "link the program to the MPI library itself; with SAMEBITS_VERBOSE=1 samebits says at the start \
             whether it is active",
        );
    }
}

pub fn in_front(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let layer = program.translation();
    let tools = program.objects.iter().enumerate().filter(|(_, object)| object.is_tool());
    for (at, object) in tools.filter(|(_, object)| layer != Some(*object)) {
        if at == 0 {
            findings.error(
                format!("{} intercepts MPI's reductions itself, before samebits", object.path),
                "a profiler is linked into it: link its shared version, with libsamebits.so before it",
            );
        } else {
            findings.note(
                format!("{} intercepts MPI's reductions", object.path),
                "preloaded, samebits gets the calls before it; linked with samebits, name samebits first",
            );
        }
    }
    let place = |is: &dyn Fn(&Object) -> bool| program.objects.iter().position(is);
    let samebits = place(&|object| object.role == Role::Samebits);
    let mpi = place(&Object::is_mpi);
    match samebits.zip(mpi) {
        Some((samebits, mpi)) if samebits > mpi => findings.warning(
            "the program is linked with samebits after its MPI library, which gets all calls first",
            "name samebits before the MPI library on the link line, or start it by samebits run",
        ),
        Some(_) => findings.ok("the program is linked with samebits, before its MPI library"),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::facts::{Facts, Kind, Role};
    use super::super::super::findings::Severity;
    use super::super::made::{found, object, one, openmpi, program, with};
    use crate::run::launcher::Launcher;
    use samebits_mpi::abi::family::Family;

    fn change(mut facts: Facts, change: impl FnOnce(&mut super::super::Program)) -> Facts {
        change(facts.program.as_mut().unwrap());
        facts
    }

    #[test]
    fn a_usual_program_is_fine() {
        let facts = program(&["MPI_Allreduce"]);
        for check in ["format", "privileges", "missing", "in-front"] {
            assert!(found(&facts, check).is_empty(), "{check}");
        }
        assert_eq!(one(&facts, "mpi").0, Severity::Ok);
    }

    #[test]
    fn programs_into_which_nothing_is_preloaded() {
        let mut own = object("/a", &[], &["MPI_Init", "PMPI_Allreduce", "MPI_Allreduce"]);
        assert!(one(&with(vec![own.clone()]), "mpi").1.contains("has the MPI library in it"));
        own.interpreter = false;
        let (severity, text) = one(&with(vec![own]), "format");
        assert_eq!(severity, Severity::Error);
        assert!(text.contains("statically, with the MPI library in it"), "{text}");
        let set_uid = change(program(&[]), |program| program.privileges = Some("set-uid"));
        assert!(one(&set_uid, "privileges").1.contains("is set-uid"));
        let foreign = change(program(&[]), |program| program.objects[0].native = false);
        assert_eq!(one(&foreign, "format").0, Severity::Error);
    }

    #[test]
    fn what_is_not_looked_at_is_said() {
        let kind = |kind| one(&change(program(&[]), |program| program.kind = kind), "format");
        assert_eq!(kind(Kind::Unknown).0, Severity::Error);
        assert_eq!(kind(Kind::Container).0, Severity::Warning);
        assert_eq!(kind(Kind::Script("/bin/sh".into())).0, Severity::Note);
        let missing = ("libx.so.1".to_string(), "/a".to_string());
        let facts = change(program(&[]), |program| program.missing = vec![missing]);
        assert!(one(&facts, "missing").1.starts_with("libx.so.1, which /a needs, is not found"));
    }

    #[test]
    fn the_mpi_library_has_to_be_one_and_known_and_the_launchers() {
        assert_eq!(one(&with(vec![object("/a", &[], &[])]), "mpi").0, Severity::Warning);
        let mut unknown = openmpi();
        unknown.family = None;
        assert!(one(&with(vec![object("/a", &[], &[]), unknown]), "mpi")
            .1
            .contains("no MPI family"));
        let mut mpich = openmpi();
        (mpich.path, mpich.family) = ("/lib/libmpich.so.12".into(), Some(Family::Mpich));
        let both = with(vec![object("/a", &[], &[]), openmpi(), mpich]);
        assert!(one(&both, "mpi").1.contains("several MPI libraries"));
        let by = |launcher| {
            found(&Facts { launcher: Some(launcher), ..program(&[]) }, "mpi")[0].severity
        };
        assert_eq!(by(Launcher::Openmpi), Severity::Ok);
        assert_eq!(by(Launcher::Mpich), Severity::Error);
        assert_eq!(by(Launcher::Srun), Severity::Ok);
    }

    #[test]
    fn a_library_in_the_place_of_mpi_is_named() {
        let layer = |imports: &[&str], more: &[&str]| {
            let defines = [&["MPI_Init", "MPI_Allreduce"], more].concat();
            object("/lib/libmuk.so", imports, &defines)
        };
        let own = || object("/a", &["MPI_Allreduce"], &[]);
        for more in [&[][..], &["PMPI_Allreduce"]] {
            let facts = with(vec![own(), layer(&["dlopen"], more)]);
            let (severity, text) = one(&facts, "translation");
            assert_eq!(severity, Severity::Warning);
            assert!(text.starts_with("/lib/libmuk.so takes the place of MPI"), "{text}");
            assert!(found(&facts, "in-front").is_empty() && found(&facts, "mpi").is_empty());
        }
        // A tool, which hands calls on to the program's MPI library, and that library itself.
        for others in [
            vec![own(), layer(&["dlopen", "dlsym"], &[]), openmpi()],
            vec![own(), layer(&["dlopen", "PMPI_Allreduce"], &[])],
            vec![own(), openmpi()],
        ] {
            assert!(found(&with(others), "translation").is_empty());
        }
    }

    #[test]
    fn who_gets_the_calls_first() {
        let tool = |path| object(path, &["PMPI_Allreduce"], &["MPI_Allreduce"]);
        let linked = one(&with(vec![tool("/a"), openmpi()]), "in-front");
        assert_eq!(linked.0, Severity::Error);
        let shared = with(vec![object("/a", &[], &[]), tool("/libmpiP.so"), openmpi()]);
        assert_eq!(one(&shared, "in-front").0, Severity::Note);
        let mut samebits = object("/libsamebits.so.0", &[], &["samebits_version", "MPI_Allreduce"]);
        samebits.role = Role::Samebits;
        let order = |objects| one(&with(objects), "in-front").0;
        let own = || object("/a", &[], &[]);
        assert_eq!(order(vec![own(), samebits.clone(), openmpi()]), Severity::Ok);
        assert_eq!(order(vec![own(), openmpi(), samebits]), Severity::Warning);
    }
}
