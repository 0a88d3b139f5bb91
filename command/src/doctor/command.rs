//! Which words of a command are the launcher's, and which are programs that it starts.

use super::program::CONTAINERS;
use crate::run::execute;
use crate::run::launcher::Launcher;
use std::ffi::{OsStr, OsString};
use std::ops::Range;
use std::path::Path;

/// Options with so many values, of the launchers whose words cannot tell; options that are not
/// listed have a value if the next word is neither an option nor a program.
const VALUES: &[(&[Launcher], usize, &[&str])] = &[
    (&[Launcher::Openmpi], 2, &["mca", "gmca", "pmca", "prtemca", "gprtemca", "pmixmca"]),
    (
        &[Launcher::Openmpi],
        1,
        &[
            "n",
            "np",
            "c",
            "N",
            "npernode",
            "npersocket",
            "x",
            "H",
            "host",
            "hostfile",
            "machinefile",
            "map-by",
            "bind-to",
            "rank-by",
            "wdir",
            "wd",
            "path",
            "prefix",
            "am",
            "tune",
            "app",
            "output-filename",
            "rankfile",
            "rf",
            "timeout",
            "stdin",
            "report-state-on-timeout",
            "preload-files",
            "slot-list",
            "cpu-set",
            "output",
            "runtime-options",
            "display",
        ],
    ),
    (
        &[Launcher::Openmpi],
        0,
        &[
            "oversubscribe",
            "allow-run-as-root",
            "tag-output",
            "timestamp-output",
            "bynode",
            "byslot",
            "display-map",
            "display-allocation",
            "nooversubscribe",
            "report-bindings",
            "q",
            "v",
            "merge-stderr-to-stdout",
            "do-not-launch",
            "nolocal",
            "pernode",
            "use-hwthread-cpus",
        ],
    ),
    (&[Launcher::Mpich, Launcher::Intel], 2, &["genv", "env"]),
    (
        &[Launcher::Mpich, Launcher::Intel],
        1,
        &[
            "n",
            "np",
            "f",
            "hosts",
            "host",
            "machinefile",
            "hostfile",
            "wdir",
            "bind-to",
            "map-by",
            "ppn",
            "perhost",
            "launcher",
            "rmk",
            "iface",
            "genvlist",
            "envlist",
            "membind",
            "outfile",
            "errfile",
            "outfile-pattern",
            "errfile-pattern",
            "configfile",
            "topolib",
            "demux",
            "ranks-per-proc",
            "path",
            "launcher-exec",
            "bootstrap",
            "pmi-port",
            "s",
        ],
    ),
    (
        &[Launcher::Mpich, Launcher::Intel],
        0,
        &[
            "genvall",
            "genvnone",
            "envall",
            "envnone",
            "l",
            "prepend-rank",
            "v",
            "verbose",
            "print-all-exitcodes",
        ],
    ),
    (
        &[Launcher::Srun],
        1,
        &[
            "n",
            "ntasks",
            "N",
            "nodes",
            "c",
            "cpus-per-task",
            "p",
            "partition",
            "A",
            "account",
            "t",
            "time",
            "J",
            "job-name",
            "w",
            "nodelist",
            "x",
            "exclude",
            "D",
            "chdir",
            "o",
            "output",
            "e",
            "error",
            "m",
            "distribution",
            "C",
            "constraint",
            "q",
            "qos",
            "i",
            "input",
            "export",
            "G",
            "r",
            "relative",
        ],
    ),
    (
        &[Launcher::Srun],
        0,
        &["l", "label", "exclusive", "overlap", "Q", "quiet", "u", "unbuffered", "v"],
    ),
    (
        &[Launcher::Flux],
        1,
        &[
            "n",
            "ntasks",
            "N",
            "nodes",
            "c",
            "cores-per-task",
            "t",
            "time-limit",
            "o",
            "q",
            "g",
            "env",
        ],
    ),
    (
        &[Launcher::Jsrun],
        1,
        &[
            "n",
            "nrs",
            "a",
            "tasks_per_rs",
            "c",
            "cpu_per_rs",
            "g",
            "gpu_per_rs",
            "r",
            "rs_per_host",
            "p",
            "np",
            "d",
            "b",
            "bind",
            "l",
            "E",
            "env",
            "h",
            "o",
            "k",
            "smpiargs",
        ],
    ),
];

