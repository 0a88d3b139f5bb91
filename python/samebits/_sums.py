"""A set of exact sums that are reduced over ranks in one exchange."""

from __future__ import annotations

import ctypes
import typing

import numpy
from mpi4py import MPI

from ._arguments import address, array, datatype, element_type, number, same_shape, weights
from ._library import c
from ._requests import Call, Request


class Sums:
    """k exact sums, numbered from 0. The bits of each depend only on the multiset of its summands.

    Args:
        k: how many sums there are, the same on all ranks.
        dtype: the type of the elements: float32, float64, complex64 or complex128.

    Made after MPI_Init (that is, after mpi4py's MPI was imported). Several threads may add to one
    set, but not while it is read, reduced or cleared. The methods that add raise

        TypeError: an array's elements are of another type than the set's.
        ValueError: shapes differ, or elements do not lie one after another where they have to.
        IndexError: there is no such sum.
    """

    def __init__(self, k: int, dtype: typing.Any = numpy.float64) -> None:
        self._sums = ctypes.c_void_p()
        self._k = int(k)
        self.dtype = element_type(dtype)
        c.sums_create(self._k, datatype(self.dtype), self._sums)

    def __len__(self) -> int:
        return self._k

    def add(self, i: int, x: typing.Any, indices: typing.Optional[numpy.ndarray] = None) -> None:
        """Adds to the sum i a number, all elements of an array, or those of an array of rank one
        with these indices.

        Args:
            x: a number, which is converted to the set's type; an array of any shape in one piece;
                or one of rank one with any stride.
            indices: an array of int64 of any shape, in one piece, with values from 0 to len(x)-1.
        """
        i = self._number(i)
        if not isinstance(x, numpy.ndarray):
            x = number(x, self.dtype)
        if indices is not None:
            self._add_indexed(i, x, indices)
        elif x.ndim == 1 and x.dtype == self.dtype and x.strides[0] % x.itemsize == 0:
            stride = x.strides[0] // x.itemsize
            c.sums_add_strided(self._sums, i, address(x), stride, x.size)
        else:
            x = array("x", x, self.dtype)
            c.sums_add_array(self._sums, i, address(x), x.size)

    def add_products(
        self, i: int, x: numpy.ndarray, y: numpy.ndarray, conjugate: bool = False
    ) -> None:
        """Adds to the sum i the exact products x*y of two arrays of one shape, or conj(x)*y."""
        i = self._number(i)
        x = array("x", x, self.dtype)
        y = same_shape(x, "y", array("y", y, self.dtype))
        add = c.sums_add_conjugated_products if conjugate else c.sums_add_products
        add(self._sums, i, address(x), address(y), x.size)

    def add_weighted(self, i: int, x: numpy.ndarray, w: numpy.ndarray) -> None:
        """Adds to the sum i the exact products w*x. The weights are of the set's type, of its real
        type, int32, uint32, int64 or uint64."""
        i = self._number(i)
        x = array("x", x, self.dtype)
        w = weights(x, w)
        c.sums_add_weighted(self._sums, i, address(x), address(w), datatype(w.dtype), x.size)

    def merge(self, other: Sums) -> None:
        """Adds the contents of another set, which is left as it is. Raises Error if it has another
        number of sums, or another type."""
        c.sums_merge(self._sums, other._sums)

    def values(self) -> numpy.ndarray:
        """This rank's sums, rounded: an array of shape (k,)."""
        results = numpy.empty(self._k, self.dtype)
        for i in range(self._k):
            c.sums_value(self._sums, i, address(results[i : i + 1]))
        return results

    def allreduce(self, comm: typing.Optional[MPI.Comm] = None) -> numpy.ndarray:
        """The sums over all ranks, rounded, in one exchange: an array of shape (k,). What this rank
        has added stays. Collective. Raises Error if the sets were not made alike."""
        return self._over_ranks(Call("Sums.allreduce", comm))

    def iallreduce(self, comm: typing.Optional[MPI.Comm] = None) -> Request[numpy.ndarray]:
        """Starts what `allreduce` does. The set may be filled further, or cleared, at once."""
        return self._over_ranks(Call("Sums.iallreduce", comm, nonblocking=True))

    def clear(self) -> None:
        """Removes all summands."""
        c.sums_clear(self._sums)

    def _over_ranks(self, call: Call) -> typing.Any:
        results = numpy.empty(self._k, self.dtype)
        return call("sums_allreduce", [self._sums], results, one=False)

    def _number(self, i: int) -> int:
        if not 0 <= i < self._k:
            raise IndexError(f"there is no sum {i}; there are {self._k}, numbered from 0")
        return i

    def _add_indexed(self, i: int, x: numpy.ndarray, indices: numpy.ndarray) -> None:
        x = array("x", x, self.dtype)
        indices = array("indices", indices, numpy.dtype(numpy.int64))
        if indices.size and not 0 <= indices.min() <= indices.max() < x.size:
            raise IndexError(
                f"the indices are from {indices.min()} to {indices.max()}; x has {x.size} elements"
            )
        c.sums_add_indexed(self._sums, i, address(x), address(indices), indices.size)

    def __del__(self) -> None:
        if getattr(self, "_sums", None):
            c.sums_free(self._sums)
