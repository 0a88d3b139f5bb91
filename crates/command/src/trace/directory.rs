//! Which trace files are meant by a path: a job's directory, the directory above it if it holds
//! one job only, or one rank's file.

use std::fs;
use std::path::{Path, PathBuf};

/// What was found at a path.
#[derive(Debug, PartialEq, Eq)]
pub struct Place {
    /// The job's directory, or the file.
    pub path: PathBuf,
    /// The ranks' files, by their names.
    pub files: Vec<PathBuf>,
}

/// Why no trace was found, in words.
#[derive(Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is none, or not yet.
    Nothing(String),
    /// It cannot be told which one is meant.
    Several(String),
}

impl Trouble {
    pub fn words(self) -> String {
        match self {
            Trouble::Nothing(words) | Trouble::Several(words) => words,
        }
    }
}

impl From<String> for Trouble {
    fn from(words: String) -> Trouble {
        Trouble::Nothing(words)
    }
}

/// The rank in a name such as rank-000012.trace.
pub fn rank_of(path: &Path) -> Option<u32> {
    let name = path.file_name()?.to_str()?;
    name.strip_prefix("rank-")?.strip_suffix(".trace")?.parse().ok()
}

pub fn find(path: &Path) -> Result<Place, Trouble> {
    let shown = path.display();
    let metadata = fs::metadata(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    if !metadata.is_dir() {
        return Ok(Place { path: path.into(), files: vec![path.into()] });
    }
    let files = ranks(path)?;
    if !files.is_empty() {
        return Ok(Place { path: path.into(), files });
    }
    let mut jobs = Vec::new();
    for entry in entries(path)? {
        if entry.is_dir() && !ranks(&entry)?.is_empty() {
            jobs.push(entry);
        }
    }
    match &jobs[..] {
        [] => Err(Trouble::Nothing(format!(
            "there is no trace in {shown}: neither files rank-….trace nor a directory with such files"
        ))),
        [job] => Ok(Place { path: job.clone(), files: ranks(job)? }),
        several => {
            let names = several.iter().map(|job| format!("  {}", job.display()));
            let names = names.collect::<Vec<_>>().join("\n");
            let number = several.len();
            let several = format!("{shown} holds the traces of {number} jobs; name one of them");
            Err(Trouble::Several(format!("{several}:\n{names}")))
        }
    }
}

fn ranks(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = entries(directory)?;
    files.retain(|file| rank_of(file).is_some());
    Ok(files)
}

fn entries(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let trouble = |error| format!("cannot read {}: {error}", directory.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory).map_err(trouble)? {
        paths.push(entry.map_err(trouble)?.path());
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_found_where_it_is_the_only_one() {
        let top = tempfile::tempdir().unwrap();
        assert!(find(top.path()).unwrap_err().words().contains("no trace"));
        let job = |name: &str| {
            let job = top.path().join(name);
            fs::create_dir(&job).unwrap();
            fs::write(job.join("rank-000000.trace"), "").unwrap();
            job
        };
        let first = job("job-1-host-1");
        fs::create_dir(top.path().join("other")).unwrap();
        assert_eq!(find(top.path()).unwrap().path, first);
        assert_eq!(find(&first).unwrap(), find(top.path()).unwrap());
        let file = first.join("rank-000000.trace");
        assert_eq!(find(&file).unwrap().files, [file]);
        job("job-2-host-1");
        let message = find(top.path()).unwrap_err().words();
        assert!(message.contains("2 jobs") && message.contains("job-2-host-1"), "{message}");
        assert!(find(&top.path().join("nothing")).unwrap_err().words().contains("cannot read"));
    }

    #[test]
    fn names_of_files_tell_the_rank() {
        assert_eq!(rank_of(Path::new("/a/rank-000012.trace")), Some(12));
        assert_eq!(rank_of(Path::new("rank-x.trace")), None);
        assert_eq!(rank_of(Path::new("rank-000012.trace.gz")), None);
    }
}
