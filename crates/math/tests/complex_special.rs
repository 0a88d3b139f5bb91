//! Annex G of the C standard, row by row: what the complex functions give for zeros, infinities and
//! NaN; and their symmetries. Each row is checked for the conjugate, too, and for odd and even
//! functions for the opposite.

use samebits_math::complex::number::{complex, Double};
use samebits_math::complex::table::functions::*;
use samebits_math::complex::table::FUNCTIONS;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

type One = fn(Double) -> Double;

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// What a part has to be.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// This number, with its sign; or any NaN.
    Is(f64),
    /// This number, with either sign.
    Either(f64),
}

use Part::{Either, Is};

impl Part {
    fn fits(self, part: f64) -> bool {
        match self {
            Is(wanted) if wanted.is_nan() => part.is_nan(),
            Is(wanted) => part.to_bits() == wanted.to_bits(),
            Either(wanted) => part.abs().to_bits() == wanted.to_bits(),
        }
    }

    fn opposite(self) -> Part {
        match self {
            Is(wanted) => Is(-wanted),
            either => either,
        }
    }
}

/// What f(-z) is.
#[derive(Clone, Copy, PartialEq)]
enum Parity {
    Odd,
    Even,
    Neither,
}

struct Rows {
    name: &'static str,
    function: One,
    parity: Parity,
    /// A point, and the two parts.
    rows: &'static [(f64, f64, Part, Part)],
}

