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


def vector_sum(
    call: Call, function: str, x: numpy.ndarray, real: bool = False, **given: typing.Any
) -> typing.Any:
    """Calls the function of samebits.h on x and what else it is given: y or a list ys, w or weights of
    another type, a mask, ddof. The result is real, or of the type of x."""
    with call.checking():
        x = array("x", x)
        arguments: list[typing.Any] = [address(x)]
        if "y" in given:
            arguments.append(address(same_shape(x, "y", array("y", given["y"], x.dtype))))
        if "ys" in given:
            columns = [
                same_shape(x, f"y {i}", array(f"y {i}", y, x.dtype))
                for i, y in enumerate(given["ys"])
            ]
            arguments = [len(columns), *arguments, addresses(columns)]
        if "w" in given:
            arguments.append(address(same_shape(x, "w", array("w", given["w"], x.dtype))))
        if "weights" in given:
            w = weights(x, given["weights"])
            arguments += [address(w), datatype(w.dtype)]
        if "mask" in given:
            arguments.append(mask_address(x, given["mask"]))
    arguments.append(x.size)
    if "ddof" in given:
        arguments.append(given["ddof"])
    many = "ys" in given
    results = numpy.empty(len(columns) if many else 1, real_type(x.dtype) if real else x.dtype)
    return call(function, arguments, results, datatype(x.dtype), one=not many)
