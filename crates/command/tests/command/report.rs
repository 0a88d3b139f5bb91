//! `samebits report`: pages from reports that the library has written, and from others.

use crate::schema::Schema;
use crate::support::{contains, printed, refused, samebits};
use samebits_policy::VERSION;
use samebits_reduction::report::json::Json;
use samebits_reduction::report::{Counted, Kind, Outcome, Tallies};
use samebits_schedule::breakdown::Times;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Of a run under that MPI library, as it was written. (slices: with SAMEBITS_SCHEDULE=slices.)
fn written(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports");
    folder.join(name).with_extension("json").to_str().unwrap().to_string()
}

/// The page of reports.
fn page(files: &[&str]) -> String {
    let arguments: Vec<&str> = ["report", "-o", "-"].iter().chain(files).copied().collect();
    let page = printed(&arguments, 0);
    is_self_contained(&page);
    page
}

/// Nothing on the page leads to elsewhere, or runs.
fn is_self_contained(page: &str) {
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    for unwanted in ["<script", "http:", "https:", "src=", "url(", "@import", "<link", "onload="] {
        assert!(!page.contains(unwanted), "{unwanted}");
    }
    for target in page.split("href=\"").skip(1) {
        assert!(target.starts_with('#'), "{}", &target[..20]);
    }
    contains(page, &["default-src 'none'", "<title>samebits report: "]);
}

