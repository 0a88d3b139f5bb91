#!/usr/bin/env python3
"""A reference implementation of docs/specification.md: slow, plain, and independent of the library.

    tests/conformance/reference.py FILE ...

computes every case of these test vectors (docs/vectors/README.md) and compares. It prints how many agree,
names the first that do not, and exits with 1 if there are any. N4, P3 and the like are the numbers
of the definitions in the specification.
"""

import struct
import sys
from collections import namedtuple
from fractions import Fraction
from math import isqrt

# F1. A number is kept as its bit pattern, an int.
Format = namedtuple("Format", "name digits prec emax nan")
FORMATS = {
    format.name: format
    for format in (
        Format("half", 4, 11, 15, 0x7E00),
        Format("float", 8, 24, 127, 0x7FC00000),
        Format("double", 16, 53, 1023, 0x7FF8000000000000),
        Format("extended", 20, 64, 16383, 0x7FFFC000000000000000),
        Format("quad", 32, 113, 16383, 0x7FFF8000000000000000000000000000),
    )
}
DOUBLE = FORMATS["double"]

# What a bit pattern means: "nan", "inf" or "number" with its sign (1 or -1) and value.
Meaning = namedtuple("Meaning", "what sign value")
NAN = Meaning("nan", 1, None)


def power(exponent):
    """2^exponent."""
    return Fraction(1 << exponent) if exponent >= 0 else Fraction(1, 1 << -exponent)


def floor_log2(x):
    """The largest e with 2^e <= x."""
    e = x.numerator.bit_length() - x.denominator.bit_length()
    return e if power(e) <= x else e - 1


def ceil_log2(x):
    """The smallest e with x <= 2^e."""
    e = floor_log2(x)
    return e if power(e) == x else e + 1


def nearest_even(x, unit):
    """N3. Python rounds a fraction to the nearest integer, ties to the even one."""
    return round(x / unit) * unit


def nearest_away(x, unit):
    """N3."""
    units = int(abs(x) / unit + Fraction(1, 2))
    return units * unit if x > 0 else -units * unit


# --- Formats


def decode(bits, f):
    """F2, F3."""
    width = 64 if f.name == "extended" else f.prec - 1
    sign = -1 if bits & zero(-1, f) else 1
    e = bits >> width & (2 * f.emax + 1)
    s = bits & ((1 << width) - 1)
    if f.name != "extended" and e > 0:
        s |= 1 << width
    if e == 2 * f.emax + 1:
        return Meaning("inf", sign, None) if s == 1 << (f.prec - 1) else NAN
    if e > 0 and s < 1 << (f.prec - 1):
        return NAN
    return Meaning("number", sign, sign * s * power(max(e, 1) - f.emax - (f.prec - 1)))


def encode(sign, e, s, f):
    """F2, F3, from the significand with its leading bit."""
    if f.name == "extended":
        return zero(sign, f) | e << 64 | s
    return zero(sign, f) | e << (f.prec - 1) | (s & ((1 << (f.prec - 1)) - 1))


def zero(sign, f):
    return 1 << (f.digits * 4 - 1) if sign < 0 else 0


def infinity(sign, f):
    return encode(sign, 2 * f.emax + 1, 1 << (f.prec - 1), f)


def round_to(x, f):
    """N4."""
    sign, emin = (1 if x > 0 else -1), 1 - f.emax
    rounded = nearest_even(abs(x), power(max(floor_log2(abs(x)), emin) - f.prec + 1))
    if rounded >= power(f.emax + 1):
        return infinity(sign, f)
    exponent = max(floor_log2(rounded), emin) if rounded else emin
    e = exponent + f.emax if rounded >= power(emin) else 0
    return encode(sign, e, int(rounded / power(exponent - f.prec + 1)), f)


def round53(x):
    """N5."""
    return nearest_even(x, power(floor_log2(abs(x)) - 52)) if x else x


def is_nan(bits, f):
    return decode(bits, f).what == "nan"


def canonical(bits, f):
    """R7."""
    return f.nan if is_nan(bits, f) else bits


