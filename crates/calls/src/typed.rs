//! Writes the functions in C of [`SHORT_SUMS`] and [`CSR_PRODUCTS`] as Rust source, with their comments,
//! of which cbindgen makes `samebits.h`.

use crate::direct::comment;
use crate::direct_rows::{Typed, TypedComments};
use crate::tables::{CSR_PRODUCTS, SHORT_SUMS};
use std::fmt::Write;

/// A type of elements: its name in functions, and the type of its numbers.
const TYPES: [(&str, &str); 4] =
    [("double", "f64"), ("float", "f32"), ("double_complex", "f64"), ("float_complex", "f32")];

pub fn short_sums() -> String {
    SHORT_SUMS.iter().map(functions).collect()
}

pub fn csr_products() -> String {
    CSR_PRODUCTS.iter().map(functions).collect()
}

fn functions(row: &Typed) -> String {
    let mut text = String::new();
    for (of, number) in TYPES {
        let is_complex = of.ends_with("_complex");
        let Some(body) = (if is_complex { Some(row.complex) } else { row.real }) else { continue };
        let says = match row.comments {
            TypedComments::Like(other, with) => format!("Like samebits_{other}_{of}, {with}."),
            TypedComments::Own { double, rounded, complex } => match of {
                "double" => double.to_string(),
                "double_complex" => complex.to_string(),
                "float" => format!(
                    "Like samebits_{}_double, for floats: {rounded} is rounded to float, once.",
                    row.name
                ),
                _ => format!(
                    "Like samebits_{}_double_complex, for the type float complex.",
                    row.name
                ),
            },
        };
        let says = format!(
            "{says}\n\nNot collective; at any time, also before MPI_Init, in any thread. No errors."
        );
        let element = if is_complex { "c_void" } else { number };
        let mut arguments: Vec<String> = row
            .arguments
            .iter()
            .map(|(name, of)| format!("    {name}: {},\n", of.replace("{}", element)))
            .collect();
        let result = match row.returns {
            true if is_complex => {
                arguments.push("    result: *mut c_void,\n".into());
                String::new()
            }
            true => format!(" -> {number}"),
            false => String::new(),
        };
        let _ = write!(
            text,
            "
{}#[no_mangle]
pub unsafe extern \"C\" fn samebits_{}_{of}(
{}){result} {{
    // SAFETY: upheld by the caller.
    unsafe {{ {} }}
}}
",
            comment(&says),
            row.name,
            arguments.concat(),
            body.replace("{}", number)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_there_for_each_type() {
        let text = short_sums() + &csr_products();
        for function in [
            "fn samebits_sum_float(\n    x: *const f32,\n    n: usize,\n) -> f32 {",
            "fn samebits_sum_float_complex(\n    x: *const c_void,\n    n: usize,\n    result: *mut c_void,\n) {",
            "fn samebits_csr64_multiply_float(\n    rows: usize,\n    row_pointers: *const i64,",
        ] {
            assert!(text.contains(function), "{text}");
        }
        assert!(!text.contains("samebits_conjugated_dot_double("));
        assert_eq!(text.matches("#[no_mangle]").count(), 18);
    }
}
