"""Sums over distributed vectors that are started, and completed later: those of `_vectors`, with the
same bits. The functions are written from the table of functions, by `make header`.

Each returns a `Request`, whose `wait` returns the result; the arrays have been read by then, and may
change. All are collective, in the order of nonblocking calls. TypeError and ValueError are raised as
by the functions that block, but on this rank alone: it starts nothing, and the others wait for it.
"""

from __future__ import annotations

import typing

import numpy
from mpi4py import MPI

from ._requests import Call, Request
from ._vector_calls import Mask, Vectors, vector_sum

Comm = typing.Optional[MPI.Comm]


def idot(x: numpy.ndarray, y: numpy.ndarray, comm: Comm = None) -> Request[numpy.generic]:
    """Starts `dot`."""
    call = Call("idot", comm, nonblocking=True)
    return vector_sum(call, "allreduce_dot", x, y=y)


def ivdot(x: numpy.ndarray, y: numpy.ndarray, comm: Comm = None) -> Request[numpy.generic]:
    """Starts `vdot`."""
    call = Call("ivdot", comm, nonblocking=True)
    return vector_sum(call, "allreduce_conjugated_dot", x, y=y)


def idots(x: numpy.ndarray, ys: Vectors, comm: Comm = None) -> Request[numpy.ndarray]:
    """Starts `dots`."""
    call = Call("idots", comm, nonblocking=True)
    return vector_sum(call, "allreduce_dots", x, ys=ys)


def ivdots(x: numpy.ndarray, ys: Vectors, comm: Comm = None) -> Request[numpy.ndarray]:
    """Starts `vdots`."""
    call = Call("ivdots", comm, nonblocking=True)
    return vector_sum(call, "allreduce_conjugated_dots", x, ys=ys)


def inorm(x: numpy.ndarray, comm: Comm = None) -> Request[numpy.floating]:
    """Starts `norm`."""
    call = Call("inorm", comm, nonblocking=True)
    return vector_sum(call, "allreduce_norm2", x, real=True)


def isum_abs(x: numpy.ndarray, mask: Mask = None, comm: Comm = None) -> Request[numpy.floating]:
    """Starts `sum_abs`."""
    call = Call("isum_abs", comm, nonblocking=True)
    return vector_sum(call, "allreduce_sum_abs", x, mask=mask, real=True)


def iweighted_sum(
    x: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> Request[numpy.generic]:
    """Starts `weighted_sum`."""
    call = Call("iweighted_sum", comm, nonblocking=True)
    return vector_sum(call, "allreduce_weighted_sum", x, weights=w, mask=mask)


def iweighted_squares(
    x: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> Request[numpy.floating]:
    """Starts `weighted_squares`."""
    call = Call("iweighted_squares", comm, nonblocking=True)
    return vector_sum(call, "allreduce_weighted_squares", x, w=w, mask=mask, real=True)


def iweighted_dot(
    x: numpy.ndarray, y: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> Request[numpy.generic]:
    """Starts `weighted_dot`."""
    call = Call("iweighted_dot", comm, nonblocking=True)
    return vector_sum(call, "allreduce_weighted_dot", x, y=y, w=w, mask=mask)


def iweighted_vdot(
    x: numpy.ndarray, y: numpy.ndarray, w: numpy.ndarray, mask: Mask = None, comm: Comm = None
) -> Request[numpy.generic]:
    """Starts `weighted_vdot`."""
    call = Call("iweighted_vdot", comm, nonblocking=True)
    return vector_sum(call, "allreduce_weighted_conjugated_dot", x, y=y, w=w, mask=mask)


def imean(x: numpy.ndarray, mask: Mask = None, comm: Comm = None) -> Request[numpy.generic]:
    """Starts `mean`."""
    call = Call("imean", comm, nonblocking=True)
    return vector_sum(call, "allreduce_mean", x, mask=mask)


def ivariance(
    x: numpy.ndarray, ddof: int = 0, mask: Mask = None, comm: Comm = None
) -> Request[numpy.floating]:
    """Starts `variance`."""
    call = Call("ivariance", comm, nonblocking=True)
    return vector_sum(call, "allreduce_variance", x, mask=mask, ddof=ddof, real=True)
