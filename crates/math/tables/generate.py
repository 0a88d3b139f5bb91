#!/usr/bin/env python3
"""Writes the tables of the vector kernels: generate.py FOLDER writes FOLDER/*.rs.

The numbers come from mpmath, with far more digits than doubles have. What a table's columns are, each
kernel says that uses it; tests/vector/tables.rs compares the files in the repository with this script's.
"""
import struct
import sys
from mpmath import mp, mpf

mp.prec = 400


def double(x):
    """The nearest double, as Rust writes its bits."""
    return mpf(float(x))


def split(x, parts=2):
    """x as a sum of doubles, each the nearest of what the ones before leave."""
    result = []
    for _ in range(parts):
        result.append(double(x))
        x = x - result[-1]
    return result


def truncated(x, quantum):
    """The multiple of 2^quantum that is nearest to x."""
    unit = mpf(2) ** quantum
    return mp.nint(x / unit) * unit


def literal(x):
    x = float(x)
    if x == int(x) and abs(x) < 1e6:
        return f"{x:.1f}"
    return repr(x)


def constants(pairs):
    return "".join(f"pub const {name}: f64 = {literal(value)};\n" for name, value in pairs)


def table(name, rows, comment):
    width = len(rows[0])
    text = f"/// {comment}\n#[rustfmt::skip]\npub static {name}: Table<{width}, {len(rows)}> = Table([\n"
    for row in rows:
        text += "    [" + ", ".join(literal(x) for x in row) + "],\n"
    return text + "]);\n"


def few(name, integers, comment):
    """Eight integers of 32 bits, twice."""
    assert len(integers) == 8
    text = f"/// {comment}\n#[rustfmt::skip]\npub static {name}: Few = Few([\n"
    return text + "".join(f"    {int(x) % 2**32:#010x},\n" for x in integers * 2) + "]);\n"


def polynomial(name, function, interval, count, comment):
    """Nearly the best polynomial, lowest coefficient first."""
    highest_first = mp.chebyfit(function, interval, count)
    text = f"/// {comment}\n#[rustfmt::skip]\npub const {name}: [f64; {count}] = [\n"
    return text + "".join(f"    {literal(double(x))},\n" for x in reversed(highest_first)) + "];\n"


HEAD = "// Written by tables/generate.py.\n\n"
USE = "use crate::vector::lanes::Table;\n\n"
USE_BOTH = "use crate::vector::lanes::floats::Few;\nuse crate::vector::lanes::Table;\n\n"


def exp():
    rows = [split(mpf(2) ** (mpf(i) / 128)) for i in range(128)]
    step = mp.log(2) / 128
    first, second = split(step)
    tenth = mp.log10(2) / 128
    tens_first, tens_second = split(tenth)
    ten = split(mp.log(10))
    return HEAD + USE + constants(
        [
            ("STEPS_IN_E", double(1 / step)),
            ("STEP_1", first),
            ("STEP_2", second),
            ("STEPS_IN_10", double(1 / tenth)),
            ("TENTH_1", tens_first),
            ("TENTH_2", tens_second),
            ("LN_2_HIGH", split(mp.log(2))[0]),
            ("LN_2_LOW", split(mp.log(2))[1]),
            ("LN_10_HIGH", ten[0]),
            ("LN_10_LOW", ten[1]),
            ("PER_LN_2", double(1 / mp.log(2))),
            ("PER_LOG10_2", double(1 / mp.log10(2))),
            ("LOG10_2", double(mp.log10(2))),
        ]
    ) + "\n" + table("POWERS", rows, "2^(i/128), in two parts.") + "".join(
        "\n" + polynomial(name, power, [-half, half], 9, f"{base}^r where r is at most {half_name}.")
        for name, base, power, half, half_name in [
            ("SERIES_E", "e", mp.exp, mp.log(2) / 2, "ln(2)/2"),
            ("SERIES_2", "2", lambda r: mpf(2) ** r, mpf(1) / 2, "1/2"),
            ("SERIES_10", "10", lambda r: mpf(10) ** r, mp.log10(2) / 2, "log10(2)/2"),
        ]
    ) + "\n" + polynomial(
        "SERIES_MINUS_ONE",
        lambda r: mp.expm1(r) / r,
        # (Not through 0, where the function divides by it.)
        [-mp.log(2) / 2, mp.log(2) / 2 * (1 + mpf(2) ** -20)],
        9,
        "(e^r - 1)/r where r is at most ln(2)/2.",
    )


