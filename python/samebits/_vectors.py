"""Products, norms and statistics of distributed vectors: exact, rounded once.

In all of them the arrays of a call have the same shape on a rank; shapes may differ between ranks,
and be empty. An element counts where the mask, an array of bool or uint8 of that shape, is not 0.
All are collective. All raise

    TypeError: an argument is no array of float32, float64, complex64 or complex128, or two are of
        different types.
    ValueError: shapes differ, or an array's elements do not lie one after another.
    Error: the other errors, and on each rank those of any other rank.
"""

from __future__ import annotations

import typing

import numpy
from mpi4py import MPI

from . import _vector_calls as calls
from ._requests import Call
from ._vector_calls import Mask, Vectors

Comm = typing.Optional[MPI.Comm]


def dot(x: numpy.ndarray, y: numpy.ndarray, comm: Comm = None) -> numpy.generic:
    """The sum of x*y, of exact products."""
    return calls.product(Call("dot", comm), "allreduce_dot", x, y)


def vdot(x: numpy.ndarray, y: numpy.ndarray, comm: Comm = None) -> numpy.generic:
    """The sum of conj(x)*y, of exact products, as numpy.vdot has it."""
    return calls.product(Call("vdot", comm), "allreduce_conjugated_dot", x, y)


def dots(x: numpy.ndarray, ys: Vectors, comm: Comm = None) -> numpy.ndarray:
    """The dot products of x with several vectors, in one exchange.

    Args:
        x: this rank's share of x.
        ys: arrays of x's shape, as many on all ranks: a sequence, or an array of shape
            (k, *x.shape). Only the elements of each have to lie one after another.

    Returns:
        An array of shape (k,).
    """
    return calls.products(Call("dots", comm), "allreduce_dots", x, ys)


def vdots(x: numpy.ndarray, ys: Vectors, comm: Comm = None) -> numpy.ndarray:
    """Like `dots`, with conj(x)."""
    return calls.products(Call("vdots", comm), "allreduce_conjugated_dots", x, ys)


def norm(x: numpy.ndarray, comm: Comm = None) -> numpy.floating:
    """The Euclidean norm, of the real type."""
    return calls.norm(Call("norm", comm), x)


def sum_abs(x: numpy.ndarray, mask: Mask = None, comm: Comm = None) -> numpy.floating:
    """The sum of magnitudes, of the real type; |re| + |im| of complex elements."""
    return calls.statistic(Call("sum_abs", comm), "allreduce_sum_abs", x, mask, real=True)


def weighted_sum(
    x: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> numpy.generic:
    """The sum of w*x, of exact products. The weights are of x's type, of its real type, int32,
    uint32, int64 or uint64."""
    return calls.weighted_sum(Call("weighted_sum", comm), x, w, mask)


def weighted_squares(
    x: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> numpy.floating:
    """The sum of |x*w|**2, where x*w is rounded as in a loop, of the real type; w is of x's
    type."""
    return calls.weighted_squares(Call("weighted_squares", comm), x, w, mask)


def weighted_dot(
    x: numpy.ndarray, y: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> numpy.generic:
    """The sum of (w*x)*y, where w*x is rounded as in a loop; all of one type."""
    call = Call("weighted_dot", comm)
    return calls.weighted_product(call, "allreduce_weighted_dot", x, y, w, mask)


def weighted_vdot(
    x: numpy.ndarray, y: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> numpy.generic:
    """The sum of conj(w*x)*y, where w*x is rounded as in a loop; all of one type."""
    call = Call("weighted_vdot", comm)
    return calls.weighted_product(call, "allreduce_weighted_conjugated_dot", x, y, w, mask)


def mean(x: numpy.ndarray, mask: Mask = None, comm: Comm = None) -> numpy.generic:
    """The mean of the elements that count."""
    return calls.statistic(Call("mean", comm), "allreduce_mean", x, mask)


def variance(
    x: numpy.ndarray, ddof: int = 0, mask: Mask = None, comm: Comm = None
) -> numpy.floating:
    """The variance of the N elements that count, of the real type: the squared distances from the
    mean, divided by N - ddof; NaN where that is not positive."""
    return calls.statistic(Call("variance", comm), "allreduce_variance", x, mask, [ddof], real=True)