def negate(bits, f):
    return bits ^ zero(-1, f)


def add(a, b, f):
    """N6."""
    x, y = decode(a, f), decode(b, f)
    if "nan" in (x.what, y.what):
        return f.nan
    if "inf" in (x.what, y.what):
        signs = {m.sign for m in (x, y) if m.what == "inf"}
        return infinity(signs.pop(), f) if len(signs) == 1 else f.nan
    total = x.value + y.value
    if total:
        return round_to(total, f)
    return zero(-1 if x.sign == y.sign == -1 else 1, f)


def multiply(a, b, f):
    """N6."""
    what, sign, value = product(decode(a, f), decode(b, f))
    if what == "nan":
        return f.nan
    if what == "inf":
        return infinity(sign, f)
    return round_to(value, f) if value else zero(sign, f)


def product(x, y):
    """The real product of two numbers, with the sign of a zero (N6, A5)."""
    sign = x.sign * y.sign
    if "nan" in (x.what, y.what):
        return NAN
    if "inf" in (x.what, y.what):
        return NAN if 0 in (x.value, y.value) else Meaning("inf", sign, None)
    return Meaning("number", sign, x.value * y.value)


def key(bits, f):
    """F6: numbers that are no NaN, in their order."""
    magnitude = bits & ~zero(-1, f)
    return -magnitude - 1 if bits & zero(-1, f) else magnitude


def precedes(a, b, f):
    """F6."""
    return not is_nan(a, f) and not is_nan(b, f) and key(a, f) < key(b, f)


# --- Elements: tuples of bit patterns, an index being a signed int

Type = namedtuple("Type", "kind format")


def type_of(name):
    """D1, as the vectors name it."""
    first, _, second = name.partition(":")
    if name == "word":
        return Type("word", None)
    if not second:
        return Type("real", FORMATS[first])
    if first == "complex":
        return Type("complex", FORMATS[second])
    assert second in ("int", first), name
    return Type("value-int" if second == "int" else "value-real", FORMATS[first])


def read(word, t):
    parts = [int(part, 16) for part in word.split(",")]
    if t.kind == "value-int":
        parts[1] -= (parts[1] >> 31) << 32
    return tuple(parts)


def show(element, t):
    digits = [t.format.digits if t.format else 8] * len(element)
    if t.kind == "value-int":
        digits[1], element = 8, (element[0], element[1] & 0xFFFFFFFF)
    return ",".join(f"{part:0{n}x}" for part, n in zip(element, digits))


# --- Operators


def minimum(a, b, f):
    """O4."""
    if is_nan(a, f) or is_nan(b, f):
        return f.nan
    return a if precedes(a, b, f) else b


def maximum(a, b, f):
    """O5."""
    if is_nan(a, f) or is_nan(b, f):
        return f.nan
    return a if precedes(b, a, f) else b


def located(a, b, t, least):
    """O6."""
    f = t.format
    nans = is_nan(a[0], f), is_nan(b[0], f)
    if nans[0] != nans[1]:
        return a if nans[0] else b
    if precedes(a[0], b[0], f):
        return a if least else b
    if precedes(b[0], a[0], f):
        return b if least else a
    index = min(a[1], b[1]) if t.kind == "value-int" else minimum(a[1], b[1], f)
    return (a[0], index)


def times(a, b, t):
    """O2, O3."""
    f = t.format
    if t.kind == "real":
        return (multiply(a[0], b[0], f),)
    real = add(multiply(a[0], b[0], f), negate(multiply(a[1], b[1], f), f), f)
    return (real, add(multiply(a[0], b[1], f), multiply(a[1], b[0], f), f))


def mix(a, b):
    """The operator of the vectors' own."""
    rotated = (a << 5 | a >> 27) & 0xFFFFFFFF
    return (31 * rotated + 17 * b + 1) & 0xFFFFFFFF


