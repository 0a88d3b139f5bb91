//! The traces of all ranks of a job, and what is wrong with them.

use super::directory::{self, rank_of, Trouble};
use super::rank::RankFile;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub struct Job {
    /// Its directory, or the file.
    pub path: PathBuf,
    /// Ranks of MPI_COMM_WORLD.
    pub size: u32,
    pub id: u64,
    /// By their ranks in MPI_COMM_WORLD.
    pub ranks: BTreeMap<u32, RankFile>,
    /// A sentence for each file that is missing or cannot be used.
    pub problems: Vec<String>,
    /// One rank's file was named, so that the others are not missed.
    pub single: bool,
}

impl Job {
    /// When its last rank began, in nanoseconds since 1970.
    pub fn began(&self) -> u64 {
        self.ranks.values().map(|file| file.header.began).max().unwrap_or(0)
    }

    pub fn open(path: &Path) -> Result<Job, String> {
        let place = directory::find(path).map_err(Trouble::words)?;
        let single = place.files == [place.path.clone()];
        let mut problems = Vec::new();
        let mut ranks: BTreeMap<u32, RankFile> = BTreeMap::new();
        for file in &place.files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let opened = match RankFile::open(file) {
                Ok(opened) => opened,
                Err(why) if single => {
                    return Err(format!("{} is not a trace: {why}", file.display()))
                }
                Err(why) => {
                    problems.push(format!("{name} is left out: {why}"));
                    continue;
                }
            };
            let rank = opened.header.rank;
            if rank_of(file).is_some_and(|named| named != rank) {
                problems.push(format!("{name} is the trace of rank {rank}, despite its name"));
            }
            if let Some(first) = ranks.get(&rank) {
                let first = first.path.display();
                problems.push(format!("{name} is left out: {first} is of rank {rank}, too"));
                continue;
            }
            // The first file says which job this is; nothing is compared across jobs.
            let header = ranks.first_key_value().map_or(opened.header, |(_, file)| file.header);
            if (header.job, header.ranks) != (opened.header.job, opened.header.ranks) {
                problems.push(format!("{name} is left out: it belongs to another job"));
                continue;
            }
            ranks.insert(rank, opened);
        }
        let Some((_, first)) = ranks.first_key_value() else {
            let why = problems.join("; ");
            return Err(format!("no file in {} can be used: {why}", place.path.display()));
        };
        let (size, id) = (first.header.ranks, first.header.job);
        let missing = u64::from(size).saturating_sub(ranks.len() as u64);
        if !single && missing > 0 {
            problems.push(no_files(&ranks, size, missing));
        }
        Ok(Job { path: place.path, size, id, ranks, problems, single })
    }
}

/// A few ranks are named; a header that is damaged may tell of billions.
fn no_files(ranks: &BTreeMap<u32, RankFile>, size: u32, missing: u64) -> String {
    if missing > 100 {
        return format!("{missing} of {size} ranks have no file that can be used");
    }
    let absent: Vec<u32> = (0..size).filter(|rank| !ranks.contains_key(rank)).collect();
    let verb = if missing == 1 { "has" } else { "have" };
    format!("{} of {size} {verb} no file that can be used", list(&absent))
}

/// "rank 3", "ranks 1, 2 and 5"; long lists in part.
pub fn list(ranks: &[u32]) -> String {
    const SHOWN: usize = 12;
    let words: Vec<String> = ranks.iter().take(SHOWN).map(u32::to_string).collect();
    match &words[..] {
        [] => "no rank".into(),
        [one] => format!("rank {one}"),
        words if ranks.len() > SHOWN => {
            format!("ranks {} and {} more", words.join(", "), ranks.len() - SHOWN)
        }
        [first @ .., last] => format!("ranks {} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_listed_in_words() {
        assert_eq!(list(&[3]), "rank 3");
        assert_eq!(list(&[1, 2, 5]), "ranks 1, 2 and 5");
        assert!(list(&(0..20).collect::<Vec<_>>()).ends_with("11 and 8 more"));
    }
}
