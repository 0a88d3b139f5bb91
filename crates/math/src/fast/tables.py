#!/usr/bin/env python3
"""Writes the tables and constants of the fast paths, and those of the complex functions. Needs mpmath.

    crates/math/src/fast/tables.py header >crates/math/src/fast/tables.h
    crates/math/src/fast/tables.py tables >crates/math/src/fast/tables.c
    crates/math/src/fast/tables.py rust >crates/math/src/complex/powers.rs
"""
import struct
import sys

from mpmath import mp, mpf

mp.prec = 400


def parts(value, count):
    """Doubles, each the nearest to what the others leave."""
    found = []
    for _ in range(count):
        nearest = float(value)
        found.append((nearest + 0.0).hex())
        value -= mpf(nearest)
    return found


WANTED = sys.argv[1] if len(sys.argv) == 2 else ""


def table(text, name, rows):
    declared = f"const double samebits_{name}[{len(rows)}][{len(rows[0])}]"
    if WANTED == "header":
        print(f"/* {text} */")
        print(f"extern {declared};\n")
        return
    print(f"\n{declared} = {{")
    for row in rows:
        print("    {" + ", ".join(row) + "},")
    print("};")


def constants(text, values):
    if WANTED != "header":
        return
    print(f"/* {text} */")
    for name, value in values:
        print(f"#define SAMEBITS_{name} {value}")
    print()


def circle():
    """sin(k pi/256): a quarter of a circle further on is the cosine."""
    exact = {0: mpf(0), 128: mpf(1), 256: mpf(0), 384: mpf(-1)}
    sines = [exact.get(k % 512, mp.sin(k * mp.pi / 256)) for k in range(512 + 128)]
    table("sin(k pi/256) as the sum of two doubles", "circle", [parts(s, 2) for s in sines])
    first, second, third = parts(mp.pi / 256, 3)
    inverse = parts(256 / mp.pi, 1)[0]
    names = [("STEP_1", first), ("STEP_2", second), ("STEP_3", third), ("PER_STEP", inverse)]
    constants("pi/256 as the sum of three doubles, and its inverse", names)


    names = [
        ("SINE_3", mpf(-1) / 6),
        ("SINE_5", mpf(1) / 120),
        ("SINE_7", mpf(-1) / 5040),
        ("COSINE_2", mpf(-1) / 2),
        ("COSINE_4", mpf(1) / 24),
        ("COSINE_6", mpf(-1) / 720),
    ]
    names = [(name, parts(value, 1)[0]) for name, value in names]
    constants("the Taylor coefficients of sine and cosine", names)


def fit(function, reach, count):
    """The coefficients, lowest first, of a polynomial that is near the best one on |x| <= reach. (It is
    a little beyond: so none of the points that are taken is 0, where the functions divide by 0.)"""
    ends = [-reach, reach * (1 + mpf(2) ** -30)]
    return [parts(c, 1)[0] for c in reversed(mp.chebyfit(function, ends, count))]


def fit_even(function, reach, count):
    """The same for a polynomial of x^2."""
    ends = [mpf(2) ** -60, reach**2]
    fitted = mp.chebyfit(lambda square: function(mp.sqrt(square)), ends, count)
    return [parts(c, 1)[0] for c in reversed(fitted)]


def fit_between(function, ends, count):
    return [c for c in reversed(mp.chebyfit(function, ends, count))]


def double_of(bits):
    return struct.unpack("d", struct.pack("Q", bits))[0]


def numbered(name, coefficients, first):
    return [(f"{name}_{first + n}", c) for n, c in enumerate(coefficients)]


def powers():
    rows = [parts(mpf(2) ** (mpf(k) / 256), 2) for k in range(256)]
    table("2^(k/256) as the sum of two doubles", "powers", rows)
    reach = mpf(2) ** -8
    series = fit(lambda h: mp.expm1(h * mp.log(2)) / h, reach, 5)
    constants("(2^h - 1)/h, |h| <= 2^-8, by a polynomial", numbered("EXP2", series, 1))


def powers_of_e():
    step = mp.log(2) / 256
    short = mp.floor(step * 2**41) / 2**41
    names = [("STEP_SHORT", parts(short, 1)[0]), ("STEP_REST", parts(step - short, 1)[0])]
    names.append(("STEPS", parts(1 / step, 1)[0]))
    constants("ln 2/256 to 33 bits, the rest, and the inverse", names)
    series = fit(lambda r: (mp.expm1(r) - r) / r**2, mp.log(2) / 256, 4)
    constants("(e^r - 1 - r)/r^2, |r| <= ln 2/256, by a polynomial", numbered("EXP", series, 2))


GAMMA_ROW = 0x3FDF800000000000


