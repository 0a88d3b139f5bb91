//! The table of reductions over several hosts, of what benches/cluster.sh has printed.

use super::{bytes, figures, files, markdown, named_call};
use std::path::Path;

/// A call, and what of it was measured, as the page names it.
fn name(call: &str) -> String {
    match call.split_once('/') {
        None => named_call(call),
        Some(("overlap", time)) => {
            let time = time.strip_suffix("us").expect("microseconds");
            format!("`MPI_Iallreduce`, {time} µs of computation, `MPI_Wait`")
        }
        Some((_, function)) => format!("`samebits_{function}`, of a loop and `MPI_Allreduce`"),
    }
}

fn library(mpi: &str) -> &str {
    match mpi {
        "openmpi" => "Open MPI",
        "mpich5" => "MPICH 5",
        other => other,
    }
}

/// 4x2 as a reader says it.
fn layout(text: &str) -> String {
    match text.split_once('x') {
        Some((hosts, "1")) => format!("{hosts} hosts"),
        Some((hosts, ranks)) => format!("{hosts} hosts of {ranks} ranks"),
        None => text.to_string(),
    }
}

/// Everything that was measured.
pub fn table(folder: &Path) -> String {
    let Some(file) = files(folder, "hosts").into_iter().next() else { return String::new() };
    let part = |row: usize, column| file.number(row, column).map_or(String::new(), figures);
    let rows: Vec<Vec<String>> = (0..file.rows.len())
        .map(|row| {
            vec![
                name(file.text(row, "call")),
                format!("{}, {}", layout(file.text(row, "layout")), library(file.text(row, "mpi"))),
                part(row, "to_32K"),
                part(row, "beyond"),
                part(row, "mean"),
                format!("{} at {}", part(row, "worst"), bytes(file.text(row, "bytes"))),
            ]
        })
        .collect();
    let head = ["", "where", "to 32 KiB", "beyond", "all", "largest"];
    let machine = file.comments[0].split(", load").next().expect("a machine");
    let date = file.comments[0].rsplit(' ').next().expect("a date");
    format!("{machine}, {date}:\n\n{}\n", markdown(&head, &rows))
}
