"""A sum to which numbers and products of numbers are added one by one."""

from __future__ import annotations

import ctypes
import typing

import numpy
from mpi4py import MPI

from ._arguments import address, array, checking, communicator, datatype, element_type, handle_of
from ._arguments import number, same_shape
from ._library import c


class Accumulator:
    """A sum whose bits depend only on the multiset of its summands: not on their order, nor on
    which rank adds which.

    Args:
        dtype: the type of the summands: float32, float64, complex64 or complex128.
        arithmetic: "exact", "binned", "binned:2" to "binned:4", "prerounded", "prerounded:1" to
            "prerounded:4".
        summands: for "prerounded", how many summands there are at most, in all accumulators that
            are merged.

    An accumulator is used by one thread at a time, and made after MPI_Init (that is, after mpi4py's
    MPI was imported). It is pickled with its contents.

    Raises:
        TypeError: the type of the summands is not accepted.
        Error: the arithmetic is not accepted.
    """

    def __init__(
        self, dtype: typing.Any = numpy.float64, arithmetic: str = "exact", summands: int = 0
    ) -> None:
        self._sum = ctypes.c_void_p()
        self.dtype = element_type(dtype)
        self._made_by = (self.dtype.str, arithmetic, summands)
        c.accumulator_create(arithmetic.encode(), summands, datatype(self.dtype), self._sum)

    def add(self, values: typing.Any) -> None:
        """Adds a number, which is converted to the accumulator's type, or all elements of an array
        of any shape.

        Raises:
            TypeError: the array's elements are of another type than the accumulator's.
            ValueError: the elements do not lie one after another.
            Error: there would be more summands than the bound.
        """
        if not isinstance(values, numpy.ndarray):
            values = number(values, self.dtype)
        values = array("values", values, self.dtype)
        c.accumulator_add_array(self._sum, address(values), values.size)

    def add_products(self, x: numpy.ndarray, y: numpy.ndarray, conjugate: bool = False) -> None:
        """Adds the products of the elements of two arrays of the same shape, x[i]*y[i], or
        conj(x[i])*y[i] with `conjugate`. "exact" adds the products of the real numbers, the others
        round each first. Raises as `add` does, and ValueError if the shapes differ."""
        x = array("x", x, self.dtype)
        y = same_shape(x, "y", array("y", y, self.dtype))
        add = c.accumulator_add_conjugated_products if conjugate else c.accumulator_add_products
        add(self._sum, address(x), address(y), x.size)

    def merge(self, other: Accumulator) -> None:
        """Adds the contents of an accumulator that was made alike; else raises Error."""
        c.accumulator_merge(self._sum, other._sum)

    def allreduce(self, comm: typing.Optional[MPI.Comm] = None) -> None:
        """Merges the accumulators of all ranks, on every rank. Collective. Raises Error if they
        were not made alike."""
        c.accumulator_allreduce(self._sum, handle_of(communicator(comm)))

    def reduce(self, root: int = 0, comm: typing.Optional[MPI.Comm] = None) -> None:
        """The same, but only on rank `root`; the other ranks keep theirs."""
        c.accumulator_reduce(self._sum, root, handle_of(communicator(comm)))

    def value(self) -> numpy.generic:
        """The sum, rounded to the summands' type."""
        result = numpy.empty(1, self.dtype)
        c.accumulator_value(self._sum, address(result))
        return result[0]

    def clear(self) -> None:
        """Removes all summands."""
        c.accumulator_clear(self._sum)

    def write(self) -> bytes:
        """The accumulator as bytes, the same on every machine and for the same summands in any
        order."""
        size = ctypes.c_size_t()
        c.accumulator_size(self._sum, size)
        written = ctypes.create_string_buffer(size.value)
        c.accumulator_write(self._sum, written, size)
        return written.raw

    def read(self, written: bytes) -> None:
        """Replaces the contents by those that an accumulator made alike has written; else raises
        Error."""
        c.accumulator_read(self._sum, written, len(written))

    def __reduce__(self) -> typing.Tuple[typing.Any, ...]:
        return _read, (*self._made_by, self.write())

    def __del__(self) -> None:
        if getattr(self, "_sum", None):
            c.accumulator_free(self._sum)


def _read(dtype: str, arithmetic: str, summands: int, written: bytes) -> Accumulator:
    made = Accumulator(dtype, arithmetic, summands)
    made.read(written)
    return made