const TABLE: &[Rows] = &[
    Rows {
        name: "cacos",
        function: cacos,
        parity: Parity::Neither,
        rows: &[
            (0.0, 0.0, Is(FRAC_PI_2), Is(-0.0)),
            (-0.0, 0.0, Is(FRAC_PI_2), Is(-0.0)),
            (0.0, NAN, Is(FRAC_PI_2), Is(NAN)),
            (-0.0, NAN, Is(FRAC_PI_2), Is(NAN)),
            (1.0, INF, Is(FRAC_PI_2), Is(-INF)),
            (-1.0, INF, Is(FRAC_PI_2), Is(-INF)),
            (1.0, NAN, Is(NAN), Is(NAN)),
            (-INF, 1.0, Is(PI), Is(-INF)),
            (INF, 1.0, Is(0.0), Is(-INF)),
            (-INF, INF, Is(3.0 * FRAC_PI_4), Is(-INF)),
            (INF, INF, Is(FRAC_PI_4), Is(-INF)),
            (INF, NAN, Is(NAN), Either(INF)),
            (-INF, NAN, Is(NAN), Either(INF)),
            (NAN, 1.0, Is(NAN), Is(NAN)),
            (NAN, 0.0, Is(NAN), Is(NAN)),
            (NAN, INF, Is(NAN), Is(-INF)),
            (NAN, NAN, Is(NAN), Is(NAN)),
            (1.0, 0.0, Is(0.0), Is(-0.0)),
            (-1.0, 0.0, Is(PI), Is(-0.0)),
        ],
    },
    Rows {
        name: "cacosh",
        function: cacosh,
        parity: Parity::Neither,
        rows: &[
            (0.0, 0.0, Is(0.0), Is(FRAC_PI_2)),
            (-0.0, 0.0, Is(0.0), Is(FRAC_PI_2)),
            (1.0, INF, Is(INF), Is(FRAC_PI_2)),
            (0.0, NAN, Is(NAN), Either(FRAC_PI_2)),
            (1.0, NAN, Is(NAN), Is(NAN)),
            (-INF, 1.0, Is(INF), Is(PI)),
            (INF, 1.0, Is(INF), Is(0.0)),
            (-INF, INF, Is(INF), Is(3.0 * FRAC_PI_4)),
            (INF, INF, Is(INF), Is(FRAC_PI_4)),
            (INF, NAN, Is(INF), Is(NAN)),
            (-INF, NAN, Is(INF), Is(NAN)),
            (NAN, 1.0, Is(NAN), Is(NAN)),
            (NAN, INF, Is(INF), Is(NAN)),
            (NAN, NAN, Is(NAN), Is(NAN)),
            (1.0, 0.0, Is(0.0), Is(0.0)),
            (-1.0, 0.0, Is(0.0), Is(PI)),
        ],
    },
    Rows {
        name: "casinh",
        function: casinh,
        parity: Parity::Odd,
        rows: &[
            (0.0, 0.0, Is(0.0), Is(0.0)),
            (1.0, INF, Is(INF), Is(FRAC_PI_2)),
            (1.0, NAN, Is(NAN), Is(NAN)),
            (INF, 1.0, Is(INF), Is(0.0)),
            (INF, INF, Is(INF), Is(FRAC_PI_4)),
            (INF, NAN, Is(INF), Is(NAN)),
            (NAN, 0.0, Is(NAN), Is(0.0)),
            (NAN, 1.0, Is(NAN), Is(NAN)),
            (NAN, INF, Either(INF), Is(NAN)),
            (NAN, NAN, Is(NAN), Is(NAN)),
            (0.0, 1.0, Is(0.0), Is(FRAC_PI_2)),
        ],
    },
    Rows {
        name: "catanh",
        function: catanh,
        parity: Parity::Odd,
        rows: &[
            (0.0, 0.0, Is(0.0), Is(0.0)),
            (0.0, NAN, Is(0.0), Is(NAN)),
            (1.0, 0.0, Is(INF), Is(0.0)),
            (1.0, INF, Is(0.0), Is(FRAC_PI_2)),
            (1.0, NAN, Is(NAN), Is(NAN)),
            (INF, 1.0, Is(0.0), Is(FRAC_PI_2)),
            (INF, INF, Is(0.0), Is(FRAC_PI_2)),
            (INF, NAN, Is(0.0), Is(NAN)),
            (NAN, 1.0, Is(NAN), Is(NAN)),
            (NAN, INF, Either(0.0), Is(FRAC_PI_2)),
            (NAN, NAN, Is(NAN), Is(NAN)),
        ],
    },
    Rows {
        name: "ccosh",
        function: ccosh,
        parity: Parity::Even,
        rows: &[
            (0.0, 0.0, Is(1.0), Is(0.0)),
            (0.0, INF, Is(NAN), Either(0.0)),
            (0.0, NAN, Is(NAN), Either(0.0)),
            (1.0, INF, Is(NAN), Is(NAN)),
            (1.0, NAN, Is(NAN), Is(NAN)),
            (INF, 0.0, Is(INF), Is(0.0)),
            (INF, 1.0, Is(INF), Is(INF)),
            (INF, 2.0, Is(-INF), Is(INF)),
            (INF, 4.0, Is(-INF), Is(-INF)),
            (INF, INF, Either(INF), Is(NAN)),
            (INF, NAN, Is(INF), Is(NAN)),
            (NAN, 0.0, Is(NAN), Either(0.0)),
            (NAN, 1.0, Is(NAN), Is(NAN)),
            (NAN, NAN, Is(NAN), Is(NAN)),
        ],
    },
    Rows {
        name: "csinh",
        function: csinh,
        parity: Parity::Odd,
        rows: &[
            (0.0, 0.0, Is(0.0), Is(0.0)),
            (0.0, INF, Either(0.0), Is(NAN)),
            (0.0, NAN, Either(0.0), Is(NAN)),
            (1.0, INF, Is(NAN), Is(NAN)),
            (1.0, NAN, Is(NAN), Is(NAN)),
            (INF, 0.0, Is(INF), Is(0.0)),
            (INF, 1.0, Is(INF), Is(INF)),
            (INF, 2.0, Is(-INF), Is(INF)),
            (INF, 4.0, Is(-INF), Is(-INF)),
            (INF, INF, Either(INF), Is(NAN)),
            (INF, NAN, Either(INF), Is(NAN)),
            (NAN, 0.0, Is(NAN), Is(0.0)),
            (NAN, 1.0, Is(NAN), Is(NAN)),
            (NAN, NAN, Is(NAN), Is(NAN)),
        ],
    },
    Rows {
        name: "ctanh",
        function: ctanh,
        parity: Parity::Odd,
        rows: &[
            (0.0, 0.0, Is(0.0), Is(0.0)),
            (0.0, INF, Is(0.0), Is(NAN)),
            (1.0, INF, Is(NAN), Is(NAN)),
            (0.0, NAN, Is(0.0), Is(NAN)),
            (1.0, NAN, Is(NAN), Is(NAN)),
            (INF, 1.0, Is(1.0), Is(0.0)),
            (INF, 2.0, Is(1.0), Is(-0.0)),
            (INF, INF, Is(1.0), Either(0.0)),
            (INF, NAN, Is(1.0), Either(0.0)),
            (NAN, 0.0, Is(NAN), Is(0.0)),
            (NAN, 1.0, Is(NAN), Is(NAN)),
            (NAN, NAN, Is(NAN), Is(NAN)),
        ],
    },
    Rows {
        name: "cexp",
        function: cexp,
        parity: Parity::Neither,
        rows: &[
            (0.0, 0.0, Is(1.0), Is(0.0)),
            (-0.0, 0.0, Is(1.0), Is(0.0)),
            (1.0, INF, Is(NAN), Is(NAN)),
            (1.0, NAN, Is(NAN), Is(NAN)),
            (INF, 0.0, Is(INF), Is(0.0)),
            (-INF, 1.0, Is(0.0), Is(0.0)),
            (-INF, 2.0, Is(-0.0), Is(0.0)),
            (INF, 1.0, Is(INF), Is(INF)),
            (INF, 2.0, Is(-INF), Is(INF)),
            (-INF, INF, Either(0.0), Either(0.0)),
            (INF, INF, Either(INF), Is(NAN)),
            (-INF, NAN, Either(0.0), Either(0.0)),
            (INF, NAN, Either(INF), Is(NAN)),
            (NAN, 0.0, Is(NAN), Is(0.0)),
            (NAN, 1.0, Is(NAN), Is(NAN)),
            (NAN, NAN, Is(NAN), Is(NAN)),
            // Beyond e^709, and back by a small sine.
            (1400.0, 0.0, Is(INF), Is(0.0)),
            (1400.0, 1.0, Is(INF), Is(INF)),
            (-1400.0, 1.0, Is(0.0), Is(0.0)),
        ],
    },
    Rows {
        name: "clog",
        function: clog,
        parity: Parity::Neither,
        rows: &[
            (-0.0, 0.0, Is(-INF), Is(PI)),
            (0.0, 0.0, Is(-INF), Is(0.0)),
            (1.0, INF, Is(INF), Is(FRAC_PI_2)),
            (1.0, NAN, Is(NAN), Is(NAN)),
            (-INF, 1.0, Is(INF), Is(PI)),
            (INF, 1.0, Is(INF), Is(0.0)),
            (-INF, INF, Is(INF), Is(3.0 * FRAC_PI_4)),
            (INF, INF, Is(INF), Is(FRAC_PI_4)),
            (INF, NAN, Is(INF), Is(NAN)),
            (-INF, NAN, Is(INF), Is(NAN)),
            (NAN, 1.0, Is(NAN), Is(NAN)),
            (NAN, INF, Is(INF), Is(NAN)),
            (NAN, NAN, Is(NAN), Is(NAN)),
            (1.0, 0.0, Is(0.0), Is(0.0)),
            (0.0, 1.0, Is(0.0), Is(FRAC_PI_2)),
        ],
    },
    Rows {
        name: "csqrt",
        function: csqrt,
        parity: Parity::Neither,
        rows: &[
            (0.0, 0.0, Is(0.0), Is(0.0)),
            (-0.0, 0.0, Is(0.0), Is(0.0)),
            (1.0, INF, Is(INF), Is(INF)),
            (NAN, INF, Is(INF), Is(INF)),
            (INF, INF, Is(INF), Is(INF)),
            (-INF, INF, Is(INF), Is(INF)),
            (1.0, NAN, Is(NAN), Is(NAN)),
            (-INF, 1.0, Is(0.0), Is(INF)),
            (INF, 1.0, Is(INF), Is(0.0)),
            (-INF, NAN, Is(NAN), Either(INF)),
            (INF, NAN, Is(INF), Is(NAN)),
            (NAN, 1.0, Is(NAN), Is(NAN)),
            (NAN, NAN, Is(NAN), Is(NAN)),
            (-4.0, 0.0, Is(0.0), Is(2.0)),
            (3.0, 4.0, Is(2.0), Is(1.0)),
            (f64::MAX, 0.0, Is(1.3407807929942596e154), Is(0.0)),
            (5e-324, 0.0, Is(2.2227587494850775e-162), Is(0.0)),
        ],
    },
];

