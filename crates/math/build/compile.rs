//! The C side: for each source and each set of instructions a file that includes it, with its function
//! made static, and src/c/'s wrappers of it.

use crate::table::{Function, Shape, Type, Variant, FAST, FUNCTIONS};
use std::fmt::Write;
use std::fs;
use std::path::Path;

pub fn compile(sources: &Path, out: &Path, variant: &Variant) {
    let folder = out.join(variant.symbol);
    fs::create_dir_all(&folder).expect("the build's folder can be written");
    let mut build = cc::Build::new();
    // (The first function of a source has its name.)
    for first in FUNCTIONS
        .iter()
        .filter(|function| function.stem == function.source && function.tail.is_empty())
    {
        for ty in Type::ALL {
            let name = first.name(ty);
            let source = sources.join(ty.folder()).join(first.source).join(format!("{name}.c"));
            println!("cargo::rerun-if-changed={}", source.display());
            let file = folder.join(format!("{name}.c"));
            fs::write(&file, unit(first, ty, &source, variant)).expect("a file can be written");
            build.file(file);
        }
    }
    if variant.fused {
        build.file("src/fast/tables.c");
    }
    for flag in variant.flags {
        build.flag(flag);
    }
    build
        .include("src/c")
        .include("src/fast")
        .opt_level(2)
        .pic(true)
        // Line numbers only: with all of it the file is five times as large. (And `debug` would keep
        // the frame pointer, which costs a register.)
        .debug(false)
        .flag("-g1")
        .flag("-std=gnu11")
        // The functions are right in every rounding mode only if nothing is computed early.
        .flag("-frounding-math")
        // errno is settle.rs's.
        .flag("-fno-math-errno")
        .flag("-fvisibility=hidden")
        // The sources are not ours to mend.
        .warnings(false)
        .cargo_warnings(false)
        .compile(&format!("samebits_math_{}", variant.symbol));
}

/// The text of one file.
fn unit(first: &Function, ty: Type, source: &Path, variant: &Variant) -> String {
    let (name, c) = (first.name(ty), ty.c());
    let declaration = match first.shape {
        Shape::One | Shape::Sign => format!("static {c} cr_{name}({c});"),
        Shape::Two => format!("static {c} cr_{name}({c}, {c});"),
        Shape::SinCos => format!("static void cr_{name}({c}, {c} *, {c} *);"),
    };
    let header = if first.source.ends_with("gamma") { "gamma.h" } else { "entry.h" };
    let leaving = if name == "pow" { "#define SAMEBITS_MATH_POW\n" } else { "" };
    let mut text = format!(
        "{leaving}#include \"{header}\"\n{declaration}\n#include \"source.h\"\n#include \"{}\"\n",
        source.display()
    );
    let fast = variant.fused && FAST.contains(&name.as_str());
    if fast {
        writeln!(text, "#include \"fast.h\"\n#include \"fast_{name}.h\"")
            .expect("a string can be written");
    }
    let path = if fast { "FAST_" } else { "" };
    for function in FUNCTIONS.iter().filter(|function| function.source == first.source) {
        let wrapper = match (function.shape, function.stem) {
            (Shape::One, "lgamma") => "LGAMMA",
            (Shape::One, _) => "ONE",
            (Shape::Two, "pow") => "POW",
            (Shape::Two, "atan2" | "atan2pi") => "ATAN2",
            (Shape::Two, _) => "TWO",
            (Shape::SinCos, _) => "SINCOS",
            (Shape::Sign, "lgamma") => "LGAMMA_R",
            (Shape::Sign, _) => "GAMMA_R",
        };
        writeln!(
            text,
            "SAMEBITS_{path}{wrapper}({c}, {name}, samebits_math_{}_{}, {}, {})",
            variant.symbol,
            function.name(ty),
            i32::from(function.sees_subnormals),
            function.rules()
        )
        .expect("a string can be written");
    }
    text
}
