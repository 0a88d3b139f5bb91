//! The table of ranks and threads on cores of their own.

use super::{figures, files, geometric_mean, markdown, Data};
use std::path::Path;

/// Elements of the array that is summed, and of a rank's vectors.
const ARRAY: &str = "21410970";
const VECTOR: &str = "262144";

/// The number with which a run's comment begins a part.
fn ranks(file: &Data) -> usize {
    let run = file.run();
    run.split(' ').next().and_then(|ranks| ranks.parse().ok()).expect("so many ranks")
}

fn row(file: &Data, column: &str, value: &str, more: impl Fn(usize) -> bool) -> usize {
    let mut rows = 0..file.rows.len();
    rows.find(|row| file.text(*row, column) == value && more(*row)).expect("a row of that length")
}

pub fn table(folder: &Path) -> String {
    let by_ranks = files(folder, "cores_ranks");
    let (by_threads, dots) = (files(folder, "cores_threads"), files(folder, "cores_dot"));
    let allreduces = files(folder, "cores_allreduce");
    let array = |file: &Data| {
        let row = row(file, "elements", ARRAY, |_| true);
        [file.sure(row, "array_median_us") / 1000.0, file.sure(row, "array_ratio")].map(figures)
    };
    let rows: Vec<Vec<String>> = (by_ranks.iter().zip(&by_threads).zip(&dots))
        .map(|((over_ranks, over_threads), dot)| {
            let number = ranks(over_ranks);
            let of_dot = row(dot, "elements", VECTOR, |row| dot.text(row, "call") == "dot");
            let mean = |library: &str| {
                let named = |file: &&Data| {
                    ranks(file) == number && file.run().contains(&format!(" {library} "))
                };
                let Some(file) = allreduces.iter().find(named) else { return "".to_string() };
                let ratios: Vec<f64> =
                    (0..file.rows.len()).map(|row| file.sure(row, "ratio")).collect();
                figures(geometric_mean(&ratios))
            };
            let mut cells = vec![number.to_string()];
            cells.extend(array(over_ranks));
            cells.extend(array(over_threads));
            cells.push(figures(dot.sure(of_dot, "ratio")));
            cells.extend([mean("Open MPI"), mean("MPICH")]);
            cells
        })
        .collect();
    let head = [
        "",
        "ranks [ms]",
        "share",
        "threads [ms]",
        "share",
        "dot",
        "`MPI_Allreduce`, Open MPI",
        "MPICH",
    ];
    markdown(&head, &rows)
}