fn check(rows: &Rows, x: f64, y: f64, real: Part, imaginary: Part) {
    let found = (rows.function)(complex(x, y));
    assert!(
        real.fits(found.re) && imaginary.fits(found.im),
        "{}({x:?}, {y:?}) is ({:?}, {:?}); it has to be ({real:?}, {imaginary:?})",
        rows.name,
        found.re,
        found.im
    );
}

#[test]
fn annex_g_row_by_row() {
    for rows in TABLE {
        for &(x, y, real, imaginary) in rows.rows {
            check(rows, x, y, real, imaginary);
            check(rows, x, -y, real, imaginary.opposite());
            match rows.parity {
                Parity::Odd => check(rows, -x, -y, real.opposite(), imaginary.opposite()),
                Parity::Even => check(rows, -x, -y, real, imaginary),
                Parity::Neither => {}
            }
        }
    }
}

#[test]
fn every_function_has_rows_or_follows_from_one_that_has() {
    let derived = ["cabs", "carg", "casin", "catan", "ccos", "clog10", "cpow", "csin", "ctan"];
    for function in FUNCTIONS {
        let rows = TABLE.iter().any(|rows| rows.name == function.name);
        assert!(rows != derived.contains(&function.name), "{}", function.name);
    }
}

const SPECIAL: [f64; 18] = [
    0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 1e-310, -1e-200, 1e200, -1e308, 30.0, -720.0, 1e-20, INF,
    -INF, NAN, FRAC_PI_2, 0.99999999,
];

