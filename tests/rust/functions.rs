//! The tables of docs/functions.md: what is covered is the library's own table, and what was measured
//! are docs/data/functions-*.csv. `BLESS=1 cargo test --test texts functions` (or `make bench-math`,
//! which measures before) writes them anew.

use crate::performance::{check, markdown, Data, Table};
use std::fs;
use std::path::Path;

#[allow(dead_code)]
#[path = "../../crates/math/src/table.rs"]
mod table;

#[path = "../../crates/math/src/errno.rs"]
mod errno;

use errno::DIFFERENCES;
use table::{Shape, Type, FUNCTIONS};

const PARTS: [Table; 4] =
    [("covered", covered), ("errno", errors), ("scalar", scalar), ("vector", vector)];

#[test]
fn the_tables_are_those_of_the_library_and_of_the_data() {
    check("docs/functions.md", &PARTS);
}

fn data(folder: &Path, name: &str) -> Option<Data> {
    let text = fs::read_to_string(folder.join(format!("functions-{name}.csv"))).ok()?;
    Some(Data::new(&text))
}

/// Where errno is another than with glibc.
fn errors(_: &Path) -> String {
    let row = |cells: [&str; 3]| cells.map(str::to_string).to_vec();
    let rows: Vec<Vec<String>> =
        DIFFERENCES.iter().map(|it| row([it.when, it.here, it.glibc])).collect();
    markdown(&["errno after", "here", "glibc"], &rows)
}

/// All that programs call by its name, of doubles.
fn covered(_: &Path) -> String {
    let public = FUNCTIONS.iter().filter(|function| function.public);
    let names: Vec<String> =
        public.map(|function| format!("`{}`", function.name(Type::Double))).collect();
    let finite = FUNCTIONS.iter().filter(|function| function.finite).count();
    let mut lines = String::new();
    let mut line = String::new();
    for name in &names {
        if line.len() + name.len() > 100 {
            lines += &format!("{}\n", line.trim_end());
            line.clear();
        }
        line += &format!("{name}{} ", if Some(name) == names.last() { "" } else { "," });
    }
    lines += &format!("{}\n\n", line.trim_end());
    lines += &format!(
        "These are {} functions, each of doubles and of floats. {finite} of them are also there under \
         the names\n`__…_finite` that older programs call.\n",
        names.len()
    );
    let others = others();
    let vectors = others.iter().filter(|name| name.starts_with("_ZGV")).count();
    if vectors > 0 {
        lines += &format!(
            "\n{vectors} vector forms (`_ZGVbN2v_exp` and the like), by which compilers call them with \
             `-O3 -ffast-math`,\ngive the bits of the scalar functions, lane by lane.\n"
        );
    }
    // (cabs and cabsf.)
    let alias = |name: &str| ["f", "f32", "f64", "f32x"].iter().any(|end| name.ends_with(end));
    let complex = others.iter().filter(|name| name.starts_with('c') && !alias(name));
    let complex: Vec<String> = complex.map(|name| format!("`{name}`")).collect();
    if !complex.is_empty() {
        lines += &format!(
            "\nComplex functions, of doubles and of floats: {}.\nThey are made of the real ones. They \
             are the same bits everywhere too, but not rounded correctly, except\n`cabs` and `carg`.\n",
            complex.join(", ")
        );
    }
    lines
}

/// What the library exports beside the functions of its table.
fn others() -> Vec<&'static str> {
    let known: Vec<String> = FUNCTIONS
        .iter()
        .flat_map(|function| Type::ALL.map(|ty| function.exported(ty)))
        .flatten()
        .collect();
    let exported = include_str!("../../crates/math/tests/exported-symbols.txt").lines();
    let names = exported.filter(|line| !line.is_empty() && !line.starts_with('#'));
    names.filter(|name| !known.iter().any(|known| known == name)).collect()
}

/// The rows of some columns, by what is in the columns before.
fn find<'a>(file: &'a Data, wanted: &[(&str, &str)], column: &str) -> Option<&'a str> {
    let fits = |row: &usize| wanted.iter().all(|(name, text)| file.text(*row, name) == *text);
    (0..file.rows.len()).find(fits).map(|row| file.text(row, column))
}

