//! The tables of docs/performance.md, and that of README.md, are what docs/data/*.csv say. `BLESS=1 cargo test --test texts
//! performance` (or `make performance`, which measures before) writes them anew.

#[path = "performance/cores.rs"]
mod cores;
#[path = "performance/hosts.rs"]
mod hosts;

use std::fs;
use std::path::{Path, PathBuf};

/// A table of a page: its name there, and how it is made of the data in a folder.
pub type Table = (&'static str, fn(&Path) -> String);

const TABLES: [Table; 12] = [
    ("machine", machine),
    ("allreduce", |folder| lengths(folder, "allreduce")),
    ("calls", calls),
    ("schedules", schedules),
    ("consistency", consistency),
    ("compression", compression),
    ("simulated", |folder| simulated(folder, &[""])),
    ("simulated_nonblocking", |folder| simulated(folder, &["iallreduce", "ireduce"])),
    ("hosts", hosts::table),
    ("kernels", kernels),
    ("arrays", arrays),
    ("cores", cores::table),
];

#[test]
fn the_tables_are_those_of_the_data() {
    check("docs/performance.md", &TABLES);
    check("README.md", &[("costs", costs), ("costs_over_hosts", hosts::costs)]);
}

/// The tables of a page are what is made of the data; with BLESS they are written there.
pub fn check(name: &str, tables: &[Table]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join(name)).unwrap();
    let mut fresh = page.clone();
    for (table, make) in tables {
        let text = match make(&root.join("docs/data")) {
            text if text.is_empty() => "(Not measured yet.)\n".to_string(),
            text => text,
        };
        let start = format!("<!-- {table} -->\n");
        let begin = fresh.find(&start).unwrap_or_else(|| panic!("no place for {table}"));
        let begin = begin + start.len();
        let end = begin + fresh[begin..].find("<!-- end -->").expect("an end");
        fresh.replace_range(begin..end, &text);
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(root.join(name), &fresh).unwrap();
        return;
    }
    assert!(page == fresh, "{name} is out of date: BLESS=1 cargo test --test texts");
}

#[test]
fn tables_say_what_was_measured() {
    let row = |cells: &[&str]| cells.iter().map(|cell| cell.to_string()).collect();
    let table = markdown(&["a", "b"], &[row(&["1", "2"]), row(&["3", ""])]);
    assert_eq!(table, "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | |\n");
    assert_eq!(bytes("8"), "8");
    assert_eq!(bytes("1024"), "1 KiB");
    assert_eq!(bytes("1000"), "1000");
    assert_eq!(bytes("134217728"), "128 MiB");
    let text = "# Calls of MPI_SUM, 2 ranks, MPICH Version:\t4.0.2\nbytes,exchange\n8,\n16,2.5\n";
    let file = Data::new(text);
    assert_eq!(file.run(), "2 ranks, MPICH 4.0.2");
    assert_eq!(file.number(0, "exchange"), None);
    assert_eq!(file.number(1, "exchange"), Some(2.5));
    assert_eq!(geometric_mean(&[0.5, 2.0]), 1.0);
}

/// What a benchmark has printed.
pub struct Data {
    pub comments: Vec<String>,
    columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Data {
    pub fn new(text: &str) -> Data {
        let (comments, lines): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with('#'));
        let mut rows = lines.iter().map(|line| line.split(',').map(str::to_string).collect());
        let columns = rows.next().unwrap_or_default();
        let comments = comments.iter().map(|line| line[1..].trim().to_string()).collect();
        Data { comments, columns, rows: rows.collect() }
    }

    /// The ranks and where they ran, as the first comment says.
    pub fn run(&self) -> String {
        let mut words = self.comments[0].split(", ").skip_while(|word| !word.contains(" ranks"));
        let ranks = words.next().expect("so many ranks").trim_end_matches(".xml");
        if ranks.contains(" on ") {
            return ranks.to_string();
        }
        let library = words.next().expect("an MPI library");
        let library: Vec<&str> = library.split_whitespace().filter(|w| *w != "Version:").collect();
        format!("{ranks}, {}", library.join(" "))
    }

    pub fn text(&self, row: usize, column: &str) -> &str {
        let place = self.columns.iter().position(|name| name == column);
        &self.rows[row][place.unwrap_or_else(|| panic!("no column {column}"))]
    }

    pub fn number(&self, row: usize, column: &str) -> Option<f64> {
        self.text(row, column).parse().ok()
    }

    /// A number that is in each row.
    pub fn sure(&self, row: usize, column: &str) -> f64 {
        self.number(row, column).unwrap_or_else(|| panic!("no {column} in row {row}"))
    }
}

