"""What the tests of the module samebits share: cuts of arrays, exact values, and checks."""

from fractions import Fraction

import numpy as np

from support import rounded, world

rank, ranks = world.rank, world.size
KINDS = ["float32", "float64", "complex64", "complex128"]
LENGTH = 600


def parts(x):
    """The real numbers of an array as Fractions, one list a component."""
    kind = f"f{x.dtype.itemsize // 2}" if x.dtype.kind == "c" else x.dtype
    columns = x.view(kind).reshape(x.size, -1).T
    return [[Fraction(float(value)) for value in column] for column in columns]


def exactly(kind, *sums):
    """Exact sums of the components as a scalar of NumPy's."""
    kind = np.dtype(kind)
    of_parts = np.dtype(f"f{kind.itemsize // 2}") if kind.kind == "c" else kind
    return np.array([rounded(total, of_parts) for total in sums], of_parts).view(kind)[0]


def cuts(length):
    """Where this rank's share begins and ends, for several ways to cut an array."""
    yield length * rank // ranks, length * (rank + 1) // ranks
    yield (0, length) if rank == ranks - 1 else (0, 0)  # the others have nothing
    edges = [0] + [min(length, 7 * (r + 1) ** 2) for r in range(ranks - 1)] + [length]
    yield edges[rank], edges[rank + 1]


def same(got, wanted, what):
    assert type(got) is type(wanted), f"{what}: a {type(got)}, not a {type(wanted)}"
    assert got.tobytes() == wanted.tobytes(), f"{what}: {got!r}, not {wanted!r}"


def raises(kind, words, call, *arguments, **named):
    """A call raises an error of that kind, which says so."""
    try:
        call(*arguments, **named)
    except kind as error:
        assert words in str(error), f"{error!r} does not say {words!r}"
        return error
    raise AssertionError(f"{call} did not raise {kind}")
