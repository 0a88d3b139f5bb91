//! Starts this command through the launcher, in the program's place, and hears what the ranks say.

use super::facts::{Library, Math, Rank, Ranks};
use super::{asked, elf, probe};
use crate::run::insert::{self, Told};
use crate::run::preload::{self, Preload};
use crate::run::{command, launcher::Launcher, Variables};
use std::ffi::{OsStr, OsString};
use std::io::{stderr, IsTerminal, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(50);
/// Nothing is shown before.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is started, and how.
pub struct Job<'a> {
    pub launcher: Launcher,
    pub program: &'a OsStr,
    pub arguments: &'a [OsString],
    pub library: &'a str,
    /// The variables of samebits for the ranks.
    pub variables: Variables,
    pub patience: Duration,
}

/// The ranks, or why there are none.
pub fn ranks(job: Job<'_>) -> Result<Ranks, String> {
    let own = own_file()?;
    let mut arguments = job.arguments.to_vec();
    let number = asked::ranks(job.launcher, &arguments);
    let hosts = asked::hosts(job.launcher, &arguments);
    let programs = command::programs(job.launcher, &arguments);
    if programs.is_empty() {
        return Err("the launcher's command names no program".into());
    }
    for range in programs.into_iter().rev() {
        arguments.splice(range, [own.clone(), "probe".into(), job.library.into()]);
    }
    let asked = |name: &str| insert::value(name, job.launcher, &arguments);
    let preload = Preload::new(vec![job.library], &[]);
    let before = asked(preload::VARIABLE).or_else(|| std::env::var(preload::VARIABLE).ok());
    // What the launcher's own options set stays.
    let others = job.variables.into_iter().map(|(name, value)| {
        let value = asked(&name).unwrap_or(value);
        (name, value)
    });
    let first = (preload::VARIABLE.to_string(), preload.with(before.as_deref()));
    let sent: Variables = std::iter::once(first).chain(others).collect();
    let beside = |own: &str| Ok(preload.with(Some(own)));
    let mut told: Vec<Told> = sent.iter().cloned().map(Told::new).collect();
    told[0].merged = Some(&beside);
    let arguments = insert::insert(job.launcher, &arguments, &told)?;
    let mut command = Command::new(job.program);
    command.args(arguments);
    let (output, failed) = finish(command, job.patience, "the probe")?;
    let (ranks, said) = probe::parse(&output);
    let command = own.to_string_lossy().into_owned();
    Ok(Ranks { ranks, said, failed, asked: number, hosts, command, sent })
}

/// The library, as a process of this machine finds it.
pub fn library(path: &str) -> Library {
    let elf = elf::read(Path::new(path), false).ok().flatten();
    let found = Library {
        path: path.into(),
        glibc: elf.as_ref().and_then(|elf| elf.glibc),
        native: elf.as_ref().is_some_and(|elf| elf.native),
        loads: Err("it is not a library".into()),
    };
    if elf.is_none() {
        return found;
    }
    Library { loads: preloaded(path, |rank| rank.loaded), ..found }
}

/// The mathematical functions, likewise.
pub fn math(path: &str) -> Math {
    let elf = elf::read(Path::new(path), false).ok().flatten().unwrap_or_default();
    let loads = preloaded(path, |rank| rank.exp).and_then(|file| match file == path {
        true => Ok(()),
        false => Err(format!("a process gets exp from {file}")),
    });
    Math { path: path.into(), functions: elf.defines, loads }
}

/// What a process says into which a library is preloaded, or what the loader says.
fn preloaded(path: &str, of: impl Fn(Rank) -> Option<String>) -> Result<String, String> {
    let mut command = Command::new(own_file()?);
    command.args(["probe", path]).env("LD_PRELOAD", path);
    let (output, _) = finish(command, Duration::from_secs(10), "the library")?;
    let (ranks, said) = probe::parse(&output);
    let found = ranks.into_iter().next().and_then(of);
    found.ok_or_else(|| first_line(&said).unwrap_or("the loader skips it").into())
}

pub fn first_line(text: &str) -> Option<&str> {
    let letters = |line: &&str| line.chars().any(char::is_alphanumeric);
    text.lines().map(str::trim).find(letters)
}

fn own_file() -> Result<OsString, String> {
    let own =
        std::env::current_exe().map_err(|error| format!("cannot find this command: {error}"))?;
    Ok(own.into_os_string())
}

/// What a process prints, and how it fails, if it does.
fn finish(
    mut command: Command,
    patience: Duration,
    what: &str,
) -> Result<(String, Option<String>), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("cannot start {program}: {error}"))?;
    let streams = [read(child.stdout.take()), read(child.stderr.take())];
    let (start, mut shown) = (Instant::now(), None);
    let status = loop {
        let ended =
            child.try_wait().map_err(|error| format!("cannot wait for {program}: {error}"))?;
        if let Some(status) = ended {
            break status;
        }
        if start.elapsed() > patience {
            end(&mut child);
            clear(shown.is_some());
            return Err(format!("{program} had not ended after {} seconds", patience.as_secs()));
        }
        let seconds = start.elapsed().as_secs();
        if start.elapsed() > PATIENCE && shown != Some(seconds) && stderr().is_terminal() {
            shown = Some(seconds);
            // If the terminal is gone, there is nobody to tell.
            let _ = write!(stderr(), "\rsamebits: waiting for {what}, {seconds} s\x1b[K");
        }
        thread::sleep(PAUSE);
    };
    clear(shown.is_some());
    let texts = streams.map(|stream| stream.join().unwrap_or_default());
    Ok((texts.concat(), (!status.success()).then(|| status.to_string())))
}

fn clear(shown: bool) {
    if shown {
        let _ = write!(stderr(), "\r\x1b[K");
    }
}

/// A launcher ends its ranks if it may.
fn end(child: &mut Child) {
    // SAFETY: the process is a child that has not been waited for, so the number is its own.
    unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGTERM) };
    for _ in 0..40 {
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        thread::sleep(PAUSE);
    }
    let _ = child.kill();
    let _ = child.wait();
}

fn read(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, patience: Duration) -> Result<(String, Option<String>), String> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        finish(command, patience, "a test")
    }

    #[test]
    fn output_and_status_are_told() {
        let (output, failed) =
            shell("echo a; echo b >&2; exit 3", Duration::from_secs(20)).unwrap();
        assert_eq!((output.as_str(), failed.is_some()), ("a\nb\n", true));
        assert_eq!(first_line("\n-----\n  a b\nc"), Some("a b"));
    }

    #[test]
    fn what_does_not_end_is_ended() {
        let start = Instant::now();
        let error = shell("exec sleep 60", Duration::from_millis(100)).unwrap_err();
        assert!(error.contains("had not ended"), "{error}");
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}
