//! Who is to blame.

use crate::support::{contains, diff, Run};
use samebits_trace::format::{flags, Class, Communicator, Record, Reduction, Values};
use serde_json::json;

#[test]
fn equal_runs_have_no_difference() {
    let run = |began| {
        let mut run = Run::new(3);
        run.usual(4);
        // Another time, another process: not of the program's making.
        run.ranks.iter_mut().for_each(|rank| rank.header.began = began);
        run.end()
    };
    let (words, json) = diff(&run(5), &run(9), 0);
    contains(&words, &["No difference.", "Compared: 12 calls of reductions, on 3 ranks."]);
    assert_eq!((&json["blame"], &json["difference"]), (&json!("none"), &json!(null)));
    assert_eq!(json["incomplete"], json!([]));
}

#[test]
fn another_contribution_is_the_program() {
    let run = |changed: u64| {
        let mut run = Run::new(3);
        run.usual(2);
        run.allreduce(0x200, &[1, 2 + changed, 3 + changed], 50 + changed);
        run.allreduce(0x300, &[1 + changed, 2, 3], 60 + changed);
        run.end()
    };
    let (words, json) = diff(&run(0), &run(1), 1);
    contains(
        &words,
        &[
            "The program differs: rank 1 contributes different values to its reduction 3",
            "program+0x200 (step_200)",
            "The last that agreed on this rank:  MPI_Allreduce of 4 MPI_DOUBLE by MPI_SUM on \
             MPI_COMM_WORLD, number 2 there, at program+0x101",
            "Contributions that differ:  ranks 1 and 2",
            "Results that differ:  ranks 0, 1 and 2",
        ],
    );
    assert!(!words.contains("cause"), "{words}");
    assert_eq!(json["blame"], "program");
    assert_eq!(json["difference"]["rank"], 1);
    assert_eq!(json["difference"]["contributions"], json!([1, 2]));
    assert_eq!(json["difference"]["others"], 0);
}

#[test]
fn another_result_of_the_same_contributions_is_the_reduction() {
    let run = |class, words: &[&str], library: &str, result| {
        let mut run = Run::new(2);
        run.note(library);
        run.note("host=same");
        run.how(class, words);
        run.usual(1);
        run.allreduce(0x200, &[1, 2], result);
        run.end()
    };
    let a = run(Class::NotReproduced, &["native was asked for"], "MPI=Open MPI 4.1.4", 7);
    let b = run(Class::Reproduced, &["exact", "gather"], "MPI=MPICH 4.0.2", 8);
    let (words, json) = diff(&a, &b, 1);
    contains(
        &words,
        &[
            "The reduction differs: all ranks contribute the same values, but rank 0 gets a different result",
            "In the first run it was done by:  passed on: native was asked for",
            "In the second run it was done by:  exact by gather",
            "MPI:  Open MPI 4.1.4  |  MPICH 4.0.2",
        ],
    );
    assert!(!words.contains("host:"), "{words}");
    assert_eq!(json["blame"], "reduction");
    assert_eq!(json["difference"]["results"], json!([0, 1]));
    assert_eq!(json["difference"]["notes"].as_array().unwrap().len(), 1);
}

#[test]
fn another_call_is_the_flow() {
    let run = |count| {
        let mut run = Run::new(2);
        run.usual(1);
        for rank in &mut run.ranks {
            let shape = rank.shape("MPI_Allreduce", "MPI_DOUBLE");
            let reduction = rank.reduction(1, shape, 0x200);
            rank.write(Record::Reduction(Reduction { count, contribution: count, ..reduction }));
        }
        run.end()
    };
    let (words, json) = diff(&run(4), &run(5), 1);
    contains(
        &words,
        &[
            "The program's flow differs: reduction 2 of rank 0 is not the same call",
            "first run:  MPI_Allreduce of 4 MPI_DOUBLE",
            "second run:  MPI_Allreduce of 5 MPI_DOUBLE",
            "number 1 there, at program+0x100",
        ],
    );
    assert_eq!(json["blame"], "flow");
    assert_eq!(json["difference"]["calls"], json!([0, 1]));
}

