//! Starting the launcher in this command's place, so that signals and its exit status are its own.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file that a shell would run.
pub fn find(program: &OsStr) -> Result<PathBuf, String> {
    let shown = program.to_string_lossy();
    if program.as_bytes().contains(&b'/') {
        let path = Path::new(program);
        return match (path.exists(), runs(path)) {
            (_, true) => Ok(path.into()),
            (true, false) => Err(format!("{shown} is not an executable program")),
            (false, false) => Err(format!("there is no program {shown}")),
        };
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join(program)).find(|path| runs(path));
    found.ok_or_else(|| {
        format!("there is no program {shown} in PATH; if it is a launcher, load its module, or give its path")
    })
}

fn runs(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// Returns only from a dry run, or if the program cannot be started. The variables are the program's
/// own environment, beside what is there.
pub fn execute(
    dry_run: bool,
    line: &str,
    program: &OsStr,
    arguments: &[OsString],
    variables: &[(String, String)],
) -> Result<u8, String> {
    if dry_run {
        crate::output::print(&format!("{line}\n"))?;
        return Ok(0);
    }
    let variables = variables.iter().map(|(name, value)| (name, value));
    let error = Command::new(program).args(arguments).envs(variables).exec();
    Err(format!("cannot start {}: {error}", program.to_string_lossy()))
}
