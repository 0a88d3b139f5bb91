//! Mathematical functions, which are computed otherwise on another CPU: those of libm, of which
//! libsamebits_math.so says itself what it covers, and those that come from elsewhere.

use super::super::facts::{Facts, Object, Program, Role};
use super::super::findings::{list, Findings};
use super::{libm_names::differs, parts, variable};
use std::collections::BTreeSet;

const FILE: &str = "libsamebits_math.so";

/// The names that the C library's mathematical libraries define.
fn of_libm(program: &Program) -> BTreeSet<&str> {
    let begins =
        |object: &&Object| ["libm.so", "libmvec.so"].iter().any(|it| object.name().starts_with(it));
    let objects =
        program.objects.iter().filter(|object| object.role == Role::System).filter(begins);
    objects.flat_map(|object| object.defines.iter().map(String::as_str)).collect()
}

/// Who calls them, and what: first what is covered, then what is not.
fn calls(facts: &Facts) -> [(Vec<&str>, BTreeSet<&str>); 2] {
    let mut found: [(Vec<&str>, BTreeSet<&str>); 2] = Default::default();
    let Some(program) = &facts.program else { return found };
    let all = of_libm(program);
    let covered = |name: &str| match &facts.math {
        Some(Ok(math)) => math.functions.contains(name),
        _ => false,
    };
    for object in program.own() {
        for name in object.imports.iter().map(String::as_str) {
            if !all.contains(name) || !differs(name) {
                continue;
            }
            let (who, names) = &mut found[usize::from(!covered(name))];
            names.insert(name);
            if who.last() != Some(&object.name()) {
                who.push(object.name());
            }
        }
    }
    found
}

fn in_front(facts: &Facts) -> bool {
    let linked = facts.program.iter().flat_map(|program| &program.objects);
    facts.preloaded.iter().chain(linked).any(|object| object.name().starts_with(FILE))
}

pub fn library(facts: &Facts, findings: &mut Findings) {
    match &facts.math {
        None => {}
        Some(Err(why)) => findings.note(why, "only samebits run --math needs it"),
        Some(Ok(math)) => match &math.loads {
            Err(why) => findings.error(
                format!("{} cannot be put in front of libm: {why}", math.path),
                "build it here, or do without --math",
            ),
            Ok(()) => findings.ok(format!(
                "{} has mathematical functions under {} names, and a process gets them",
                math.path,
                math.functions.len()
            )),
        },
    }
}

pub fn libm(facts: &Facts, findings: &mut Findings) {
    let [covered, uncovered] = calls(facts);
    let words = |(who, names): &(Vec<&str>, BTreeSet<&str>)| {
        let names: Vec<&str> = names.iter().copied().collect();
        format!("{} in {}", list(&names, 6), list(who, 4))
    };
    if !covered.1.is_empty() {
        match in_front(facts) {
            true => findings.ok(format!("{}: {FILE} covers them", words(&covered))),
            false => findings.note(
                format!("{}: the C library chooses its variant by the CPU", words(&covered)),
                "start it by samebits run --math, with which they give the same bits on every CPU",
            ),
        }
    }
    if uncovered.1.is_empty() {
        return;
    }
    if variable(facts, "GLIBC_TUNABLES").is_some_and(|value| value.contains("hwcaps=")) {
        return findings.ok(format!(
            "{}: GLIBC_TUNABLES chooses the C library's mathematical functions",
            words(&uncovered)
        ));
    }
    let advice = match cfg!(target_arch = "x86_64") {
        true => "across machines: one container, and GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4 for all ranks",
        false => "across machines: one container",
    };
    let why = match &facts.math {
        Some(Ok(_)) => {
            format!("not covered by {FILE}, the C library may choose its variant by the CPU")
        }
        _ => "the C library chooses its variant by the CPU".into(),
    };
    findings.note(format!("{}: {why}", words(&uncovered)), advice);
}

/// Mathematical functions that are no libm's.
struct Other {
    name: &'static str,
    /// The beginnings of its files' and its functions' names.
    files: &'static [&'static str],
    functions: &'static [&'static str],
    advice: &'static str,
}

const OTHERS: &[Other] = &[
    Other {
        name: "Intel's libimf or SVML",
        files: &["libimf.so", "libsvml.so"],
        functions: &["__svml_", "__libm_sse2_", "__libm_feature_"],
        advice: "compile with -fimf-arch-consistency=true -fimf-use-svml=false, or with another compiler",
    },
    Other {
        name: "MKL's vector mathematics",
        files: &["libmkl_vml"],
        functions: &["vdExp", "vdLn", "vdSin", "vdCos", "vdPow", "vdTanh", "vsExp", "vmlSetMode"],
        advice: "MKL_CBWR chooses its kernels, as MKL_CBWR=AVX2 those that all machines have",
    },
    Other {
        name: "AMD's libm",
        files: &["libamdlibm", "libalm.so"],
        functions: &["amd_vrd", "amd_vrs", "amd_exp", "amd_sin", "amd_pow"],
        advice: "call the C library's names, and put libsamebits_math.so in front of them",
    },
    Other {
        name: "NVIDIA's or PGI's mathematical library",
        files: &["libpgmath", "libnvcpumath"],
        functions: &["__fd_exp", "__fd_sin", "__pd_exp", "__mth_i_"],
        advice: "compile with -Mnobuiltin -Kieee, or with another compiler",
    },
    Other {
        name: "Arm's libamath",
        files: &["libamath"],
        functions: &["armpl_"],
        advice: "link with the C library's libm instead",
    },
    Other {
        name: "SLEEF",
        files: &["libsleef"],
        functions: &["Sleef_"],
        advice: "it has functions that are the same on every CPU, under names of their own: call these",
    },
];

