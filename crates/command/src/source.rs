//! File and line of a call site, from the debug information of the file that contains the code; and,
//! if that was inlined, where.

use crate::trace::view::SiteView;
use addr2line::Loader;
use object::{Object, ObjectSegment};
use std::collections::HashMap;
use std::fs;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub struct Sources {
    wanted: bool,
    /// Files that were changed after that are not those of the run.
    until: Option<SystemTime>,
    modules: HashMap<String, Option<Module>>,
    changed: Vec<String>,
}

struct Module {
    loader: Loader,
    /// The address of the file's first byte that is loaded, by which offsets are meant.
    base: u64,
}

impl Sources {
    /// If they are not wanted, nothing is looked up.
    pub fn new(wanted: bool) -> Sources {
        Sources { wanted, until: None, modules: HashMap::new(), changed: Vec::new() }
    }

    /// Of runs of which the last one began then, in nanoseconds since 1970.
    pub fn of_runs(wanted: bool, began: u64) -> Sources {
        let until = UNIX_EPOCH.checked_add(Duration::from_nanos(began));
        Sources { until, ..Sources::new(wanted) }
    }

    /// Files that were changed since the runs, so that no line is given for them.
    pub fn changed(&self) -> Vec<&str> {
        let mut changed: Vec<&str> = self.changed.iter().map(String::as_str).collect();
        changed.sort_unstable();
        changed
    }

    /// Says where the site lies, if the file is there and tells.
    pub fn add(&mut self, site: Option<&mut SiteView>) {
        if let Some(site) = site.filter(|_| self.wanted) {
            site.source = self.line(&site.module, site.offset);
        }
    }

    fn line(&mut self, path: &str, offset: u64) -> Option<String> {
        if !self.modules.contains_key(path) {
            let changed = self.until.is_some_and(|until| was_changed(path, until));
            if changed {
                self.changed.push(path.into());
            }
            let module = if changed { None } else { Module::open(path) };
            self.modules.insert(path.into(), module);
        }
        let module = self.modules.get(path)?;
        let module = module.as_ref()?;
        // A return address is behind the call, and may be in another line already.
        let address = module.base.wrapping_add(offset).wrapping_sub(1);
        let mut frames = module.loader.find_frames(address).ok()?;
        let mut lines: Vec<String> = Vec::new();
        while let Ok(Some(frame)) = frames.next() {
            let found = frame.location.and_then(|found| Some((found.file?, found.line)));
            let Some((file, line)) = found else { break };
            lines.push(line.map_or(file.to_string(), |line| format!("{file}:{line}")));
        }
        (!lines.is_empty()).then(|| lines.join(", inlined at "))
    }
}

/// Whether a file is another one than that of a run that began then.
fn was_changed(path: &str, until: SystemTime) -> bool {
    fs::metadata(path).and_then(|file| file.modified()).is_ok_and(|modified| modified > until)
}

impl Module {
    fn open(path: &str) -> Option<Module> {
        let loader = Loader::new(path).ok()?;
        let bytes = fs::read(path).ok()?;
        let file = object::File::parse(&*bytes).ok()?;
        let base = file.segments().map(|segment| segment.address() & !0xfff).min()?;
        Some(Module { loader, base })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> SiteView {
        SiteView {
            module: "/nowhere/program".into(),
            offset: 1,
            function: "f".into(),
            source: None,
        }
    }

    #[test]
    fn a_file_that_was_changed_since_gives_no_lines() {
        let program = std::env::current_exe().unwrap();
        let module = program.to_str().unwrap().to_string();
        for (began, changed) in [(1, vec![module.as_str()]), (u64::MAX, vec![])] {
            let mut sources = Sources::of_runs(true, began);
            let mut found = SiteView { module: module.clone(), ..site() };
            sources.add(Some(&mut found));
            assert_eq!(sources.changed(), changed);
        }
    }

    #[test]
    fn a_site_without_debug_information_stays_as_it_is() {
        let mut found = site();
        Sources::new(true).add(Some(&mut found));
        assert_eq!(found, site());
    }
}
