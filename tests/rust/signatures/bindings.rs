//! What is written from the rows of the sums over vectors besides samebits.h and the Fortran module:
//! the functions for Python and C++, the tables of the pages about them, and the calls that the tests in
//! C make. `make header` (BLESS=1) writes it anew.

use crate::generated::check;
use samebits_calls::direct::lines;
use samebits_calls::Given::{self, *};
use samebits_calls::{VectorSum, VECTOR_SUMS};
use std::fs;
use std::path::Path;

/// What stands for each argument of a sum that has it, in this order.
fn each<T>(sum: &VectorSum, of: impl IntoIterator<Item = (Given, T)>) -> Vec<T> {
    of.into_iter().filter(|(given, _)| sum.has(*given)).map(|(_, text)| text).collect()
}

/// A file with another text between two others, the first of which is replaced as well.
fn replace(path: &str, begin: &str, end: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut whole = fs::read_to_string(file).unwrap();
    let start = whole.find(begin).unwrap_or_else(|| panic!("{path}: {begin}"));
    let stop = start + whole[start..].find(end).unwrap_or_else(|| panic!("{path}: {end}"));
    whole.replace_range(start..stop, text);
    check(path, &whole);
}

/// A comment in lines that begin so.
fn comment(text: &str, begin: &str, width: usize) -> String {
    lines(text, width - begin.len()).iter().map(|line| format!("{begin}{line}\n")).collect()
}

/// A function in C++ with its arguments, in lines of at most 110 characters.
fn with_arguments(function: &str, arguments: &[&str], end: &str) -> String {
    const KEPT: &str = "\u{a0}";
    let arguments: Vec<String> = arguments.iter().map(|text| text.replace(' ', KEPT)).collect();
    let indent = function.chars().count() + 1;
    let arguments = lines(&(arguments.join(", ") + end), 110 - indent);
    let separator = format!("\n{:indent$}", "");
    format!("{function}({}", arguments.join(&separator)).replace(KEPT, " ")
}

fn in_python(sum: &VectorSum, nonblocking: bool) -> String {
    let VectorSum { in_python: name, .. } = sum;
    let arguments = each(
        sum,
        [
            (X, "x: numpy.ndarray"),
            (Y, "y: numpy.ndarray"),
            (Ys, "ys: Vectors"),
            (W, "w: numpy.ndarray"),
            (Ddof, "ddof: int = 0"),
            (Mask, "mask: Mask = None"),
        ],
    );
    let result = match sum.is_real {
        _ if sum.has(Ys) => "numpy.ndarray",
        true => "numpy.floating",
        false => "numpy.generic",
    };
    let (i, result, more, says) = match nonblocking {
        false => ("", result.to_string(), "", sum.sentence()),
        true => {
            ("i", format!("Request[{result}]"), ", nonblocking=True", format!("Starts `{name}`."))
        }
    };
    let weights = if sum.has(Weights) { "weights=w" } else { "w=w" };
    let given = [(Y, "y=y"), (Ys, "ys=ys"), (W, weights), (Mask, "mask=mask"), (Ddof, "ddof=ddof")];
    let mut given = each(sum, given);
    if sum.is_real {
        given.push("real=True");
    }
    let given: String = given.iter().map(|given| format!(", {given}")).collect();
    let arguments = arguments.join(", ");
    let mut head = format!("def {i}{name}({arguments}, comm: Comm = None) -> {result}:\n");
    if head.len() > 101 {
        head = format!("def {i}{name}(\n    {arguments}, comm: Comm = None\n) -> {result}:\n");
    }
    let says = comment(&format!("\"\"\"{says}\"\"\""), "    ", 100);
    format!(
        "\n\n{head}{says}    call = Call(\"{i}{name}\", comm{more})\n    return vector_sum(call, \
         \"allreduce_{}\", x{given})\n",
        sum.name
    )
}

