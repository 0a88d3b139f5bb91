//! Writes, as Rust source, what follows from the tables of direct functions: the numbers of those that
//! all ranks call, and the functions in C of the sums over vectors and of reductions of arrays, with their
//! comments, of which cbindgen makes `samebits.h`.

use crate::direct_rows::Given::{self, *};
use crate::direct_rows::{ArrayReduction, VectorSum};
use crate::tables::{ARRAY_REDUCTIONS, OVER_RANKS, VECTOR_SUMS};
use std::fmt::Write;

/// As many characters as a line of a comment has.
const WIDTH: usize = 100;

/// The direct functions that all ranks call: an enum, and their names by its numbers.
pub fn functions() -> String {
    let sums = |which: usize| VECTOR_SUMS.iter().map(move |sum| sum.functions()[which].clone());
    let arrays = ARRAY_REDUCTIONS
        .iter()
        .flat_map(|row| ["allreduce", "reduce"].map(|how| format!("samebits_{how}_{}", row.name)));
    let others = OVER_RANKS.iter().map(|name| format!("samebits_{name}"));
    let names: Vec<String> = arrays.chain(others).chain(sums(0)).chain(sums(1)).collect();
    let variants: String = names.iter().map(|name| format!("    {},\n", variant(name))).collect();
    format!(
        "/// A direct function that all ranks of a communicator call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {{
{variants}}}

/// Their names in C, by their numbers.
const FUNCTIONS: &[&str] = &{names:?};
"
    )
}

/// A function's name in the enum: `AllreduceDot` of `samebits_allreduce_dot`.
fn variant(function: &str) -> String {
    let words = function.split('_').skip(1);
    words.map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// The sums over vectors: a table of what each is, `SUMS`, and their functions in C.
pub fn vector_sums() -> String {
    let mut text = String::from("pub const SUMS: &[VectorSum] = &[\n");
    for (index, sum) in VECTOR_SUMS.iter().enumerate() {
        let [blocking, nonblocking] = sum.functions().map(|name| variant(&name));
        let VectorSum { term, statistic, .. } = sum;
        let _ = writeln!(
            text,
            "    VectorSum {{
        row: &samebits_calls::VECTOR_SUMS[{index}],
        functions: [Function::{blocking}, Function::{nonblocking}],
        term: {term},
        statistic: {statistic},
    }},"
        );
    }
    text += "];\n";
    for (index, sum) in VECTOR_SUMS.iter().enumerate() {
        let [blocking, nonblocking] = sum.functions();
        let differ = listed(sum, |given| given.may_differ()).join(", ");
        let but = listed(sum, |given| matches!(given, K | Ddof));
        let but = but.first().map_or(String::new(), |name| format!(", but not {name}"));
        let comment = format!(
            "{}\n\nCollective. May differ between ranks: {differ}{but}. Errors: {}.",
            sum.comment, sum.errors
        );
        in_c(&mut text, (index, sum), (&blocking, &comment), None);
        let comment = format!(
            "Starts what {blocking} does, with the same bits: the vectors have been read when it \
             returns, and the result is stored when the request completes.\n\nCollective, in the order \
             of nonblocking calls. May differ between ranks: as there. Errors: as there; MPI_ERR_ARG if \
             request is NULL. A rank that finds an error starts nothing, and the others wait for it. If \
             the ranks' calls do not match, the request may complete with MPI_ERR_ARG."
        );
        in_c(&mut text, (index, sum), (&nonblocking, &comment), Some("request"));
    }
    text
}

/// The names of those arguments.
fn listed(sum: &VectorSum, which: impl Fn(Given) -> bool) -> Vec<&'static str> {
    let those = sum.arguments.iter().filter(|given| which(**given));
    those.map(|given| given.in_c().0).collect()
}

