//! Programs that run another one, whose words follow their own: what stands between a launcher and the
//! program.

use super::execute;
use std::ffi::{OsStr, OsString};
use std::ops::Range;
use std::path::Path;

struct Wrapper {
    name: &'static str,
    /// Its options whose values are words of their own, without dashes.
    with_value: &'static str,
    /// Words before the program that are no options.
    words: usize,
}

const fn wrapper(name: &'static str, with_value: &'static str, words: usize) -> Wrapper {
    Wrapper { name, with_value, words }
}

const WRAPPERS: &[Wrapper] = &[
    wrapper("env", "u unset C chdir S", 0),
    wrapper("chrt", "T P D", 1),
    wrapper("cuda-gdb", "ex eval-command x command iex ix d directory", 0),
    wrapper("gdb", "ex eval-command x command iex ix d directory", 0),
    wrapper("hwloc-bind", "membind mempolicy", 1),
    wrapper("ionice", "c class n classdata", 0),
    wrapper("linux64", "", 0),
    wrapper("lldb", "o one-line s source", 0),
    wrapper("ltrace", "a A D e F l n o s u w x", 0),
    wrapper("nice", "n adjustment", 0),
    wrapper("nohup", "", 0),
    wrapper(
        "numactl",
        "C physcpubind i interleave m membind N cpunodebind p preferred P preferred-many w \
         weighted-interleave",
        0,
    ),
    wrapper("perf", "c count e event F freq g I o output", 1),
    wrapper("setarch", "", 0),
    wrapper("setsid", "", 0),
    wrapper("stdbuf", "i input o output e error", 0),
    wrapper("strace", "a b e E I o O p P s S u X", 0),
    wrapper("taskset", "", 1),
    wrapper("time", "f format o output", 0),
    wrapper("timeout", "k kill-after s signal", 1),
    wrapper("valgrind", "", 0),
    wrapper(
        "xvfb-run",
        "e error-file f auth-file n server-num p xauth-protocol s server-args w",
        0,
    ),
];

fn known(word: &OsStr) -> Option<&'static Wrapper> {
    let name = Path::new(word).file_name().unwrap_or(word).to_string_lossy();
    WRAPPERS.iter().find(|wrapper| wrapper.name == name)
}

/// The word that is the program itself, behind those that only start it.
pub fn behind(words: &[OsString]) -> &OsStr {
    &words[chain(words).last().copied().unwrap_or(0)]
}

/// Where the wrappers stand that come one behind the other, and last the program.
fn chain(words: &[OsString]) -> Vec<usize> {
    let mut all: Vec<usize> = (0..words.len()).take(1).collect();
    while let Some(next) = all.last().and_then(|at| started_by(words, *at)) {
        all.push(next);
    }
    all
}

/// Where the program begins that the wrapper runs.
fn started_by(words: &[OsString], wrapper: usize) -> Option<usize> {
    let row = known(&words[wrapper])?;
    let (mut at, mut skip, mut may_be_value) = (wrapper + 1, row.words, false);
    while at < words.len() {
        let word = words[at].to_string_lossy();
        let option = word.strip_prefix('-').map(|option| option.trim_start_matches('-'));
        match option {
            Some("") => return (at + 1 < words.len()).then_some(at + 1),
            Some(option) => {
                let has_value = row.with_value.split(' ').any(|it| it == option);
                at += usize::from(has_value);
                // All of env's are known.
                may_be_value = !has_value && row.name != "env" && !option.contains('=');
            }
            None if row.name == "env" && word.contains('=') => {}
            None if skip > 0 => (skip, may_be_value) = (skip - 1, false),
            None if may_be_value && execute::find(&words[at]).is_err() => may_be_value = false,
            None => return Some(at),
        }
        at += 1;
    }
    None
}

/// Where the wrapper env sets this variable for the program: the place of "NAME=value". `Err` if it
/// takes the variable away.
pub fn set_by_env(words: &[OsString], variable: &str) -> Result<Option<usize>, String> {
    let chain = chain(words);
    let mut found = None;
    for pair in chain.windows(2).filter(|pair| is_env(&words[pair[0]])) {
        let own: Range<usize> = pair[0] + 1..pair[1];
        let text = |at: usize| words[at].to_string_lossy();
        let set = own
            .clone()
            .rfind(|at| text(*at).strip_prefix(variable).is_some_and(|rest| rest.starts_with('=')));
        let clears = |at: usize| match &*text(at) {
            "-" | "-i" | "--ignore-environment" => true,
            "-u" | "--unset" => at + 1 < pair[1] && text(at + 1) == variable,
            word => [format!("-u{variable}"), format!("--unset={variable}")].contains(&word.into()),
        };
        if let (None, Some(at)) = (set, own.clone().find(|at| clears(*at))) {
            let at = at + usize::from(["-u", "--unset"].contains(&&*text(at)));
            return Err(format!(
                "{} removes {variable} from the program's environment, and samebits with it: leave \
                 it out, or set {variable}= after it, and the library is added there",
                words[pair[0]..=at].join(OsStr::new(" ")).to_string_lossy()
            ));
        }
        found = set.or(found);
    }
    Ok(found)
}

fn is_env(word: &OsStr) -> bool {
    known(word).is_some_and(|wrapper| wrapper.name == "env")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str) -> Vec<OsString> {
        command.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn wrappers_are_looked_behind() {
        let behind = |command| behind(&words(command)).to_string_lossy().into_owned();
        for (command, program) in [
            ("env A=1 sh -c x", "sh"),
            ("nice -n 5 env sh", "sh"),
            ("env", "env"),
            ("sh env", "sh"),
            ("./a env", "./a"),
            ("taskset -c 0 sh", "sh"),
            ("taskset 0x1 sh", "sh"),
            ("timeout -k 5 10 sh", "sh"),
            ("timeout -s KILL 10 env -u cat sh", "sh"),
            ("numactl -N 0 --membind=0 sh", "sh"),
            ("strace -e cat -o out sh", "sh"),
            ("perf stat -e cycles -- sh", "sh"),
            ("gdb -ex run --args sh -c x", "sh"),
            ("valgrind --tool=memcheck sh cat", "sh"),
            ("valgrind --log-file out ./not-here cat", "./not-here"),
            ("env -i A=1 ./not-here cat", "./not-here"),
        ] {
            assert_eq!(behind(command), program, "{command}");
        }
    }

    #[test]
    fn what_env_does_to_a_variable_is_seen() {
        let set = |command| set_by_env(&words(command), "LD_PRELOAD");
        assert_eq!(set("env A=1 sh -c LD_PRELOAD=x"), Ok(None));
        assert_eq!(set("sh LD_PRELOAD=x"), Ok(None));
        assert_eq!(set("env A=1 LD_PRELOAD=x sh"), Ok(Some(2)));
        assert_eq!(set("env LD_PRELOAD=x ./not-here"), Ok(Some(1)));
        assert_eq!(set("nice env -i LD_PRELOAD=x sh"), Ok(Some(3)));
        assert_eq!(set("env -u A sh"), Ok(None));
        for command in ["env -i sh", "env -u LD_PRELOAD sh", "env --unset=LD_PRELOAD nice sh"] {
            let why = set(command).unwrap_err();
            assert!(why.starts_with("env -") && why.contains("removes LD_PRELOAD from"), "{why}");
        }
    }
}
