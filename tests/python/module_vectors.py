"""The module samebits: products, norms, statistics and sets of sums of arrays that are cut over the
ranks in several ways have the exact values, rounded once."""

from fractions import Fraction

import numpy as np

from module_support import KINDS, LENGTH, cuts, exactly, parts, raises, same
from support import contribution, finish, world

import samebits

rank, ranks = world.rank, world.size


class Exact:
    """A complex number of Fractions."""

    def __init__(self, re, im=Fraction(0)):
        self.re, self.im = re, im

    def __add__(self, other):
        return Exact(self.re + other.re, self.im + other.im)

    def __mul__(self, other):
        return Exact(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)

    def conjugate(self):
        return Exact(self.re, -self.im)

    def square(self):
        return Exact(self.re * self.re + self.im * self.im)


def numbers(x):
    return [Exact(*value) for value in zip(*parts(x))]


def total(kind, terms):
    """The sum of such numbers as a scalar of that type."""
    result = sum(terms, Exact(Fraction(0)))
    return exactly(kind, *(result.re, result.im)[: 1 + (np.dtype(kind).kind == "c")])


def products(a, b):
    """The products of two arrays as a loop computes them, each operation rounded once."""
    if a.dtype.kind != "c":
        return a * b
    result = np.empty_like(a)
    result.real = a.real * b.real - a.imag * b.imag
    result.imag = a.real * b.imag + a.imag * b.real
    return result


def square_root(exact, kind):
    """The root of a Fraction, rounded once: of a float with twice the digits it would be wrong."""
    root = np.dtype(kind).type(np.sqrt(float(exact)))
    candidates = [root, np.nextafter(root, kind.type(0)), np.nextafter(root, kind.type(np.inf))]
    return min(candidates, key=lambda r: abs(Fraction(float(r)) ** 2 - exact))


