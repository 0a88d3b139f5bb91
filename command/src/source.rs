//! File and line of a call site, from the debug information of the file that contains the code.

use crate::trace::view::SiteView;
use addr2line::Loader;
use object::{Object, ObjectSegment};
use std::collections::HashMap;
use std::fs;

pub struct Sources {
    wanted: bool,
    modules: HashMap<String, Option<Module>>,
}

struct Module {
    loader: Loader,
    /// The address of the file's first byte that is loaded, by which offsets are meant.
    base: u64,
}

impl Sources {
    /// If they are not wanted, nothing is looked up.
    pub fn new(wanted: bool) -> Sources {
        Sources { wanted, modules: HashMap::new() }
    }

    /// Says where the site lies, if the file is there and tells.
    pub fn add(&mut self, site: Option<&mut SiteView>) {
        if let Some(site) = site.filter(|_| self.wanted) {
            site.source = self.line(&site.module, site.offset);
        }
    }

    fn line(&mut self, path: &str, offset: u64) -> Option<String> {
        let module = self.modules.entry(path.into()).or_insert_with(|| Module::open(path));
        let module = module.as_ref()?;
        // A return address is behind the call, and may be in another line already.
        let address = module.base.wrapping_add(offset).wrapping_sub(1);
        let found = module.loader.find_location(address).ok()??;
        let line = found.line.map_or(String::new(), |line| format!(":{line}"));
        Some(format!("{}{line}", found.file?))
    }
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
    fn a_site_without_debug_information_stays_as_it_is() {
        let mut found = site();
        Sources::new(true).add(Some(&mut found));
        assert_eq!(found, site());
    }
}