def apply(operator, t, a, b):
    f = t.format
    if operator == "sum":
        return tuple(add(x, y, f) for x, y in zip(a, b))
    if operator == "prod":
        return times(a, b, t)
    if operator in ("min", "max"):
        return ((minimum if operator == "min" else maximum)(a[0], b[0], f),)
    if operator in ("minloc", "maxloc"):
        return located(a, b, t, operator == "minloc")
    assert operator == "mix", operator
    return (mix(a[0], b[0]),)


def identity(operator, t):
    """O8."""
    f = t.format
    values = {
        "sum": zero(1, f),
        "prod": round_to(Fraction(1), f),
        "min": infinity(1, f),
        "minloc": infinity(1, f),
        "max": infinity(-1, f),
        "maxloc": infinity(-1, f),
    }
    second = {
        "real": (),
        "complex": (zero(1, f),),
        "value-int": (2**31 - 1,),
        "value-real": (infinity(1, f),),
    }
    return (values[operator],) + second[t.kind]


# --- The tree


def tree(elements, operate):
    """T1 to T3."""
    n = len(elements)

    def node(x, y):
        if y == 0:
            return elements[x]
        if x + 2 ** (y - 1) >= n:
            return node(x, y - 1)
        return operate(node(x, y - 1), node(x + 2 ** (y - 1), y - 1))

    return node(0, (n - 1).bit_length())


# --- Sums of real numbers: `summands` are meanings


def special(summands, f):
    """E1, E2: the result where it is a NaN or an infinity, else None."""
    whats = {summand.what for summand in summands}
    signs = {summand.sign for summand in summands if summand.what == "inf"}
    if "nan" in whats or len(signs) == 2:
        return f.nan
    return infinity(signs.pop(), f) if signs else None


def exact(summands, f):
    """E1 to E4, and A7 for what only accumulators have."""
    found = special(summands, f)
    if found is not None:
        return found
    total = sum(summand.value for summand in summands)
    if total:
        rounded = round_to(total, f)
        return 0 if rounded == zero(-1, f) else rounded
    only_minus_zero = summands and all(s.sign < 0 and s.value == 0 for s in summands)
    return zero(-1 if only_minus_zero else 1, f)


def finite_values(summands):
    return [summand.value for summand in summands if summand.what == "number" and summand.value]


def cut(values, units, nearest):
    """L3: the totals."""
    totals = [Fraction(0)] * len(units)
    for rest in values:
        for i, unit in enumerate(units):
            multiple = nearest(rest, unit)
            totals[i] += multiple
            rest -= multiple
    return totals


def log2_alpha(n):
    """P1: a."""
    return ceil_log2(Fraction(n) / (1 - 2 * n * power(-52)))


def single_sweep(k, n, m):
    """P3: h and the units."""
    a = log2_alpha(n)
    w, ladder = 52 - a, power(a + ceil_log2(m))
    h = 1
    while power(1023 - w * (h - 1)) < ladder:
        h -= 1
    while power(1023 - w * h) >= ladder:
        h += 1
    return h, w, [power(-52 + 1023 - w * (h + i - 2)) for i in range(1, k + 1)]


def prerounded(family, k, n, values):
    """P1 to P6: D, as the bits of a double."""
    m = max(map(abs, values))
    if family == "prerounded":
        _, _, units = single_sweep(k, n, m)
    else:
        a = log2_alpha(n)
        units = [power(-52 + a + ceil_log2(m)) * power(a - 52) ** i for i in range(k)]
    totals = cut(values, units, nearest_even)
    s = totals.pop()
    while totals:
        s = round53(s + totals.pop())
    return round_to(s, DOUBLE) if s else 0


# B1: width, limit, last bin, exponent of the unit of bin 0, primary bits.
BINS = {"double": (40, 1024, 51, 985, 50), "float": (13, 128, 20, 116, 21)}