/// What a reader sees.
fn text(page: &str) -> String {
    let (_, body) = page.split_once("<body>").unwrap();
    let mut text = String::new();
    for piece in body.split('<').skip(1) {
        text += " ";
        text += piece.split_once('>').unwrap().1;
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("&#x2f;", "/").replace("&lt;", "<")
}

fn saved(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

/// The first line of a report, changed.
fn changed(change: impl Fn(&mut Value)) -> String {
    let text = fs::read_to_string(written("openmpi")).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut value = lines.max_by_key(|line| line["rows"].as_array().unwrap().len()).unwrap();
    change(&mut value);
    format!("{value}\n")
}

#[test]
fn reports_that_were_written_are_of_the_schema() {
    let schema = Schema::read("report.schema.json");
    for name in ["openmpi", "mpich", "slices"] {
        let text = fs::read_to_string(written(name)).unwrap();
        text.lines().for_each(|line| schema.check(&serde_json::from_str(line).unwrap()));
    }
}

/// Every kind of row, as the library writes it.
#[test]
fn text_and_json_say_the_same() {
    let tallies = Tallies::default();
    let how =
        |schedule, instead_of| Outcome::Reproduced { arithmetic: "exact", schedule, instead_of };
    let instead = Some(("slices", "it does not perform scans"));
    let outcomes = [
        how("gather", None),
        how("gather", instead),
        how("gather", None).among(1),
        Outcome::Harmless("associative as it is"),
        Outcome::NotReproduced("one-sided"),
    ];
    for (calls, outcome) in (1..).zip(outcomes) {
        let op = "\"sum\"\\\n";
        let kind = Kind { call: "MPI_Scan", datatype: "MPI_DOUBLE", op, outcome };
        for call in 0..calls {
            let nanoseconds = |n: u64| Duration::from_nanos(n * 1_000_301 * (call + 1));
            let times = Times { total: nanoseconds(9), parts: [4, 2, 1].map(nanoseconds) };
            let site = || Some("prog+0x12 (main)".into());
            let (elements, bytes) = (1 << (3 * call), 8 << (3 * call));
            tallies.count(&Counted { kind, elements, bytes, times }, site);
        }
    }
    tallies.without_memory("no room");
    let mut summary = tallies.take(3000);
    summary.nothing = Some(Some("why".into()));
    let (text, json) = (summary.text("heading"), summary.json(heading()));
    assert_eq!(json.matches('\n').count(), 1, "one line");
    let json: Value = serde_json::from_str(&json).unwrap();
    Schema::read("report.schema.json").check(&json);

    let rows = json["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 5);
    for row in rows {
        // A number in JSON keeps no zeros behind it.
        let seconds = |value: &Value| format!("{:.6}", value.as_f64().unwrap());
        let mut numbers: Vec<String> =
            ["calls", "elements", "bytes"].map(|name| row[name].to_string()).into();
        numbers.push(seconds(&row["seconds"]));
        let found = text.lines().position(|line| {
            let cells: Vec<&str> = line.split_whitespace().collect();
            cells.windows(4).any(|four| four == numbers)
        });
        let found = found.unwrap_or_else(|| panic!("{numbers:?} are not in {text}"));
        if let Some(parts) = row["parts"].as_object() {
            let below = text.lines().nth(found + 1).unwrap();
            for (name, spent) in parts {
                contains(below, &[&format!("{name} {}", seconds(spent))]);
            }
        }
        let sizes = row["sizes"].as_array().unwrap();
        let calls: u64 = sizes.iter().map(|size| size["calls"].as_u64().unwrap()).sum();
        assert_eq!(Value::from(calls), row["calls"]);
        let sum: f64 = sizes.iter().map(|size| size["seconds"].as_f64().unwrap()).sum();
        assert_eq!(format!("{sum:.6}"), seconds(&row["seconds"]));
    }
    assert_eq!(json["without_shared_memory"][0]["communicators"], 1);
    assert_eq!(json["nonblocking_bytes"], 3000);
    assert_eq!(json["nothing_intercepted"]["reason"], "why");
}

/// What stands in front of the counts.
fn heading() -> Vec<(&'static str, Json)> {
    let mpi = [("version", "MPICH".into()), ("path", "/lib".into())];
    let policy = ["arithmetic", "schedule", "unsupported"].map(|name| (name, "auto".into()));
    vec![
        ("samebits_report", 1u64.into()),
        ("version", VERSION.into()),
        ("job", "1".into()),
        ("host", "h".into()),
        ("process", 1u64.into()),
        ("command", Json::array(["./p".into()])),
        ("written", Json::decimal(2000, 3)),
        ("mpi", Json::object(mpi)),
        ("ranks", 3u64.into()),
        ("rank", 0u64.into()),
        ("policy", Json::object(policy)),
        ("began", Json::decimal(1000, 3)),
    ]
}

#[test]
fn a_run_is_shown_with_all_that_is_known_of_it() {
    let text = text(&page(&[&written("openmpi")]));
    contains(
        &text,
        &[
            "Reductions of simulation",
            "90 of 5,218 calls were NOT made reproducible (1.7 %).",
            "4,928 calls were made reproducible; 200 calls were passed on",
            "MPI library Open MPI v4.1.4",
            "What was covered",
            "What was NOT made reproducible, and why one-sided",
            "See What is not promised (docs/promise.md)",
            "./simulation+0x1554",
            "Where the time went",
            "communication local gather other",
            "Schedules over message sizes node",
            "8–15 B 400",
            "All rows",
            "Who reports",
        ],
    );
    assert!(!text.contains("side by side") && !text.contains("Run A"), "{text}");
}

#[test]
fn a_run_in_which_all_is_reproducible_says_so() {
    let text = text(&page(&[&written("mpich")]));
    contains(&text, &["Every reduction gives the same bits on every run", "MPICH"]);
    assert!(!text.contains("What was NOT made reproducible"), "{text}");
}

#[test]
fn two_runs_are_shown_side_by_side() {
    let two = text(&page(&[&written("openmpi"), &written("slices")]));
    contains(
        &two,
        &[
            "Two runs side by side",
            "They differ in: program, arithmetic, schedule.",
            "Not made reproducible: 90 calls in A, 0 calls in B.",
            "arithmetic auto tree",
            "schedule auto slices",
            "Run A: simulation",
            "Run B: simulation",
            "What was not as requested, and what may be slow Requested schedules",
            "slices gather",
        ],
    );
    let same = text(&page(&[&written("mpich"), &written("openmpi")]));
    contains(&same, &["MPI library", "ranks 2 3"]);
}

#[test]
fn a_run_that_is_given_twice_counts_once() {
    let output = samebits(&["report", "-o", "-", &written("mpich"), &written("mpich")]);
    let (twice, said) = (output.stdout, String::from_utf8(output.stderr).unwrap());
    contains(&said, &["1 line that had been read before: counted once"]);
    let twice = text(&String::from_utf8(twice).unwrap());
    let once = text(&page(&[&written("mpich")]));
    let (_, numbers) = once.split_once("What was covered").unwrap();
    contains(&twice, &[numbers, "counted once"]);
}

#[test]
fn several_runs_in_one_file_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["openmpi", "slices", "mpich"];
    let all = names.map(|name| fs::read_to_string(written(name)).unwrap()).concat();
    let file = saved(&folder, "all.json", &all);
    let three = text(&page(&[&file]));
    contains(
        &three,
        &["3 runs, from", "Runs run program", "reductions covered", "Run C: simulation"],
    );
    // What is said of the reductions is not said of the program.
    contains(&three, &["auto, auto 5,218 276 ms 98 %", "tree, slices 5,128 518 ms all"]);
    assert!(!three.contains("same bits yes"), "{three}");
    let two = printed(&["report", "--last=2", "-o", "-", &file], 0);
    contains(&text(&two), &["2 runs, from", "Two runs side by side", "arithmetic tree auto"]);
}

#[test]
fn schedules_have_the_same_colours_in_all_runs_and_words_are_explained() {
    let page = page(&[&written("openmpi"), &written("slices"), &written("mpich")]);
    let legends = |name: &str| {
        let swatch = format!("<span class=\"swatch s-{name}\"></span>{name}");
        page.matches(swatch.as_str()).count()
    };
    // In the legend of all runs, and in each run's own.
    assert_eq!([legends("node"), legends("gather"), legends("slices")], [3, 4, 2]);
    contains(&page, &["--s-node: #2f6fb7;", "--s-node: #5a9be0;", "rect.s-node {"]);
    // Every word that leads somewhere is explained, and what was used.
    let links: Vec<&str> = page.split("href=\"#word-").skip(1).collect();
    assert!(links.len() > 20);
    for link in links {
        let (id, _) = link.split_once('"').unwrap();
        assert!(page.contains(&format!("id=\"word-{id}\"")), "{id}");
    }
    let shown = text(&page);
    let (_, words) = shown.split_once(" Words ").unwrap();
    contains(words, &["ialltoallv (schedule)", "one rank (schedule) Nothing is sent"]);
    contains(words, &["schedule Who sends what to whom", "node (schedule) The ranks of a node"]);
    contains(words, &["arithmetic What decides", "exact (arithmetic)", "may still differ"]);
    assert!(!words.contains("bintree2 (schedule)"), "{words}");
    // Tables that may be wider than the window can be reached, and scrolled, by the keyboard.
    assert_eq!(
        page.matches("class=\"wide\"").count(),
        page.matches("class=\"wide\" tabindex=\"0\"").count()
    );
}

#[test]
fn a_page_is_not_written_through_a_link_and_has_the_chosen_rights() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("target"), folder.path().join("page.html"));
    fs::write(&target, "precious").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let said = refused(&["report", &written("mpich"), "-o", link.to_str().unwrap()]);
    contains(
        &said,
        &["cannot write to", "page.html: it is a symbolic link to", "name the file itself"],
    );
    assert_eq!(fs::read_to_string(&target).unwrap(), "precious");
    let own = folder.path().join("own.html");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_samebits"));
    command.env("SAMEBITS_FILE_MODE", "600").args(["report", &written("mpich"), "-o"]).arg(&own);
    assert!(command.output().unwrap().status.success());
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&own).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn many_ranks_that_report_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let line = |rank: u64| {
        changed(|value| {
            value["rank"] = rank.into();
            value["process"] = (1000 + rank).into();
            value["host"] = format!("node{}", rank / 8).into();
        })
    };
    let file = saved(&folder, "many.json", &(0..100).map(line).collect::<String>());
    let text = text(&page(&[&file]));
    contains(
        &text,
        &[
            "1 run, from",
            "hosts that report node0, node1, node10, node11, node12, node2, ",
            "And 60 more, whose",
        ],
    );
    let line = |host: u64, rank: u64| {
        changed(|value| {
            (value["rank"], value["process"]) = (rank.into(), (1000 + rank).into());
            value["host"] = format!("node{host:02}").into();
            (value["ranks"], value["local_ranks"]) = (72.into(), 2.into());
            if host > 0 {
                value["rows"] = serde_json::json!([]);
            }
        })
    };
    let all: Vec<String> = (0..36).map(|host| line(host, 2 * host)).collect();
    Schema::read("report.schema.json").check(&serde_json::from_str(&all[1]).unwrap());
    let file = saved(&folder, "hosts.json", &all.concat());
    let shown = self::text(&page(&[&file]));
    contains(
        &shown,
        &["hosts node00 (2 ranks), node01 (2 ranks), ", "node31 (2 ranks) and 4 more"],
    );
    // Who has counted nothing only says where it is.
    let (_, reporters) = shown
        .split_once("share of its")
        .unwrap_or_else(|| shown.split_once("Who reports").unwrap());
    assert!(reporters.contains("node00") && !reporters.contains("node01"), "{reporters}");
}

