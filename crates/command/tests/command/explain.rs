//! explain, as a user calls it.

use crate::schema::Schema;
use crate::support::{contains, printed, refused};
use samebits_policy::profile::{Origin, Profile};
use samebits_schedule::{Machine, ALL};
use serde_json::Value;
use std::fs;

fn explain(arguments: &[&str]) -> String {
    printed(&[&["explain"], arguments].concat(), 0)
}

fn json(arguments: &[&str]) -> Value {
    let value = serde_json::from_str(&explain(&[&["--json"], arguments].concat())).unwrap();
    Schema::read("explain.schema.json").check(&value);
    value
}

fn wrong(arguments: &[&str]) -> String {
    refused(&[&["explain"], arguments].concat())
}

#[test]
fn a_reduction_is_explained() {
    let text = explain(&["--ranks=64", "--nodes=4", "--count=1K"]);
    contains(
        &text,
        &[
            "MPI_Allreduce of 1024 MPI_DOUBLE by MPI_SUM, 64 ranks on 4 nodes of up to 16 ranks",
            "arithmetic   exact: ",
            "schedule     node: ",
            "at first     ",
            "machine      not measured",
            "\n* node ",
            "no: it takes exactly two ranks",
        ],
    );
    contains(
        &explain(&["--arithmetic=tree", "--op=max", "scan"]),
        &["MPI_Scan", "arithmetic   tree: "],
    );
    contains(&explain(&["--type=int"]), &["passed on to the MPI library: associative as it is"]);
    contains(&explain(&["MPI_Accumulate"]), &["NOT made reproducible: one-sided"]);
    contains(
        &explain(&["iallreduce"]),
        &["arithmetic   exact", "schedule     none: started in the call"],
    );
}

#[test]
fn json_has_every_schedule() {
    let value = json(&["--ranks=3", "--count=100000", "reduce_scatter"]);
    assert_eq!((&value["ranks"], &value["bytes"]), (&3.into(), &800000.into()));
    assert_eq!((&value["outcome"], &value["blocks"]), (&"reproducible".into(), &"directly".into()));
    let schedules = value["schedules"].as_array().unwrap();
    assert_eq!(schedules.len(), ALL.len());
    for schedule in schedules {
        assert!(schedule["seconds"].is_number() || schedule["why_not"].is_string(), "{schedule}");
    }
    for call in ["MPI_Accumulate", "MPI_Iscan", "MPI_Reduce"] {
        json(&["--ranks=9", "--nodes=3", call]);
    }
    let passed_on = json(&["--count=0"]);
    assert_eq!(
        (&passed_on["outcome"], &passed_on["why"]),
        (&"passed on".into(), &"no elements".into())
    );
}

#[test]
fn a_profile_is_the_machine() {
    let top = tempfile::tempdir().unwrap();
    let path = top.path().join("profile.txt");
    let machine = Machine { alltoall: 1e-3, ..Machine::NETWORK };
    let cpu = "another CPU".to_string();
    let origin = Origin { cpu, ..Origin::local("Open MPI v4.1.4", 2, 4) };
    fs::write(&path, Profile { origin, machine }.to_text()).unwrap();
    let option = format!("--profile={}", path.display());
    let text = explain(&[&option, "--ranks=16", "--nodes=16", "--count=1M"]);
    contains(
        &text,
        &["profile.txt, measured on another CPU under Open MPI v4.1.4; here the library would not"],
    );
    let slices = |arguments: &[&str]| {
        let value = json(arguments);
        let schedules = value["schedules"].as_array().unwrap().clone();
        schedules.iter().find(|it| it["name"] == "slices").unwrap()["seconds"].as_f64().unwrap()
    };
    let (here, there) = (slices(&["--nodes=4"]), slices(&["--nodes=4", &option]));
    assert!(there > 100.0 * here, "{here} {there}");
    fs::write(&path, "something else\n").unwrap();
    let why = wrong(&[&option]);
    contains(
        &why,
        &["--profile=", "profile.txt is not accepted: line 1:", "written by samebits_tune"],
    );
}

#[test]
fn what_is_wrong_is_named_with_what_is_accepted() {
    contains(&wrong(&["MPI_Alreduce"]), &["did you mean MPI_Allreduce?"]);
    contains(&wrong(&["--ranks=0"]), &["--ranks=0 is not accepted; it takes a number from 1 to "]);
    contains(&wrong(&["--nodes=5"]), &["--nodes=5 is not accepted; it takes a number from 1 to 4"]);
    contains(&wrong(&["--count=many"]), &["--count=many is not accepted"]);
    contains(&wrong(&["--type=MPI_DUOBLE"]), &["did you mean MPI_DOUBLE?"]);
    contains(&wrong(&["--op=MPI_SUMM"]), &["did you mean MPI_SUM?"]);
    contains(
        &wrong(&["--arithmetic=exat"]),
        &["--arithmetic=exat is not accepted", "did you mean exact?"],
    );
    contains(
        &wrong(&["--schedule=nod"]),
        &["--schedule=nod is not accepted", "did you mean node?"],
    );
}
