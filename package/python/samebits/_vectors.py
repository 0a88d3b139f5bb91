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

from ._arguments import address, addresses, array, checking, communicator, datatype, handle_of
from ._arguments import mask_address, real_type, same_shape, weights
from ._library import c

Comm = typing.Optional[MPI.Comm]
Mask = typing.Optional[numpy.ndarray]
Vectors = typing.Union[numpy.ndarray, typing.Sequence[numpy.ndarray]]


def dot(x: numpy.ndarray, y: numpy.ndarray, comm: Comm = None) -> numpy.generic:
    """The sum of x*y, of exact products."""
    return _product("allreduce_dot", x, y, comm)


def vdot(x: numpy.ndarray, y: numpy.ndarray, comm: Comm = None) -> numpy.generic:
    """The sum of conj(x)*y, of exact products, as numpy.vdot has it."""
    return _product("allreduce_conjugated_dot", x, y, comm)


def dots(x: numpy.ndarray, ys: Vectors, comm: Comm = None) -> numpy.ndarray:
    """The dot products of x with several vectors, in one exchange.

    Args:
        x: this rank's share of x.
        ys: arrays of x's shape, as many on all ranks: a sequence, or an array of shape
            (k, *x.shape). Only the elements of each have to lie one after another.

    Returns:
        An array of shape (k,).
    """
    return _products("allreduce_dots", x, ys, comm)


def vdots(x: numpy.ndarray, ys: Vectors, comm: Comm = None) -> numpy.ndarray:
    """Like `dots`, with conj(x)."""
    return _products("allreduce_conjugated_dots", x, ys, comm)


def norm(x: numpy.ndarray, comm: Comm = None) -> numpy.floating:
    """The Euclidean norm, of the real type."""
    comm = communicator(comm)
    with checking(comm):
        x = array("x", x)
    result = numpy.empty(1, real_type(x.dtype))
    _call("allreduce_norm2", [address(x), x.size, address(result)], x, comm)
    return result[0]


def sum_abs(x: numpy.ndarray, mask: Mask = None, comm: Comm = None) -> numpy.floating:
    """The sum of magnitudes, of the real type; |re| + |im| of complex elements."""
    return _statistic("allreduce_sum_abs", x, mask, comm, real=True)


def weighted_sum(
    x: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> numpy.generic:
    """The sum of w*x, of exact products. The weights are of x's type, of its real type, int32,
    uint32, int64 or uint64."""
    comm = communicator(comm)
    with checking(comm):
        x = array("x", x)
        w = weights(x, w)
        counts = mask_address(x, mask)
    result = numpy.empty(1, x.dtype)
    arguments = [address(x), address(w), datatype(w.dtype), counts, x.size, address(result)]
    _call("allreduce_weighted_sum", arguments, x, comm)
    return result[0]


def weighted_squares(
    x: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> numpy.floating:
    """The sum of |x*w|**2, where x*w is rounded as in a loop, of the real type; w is of x's
    type."""
    comm = communicator(comm)
    with checking(comm):
        x = array("x", x)
        w = same_shape(x, "w", array("w", w, x.dtype))
        counts = mask_address(x, mask)
    result = numpy.empty(1, real_type(x.dtype))
    arguments = [address(x), address(w), counts, x.size, address(result)]
    _call("allreduce_weighted_squares", arguments, x, comm)
    return result[0]


def weighted_dot(
    x: numpy.ndarray, y: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> numpy.generic:
    """The sum of (w*x)*y, where w*x is rounded as in a loop; all of one type."""
    return _weighted("allreduce_weighted_dot", x, y, w, mask, comm)


def weighted_vdot(
    x: numpy.ndarray, y: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> numpy.generic:
    """The sum of conj(w*x)*y, where w*x is rounded as in a loop; all of one type."""
    return _weighted("allreduce_weighted_conjugated_dot", x, y, w, mask, comm)


def mean(x: numpy.ndarray, mask: Mask = None, comm: Comm = None) -> numpy.generic:
    """The mean of the elements that count."""
    return _statistic("allreduce_mean", x, mask, comm)


def variance(
    x: numpy.ndarray, ddof: int = 0, mask: Mask = None, comm: Comm = None
) -> numpy.floating:
    """The variance of the N elements that count, of the real type: the squared distances from the
    mean, divided by N - ddof; NaN where that is not positive."""
    return _statistic("allreduce_variance", x, mask, comm, [ddof], real=True)


def _call(
    function: str, arguments: typing.List[typing.Any], x: numpy.ndarray, comm: MPI.Comm
) -> None:
    getattr(c, function)(*arguments, datatype(x.dtype), handle_of(comm))


def _product(function: str, x: numpy.ndarray, y: numpy.ndarray, comm: Comm) -> numpy.generic:
    comm = communicator(comm)
    with checking(comm):
        x = array("x", x)
        y = same_shape(x, "y", array("y", y, x.dtype))
    result = numpy.empty(1, x.dtype)
    _call(function, [address(x), address(y), x.size, address(result)], x, comm)
    return result[0]


def _products(function: str, x: numpy.ndarray, ys: Vectors, comm: Comm) -> numpy.ndarray:
    comm = communicator(comm)
    with checking(comm):
        x = array("x", x)
        columns = [
            same_shape(x, f"y {i}", array(f"y {i}", y, x.dtype))
            for i, y in enumerate(ys)
        ]
    results = numpy.empty(len(columns), x.dtype)
    arguments = [len(columns), address(x), addresses(columns), x.size, address(results)]
    _call(function, arguments, x, comm)
    return results


def _weighted(
    function: str, x: numpy.ndarray, y: numpy.ndarray, w: numpy.ndarray, mask: Mask, comm: Comm
) -> numpy.generic:
    comm = communicator(comm)
    with checking(comm):
        x = array("x", x)
        y = same_shape(x, "y", array("y", y, x.dtype))
        w = same_shape(x, "w", array("w", w, x.dtype))
        counts = mask_address(x, mask)
    result = numpy.empty(1, x.dtype)
    arguments = [address(x), address(y), address(w), counts, x.size, address(result)]
    _call(function, arguments, x, comm)
    return result[0]


def _statistic(
    function: str,
    x: numpy.ndarray,
    mask: Mask,
    comm: Comm,
    further: typing.Sequence[int] = (),
    real: bool = False,
) -> typing.Any:
    comm = communicator(comm)
    with checking(comm):
        x = array("x", x)
        counts = mask_address(x, mask)
    result = numpy.empty(1, real_type(x.dtype) if real else x.dtype)
    _call(function, [address(x), counts, x.size, *further, address(result)], x, comm)
    return result[0]
