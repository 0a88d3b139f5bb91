//! How each launcher is told the variables of the ranks.

use super::launcher::Launcher;
use super::Variables;
use std::ffi::OsString;

/// The launcher's arguments with options that set the variables for the ranks.
pub fn insert(
    launcher: Launcher,
    arguments: Vec<OsString>,
    variables: &Variables,
) -> Result<Vec<OsString>, String> {
    let pairs = || variables.iter().map(|(name, value)| format!("{name}={value}"));
    match launcher {
        Launcher::Openmpi => {
            let options: Vec<String> = pairs().flat_map(|pair| ["-x".into(), pair]).collect();
            Ok(for_each_program(arguments, &options))
        }
        Launcher::Mpich | Launcher::Intel => {
            let options = variables.iter().flat_map(|(name, value)| ["-genv", name, value]);
            Ok(before(options.map(OsString::from), arguments))
        }
        Launcher::Jsrun => {
            let options = pairs().flat_map(|pair| ["-E".into(), pair]);
            Ok(before(options.map(OsString::from), arguments))
        }
        Launcher::Flux => {
            let run = arguments.first().is_some_and(|first| first == "run");
            if !run {
                return Err("of flux only \"flux run\" is known; it starts with \
                            \"samebits run -- flux run …\""
                    .into());
            }
            let options = pairs().map(|pair| format!("--env={pair}").into());
            let mut rest = arguments;
            let first = rest.remove(0);
            Ok(before(std::iter::once(first).chain(options), rest))
        }
        Launcher::Srun => srun(&arguments, variables),
    }
}

fn before(options: impl Iterator<Item = OsString>, rest: Vec<OsString>) -> Vec<OsString> {
    options.chain(rest).collect()
}

/// Open MPI's options hold up to a colon, behind which another program has its own.
fn for_each_program(arguments: Vec<OsString>, options: &[String]) -> Vec<OsString> {
    let options = || options.iter().map(OsString::from);
    let mut all: Vec<OsString> = options().collect();
    for argument in arguments {
        let colon = argument == ":";
        all.push(argument);
        if colon {
            all.extend(options());
        }
    }
    all
}

/// srun takes one list for all variables, in which commas separate. Behind a colon another program
/// has its own options, and otherwise those of the one before.
fn srun(arguments: &[OsString], variables: &Variables) -> Result<Vec<OsString>, String> {
    if let Some((name, value)) = variables.iter().find(|(_, value)| value.contains(',')) {
        return Err(format!(
            "srun cannot be told {name}={value}, since it cuts at commas; export {name} yourself, or \
             choose a value without one"
        ));
    }
    let mut list = std::env::var("SLURM_EXPORT_ENV").unwrap_or_else(|_| "ALL".into());
    let mut all: Vec<OsString> = Vec::new();
    for program in arguments.split(is_colon) {
        let (rest, given) = without_list(program);
        list = given.unwrap_or(list);
        all.extend([":".into(), with_variables(&list, variables).into()]);
        all.extend(rest);
    }
    all.remove(0);
    Ok(all)
}

fn is_colon(argument: &OsString) -> bool {
    argument == ":"
}

/// The arguments of srun for one program without its list of variables, and that list.
fn without_list(arguments: &[OsString]) -> (Vec<OsString>, Option<String>) {
    let (options, program) = arguments.split_at(program_at(arguments));
    let (mut kept, mut list) = (Vec::new(), None);
    let mut options = options.iter();
    while let Some(option) = options.next() {
        let text = option.to_string_lossy();
        if let Some(given) = text.strip_prefix("--export=") {
            list = Some(given.to_string());
        } else if text == "--export" {
            list = options.next().map(|given| given.to_string_lossy().into_owned());
        } else {
            kept.push(option.clone());
        }
    }
    kept.extend_from_slice(program);
    (kept, list)
}

/// srun's option with its list and the variables.
fn with_variables(list: &str, variables: &Variables) -> String {
    let mut items: Vec<String> = match list {
        // A list without ALL exports what it names and nothing else.
        "" | "NONE" | "NIL" => Vec::new(),
        list => list.split(',').map(str::to_string).collect(),
    };
    let set =
        |item: &String| variables.iter().any(|(name, _)| item.split('=').next() == Some(name));
    items.retain(|item| !set(item));
    items.extend(variables.iter().map(|(name, value)| format!("{name}={value}")));
    format!("--export={}", items.join(","))
}

/// Where the program begins, whose own arguments are not to be touched: at the first word that is
/// neither an option nor likely to be an option's value.
fn program_at(arguments: &[OsString]) -> usize {
    let is_option = |argument: &OsString| argument.as_encoded_bytes().starts_with(b"-");
    let may_be_value = |at: usize| {
        let before = at.checked_sub(1).map(|at| &arguments[at]);
        before.is_some_and(|before| is_option(before) && !before.as_encoded_bytes().contains(&b'='))
    };
    let is_program = |at: usize| {
        let word = &arguments[at];
        !is_option(word) && (!may_be_value(at) || super::execute::find(word).is_ok())
    };
    (0..arguments.len()).find(|at| is_program(*at)).unwrap_or(arguments.len())
}

