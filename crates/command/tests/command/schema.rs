//! As much of JSON Schema as docs/ uses, so that all JSON that the tests see is checked.

use serde_json::Value;
use std::fs;
use std::path::Path;

pub struct Schema(Value);

impl Schema {
    pub fn read(name: &str) -> Schema {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
        Schema(serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
    }

    pub fn check(&self, value: &Value) {
        if let Err(why) = self.matches(&self.0, value, "") {
            panic!("{why}, in {value:#}");
        }
    }

    fn matches(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let wrong = |what: &str| Err(format!("{at}: {what}"));
        for (word, wanted) in schema.as_object().expect("a schema is an object") {
            match word.as_str() {
                "$ref" => {
                    let pointer = wanted.as_str().unwrap().trim_start_matches('#');
                    self.matches(self.0.pointer(pointer).expect("it is defined"), value, at)?;
                }
                "anyOf" | "oneOf" => {
                    let found = wanted.as_array().unwrap().iter();
                    let found: Vec<_> = found.map(|one| self.matches(one, value, at)).collect();
                    let number = found.iter().filter(|one| one.is_ok()).count();
                    if number == 0 || (word == "oneOf" && number != 1) {
                        return wrong(&format!("{number} of the alternatives match: {found:?}"));
                    }
                }
                "const" if wanted != value => return wrong("another constant"),
                "enum" if !wanted.as_array().unwrap().contains(value) => {
                    return wrong("another word")
                }
                "type" => {
                    let types = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                    if !types.iter().any(|one| has_type(value, one.as_str().unwrap())) {
                        return wrong(&format!("it is not of {wanted}"));
                    }
                }
                "pattern" if value.is_string() => {
                    assert_eq!(wanted, "^[0-9a-f]{16}$");
                    let text = value.as_str().unwrap();
                    let digits =
                        text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
                    if text.len() != 16 || !digits {
                        return wrong("it is no digest");
                    }
                }
                "required" => {
                    let name = |name: &&Value| value.get(name.as_str().unwrap()).is_none();
                    if let Some(missing) = wanted.as_array().unwrap().iter().find(name) {
                        return wrong(&format!("{missing} is missing"));
                    }
                }
                "properties" => {
                    for (name, value) in value.as_object().into_iter().flatten() {
                        let Some(schema) = wanted.get(name) else {
                            return wrong(&format!("{name} is not described"));
                        };
                        self.matches(schema, value, &format!("{at}/{name}"))?;
                    }
                }
                "items" => {
                    for item in value.as_array().into_iter().flatten() {
                        self.matches(wanted, item, &format!("{at}[]"))?;
                    }
                }
                "minItems"
                    if (value.as_array().map(Vec::len) < wanted.as_u64().map(|n| n as usize)) =>
                {
                    return wrong("there are too few");
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    }
}
