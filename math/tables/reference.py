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


positive = pick(uniform(0, 10), lambda: around(1.0, 0.1), lambda: 2.0 ** random.uniform(-900, 900))
exponent = pick(uniform(-600, 600), uniform(-1, 1), small)
circle = pick(uniform(-10, 10), uniform(-1e7, 1e7), small, angle)
medium = pick(uniform(-20, 20), uniform(-1, 1), small)

FUNCTIONS = {
    "exp": (mp.exp, exponent),
    "exp2": (lambda x: mpf(2) ** x, exponent),
    "exp10": (lambda x: mpf(10) ** x, pick(uniform(-250, 250), small)),
    "expm1": (mp.expm1, pick(uniform(-600, 600), medium, medium)),
    "log": (mp.log, positive),
    "log2": (lambda x: mp.log(x) / mp.log(2), positive),
    "log10": (mp.log10, positive),
    "sin": (mp.sin, circle),
    "cos": (mp.cos, circle),
    "tan": (mp.tan, circle),
    "tanh": (mp.tanh, pick(uniform(16, 30), medium)),
    "sinh": (mp.sinh, pick(uniform(-200, 200), medium)),
    "cosh": (mp.cosh, pick(uniform(-200, 200), medium)),
    "atan": (mp.atan, pick(medium, lambda: 1 / small(), lambda: around(1.0, 0.1))),
    "cbrt": (lambda x: mp.sign(x) * mp.cbrt(abs(x)), pick(medium, lambda: random.choice([-1, 1]) * 2.0 ** random.uniform(-900, 900))),
    "erf": (mp.erf, pick(uniform(-9, 9), medium)),
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