def gammas():
    """ln gamma(x) = c0 + c1 d + ..., d = x - middle: 65 rows of 2^48 doubles each from the one whose bits
    are GAMMA_ROW. In the rows of the roots 1 and 2 these are the middles, and c0 is 0.
    In the row after that of 1 the middle is lower, so that x - (middle - 1) is exact for all x whose sum
    with 1 is rounded up to it."""
    rows = []
    for k in range(65):
        ends = [mpf(double_of(GAMMA_ROW + (row << 48))) for row in (k, k + 1)]
        root = [mpf(x) for x in (1, 2) if ends[0] < x < ends[1]]
        middle = root[0] if root else (ends[0] + ends[1]) / 2
        if ends[0] == 1 + mpf(1) / 32:
            middle = 1 + mpf(7) / 128
        ends = [ends[0] - middle, (ends[1] - middle) * (1 + mpf(2) ** -30)]
        if root:
            fitted = [mpf(0)] + fit_between(lambda d: mp.loggamma(middle + d) / d, ends, 10)
        else:
            fitted = fit_between(lambda d: mp.loggamma(middle + d), ends, 11)
        row = parts(middle, 1) + parts(fitted[0], 2) + parts(fitted[1], 2)
        rows.append(row + [parts(c, 1)[0] for c in fitted[2:]])
    table("ln gamma(x): rows of rows.h", "gammas", rows)
    constants("the bits of the first row's first number", [("GAMMA_ROW", f"UINT64_C({GAMMA_ROW:#x})")])
    constant = mp.log(2 * mp.pi) / 2 - mpf(1) / 2
    high, low = parts(constant, 2)
    constants("(ln(2 pi) - 1)/2 in two doubles", [("STIRLING", high), ("STIRLING_LOW", low)])

    def left(square):
        x = 1 / mp.sqrt(square)
        return x * (mp.loggamma(x) - (x - mpf(1) / 2) * (mp.log(x) - 1) - constant)

    fitted = fit_between(left, [mpf(2) ** -60, 1 / mpf(8.25) ** 2], 6)
    names = [(f"STIRLING_{n}", parts(c, 1)[0]) for n, c in enumerate(fitted)]
    constants("Stirling's series for x >= 8.25, times x, by a polynomial of 1/x^2", names)


FIRST_ROW = 0x3FE6100000000000


def hyperbolic():
    reach = mp.log(2) / 256
    even = fit_even(lambda r: (mp.cosh(r) - 1) / r**2, reach, 2)
    odd = fit_even(lambda r: (mp.sinh(r) - r) / r**3, reach, 2)
    names = [("COSH_2", even[0]), ("COSH_4", even[1]), ("SINH_3", odd[0]), ("SINH_5", odd[1])]
    constants("(cosh r - 1)/r^2 and (sinh r - r)/r^3, |r| <= ln 2/256, by polynomials of r^2", names)


def complementary_error():
    """e^(x^2) erfc(x) = c0 + c1 d + ..., d = x - middle, where 1 + x has an exponent from 0 to 3, or 4,
    and the first 4 bits of its significand are the row's."""
    rows = []
    for row in range(65):
        least, greatest = [mpf(16 + (r & 15)) / 16 * 2 ** (r >> 4) - 1 for r in (row, row + 1)]
        middle = (least + greatest) / 2 if row else mpf(0)
        near = lambda t: mp.exp((middle + t) ** 2) * mp.erfc(middle + t)
        fitted = fit_between(near, [least - middle, greatest - middle], 11)
        row = parts(middle, 1) + parts(fitted[0], 2) + parts(fitted[1], 2)
        rows.append(row + [parts(c, 1)[0] for c in fitted[2:]])
    table("e^(x^2) erfc(x): rows of rows.h", "erfcx", rows)


def inverse_rows():
    """x = 2^e m, m from 0.69 to 1.38: 128 rows, of 2^45 doubles each from the one whose bits are
    FIRST_ROW. For each 1/m to a few bits, so that z = m i - 1 is exact: a multiple of 2^-61 where
    m < 1, else of 2^-60, of at most 53 bits. (In the row of 1, i is 1.) And the largest |z|."""
    found = []
    for k in range(128):
        ends = [mpf(double_of(FIRST_ROW + (row << 45))) for row in (k, k + 1)]
        middle = 2 / (ends[0] + ends[1])
        unit = mpf(2) ** (-53 if ends[0] < 1 else -52)
        for bits in (10, 9, 8, 7):
            inverse = mp.floor(middle * 2**bits + mpf(1) / 2) / 2**bits
            if ends[0] < 1 < ends[1]:
                inverse = mpf(1)
            reach = max(abs(end * inverse - 1) for end in ends)
            if reach <= 2**53 * unit / 2**bits or inverse == 1:
                break
        else:
            sys.exit("tables: a product is not exact")
        found.append((inverse, reach))
    return found


