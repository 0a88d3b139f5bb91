//! Findings as lines, and as JSON.

use super::checks::CHECKS;
use super::facts::Rank;
use super::findings::{Finding, Severity};
use serde::Serialize;

pub fn lines(findings: &[Finding]) -> String {
    findings.iter().map(line).chain([summary(findings)]).collect()
}

fn line(finding: &Finding) -> String {
    let Finding { severity, what, advice, .. } = finding;
    let advice = if advice.is_empty() { String::new() } else { format!(". {}", sentence(advice)) };
    format!("{:<8} {what}{advice}\n", word(*severity))
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    // The names of variables and functions are what they are.
    let name = text.split(' ').next().is_some_and(|word| word.contains(['=', '(', '/', '_']));
    match letters.next() {
        Some(first) if !name => first.to_uppercase().chain(letters).collect(),
        _ => text.into(),
    }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
        Severity::Ok => "ok",
    }
}

fn summary(findings: &[Finding]) -> String {
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let each = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| {
        let (number, word) = (count(severity), word(severity));
        format!("{number} {word}{}", if number == 1 { "" } else { "s" })
    });
    format!("{}\n", each.join(", "))
}

pub fn checks() -> String {
    let width = CHECKS.iter().map(|check| check.id.len()).max().unwrap_or(0);
    CHECKS.iter().map(|check| format!("{:<width$}  {}\n", check.id, check.about)).collect()
}

/// The number in docs/doctor.schema.json.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    findings: &'a [Finding],
    ranks: &'a [Rank],
}

pub fn json(findings: &[Finding], ranks: &[Rank]) -> Result<String, String> {
    let document = Document { schema: SCHEMA, findings, ranks };
    let text = serde_json::to_string_pretty(&document).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(severity: Severity, what: &str, advice: &str) -> Finding {
        Finding { severity, check: "check", what: what.into(), advice: advice.into() }
    }

    #[test]
    fn a_finding_is_a_line() {
        let findings = [
            finding(Severity::Error, "/a is set-uid", "copy it"),
            finding(Severity::Note, "/a calls exp", "GLIBC_TUNABLES=x for all"),
            finding(Severity::Ok, "fine", ""),
        ];
        assert_eq!(
            lines(&findings),
            "error    /a is set-uid. Copy it\nnote     /a calls exp. GLIBC_TUNABLES=x for all\n\
             ok       fine\n1 error, 0 warnings, 1 note\n"
        );
    }

    #[test]
    fn json_has_all_of_it() {
        let findings = [finding(Severity::Warning, "w", "a")];
        let text = json(&findings, &[Rank::default()]).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["findings"][0]["severity"], "warning");
        assert_eq!(value["ranks"][0]["rank"], serde_json::Value::Null);
        assert_eq!(value["schema"], 1);
    }

    #[test]
    fn all_checks_are_listed() {
        assert_eq!(checks().lines().count(), CHECKS.len());
    }
}
