//! How each launcher is told the variables of the ranks.

use super::command::{file_of_programs, parts, Given, Part};
use super::launcher::Launcher;
use std::ffi::OsString;

/// A variable for the ranks.
pub struct Told<'a> {
    pub name: String,
    /// What it is where the launcher's own options do not set it.
    pub value: String,
    /// What it becomes where they do; otherwise their value stays.
    pub merged: Option<&'a Merge<'a>>,
}

pub type Merge<'a> = dyn Fn(&str) -> Result<String, String> + 'a;

impl<'a> Told<'a> {
    pub fn new((name, value): (String, String)) -> Told<'a> {
        Told { name, value, merged: None }
    }

    fn pair(&self) -> String {
        format!("{}={}", self.name, self.value)
    }

    /// The value beside one that a launcher's option has.
    fn beside(&self, own: Option<&str>) -> Result<String, String> {
        match (own, self.merged) {
            (None, _) => Ok(self.value.clone()),
            (Some(own), None) => Ok(own.to_string()),
            (Some(own), Some(merged)) => merged(own),
        }
    }
}

/// How a launcher's options set variables.
struct Style {
    /// Their names.
    names: &'static [&'static str],
    spell: fn(&Told) -> Vec<OsString>,
    scope: Scope,
}

#[derive(PartialEq)]
enum Scope {
    /// An option is for the program of its part.
    Part,
    /// It is for all programs, wherever it stands.
    Command,
    /// The first of the names is for all programs, the others are for the program of their part and
    /// stronger.
    First,
}

fn style(launcher: Launcher) -> Style {
    let told_by = |names, spell, scope| Style { names, spell, scope };
    match launcher {
        Launcher::Openmpi => {
            told_by(&["x"], |told| vec!["-x".into(), told.pair().into()], Scope::Part)
        }
        Launcher::Mpich | Launcher::Intel => {
            let spell = |told: &Told| {
                vec!["-genv".into(), told.name.clone().into(), told.value.clone().into()]
            };
            told_by(&["genv", "env"], spell, Scope::First)
        }
        Launcher::Jsrun => {
            told_by(&["E", "env"], |told| vec!["-E".into(), told.pair().into()], Scope::Command)
        }
        Launcher::Flux => {
            told_by(&["env"], |told| vec![format!("--env={}", told.pair()).into()], Scope::Command)
        }
        Launcher::Aprun => told_by(
            &["e", "environment-override"],
            |told| vec!["-e".into(), told.pair().into()],
            Scope::Command,
        ),
        Launcher::Srun => told_by(&["export"], |_| Vec::new(), Scope::Part),
    }
}

/// The launcher's arguments with options that set the variables for the ranks. What its own options set
/// stays where it is.
pub fn insert(
    launcher: Launcher,
    arguments: &[OsString],
    variables: &[Told],
) -> Result<Vec<OsString>, String> {
    if launcher == Launcher::Flux && arguments.first().is_none_or(|first| first != "run") {
        return Err("of flux only \"flux run\" is known; it starts with \
                    \"samebits run -- flux run …\""
            .into());
    }
    let parts = parts(launcher, arguments);
    if launcher == Launcher::Srun {
        return srun(arguments, &parts, variables);
    }
    let style = style(launcher);
    let mut words = arguments.to_vec();
    let mut set = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        for option in part.options.iter().filter(|option| style.names.contains(&option.name)) {
            let Some((name, own)) = setting(option, arguments) else { continue };
            let Some(told) = variables.iter().find(|told| told.name == name) else { continue };
            let value = told.beside(own.as_deref())?;
            let last = if is_alone(option) { value } else { format!("{name}={value}") };
            words[option.words.end - 1] = option.with_last_value(arguments, &last);
            let everywhere = style.scope == Scope::Command || option.name == "genv";
            set.push((if everywhere { None } else { Some(number) }, name));
        }
    }
    let is_set = |place: Option<usize>, told: &Told| {
        set.iter().any(|(at, name)| *name == told.name && (at.is_none() || *at == place))
    };
    // From the last part on, so that places before stay where they are.
    for (number, part) in parts.iter().enumerate().rev() {
        if number > 0 && style.scope != Scope::Part {
            continue;
        }
        let place = (style.scope == Scope::Part).then_some(number);
        let missing = variables.iter().filter(|told| !is_set(place, told));
        let at = place_of_options(launcher, part, &style);
        words.splice(at..at, missing.flat_map(style.spell));
    }
    Ok(words)
}

