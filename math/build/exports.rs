//! The Rust side of the exported names: each is a jump through a pointer, which is set when the
//! library is loaded (src/choice.rs). Until then it leads to the variant that every processor has.

use crate::table::{Variant, FUNCTIONS};
use std::fmt::Write;
use std::fs;
use std::path::Path;

pub fn write(out: &Path, variants: &[Variant]) {
    let mut text = String::new();
    let mut line = |line: String| writeln!(text, "{line}").expect("a string can be written");
    let names = || FUNCTIONS.iter().flat_map(|f| [f.name.to_string(), format!("{}f", f.name)]);
    line("unsafe extern \"C\" {".into());
    for name in names() {
        for variant in variants {
            line(format!("    fn samebits_math_{}_{name}();", variant.symbol));
        }
    }
    line("}".into());
    line("exported! {".into());
    for name in names() {
        let all: Vec<String> =
            variants.iter().map(|v| format!("samebits_math_{}_{name}", v.symbol)).collect();
        line(format!("    {name}: [{}],", all.join(", ")));
    }
    line("}".into());
    fs::write(out.join("exports.rs"), text).expect("a file can be written");
}