def log():
    # Intervals around multiples of 2^-9 below 1 and of 2^-8 above, from about 1/sqrt(2) on.
    start = 106
    rows = []
    for place in range(256):
        step = start + place
        below = step < 256
        center = (1 + mpf(step) / 256) / 2 if below else mpf(step) / 256
        half = mpf(2) ** (-10 if below else -9)
        low = center - (half / 2 if step == 256 else half)
        inverse = truncated(1 / center, -8 if below else -9)
        rest = max(abs(low * inverse - 1), abs((center + half) * inverse - 1))
        assert rest <= mpf(2) ** -8, (place, rest)
        logarithm = -mp.log(inverse)
        high = truncated(logarithm, -42)
        assert high == 0 or abs(high) >= rest, (place, high, rest)
        rows.append([inverse, high, double(logarithm - high), mpf(0)])
    # The same with 8 intervals, for floats: the logarithm to base two is a multiple of 2^-23.
    few_start = 3
    few_logarithms, few_inverses = [], []
    lowest, highest = mpf(0), mpf(0)
    for place in range(8):
        step = few_start + place
        below = step < 8
        center = (1 + mpf(step) / 8) / 2 if below else mpf(step) / 8
        half = mpf(2) ** (-5 if below else -4)
        logarithm = truncated(mp.log(center) / mp.log(2), -23)
        inverse = double(mpf(2) ** -logarithm)
        few_logarithms.append(logarithm * 2**23)
        few_inverses.append(struct.unpack("<Q", struct.pack("<d", inverse))[0])
        lowest = min(lowest, (center - (half / 2 if step == 8 else half)) * inverse - 1)
        highest = max(highest, (center + half) * inverse - 1)
    two = mp.log(2)
    two_high = truncated(two, -42)
    names = []
    for name, base in [("PER_LN_2", 2), ("PER_LN_10", 10)]:
        high, low = split(1 / mp.log(base))
        names += [(name + "_HIGH", high), (name + "_LOW", low)]
    names.append(("LOG10_2", double(mp.log10(2))))
    return (
        HEAD
        + USE_BOTH
        + constants([("LN_2_HIGH", two_high), ("LN_2_LOW", double(two - two_high))] + names)
        + "\n"
        + "/// Where the numbers begin that have the exponent zero, as a double's bits.\n"
        + f"pub const START: u64 = {hex((0x3FE << 52) + (start << 44) - (1 << 43))};\n\n"
        + table("LOGARITHMS", rows, "Nearly an inverse c, -ln(c) in two parts, and nothing.")
        + "\n"
        + "/// The same for floats.\n"
        + f"pub const FEW_START: u32 = {hex((0x7E << 23) + (few_start << 20) - (1 << 19))};\n\n"
        + few(
            "FEW_LOGARITHMS",
            [2**31 + x for x in few_logarithms],
            "-log2(c) in units of 2^-23, and 2^31, for an eighth of the numbers each.",
        )
        + "\n"
        + few("FEW_INVERSES_HIGH", [x >> 32 for x in few_inverses], "The upper halves of c.")
        + "\n"
        + few("FEW_INVERSES_LOW", few_inverses, "The lower halves of c.")
        + "".join(
            "\n"
            + polynomial(
                name,
                lambda r: mp.log1p(r) / r / mp.log(base),
                [lowest, highest],
                count,
                f"{title}/r for these intervals' r.",
            )
            for name, base, count, title in [
                ("SERIES_E", mp.e, 8, "ln(1 + r)"),
                ("SERIES_2", 2, 8, "log2(1 + r)"),
                ("SERIES_10", 10, 8, "log10(1 + r)"),
                ("LONG_SERIES_2", 2, 10, "More accurately log2(1 + r)"),
            ]
        )
    )