#[test]
fn nothing_that_is_read_is_taken_for_markup() {
    let folder = tempfile::tempdir().unwrap();
    let evil = "<script>alert(\"&'1'\")</script>";
    let line = changed(|value| {
        let texts = ["version", "host"];
        texts.iter().for_each(|name| value[name] = evil.into());
        value["command"] = vec![evil, evil].into();
        value["mpi"]["version"] = evil.into();
        value["policy"]["arithmetic"] = evil.into();
        value["policy"][evil] = evil.into();
        value["without_shared_memory"] = serde_json::json!([{"communicators": 1, "reason": evil}]);
        for row in value["rows"].as_array_mut().unwrap() {
            for name in ["call", "datatype", "operator"] {
                row[name] = evil.into();
            }
            for name in ["arithmetic", "schedule", "reason", "first_call"] {
                if !row[name].is_null() {
                    row[name] = evil.into();
                }
            }
            row["in_place_of"] = serde_json::json!({"schedule": evil, "reason": evil});
        }
    });
    let two = line.replace("\"rank\":0", "\"rank\":1").replace("\"job\":\"", "\"job\":\"2");
    let file = saved(&folder, "<script>.json", &(line + &two));
    for page in [page(&[&file]), page(&[&file, &written("mpich")])] {
        assert!(!page.contains("<script"), "{page}");
        assert!(page.contains("&lt;script&gt;"), "{page}");
    }
}

