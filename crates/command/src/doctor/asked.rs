//! How many ranks a launcher's arguments ask for, and on which hosts, as far as they say: for what to
//! say of ranks that do not answer. What the ranks themselves are told by the launcher comes before this.

use crate::run::command::{parts, Part};
use crate::run::launcher::Launcher;
use std::env;
use std::ffi::OsString;
use std::fs;

const COUNT: &[&str] = &["n", "np", "ntasks", "nrs", "pes"];
const HOSTS: &[&str] = &["H", "host", "hosts", "hostlist", "w", "nodelist", "L", "node-list"];
/// (jsrun's -f is a file of programs.)
const FILES: &[&str] = &["hostfile", "machinefile"];
const HYDRAS: &[&str] = &["hostfile", "machinefile", "f"];

/// In which Slurm says the nodes of a job.
const NODES: &[&str] = &["SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST"];

/// The values of those options of a part that have one of these names.
fn values<'a>(
    part: &'a Part,
    arguments: &'a [OsString],
    names: &'a [&str],
) -> impl Iterator<Item = String> + 'a {
    let named = part.options.iter().filter(|option| names.contains(&option.name));
    named.filter_map(|option| option.value(arguments))
}

/// The number of ranks, if every program has one.
pub fn ranks(launcher: Launcher, arguments: &[OsString]) -> Option<u64> {
    let parts = parts(launcher, arguments);
    let names: &[&str] = match launcher {
        // Its -n is the number of resource sets, of which each may have several ranks.
        Launcher::Jsrun => &["p", "np"],
        _ => COUNT,
    };
    let number = |part: &Part| values(part, arguments, names).find_map(|value| value.parse().ok());
    let numbers: Option<Vec<u64>> = parts.iter().map(number).collect();
    numbers.map(|numbers| numbers.iter().sum())
}

/// The hosts that are named: in the arguments, in files that these name, or by Slurm.
pub fn hosts(launcher: Launcher, arguments: &[OsString]) -> Vec<String> {
    let mut found = Vec::new();
    let in_files = match launcher {
        Launcher::Mpich | Launcher::Intel => HYDRAS,
        _ => FILES,
    };
    for part in parts(launcher, arguments) {
        found.extend(values(&part, arguments, HOSTS).flat_map(|list| expand(&list)));
        let files = values(&part, arguments, in_files);
        let files = files.filter_map(|path| fs::read_to_string(path).ok());
        found.extend(
            files.flat_map(|text| text.lines().filter_map(host_of_line).collect::<Vec<_>>()),
        );
    }
    if found.is_empty() && launcher == Launcher::Srun {
        let list = NODES.iter().find_map(|name| env::var(name).ok());
        found = expand(&list.unwrap_or_default());
    }
    // An address does not tell the name that the host itself has.
    found.retain(|host| host.chars().any(char::is_alphabetic) && !host.starts_with("localhost"));
    found.sort();
    found.dedup();
    found
}

fn host_of_line(line: &str) -> Option<String> {
    let name = line.split('#').next()?.split_whitespace().next()?;
    Some(name.split(':').next()?.to_string())
}

/// "n1:4,n2" of mpirun, and "n[1-3,07],m" of Slurm.
fn expand(list: &str) -> Vec<String> {
    let (mut items, mut depth) = (vec![String::new()], 0);
    for letter in list.chars() {
        depth += i32::from(letter == '[') - i32::from(letter == ']');
        match items.last_mut() {
            Some(last) if letter != ',' || depth > 0 => last.push(letter),
            _ => items.push(String::new()),
        }
    }
    let items = items.iter().filter(|item| !item.is_empty());
    items.flat_map(|item| ranges(item).unwrap_or_else(|| vec![item.clone()])).collect()
}

/// None where it is nothing that Slurm writes, or of no bounded length.
fn ranges(item: &str) -> Option<Vec<String>> {
    let Some((name, rest)) = item.split_once('[') else {
        return Some(vec![item.split(':').next()?.to_string()]);
    };
    let inner = rest.strip_suffix(']')?;
    let mut names = Vec::new();
    for range in inner.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (from, to): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        if to.checked_sub(from)? > 100_000 {
            return None;
        }
        let width = first.len();
        names.extend((from..=to).map(|number| format!("{name}{number:0width$}")));
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str) -> Vec<OsString> {
        command.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn the_number_is_found_and_the_programs_own_options_are_not_taken_for_it() {
        use Launcher::*;
        for (launcher, command, expected) in [
            (Openmpi, "-n 8 ./a -n 2", Some(8)),
            (Openmpi, "--map-by ppr:1:node ./a -n 2", None),
            (Mpich, "-n 2 ./a : -np 3 ./b", Some(5)),
            (Mpich, "-n 2 ./a : ./b", None),
            (Srun, "--ntasks=16 -p short ./a", Some(16)),
            (Srun, "-n4 ./a", Some(4)),
            (Jsrun, "-p 6 ./a", Some(6)),
        ] {
            assert_eq!(ranks(launcher, &words(command)), expected, "{command}");
        }
    }

    #[test]
    fn hosts_are_found_in_lists_and_files() {
        let of = |launcher, command: &str| hosts(launcher, &words(command));
        assert_eq!(of(Launcher::Openmpi, "-H n1:4,n2 -n 2 ./a -H n3"), ["n1", "n2"]);
        assert_eq!(of(Launcher::Srun, "-w n[08-10,12],m ./a"), ["m", "n08", "n09", "n10", "n12"]);
        let top = tempfile::tempdir().unwrap();
        let file = top.path().join("hosts");
        fs::write(&file, "# all\nn1 slots=4\n\nn2:3\n10.0.0.1\nlocalhost\n").unwrap();
        let command = format!("--hostfile {} -n 2 ./a", file.display());
        assert_eq!(of(Launcher::Openmpi, &command), ["n1", "n2"]);
        assert_eq!(of(Launcher::Mpich, "-n 2 ./a"), [""; 0]);
        for odd in ["n[1", "n[a-b]", "n[3-1]", "n[0-99999999999]", "[", "]", ","] {
            expand(odd);
        }
    }
}