#[test]
fn python_has_all_sums_over_vectors() {
    for (file, nonblocking) in [("_vectors", false), ("_nonblocking", true)] {
        let functions = VECTOR_SUMS.iter().map(|sum| in_python(sum, nonblocking));
        let path = format!("python/samebits/{file}.py");
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path)).unwrap();
        let start = text.find("\n\n\ndef ").expect("a function") + 1;
        check(&path, &(text[..start].to_string() + &functions.collect::<String>()));
        let i = if nonblocking { "i" } else { "" };
        let mut names: Vec<String> =
            VECTOR_SUMS.iter().map(|sum| format!("{i}{}", sum.in_python)).collect();
        names.sort_unstable();
        let package = "python/samebits/__init__.py";
        let imports =
            names.iter().map(|name| format!("    from .{file} import {name} as {name}\n"));
        let begin = format!("    from .{file} import ");
        let end = if nonblocking { "    from ._requests" } else { "\n# Files" };
        replace(package, &begin, end, &imports.collect::<String>());
        let names: String = names.iter().map(|name| format!("        \"{name}\",\n")).collect();
        let list = format!("    \"{file}\": [\n{names}");
        replace(package, &format!("    \"{file}\": [\n"), "    ],\n", &list);
    }
}

/// The function behind one of C++, for calls that block or not.
fn behind(sum: &VectorSum) -> String {
    let weights = sum.has(Weights);
    let own = if weights { "W" } else { "T" };
    let of_w = format!("view<{own}> w");
    let parameters = each(
        sum,
        [
            (X, "view<T> x"),
            (Y, "view<T> y"),
            (Ys, "const std::vector<view<T>> &ys"),
            (W, &*of_w),
            (Mask, "const mask *which"),
            (Ddof, "int ddof"),
        ],
    );
    let checks = each(
        sum,
        [
            (Weights, "    check_weight<T, W>();\n"),
            (Y, "    check_same_size(way, \"x\", x.size(), \"y\", y.size());\n"),
            (Ys, "    const std::vector<const void *> data = data_of(way, x, ys);\n"),
            (W, "    check_same_size(way, \"x\", x.size(), \"w\", w.size());\n"),
        ],
    );
    let passed = sum.arguments.iter().map(|given| match given {
        K => "static_cast<int>(ys.size())",
        X => "x.data()",
        Y => "y.data()",
        Ys => "data.data()",
        W => "w.data()",
        Weights => "datatype<W>::get()",
        Mask => "bytes(way, x.size(), which)",
        N => "x.size()",
        Ddof => "ddof",
        Result | Results => "here{}",
    });
    let result = match sum.is_real {
        _ if sum.has(Ys) => "std::vector<T>(ys.size())",
        true => "real_t<T>{}",
        false => "T{}",
    };
    let name = sum.name;
    let functions = format!("samebits_allreduce_{name}, samebits_iallreduce_{name}");
    let mut arguments = vec![&*functions, result];
    arguments.extend(passed);
    arguments.push("datatype<T>::get()");
    let call = with_arguments("    return way", &arguments, ");");
    format!(
        "template <class T{}, class Way>\nauto {name}(const Way &way, {})\n{{\n    \
         check_element<T>();\n{}{call}\n}}\n\n",
        if weights { ", class W" } else { "" },
        parameters.join(", "),
        checks.concat()
    )
}

/// The functions of C++, with a mask and without one.
fn in_cpp(sum: &VectorSum, nonblocking: bool) -> String {
    let weights = sum.has(Weights);
    let result = match sum.is_real {
        _ if sum.has(Ys) => "std::vector<T>",
        true => "detail::real_t<T>",
        false => "T",
    };
    let (i, way, result) = match nonblocking {
        false => ("", "blocking", result.to_string()),
        true => ("i", "nonblocking", format!("[[nodiscard]] pending<{result}>")),
    };
    let mut text = if nonblocking { String::new() } else { comment(&sum.sentence(), "// ", 110) };
    let masks: &[bool] = if sum.has(Mask) { &[false, true] } else { &[false] };
    for &masked in masks {
        let mut parameters = each(
            sum,
            [
                (X, "const X &x"),
                (Y, "detail::only_t<T> y"),
                (Ys, "const std::vector<detail::only_t<T>> &ys"),
                (W, if weights { "const Weights &w" } else { "detail::only_t<T> w" }),
                (Mask, if masked { "const mask &which" } else { "" }),
                (Ddof, "int ddof"),
            ],
        );
        parameters.retain(|text| !text.is_empty());
        parameters.push("MPI_Comm comm");
        let mask = if masked { "&which" } else { "nullptr" };
        let passed =
            each(sum, [(X, "x"), (Y, "y"), (Ys, "ys"), (W, "w"), (Mask, mask), (Ddof, "ddof")]);
        let name = sum.name;
        let (class, by) = match weights {
            true => (", class Weights", "T, detail::element_t<Weights>"),
            false => ("", "T"),
        };
        let head = with_arguments(&format!("{result} {i}{name}"), &parameters, ")");
        text += &format!(
            "template <class X{class}, class T = detail::element_t<X>>\n{head}\n{{\n    const \
             detail::{way} way(\"samebits::{i}{name}\", comm);\n    return \
             detail::{name}<{by}>(way, {});\n}}\n",
            passed.join(", ")
        );
    }
    text + "\n"
}