def circle():
    def parts(x):
        # What mpmath makes of the zeros of sin and cos.
        return [mpf(0), mpf(0)] if abs(x) < mpf(2) ** -300 else split(x)

    def sine(square):
        return mp.sin(mp.sqrt(square)) / mp.sqrt(square)

    def cosine(square):
        return mp.cos(mp.sqrt(square))

    step = mp.pi / 256
    angles = [step * i for i in range(512)]
    first, second, third = split(step, 3)
    return HEAD + USE + constants(
        [
            ("STEPS_IN_1", double(1 / step)),
            ("STEP_1", first),
            ("STEP_2", second),
            ("STEP_3", third),
            ("PER_PI", double(1 / mp.pi)),
            ("PI_HIGH", split(mp.pi)[0]),
            ("PI_LOW", split(mp.pi)[1]),
        ]
    ) + "\n" + table(
        "CIRCLE",
        [parts(mp.sin(a)) + parts(mp.cos(a)) for a in angles],
        "sin and cos of i pi/256, in two parts each.",
    ) + "".join(
        "\n" + polynomial(name, function, [mpf(2) ** -60, end**2], count, comment)
        for name, function, end, count, comment in [
            ("SINE", sine, mp.pi / 2, 7, "sin(r)/r, of r^2, where r is at most pi/2."),
            ("SHORT_SINE", sine, mp.pi / 4, 6, "The same where r is at most pi/4."),
            ("SHORT_COSINE", cosine, mp.pi / 4, 6, "cos(r), of r^2, where r is at most pi/4."),
        ]
    )


def atan():
    half_pi = split(mp.pi / 2)
    rows = [split(mp.atan(mpf(i) / 64)) for i in range(65)] + [[mpf(0)] * 2] * 63
    return HEAD + USE + constants(
        [
            ("HALF_PI_HIGH", half_pi[0]),
            ("HALF_PI_LOW", half_pi[1]),
            ("TANGENT_1", double(mp.tan(mp.pi / 8))),
            ("TANGENT_3", double(mp.tan(3 * mp.pi / 8))),
        ]
    ) + "\n" + table("ARCS", rows, "atan(i/64), in two parts.") + "\n" + polynomial(
        "SERIES",
        lambda square: mp.atan(mp.sqrt(square)) / mp.sqrt(square),
        [mpf(2) ** -60, mp.tan(mp.pi / 8) ** 2],
        8,
        "atan(t)/t, of t^2, where t is at most tan(pi/8).",
    )


def cbrt():
    rows = [[mpf(0)] * 4] * 256
    for exponent in range(3):
        for place in range(64):
            center = mpf(2) ** exponent * (1 + (mpf(place) + 0.5) / 64)
            inverse = truncated(1 / mp.cbrt(center), -16)
            at = ((1023 + exponent) * 64 + place) % 256
            rows[at] = [inverse**3] + split(1 / inverse) + [mpf(0)]
    third = split(mpf(1) / 3)
    return HEAD + USE + constants(
        [("THIRD_HIGH", third[0]), ("THIRD_LOW", third[1])]
    ) + "\n" + table("ROOTS", rows, "1/c^3, which is exact, c in two parts, and nothing.")


def erf():
    scale = 2 / mp.sqrt(mp.pi)
    rows = []
    for i in range(512):
        c = mpf(i) / 64
        rows.append(split(mp.erf(c)) + split(scale * mp.exp(-c * c)))
    return (
        HEAD
        + USE
        + table("ERRORS", rows, "erf and its derivative at i/64, in two parts each.")
        + "\n"
        + table("ROUGH_ERRORS", [row[::2] for row in rows[:256]], "The first parts, below 4.")
    )


TABLES = {"atan": atan, "cbrt": cbrt, "circle": circle, "erf": erf, "exp": exp, "log": log}


def main():
    folder = sys.argv[1]
    for name, write in TABLES.items():
        with open(f"{folder}/{name}.rs", "w", encoding="ascii") as file:
            file.write(write())


if __name__ == "__main__":
    main()
