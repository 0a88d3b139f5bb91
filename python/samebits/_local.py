"""Sums, dot products and sparse products of the elements of one rank, exact and rounded once. Not
collective.

They raise TypeError if an argument is no array of float32, float64, complex64 or complex128, and
ValueError if shapes differ or an array's elements do not lie one after another.
"""

from __future__ import annotations

import typing

import numpy

from ._arguments import address, array, datatype, same_shape
from ._library import c

# The types in the names of C functions.
_NAMES = {
    numpy.dtype(numpy.float32): "float",
    numpy.dtype(numpy.float64): "double",
    numpy.dtype(numpy.complex64): "float_complex",
    numpy.dtype(numpy.complex128): "double_complex",
}


def local_sum(x: numpy.ndarray) -> numpy.generic:
    """The sum of this rank's elements."""
    x = array("x", x)
    result = numpy.empty(1, x.dtype)
    c.sum(address(x), x.size, address(result), datatype(x.dtype))
    return result[0]


def local_dot(x: numpy.ndarray, y: numpy.ndarray, conjugate: bool = False) -> numpy.generic:
    """The sum of x*y, or of conj(x)*y, over this rank's elements."""
    x = array("x", x)
    y = same_shape(x, "y", array("y", y, x.dtype))
    result = numpy.empty(1, x.dtype)
    function = c.conjugated_dot if conjugate else c.dot
    function(address(x), address(y), x.size, address(result), datatype(x.dtype))
    return result[0]


def csr_multiply(
    row_pointers: numpy.ndarray,
    columns: numpy.ndarray,
    values: numpy.ndarray,
    x: numpy.ndarray,
    out: typing.Optional[numpy.ndarray] = None,
) -> numpy.ndarray:
    """A sparse matrix in compressed rows times x: of a matrix `a` of scipy.sparse,
    csr_multiply(a.indptr, a.indices, a.data, x).

    Args:
        row_pointers, columns: arrays of int32 or of int64, which count from 0.
        values: the entries of the matrix, of one of the four types.
        x: an array of that type.
        out: where the result goes, if it exists already; no other argument.

    Returns:
        `out`, or a new array: for each row the exact sum of its products, rounded once.

    Raises:
        TypeError: an argument is no array of these types.
        ValueError: lengths or row pointers do not fit; an array's elements do not lie one after
            another.
        IndexError: x has not as many elements as a column demands.
    """
    values = array("values", values)
    x = array("x", x, values.dtype)
    pointers = _indices("row_pointers", row_pointers)
    columns = array("columns", columns, pointers.dtype)
    if columns.size != values.size:
        raise ValueError(f"values has {values.size} elements, and columns has {columns.size}")
    if pointers.size == 0:
        raise ValueError("row_pointers is empty; it has an element more than there are rows")
    first, last = int(pointers[0]), int(pointers[-1])
    if not 0 <= first <= last <= values.size or (pointers[1:] < pointers[:-1]).any():
        raise ValueError(
            f"the row pointers from {first} to {last} do not increase from 0 on to at most the "
            f"{values.size} elements of values"
        )
    used = columns.reshape(-1)[first:last]
    if used.size and not 0 <= used.min() <= used.max() < x.size:
        raise IndexError(
            f"the columns are from {used.min()} to {used.max()}; x has {x.size} elements"
        )
    rows = pointers.size - 1
    out = numpy.empty(rows, values.dtype) if out is None else array("out", out, values.dtype)
    if out.size != rows or not out.flags.writeable:
        raise ValueError(f"out has {out.size} elements, and it takes {rows} that can be written to")
    if any(numpy.may_share_memory(out, other) for other in (pointers, columns, values, x)):
        raise ValueError("out overlaps another argument")
    wide = "64" if pointers.itemsize == 8 else ""
    multiply = getattr(c, f"csr{wide}_multiply_{_NAMES[values.dtype]}")
    multiply(rows, *map(address, (pointers, columns, values, x, out)))
    return out


def _indices(name: str, value: typing.Any) -> numpy.ndarray:
    accepted = (numpy.dtype(numpy.int32), numpy.dtype(numpy.int64))
    if not isinstance(value, numpy.ndarray) or value.dtype not in accepted:
        kind = value.dtype if isinstance(value, numpy.ndarray) else type(value).__name__
        raise TypeError(f"{name} is of type {kind}; accepted are arrays of int32 and int64")
    return array(name, value, value.dtype).reshape(-1)
