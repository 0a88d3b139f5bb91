"""The library in this process, its functions, and its errors."""

from __future__ import annotations

import ctypes
import typing

from . import library as file
from ._signatures import SIGNATURES


class Error(RuntimeError):
    """A function of samebits has failed: on all ranks, if it is one over a communicator.

    Attributes:
        code: the MPI error code.
    """

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


in_front = hasattr(ctypes.CDLL(None), "samebits_version")


def _load() -> ctypes.CDLL:
    """The library that is in front of MPI in this process already, or else the one beside this
    file. That one does not intercept what mpi4py calls, but serves direct calls all the same."""
    if in_front:
        return ctypes.CDLL(None)
    try:
        return ctypes.CDLL(str(file))
    except OSError as error:
        raise ImportError(
            f"libsamebits.so is neither preloaded nor in this installation: {error}"
        ) from error


_loaded = _load()
_loaded.samebits_version.restype = ctypes.c_char_p
_loaded.samebits_error_message.restype = ctypes.c_char_p


def version() -> str:
    """The version of the library in this process, as "major.minor.patch"."""
    return _loaded.samebits_version().decode()


def _checked(function: typing.Any) -> typing.Callable[..., None]:
    """The function as one that raises Error if it returns an error code."""

    def call(*arguments: typing.Any) -> None:
        code = function(*arguments)
        if code:
            raise Error(code, _loaded.samebits_error_message().decode(errors="replace"))

    return call


# What only the bindings call, and samebits.h does not declare.
SIGNATURES["b_refuse"] = (
    ctypes.c_int,
    [ctypes.c_size_t, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p],
)


class _Functions:
    """The functions of samebits.h without their prefix, each made when it is first used."""

    def __getattr__(self, name: str) -> typing.Callable[..., None]:
        try:
            function = getattr(_loaded, f"samebits_{name}")
        except AttributeError:
            raise NotImplementedError(
                f"samebits {version()}, which is in this process, has no samebits_{name}"
            ) from None
        function.restype, function.argtypes = SIGNATURES[name]
        call = _checked(function)
        setattr(self, name, call)
        return call


c = _Functions()

# What completes the library's requests, also where mpi4py calls the MPI library's own functions.
mpi_wait, mpi_test = (_checked(getattr(_loaded, name)) for name in ("MPI_Wait", "MPI_Test"))
