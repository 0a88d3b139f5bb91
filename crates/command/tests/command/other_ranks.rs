//! Runs on different numbers of ranks.

use crate::support::{contains, diff, Run, ALL};
use samebits_trace::format::{flags, Record, Reduction};
use serde_json::json;

fn run(size: u32, last: u64) -> Run {
    let mut run = Run::new(size);
    // What the ranks contribute depends on their number, and is not compared.
    run.usual(2);
    let contributions: Vec<u64> = (0..size).map(|rank| 1000 * u64::from(size + rank)).collect();
    run.allreduce(0x200, &contributions, last);
    run.end()
}

#[test]
fn results_are_compared_and_nothing_else() {
    let (words, json) = diff(&run(2, 5), &run(3, 5), 0);
    contains(&words, &["The numbers of ranks differ", "No difference. Compared: 3 results."]);
    assert_eq!(json["compared"]["what"], "results");
    let (words, json) = diff(&run(2, 5), &run(3, 6), 1);
    contains(&words, &["A result differs: that of reduction 3 of rank 0", "program+0x200"]);
    assert_eq!(json["blame"], "results");
    assert_eq!(json["difference"]["reduction"][1]["result"], json!("0000000000000006"));
}

#[test]
fn the_root_has_the_result() {
    let run = |size: u32, result: u64| {
        let mut run = Run::new(size);
        for (rank, writer) in run.ranks.iter_mut().enumerate() {
            let shape = writer.shape("MPI_Reduce", "MPI_DOUBLE");
            let reduction = writer.reduction(1, shape, 0x200);
            let flags = if rank == 1 { ALL } else { ALL & !flags::RECEIVED };
            let result = if rank == 1 { result } else { 0 };
            writer.write(Record::Reduction(Reduction { root: 1, flags, result, ..reduction }));
        }
        run.end()
    };
    diff(&run(2, 5), &run(3, 5), 0);
    let (_, json) = diff(&run(2, 5), &run(3, 6), 1);
    assert_eq!((&json["blame"], &json["difference"]["rank"]), (&json!("results"), &json!(1)));
}

#[test]
fn communicators_of_some_ranks_and_other_counts_are_left_out() {
    let run = |size: u32, count: u64, result: u64| {
        let mut run = Run::new(size);
        let own = run.communicator(&[0], 1, "MPI_COMM_SELF");
        run.ranks[0].allreduce(own, 0x100, result, result);
        for rank in &mut run.ranks {
            let shape = rank.shape("MPI_Allreduce", "MPI_DOUBLE");
            let reduction = rank.reduction(1, shape, 0x200);
            rank.write(Record::Reduction(Reduction { count, result, ..reduction }));
        }
        run.end()
    };
    diff(&run(1, 1, 1), &run(2, 1, 1), 0);
    let (words, _) = diff(&run(1, 1, 1), &run(2, 2, 2), 2);
    contains(&words, &["1 reduction was not compared, because the numbers of elements differ"]);
}

#[test]
fn what_only_one_run_has_is_named_whichever_it_is() {
    // As where a program does not reduce on a single rank.
    let run = |size: u32, more: u64| {
        let mut run = Run::new(size);
        run.usual(1);
        for number in 0..more {
            run.allreduce(0x300 + number, &vec![7; size as usize], number);
        }
        run.end()
    };
    let (words, json) = diff(&run(1, 0), &run(2, 2), 2);
    let which = |run: &str, place: &str| {
        format!(
            "found in the {run} run only, the first of them: MPI_Allreduce of 4 MPI_DOUBLE by \
                 MPI_SUM on MPI_COMM_WORLD, number 2 there, at program+{place}"
        )
    };
    contains(&words, &["2 reductions were", &which("second", "0x300")]);
    assert_eq!(json["blame"], "none");
    let (words, _) = diff(&run(2, 3), &run(1, 0), 2);
    contains(&words, &["3 reductions were", &which("first", "0x300")]);
    let (words, _) = diff(&run(1, 1), &run(2, 0), 2);
    contains(&words, &["1 reduction was found in the first run only: MPI_Allreduce"]);
}

#[test]
fn other_calls_are_the_flow() {
    let run = |size: u32, call: &str| {
        let mut run = Run::new(size);
        run.usual(1);
        for rank in &mut run.ranks {
            let shape = rank.shape(call, "MPI_DOUBLE");
            let reduction = rank.reduction(1, shape, 0x200);
            rank.write(Record::Reduction(reduction));
        }
        run.end()
    };
    let (words, json) = diff(&run(1, "MPI_Allreduce"), &run(2, "MPI_Scan"), 1);
    contains(&words, &["flow differs", "first run:  MPI_Allreduce", "second run:  MPI_Scan"]);
    assert_eq!(json["blame"], "flow");
}

#[test]
fn digests_of_distributed_arrays_add_up() {
    let run = |parts: &[u64], result: u64| {
        let mut run = Run::new(parts.len() as u32);
        for (rank, part) in run.ranks.iter_mut().zip(parts) {
            let shape = rank.shape("samebits_sum", "MPI_DOUBLE");
            let reduction = rank.reduction(1, shape, 0x200);
            let flags = ALL | flags::DISTRIBUTED;
            rank.write(Record::Reduction(Reduction {
                contribution: *part,
                result,
                flags,
                ..reduction
            }));
        }
        run.end()
    };
    diff(&run(&[1, 5], 9), &run(&[3, 2, 1], 9), 0);
    let (_, json) = diff(&run(&[1, 5], 9), &run(&[3, 2, 1], 8), 1);
    assert_eq!(json["blame"], "reduction");
    let (words, json) = diff(&run(&[1, 5], 9), &run(&[3, 2, 2], 8), 1);
    contains(&words, &["The program differs: other array elements", "A direct call in between"]);
    assert!(!words.contains("MPI's"), "MPI's choices were not compared:\n{words}");
    assert_eq!(json["blame"], "program");
    // Rounding may hide it.
    let (words, json) = diff(&run(&[1, 5], 9), &run(&[3, 2, 2], 9), 1);
    contains(
        &words,
        &["The program differs: other array elements", "The results agree after rounding"],
    );
    assert_eq!(json["blame"], "program");
    assert_eq!(json["difference"]["results"], json!([]));
}

#[test]
fn a_function_that_makes_all_sums_hides_its_callers() {
    const HINT: &str = "Both calls are at one place.";
    let run = |parts: &[u64], places: [u64; 2]| {
        let mut run = Run::new(parts.len() as u32);
        for (rank, part) in run.ranks.iter_mut().zip(parts) {
            let shape = rank.shape("samebits_allreduce_dot", "MPI_DOUBLE");
            for (place, contribution) in places.into_iter().zip([0, *part]) {
                let flags = ALL | flags::DISTRIBUTED;
                let reduction = rank.reduction(1, shape, place);
                rank.write(Record::Reduction(Reduction { contribution, flags, ..reduction }));
            }
        }
        run.end()
    };
    let (words, _) = diff(&run(&[1, 5], [0x200, 0x200]), &run(&[3, 2, 2], [0x200, 0x200]), 1);
    contains(&words, &["other array elements go into reduction 2 of rank 0", HINT]);
    let (words, _) = diff(&run(&[1, 5], [0x100, 0x200]), &run(&[3, 2, 2], [0x100, 0x200]), 1);
    assert!(!words.contains(HINT), "the place tells the calls apart:\n{words}");
}
