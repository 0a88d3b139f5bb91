//! MPI's open choices as causes.

use crate::support::{contains, diff, Run};
use samebits_trace::format::{Choice, Chosen};

#[test]
fn a_choice_since_the_last_reduction_that_agrees_is_the_likely_cause() {
    let run = |old: i32, own: i32, other: i32, changed: u64| {
        let mut run = Run::new(2);
        run.ranks[0].choice("MPI_Recv", 0x40, old);
        run.usual(1);
        run.ranks[0].choice("MPI_Waitany", 0x50, own);
        run.ranks[1].choice("MPI_Recv", 0x60, other);
        run.allreduce(0x200, &[1 + changed, 2], 3 + changed);
        run.end()
    };
    let (words, json) = diff(&run(0, 0, 0, 0), &run(1, 2, 1, 1), 1);
    contains(
        &words,
        &[
            "The likely cause:  requests were completed in a different order on rank 0, after its \
             reduction 1:",
            "first run:  MPI_Waitany on MPI_COMM_WORLD took request 0, at program+0x50 (step_50)",
            "second run:  MPI_Waitany on MPI_COMM_WORLD took request 2",
        ],
    );
    assert_eq!(json["difference"]["choice_is_recent"], true);
    // Another rank's is named if the rank's own are equal.
    let (words, json) = diff(&run(0, 0, 0, 0), &run(0, 0, 1, 1), 1);
    contains(
        &words,
        &[
            "The likely cause:  messages arrived in a different order on rank 1",
            "took source 1, tag 0",
        ],
    );
    assert_eq!(json["difference"]["choice"]["rank"], 1);
    // One before a reduction that agrees is less likely.
    let (words, json) = diff(&run(0, 0, 0, 0), &run(1, 0, 0, 1), 1);
    contains(&words, &["A possible cause", "before its first reduction"]);
    assert_eq!(json["difference"]["choice_is_recent"], false);
    // Without a consequence it is no difference.
    diff(&run(0, 0, 0, 0), &run(1, 1, 1, 0), 0);
}

#[test]
fn what_tests_have_found_is_a_matter_of_time() {
    let run = |times: u32, source: i32, changed: u64| {
        let mut run = Run::new(1);
        let rank = &mut run.ranks[0];
        let test = Choice { chosen: Chosen::Test, times, ..Choice::default() };
        rank.chosen("MPI_Test", 0x40, test);
        rank.choice("MPI_Recv", 0x50, source);
        rank.chosen("MPI_Iprobe", 0x60, Choice { taken: times as i32 % 2, times: 1, ..test });
        run.allreduce(0x200, &[1 + changed], 3);
        run.end()
    };
    // Neither is named where a message was chosen otherwise.
    let (words, _) = diff(&run(1, 0, 0), &run(2, 1, 1), 1);
    contains(&words, &["first run:  MPI_Recv on MPI_COMM_WORLD took source 0"]);
    let (words, _) = diff(&run(1, 0, 0), &run(2, 0, 1), 1);
    contains(
        &words,
        &["first run:  MPI_Iprobe found something", "second run:  MPI_Iprobe found nothing"],
    );
    let (words, _) = diff(&run(1, 0, 0), &run(3, 0, 1), 1);
    assert!(!words.contains("cause"), "{words}");
}

#[test]
fn libraries_that_differ_by_chance_are_named_where_no_choice_is_the_likely_cause() {
    let run = |setting: &str, old: i32, changed: u64| {
        let mut run = Run::new(1);
        run.note(setting);
        run.ranks[0].choice("MPI_Recv", 0x40, old);
        run.usual(1);
        run.allreduce(0x200, &[1 + changed], 3 + changed);
        run.note("loaded=libc.so.6 libscotch-7.0.so libm.so.6");
        run.end()
    };
    let advice = "    loaded is libscotch-7.0.so: Scotch partitions with threads of its own";
    let (words, json) = diff(&run("env:TEST=1", 0, 0), &run("env:TEST=1", 1, 1), 1);
    contains(
        &words,
        &[
            "A possible cause",
            "Or the program computes something else between these calls:",
            advice,
        ],
    );
    assert_eq!(json["difference"]["loaded"].as_array().unwrap().len(), 1);
    let (words, _) = diff(&run("env:TEST=1", 0, 0), &run("env:TEST=1", 0, 1), 1);
    contains(&words, &["No choice of MPI's differs", advice]);
    // Nothing is said of what was set.
    let one = "env:SCOTCH_PTHREAD_NUMBER=1";
    let (words, json) = diff(&run(one, 0, 0), &run(one, 1, 1), 1);
    assert!(!words.contains("loaded is"), "{words}");
    assert_eq!(json["difference"]["loaded"].as_array().unwrap().len(), 0);
}
