"""Distributed arrays, each reduced to one element: at once, or by a plan."""

from __future__ import annotations

import ctypes
import typing

import numpy
from mpi4py import MPI

from ._arguments import address, addresses, array, checking, communicator, datatype, element_type
from ._arguments import handle_of, sizes
from ._library import c

if typing.TYPE_CHECKING:
    from types import TracebackType


def allreduce(
    local: numpy.ndarray, op: MPI.Op = MPI.SUM, comm: typing.Optional[MPI.Comm] = None
) -> numpy.generic:
    """Reduces an array that is distributed over the ranks to one element, which all ranks get.

    The bits depend neither on the number of ranks nor on how the array is cut. Sums are exact,
    rounded once; other operators, also ones of the program's own, are applied in a binary tree over
    all elements.

    Args:
        local: this rank's elements, in rank order: an array of any shape, in C order, whose
            elements lie one after another; it may be empty. float32, float64, complex64 or
            complex128, the same on all ranks.
        op: an operator of MPI, or one made by `MPI.Op.Create`.
        comm: the communicator, MPI.COMM_WORLD if omitted.

    Returns:
        A NumPy scalar of the elements' type.

    Raises:
        TypeError: `local` is no array of these types.
        ValueError: its elements do not lie one after another.
        Error: the other errors, and on each rank those of any other rank.
    """
    comm = communicator(comm)
    with checking("allreduce", comm):
        local = array("local", local)
    result = numpy.empty(1, local.dtype)
    handles = (datatype(local.dtype), handle_of(op), handle_of(comm))
    c.allreduce_array(address(local), local.size, address(result), *handles)
    return result[0]


def reduce(
    local: numpy.ndarray,
    op: MPI.Op = MPI.SUM,
    root: int = 0,
    comm: typing.Optional[MPI.Comm] = None,
) -> typing.Optional[numpy.generic]:
    """Like `allreduce`, with the same bits, but only rank `root` gets the result; the others get
    None."""
    comm = communicator(comm)
    with checking("reduce", comm):
        local = array("local", local)
    result = numpy.empty(1, local.dtype)
    handles = (datatype(local.dtype), handle_of(op), root, handle_of(comm))
    c.reduce_array(address(local), local.size, address(result), *handles)
    return result[0] if comm.rank == root else None


def allreduce_arrays(
    locals: typing.Sequence[numpy.ndarray],
    op: MPI.Op = MPI.SUM,
    comm: typing.Optional[MPI.Comm] = None,
) -> numpy.ndarray:
    """Reduces several arrays at once, each as `allreduce` does, at the latency of one reduction.

    Args:
        locals: this rank's share of each array; all have the same type of elements. The number of
            arrays is the same on all ranks, and not 0.
        op, comm: those of `allreduce`.

    Returns:
        An array of shape (number of arrays,).

    Raises:
        TypeError, ValueError, Error: as `allreduce` does.
    """
    comm = communicator(comm)
    with checking("allreduce_arrays", comm):
        shares = _shares(locals)
    kind, lengths = shares[0].dtype, sizes([share.size for share in shares])
    results = numpy.empty(len(shares), kind)
    handles = (datatype(kind), handle_of(op), handle_of(comm))
    c.allreduce_arrays(len(shares), addresses(shares), lengths, address(results), *handles)
    return results


def allreduce_pieces(
    local: numpy.ndarray,
    starts: typing.Sequence[int],
    lengths: typing.Sequence[int],
    op: MPI.Op = MPI.SUM,
    comm: typing.Optional[MPI.Comm] = None,
) -> numpy.generic:
    """Like `allreduce`, for shares that are several runs of indices, as in block-cyclic arrays:
    lengths[i] elements from the index starts[i] on, one run after another in `local`. The runs of
    all ranks tile the array, in any order; else all ranks raise Error. Lists of different lengths,
    or `local` of another length than all runs have, are a ValueError."""
    comm = communicator(comm)
    with checking("allreduce_pieces", comm):
        local = array("local", local)
        runs = _runs(starts, lengths)
        if local.size != sum(lengths):
            raise ValueError(f"local has {local.size} elements, and the pieces have {sum(lengths)}")
    result = numpy.empty(1, local.dtype)
    handles = (datatype(local.dtype), handle_of(op), handle_of(comm))
    c.allreduce_pieces(address(local), *runs, address(result), *handles)
    return result[0]


def _runs(
    starts: typing.Sequence[int], lengths: typing.Sequence[int]
) -> typing.Tuple[int, ctypes.Array, ctypes.Array]:
    """The number of runs, their starts and their lengths, as C has them."""
    if len(starts) != len(lengths):
        raise ValueError(f"there are {len(starts)} starts, and {len(lengths)} lengths")
    if any(number < 0 for number in [*starts, *lengths]):
        raise ValueError("a start or a length is negative")
    n = len(starts)
    return n, (ctypes.c_uint64 * n)(*map(int, starts)), sizes([int(length) for length in lengths])


