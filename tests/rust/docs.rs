//! The documentation names what there is: calls, variables, values, arithmetics, schedules and
//! distributions; files and sections that are linked to; make's targets; folders. Each block of
//! commands is run by tests/packages/pages.sh, or says why not.

use samebits_calls::{Coverage, REDUCTIONS};
use samebits_policy::VARIABLES;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// All pages, by their paths from the root.
fn pages() -> Vec<String> {
    let mut found: Vec<String> =
        vec!["examples/README.md".into(), "fortran_tests/README.md".into()];
    let mut folders: Vec<PathBuf> = vec![root().join("docs")];
    let markdown = |path: &Path| path.extension().is_some_and(|extension| extension == "md");
    let from_root =
        |path: &Path| path.strip_prefix(root()).unwrap().to_str().expect("a name").to_string();
    let top = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    found.extend(top.filter(|path| markdown(path)).map(|path| from_root(&path)));
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if markdown(&path) {
                found.push(from_root(&path));
            }
        }
    }
    found.sort();
    for one in ["README.md", "CONTRIBUTING.md", "docs/policy.md"] {
        assert!(found.iter().any(|path| path == one), "{one} is among {found:?}");
    }
    found
}

/// A block of code: the line at which it begins, its language, the comments directly in front
/// of it and its text.
struct Block<'a> {
    line: usize,
    language: &'a str,
    comments: Vec<&'a str>,
    text: Vec<&'a str>,
}

/// The text of a page without its blocks of code, line by line, and the blocks.
fn split(page: &str) -> (Vec<&str>, Vec<Block<'_>>) {
    let (mut prose, mut blocks) = (Vec::new(), Vec::new());
    let mut comments: Vec<&str> = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            let text = lines.by_ref().map(|(_, line)| line);
            let text = text.take_while(|line| line.trim_start() != "```").collect();
            let comments = std::mem::take(&mut comments);
            blocks.push(Block { line: number + 1, language, comments, text });
        } else if line.starts_with("<!--") {
            comments.push(line);
        } else {
            comments.clear();
            prose.push(line);
        }
    }
    (prose, blocks)
}

/// The text with every run of white space as one space.
fn one_line(page: &str) -> String {
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_variable_and_value_is_described() {
    let page = one_line(&read("docs/policy.md"));
    for variable in VARIABLES {
        let row = page
            .split(&format!("| `{}` |", variable.name))
            .nth(1)
            .unwrap_or_else(|| panic!("docs/policy.md has no row for {}", variable.name));
        let values = row.split(" | ").next().unwrap();
        for word in variable.words() {
            let described = values.contains(&format!("`{word}`"))
                || (values.contains("of [the") && page.contains(&format!(" - `{word}`: ")));
            assert!(described, "{}: {word}", variable.name);
        }
    }
}

#[test]
fn every_reduction_that_is_made_reproducible_is_promised() {
    let page = read("docs/promise.md");
    let (promised, _) = page.split_once("## What is not promised").unwrap();
    for row in REDUCTIONS {
        let covered = row.coverage == Coverage::Covered;
        let name = row.prototype.name;
        assert_eq!(promised.contains(&format!("`{name}`")), covered, "{name}");
    }
}

#[test]
fn the_first_page_is_short_and_lists_every_other_by_reader() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= 200, "{} lines", readme.lines().count());
    let (_, list) = readme.split_once("## Where to go on").expect("the list of pages");
    let rows = list.lines().filter(|line| line.starts_with('|')).skip(2);
    let readers = rows.map(|row| row.split('|').nth(1).unwrap().trim());
    let readers: Vec<&str> = readers.filter(|reader| !reader.is_empty()).collect();
    for one in
        ["run programs", "look after a cluster", "write a program", "write a library or a model"]
    {
        assert!(readers.contains(&one), "{one} is among {readers:?}");
    }
    let own = ["README.md", "docs/vectors/README.md", "fortran_tests/README.md"];
    for page in pages().iter().filter(|page| !own.contains(&page.as_str())) {
        assert!(list.contains(&format!("({page})")), "README.md's list does not link to {page}");
    }
}

/// The rows of a page's map of the repository, and what they name at the top.
fn map(page: &str, heading: &str) -> (Vec<String>, BTreeSet<String>) {
    let text = read(page);
    let (_, section) = text.split_once(heading).unwrap_or_else(|| panic!("{page}: {heading}"));
    let rows = section.lines().skip_while(|line| !line.starts_with('|')).skip(2);
    let rows: Vec<String> =
        rows.take_while(|line| line.starts_with('|')).map(str::to_string).collect();
    let first = rows.iter().map(|row| row.split('|').nth(1).unwrap());
    let named = first.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let named = named.map(|name| name.trim_end_matches('/').to_string()).collect();
    (rows, named)
}

#[test]
fn two_pages_have_one_map_of_the_top_level() {
    let (rows, named) = map("README.md", "\n## What lies where\n");
    assert_eq!(rows, map("CONTRIBUTING.md", "\n## Map\n").0);
    for name in &named {
        assert!(root().join(name).exists(), "the map names {name}, which is not there");
    }
    // What is tracked: only a checkout knows, and an archive is made from one.
    let git = Command::new("git").args(["ls-files"]).current_dir(root()).output();
    let Some(tracked) = git.ok().filter(|git| git.status.success() && root().join(".git").exists())
    else {
        return;
    };
    let tracked = String::from_utf8(tracked.stdout).unwrap();
    let top: BTreeSet<&str> = tracked.lines().map(|path| path.split('/').next().unwrap()).collect();
    let shown: Vec<&&str> = top.iter().filter(|name| !name.starts_with('.')).collect();
    assert!(shown.len() <= 26, "{} entries at the top: {shown:?}", shown.len());
    for folder in shown.iter().filter(|name| root().join(name).is_dir()) {
        assert!(named.contains(**folder), "the map does not name {folder}/");
    }
}