/// The files NAME.csv or NAME-*.csv, in the order of their runs: as in the plots.
pub fn files(folder: &Path, name: &str) -> Vec<Data> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let stem = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().to_string();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "csv"))
        .filter(|path| stem(path).split('-').next() == Some(name))
        .collect();
    paths.sort_by_key(|path| {
        let words: Vec<String> = stem(path).split('-').map(str::to_string).collect();
        let ranks: usize = words.last().and_then(|ranks| ranks.parse().ok()).unwrap_or(0);
        (std::cmp::Reverse(words.get(1).filter(|_| words.len() > 2).cloned()), ranks)
    });
    paths.iter().map(|path| Data::new(&fs::read_to_string(path).unwrap())).collect()
}

/// Nothing if there are no rows.
pub fn markdown(head: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let cells =
            cells.map(|cell| if cell.is_empty() { " ".into() } else { format!(" {cell} ") });
        format!("|{}|\n", cells.collect::<Vec<_>>().join("|"))
    };
    let body: String = rows.iter().map(|row| line(&mut row.iter().map(String::as_str))).collect();
    format!("{}|{}\n{body}", line(&mut head.iter().copied()), "---|".repeat(head.len()))
}

/// A table by itself, below the name of its run.
fn named(file: &Data, head: &[&str], rows: &[Vec<String>]) -> String {
    format!("{}:\n\n{}\n", file.run(), markdown(head, rows))
}