/// Where options of ours go. Flux follows its rules in their order, and one of the user's may take all
/// variables away.
fn place_of_options(launcher: Launcher, part: &Part, style: &Style) -> usize {
    let mut own = part.options.iter().filter(|option| style.names.contains(&option.name));
    let last = own.next_back().filter(|_| launcher == Launcher::Flux);
    last.map_or(part.begin, |option| option.words.end)
}

/// Whether the value has a word without the name, as Hydra takes them.
fn is_alone(option: &Given) -> bool {
    option.values() == 2
}

/// The variable that an option sets, and its value; none if it is the launcher's own.
fn setting(option: &Given, arguments: &[OsString]) -> Option<(String, Option<String>)> {
    let first = option.value(arguments)?;
    if is_alone(option) {
        let last = arguments[option.words.end - 1].to_string_lossy().into_owned();
        return Some((first, Some(last)));
    }
    let (name, own) = first
        .split_once('=')
        .map_or((first.as_str(), None), |(name, own)| (name, Some(own.to_string())));
    Some((name.to_string(), own))
}

/// srun takes one list for all variables, in which commas separate. Behind a colon another program
/// has its own options, and otherwise those of the one before.
fn srun(
    arguments: &[OsString],
    parts: &[Part],
    variables: &[Told],
) -> Result<Vec<OsString>, String> {
    let mut list = std::env::var("SLURM_EXPORT_ENV").unwrap_or_else(|_| "ALL".into());
    let mut all: Vec<OsString> = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let is_list = |option: &&Given| option.name == "export";
        let mut given = part.options.iter().filter(is_list);
        if let Some(given) = given.next_back().and_then(|option| option.value(arguments)) {
            list = given;
        }
        if number > 0 {
            all.push(":".into());
        }
        all.push(with_variables(&list, variables)?.into());
        for option in part.options.iter().filter(|option| !is_list(option)) {
            all.extend_from_slice(&arguments[option.words.clone()]);
        }
        let options = part.options.last().map_or(part.begin, |option| option.words.end);
        all.extend_from_slice(&arguments[options..part.program.end]);
    }
    Ok(all)
}

/// srun's option with its list and the variables.
fn with_variables(list: &str, variables: &[Told]) -> Result<String, String> {
    let mut items: Vec<String> = match list {
        // A list without ALL exports what it names and nothing else.
        "" | "NONE" | "NIL" => Vec::new(),
        list => list.split(',').map(str::to_string).collect(),
    };
    for told in variables {
        let of_it = |item: &String| item.split('=').next() == Some(&told.name);
        let own = items.iter().find(|item| of_it(item)).cloned();
        let own = own.as_deref().and_then(|item| item.split_once('=')).map(|(_, own)| own);
        let value = told.beside(own)?;
        if value.contains(',') {
            return Err(format!(
                "srun cannot pass on {0}={value}, since it splits its list at commas; export {0} \
                 yourself, or choose a value without a comma",
                told.name
            ));
        }
        items.retain(|item| !of_it(item));
        items.push(format!("{}={value}", told.name));
    }
    Ok(format!("--export={}", items.join(",")))
}

/// What the launcher's options set a variable to: where several do, the first one.
pub fn value(variable: &str, launcher: Launcher, arguments: &[OsString]) -> Option<String> {
    let style = style(launcher);
    let parts = parts(launcher, arguments);
    let options = parts.iter().flat_map(|part| &part.options);
    let mut options = options.filter(|option| style.names.contains(&option.name));
    options.find_map(|option| {
        if launcher == Launcher::Srun {
            let list = option.value(arguments)?;
            let mut pairs = list.split(',').filter_map(|item| item.split_once('='));
            return pairs.find(|(name, _)| *name == variable).map(|(_, own)| own.to_string());
        }
        let (_, own) = setting(option, arguments).filter(|(name, _)| name == variable)?;
        own
    })
}

/// What versions print that start what a file names with the options in that file, and no others.
const OWN_OPTIONS: [&str; 5] =
    ["(Open MPI) 1.", "(Open MPI) 2.", "(Open MPI) 3.", "(Open MPI) 4.", "(OpenRTE)"];

