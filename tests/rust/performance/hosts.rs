//! The tables of reductions over several hosts, of what benches/cluster.sh has printed.

use super::{bytes, figures, files, markdown, named_call, Data};
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

fn place(file: &Data, row: usize) -> String {
    format!("{}, {}", layout(file.text(row, "layout")), library(file.text(row, "mpi")))
}

/// Everything that was measured.
pub fn table(folder: &Path) -> String {
    let Some(file) = files(folder, "hosts").into_iter().next() else { return String::new() };
    let part = |row: usize, column| file.number(row, column).map_or(String::new(), figures);
    let rows: Vec<Vec<String>> = (0..file.rows.len())
        .map(|row| {
            vec![
                name(file.text(row, "call")),
                place(&file, row),
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

/// The mean and the largest ratio of each call of MPI's, for the page that has no room for more.
pub fn costs(folder: &Path) -> String {
    let Some(file) = files(folder, "hosts").into_iter().next() else { return String::new() };
    let mut columns: Vec<String> = vec![String::new()];
    let mut rows: Vec<(&str, Vec<String>)> = Vec::new();
    for row in (0..file.rows.len()).filter(|row| !file.text(*row, "call").contains('/')) {
        let (call, place) = (file.text(row, "call"), place(&file, row));
        if !columns.contains(&place) {
            columns.push(place);
        }
        if rows.iter().all(|(known, _)| *known != call) {
            rows.push((call, vec![name(call)]));
        }
        let (_, cells) = rows.iter_mut().find(|(known, _)| *known == call).expect("a row");
        assert_eq!(cells.len() + 1, columns.len(), "each place has all calls");
        cells.push(format!("{:.2} ({:.2})", file.sure(row, "mean"), file.sure(row, "worst")));
    }
    let head: Vec<&str> = columns.iter().map(String::as_str).collect();
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(_, cells)| cells).collect();
    markdown(&head, &rows)
}
