//! A launcher's arguments, cut into its own options and the programs that it starts. What belongs to a
//! program is nobody else's: it may look like an option of the launcher's, and is none.

use super::execute;
use super::launcher::Launcher;
use super::syntax::Syntax;
use std::ffi::OsString;
use std::ops::Range;

/// Options, and the program for which they are. Most launchers start one; in some commands several
/// such parts are separated by colons.
#[derive(Debug)]
pub struct Part {
    pub begin: usize,
    pub options: Vec<Given>,
    /// The program and its arguments; empty if none is named.
    pub program: Range<usize>,
}

/// An option as it stands among the launcher's arguments.
#[derive(Debug)]
pub struct Given {
    /// Its name without dashes, in full; "" if the launcher is not known to have it.
    pub name: &'static str,
    /// It and its values.
    pub words: Range<usize>,
    /// Where in its own word its first value begins, if that is there.
    glued: Option<usize>,
}

impl Given {
    pub fn value(&self, arguments: &[OsString]) -> Option<String> {
        let text = |at: usize| arguments[at].to_string_lossy().into_owned();
        match self.glued {
            Some(begin) => text(self.words.start).get(begin..).map(str::to_string),
            None if self.words.len() > 1 => Some(text(self.words.start + 1)),
            None => None,
        }
    }

    /// How many values it has, in whatever words.
    pub fn values(&self) -> usize {
        self.words.len() - 1 + usize::from(self.glued.is_some())
    }

    /// The last word of the option with another value in it.
    pub fn with_last_value(&self, arguments: &[OsString], value: &str) -> OsString {
        match self.glued.filter(|_| self.words.len() == 1) {
            Some(begin) => {
                let text = arguments[self.words.start].to_string_lossy();
                format!("{}{value}", &text[..begin]).into()
            }
            None => value.into(),
        }
    }
}

pub fn parts(launcher: Launcher, arguments: &[OsString]) -> Vec<Part> {
    let syntax = Syntax::of(launcher);
    let mut all = Vec::new();
    let mut start = usize::from(launcher == Launcher::Flux).min(arguments.len());
    loop {
        let colon = arguments[start..].iter().position(|word| word == ":").filter(|_| syntax.colon);
        let end = colon.map_or(arguments.len(), |colon| start + colon);
        all.push(part(syntax, arguments, start..end));
        if colon.is_none() {
            return all;
        }
        start = end + 1;
    }
}

/// Where each program begins and its arguments end; none where a file names the programs.
pub fn programs(launcher: Launcher, arguments: &[OsString]) -> Vec<Range<usize>> {
    if file_of_programs(launcher, arguments).is_some() {
        return Vec::new();
    }
    let programs = parts(launcher, arguments).into_iter().map(|part| part.program);
    programs.filter(|program| !program.is_empty()).collect()
}

/// The option, as it is typed, by which a file names the programs.
pub fn file_of_programs(launcher: Launcher, arguments: &[OsString]) -> Option<String> {
    let files = Syntax::of(launcher).files;
    let parts = parts(launcher, arguments);
    let mut options = parts.iter().flat_map(|part| &part.options);
    let option = options.find(|option| files.contains(&option.name))?;
    let words = arguments[option.words.clone()].iter().map(|word| word.to_string_lossy());
    Some(words.collect::<Vec<_>>().join(" "))
}

fn part(syntax: &Syntax, arguments: &[OsString], words: Range<usize>) -> Part {
    let (mut options, mut at) = (Vec::new(), words.start);
    while at < words.end {
        let text = arguments[at].to_string_lossy();
        if text == "--" {
            at += 1;
            break;
        }
        if !text.starts_with('-') || text == "-" {
            break;
        }
        let option = option(syntax, &arguments[..words.end], at, &text);
        at = option.words.end;
        options.push(option);
    }
    Part { begin: words.start, options, program: at..words.end }
}

fn option(syntax: &Syntax, arguments: &[OsString], at: usize, text: &str) -> Given {
    let dashes = if text.starts_with("--") { 2 } else { 1 };
    let body = &text[dashes..];
    let cut = body.find('=');
    let name = &body[..cut.unwrap_or(body.len())];
    let long = dashes == 2 || !syntax.getopt;
    let known = if long { syntax.long_option(name) } else { syntax.option(body) };
    let (known, glued) = match known {
        Some(known) => (Some(known), cut.map(|cut| dashes + cut + 1)),
        None if long => (None, cut.map(|cut| dashes + cut + 1)),
        None => letters(syntax, body),
    };
    let Some((name, values)) = known else {
        let whole = has_number(body) || (!long && body.len() > 1);
        let glued = glued.or(whole.then_some(text.len()));
        let more = usize::from(glued.is_none() && is_value(arguments.get(at + 1)));
        return Given { name: "", words: at..at + 1 + more, glued };
    };
    let mut given = Given { name, words: at..at + 1, glued };
    let mut more = values.saturating_sub(usize::from(glued.is_some()));
    // Hydra takes NAME=VALUE in one word, too.
    let first = glued.map(|begin| text[begin..].to_string()).or_else(|| {
        let next = arguments.get(at + 1)?;
        Some(next.to_string_lossy().into_owned())
    });
    if matches!(name, "env" | "genv") && values == 2 && first.is_some_and(|it| it.contains('=')) {
        more -= 1;
    }
    given.words.end = (at + 1 + more).min(arguments.len());
    given
}

