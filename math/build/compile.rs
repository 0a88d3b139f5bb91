//! The C side: for each function and each set of instructions a file that includes the project's
//! source, with its function made static, and src/c/entry.h's wrapper of it.

use crate::table::{Function, Shape, Variant, FUNCTIONS};
use std::fs;
use std::path::Path;

/// The C types: the suffix of a function's name, the folder of its source, the type.
const TYPES: [(&str, &str, &str); 2] = [("", "binary64", "double"), ("f", "binary32", "float")];

pub fn compile(sources: &Path, out: &Path, variant: &Variant) {
    let folder = out.join(variant.symbol);
    fs::create_dir_all(&folder).expect("the build's folder can be written");
    let mut build = cc::Build::new();
    for function in FUNCTIONS {
        for (suffix, place, ty) in TYPES {
            let name = format!("{}{suffix}", function.name);
            let source = sources.join(place).join(function.name).join(format!("{name}.c"));
            println!("cargo::rerun-if-changed={}", source.display());
            let file = folder.join(format!("{name}.c"));
            fs::write(&file, unit(function, &name, ty, &source, variant)).expect("a file can be written");
            build.file(file);
        }
    }
    for flag in variant.flags {
        build.flag(flag);
    }
    build
        .include("src/c")
        .opt_level(2)
        .pic(true)
        .flag("-std=gnu11")
        // The functions are right in every rounding mode only if nothing is computed early.
        .flag("-frounding-math")
        .flag("-fno-math-errno")
        .flag("-fvisibility=hidden")
        .define("CORE_MATH_SUPPORT_ERRNO", None)
        // The sources are not ours to mend.
        .warnings(false)
        .cargo_warnings(false)
        .compile(&format!("samebits_math_{}", variant.symbol));
}

/// The text of one file.
fn unit(function: &Function, name: &str, ty: &str, source: &Path, variant: &Variant) -> String {
    let (declaration, wrapper) = match function.shape {
        Shape::One => (format!("static {ty} cr_{name}({ty});"), "ONE"),
        Shape::Two => (format!("static {ty} cr_{name}({ty}, {ty});"), "TWO"),
        Shape::SinCos => (format!("static void cr_{name}({ty}, {ty} *, {ty} *);"), "SINCOS"),
    };
    format!(
        "#include \"entry.h\"\n{declaration}\n#include \"{}\"\n\
         SAMEBITS_{wrapper}({ty}, {name}, samebits_math_{}_{name})\n",
        source.display(),
        variant.symbol
    )
}