/// The name that code hosts give a heading, to link to it.
fn anchor(heading: &str) -> String {
    // (A link's text alone is shown.)
    let mut shown = heading.to_string();
    while let Some((before, (text, after))) = shown
        .split_once('[')
        .and_then(|(before, rest)| Some((before, rest.split_once("](")?)))
        .and_then(|(before, (text, rest))| Some((before, (text, rest.split_once(')')?.1))))
    {
        shown = format!("{before}{text}{after}");
    }
    let kept = shown.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// What can be linked to in a page.
fn anchors(page: &str) -> Vec<String> {
    let headings = split(page).0.into_iter().filter(|line| line.starts_with('#'));
    let mut seen: HashMap<String, usize> = HashMap::new();
    headings
        .map(|line| {
            let name = anchor(line.trim_start_matches('#'));
            let before = seen.entry(name.clone()).or_default();
            *before += 1;
            if *before == 1 {
                name
            } else {
                format!("{name}-{}", *before - 1)
            }
        })
        .collect()
}

/// The targets of the links and images in a page.
fn links(page: &str) -> Vec<String> {
    let prose = split(page).0.join("\n");
    let targets = prose.match_indices("](").map(|(at, _)| &prose[at + 2..]);
    targets.map(|rest| rest.split(')').next().unwrap().to_string()).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for page in pages() {
        let text = read(&page);
        let folder = root().join(&page).parent().unwrap().to_path_buf();
        for link in links(&text).iter().filter(|link| !link.contains("://")) {
            checked += 1;
            let (file, section) = link.split_once('#').unwrap_or((link.as_str(), ""));
            let file = if file.is_empty() { root().join(&page) } else { folder.join(file) };
            if !file.exists() {
                wrong.push(format!("{page}: there is no {link}"));
            } else if !section.is_empty() {
                let names = anchors(&fs::read_to_string(&file).unwrap());
                if !names.iter().any(|name| name == section) {
                    wrong.push(format!("{page}: there is no {link}, but {names:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 50, "{checked} links");
}

#[test]
fn anchors_are_those_of_code_hosts() {
    assert_eq!(anchor(" NaN, infinities, zeros"), "nan-infinities-zeros");
    assert_eq!(anchor(" How to add …"), "how-to-add-");
    assert_eq!(anchor(" `SAMEBITS_SET` and [others](x.md)"), "samebits_set-and-others");
    let page = "# A\n```sh\n# B\n```\n## A\n[x](#a-1)\n";
    assert_eq!(anchors(page), ["a", "a-1"]);
    assert_eq!(links(page), ["#a-1"]);
}

/// What tests/packages/pages.sh is told by comments in front of a block.
const COMMENTS: [&str; 4] =
    ["<!-- not run: ", "<!-- under: openmpi ", "<!-- under: mpich ", "<!-- file: "];

#[test]
fn blocks_of_commands_are_run_or_say_why_not() {
    let languages = ["sh", "console", "c", "cpp", "fortran", "cmake", "python", "xml", "diff"];
    let mut commands = 0;
    for page in pages() {
        for block in split(&read(&page)).1 {
            let place = format!("{page}:{}", block.line);
            let known = languages.contains(&block.language) || block.language == "text";
            assert!(known, "{place}: the language \"{}\" is none of {languages:?}", block.language);
            for comment in &block.comments {
                let one = COMMENTS.iter().find(|one| comment.starts_with(**one));
                let one = one.unwrap_or_else(|| panic!("{place}: {comment} is not known"));
                assert!(comment.len() > one.len() + 3 || one.contains("under"), "{place}: empty");
            }
            if ["sh", "console"].contains(&block.language) {
                commands += 1;
            } else {
                // No command hides in a block that nobody runs.
                let tools = ["$ ", "mpirun ", "mpiexec ", "make ", "srun ", "export SAMEBITS_"];
                let hidden = |line: &&&str| tools.iter().any(|tool| line.starts_with(tool));
                let hidden = block.text.iter().find(hidden);
                assert!(hidden.is_none(), "{place}: {hidden:?} is a command: use sh or console");
            }
        }
    }
    assert!(commands > 20, "{commands} blocks");
}

#[test]
fn commands_of_make_are_there() {
    let makefile = read("Makefile");
    let target = |name: &str| makefile.lines().any(|line| line.starts_with(&format!("{name}:")));
    for page in pages() {
        let text = read(&page);
        let blocks = split(&text).1;
        let lines = blocks.iter().filter(|block| block.language == "sh").flat_map(|b| &b.text);
        let in_blocks = lines.filter(|line| line.contains("make ")).copied();
        let in_prose = text.split('`').skip(1).step_by(2).filter(|code| code.starts_with("make "));
        for command in in_blocks.chain(in_prose) {
            let words = command.split('#').next().unwrap().split_whitespace();
            let named = words.skip_while(|word| *word != "make").skip(1);
            for name in named.filter(|word| !word.contains('=')).take_while(|word| *word != "&&") {
                // (The values of a variable may have spaces, and a target is in lower case.)
                let plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
                assert!(!plain || target(name), "{page}: `{command}`: make knows no {name}");
            }
        }
    }
}