/// Refuses a file of programs that would be started without the variables.
pub fn refuse_file(
    launcher: Launcher,
    arguments: &[OsString],
    variables: &[Told],
    version: impl FnOnce() -> String,
) -> Result<(), String> {
    let option = file_of_programs(launcher, arguments);
    let Some(option) = option.filter(|_| launcher == Launcher::Openmpi) else { return Ok(()) };
    let version = version();
    if !OWN_OPTIONS.iter().any(|old| version.contains(old)) {
        return Ok(());
    }
    let spelled: Vec<String> = variables.iter().map(|told| format!("-x {}", told.pair())).collect();
    Err(format!(
        "with {option} Open MPI 4 takes every option from the file, and not from the command: add \
         \"{}\" to each of its lines and start mpirun itself, or name the programs in the command, as \
         in \"mpirun -n 1 ./a : -n 2 ./b\"",
        spelled.join(" ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRELOAD: &str = "LD_PRELOAD";

    fn told(launcher: Launcher, command: &str) -> Result<String, String> {
        let arguments: Vec<OsString> = command.split_whitespace().map(OsString::from).collect();
        let merge = |own: &str| Ok(format!("L:{own}"));
        let preload = Told { name: PRELOAD.into(), value: "L".into(), merged: Some(&merge) };
        let variables = [preload, Told::new(("SAMEBITS_VERBOSE".into(), "1".into()))];
        let all = insert(launcher, &arguments, &variables)?;
        let words: Vec<String> = all.iter().map(|a| a.to_string_lossy().into_owned()).collect();
        Ok(words.join(" "))
    }

    #[test]
    fn each_launcher_has_its_own_way() {
        use Launcher::*;
        let ours = "LD_PRELOAD=L,SAMEBITS_VERBOSE=1";
        let (x, e) = (
            "-x LD_PRELOAD=L -x SAMEBITS_VERBOSE=1",
            "-genv LD_PRELOAD L -genv SAMEBITS_VERBOSE 1",
        );
        for (launcher, command, expected) in [
            (Openmpi, "-n 2 a : -n 1 b", format!("{x} -n 2 a : {x} -n 1 b")),
            (Mpich, "-n 2 a", format!("{e} -n 2 a")),
            (Mpich, "-n 2 a : -n 1 b", format!("{e} -n 2 a : -n 1 b")),
            (Jsrun, "-n2 a", "-E LD_PRELOAD=L -E SAMEBITS_VERBOSE=1 -n2 a".into()),
            (Flux, "run -n2 a", "run --env=LD_PRELOAD=L --env=SAMEBITS_VERBOSE=1 -n2 a".into()),
            (
                Flux,
                "run --env=-* -n2 a",
                "run --env=-* --env=LD_PRELOAD=L --env=SAMEBITS_VERBOSE=1 -n2 a".into(),
            ),
            (Aprun, "-n 2 a", "-e LD_PRELOAD=L -e SAMEBITS_VERBOSE=1 -n 2 a".into()),
            (Srun, "-n2 a", format!("--export=ALL,{ours} -n2 a")),
            (
                Srun,
                "-n2 --export=A a : -n1 b : --export=ALL,B=1 c",
                format!(
                    "--export=A,{ours} -n2 a : --export=A,{ours} -n1 b : --export=ALL,B=1,{ours} c"
                ),
            ),
            (Srun, "-n2 -- a", format!("--export=ALL,{ours} -n2 -- a")),
            (Srun, "-- a", format!("--export=ALL,{ours} -- a")),
            (Openmpi, "-- a", format!("{x} -- a")),
            (Openmpi, "a : -- b", format!("{x} a : {x} -- b")),
        ] {
            assert_eq!(told(launcher, command), Ok(expected), "{command}");
        }
    }

    #[test]
    fn what_the_user_sets_for_the_ranks_is_merged_where_it_stands() {
        use Launcher::*;
        let verbose = "-x SAMEBITS_VERBOSE=1";
        let merged = "LD_PRELOAD=L:m.so";
        for (launcher, command, expected) in [
            (
                Openmpi,
                "-n 2 -x LD_PRELOAD=m.so -x A=1 a",
                format!("{verbose} -n 2 -x {merged} -x A=1 a"),
            ),
            // Without a value the launcher's own is meant, which ours is beside anyway.
            (
                Openmpi,
                "-x LD_PRELOAD -x SAMEBITS_VERBOSE a",
                format!("-x LD_PRELOAD=L {verbose} a"),
            ),
            (
                Openmpi,
                "-x LD_PRELOAD=m.so a : -x LD_PRELOAD=n.so b : c",
                format!(
                    "{verbose} -x {merged} a : {verbose} -x LD_PRELOAD=L:n.so b : -x LD_PRELOAD=L \
                     {verbose} c"
                ),
            ),
            // The launcher's option is nearer to the program than ours.
            (Openmpi, "-x SAMEBITS_VERBOSE=0 a", "-x LD_PRELOAD=L -x SAMEBITS_VERBOSE=0 a".into()),
            (
                Mpich,
                "-genv LD_PRELOAD m.so -n 2 a",
                "-genv SAMEBITS_VERBOSE 1 -genv LD_PRELOAD L:m.so -n 2 a".into(),
            ),
            (
                Intel,
                "-n 1 a : -env LD_PRELOAD=m.so b",
                format!("-genv LD_PRELOAD L -genv SAMEBITS_VERBOSE 1 -n 1 a : -env {merged} b"),
            ),
            (Jsrun, "-n2 -ELD_PRELOAD=m.so a", format!("-E SAMEBITS_VERBOSE=1 -n2 -E{merged} a")),
            (
                Flux,
                "run --env LD_PRELOAD=m.so a",
                format!("run --env {merged} --env=SAMEBITS_VERBOSE=1 a"),
            ),
            (
                Srun,
                "-n2 --export=ALL,A=1,LD_PRELOAD=m.so a",
                format!("--export=ALL,A=1,{merged},SAMEBITS_VERBOSE=1 -n2 a"),
            ),
            (
                Srun,
                "-n2 --export ALL,LD_PRELOAD=m.so,SAMEBITS_VERBOSE=0 a",
                format!("--export=ALL,{merged},SAMEBITS_VERBOSE=0 -n2 a"),
            ),
            (Srun, "--export=NONE a", "--export=LD_PRELOAD=L,SAMEBITS_VERBOSE=1 a".into()),
        ] {
            assert_eq!(told(launcher, command), Ok(expected), "{command}");
        }
    }

    #[test]
    fn what_is_the_programs_stays_the_programs() {
        use Launcher::*;
        for (launcher, program) in [
            (Openmpi, "/bin/sh -x LD_PRELOAD=m.so -x LD_PRELOAD --x SAMEBITS_VERBOSE=0"),
            (Mpich, "/bin/sh -env LD_PRELOAD x -genv LD_PRELOAD=y"),
            (Intel, "/bin/sh -genv LD_PRELOAD x"),
            (Jsrun, "/bin/sh -E LD_PRELOAD=x --env LD_PRELOAD=y"),
            (Flux, "/bin/sh --env=LD_PRELOAD=x : --env=SAMEBITS_VERBOSE=0"),
            (Aprun, "/bin/sh -e LD_PRELOAD=x"),
            (Srun, "/bin/sh --export=LD_PRELOAD=x --export B"),
        ] {
            let command = if launcher == Flux {
                format!("run -n 2 {program}")
            } else {
                format!("-n 2 {program}")
            };
            let told = told(launcher, &command).unwrap();
            assert!(told.ends_with(&format!(" -n 2 {program}")), "{told}");
            assert_eq!(
                told.matches("LD_PRELOAD=L").count() + told.matches("LD_PRELOAD L").count(),
                1
            );
            let words: Vec<OsString> = command.split(' ').map(OsString::from).collect();
            assert_eq!(value(PRELOAD, launcher, &words), None);
        }
    }

    #[test]
    fn what_cannot_be_told_is_said() {
        let commas = [Told::new(("SAMEBITS_REPORT".to_string(), "/a,b".to_string()))];
        assert!(insert(Launcher::Srun, &[], &commas).unwrap_err().contains("commas"));
        assert!(told(Launcher::Flux, "batch a").unwrap_err().contains("flux run"));
        let file: Vec<OsString> = ["--app", "list"].map(OsString::from).into();
        let refused = |version: &str| {
            let version = version.to_string();
            refuse_file(Launcher::Openmpi, &file, &commas, || version)
        };
        let why = refused("mpirun (Open MPI) 4.1.4").unwrap_err();
        assert!(why.contains("--app list") && why.contains("-x SAMEBITS_REPORT=/a,b"), "{why}");
        assert_eq!(refused("mpirun (Open MPI) 5.0.11"), Ok(()));
    }
}