#[test]
fn an_incomplete_last_line_is_said_on_the_page_and_to_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let text_written = fs::read_to_string(written("mpich")).unwrap();
    let file = saved(&folder, "cut.json", &(text_written.clone() + &text_written[..300]));
    let target = folder.path().join("page.html");
    let output = samebits(&["report", &file, "-o", target.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    contains(&said, &["samebits: ", "the last line is incomplete and is left out"]);
    let page = fs::read_to_string(target).unwrap();
    is_self_contained(&page);
    contains(&text(&page), &["the last line is incomplete and is left out", "Who reports"]);
}

#[test]
fn nothing_intercepted_is_a_page_too() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = changed(|value| {
        value["rows"] = serde_json::json!([]);
        value["nothing_intercepted"] = serde_json::json!({"reason": "a tool"});
    });
    let file = saved(&folder, "nothing.json", &nothing);
    let advice = "See Messages (docs/troubleshooting.md)";
    contains(&text(&page(&[&file])), &["No reduction was intercepted. Because: a tool.", advice]);
    let none = r#"{"samebits_report":1,"version":"0.1.0","job":"1","host":"h","process":1,"command":["p"],"written":1.000,"no_report":"why"}"#;
    Schema::read("report.schema.json").check(&serde_json::from_str(none).unwrap());
    let file = saved(&folder, "none.json", none);
    contains(&text(&page(&[&file])), &["No reduction was intercepted. Because: why.", advice]);
    contains(&text(&page(&[&file, &written("mpich")])), &["Two runs side by side"]);
}

#[test]
fn what_is_no_report_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let report = |name: &str, text: &str| refused(&["report", &saved(&folder, name, text)]);
    contains(&report("empty", ""), &["empty is empty"]);
    let as_text = report("a.txt", "samebits report: 0.1.0, in front of …\n");
    contains(&as_text, &["a.txt is a report as text", "SAMEBITS_REPORT=FILE.json"]);
    contains(&report("x", "{\"a\":1}\n"), &["line 1 is not of a report in JSON"]);
    contains(&report("new", "{\"samebits_report\":2}\n"), &["form 2"]);
    contains(&refused(&["report", "/nowhere/x.json"]), &["cannot read /nowhere/x.json"]);
    let folder_path = folder.path().to_str().unwrap();
    contains(&refused(&["report", folder_path]), &["cannot read", "directory"]);
    let mpich = fs::read_to_string(written("mpich")).unwrap();
    let file = saved(&folder, "kept.json", &mpich);
    contains(&refused(&["report", &file, "-o", &file]), &["is not overwritten"]);
    assert_eq!(fs::read_to_string(file).unwrap(), mpich);
    let nowhere = ["report", &written("mpich"), "-o", "/nowhere/page.html"];
    contains(&refused(&nowhere), &["cannot write to /nowhere/page.html"]);
}

#[test]
fn the_page_goes_where_it_is_to_go() {
    let folder = tempfile::tempdir().unwrap();
    let target: PathBuf = folder.path().join("out.html");
    let target = target.to_str().unwrap();
    let said = printed(&["report", &written("mpich"), "-o", target], 0);
    assert_eq!(said, format!("{target}: 1 run\n"));
    is_self_contained(&fs::read_to_string(target).unwrap());
}