#[test]
fn a_call_that_one_run_lacks_is_the_flow() {
    let run = |number| {
        let mut run = Run::new(2);
        run.usual(number);
        run.end()
    };
    let (words, json) = diff(&run(3), &run(2), 1);
    contains(&words, &["flow differs: reduction 3", "second run:  no further reduction"]);
    assert_eq!(json["difference"]["reduction"][1], json!(null));
    let (words, _) = diff(&run(2), &run(3), 1);
    contains(&words, &["first run:  no further reduction", "second run:  MPI_Allreduce"]);
}

#[test]
fn reductions_without_a_communicator_are_told_apart() {
    let run = |changed: u64| {
        let mut run = Run::new(2);
        run.usual(1);
        for (rank, writer) in run.ranks.iter_mut().enumerate() {
            let shape = writer.shape("MPI_Reduce_local", "MPI_DOUBLE");
            for i in 0..3 {
                let reduction = writer.reduction(0, shape, 0x200 + i);
                let contribution = if (rank, i) == (1, 2) { changed } else { 0 };
                writer.write(Record::Reduction(Reduction { number: 0, contribution, ..reduction }));
            }
        }
        run.allreduce(0x300, &[1, 1 + changed], changed);
        run.end()
    };
    let (words, json) = diff(&run(0), &run(1), 1);
    contains(
        &words,
        &["rank 1 contributes different values to its reduction 4", "on no communicator"],
    );
    assert_eq!(json["difference"]["others"], 0);
}

#[test]
fn results_of_requests_come_later() {
    let run = |result, opposite: bool, contribution| {
        let mut run = Run::new(2);
        for rank in &mut run.ranks {
            let first = rank.iallreduce(1, 0x200, 5);
            let second = rank.iallreduce(1, 0x300, contribution);
            // The order in which they complete may be another one.
            if opposite {
                rank.complete(second, 20);
                rank.complete(first, result);
            } else {
                rank.complete(first, result);
                rank.complete(second, 20);
            }
        }
        run.end()
    };
    diff(&run(10, false, 6), &run(10, true, 6), 0);
    let (words, json) = diff(&run(10, false, 6), &run(11, true, 6), 1);
    contains(&words, &["The reduction differs", "MPI_Iallreduce", "first reduction of this rank"]);
    let results = [0, 1].map(|run| json["difference"]["reduction"][run]["result"].clone());
    assert_eq!(results, [json!("000000000000000a"), json!("000000000000000b")]);
    // Both differ: the one that was called first.
    let (_, json) = diff(&run(10, false, 6), &run(11, true, 7), 1);
    assert_eq!(json["difference"]["position"], 1);
    assert_eq!(json["blame"], "reduction");
    // The second one alone.
    let (_, json) = diff(&run(10, false, 6), &run(10, true, 7), 1);
    assert_eq!((&json["difference"]["position"], &json["blame"]), (&json!(2), &json!("program")));
}

#[test]
fn the_first_is_found_across_communicators() {
    // Ranks 0 and 1 differ on their communicator; all that follows from it comes behind.
    let run = |changed: u64| {
        let mut run = Run::new(4);
        let low = run.communicator(&[0, 1], 1, "MPI_Comm_split");
        assert_eq!(run.communicator(&[2, 3], 1, "MPI_Comm_split"), low);
        run.usual(1);
        for rank in 2..4 {
            run.ranks[rank].allreduce(low, 0x180, 1, 1);
        }
        for rank in 0..2 {
            let contribution = 1 + if rank == 1 { changed } else { 0 };
            run.ranks[rank].allreduce(low, 0x200, contribution, 9 + changed);
        }
        let contributions = [1, 1, 1, 1].map(|contribution| contribution + changed);
        run.allreduce(0x300, &contributions, 4 + changed);
        run.end()
    };
    let (words, json) = diff(&run(0), &run(1), 1);
    contains(&words, &["rank 1 contributes", "on 2 ranks of group", "#1 (MPI_Comm_split)"]);
    assert_eq!(json["difference"]["contributions"], json!([1]));
    assert_eq!(json["difference"]["others"], 0);
}

