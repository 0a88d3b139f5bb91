"""Products, norms and statistics of distributed vectors: exact, rounded once.

The functions are written from the table of functions, by `make header`.

In all of them the arrays of a call have the same shape on a rank; shapes may differ between ranks,
and be empty. An element counts where the mask, an array of bool or uint8 of that shape, is not 0. A
list of vectors is a sequence of arrays, or one of shape (k, *x.shape), as many on all ranks: only the
elements of each have to lie one after another, and the result has shape (k,).
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

from ._requests import Call
from ._vector_calls import Mask, Vectors, vector_sum

Comm = typing.Optional[MPI.Comm]


def dot(x: numpy.ndarray, y: numpy.ndarray, comm: Comm = None) -> numpy.generic:
    """The sum of x*y, of exact products."""
    call = Call("dot", comm)
    return vector_sum(call, "allreduce_dot", x, y=y)


def vdot(x: numpy.ndarray, y: numpy.ndarray, comm: Comm = None) -> numpy.generic:
    """The sum of conj(x)*y, of exact products."""
    call = Call("vdot", comm)
    return vector_sum(call, "allreduce_conjugated_dot", x, y=y)


def dots(x: numpy.ndarray, ys: Vectors, comm: Comm = None) -> numpy.ndarray:
    """The dot products of x with several vectors, in one exchange."""
    call = Call("dots", comm)
    return vector_sum(call, "allreduce_dots", x, ys=ys)


def vdots(x: numpy.ndarray, ys: Vectors, comm: Comm = None) -> numpy.ndarray:
    """The dot products of conj(x) with several vectors, in one exchange."""
    call = Call("vdots", comm)
    return vector_sum(call, "allreduce_conjugated_dots", x, ys=ys)


def norm(x: numpy.ndarray, comm: Comm = None) -> numpy.floating:
    """The Euclidean norm. The result is real."""
    call = Call("norm", comm)
    return vector_sum(call, "allreduce_norm2", x, real=True)


def sum_abs(x: numpy.ndarray, mask: Mask = None, comm: Comm = None) -> numpy.floating:
    """The sum of magnitudes, |re| + |im| of complex elements. The result is real."""
    call = Call("sum_abs", comm)
    return vector_sum(call, "allreduce_sum_abs", x, mask=mask, real=True)


def weighted_sum(
    x: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> numpy.generic:
    """The sum of w*x, of exact products; weights are of the type of x, of its real type, or
    integers of 4 or 8 bytes."""
    call = Call("weighted_sum", comm)
    return vector_sum(call, "allreduce_weighted_sum", x, weights=w, mask=mask)


def weighted_squares(
    x: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> numpy.floating:
    """The sum of |x*w|^2, where x*w is rounded as in a loop. The result is real."""
    call = Call("weighted_squares", comm)
    return vector_sum(call, "allreduce_weighted_squares", x, w=w, mask=mask, real=True)


def weighted_dot(
    x: numpy.ndarray, y: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> numpy.generic:
    """The sum of (w*x)*y, where w*x is rounded as in a loop."""
    call = Call("weighted_dot", comm)
    return vector_sum(call, "allreduce_weighted_dot", x, y=y, w=w, mask=mask)


def weighted_vdot(
    x: numpy.ndarray, y: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> numpy.generic:
    """The sum of conj(w*x)*y, where w*x is rounded as in a loop."""
    call = Call("weighted_vdot", comm)
    return vector_sum(call, "allreduce_weighted_conjugated_dot", x, y=y, w=w, mask=mask)


def mean(x: numpy.ndarray, mask: Mask = None, comm: Comm = None) -> numpy.generic:
    """The mean of the elements that count."""
    call = Call("mean", comm)
    return vector_sum(call, "allreduce_mean", x, mask=mask)


def variance(
    x: numpy.ndarray, ddof: int = 0, mask: Mask = None, comm: Comm = None
) -> numpy.floating:
    """The variance of the N elements that count: the squared distances from the mean, divided by N
    - ddof; NaN where that is not positive. The result is real."""
    call = Call("variance", comm)
    return vector_sum(call, "allreduce_variance", x, mask=mask, ddof=ddof, real=True)