for kind in map(np.dtype, KINDS):
    real = np.dtype(f"f{kind.itemsize // 2}") if kind.kind == "c" else kind
    x, y, w = (contribution(kind, 200 + i, LENGTH) for i in range(3))
    plain = contribution(real, 210, LENGTH)
    counts = np.arange(LENGTH) % 3 != 1
    integers = np.arange(LENGTH, dtype=np.int64) * 2**31 - 7
    ex, ey, ew, ep = map(numbers, (x, y, w, plain))
    ewx = numbers(products(w, x))
    ei = [Exact(Fraction(int(value))) for value in integers]
    chosen = [i for i in range(LENGTH) if counts[i]]
    dot = total(kind, (a * b for a, b in zip(ex, ey)))
    vdot = total(kind, (a.conjugate() * b for a, b in zip(ex, ey)))
    with_self = total(kind, (a * a for a in ex))
    norm = square_root(sum(a.square().re for a in ex), real)
    magnitudes = total(real, (Exact(abs(ex[i].re) + abs(ex[i].im)) for i in chosen))
    weighted = total(kind, (ew[i] * ex[i] for i in chosen))
    by_real = total(kind, (a * b for a, b in zip(ep, ex)))
    by_integers = total(kind, (a * b for a, b in zip(ei, ex)))
    squares = total(real, (ewx[i].square() for i in chosen))
    weighted_dot = total(kind, (ewx[i] * ey[i] for i in chosen))
    weighted_vdot = total(kind, (ewx[i].conjugate() * ey[i] for i in chosen))
    mean = sum((ex[i] for i in chosen), Exact(Fraction(0))) * Exact(Fraction(1, len(chosen)))
    distances = [(ex[i] + mean * Exact(Fraction(-1))).square() for i in chosen]
    divisor = Exact(Fraction(1, len(chosen) - 1))
    variance = total(real, (distance * divisor for distance in distances))
    same(samebits.local_dot(x, y), dot, f"local dot of {kind}")
    same(samebits.local_dot(x, y, conjugate=True), vdot, f"local vdot of {kind}")
    for first, last in cuts(LENGTH):
        a, b, c = x[first:last], y[first:last], w[first:last]
        mask, own, whole = counts[first:last], plain[first:last], integers[first:last]
        same(samebits.dot(a, b), dot, f"dot of {kind}")
        same(samebits.vdot(a.reshape(-1, 1), b.reshape(-1, 1), comm=world), vdot, f"vdot of {kind}")
        same(samebits.dots(a, [a, b]), np.array([with_self, dot]), f"dots of {kind}")
        two = np.stack([b, b])
        same(samebits.vdots(a, two), np.array([vdot, vdot]), f"vdots of {kind}")
        same(samebits.norm(a), norm, f"norm of {kind}")
        same(samebits.sum_abs(a, mask), magnitudes, f"sum_abs of {kind}")
        same(samebits.weighted_sum(a, c, mask), weighted, f"weighted_sum of {kind}")
        same(samebits.weighted_sum(a, own), by_real, f"weighted_sum of {kind}, real weights")
        same(samebits.weighted_sum(a, whole), by_integers, f"weighted_sum of {kind}, integers")
        same(samebits.weighted_squares(a, c, mask), squares, f"weighted_squares of {kind}")
        same(samebits.weighted_dot(a, b, c, mask), weighted_dot, f"weighted_dot of {kind}")
        same(samebits.weighted_vdot(a, b, c, mask), weighted_vdot, f"weighted_vdot of {kind}")
        same(samebits.mean(a, mask.astype(np.uint8) * 3), total(kind, [mean]), f"mean of {kind}")
        same(samebits.variance(a, 1, mask), variance, f"variance of {kind}")
        assert np.isnan(samebits.variance(a, len(chosen), mask))

        sums, more = samebits.Sums(5, kind), samebits.Sums(5, kind)
        sums.add(0, a)
        sums.add(1, a[::2])
        sums.add(1, a[1::2][::-1])
        sums.add(2, x, np.arange(first, last))
        more.add_products(3, a, b)
        more.add_products(4, a, b, conjugate=True)
        more.add_weighted(2, a, whole)
        for value in a[:5]:
            more.add(0, value)
        more.add(0, -a[:5])
        sums.merge(more)
        sum_x = total(kind, ex)
        plus = total(kind, (v + u * v for u, v in zip(ei, ex)))
        wanted = np.array([sum_x, sum_x, plus, dot, vdot])
        same(sums.allreduce(), wanted, f"sums of {kind}")
        assert len(sums) == 5 and sums.values().shape == (5,)
        sums.clear()
        same(sums.values(), np.zeros(5, kind), f"cleared sums of {kind}")

x = np.arange(12.0)
raises(TypeError, "y has elements of type float32, and not float64", samebits.dot, x, x.astype("f4"))
raises(ValueError, "x has shape (12,), and y has shape (11,)", samebits.dot, x, x[1:])
raises(ValueError, "x has shape (12,), and y 1 has shape (3,)", samebits.dots, x, [x, x[:3]])
raises(TypeError, "w is of type int16; accepted are arrays of float64, int32", samebits.weighted_sum, x, x.astype("i2"))
raises(TypeError, "mask is of type float64; it has to be an array of bool", samebits.mean, x, x)
raises(ValueError, "and mask has shape (4,)", samebits.mean, x, np.ones(4, bool))
raises(TypeError, "x is a masked array", samebits.mean, np.ma.masked_array(x, x > 3))
raises(IndexError, "there is no sum 2", samebits.Sums(2).add, 2, 1.0)
raises(IndexError, "the indices are from -1 to 3; x has 12", samebits.Sums(2).add, 0, x, np.array([-1, 3]))
raises(ValueError, "do not lie one after another", samebits.Sums(2).add, 0, x.reshape(3, 4).T)
other = x[1:] if rank == ranks - 1 else x
if ranks > 1:
    error = ValueError if rank == ranks - 1 else samebits.Error
    raises(error, "", samebits.dot, x, other)
    said = samebits._library._loaded.samebits_error_message().decode()
    call = "samebits.dot: x has shape" if rank == ranks - 1 else "samebits_allreduce_dot: rank"
    assert said.startswith(call), said
same(samebits.dot(x, x), np.float64(506.0 * ranks), "after an error")
finish()
