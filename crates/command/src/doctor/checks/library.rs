//! The library itself.

use super::super::facts::Facts;
use super::super::findings::{list, Findings};
use crate::run::library::how_to_get;
use samebits_policy::{Policy, VERSION};
use samebits_sum::names::Arithmetic;

pub fn library(facts: &Facts, findings: &mut Findings) {
    let library = match &facts.library {
        None => return,
        Some(Err(why)) => {
            let advice = format!("{}, or name it by --library", how_to_get());
            return findings.error(why.replace('\n', " "), advice);
        }
        Some(Ok(library)) => library,
    };
    let path = &library.path;
    if !library.native {
        return findings.error(
            format!("{path} is not a library for this machine"),
            "build samebits on a machine of this architecture",
        );
    }
    let glibc = |(major, minor): (u32, u32)| format!("{major}.{minor}");
    if let Some(needed) = library.glibc.filter(|needed| *needed > version(&facts.machine.glibc)) {
        return findings.error(
            format!(
                "{path} needs the C library {}, and this is {}",
                glibc(needed),
                facts.machine.glibc
            ),
            "build it on the oldest machine, or in the container, where it is to run",
        );
    }
    match &library.loads {
        Err(why) => findings.error(
            format!("{path} cannot be loaded: {why}"),
            "copy it to a place that all processes may read, or build it here",
        ),
        Ok(version) if version != VERSION => findings.warning(
            format!("{path} is samebits {version}, and this command is {VERSION}"),
            "name the library of this version by --library",
        ),
        Ok(version) => findings.ok(format!("{path} is samebits {version}, and loads")),
    }
}

/// Of "2.36". One that cannot be read is as new as can be.
fn version(text: &str) -> (u32, u32) {
    let number = |text: &str| text.parse().ok();
    let parts = text.split_once('.');
    parts.and_then(|(a, b)| Some((number(a)?, number(b)?))).unwrap_or((u32::MAX, 0))
}

pub fn policy(facts: &Facts, findings: &mut Findings) {
    let variables = facts.variables.iter().map(|(name, value)| (name.clone(), value.clone()));
    match Policy::from_variables(variables) {
        Err(wrong) => {
            let advice = "correct it: the library ends the program if a value is wrong";
            wrong.lines().for_each(|line| findings.error(line, advice));
        }
        Ok(policy) if policy.choices.arithmetic() == Arithmetic::Native => findings.warning(
            "SAMEBITS_ARITHMETIC=native: no reduction is made reproducible",
            "unset it, or choose another arithmetic (docs/arithmetics.md)",
        ),
        Ok(_) => {}
    }
}

pub fn preload(facts: &Facts, findings: &mut Findings) {
    let tools = facts.preloaded.iter().filter(|object| object.is_tool());
    let paths: Vec<&str> = tools.map(|object| object.path.as_str()).collect();
    if !paths.is_empty() {
        findings.note(
            format!("LD_PRELOAD has {}, which intercepts MPI's reductions, too", list(&paths, 3)),
            "samebits run puts samebits before it; if you set LD_PRELOAD yourself, name libsamebits.so first",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::facts::{Facts, Library};
    use super::super::super::findings::Severity;
    use super::super::made::{found, object, one};
    use samebits_policy::VERSION;

    fn facts(loads: Result<&str, &str>, glibc: (u32, u32)) -> Facts {
        let library = Library {
            path: "/l/libsamebits.so".into(),
            glibc: Some(glibc),
            native: true,
            loads: loads.map(String::from).map_err(String::from),
        };
        let mut facts = Facts { library: Some(Ok(library)), ..Facts::default() };
        facts.machine.glibc = "2.36".into();
        facts
    }

    #[test]
    fn the_library_has_to_load() {
        assert_eq!(one(&facts(Ok(VERSION), (2, 34)), "library").0, Severity::Ok);
        assert_eq!(one(&facts(Ok("0.0.1"), (2, 34)), "library").0, Severity::Warning);
        let (severity, text) = one(&facts(Ok(VERSION), (2, 38)), "library");
        assert_eq!(severity, Severity::Error);
        assert!(text.contains("needs the C library 2.38, and this is 2.36"), "{text}");
        assert_eq!(one(&facts(Err("no"), (2, 34)), "library").0, Severity::Error);
        let none = Facts { library: Some(Err("in none\nof these".into())), ..Facts::default() };
        assert_eq!(one(&none, "library").0, Severity::Error);
    }

    #[test]
    fn the_environment_is_read_as_the_library_does() {
        let policy = |name: &str, value: &str| {
            let variables = [(name.to_string(), value.to_string())].into();
            found(&Facts { variables, ..Facts::default() }, "policy")
        };
        assert!(policy("SAMEBITS_ARITHMETIC", "tree").is_empty());
        assert_eq!(policy("SAMEBITS_ARITHMETIC", "exat")[0].severity, Severity::Error);
        assert_eq!(policy("SAMEBITS_ARITHMETIC", "native")[0].severity, Severity::Warning);
        assert!(policy("SAMEBITS_TRACE", "dir").is_empty());
    }

    #[test]
    fn tools_in_ld_preload_are_named() {
        let preloaded = vec![object("/t/libmpiP.so", &["PMPI_Allreduce"], &["MPI_Allreduce"])];
        let (severity, text) = one(&Facts { preloaded, ..Facts::default() }, "preload");
        assert_eq!(severity, Severity::Note);
        assert!(text.contains("/t/libmpiP.so"), "{text}");
    }
}