def bins(k, values, f):
    """B2, B3: the first bin, and the units."""
    width, limit, last, top, _ = BINS[f.name]
    e = floor_log2(max(map(abs, values))) + 1
    first = min((limit - e) // width, last)
    return first, [power(top - width * min(first + i, last)) for i in range(k)]


def binned(k, values, f):
    """B1 to B7: D, as the bits of a double."""
    first, units = bins(k, values, f)
    b = BINS[f.name][4]
    carries, primaries = [], []
    for total, unit in zip(cut(values, units, nearest_away), units):
        s = int(total / unit)
        carries.append((s >> b << b) * unit)
        primaries.append((s - (s >> b << b)) * unit)
    terms = [carries[0]]
    for i in range(1, k):
        terms += [carries[i], primaries[i - 1]]
    terms.append(primaries[-1])
    z = power(-66) if f.name == "double" and first <= 3 else Fraction(1)
    s = 0
    for term in terms:
        s = add(s, round_to(term * z, DOUBLE) if term else 0, DOUBLE)
    d = decode(s, DOUBLE)
    if d.what == "inf":
        return s
    return round_to(d.value / z, DOUBLE) if d.value else 0


def by_levels(arithmetic, summands, n, f):
    """L1 to L4."""
    family, _, k = arithmetic.partition(":")
    found = special(summands, f)
    values = finite_values(summands)
    if found is not None or not values:
        return found if found is not None else 0
    d = binned(int(k), values, f) if family == "binned" else prerounded(family, int(k), n, values)
    d = decode(d, DOUBLE)
    if d.what == "inf":
        return infinity(d.sign, f)
    return round_to(d.value, f) if d.value else 0


def sum_of(arithmetic, summands, n, f):
    return exact(summands, f) if arithmetic == "exact" else by_levels(arithmetic, summands, n, f)


# --- Reductions


def reduce(arithmetic, operator, t, elements):
    """R4 to R7."""
    if not elements:
        return identity(operator, t)
    if arithmetic == "tree":
        result = tree(elements, lambda a, b: apply(operator, t, a, b))
    else:
        assert operator == "sum" and t.kind in ("real", "complex"), "R5"
        columns = [[decode(part, t.format) for part in column] for column in zip(*elements)]
        result = tuple(sum_of(arithmetic, column, len(elements), t.format) for column in columns)
    if t.kind == "word":
        return result
    numbers = 1 if t.kind == "value-int" else len(result)
    return tuple(canonical(part, t.format) for part in result[:numbers]) + result[numbers:]


# --- Accumulators


def summands_of(arithmetic, portions, t):
    """A3, A5, A6: the summands of each component, as meanings."""
    f = t.format
    found: list[list] = [[] for _ in range(2 if t.kind == "complex" else 1)]

    def multiplied(x, y):
        if arithmetic == "exact":
            return product(decode(x, f), decode(y, f))
        return decode(multiply(x, y, f), f)

    for portion in portions:
        left, star, right = portion.partition("*")
        x = read(left.lstrip("~"), t)
        if not star:
            for component, part in zip(found, x):
                component.append(decode(part, f))
        elif t.kind == "real":
            found[0].append(multiplied(x[0], read(right, t)[0]))
        else:
            (a, b), (c, d) = x, read(right, t)
            b = negate(b, f) if left.startswith("~") else b
            found[0] += [multiplied(a, c), multiplied(negate(b, f), d)]
            found[1] += [multiplied(a, d), multiplied(b, c)]
    return found


def flags_of(summands):
    """W3: the flags 1, 2 and 4."""
    nan = any(s.what == "nan" for s in summands)
    plus = any(s.what == "inf" and s.sign > 0 for s in summands)
    minus = any(s.what == "inf" and s.sign < 0 for s in summands)
    return nan + 2 * plus + 4 * minus


def exact_bytes(summands, f):
    """W3."""
    size, scale = (272, 1074) if f.name == "float" else (536, 2162)
    total = sum(finite_values(summands)) * power(scale)
    assert total == int(total)
    flags = flags_of(summands)
    if all(s.what == "number" and s.sign < 0 and s.value == 0 for s in summands):
        flags += 8
    if not summands:
        flags += 16
    return int(total).to_bytes(size, "little", signed=True) + struct.pack("<I", flags)


def level_bytes(arithmetic, bound, summands, f):
    """W4 to W6."""
    family, _, k = arithmetic.partition(":")
    k, values = int(k), finite_values(summands)
    levels = k if family == "binned" else k + 1
    if not values:
        return struct.pack("<iI", 2**31 - 1, flags_of(summands)) + bytes(16 * levels)
    if family == "binned":
        first, units = bins(k, values, f)
        totals = cut(values, units, nearest_away)
    else:
        h, w, units = single_sweep(k, bound, max(map(abs, values)))
        first, units = h - 2, [units[0] * power(w)] + units
        totals = cut(values, units, nearest_even)
    written = struct.pack("<iI", first, flags_of(summands))
    for total, unit in zip(totals, units):
        written += int(total / unit).to_bytes(16, "little", signed=True)
    return written


def head(arithmetic, bound, t, count):
    """W2."""
    family, _, k = arithmetic.partition(":")
    return struct.pack(
        "<4sBBBBBB6xQQ",
        b"sbac",
        1,
        {"exact": 1, "binned": 2, "prerounded": 3}[family],
        int(k or 0),
        {"float": 1, "double": 2}[t.format.name],
        2 if t.kind == "complex" else 1,
        0,
        bound or 2**63,
        count,
    )


def accumulator(arithmetic, bound, t, portions):
    """The count, the value and the bytes."""
    components = summands_of(arithmetic, portions, t)
    count = len(components[0])
    written = head(arithmetic, bound, t, count)
    for summands in components:
        if arithmetic == "exact":
            written += exact_bytes(summands, t.format)
        else:
            written += level_bytes(arithmetic, bound, summands, t.format)
    value = tuple(sum_of(arithmetic, summands, bound, t.format) for summands in components)
    return count, value, written


def is_refused(arithmetic, bound, t, written):
    """W7: what every implementation must refuse."""
    count = int.from_bytes(written[24:32], "little")
    like = head(arithmetic, bound, t, count)
    empty = accumulator(arithmetic, bound, t, [])[2]
    return written[:32] != like or len(written) != len(empty) or count > (bound or 2**63)


# --- Sums over vectors: summands by component


def weight(word, weights, t):
    """V4: a weight as the meanings of its parts."""
    if weights in ("same", "real"):
        t = Type("real", t.format) if weights == "real" else t
        return [decode(part, t.format) for part in read(word, t)]
    value, width = int(word, 16), int(weights.lstrip("uint"))
    if weights.startswith("int"):
        value -= value >> (width - 1) << width
    return [Meaning("number", -1 if value < 0 else 1, Fraction(value))]


def multiplied(x, y, conjugated=False):
    """A3: the summands of a product of elements, given as meanings."""
    if len(x) == 1:
        return [[product(x[0], y[0])]]
    (a, b), (c, d) = x, y
    b = opposite(b) if conjugated else b
    return [[product(a, c), product(opposite(b), d)], [product(a, d), product(b, c)]]


def opposite(x):
    return Meaning(x.what, -x.sign, None if x.value is None else -x.value)


def vector_summands(call, t, x, y, w):
    """V4: those of one element, whose parts are bit patterns, but for w, which is a word."""
    name, _, weights = call.partition(":")
    f = t.format
    meanings = lambda parts: [decode(part, f) for part in parts]
    if name == "sum_abs":
        return [[Meaning(part.what, 1, part.value and abs(part.value)) for part in meanings(x)]]
    if name == "weighted_sum":
        factor = weight(w, weights, t)
        if weights == "same":
            return multiplied(factor, meanings(x))
        return [[product(factor[0], part)] for part in meanings(x)]
    if name.startswith("weighted"):
        x = times(read(w, t), x, t)  # V5
    if name in ("norm2", "weighted_squares"):
        return [[product(part, part) for part in meanings(x)]]
    if name.endswith("dot"):
        return multiplied(meanings(x), meanings(y), "conjugated" in name)
    return [[part] for part in meanings(x)]


def root(x, f):
    """round(sqrt(x), f): the bits of a rational below the root, and one more where it is not all."""
    shift = 4 * (f.emax + f.prec)
    scaled = x * power(2 * shift)
    whole = isqrt(scaled.numerator // scaled.denominator)
    more = 0 if Fraction(whole) ** 2 == scaled else Fraction(1, 2)
    return round_to((whole + more) / power(shift), f)


def norm(summands, f):
    """V6."""
    found = special(summands, f)
    if found is not None:
        return found
    total = sum(summand.value for summand in summands)
    return root(total, f) if total else 0


def mean(summands, f):
    """V7."""
    found = special(summands, f)
    if found is not None or not summands:
        return f.nan if found is None else found
    total = sum(summand.value for summand in summands)
    if not total:
        return exact(summands, f)
    rounded = round_to(total / len(summands), f)
    return 0 if rounded == zero(-1, f) else rounded


def variance(components, ddof, f):
    """V8."""
    n = len(components[0])
    if n == 0 or n - ddof <= 0 or any(x.what != "number" for part in components for x in part):
        return f.nan
    total = Fraction(0)
    for part in components:
        m = sum(x.value for x in part) / n
        total += sum((x.value - m) ** 2 for x in part)
    return round_to(total / (n - ddof), f) if total else 0


def vector_sum(call, t, mask, x, y, w):
    """V1 to V8: words of the vectors, where the call has them."""
    name, f = call.partition(":")[0], t.format
    is_real = t.kind == "real" or name in ("norm2", "sum_abs", "weighted_squares")
    components: list[list] = [[] for _ in range(1 if is_real else 2)]
    for i, word in enumerate(x):
        if mask == ["-"] or int(mask[i], 16):
            other = read(y[i], t) if y else None
            added = vector_summands(call, t, read(word, t), other, w[i] if w else None)
            for component, summands in zip(components, added):
                component += summands
    if name == "variance":
        return (variance(components, int(call.partition(":")[2]), f),)
    finish = {"norm2": norm, "mean": mean}.get(name, exact)
    return tuple(finish(summands, f) for summands in components)


# --- Cases


def check(line):
    """What a case is, what it says, and what is right."""
    first, *rest = [field.split() for field in line.split("|")]
    what = first[0]
    if what == "tree":
        term = tree([str(i) for i in range(int(first[1]))], lambda a, b: f"({a} {b})")
        return " ".join(rest[0]), term
    if what in ("reduce", "array"):
        t = type_of(first[3])
        if what == "array":
            for ends in [[int(end) for end in shares.split(",")] for shares in rest.pop(0)]:
                assert ends == sorted(ends) and (ends[0], ends[-1]) == (0, len(rest[0])), "a cut"
        elements = [read(word, t) for word in rest[0]]
        return rest[1][0], show(reduce(first[1], first[2], t, elements), t)
    if what == "sums":
        call, t = first[1], type_of(first[2])
        mask, x, *others, said = rest
        y = others.pop(0) if call.endswith("dot") else []
        w = others.pop(0) if call.startswith("weighted") else []
        assert not others and len(mask) in (len(x), 1) and all(len(v) in (len(x), 0) for v in (y, w))
        result = vector_sum(call, t, mask, x, y, w)
        return said[0], show(result, t)
    arithmetic, bound, t = first[1], int(first[2]), type_of(first[3])
    if what == "refused":
        return "refused", "refused" if is_refused(arithmetic, bound, t, bytes.fromhex(rest[0][0])) else "read"
    assert what == "accumulator", what
    count, value, written = accumulator(arithmetic, bound, t, rest[0])
    return " ".join(rest[1] + rest[2]), f"{count} {show(value, t)} {written.hex()}"


def main(paths):
    wrong = 0
    for path in paths:
        cases = agree = 0
        with open(path, encoding="ascii") as lines:
            for number, line in enumerate(lines, 1):
                line = line.strip()
                if not line or line.startswith("#"):
                    continue
                cases += 1
                said, right = check(line)
                agree += said == right
                if said != right and (wrong := wrong + 1) <= 10:
                    print(f"{path}:{number}: {line[:200]}\n    says  {said}\n    right {right}")
        print(f"{path}: {agree} of {cases} agree")
        wrong += not cases
    return 1 if wrong or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