def _shares(
    locals: typing.Sequence[numpy.ndarray], dtype: typing.Optional[numpy.dtype] = None
) -> typing.List[numpy.ndarray]:
    if len(locals) == 0:
        raise ValueError("there is no array")
    shares = []
    for number, local in enumerate(locals):
        shares.append(array(f"array {number}", local, dtype))
        dtype = shares[0].dtype
    return shares


class Plan:
    """A prepared reduction of arrays whose shares stay as they are: it saves a message each time.

    A plan is freed when nothing refers to it any more, by `free`, or at the end of a `with` block;
    its communicator has to be freed later. Making one is collective.

    Args:
        lengths: how many elements of each array this rank has.
        dtype: the type of the elements.
        op, comm: those of `allreduce`.
        starts: the index of the first of them in each array, if the shares are not in rank order.
        pieces: whether `starts` and `lengths` are those of several runs of indices of one array,
            as in `allreduce_pieces`.

    Raises:
        TypeError: the elements' type is not accepted.
        ValueError: `starts` and `lengths` differ in length.
        Error: the other errors; shares that overlap or leave a gap.
    """

    def __init__(
        self,
        lengths: typing.Sequence[int],
        dtype: typing.Any = numpy.float64,
        op: MPI.Op = MPI.SUM,
        comm: typing.Optional[MPI.Comm] = None,
        starts: typing.Optional[typing.Sequence[int]] = None,
        pieces: bool = False,
    ) -> None:
        self._plan = ctypes.c_void_p()
        self._comm = communicator(comm)
        self._op = op  # which must not be freed before
        with checking("Plan", self._comm):
            self._dtype = element_type(dtype)
            self._lengths = [int(length) for length in lengths]
            runs = _runs([0] * len(lengths) if starts is None else starts, lengths)
        n, at, of = runs
        handles = (datatype(self._dtype), handle_of(op), handle_of(self._comm))
        if pieces:
            c.plan_pieces(n, at, of, *handles, self._plan)
            self._lengths = [sum(self._lengths)]
        elif starts is None:
            c.plan_arrays(n, of, *handles, self._plan)
        else:
            c.plan_regions(n, at, of, *handles, self._plan)

    def allreduce(self, *locals: numpy.ndarray) -> numpy.ndarray:
        """The result of each array, on all ranks. Takes this rank's share of each, of the planned
        type and length. Raises as `allreduce` does, and ValueError if a length is another."""
        shares, results = self._checked("allreduce", locals)
        c.plan_allreduce(self._plan, addresses(shares), address(results))
        return results

    def reduce(self, *locals: numpy.ndarray, root: int = 0) -> typing.Optional[numpy.ndarray]:
        """The same on rank `root`, and None on the others."""
        shares, results = self._checked("reduce", locals)
        c.plan_reduce(self._plan, addresses(shares), address(results), root)
        return results if self._comm.rank == root else None

    def allreduce_counts(self, *locals: numpy.ndarray) -> numpy.ndarray:
        """Like `allreduce`, where the lengths of the shares may have changed; the plan is for these
        afterwards. Not for a plan with `starts` (Error)."""
        shares, results = self._checked("allreduce_counts", locals, same_lengths=False)
        lengths = [share.size for share in shares]
        c.plan_allreduce_counts(self._plan, addresses(shares), sizes(lengths), address(results))
        self._lengths = lengths
        return results

    def free(self) -> None:
        """Frees the plan."""
        c.plan_free(self._plan)

    def _checked(
        self, name: str, locals: typing.Sequence[numpy.ndarray], same_lengths: bool = True
    ) -> typing.Tuple[typing.List[numpy.ndarray], numpy.ndarray]:
        if not self._plan:
            raise ValueError("the plan has been freed")
        with checking(f"Plan.{name}", self._comm):
            shares = _shares(locals, self._dtype)
            lengths = [share.size for share in shares]
            if len(lengths) != len(self._lengths) or (same_lengths and lengths != self._lengths):
                planned = self._lengths
                raise ValueError(f"the arrays have {lengths} elements; the plan is for {planned}")
        return shares, numpy.empty(len(shares), self._dtype)

    def __enter__(self) -> Plan:
        return self

    def __exit__(
        self,
        kind: typing.Optional[typing.Type[BaseException]],
        error: typing.Optional[BaseException],
        trace: typing.Optional[TracebackType],
    ) -> None:
        self.free()

    def __del__(self) -> None:
        if getattr(self, "_plan", None):
            self.free()