/// Letters behind one dash: the first one that takes a value has the rest for it, or the next word.
fn letters(syntax: &Syntax, body: &str) -> (Option<(&'static str, usize)>, Option<usize>) {
    let mut last = None;
    for (at, letter) in body.char_indices() {
        let rest = at + letter.len_utf8();
        let Some((name, values)) = syntax.option(&body[at..rest]) else { return (last, None) };
        if values > 0 {
            return (Some((name, values)), (rest < body.len()).then_some(1 + rest));
        }
        last = Some((name, 0));
    }
    (last, None)
}

/// `-n2`.
fn has_number(option: &str) -> bool {
    option.len() > 1 && option.bytes().skip(1).all(|byte| byte.is_ascii_digit())
}

/// Whether the word behind an option that is not known is likely to be its value.
fn is_value(next: Option<&OsString>) -> bool {
    next.is_some_and(|next| {
        !next.as_encoded_bytes().starts_with(b"-") && execute::find(next).is_err()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    fn words(command: &str) -> Vec<OsString> {
        command.split_whitespace().map(OsString::from).collect()
    }

    fn found(launcher: Launcher, command: &str) -> Vec<String> {
        let words = words(command);
        let all = programs(launcher, &words).into_iter();
        all.map(|range| words[range].join(OsStr::new(" ")).into_string().unwrap()).collect()
    }

    #[test]
    fn programs_begin_behind_the_launchers_options() {
        use Launcher::*;
        for (launcher, command, expected) in [
            (Openmpi, "-n 2 ./a -x b", "./a -x b"),
            (Openmpi, "--oversubscribe --mca btl self -np 2 -x A=1 -x B ./a", "./a"),
            (Openmpi, "--bind-to none --unknown ls", "ls"),
            (Openmpi, "--unknown value ./a", "./a"),
            (Openmpi, "--unknown=value ./a", "./a"),
            (Openmpi, "--map-by ppr:1:node --report-state-on-timeout ./a", "./a"),
            (Openmpi, "-H env,sh --wdir /bin/ls ./a", "./a"),
            (Openmpi, "--np=2 --tag-output -- -a", "-a"),
            (Openmpi, "-n 2 env A=1 ./a -x b", "env A=1 ./a -x b"),
            (Mpich, "-genv A 1 -env B=2 -l -n 3 ./a 4", "./a 4"),
            (Mpich, "-n=2 -genv=A=1 --ppn 1 ./a -env B 2", "./a -env B 2"),
            (Intel, "-ppn 2 -bootstrap ssh ./a", "./a"),
            (Intel, "-s all -gtool sh:0 -check_mpi ./a", "./a"),
            (Srun, "-n2 --export ALL -c 1 ./a", "./a"),
            (Srun, "--nodes=2 --exclusive ./a", "./a"),
            (Srun, "-ln 2 -wsh --mpi pmix --cpu-bind sh ./a", "./a"),
            (Srun, "-Kl --ntasks-per-n 2 ./a -n", "./a -n"),
            (Flux, "run -n2 -o cpu-affinity=off ./a", "./a"),
            (Flux, "run -n2 --env A=1 ./a : b", "./a : b"),
            (Jsrun, "-n 2 -a1 ./a", "./a"),
            (Jsrun, "--smpiargs=-gpu -E A=1 ./a -E b", "./a -E b"),
            (Aprun, "-n4 -cc cpu -e A=1 -ss -N 2 ./a -e B=2", "./a -e B=2"),
        ] {
            assert_eq!(found(launcher, command), [expected], "{command}");
        }
        assert_eq!(found(Openmpi, "-n 1 ./a 1 : -n 2 ./b"), ["./a 1", "./b"]);
        assert_eq!(found(Srun, "-n1 ./a 1 : --export A ./b"), ["./a 1", "./b"]);
        assert!(found(Openmpi, "-n 2").is_empty());
        assert!(found(Openmpi, "-n").is_empty());
        assert!(found(Flux, "").is_empty());
    }

    #[test]
    fn a_file_of_programs_is_named() {
        for (launcher, command, option) in [
            (Launcher::Openmpi, "-app list", "-app list"),
            (Launcher::Mpich, "-configfile list", "-configfile list"),
            (Launcher::Srun, "-n 2 --multi-prog list", "--multi-prog"),
        ] {
            let words = words(command);
            assert_eq!(file_of_programs(launcher, &words).as_deref(), Some(option));
            assert!(programs(launcher, &words).is_empty());
        }
        assert_eq!(file_of_programs(Launcher::Openmpi, &words("-n 2 ./a --app list")), None);
    }

    #[test]
    fn values_are_found_wherever_they_stand() {
        for (launcher, command, value) in [
            (Launcher::Srun, "--export=A=1 ./a", "A=1"),
            (Launcher::Srun, "--expo A=1 ./a", "A=1"),
            (Launcher::Jsrun, "-EA=1 ./a", "A=1"),
            (Launcher::Openmpi, "-x A=1 ./a", "A=1"),
        ] {
            let words = words(command);
            let parts = parts(launcher, &words);
            assert_eq!(parts[0].options[0].value(&words).as_deref(), Some(value), "{command}");
        }
    }
}
