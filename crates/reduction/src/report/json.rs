//! Writing JSON on one line, as little of it as a report needs.

use std::fmt::Write;

/// A JSON value as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(String);

pub const NULL: Json = Json(String::new());

impl Json {
    pub fn object<'a>(fields: impl IntoIterator<Item = (&'a str, Json)>) -> Json {
        let field = |(name, value): (&str, Json)| format!("{}:{}", Json::from(name), value);
        Json(format!("{{{}}}", join(fields.into_iter().map(field))))
    }

    pub fn array(values: impl IntoIterator<Item = Json>) -> Json {
        Json(format!("[{}]", join(values.into_iter().map(|value| value.to_string()))))
    }

    /// A whole number of units of 10^-`digits`: exact, without floating-point arithmetic.
    pub fn decimal(units: u128, digits: u32) -> Json {
        let (one, width) = (10u128.pow(digits), digits as usize);
        Json(format!("{}.{:0width$}", units / one, units % one))
    }
}

fn join(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",")
}

impl std::fmt::Display for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_empty() { "null" } else { &self.0 })
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        let mut quoted = String::from('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => quoted.extend(['\\', c]),
                '\n' => quoted += "\\n",
                // (JSON allows the others as they are; terminals do not.)
                c if c.is_control() => {
                    // Control characters are below U+00A0: one unit of UTF-16.
                    let _ = write!(quoted, "\\u{:04x}", u32::from(c));
                }
                c => quoted.push(c),
            }
        }
        quoted.push('"');
        Json(quoted)
    }
}

impl From<u64> for Json {
    fn from(number: u64) -> Json {
        Json(number.to_string())
    }
}

impl From<usize> for Json {
    fn from(number: usize) -> Json {
        Json(number.to_string())
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Json {
        value.map_or(NULL, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_on_one_line() {
        let value = Json::object([
            ("text", "a \"b\" \\ c\n\t\u{7f}\u{85} é €".into()),
            ("number", u64::MAX.into()),
            ("none", None::<&str>.into()),
            ("list", Json::array([Json::array([]), 0usize.into(), Json::object([])])),
        ]);
        let expected = r#"{"text":"a \"b\" \\ c\n\u0009\u007f\u0085 é €","number":18446744073709551615,"none":null,"list":[[],0,{}]}"#;
        assert_eq!(value.to_string(), expected);
    }

    #[test]
    fn decimals_are_exact() {
        let texts = [(0, 6), (5, 6), (1_000_000, 6), (12_345_678, 6), (1, 9)];
        let texts = texts.map(|(units, digits)| Json::decimal(units, digits).to_string());
        assert_eq!(texts, ["0.000000", "0.000005", "1.000000", "12.345678", "0.000000001"]);
    }
}
