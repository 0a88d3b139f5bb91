"""Nonblocking and persistent reductions give the bits of the blocking ones, whichever way their
requests are completed, in place and not."""

from itertools import cycle

import numpy as np
from mpi4py import MPI

from support import contribution, counted, finish, same_bits, with_samebits, world

last = world.size - 1


def tested(test):
    while not test():
        pass


def any_of(request):
    """Among null requests its place is told."""
    others = [MPI.REQUEST_NULL, request, MPI.REQUEST_NULL]
    assert MPI.Request.Waitany(others) == 1


def all_of(request):
    """Beside a message from this rank to itself."""
    got, sent = np.zeros(1), np.array([7.0])
    requests = [MPI.COMM_SELF.Irecv(got, 0, 3), request, MPI.COMM_SELF.Isend(sent, 0, 3), MPI.REQUEST_NULL]
    MPI.Request.Waitall(requests)
    assert got[0] == 7


def all_tested(request):
    requests = [request, MPI.REQUEST_NULL]
    tested(lambda: MPI.Request.Testall(requests))


def some_of(request):
    requests = [MPI.REQUEST_NULL, request]
    assert MPI.Request.Waitsome(requests) == [1]


def asked(request):
    tested(request.Get_status)
    request.Wait()


ways = cycle([
    lambda request: request.Wait(), all_of, any_of, lambda request: tested(request.Test), all_tested, some_of,
    lambda request: request.wait(), asked,
])


def complete(request, persistent=False):
    next(ways)(request)
    assert (request != MPI.REQUEST_NULL) == persistent


def reductions(count, op):
    """For each reduction its name, how much of the result is this rank's, and its arguments behind
    the buffers."""
    lengths = [count * (r + 1) ** 2 // world.size**2 - count * r**2 // world.size**2 for r in range(world.size)]
    yield "Allreduce", count, {"op": op}
    yield "Reduce", count if world.rank == last else 0, {"op": op, "root": last}
    yield "Reduce_scatter", lengths[world.rank], {"recvcounts": lengths, "op": op}
    if count % world.size == 0:
        yield "Reduce_scatter_block", count // world.size, {"op": op}
    yield "Scan", count, {"op": op}
    yield "Exscan", count if world.rank else 0, {"op": op}


def arguments(name, own, length, in_place):
    """The buffers of one call, and the array that gets its result."""
    if not in_place or (name == "Reduce" and world.rank != last):
        result = np.zeros(length if "scatter" in name else own.size, own.dtype)
        return own, result, result
    result = own.copy()
    return MPI.IN_PLACE, result, result


for kind, count, op in [
    ("float64", 1, MPI.SUM), ("float64", 12, MPI.SUM), ("float64", 6000, MPI.SUM), ("float32", 12, MPI.SUM),
    ("complex128", 12, MPI.SUM), ("complex64", 12, MPI.PROD), ("float64", 12, MPI.MAX),
]:
    own = contribution(kind, world.rank, count)
    for name, length, rest in reductions(count, op):
        for in_place in (False, True):
            what = f"{name}{' in place' * in_place}, {kind}, {count} elements"
            send, receive, wanted = arguments(name, own, length, in_place)
            getattr(world, name)(send, receive, **rest)

            send, receive, got = arguments(name, own, length, in_place)
            with counted(1):
                request = getattr(world, "I" + name.lower())(send, receive, **rest)
            complete(request)
            same_bits(got[:length], wanted[:length], f"I{what}")

            try:
                send, receive, got = arguments(name, own, length, in_place)
                with counted(0):
                    request = getattr(world, name + "_init")(send, receive, **rest)
            except NotImplementedError:  # by MPI libraries before MPI 4
                continue
            for time in range(2 if with_samebits else 0):  # MPI libraries' own ones are faulty
                if time == 1:
                    # Other numbers in the same buffers.
                    before = own.copy()
                    own *= -2
                    send, receive, wanted = arguments(name, own, length, in_place)
                    getattr(world, name)(send, receive, **rest)
                    if in_place:
                        got[:] = own[: got.size]
                with counted(1):  # each time
                    request.Start()
                complete(request, persistent=True)
                same_bits(got[:length], wanted[:length], f"{what}, persistent, the {time + 1}. time")
                if time == 1:
                    own[:] = before
            request.Free()
            assert request == MPI.REQUEST_NULL

# Several at a time, completed by one call.
own = contribution("float64", world.rank, 100)
wanted = np.empty_like(own)
world.Allreduce(own, wanted)
results = [np.zeros_like(own) for _ in range(4)]
with counted(4):
    requests = [world.Iallreduce(own, result) for result in results]
MPI.Request.Waitall(requests)
for result in results:
    same_bits(result, wanted, "four Iallreduce")


def twice_and(left, right, datatype):
    """Not commutative, not associative: left * 2 + right."""
    a, b = np.frombuffer(left), np.frombuffer(right)
    b += 2 * a


op = MPI.Op.Create(twice_and, False)
world.Allreduce(own, wanted, op=op)
got = np.zeros_like(own)
with counted(1):
    request = world.Iallreduce(own, got, op=op)
request.Wait()
if with_samebits:
    same_bits(got, wanted, "Iallreduce by an operator of the program's")
op.Free()
finish()
