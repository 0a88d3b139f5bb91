"""Sums and dot products of the elements of one rank, exact and rounded once. Not collective.

They raise TypeError if an argument is no array of float32, float64, complex64 or complex128, and
ValueError if shapes differ or an array's elements do not lie one after another.
"""

from __future__ import annotations

import numpy

from ._arguments import address, array, datatype, same_shape
from ._library import c


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
