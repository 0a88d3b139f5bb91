"""Sums over distributed vectors by a call that blocks or does not: what `_vectors` and `_nonblocking`
have in common."""

from __future__ import annotations

import typing

import numpy

from ._arguments import address, addresses, array, datatype, mask_address, real_type, same_shape
from ._arguments import weights
from ._requests import Call

Mask = typing.Optional[numpy.ndarray]
Vectors = typing.Union[numpy.ndarray, typing.Sequence[numpy.ndarray]]


def product(call: Call, function: str, x: numpy.ndarray, y: numpy.ndarray) -> typing.Any:
    with call.checking():
        x = array("x", x)
        y = same_shape(x, "y", array("y", y, x.dtype))
    return _one(call, function, [address(x), address(y), x.size], x)


def products(call: Call, function: str, x: numpy.ndarray, ys: Vectors) -> typing.Any:
    with call.checking():
        x = array("x", x)
        columns = [
            same_shape(x, f"y {i}", array(f"y {i}", y, x.dtype))
            for i, y in enumerate(ys)
        ]
    results = numpy.empty(len(columns), x.dtype)
    arguments = [len(columns), address(x), addresses(columns), x.size]
    return call(function, arguments, results, datatype(x.dtype), one=False)


def norm(call: Call, x: numpy.ndarray) -> typing.Any:
    with call.checking():
        x = array("x", x)
    return _one(call, "allreduce_norm2", [address(x), x.size], x, real=True)


def weighted_sum(call: Call, x: numpy.ndarray, w: numpy.ndarray, mask: Mask) -> typing.Any:
    with call.checking():
        x = array("x", x)
        w = weights(x, w)
        counts = mask_address(x, mask)
    arguments = [address(x), address(w), datatype(w.dtype), counts, x.size]
    return _one(call, "allreduce_weighted_sum", arguments, x)


def weighted_squares(call: Call, x: numpy.ndarray, w: numpy.ndarray, mask: Mask) -> typing.Any:
    with call.checking():
        x = array("x", x)
        w = same_shape(x, "w", array("w", w, x.dtype))
        counts = mask_address(x, mask)
    arguments = [address(x), address(w), counts, x.size]
    return _one(call, "allreduce_weighted_squares", arguments, x, real=True)


def weighted_product(
    call: Call, function: str, x: numpy.ndarray, y: numpy.ndarray, w: numpy.ndarray, mask: Mask
) -> typing.Any:
    with call.checking():
        x = array("x", x)
        y = same_shape(x, "y", array("y", y, x.dtype))
        w = same_shape(x, "w", array("w", w, x.dtype))
        counts = mask_address(x, mask)
    return _one(call, function, [address(x), address(y), address(w), counts, x.size], x)


def statistic(
    call: Call,
    function: str,
    x: numpy.ndarray,
    mask: Mask,
    further: typing.Sequence[int] = (),
    real: bool = False,
) -> typing.Any:
    with call.checking():
        x = array("x", x)
        counts = mask_address(x, mask)
    return _one(call, function, [address(x), counts, x.size, *further], x, real)


def _one(
    call: Call,
    function: str,
    arguments: typing.Sequence[typing.Any],
    x: numpy.ndarray,
    real: bool = False,
) -> typing.Any:
    result = numpy.empty(1, real_type(x.dtype) if real else x.dtype)
    return call(function, arguments, result, datatype(x.dtype))