#[test]
fn what_differs_independently_is_counted_and_the_clock_decides() {
    let run = |changed: u64| {
        let mut run = Run::new(2);
        let own = run.communicator(&[0], 1, "MPI_COMM_SELF");
        assert_eq!(run.communicator(&[1], 1, "MPI_COMM_SELF"), own);
        run.ranks[0].header.began += 5_000_000;
        run.ranks[0].allreduce(own, 0x200, 1 + changed, 1 + changed);
        run.ranks[1].allreduce(own, 0x300, 1 + changed, 1 + changed);
        run.end()
    };
    let (words, json) = diff(&run(0), &run(1), 1);
    contains(
        &words,
        &["rank 1 contributes", "1 more reduction differs for reasons other than this one"],
    );
    assert_eq!(json["difference"]["others"], 1);
}

#[test]
fn an_intercommunicators_contributions_come_from_the_other_group() {
    let run = |contribution: u64, result: u64| {
        let mut run = Run::new(2);
        for (rank, writer) in run.ranks.iter_mut().enumerate() {
            let group = 50 + rank as u64;
            let origin = "MPI_Intercomm_create".to_string();
            let comm =
                Communicator { id: 9, rank: 0, size: 1, remote: 1, group, number: 1, origin };
            writer.write(Record::Communicator(comm));
            let (own, result) = if rank == 0 { (1, result) } else { (contribution, 1) };
            writer.allreduce(9, 0x200, own, result);
        }
        run.end()
    };
    let (_, json) = diff(&run(1, 5), &run(2, 6), 1);
    assert_eq!((&json["blame"], &json["difference"]["rank"]), (&json!("program"), &json!(1)));
    let (_, json) = diff(&run(1, 5), &run(1, 6), 1);
    assert_eq!((&json["blame"], &json["difference"]["rank"]), (&json!("reduction"), &json!(0)));
}

#[test]
fn values_are_shown_with_their_distance() {
    let run = |sum: f64| {
        let mut run = Run::new(2);
        for rank in &mut run.ranks {
            let shape = rank.shape("MPI_Allreduce", "MPI_DOUBLE");
            let reduction = rank.reduction(1, shape, 0x200);
            let Reduction { comm, number, start, .. } = reduction;
            rank.write(Record::Reduction(Reduction { result: sum.to_bits(), ..reduction }));
            for (result, numbers) in [(false, [1.0, 2.0]), (true, [1.0, sum])] {
                let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
                rank.write(Record::Values(Values { comm, number, start, result, bytes }));
            }
        }
        run.end()
    };
    let (words, json) = diff(&run(3.0), &run(3.0 + 4.0 * f64::EPSILON), 1);
    contains(
        &words,
        &[
            "The result of rank 0:  1 of 2 numbers differ, by up to 2 ulps",
            "[1]  3.0  |  3.000000000000001  (2 ulps)",
        ],
    );
    let elements = &json["difference"]["elements"];
    assert_eq!(elements.as_array().unwrap().len(), 1);
    assert_eq!(elements[0]["first"][0]["ulps"], 2);
}

#[test]
fn a_digest_of_many_says_where_to_look() {
    let run = |digest| {
        let mut run = Run::new(2);
        run.usual(2);
        for rank in &mut run.ranks {
            rank.write(Record::Interval { from: 3, number: 100, digest: 1 });
            rank.write(Record::Interval { from: 103, number: 100, digest });
        }
        run.end()
    };
    diff(&run(1), &run(1), 0);
    let (words, json) = diff(&run(1), &run(2), 1);
    contains(&words, &["among the reductions 103 to 202 of rank 0", "SAMEBITS_TRACE_FROM=103"]);
    assert_eq!(json["blame"], "interval");
    assert_eq!(json["difference"]["interval"], json!({"from": 103, "number": 100}));
}

#[test]
fn error_codes_are_results() {
    let run = |code| {
        let mut run = Run::new(1);
        let rank = &mut run.ranks[0];
        let shape = rank.shape("MPI_Reduce", "MPI_FLOAT");
        let reduction = rank.reduction(1, shape, 0x200);
        let flags = flags::CONTRIBUTED | flags::DONE;
        rank.write(Record::Reduction(Reduction { root: 0, code, flags, ..reduction }));
        run.end()
    };
    let (words, _) = diff(&run(0), &run(15), 1);
    contains(&words, &["Error codes:  0 and 15", "to root 0"]);
}