def logarithm(name, text, base):
    unit = mpf(2) ** -42
    rows = []
    for inverse, _ in inverse_rows():
        value = -mp.log(inverse) / base
        short = mp.floor(value / unit + mpf(1) / 2) * unit
        rows.append(parts(inverse, 1) + parts(short, 1) + parts(value - short, 1))
    text = f"1/m to a few bits, and minus its {text}: 42 bits after the point, and the rest"
    table(text, f"{name}s", rows)


def series_of_logarithm(name, text, base):
    reach = max(row[1] for row in inverse_rows())
    series = fit(lambda z: (mp.log1p(z) - z) / z**2 / base, reach, 6)
    text = f"({text} - z)/z^2, |z| <= 2^{float(mp.log(reach, 2)):.2f}, by a polynomial"
    constants(text, numbered(name, series, 2))


def first_row():
    constants("the bits of the first row's first number", [("FIRST_ROW", f"UINT64_C({FIRST_ROW:#x})")])


def natural_logarithms():
    logarithm("log", "logarithm", 1)
    short = mp.floor(mp.log(2) * 2**42) / 2**42
    names = [("LN2_SHORT", parts(short, 1)[0]), ("LN2_REST", parts(mp.log(2) - short, 1)[0])]
    constants("ln 2 to 42 bits after the point, and the rest", names)
    series_of_logarithm("LOG", "ln(1 + z)", 1)


def binary_logarithms():
    logarithm("binary_log", "logarithm to the base 2", mp.log(2))
    high, low = parts(1 / mp.log(2), 2)
    constants("1/ln 2 in two doubles", [("LOG2E", high), ("LOG2E_LOW", low)])
    series_of_logarithm("BINARY_LOG", "log2(1 + z)", mp.log(2))


def logarithms():
    """1/m to 12 bits after the point, for m in the k-th of 64 parts of [1, 2), halved from the 27th
    on, so that the product is between 2^-1/2 and 2^1/2; and minus its logarithm to the base 2."""
    rows = []
    for k in range(64):
        if k == 0:
            inverse = mpf(1)
        else:
            inverse = mp.floor(4096 / (1 + mpf(2 * k + 1) / 128) + mpf(1) / 2) / 4096
        if k == 63:
            inverse = mpf(1) / 2
        if k >= 27:
            inverse *= 2
        rows.append(parts(inverse, 1) + parts(-mp.log(inverse, 2), 1))
    table("1/m to a few bits, and minus its logarithm to the base 2", "inverses", rows)
    names = [(f"LOG2_{n}", parts((-1) ** (n + 1) / (n * mp.log(2)), 1)[0]) for n in range(1, 9)]
    constants("the Taylor coefficients of the logarithm of 1 + x to the base 2", names)


def decimal(value):
    return repr(float.fromhex(value))


def rust():
    print("//! Written by `fast/tables.py`.\n")
    print("use super::pair::Pair;\n")
    print("/// 2^(k/64).")
    print("#[rustfmt::skip]")
    print("#[allow(clippy::approx_constant)] // (one is the root of 2)")
    print("pub const POWERS: [Pair; 64] = [")
    for k in range(64):
        high, low = parts(mpf(2) ** (mpf(k) / 64), 2)
        print(f"    Pair {{ high: {decimal(high)}, low: {decimal(low)} }},")
    print("];\n")
    step = mp.log(2) / 64
    short = float(mp.floor(step * 2**38) / 2**38)
    high, low = parts(step - short, 2)
    print("/// ln 2/64: 32 bits of it, and the rest.")
    print(f"pub const STEP: f64 = {short!r};")
    print("#[rustfmt::skip]")
    print(f"pub const STEP_REST: Pair = Pair {{ high: {decimal(high)}, low: {decimal(low)} }};")
    print("/// 64/ln 2.")
    print(f"pub const PER_STEP: f64 = {decimal(parts(1 / step, 1)[0])};")


ALL = [
    circle,
    powers,
    powers_of_e,
    hyperbolic,
    complementary_error,
    gammas,
    first_row,
    natural_logarithms,
    binary_logarithms,
    logarithms,
]

HEADER = """\
/* Written by tables.py. */
#ifndef SAMEBITS_FAST_TABLES_H
#define SAMEBITS_FAST_TABLES_H

#include <stdint.h>

/* One copy of each is in the library. */
#pragma GCC visibility push(hidden)
"""

if WANTED == "rust":
    rust()
elif WANTED == "header":
    print(HEADER)
    for write in ALL:
        write()
    print("#pragma GCC visibility pop\n\n#endif")
elif WANTED == "tables":
    print('/* Written by tables.py. */\n#include "tables.h"')
    for write in ALL:
        write()
else:
    sys.exit("tables: takes header, tables or rust")