fn same(a: f64, b: f64) -> bool {
    a.is_nan() && b.is_nan() || a.to_bits() == b.to_bits()
}

#[test]
fn circular_functions_are_the_hyperbolic_ones_turned() {
    let back: [(&str, One, One); 5] = [
        ("casin", casin, casinh),
        ("catan", catan, catanh),
        ("csin", csin, csinh),
        ("ctan", ctan, ctanh),
        ("ccos", ccos, ccosh),
    ];
    for (name, circular, hyperbolic) in back {
        for x in SPECIAL {
            for y in SPECIAL {
                let found = circular(complex(x, y));
                let turned = hyperbolic(complex(-y, x));
                let wanted = if name == "ccos" { turned } else { complex(turned.im, -turned.re) };
                assert!(
                    same(found.re, wanted.re) && same(found.im, wanted.im),
                    "{name}({x:?}, {y:?}) is {found:?}; turned: {wanted:?}"
                );
            }
        }
    }
}

#[test]
fn logarithms_to_the_base_10_and_powers_are_special_where_clog_is() {
    for x in SPECIAL {
        for y in SPECIAL {
            let (natural, decimal) = (clog(complex(x, y)), clog10(complex(x, y)));
            for (a, b) in [(natural.re, decimal.re), (natural.im, decimal.im)] {
                assert_eq!(a.is_nan(), b.is_nan(), "clog10({x:?}, {y:?}) is {decimal:?}");
                assert_eq!(a.is_infinite(), b.is_infinite(), "clog10({x:?}, {y:?}) is {decimal:?}");
                let signs = a.is_nan() || a.is_sign_negative() == b.is_sign_negative();
                assert!(signs, "clog10({x:?}, {y:?}) is {decimal:?}, clog {natural:?}");
            }
            if x.is_finite() && y.is_finite() && (x, y) != (0.0, 0.0) {
                let one = cpow(complex(x, y), complex(0.0, 0.0));
                assert_eq!((one.re, one.im), (1.0, 0.0), "({x:?}, {y:?})^0 is {one:?}");
            }
        }
    }
}

#[test]
fn a_nan_that_is_given_comes_back_quiet_and_one_that_is_made_is_positive() {
    let given = f64::from_bits(0xfff4_0000_0000_1234);
    let quiet = 0xfffc_0000_0000_1234;
    for rows in TABLE {
        let found = (rows.function)(complex(2.0, given));
        assert_eq!([found.re.to_bits(), found.im.to_bits()], [quiet; 2], "{}", rows.name);
    }
    for function in [csinh, ccosh, ctanh, cexp] as [One; 4] {
        let found = function(complex(1.0, INF));
        assert_eq!([found.re.to_bits(), found.im.to_bits()], [0x7ff8 << 48; 2]);
    }
}

#[test]
fn floats_are_the_doubles_rounded() {
    let both: [(&str, fn(_) -> _, One); 4] = [
        ("cexpf", cexpf, cexp),
        ("clogf", clogf, clog),
        ("csqrtf", csqrtf, csqrt),
        ("ctanf", ctanf, ctan),
    ];
    for (name, single, double) in both {
        for x in SPECIAL {
            for y in SPECIAL {
                let (x, y) = (x as f32, y as f32);
                let found = single(samebits_math::complex::number::Complex { re: x, im: y });
                let wide = double(complex(x.into(), y.into()));
                let wanted = complex((wide.re as f32).into(), (wide.im as f32).into());
                let fits = same(found.re.into(), wanted.re) && same(found.im.into(), wanted.im);
                assert!(fits, "{name}({x:?}, {y:?}) is {found:?}");
            }
        }
    }
}