/// Programs that run another one, whose words follow their own.
const WRAPPERS: &[&str] = &[
    "env",
    "setarch",
    "linux64",
    "numactl",
    "taskset",
    "hwloc-bind",
    "nice",
    "time",
    "stdbuf",
    "valgrind",
    "perf",
    "strace",
    "ltrace",
    "chrt",
    "timeout",
    "xvfb-run",
];

/// Where each program begins and its arguments end, among the launcher's arguments. Several are
/// separated by colons.
pub fn programs(launcher: Launcher, arguments: &[OsString]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = usize::from(launcher == Launcher::Flux);
    while start < arguments.len() {
        let colon = arguments[start..].iter().position(|word| word == ":");
        let end = colon.map_or(arguments.len(), |colon| start + colon);
        found.extend(begin(launcher, arguments, start..end).map(|begin| begin..end));
        start = end + 1;
    }
    found
}

fn begin(launcher: Launcher, arguments: &[OsString], words: Range<usize>) -> Option<usize> {
    let mut at = words.start;
    while at < words.end {
        let word = arguments[at].to_string_lossy();
        let Some(option) = word.strip_prefix('-') else { return Some(at) };
        let option = option.strip_prefix('-').unwrap_or(option);
        at += 1;
        match values(launcher, option) {
            _ if option.contains('=') || has_number(option) => {}
            // Hydra takes NAME=VALUE in one word, too.
            Some(2)
                if arguments
                    .get(at)
                    .is_some_and(|word| word.as_encoded_bytes().contains(&b'=')) =>
            {
                at += 1;
            }
            Some(values) => at += values,
            None => {
                let next = arguments[..words.end].get(at);
                let is_value = |next: &&OsString| {
                    !next.as_encoded_bytes().starts_with(b"-") && execute::find(next).is_err()
                };
                at += usize::from(next.filter(is_value).is_some());
            }
        }
    }
    None
}

/// `-n2`.
fn has_number(option: &str) -> bool {
    option.len() > 1 && option.bytes().skip(1).all(|byte| byte.is_ascii_digit())
}

fn values(launcher: Launcher, option: &str) -> Option<usize> {
    let rows = VALUES.iter().filter(|(launchers, ..)| launchers.contains(&launcher));
    let mut rows = rows.filter(|(.., names)| names.contains(&option));
    rows.next().map(|(_, values, _)| *values)
}

/// The word that is the program itself, behind those that only start it.
pub fn behind_wrappers(words: &[OsString]) -> &OsStr {
    let mut at = 0;
    while is_wrapper(&words[at]) {
        let next = (at + 1..words.len()).find(|next| {
            let text = words[*next].to_string_lossy();
            !text.starts_with('-') && !text.contains('=') && execute::find(&words[*next]).is_ok()
        });
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    &words[at]
}

fn is_wrapper(word: &OsStr) -> bool {
    let name = Path::new(word).file_name().unwrap_or(word).to_string_lossy();
    WRAPPERS.contains(&name.as_ref()) && !CONTAINERS.contains(&name.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            (Openmpi, "--map-by ppr:1:node ./a", "./a"),
            (Mpich, "-genv A 1 -env B=2 -l -n 3 ./a 4", "./a 4"),
            (Intel, "-ppn 2 -bootstrap ssh ./a", "./a"),
            (Srun, "-n2 --export ALL -c 1 ./a", "./a"),
            (Srun, "--nodes=2 --exclusive ./a", "./a"),
            (Flux, "run -n2 -o cpu-affinity=off ./a", "./a"),
            (Jsrun, "-n 2 -a1 ./a", "./a"),
        ] {
            assert_eq!(found(launcher, command), [expected], "{command}");
        }
        assert_eq!(found(Openmpi, "-n 1 ./a 1 : -n 2 ./b"), ["./a 1", "./b"]);
        assert!(found(Openmpi, "-n 2").is_empty());
    }

    #[test]
    fn wrappers_are_looked_behind() {
        let behind = |command| behind_wrappers(&words(command)).to_string_lossy().into_owned();
        assert_eq!(behind("env A=1 sh -c x"), "sh");
        assert_eq!(behind("nice -n 5 env sh"), "sh");
        assert_eq!(behind("env"), "env");
        assert_eq!(behind("./a env"), "./a");
    }
}
