"""What the functions accept: arrays, element types, communicators; and how a wrong argument of one
rank becomes an error on all."""

from __future__ import annotations

import contextlib
import ctypes
import typing

import numpy
from mpi4py import MPI

from ._library import Error, c

handle_of = MPI._handleof

# The types of elements, with their MPI datatypes.
DATATYPES = {
    numpy.dtype(numpy.float32): MPI.FLOAT,
    numpy.dtype(numpy.float64): MPI.DOUBLE,
    numpy.dtype(numpy.complex64): MPI.C_FLOAT_COMPLEX,
    numpy.dtype(numpy.complex128): MPI.C_DOUBLE_COMPLEX,
}
# Those of weights, besides.
WEIGHTS = {
    numpy.dtype(numpy.int32): MPI.INT32_T,
    numpy.dtype(numpy.uint32): MPI.UINT32_T,
    numpy.dtype(numpy.int64): MPI.INT64_T,
    numpy.dtype(numpy.uint64): MPI.UINT64_T,
}
ACCEPTED = "float32, float64, complex64 and complex128"


def element_type(dtype: typing.Any) -> numpy.dtype:
    """The type of elements, if it is one of the four. Raises TypeError."""
    accepted = numpy.dtype(dtype)
    if accepted not in DATATYPES or not accepted.isnative:
        raise TypeError(f"the elements are of type {accepted}; accepted are {ACCEPTED}")
    return accepted


def datatype(dtype: numpy.dtype) -> int:
    """The handle of a type's MPI datatype."""
    return handle_of(DATATYPES[dtype] if dtype in DATATYPES else WEIGHTS[dtype])


def real_type(dtype: numpy.dtype) -> numpy.dtype:
    """The type of a component."""
    return numpy.dtype(f"f{dtype.itemsize // 2}") if dtype.kind == "c" else dtype


def array(
    name: str, value: typing.Any, dtype: typing.Optional[numpy.dtype] = None
) -> numpy.ndarray:
    """An argument that is an array of one of the four types, or of the given one, in one piece.

    Raises TypeError if it is no array or its elements are of another type, and ValueError if its
    elements do not lie one after another: nothing is copied behind the caller's back.
    """
    if not isinstance(value, numpy.ndarray):
        raise TypeError(f"{name} is of type {type(value).__name__}; it has to be a numpy.ndarray")
    if isinstance(value, numpy.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; pass {name}.data and a mask")
    if dtype is None:
        if value.dtype not in DATATYPES or not value.dtype.isnative:
            raise TypeError(f"{name} has elements of type {value.dtype}; accepted are {ACCEPTED}")
    elif value.dtype != dtype:
        raise TypeError(f"{name} has elements of type {value.dtype}, and not {dtype}")
    if not (value.flags.c_contiguous and value.flags.aligned):
        raise ValueError(
            f"the elements of {name}, with shape {value.shape} and strides {value.strides}, do not "
            f"lie one after another in memory; numpy.ascontiguousarray({name}) copies them"
        )
    return value


def number(value: typing.Any, dtype: numpy.dtype) -> numpy.ndarray:
    """A number, converted to that type, as an array of rank zero. Raises TypeError."""
    given = numpy.asarray(value)
    complex_to_real = given.dtype.kind == "c" and dtype.kind != "c"
    if given.ndim != 0 or given.dtype.kind not in "biufc" or complex_to_real:
        raise TypeError(f"{value!r} is neither a number for {dtype} nor a numpy.ndarray")
    return given.astype(dtype)


def weights(x: numpy.ndarray, w: typing.Any) -> numpy.ndarray:
    """Weights of the elements of x: of their type, of its real type, or integers. Raises TypeError
    and ValueError."""
    accepted = (x.dtype, real_type(x.dtype), *WEIGHTS)
    if not isinstance(w, numpy.ndarray) or w.dtype not in accepted:
        kind = w.dtype if isinstance(w, numpy.ndarray) else type(w).__name__
        names = ", ".join(sorted({str(dtype) for dtype in accepted}))
        raise TypeError(f"w is of type {kind}; accepted are arrays of {names}")
    return same_shape(x, "w", array("w", w, w.dtype))


def same_shape(x: numpy.ndarray, name: str, y: numpy.ndarray) -> numpy.ndarray:
    """The second array, if it has the shape of the first, which is called x. Raises ValueError."""
    if y.shape != x.shape:
        raise ValueError(f"x has shape {x.shape}, and {name} has shape {y.shape}")
    return y


def mask_address(x: numpy.ndarray, mask: typing.Optional[numpy.ndarray]) -> typing.Optional[int]:
    """Where the bytes of a mask are, None if there is no mask. Raises TypeError and ValueError."""
    if mask is None:
        return None
    if not isinstance(mask, numpy.ndarray) or mask.dtype.kind not in "bu" or mask.itemsize != 1:
        kind = mask.dtype if isinstance(mask, numpy.ndarray) else type(mask).__name__
        raise TypeError(f"mask is of type {kind}; it has to be an array of bool or uint8")
    return address(same_shape(x, "mask", array("mask", mask, mask.dtype)))


def address(of: numpy.ndarray) -> int:
    """Where an array's elements are."""
    return of.__array_interface__["data"][0]


def addresses(of: typing.Sequence[numpy.ndarray]) -> ctypes.Array:
    """The same of several arrays, as a list in C."""
    return (ctypes.c_void_p * len(of))(*map(address, of))


def sizes(of: typing.Sequence[int]) -> ctypes.Array:
    """Lengths, as a list in C."""
    return (ctypes.c_size_t * len(of))(*of)


def communicator(comm: typing.Optional[MPI.Comm]) -> MPI.Comm:
    """The communicator, MPI.COMM_WORLD if there is none. Raises TypeError."""
    if comm is None:
        return MPI.COMM_WORLD
    if not isinstance(comm, MPI.Comm):
        raise TypeError(f"comm is of type {type(comm).__name__}; it has to be an mpi4py.MPI.Comm")
    return comm


@contextlib.contextmanager
def checking(name: str, comm: MPI.Comm) -> typing.Iterator[None]:
    """Inside, arguments of a collective call of that name are checked. If they are wrong, this rank
    takes part in the call without elements before the exception goes on, so that all ranks get an
    error and none waits. (Not if errors end the job: the exception says more than its end would.)"""
    try:
        yield
    except (TypeError, ValueError) as error:
        if comm != MPI.COMM_NULL and comm.Get_errhandler() != MPI.ERRORS_ARE_FATAL:
            called = f"samebits.{name}".encode()
            with contextlib.suppress(Error):
                c.b_refuse(handle_of(comm), called, MPI.ERR_ARG, str(error).encode())
        raise