#[test]
fn cpp_has_all_sums_over_vectors() {
    let behind: String = VECTOR_SUMS.iter().map(behind).collect();
    let begin = "// Written from the table of functions, by `make header`, from here on.\n\n";
    let end = "} // namespace detail\n";
    let path = "include/samebits/vector_calls.hpp";
    replace(path, begin, end, &format!("{begin}{behind}"));
    for (file, nonblocking) in [("vectors", false), ("nonblocking", true)] {
        let functions: String = VECTOR_SUMS.iter().map(|sum| in_cpp(sum, nonblocking)).collect();
        let path = format!("include/samebits/{file}.hpp");
        replace(&path, begin, "} // namespace samebits\n", &format!("{begin}{functions}"));
    }
}

/// The tables of the pages: a row for each sum, behind the row before and up to the next.
#[test]
fn the_pages_have_all_sums_over_vectors() {
    let table = |sum_in: &dyn Fn(&VectorSum) -> String| -> String {
        let rows = VECTOR_SUMS.iter().map(|sum| {
            let what = sum.what.replace('*', "·").replace('|', "\\|").replace("^2", "²");
            let real = if sum.is_real { "; real" } else { "" };
            format!("| `{}` | {what}{real} |\n", sum_in(sum))
        });
        rows.collect()
    };
    let c = table(&|sum| {
        let names = sum.arguments.iter().map(|given| given.in_c().0).collect::<Vec<_>>();
        format!("samebits_allreduce_{}({}, type, comm)", sum.name, names.join(", "))
    });
    replace("docs/direct.md", "| `samebits_allreduce_dot", "\n\n", c.trim_end());
    let fortran = table(&|sum| {
        let given = [(X, "x"), (Y, "y"), (Ys, "ys"), (W, "w"), (Ddof, "ddof")];
        let mut names = each(sum, given);
        names.push(if sum.has(Results) { "results" } else { "result" });
        names.extend(["comm", "ierror"]);
        names.extend(sum.has(Mask).then_some("mask"));
        format!("samebits_allreduce_{}({})", sum.name, names.join(", "))
    });
    replace(
        "docs/fortran.md",
        "| `samebits_allreduce_dot(",
        "| `samebits_iallreduce_dot(",
        &fortran,
    );
    let cpp = table(&|sum| {
        let mask = [(Mask, "[, mask]"), (Ddof, ", ddof")];
        let given = [(X, "x"), (Y, ", y"), (Ys, ", {y0, y1}"), (W, ", w")];
        let names = each(sum, given.into_iter().chain(mask)).concat();
        format!("{}({names}, comm)", sum.name)
    });
    replace("docs/cpp.md", "| `dot(x, y, comm)`", "| `idot(", &cpp);
    let python = table(&|sum| {
        let given = [(X, "x"), (Y, "y"), (Ys, "ys"), (W, "w"), (Ddof, "ddof"), (Mask, "mask")];
        format!("{}({}, comm)", sum.in_python, each(sum, given).join(", "))
    });
    replace("docs/python.md", "| `dot(x, y, comm)`", "| `idot(", &python);
}

#[test]
fn the_tests_in_c_know_all_sums_over_vectors() {
    let mut table = String::from(
        "/* The sums over vectors: CALL(EACH, name, how many results, whether ones add up to their number,
 * the arguments before the datatype, each by what a test defines for it). Written from the library's
 * table, by `make header`. */
#define VECTOR_SUMS(CALL, EACH)",
    );
    for sum in VECTOR_SUMS {
        let passed = sum.arguments.iter().map(|given| match given {
            Results => "OF_RESULT".to_string(),
            given => format!("OF_{}", given.in_c().0.to_uppercase()),
        });
        let results = if sum.has(Ys) { "OF_K" } else { "1" };
        let add_up = i32::from(matches!(sum.statistic, "Statistic::Sum" | "Statistic::RealSum"));
        let passed = passed.collect::<Vec<_>>().join(", ");
        table += &format!(" \\\n    CALL(EACH, {}, {results}, {add_up}, {passed})", sum.name);
    }
    check("c_tests/support/vector_sum_table.h", &(table + "\n"));
}
