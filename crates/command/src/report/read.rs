//! The lines of reports that are JSON (docs/report.schema.json).

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The form of the report that is understood.
const FORM: u64 = 1;
const START: &str = "{\"samebits_report\":";

/// Who wrote a line.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Writer {
    pub version: String,
    pub job: String,
    pub host: String,
    pub process: u64,
    pub command: Vec<String>,
    /// Seconds since 1970.
    pub written: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    Report(Box<Report>),
    /// No call has arrived at samebits, for this reason.
    Nothing(Writer, String),
}

/// What one rank reports.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Report {
    #[serde(flatten)]
    pub writer: Writer,
    pub mpi: Mpi,
    pub ranks: Option<u64>,
    pub rank: Option<u64>,
    /// On its host.
    #[serde(default)]
    pub local_ranks: Option<u64>,
    pub policy: BTreeMap<String, String>,
    pub began: f64,
    pub rows: Vec<Row>,
    pub without_shared_memory: Vec<Without>,
    pub nonblocking_bytes: u64,
    pub nothing_intercepted: Option<NothingIntercepted>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Mpi {
    pub version: String,
    pub path: String,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    #[serde(rename = "reproduced")]
    Reproduced,
    #[serde(rename = "passed on")]
    PassedOn,
    #[serde(rename = "not reproduced")]
    NotReproduced,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Row {
    pub call: String,
    pub datatype: String,
    pub operator: String,
    pub calls: u64,
    pub elements: u64,
    pub bytes: u64,
    pub seconds: f64,
    pub outcome: Outcome,
    pub arithmetic: Option<String>,
    pub schedule: Option<String>,
    pub in_place_of: Option<Instead>,
    pub reason: Option<String>,
    pub first_call: Option<String>,
    pub parts: Option<Parts>,
    pub sizes: Vec<Size>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instead {
    pub schedule: String,
    pub reason: String,
}

/// Seconds.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct Parts {
    pub communication: f64,
    pub local: f64,
    pub gather: f64,
    pub other: f64,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
pub struct Size {
    pub from: u64,
    pub to: Option<u64>,
    pub calls: u64,
    pub seconds: f64,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Without {
    pub communicators: u64,
    pub reason: String,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct NothingIntercepted {
    pub reason: Option<String>,
}

/// The lines of a file, and a sentence for each that had to be left out.
pub fn read(path: &Path) -> Result<(Vec<Line>, Vec<String>), String> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    parse(&name.to_string(), &String::from_utf8_lossy(&bytes))
}

fn parse(name: &str, text: &str) -> Result<(Vec<Line>, Vec<String>), String> {
    if text.trim().is_empty() {
        return Err(format!("{name} is empty: no run that reports there has ended yet"));
    }
    if text.starts_with("samebits report: ") || text.starts_with("samebits: no report: ") {
        return Err(format!(
            "{name} is a report as text, and this command reads JSON: run the program again with \
             SAMEBITS_REPORT=FILE.json (the file's name decides the form)"
        ));
    }
    let (mut lines, mut left_out) = (Vec::new(), Vec::new());
    let count = text.lines().count();
    for (number, text_line) in (1..).zip(text.lines()) {
        // What an ended process has begun may stand in front of the next one's line.
        let start = text_line.rfind(START).unwrap_or(0);
        match line(&text_line[start..]) {
            Ok(line) => lines.push(line),
            Err(Wrong::Form(form)) => {
                return Err(format!(
                    "{name}: line {number} is in form {form} of the report, and this command reads \
                     form {FORM}: use the command of the samebits version that wrote it"
                ));
            }
            Err(Wrong::Json(_)) if number == count && !text.ends_with('\n') => {
                left_out.push(format!(
                    "{name}: the last line is incomplete and is left out (its writer was killed, \
                     or is still writing)"
                ));
                continue;
            }
            Err(Wrong::Json(why)) => {
                return Err(format!("{name}: line {number} is not of a report in JSON: {why}"));
            }
        }
        if start > 0 {
            left_out.push(format!(
                "{name}: line {number} begins with an incomplete report, which is left out"
            ));
        }
    }
    if lines.is_empty() {
        return Err(format!("{name} holds an incomplete report only"));
    }
    Ok((lines, left_out))
}

enum Wrong {
    Form(u64),
    Json(String),
}

impl From<serde_json::Error> for Wrong {
    fn from(error: serde_json::Error) -> Wrong {
        Wrong::Json(error.to_string())
    }
}

fn line(text: &str) -> Result<Line, Wrong> {
    let value: Value = serde_json::from_str(text)?;
    match value["samebits_report"].as_u64() {
        Some(FORM) => {}
        Some(form) => return Err(Wrong::Form(form)),
        None => return Err(Wrong::Json("it has no field samebits_report".into())),
    }
    Ok(match value["no_report"].as_str().map(str::to_string) {
        Some(why) => Line::Nothing(serde_json::from_value(value)?, why),
        None => Line::Report(serde_json::from_value(value)?),
    })
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub const LINE: &str = r#"{"samebits_report":1,"version":"0.1.0","job":"7","host":"h","process":1,"command":["./p"],"written":12.5,"mpi":{"version":"MPICH","path":"/l"},"ranks":3,"rank":0,"policy":{"arithmetic":"auto","schedule":"auto","unsupported":"warn"},"began":10.250,"rows":[],"without_shared_memory":[],"nonblocking_bytes":0,"nothing_intercepted":null}"#;

    fn parsed(text: &str) -> (usize, Vec<String>) {
        let (lines, left_out) = parse("r.json", text).unwrap();
        (lines.len(), left_out)
    }

    fn refused(text: &str) -> String {
        parse("r.json", text).unwrap_err()
    }

    #[test]
    fn whole_lines_are_read() {
        assert_eq!(parsed(&format!("{LINE}\n{LINE}\n")), (2, vec![]));
        assert_eq!(parsed(LINE), (1, vec![]));
        let nothing = r#"{"samebits_report":1,"version":"0","job":"7","host":"h","process":1,"command":[],"written":1.0,"no_report":"why"}"#;
        let (lines, _) = parse("r", nothing).unwrap();
        assert!(
            matches!(&lines[0], Line::Nothing(writer, why) if why == "why" && writer.job == "7")
        );
    }

    #[test]
    fn an_incomplete_line_is_left_out_and_said() {
        for cut in [1, 20, LINE.len() - 1] {
            let (lines, left_out) = parsed(&format!("{LINE}\n{}", &LINE[..cut]));
            assert_eq!((lines, left_out.len()), (1, 1));
            assert!(left_out[0].contains("the last line is incomplete"), "{left_out:?}");
        }
        let (lines, left_out) = parsed(&format!("{}{LINE}\n{LINE}\n", &LINE[..100]));
        assert_eq!((lines, left_out.len()), (2, 1));
        assert!(left_out[0].contains("line 1 begins with an incomplete"), "{left_out:?}");
        assert!(refused(&LINE[..50]).contains("an incomplete report only"));
    }

    #[test]
    fn anything_else_is_refused_with_what_it_is() {
        assert!(refused("").contains("is empty"));
        assert!(refused("\n").contains("is empty"));
        assert!(refused("samebits report: 0.1.0, in front\n").contains("SAMEBITS_REPORT=FILE.json"));
        assert!(refused("samebits: no report: x\n").contains("SAMEBITS_REPORT=FILE.json"));
        assert!(refused("<html>\n").contains("line 1 is not of a report"));
        assert!(refused("{}\n").contains("no field samebits_report"));
        assert!(refused(&format!("{LINE}\n{{\"samebits_report\":2}}\n")).contains("form 2"));
        assert!(refused(&format!("{}\n{LINE}\n", &LINE[..50])).contains("line 1 is not"));
    }
}
