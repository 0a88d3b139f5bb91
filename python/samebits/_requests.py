"""Nonblocking calls that are under way, and the two ways to make a call over a communicator."""

from __future__ import annotations

import contextlib
import ctypes
import typing

import numpy
from mpi4py import MPI

from ._arguments import address, checking, communicator, handle_of
from ._library import c, in_front, mpi_test, mpi_wait

T = typing.TypeVar("T")


class Request(typing.Generic[T]):
    """A nonblocking call that is under way. What it reduces has been read, and may change.

    It has to be completed, by `wait`, by `test` until that is true, or, if samebits is in front of
    MPI, by mpi4py's functions on `request`.
    """

    # Those under way: MPI stores their results, also where the program no longer has them.
    _under_way: typing.ClassVar[typing.Set[Request]] = set()

    def __init__(self, results: numpy.ndarray, one: bool) -> None:
        self._request = MPI.Request()
        self._results = results
        self._one = one

    @property
    def request(self) -> MPI.Request:
        """mpi4py's request, which becomes MPI.REQUEST_NULL. RuntimeError if samebits is not in front
        of MPI: mpi4py's functions would not complete it."""
        if not in_front:
            raise RuntimeError("samebits is not in front of MPI; complete the request by wait or test")
        return self._request

    def wait(self) -> T:
        """Waits until the call is complete; its result. Raises Error if ranks made different
        calls."""
        Request._under_way.discard(self)
        mpi_wait(*self._places())
        result: typing.Any = self._results[0] if self._one else self._results
        return result

    def test(self) -> bool:
        """Whether the call is complete, so that `wait` returns at once. Raises Error as that."""
        flag = ctypes.c_int()
        request, status = self._places()
        mpi_test(request, ctypes.byref(flag), status)
        if flag.value:
            Request._under_way.discard(self)
        return bool(flag.value)

    def _places(self) -> typing.Tuple[ctypes.c_void_p, ctypes.c_void_p]:
        self._status = MPI.Status()
        request, status = map(MPI._addressof, (self._request, self._status))
        return ctypes.c_void_p(request), ctypes.c_void_p(status)

    def _start(self, function: str, arguments: typing.Sequence[typing.Any]) -> Request:
        getattr(c, function)(*arguments, MPI._addressof(self._request))
        for other in list(Request._under_way):
            if not other._request:  # mpi4py has completed it
                Request._under_way.discard(other)
        Request._under_way.add(self)
        return self


class Call:
    """A call by that name over a communicator, which blocks or does not.

    A wrong argument of a nonblocking one starts nothing: the others may be in it already.
    """

    def __init__(
        self, name: str, comm: typing.Optional[MPI.Comm], nonblocking: bool = False
    ) -> None:
        self.comm = communicator(comm)
        self._nonblocking = nonblocking
        self.checking = (
            contextlib.nullcontext if nonblocking else lambda: checking(name, self.comm)
        )

    def __call__(
        self,
        function: str,
        arguments: typing.Sequence[typing.Any],
        results: numpy.ndarray,
        *datatype: int,
        one: bool = True,
    ) -> typing.Any:
        """Calls the function of samebits.h with these arguments, and then where the results go, the
        datatype and the communicator; the result, the only one or all, or the request for it."""
        arguments = [*arguments, address(results), *datatype, handle_of(self.comm)]
        if self._nonblocking:
            request: Request = Request(results, one)
            return request._start(function.replace("allreduce", "iallreduce"), arguments)
        getattr(c, function)(*arguments)
        return results[0] if one else results
