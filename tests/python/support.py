"""What the programs share: the library's counters, contributions, exact sums."""

import ctypes
import os
from fractions import Fraction

import numpy as np
from mpi4py import MPI

world = MPI.COMM_WORLD


def counter(name):
    """A counter of samebits, if it is in this process."""
    try:
        function = getattr(ctypes.CDLL(None), name)
    except AttributeError:
        return None
    function.restype = ctypes.c_uint64
    return function


_intercepted = counter("samebits_calls_intercepted")
_reproduced = counter("samebits_calls_reproduced")
_expect = os.environ["TEST_EXPECT"]
assert (_expect != "none") == (_intercepted is not None), f"TEST_EXPECT={_expect}"

with_samebits = _intercepted is not None


class counted:
    """Asserts that samebits saw so many calls and evaluated so many of them."""

    def __init__(self, calls, reproduced=None):
        self.wanted = (calls, calls if reproduced is None else reproduced)

    def look(self):
        return (_intercepted(), _reproduced()) if with_samebits else (0, 0)

    def __enter__(self):
        self.before = self.look()

    def __exit__(self, kind, error, trace):
        if with_samebits and kind is None:
            seen = tuple(b - a for a, b in zip(self.before, self.look()))
            assert seen == self.wanted, f"(intercepted, reproduced) {seen}, not {self.wanted}"


def contribution(kind, rank, count):
    """A rank's numbers: large ones of both signs among small ones."""
    random = np.random.default_rng([rank, count])
    kind = np.dtype(kind)
    if kind.kind == "c":
        parts = np.dtype(f"f{kind.itemsize // 2}")
        return contribution(parts, 2 * rank, 2 * count).view(kind)
    spread = 30 if kind.itemsize == 8 else 12
    small = random.standard_normal(count)
    return (small * 2.0 ** random.integers(-spread, spread, count)).astype(kind)


def rounded(exact, kind):
    """A Fraction in a format, rounded once, to nearest even."""
    if np.dtype(kind).itemsize == 8:
        return float(exact)
    # Rounded to odd in double first, it is right after the second rounding.
    double = float(exact)
    if Fraction(double) != exact:
        bits = np.float64(double).view(np.int64)
        if bits % 2 == 0:
            away = (abs(exact) > abs(Fraction(double)))
            double = np.int64(bits + (1 if away else -1)).view(np.float64)
    return np.float32(double)


def exact_sum(kind, count, ranks=None):
    """The sum of all ranks' (or these) contributions, element by element, rounded once."""
    ranks = range(world.size) if ranks is None else ranks
    kind = np.dtype(kind)
    if kind.kind == "c":
        parts = np.dtype(f"f{kind.itemsize // 2}")
        rows = [contribution(kind, r, count).view(parts) for r in ranks]
    else:
        parts = kind
        rows = [contribution(kind, r, count) for r in ranks]
    columns = zip(*(row.tolist() for row in rows))
    sums = [rounded(sum(map(Fraction, column)), parts) for column in columns]
    return np.array(sums, dtype=parts).view(kind)


def same_bits(got, wanted, what):
    """Compares bits, if samebits is there; within rounding otherwise."""
    if with_samebits:
        assert got.tobytes() == wanted.tobytes(), f"{what}: {got}, not {wanted}"
    else:
        scale = 1e-4 if got.dtype.itemsize <= 8 and got.dtype != np.float64 else 1e-10
        error = np.abs(got - wanted).max() if got.size else 0
        assert error <= scale * 2.0 ** 31, f"{what}: {got}, not {wanted}"


def finish():
    """The last line of a program: without it a program that does nothing passes."""
    if world.rank == 0:
        print("all checks passed on", world.size, "ranks,", MPI.Get_library_version().split("\n")[0])