/// A function in C.
fn in_c(
    text: &mut String,
    (index, sum): (usize, &VectorSum),
    (name, comment): (&str, &str),
    request: Option<&str>,
) {
    let comment = self::comment(comment);
    let _ = writeln!(text, "\n{comment}#[no_mangle]\npub unsafe extern \"C-unwind\" fn {name}(");
    for (name, of) in sum.arguments.iter().map(|given| given.in_c()) {
        let _ = writeln!(text, "    {name}: {of},");
    }
    let (place, given) = match request {
        Some(name) => (format!("    {name}: *mut MPI_Request,\n"), format!("Some({name})")),
        None => (String::new(), "None".to_string()),
    };
    let has = |given: Given, then: &'static str| if sum.has(given) { then } else { "" };
    let results = if sum.has(Results) { "results" } else { "result" };
    let run = match sum.has(Ys) {
        true => format!("with_list(call, k, ys, {given})"),
        false => {
            let with =
                [has(Y, ".with(&[y.cast()])"), has(W, ".weighted(w)"), has(Mask, ".masked(mask)")];
            let by = has(Weights, ".by(weights)");
            format!("call{}{by}.run({given})", with.concat())
        }
    };
    let _ = writeln!(
        text,
        "    r#type: MPI_Datatype,
    comm: MPI_Comm,
{place}) -> c_int {{
    let sum = SUMS[{index}]{};
    let call = VectorSums::new(sum, (x, n), {results}, (r#type, comm));
    // SAFETY: the caller's own arguments.
    unsafe {{ {run} }}
}}",
        has(Ddof, ".corrected(ddof)")
    );
}

/// A comment of a function.
pub(crate) fn comment(text: &str) -> String {
    let lines = lines(text, WIDTH - "/// ".len());
    lines.iter().map(|line| format!("/// {line}").trim_end().to_string() + "\n").collect()
}

/// The functions in C of reductions of arrays.
pub fn array_reductions() -> String {
    let mut text = String::new();
    for row in ARRAY_REDUCTIONS {
        let to_all = format!("samebits_allreduce_{}", row.name);
        let says = format!(
            "{}\n\nCollective. May differ between ranks: {}{}. Errors: {}.",
            row.comment, row.differ, row.but, row.errors
        );
        text += &array_reduction(row, &to_all, &says, None);
        let results = row.arguments.last().expect("it has arguments").0;
        let says = format!(
            "Like {to_all}, with the same bits, but only rank root gets the {results}.\n\nCollective. \
             May differ between ranks: {}, which is ignored except on the root. Errors: those of \
             {to_all}, and MPI_ERR_ROOT.",
            row.differ
        );
        let to_root = format!("samebits_reduce_{}", row.name);
        text += &array_reduction(row, &to_root, &says, Some("    root: c_int,\n"));
    }
    text
}

fn array_reduction(row: &ArrayReduction, name: &str, says: &str, root: Option<&str>) -> String {
    let arguments = row.arguments.iter().map(|(name, of)| format!("    {name}: {of},\n"));
    let arguments: String = arguments.collect();
    let given = if root.is_some() { "Some(root)" } else { "None" };
    format!(
        "
{}#[no_mangle]
pub unsafe extern \"C-unwind\" fn {name}(
{arguments}    r#type: MPI_Datatype,
    op: MPI_Op,
{}    comm: MPI_Comm,
) -> c_int {{
    let call = DirectCall::new(Function::{}, (r#type, op, comm), {given});
    // SAFETY: the caller's own arguments.
    unsafe {{ {} }}
}}
",
        comment(says),
        root.unwrap_or_default(),
        variant(name),
        row.by
    )
}

/// A text in lines of at most so many characters, and an empty one between its paragraphs.
pub fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split("\n\n") {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            } else if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_has_a_function_in_c() {
        let text = vector_sums();
        let call = "    let sum = SUMS[11].corrected(ddof);
    let call = VectorSums::new(sum, (x, n), result, (r#type, comm));
    // SAFETY: the caller's own arguments.
    unsafe { call.masked(mask).run(Some(request)) }
";
        assert!(text.contains(call), "{text}");
        let comment =
            "/// Collective. May differ between ranks: x, mask, n, result, but not ddof. \
                       Errors: those of all\n/// functions over a communicator.\n";
        assert!(text.contains(comment), "{text}");
    }

    #[test]
    fn functions_are_numbered_in_the_order_of_their_names() {
        let text = functions();
        assert!(text.contains("    AllreduceArray,\n    ReduceArray,\n"), "{text}");
        assert!(
            text.contains("&[\"samebits_allreduce_array\", \"samebits_reduce_array\", "),
            "{text}"
        );
    }
}
