//! What a program computes otherwise on another CPU.

use super::super::facts::Facts;
use super::super::findings::{list, Findings};
use super::{imported, variable};

/// Functions of which glibc has variants with fused products, or had in some version.
const LIBM: &[&str] = &[
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cos", "cosh", "erf", "erfc",
    "exp", "exp10", "exp2", "expm1", "lgamma", "log", "log10", "log1p", "log2", "pow", "sin",
    "sincos", "sinh", "tan", "tanh", "tgamma", "cexp", "clog", "cpow", "csin", "ccos",
];

/// The function behind a symbol: in float, of Fortran, of older compilers, of vectors.
fn function(symbol: &str) -> Option<&str> {
    let name = match symbol.strip_prefix("_ZGV") {
        Some(vector) => vector.split_once('_')?.1,
        None => symbol,
    };
    let name = name.strip_prefix("__").and_then(|it| it.strip_suffix("_finite")).unwrap_or(name);
    let of = |name: &str| LIBM.iter().find(|known| **known == name).copied();
    of(name).or_else(|| of(name.strip_suffix('f')?))
}

pub fn libm(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let Some((who, symbols)) = imported(program, |symbol| function(symbol).is_some()) else {
        return;
    };
    if variable(facts, "GLIBC_TUNABLES").is_some_and(|value| value.contains("hwcaps=")) {
        return findings.ok("GLIBC_TUNABLES chooses the C library's mathematical functions");
    }
    findings.note(
        format!("{} in {who}: the C library chooses its variant by the CPU", list(&symbols, 6)),
        match cfg!(target_arch = "x86_64") {
            true => {
                "across machines: one container, and GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4 for all ranks"
            }
            false => "across machines: one container, or correctly rounded functions such as CORE-MATH's",
        },
    );
}

#[cfg(test)]
mod tests {
    use super::super::super::findings::Severity;
    use super::super::made::{one, program};
    use super::*;

    #[test]
    fn mathematical_functions_in_all_spellings() {
        for (symbol, name) in
            [("exp", "exp"), ("powf", "pow"), ("__exp_finite", "exp"), ("_ZGVdN4v_sin", "sin")]
        {
            assert_eq!(function(symbol), Some(name), "{symbol}");
        }
        for symbol in ["sqrt", "fabs", "explode", "_ZGVdN4v_sqrt", "f"] {
            assert_eq!(function(symbol), None, "{symbol}");
        }
        let mut facts = program(&["exp", "sinf"]);
        let (severity, text) = one(&facts, "libm");
        assert_eq!(severity, Severity::Note);
        assert!(text.starts_with("exp and sinf in a:"), "{text}");
        facts.variables.insert("GLIBC_TUNABLES".into(), "glibc.cpu.hwcaps=-FMA".into());
        assert_eq!(one(&facts, "libm").0, Severity::Ok);
    }
}
