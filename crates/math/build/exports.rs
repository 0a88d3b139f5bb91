//! The Rust side of the functions: one line for each, from which src/scalar.rs makes what Rust code
//! calls and src/choice.rs the exported names.

use crate::table::{Type, Variant, FUNCTIONS};
use std::fmt::Write;
use std::fs;
use std::path::Path;

pub fn write(out: &Path, variants: &[Variant]) {
    let mut text = String::from("functions! {\n");
    for function in FUNCTIONS {
        for ty in Type::ALL {
            let name = function.name(ty);
            let symbols: Vec<String> =
                variants.iter().map(|v| format!("samebits_math_{}_{name}", v.symbol)).collect();
            writeln!(
                text,
                "    {name}: {:?}({}) [{}] [{}];",
                function.shape,
                ty.rust(),
                symbols.join(", "),
                function.exported(ty).join(", ")
            )
            .expect("a string can be written");
        }
    }
    text.push_str("}\n");
    fs::write(out.join("functions.rs"), text).expect("a file can be written");
}