/// Bytes in the largest unit of which they are a multiple.
fn bytes(text: &str) -> String {
    let bytes: u64 = text.parse().expect("a number of bytes");
    let units = [(1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = units.iter().find(|(unit, _)| bytes > 0 && bytes.is_multiple_of(*unit));
    unit.map_or(bytes.to_string(), |(unit, name)| format!("{} {name}", bytes / unit))
}

/// Three figures, or all in front of the point.
pub fn figures(number: f64) -> String {
    match number {
        n if n < 10.0 => format!("{n:.2}"),
        n if n < 100.0 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}

pub fn geometric_mean(numbers: &[f64]) -> f64 {
    (numbers.iter().map(|number| number.ln()).sum::<f64>() / numbers.len() as f64).exp()
}

fn machine(folder: &Path) -> String {
    let files = files(folder, "machine");
    let rows: Vec<Vec<String>> = files.iter().flat_map(|file| file.rows.clone()).collect();
    markdown(&["", ""], &rows)
}

/// The calls that are measured, in the order of the page.
const CALLS: [&str; 8] = [
    "allreduce",
    "reduce",
    "reduce_scatter_block",
    "scan",
    "exscan",
    "iallreduce",
    "iallreduce_gather",
    "allreduce_init",
];

/// Means of the ratios of each call.
fn calls(folder: &Path) -> String {
    let mut rows = Vec::new();
    for file in CALLS.iter().flat_map(|call| files(folder, call)) {
        let call = file.comments[0].split_whitespace().next().expect("a call");
        let without = file.comments[0].ends_with("schedule gather");
        let call = format!("`{call}`{}", if without { ", no shared memory" } else { "" });
        let all: Vec<(f64, f64)> = (0..file.rows.len())
            .map(|row| (file.sure(row, "bytes"), file.sure(row, "ratio")))
            .collect();
        let of = |from: f64, to: f64| {
            let within = all.iter().filter(|(bytes, _)| (from..=to).contains(bytes));
            within.map(|(_, ratio)| *ratio).collect::<Vec<f64>>()
        };
        let mean = |from, to| match of(from, to) {
            ratios if ratios.is_empty() => String::new(),
            ratios => format!("{:.2}", geometric_mean(&ratios)),
        };
        let largest = of(0.0, f64::MAX).into_iter().fold(0.0, f64::max);
        const KIB: f64 = 1024.0;
        rows.push(vec![
            call,
            file.run(),
            mean(0.0, 8.0 * KIB),
            mean(16.0 * KIB, 512.0 * KIB),
            mean(KIB * KIB, f64::MAX),
            mean(0.0, f64::MAX),
            format!("{largest:.2}"),
        ]);
    }
    let head = ["", "", "to 8 KiB", "16 to 512 KiB", "1 MiB and more", "all", "largest"];
    markdown(&head, &rows)
}

/// The mean and the largest ratio of each call on two ranks, and on four, under each MPI.
fn costs(folder: &Path) -> String {
    let wanted =
        |file: &&Data| ["2 ranks, ", "4 ranks, "].iter().any(|it| file.run().starts_with(it));
    let mut runs: Vec<String> = Vec::new();
    let measured: Vec<(String, Vec<Data>)> =
        CALLS.iter().map(|call| (named_call(call), files(folder, call))).collect();
    for file in measured.iter().flat_map(|(_, files)| files).filter(wanted) {
        if !runs.contains(&file.run()) {
            runs.push(file.run());
        }
    }
    runs.sort();
    let rows: Vec<Vec<String>> = (measured.iter())
        .map(|(name, files)| {
            let cell = |run: &String| {
                let Some(file) = files.iter().find(|file| file.run() == *run) else {
                    return String::new();
                };
                let ratios: Vec<f64> =
                    (0..file.rows.len()).map(|row| file.sure(row, "ratio")).collect();
                let largest = ratios.iter().copied().fold(0.0, f64::max);
                format!("{:.2} ({largest:.2})", geometric_mean(&ratios))
            };
            std::iter::once(name.clone()).chain(runs.iter().map(cell)).collect()
        })
        .collect();
    let head: Vec<&str> = std::iter::once("").chain(runs.iter().map(String::as_str)).collect();
    markdown(&head, &rows)
}

/// A call by what a program calls.
fn named_call(call: &str) -> String {
    let (of, without) = match call.strip_suffix("_gather") {
        Some(of) => (of, ", without shared memory"),
        None => (call, ""),
    };
    let mut name = format!("`MPI_{}`", of[..1].to_uppercase() + &of[1..]);
    if of.ends_with("_init") {
        name += ", `MPI_Start` and `MPI_Wait`";
    } else if of.starts_with('i') {
        name += " and `MPI_Wait`";
    }
    name + without
}

/// Each length of a call.
fn lengths(folder: &Path, call: &str) -> String {
    let files = files(folder, call);
    let mut text = String::new();
    for file in &files {
        let row = |row: usize| {
            let time = |column: &str| figures(file.sure(row, column));
            let ratio = format!("{:.2}", file.sure(row, "ratio"));
            vec![
                bytes(file.text(row, "bytes")),
                time("mpi_median_us"),
                time("ours_median_us"),
                ratio,
            ]
        };
        let mut rows: Vec<Vec<String>> = (0..file.rows.len()).map(row).collect();
        let ratios: Vec<f64> = (0..file.rows.len()).map(|row| file.sure(row, "ratio")).collect();
        let largest = ratios.iter().copied().fold(0.0, f64::max);
        let last = |name: &str, ratio: f64| {
            vec![name.to_string(), String::new(), String::new(), format!("{ratio:.2}")]
        };
        rows.push(last("geometric mean", geometric_mean(&ratios)));
        rows.push(last("largest", largest));
        text += &named(file, &["vector", "MPI's own [µs]", "ours [µs]", "share"], &rows);
    }
    text
}

/// The fastest of some columns that have a number, and that.
fn fastest<'a>(file: &'a Data, row: usize, columns: &'a [String]) -> (&'a str, f64) {
    let times = columns.iter().filter_map(|name| Some((name.as_str(), file.number(row, name)?)));
    times.min_by(|one, other| one.1.total_cmp(&other.1)).expect("a schedule that takes it")
}

fn schedules(folder: &Path) -> String {
    let mut text = String::new();
    for file in files(folder, "schedules") {
        let known: Vec<String> =
            file.columns[4..].iter().filter(|name| *name != "auto").cloned().collect();
        let row = |row: usize| {
            let (mpi, auto) = (file.sure(row, "mpi_us"), file.sure(row, "auto"));
            let (best, time) = fastest(&file, row, &known);
            let shares = [auto / mpi, time / mpi, auto / time].map(|share| format!("{share:.2}"));
            let [auto, share, of_best] = shares;
            let length = bytes(file.text(row, "bytes"));
            vec![length, figures(mpi), auto, best.to_string(), share, of_best]
        };
        let rows: Vec<Vec<String>> = (0..file.rows.len()).map(row).collect();
        let head =
            ["vector", "MPI's own [µs]", "automatic", "fastest", "its share", "automatic/fastest"];
        text += &named(&file, &head, &rows);
    }
    text
}

fn consistency(folder: &Path) -> String {
    let mut rows = Vec::new();
    for file in files(folder, "consistency") {
        for (name, who) in [("MPI's own", "MPI's own"), ("ours", "samebits")] {
            let line = file.comments.iter().find(|line| line.starts_with(name));
            let numbers = line.expect("a line for each")[name.len()..].split_whitespace();
            let numbers = numbers.map(|number| figures(number.parse().expect("a number")));
            rows.push([file.run(), who.to_string()].into_iter().chain(numbers).collect());
        }
    }
    let head = ["", "", "median [µs]", "99th percentile", "standard deviation", "largest"];
    markdown(&head, &rows)
}

fn compression(folder: &Path) -> String {
    let mut text = String::new();
    for file in files(folder, "compression") {
        let mut rows = Vec::new();
        let off: Vec<&str> = file.columns.iter().filter_map(|c| c.strip_suffix(" off")).collect();
        for schedule in off {
            for row in 0..file.rows.len() {
                let time = |way: &str| file.sure(row, &format!("{schedule} {way}"));
                let share = |way: &str| format!("{:.2}", time(way) / time("off"));
                let (length, zeros) = (bytes(file.text(row, "bytes")), file.text(row, "zeros"));
                let (off, zeros) = (figures(time("off")), zeros.to_string());
                let shares = ["bits", "idx", "auto"].map(share);
                rows.push(
                    [schedule.to_string(), length, zeros, off].into_iter().chain(shares).collect(),
                );
            }
        }
        let head = ["", "vector", "zeros", "off [µs]", "bits", "idx", "auto"];
        text += &named(&file, &head, &rows);
    }
    text
}

/// Of blocking calls, or of others, which are named.
fn simulated(folder: &Path, calls: &[&str]) -> String {
    let name = |call: &&str| {
        if call.is_empty() {
            "simulated".into()
        } else {
            format!("simulated_{call}")
        }
    };
    let of = |call: &&str| if call.is_empty() { String::new() } else { named_call(call) + ", " };
    let files =
        calls.iter().flat_map(|call| files(folder, &name(call)).into_iter().map(|f| (of(call), f)));
    let mut text = String::new();
    for (of, file) in files {
        let known: Vec<String> = file.columns[2..file.columns.len() - 2].to_vec();
        let known: Vec<String> = known.into_iter().filter(|name| name != "auto").collect();
        let row = |row: usize| {
            let (mpi, (best, time)) = (file.sure(row, "mpi"), fastest(&file, row, &known));
            let [auto, share] =
                [file.sure(row, "auto") / mpi, time / mpi].map(|share| format!("{share:.2}"));
            let length = bytes(file.text(row, "bytes"));
            vec![length, figures(mpi), auto, best.to_string(), share]
        };
        let rows: Vec<Vec<String>> = (0..file.rows.len()).map(row).collect();
        let head = ["vector", "MPI's own [µs]", "automatic", "fastest", "its share"];
        text += &(of + &named(&file, &head, &rows));
    }
    text
}

/// Arrays' times divided by a loop's and MPI's own, under each MPI, by both arithmetics.
fn arrays(folder: &Path) -> String {
    const WAYS: [&str; 2] = ["plan_ratio", "array_ratio"];
    let mut text = String::new();
    for (tree, exact) in files(folder, "array_tree").iter().zip(files(folder, "array_exact")) {
        assert_eq!(tree.run(), exact.run(), "the arithmetics were measured under the same MPIs");
        let rows: Vec<Vec<String>> = (0..tree.rows.len())
            .map(|row| {
                assert_eq!(tree.text(row, "elements"), exact.text(row, "elements"));
                let ratios = [tree, &exact].into_iter().flat_map(|file| {
                    WAYS.iter().map(move |way| format!("{:.2}", file.sure(row, way)))
                });
                std::iter::once(tree.text(row, "elements").to_string()).chain(ratios).collect()
            })
            .collect();
        let head = ["elements", "tree, with a plan", "without", "exact, with a plan", "without"];
        text += &named(tree, &head, &rows);
    }
    text
}

fn kernels(folder: &Path) -> String {
    let files = files(folder, "kernels");
    let Some(file) = files.first() else { return String::new() };
    let all = 0..file.rows.len();
    let near: Vec<usize> = all.filter(|row| file.text(*row, "data") == "near").collect();
    let values = |column: &str| {
        let mut values: Vec<&str> = Vec::new();
        for value in near.iter().map(|row| file.text(*row, column)) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    };
    let lengths = values("elements");
    let rate = |way: &str, length: &str| {
        let row = near
            .iter()
            .find(|row| file.text(**row, "way") == way && file.text(**row, "elements") == length);
        row.map_or(String::new(), |row| figures(file.sure(*row, "per_ns")))
    };
    let row = |way: &&str| {
        [way.to_string()]
            .into_iter()
            .chain(lengths.iter().map(|length| rate(way, length)))
            .collect()
    };
    let rows: Vec<Vec<String>> = values("way").iter().map(row).collect();
    let head: Vec<String> = lengths.iter().map(|length| format!("{length} elements")).collect();
    let head: Vec<&str> = [""].into_iter().chain(head.iter().map(String::as_str)).collect();
    markdown(&head, &rows)
}
