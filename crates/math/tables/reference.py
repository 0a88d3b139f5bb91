#!/usr/bin/env python3
"""Writes the values that the kernels are compared with: reference.py FOLDER [COUNT].

A file for each function; a line has the arguments, then the result in two parts (the nearest double, and
the nearest to what it lacks), as hexadecimal bits. COUNT is the number of lines; the repository has the
files of the default one. Arguments are such that neither part is a subnormal number.
"""
import random
import struct
import sys
from mpmath import mp, mpf

mp.prec = 300


def bits(x):
    return f"{struct.unpack('<Q', struct.pack('<d', x))[0]:016x}"


def around(center, width):
    return center + random.choice([-1, 1]) * width * 2.0 ** -random.uniform(0, 30)


def small():
    return random.choice([-1, 1]) * 2.0 ** -random.uniform(0, 60)


def pick(*kinds):
    return lambda: random.choice(kinds)()


def uniform(low, high):
    return lambda: random.uniform(low, high)


def angle():
    return around(random.randrange(1, 2000) * 3.141592653589793 / 512, 0.003)


def edge(step, most):
    """Around the middle of two multiples of a step, where a kernel's rest, and so its last coefficient's
    part in the result, is largest."""
    return lambda: (random.randrange(-most, most) + 0.5) * float(step) * (1 + random.uniform(-1, 1) * 2.0**-20)


def edge_of_log():
    """An end of an interval of log's table."""
    step = random.randrange(106, 362)
    end = (1 + (step + 0.5) / 256) / 2 if step < 256 else (step + 0.5) / 256
    return end * 2.0 ** random.choice([0, 0, random.randrange(-20, 20)]) * (1 + random.uniform(-1, 1) * 2.0**-20)


def edge_of_cbrt():
    """An end of an interval of cbrt's table."""
    return random.choice([-8, 1, 2, 4]) * (1 + random.randrange(64) / 64) * (1 + random.uniform(-1, 1) * 2.0**-20)


def inverse(kind):
    return lambda: 1 / kind()


LN_2_EDGE = edge(mp.log(2) / 128, 700)
SMALL_EDGE = edge(mp.log(2) / 128, 6)
CIRCLE_EDGE = edge(mp.pi / 256, 1000)
ATAN_EDGE = edge(mpf(1) / 64, 64)

positive = pick(edge_of_log, edge_of_log, edge_of_log, uniform(0, 10), lambda: around(1.0, 0.1), lambda: 2.0 ** random.uniform(-900, 900))
exponent = pick(uniform(-600, 600), uniform(-1, 1), small)
circle = pick(CIRCLE_EDGE, CIRCLE_EDGE, uniform(-10, 10), uniform(-1e7, 1e7), small, angle)
medium = pick(uniform(-20, 20), uniform(-1, 1), small)

FUNCTIONS = {
    "exp": (mp.exp, pick(LN_2_EDGE, exponent)),
    "exp2": (lambda x: mpf(2) ** x, pick(edge(mpf(1) / 128, 700), exponent)),
    "exp10": (lambda x: mpf(10) ** x, pick(edge(mp.log10(2) / 128, 700), uniform(-250, 250), small)),
    "expm1": (mp.expm1, pick(SMALL_EDGE, LN_2_EDGE, uniform(-600, 600), medium, medium)),
    "log": (mp.log, positive),
    "log2": (lambda x: mp.log(x) / mp.log(2), positive),
    "log10": (mp.log10, positive),
    "sin": (mp.sin, circle),
    "cos": (mp.cos, circle),
    "tan": (mp.tan, circle),
    "tanh": (mp.tanh, pick(edge(mp.log(2) / 256, 6), uniform(16, 30), medium)),
    "sinh": (mp.sinh, pick(SMALL_EDGE, uniform(-200, 200), medium)),
    "cosh": (mp.cosh, pick(SMALL_EDGE, uniform(-200, 200), medium)),
    "atan": (mp.atan, pick(ATAN_EDGE, inverse(ATAN_EDGE), medium, lambda: 1 / small(), lambda: around(1.0, 0.1))),
    "cbrt": (lambda x: mp.sign(x) * mp.cbrt(abs(x)), pick(edge_of_cbrt, edge_of_cbrt, medium, lambda: random.choice([-1, 1]) * 2.0 ** random.uniform(-900, 900))),
    "erf": (mp.erf, pick(edge(mpf(1) / 64, 64), uniform(-9, 9), medium)),
    "hypot": (lambda x, y: mp.sqrt(mpf(x) ** 2 + mpf(y) ** 2), medium, medium),
    "pow": (lambda x, y: mpf(x) ** mpf(y), positive, pick(uniform(-0.6, 0.6), small)),
}


def line(function, arguments):
    value = function(*[mpf(x) for x in arguments])
    high = float(value)
    low = float(value - mpf(high))
    return " ".join(bits(x) for x in [*arguments, high, low]) + "\n"


def main():
    folder = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 120
    for name, (function, *kinds) in FUNCTIONS.items():
        random.seed(name)
        with open(f"{folder}/{name}.txt", "w", encoding="ascii") as file:
            for _ in range(count):
                file.write(line(function, [kind() for kind in kinds]))


if __name__ == "__main__":
    main()