pub fn elsewhere(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    for Other { name, files, functions, advice } in OTHERS {
        let begins = |name: &String| functions.iter().any(|begin| name.starts_with(begin));
        let mut who: BTreeSet<&str> = parts(program, files, &[]).into_iter().collect();
        who.extend(program.own().filter(|it| it.imports.iter().any(begins)).map(Object::name));
        let who: Vec<&str> = who.into_iter().collect();
        if !who.is_empty() {
            findings.note(
                format!(
                    "{name} in {}: nothing put in front of libm receives its calls",
                    list(&who, 3)
                ),
                *advice,
            );
        }
    }
    if let (Some(Ok(math)), Some(first)) = (&facts.math, program.objects.first()) {
        let own: Vec<&String> = first.defines.intersection(&math.functions).collect();
        if !own.is_empty() {
            findings.note(
                format!(
                    "{} defines {} itself: nothing can be put in front of them",
                    first.name(),
                    list(&own, 4)
                ),
                "if a libm is linked statically into it, link the shared one",
            );
        }
    }
    if program.modules.contains(&"numpy") {
        match variable(facts, "NPY_DISABLE_CPU_FEATURES") {
            Some(value) => findings.ok(format!("NPY_DISABLE_CPU_FEATURES={value}: NumPy does not \
                                                use its own loops for these")),
            None => findings.note(
                "NumPy computes exp, log, sin, cos and others in loops of its own, chosen by the CPU",
                "docs/functions.md has the value of NPY_DISABLE_CPU_FEATURES with which it calls libm instead",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::facts::{Facts, Math, Role};
    use super::super::super::findings::Severity;
    use super::super::made::{found, object, one, with};

    const LIBM: &[&str] =
        &["exp", "sinf", "expl", "j0", "sqrt", "fmodf", "feraiseexcept", "_ZGVdN4v_sin"];

    /// A program with these imports, beside libm.
    fn calling(imports: &[&str]) -> Facts {
        let mut libm = object("/lib/libm.so.6", &[], LIBM);
        libm.role = Role::System;
        let functions = ["exp", "sinf", "_ZGVdN4v_sin"].map(String::from).into();
        let math = Math { path: "/l/libsamebits_math.so".into(), functions, loads: Ok(()) };
        Facts { math: Some(Ok(math)), ..with(vec![object("/a", imports, &[]), libm]) }
    }

    #[test]
    fn covered_and_uncovered_functions_are_told_apart() {
        let facts = calling(&["exp", "sinf", "sqrt", "feraiseexcept", "exp_of_its_own"]);
        let (severity, text) = one(&facts, "libm");
        assert_eq!(severity, Severity::Note);
        assert!(text.starts_with("exp and sinf in a: the C library chooses"), "{text}");
        assert!(text.contains("samebits run --math, with which"), "{text}");
        let both = found(&calling(&["exp", "expl", "j0"]), "libm");
        assert_eq!(both.len(), 2);
        assert!(both[1].what.starts_with("expl and j0 in a: not covered by"), "{both:?}");
        assert!(found(&calling(&["sqrt", "fmodf"]), "libm").is_empty());
    }

    #[test]
    fn it_is_in_front_if_it_is_preloaded_or_linked() {
        let math = || object("/l/libsamebits_math.so.0", &[], &["exp"]);
        let preloaded = Facts { preloaded: vec![math()], ..calling(&["exp"]) };
        assert_eq!(one(&preloaded, "libm").0, Severity::Ok);
        let mut linked = calling(&["exp"]);
        linked.program.as_mut().unwrap().objects.push(math());
        assert_eq!(one(&linked, "libm").0, Severity::Ok);
    }

    #[test]
    fn without_the_library_or_with_tunables() {
        let mut facts = Facts { math: Some(Err("there is no /l/x".into())), ..calling(&["exp"]) };
        assert!(one(&facts, "libm").1.contains("GLIBC_TUNABLES"));
        assert_eq!(one(&facts, "math-library").0, Severity::Note);
        facts.variables.insert("GLIBC_TUNABLES".into(), "glibc.cpu.hwcaps=-FMA".into());
        assert_eq!(one(&facts, "libm").0, Severity::Ok);
    }

    #[test]
    fn the_library_has_to_load() {
        let mut facts = calling(&[]);
        assert_eq!(one(&facts, "math-library").0, Severity::Ok);
        if let Some(Ok(math)) = &mut facts.math {
            math.loads = Err("the loader skips it".into());
        }
        assert_eq!(one(&facts, "math-library").0, Severity::Error);
    }

    #[test]
    fn functions_from_elsewhere_are_named() {
        assert!(found(&calling(&["exp"]), "math-elsewhere").is_empty());
        assert!(one(&calling(&["__svml_exp4"]), "math-elsewhere")
            .1
            .starts_with("Intel's libimf or SVML in a:"));
        let mut facts = calling(&[]);
        let program = facts.program.as_mut().unwrap();
        program.objects[0].defines.insert("exp".into());
        assert!(one(&facts, "math-elsewhere").1.starts_with("a defines exp itself"));
        facts = calling(&[]);
        facts.program.as_mut().unwrap().modules.push("numpy");
        assert_eq!(one(&facts, "math-elsewhere").0, Severity::Note);
        facts.variables.insert("NPY_DISABLE_CPU_FEATURES".into(), "AVX2".into());
        assert_eq!(one(&facts, "math-elsewhere").0, Severity::Ok);
    }
}
