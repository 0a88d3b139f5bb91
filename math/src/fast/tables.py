#!/usr/bin/env python3
"""Writes the constants of the fast paths, and those of the complex functions. Needs mpmath.

    math/src/fast/tables.py c >math/src/fast/tables.h
    math/src/fast/tables.py rust >math/src/complex/powers.rs
"""
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


def table(text, name, rows):
    print(f"/* {text} */")
    print(f"static const double samebits_{name}[{len(rows)}][{len(rows[0])}] = {{")
    for row in rows:
        print("    {" + ", ".join(row) + "},")
    print("};\n")


def constants(text, values):
    print(f"/* {text} */")
    for name, value in values:
        print(f"#define SAMEBITS_{name} {value}")
    print()


def guarded(condition, write):
    print(f"#ifdef SAMEBITS_TABLE_{condition}")
    write()
    print("#endif\n")


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


def powers():
    rows = [parts(mpf(2) ** (mpf(k) / 128), 2) for k in range(128)]
    table("2^(k/128) as the sum of two doubles", "powers", rows)
    names = [(f"EXP2_{n}", parts(mp.log(2) ** n / mp.factorial(n), 1)[0]) for n in range(1, 7)]
    constants("the Taylor coefficients of 2^x", names)


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


if sys.argv[1:] == ["rust"]:
    rust()
elif sys.argv[1:] == ["c"]:
    print("/* Written by tables.py. */")
    guarded("CIRCLE", circle)
    guarded("POWERS", powers)
    guarded("INVERSES", logarithms)
else:
    sys.exit("tables: takes c or rust")