fn scalar(folder: &Path) -> String {
    let (times, differences) = (data(folder, "scalar"), data(folder, "differences"));
    if times.is_none() && differences.is_none() {
        return String::new();
    }
    let shown = |found: Option<&str>| match found {
        None | Some("") => "–".to_string(),
        Some(text) => text.to_string(),
    };
    let ratio = |name: &str, kind: &str| {
        let wanted = [("function", name), ("kind", kind)];
        shown(times.as_ref().and_then(|times| find(times, &wanted, "ratio")))
    };
    let count = |name: &str, column: &str| {
        let counts = differences.as_ref();
        shown(counts.and_then(|counts| find(counts, &[("function", name)], column)))
    };
    let functions = FUNCTIONS.iter().filter(|it| it.public && it.shape != Shape::Sign);
    let rows: Vec<Vec<String>> = functions
        .map(|function| {
            let [double, float] = Type::ALL.map(|ty| function.name(ty));
            let mut row = vec![format!("`{double}`")];
            for name in [&double, &float] {
                row.extend(["throughput", "latency"].map(|kind| ratio(name, kind)));
                row.extend(["differ", "misrounded"].map(|column| count(name, column)));
            }
            row
        })
        .collect();
    let head = [
        "",
        "double: time",
        "latency",
        "differ",
        "misrounded",
        "float: time",
        "latency",
        "differ",
        "misrounded",
    ];
    let mean = |ty: &str, kind: &str| ratio(&format!("mean of {ty}"), kind);
    let made = |data: &Option<Data>| {
        data.as_ref().map_or("not measured yet".to_string(), |data| data.comments[0].clone())
    };
    format!(
        "Times: {}. Counts: {}.\n\n{}\nGeometric means of the ratios: double {} (latency {}), float {} (latency {}).\n",
        made(&times),
        made(&differences),
        markdown(&head, &rows),
        mean("double", "throughput"),
        mean("double", "latency"),
        mean("float", "throughput"),
        mean("float", "latency"),
    )
}

/// The widths of doubles and of floats: SSE, AVX, AVX2, AVX-512.
const WIDTHS: [[&str; 4]; 2] = [["b2", "c4", "d4", "e8"], ["b4", "c8", "d8", "e16"]];

/// A row for each function of doubles, beside it that of floats.
fn vector(folder: &Path) -> String {
    let Some(file) = data(folder, "vector") else { return String::new() };
    let text = |function: &str, width: &str, column: &str| {
        find(&file, &[("function", function), ("width", width)], column)
    };
    // Those without a kernel leave all lanes to the scalar function.
    let by_lane =
        |name: &str| text(name, "b2", "fallback").is_some_and(|share| share == "1.000000");
    let mut names: Vec<&str> = Vec::new();
    for row in 0..file.rows.len() {
        let name = file.text(row, "function");
        if WIDTHS[0].contains(&file.text(row, "width")) && !names.contains(&name) {
            names.push(name);
        }
    }
    names.sort_by_key(|name| by_lane(name));
    let row = |name: &&str| {
        let cell =
            |function: &str, width: &str| text(function, width, "ratio").unwrap_or("–").to_string();
        let floats = format!("{name}f");
        let mut cells =
            vec![format!("`{name}`{}", if by_lane(name) { ", lane by lane" } else { "" })];
        cells.extend(WIDTHS[0].iter().map(|width| cell(name, width)));
        cells.extend(WIDTHS[1].iter().map(|width| cell(&floats, width)));
        cells
    };
    let rows: Vec<Vec<String>> = names.iter().map(row).collect();
    let head =
        ["", "double: SSE", "AVX", "AVX2", "AVX-512", "float: SSE", "AVX", "AVX2", "AVX-512"];
    let shares = (0..file.rows.len()).filter_map(|row| file.number(row, "fallback"));
    let most = shares.filter(|share| *share < 1.0).fold(0.0, f64::max);
    format!(
        "{}:\n\n{}\nAt most {:.0} of 10<sup>6</sup> lanes are left to the scalar function.\n",
        file.comments[0],
        markdown(&head, &rows),
        most * 1e6
    )
}

#[test]
fn tables_are_made_of_the_programs_lines() {
    let folder = std::env::temp_dir().join(format!("samebits-functions-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let put = |name: &str, text: &str| {
        fs::write(folder.join(format!("functions-{name}.csv")), text).unwrap();
    };
    assert_eq!(scalar(&folder), "");
    put("scalar", "# a CPU\nfunction,kind,ours_ns,glibc_ns,ratio\nexp,throughput,2,4,0.50\nexpf,latency,2,,\nmean of double,throughput,,,0.50\n");
    put(
        "differences",
        "# a CPU\nfunction,arguments,differ,misrounded,misrounded_without\nexp,1000000,763,1,2\n",
    );
    put("vector", "# a CPU\nfunction,width,ours_ns,theirs_ns,ratio,fallback\nacos,b2,1,1,1.00,1.000000\nexp,b2,1,1,1.00,0.1\nexpf,d8,1,2,0.50,0.2\n");
    let text = scalar(&folder);
    assert!(text.contains("| `exp` | 0.50 | – | 763 | 1 | – | – | – | – |"), "{text}");
    assert!(text.contains("means of the ratios: double 0.50 (latency –)"), "{text}");
    let text = vector(&folder);
    assert!(
        text.contains("| `exp` | 1.00 | – | – | – | – | – | 0.50 | – |\n| `acos`, lane"),
        "{text}"
    );
    assert!(text.contains("200000 of 10<sup>6</sup>"), "{text}");
    fs::remove_dir_all(&folder).unwrap();
}
