"""The module samebits: nonblocking sums over vectors and sets of sums have the bits of those that
block, however they are completed. Also where the library is not in front of MPI (TEST_EXPECT=none)."""

import numpy as np
from mpi4py import MPI

from module_support import KINDS, LENGTH, cuts, raises, same
from support import contribution, finish, with_samebits, world

import samebits

rank, ranks = world.rank, world.size

for kind in map(np.dtype, KINDS):
    real = np.dtype(f"f{kind.itemsize // 2}") if kind.kind == "c" else kind
    x, y, w = (contribution(kind, 300 + i, LENGTH) for i in range(3))
    plain = contribution(real, 310, LENGTH)
    counts = np.arange(LENGTH) % 3 != 1
    integers = np.arange(LENGTH, dtype=np.int64) - 7
    for first, last in cuts(LENGTH):
        a, b, v = x[first:last].copy(), y[first:last], w[first:last]
        mask, own, whole = counts[first:last], plain[first:last], integers[first:last]
        calls = [
            ("dot", (a, b)), ("vdot", (a, b)), ("dots", (a, [a, b])), ("vdots", (a, np.stack([b, b]))),
            ("norm", (a,)), ("sum_abs", (a, mask)), ("weighted_sum", (a, v, mask)),
            ("weighted_sum", (a, own)), ("weighted_sum", (a, whole)), ("weighted_squares", (a, v, mask)),
            ("weighted_dot", (a, b, v, mask)), ("weighted_vdot", (a, b, v)), ("mean", (a, mask)),
            ("variance", (a, 1, mask)),
        ]
        wanted = [getattr(samebits, name)(*arguments) for name, arguments in calls]
        started = [getattr(samebits, "i" + name)(*arguments, comm=world) for name, arguments in calls]
        sums = samebits.Sums(2, kind)
        sums.add(0, a)
        sums.add_products(1, a, b)
        of_set = sums.allreduce()
        later = sums.iallreduce()
        # What was read may change, and be completed in another order.
        sums.clear()
        a[:] = 0
        while not started[3].test():
            pass
        for (name, _), result, request in reversed(list(zip(calls, wanted, started))):
            same(request.wait(), result, f"i{name} of {kind}")
            assert request.test()
            same(request.wait(), result, f"i{name} of {kind} again")
        same(later.wait(), of_set, f"iallreduce of {kind}")
    samebits.idot(x, y).wait()
    assert not samebits.Request._under_way

x = np.arange(12.0)
one, other = samebits.inorm(x), samebits.imean(x)
if with_samebits:
    both = [one.request, other.request]
    MPI.Request.Waitall(both)
    assert both == [MPI.REQUEST_NULL] * 2
    assert one.request == MPI.REQUEST_NULL
else:
    raises(RuntimeError, "samebits is not in front of MPI", lambda: one.request)
same(one.wait(), samebits.norm(x), "completed by mpi4py")
same(other.wait(), np.float64(5.5), "completed by mpi4py, a mean")

# A wrong argument starts nothing, on this rank alone.
raises(ValueError, "x has shape (12,), and y has shape (11,)", samebits.idot, x, x[1:])
raises(TypeError, "mask is of type float64", samebits.imean, x, x)
same(samebits.idot(x, x).wait(), np.float64(506.0 * ranks), "after an error")
world.Set_errhandler(MPI.ERRORS_RETURN)
if ranks > 1:
    unlike = samebits.imean(x) if rank == 0 else samebits.inorm(x)
    error = raises(samebits.Error, "ranks made different calls", unlike.wait)
    assert MPI.Get_error_class(error.code) == MPI.ERR_ARG
same(samebits.idot(x, x).wait(), np.float64(506.0 * ranks), "after calls that differ")
assert not samebits.Request._under_way
finish()