/// The arguments without an option that sets a variable for the ranks, and its value: a launcher
/// takes one of two only.
pub fn without(
    variable: &str,
    launcher: Launcher,
    arguments: &[OsString],
) -> Result<(Vec<OsString>, Option<String>), String> {
    let text = |at: usize| arguments.get(at).and_then(|argument| argument.to_str()).unwrap_or("");
    let value = |text: &str| Some(text.strip_prefix(variable)?.strip_prefix('=')?.to_string());
    if launcher == Launcher::Srun {
        // The list is taken apart when ours is merged with it.
        let mut lists = arguments.split(is_colon).filter_map(|program| without_list(program).1);
        let own = lists.find_map(|list| list.split(',').find_map(value));
        return Ok((arguments.to_vec(), own));
    }
    let (mut kept, mut own): (Vec<OsString>, Option<String>) = (Vec::new(), None);
    let mut at = 0;
    while at < arguments.len() {
        let (words, found) = match (launcher, text(at)) {
            (Launcher::Openmpi, "-x" | "--x") | (Launcher::Jsrun, "-E" | "--env") => {
                // Without a value the launcher's own is meant, which is looked up anyway.
                let own = text(at + 1) == variable;
                (2, if own { std::env::var(variable).ok() } else { value(text(at + 1)) })
            }
            (Launcher::Mpich | Launcher::Intel, "-genv" | "-env" | "--genv" | "--env")
                if text(at + 1) == variable =>
            {
                (3, Some(text(at + 2).to_string()))
            }
            (Launcher::Mpich | Launcher::Intel, "-genv" | "-env") => (2, value(text(at + 1))),
            (Launcher::Flux, option) => (1, option.strip_prefix("--env=").and_then(value)),
            _ => (1, None),
        };
        match found {
            Some(found) => {
                own = Some(found);
                at += words;
            }
            None => {
                kept.push(arguments[at].clone());
                at += 1;
            }
        }
    }
    Ok((kept, own))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRELOAD: &str = "LD_PRELOAD";

    fn told(launcher: Launcher, command: &str) -> Result<String, String> {
        let arguments: Vec<OsString> = command.split_whitespace().map(OsString::from).collect();
        let (arguments, own) = without(PRELOAD, launcher, &arguments)?;
        let preload = own.map_or("L".into(), |own| format!("L:{own}"));
        let variables = vec![(PRELOAD.into(), preload), ("SAMEBITS_VERBOSE".into(), "1".into())];
        let all = insert(launcher, arguments, &variables)?;
        let words: Vec<String> = all.iter().map(|a| a.to_string_lossy().into_owned()).collect();
        Ok(words.join(" "))
    }

    #[test]
    fn each_launcher_has_its_own_way() {
        let told = |launcher, command| told(launcher, command).unwrap();
        assert_eq!(
            told(Launcher::Openmpi, "-n 2 a : -n 1 b"),
            "-x LD_PRELOAD=L -x SAMEBITS_VERBOSE=1 -n 2 a : -x LD_PRELOAD=L -x SAMEBITS_VERBOSE=1 -n 1 b"
        );
        assert_eq!(
            told(Launcher::Mpich, "-n 2 a"),
            "-genv LD_PRELOAD L -genv SAMEBITS_VERBOSE 1 -n 2 a"
        );
        assert_eq!(told(Launcher::Jsrun, "-n2 a"), "-E LD_PRELOAD=L -E SAMEBITS_VERBOSE=1 -n2 a");
        assert_eq!(
            told(Launcher::Flux, "run -n2 a"),
            "run --env=LD_PRELOAD=L --env=SAMEBITS_VERBOSE=1 -n2 a"
        );
        assert_eq!(
            told(Launcher::Srun, "-n2 a"),
            "--export=ALL,LD_PRELOAD=L,SAMEBITS_VERBOSE=1 -n2 a"
        );
        let ours = "LD_PRELOAD=L,SAMEBITS_VERBOSE=1";
        assert_eq!(
            told(Launcher::Srun, "-n2 --export=A a : -n1 b : --export=ALL,B=1 c"),
            format!(
                "--export=A,{ours} -n2 a : --export=A,{ours} -n1 b : --export=ALL,B=1,{ours} c"
            )
        );
    }

    #[test]
    fn what_the_user_sets_for_the_ranks_is_merged() {
        let begin = |launcher, command: &str, expected: &str| {
            let told = told(launcher, command).unwrap();
            assert!(told.starts_with(expected), "{told}");
            assert_eq!(told.matches(PRELOAD).count(), 1, "{told}");
        };
        begin(Launcher::Openmpi, "-n 2 -x LD_PRELOAD=m.so -x A=1 a", "-x LD_PRELOAD=L:m.so -x SAM");
        begin(Launcher::Mpich, "-genv LD_PRELOAD m.so -n 2 a", "-genv LD_PRELOAD L:m.so -genv SAM");
        begin(Launcher::Flux, "run --env=LD_PRELOAD=m.so a", "run --env=LD_PRELOAD=L:m.so --env=S");
        for export in ["--export=ALL,A=1,LD_PRELOAD=m.so", "--export ALL,A=1,LD_PRELOAD=m.so"] {
            let command = format!("-n2 {export} a");
            begin(
                Launcher::Srun,
                &command,
                "--export=ALL,A=1,LD_PRELOAD=L:m.so,SAMEBITS_VERBOSE=1 -n2 a",
            );
        }
        let own = told(Launcher::Srun, "-n 2 --exclusive /bin/sh --export=B").unwrap();
        assert!(own.ends_with("-n 2 --exclusive /bin/sh --export=B"), "{own}");
        begin(Launcher::Srun, "--export=NONE a", "--export=LD_PRELOAD=L,SAMEBITS_VERBOSE=1 a");
    }

    #[test]
    fn what_cannot_be_told_is_said() {
        let commas = vec![("SAMEBITS_REPORT".to_string(), "/a,b".to_string())];
        assert!(insert(Launcher::Srun, vec![], &commas).unwrap_err().contains("commas"));
        assert!(told(Launcher::Flux, "batch a").unwrap_err().contains("flux run"));
    }
}
