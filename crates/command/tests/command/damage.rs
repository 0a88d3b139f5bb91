//! Traces that are not all there: what is missing is said, and nothing is guessed.

use crate::support::{contains, diff, diff_saved, file_in, printed, refused, Run};
use samebits_trace::format::{flags, Record, Reduction};
use serde_json::json;
use std::fs;

fn usual(size: u32, number: u64) -> Run {
    let mut run = Run::new(size);
    run.usual(number);
    run
}

#[test]
fn a_rank_that_did_not_end_is_compared_as_far_as_it_goes() {
    let (words, json) = diff(&usual(2, 2), &usual(2, 3).end(), 2);
    contains(
        &words,
        &[
            "No difference, as far as both go. Compared: 4 calls of reductions, on 2 ranks.",
            "Rank 1 of the first run did not reach MPI_Finalize, after 2 reductions.",
        ],
    );
    assert_eq!(json["blame"], "none");
    assert_eq!(json["incomplete"].as_array().unwrap().len(), 2);
}

#[test]
fn a_rank_that_was_inside_a_call_is_named() {
    let mut a = usual(2, 1);
    let rank = &mut a.ranks[1];
    let shape = rank.shape("MPI_Allreduce", "MPI_DOUBLE");
    let reduction = rank.reduction(1, shape, 0x200);
    let flags = flags::CONTRIBUTED;
    rank.write(Record::Reduction(Reduction { flags, contribution: 102, ..reduction }));
    a.ranks[0].end();
    let inside =
        "inside MPI_Allreduce of 4 MPI_DOUBLE by MPI_SUM on MPI_COMM_WORLD, number 2 there, \
                  at program+0x200 (step_200)";
    let saved = a.save();
    let shown = printed(&["show", saved.path().to_str().unwrap()], 0);
    contains(&shown, &[&format!("Rank 1 was {inside}."), "Rank 1: did not reach MPI_Finalize"]);
    // Rank 0 had one reduction and ended; in the other run there are two.
    let (words, json) = diff(&a, &usual(2, 2).end(), 1);
    contains(&words, &["flow differs: reduction 2 of rank 0", &format!("it was {inside}")]);
    assert_eq!(json["blame"], "flow");
}

#[test]
fn files_that_are_missing_or_of_another_job_are_named() {
    let (a, b) = (usual(3, 2).end().save(), usual(3, 2).end().save());
    fs::remove_file(file_in(&a, 1)).unwrap();
    let (words, json) = diff_saved(&a, &b, 2);
    contains(&words, &["In the first run rank 1 of 3 has no file that can be used"]);
    assert_eq!(json["compared"]["ranks"], 2);
    let mut other = usual(3, 2).end();
    other.ranks[2].header.job = 8;
    let (words, _) = diff_saved(&b, &other.save(), 2);
    contains(
        &words,
        &["In the second run rank-000002.trace is left out: it belongs to another job"],
    );
    fs::write(file_in(&b, 0), "something else").unwrap();
    let (words, _) = diff_saved(&usual(3, 2).end().save(), &b, 2);
    contains(
        &words,
        &["rank-000000.trace is left out: it does not begin like a trace of samebits"],
    );
}

#[test]
fn a_result_is_not_blamed_on_the_reduction_if_a_contribution_is_not_known() {
    let run = |result| {
        let mut run = usual(3, 1);
        run.allreduce(0x200, &[1, 2, 3], result);
        run.end()
    };
    let (a, b) = (run(6).save(), run(7).save());
    fs::remove_file(file_in(&a, 2)).unwrap();
    let (words, json) = diff_saved(&a, &b, 1);
    contains(
        &words,
        &["those of 1 rank are not known", "either the reduction or the program may differ"],
    );
    assert_eq!(json["blame"], "undecided");
    assert_eq!(json["difference"]["unknown"], 1);
}

#[test]
fn files_that_are_cut_off_or_overwritten_are_read_up_to_there() {
    let whole = usual(1, 3).end();
    let (a, b) = (whole.save(), whole.save());
    let bytes = fs::read(file_in(&b, 0)).unwrap();
    fs::write(file_in(&b, 0), &bytes[..bytes.len() - 16 - 8]).unwrap();
    let (words, _) = diff_saved(&a, &b, 2);
    let at = bytes.len() - 16 - 64;
    contains(
        &words,
        &[&format!("Rank 0 of the second run has a file that is cut off in a record at byte {at}")],
    );
    let mut wrong = bytes.clone();
    wrong[at] = 99;
    fs::write(file_in(&b, 0), &wrong).unwrap();
    let (words, json) = diff_saved(&a, &b, 2);
    contains(
        &words,
        &[&format!("has a file that is damaged at byte {at}, and is read up to there")],
    );
    assert_eq!(json["compared"]["reductions"], 2);
}

#[test]
fn a_file_of_digests_is_not_compared_with_one_of_reductions() {
    let mut a = usual(1, 1);
    a.ranks[0].write(Record::Interval { from: 2, number: 2, digest: 5 });
    let (words, _) = diff(&a.end(), &usual(1, 3).end(), 2);
    contains(
        &words,
        &["Rank 0 is compared up to its reduction 1: beyond it, one run has a digest of many"],
    );
}

#[test]
fn what_is_no_trace_is_refused_in_words() {
    let top = tempfile::tempdir().unwrap();
    let path = top.path().to_str().unwrap();
    contains(&refused(&["show", path]), &["there is no trace in"]);
    contains(&refused(&["diff", path, path]), &["there is no trace in"]);
    contains(&refused(&["show", "/nowhere"]), &["cannot read /nowhere"]);
    let run = usual(1, 1).end();
    run.save_in(top.path(), "job-1-a-1");
    run.save_in(top.path(), "job-2-a-1");
    contains(&refused(&["show", path]), &["2 jobs; name one of them", "job-1-a-1", "job-2-a-1"]);
    let text = top.path().join("text");
    fs::write(&text, "text").unwrap();
    contains(&refused(&["show", text.to_str().unwrap()]), &["is not a trace: it does not begin"]);
}

#[test]
fn single_files_can_be_compared() {
    let mut b = usual(2, 1);
    b.ranks[1].allreduce(1, 0x200, 5, 5);
    let (a, b) = (usual(2, 1).end().save(), b.end().save());
    let path = |top, rank| file_in(top, rank).to_str().unwrap().to_string();
    let words = printed(&["diff", &path(&a, 0), &path(&b, 0)], 0);
    contains(&words, &["No difference. Compared: 1 call of reductions, on 1 rank."]);
    let json = printed(&["diff", "--json", &path(&a, 1), &path(&b, 1)], 1);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["blame"], json!("flow"));
    let (a, b) = (path(&a, 0), path(&b, 1));
    contains(&printed(&["diff", &a, &b], 2), &["Only ranks whose files both runs have"]);
}
