"""The module samebits: arrays that are cut over the ranks in several ways, empty shares among them,
have the exact sums, rounded once; errors are said in words, on all ranks. Also where the library is
not preloaded (TEST_EXPECT=none): the module then opens the one beside it."""

import math
import pickle

import numpy as np
from mpi4py import MPI

from module_support import KINDS, LENGTH, cuts, exactly, parts, raises, same
from support import contribution, finish, world

import samebits

rank, ranks = world.rank, world.size

for kind in KINDS:
    x, y = contribution(kind, 100, LENGTH), contribution(kind, 101, LENGTH)
    sum_x, sum_y = (exactly(kind, *map(sum, parts(z))) for z in (x, y))
    if kind == "float64":
        assert float(sum_x) == math.fsum(x)
    for first, last in cuts(LENGTH):
        own, other = x[first:last], y[first:last]
        same(samebits.allreduce(own), sum_x, f"allreduce of {kind}")
        same(samebits.allreduce(own.reshape(-1, 1), comm=world), sum_x, "two dimensions")
        at_root = samebits.reduce(own, MPI.SUM, ranks - 1, world)
        if rank == ranks - 1:
            same(at_root, sum_x, f"reduce of {kind}")
        else:
            assert at_root is None
        both = samebits.allreduce_arrays([own, other])
        same(both, np.array([sum_x, sum_y]), f"two arrays of {kind}")
        with samebits.Plan([own.size, other.size], kind, comm=world) as plan:
            same(plan.allreduce(own, other), both, f"plan of {kind}")
            assert (plan.reduce(own, other) is None) == (rank != 0)
        turned = samebits.Plan([own.size], kind, starts=[first])
        same(turned.allreduce(own)[0], sum_x, f"regions of {kind}")

        longer = x[: own.size + 3] if rank == 0 else own
        with samebits.Plan([own.size], kind) as plan:
            counted = plan.allreduce_counts(longer)
            same(counted[0], samebits.allreduce(longer), f"other lengths of {kind}")
            same(plan.allreduce(longer), counted, f"the plan is for other lengths of {kind}")
        half = own.size // 2
        halves = [first + half, first], [own.size - half, half]
        swapped = np.concatenate([own[half:], own[:half]])
        same(samebits.allreduce_pieces(swapped, *halves), sum_x, f"pieces of {kind}")
        with samebits.Plan(halves[1], kind, starts=halves[0], pieces=True) as plan:
            same(plan.allreduce(swapped)[0], sum_x, f"plan of pieces of {kind}")
        same(samebits.local_sum(x), sum_x, f"local sum of {kind}")

        total = samebits.Accumulator(kind)
        total.add(own)
        total.add_products(own, other, conjugate=True)
        total.allreduce()
        same(pickle.loads(pickle.dumps(total)).value(), total.value(), "pickled")
        written = total.write()
        alone = samebits.Accumulator(kind)
        alone.add(x)
        alone.add_products(x, y, conjugate=True)
        assert written == alone.write(), f"accumulators of {kind}"
        alone.clear()
        alone.read(written)
        alone.merge(total)
        same(alone.value(), np.add(total.value(), total.value()), "merged")

for kind in KINDS:
    for index in np.int32, np.int64:
        x, values = contribution(kind, 102, 30), contribution(kind, 103, 100)
        lengths = np.arange(30) % 5
        pointers = np.concatenate([[0], np.cumsum(lengths)]).astype(index)
        columns = (np.arange(pointers[-1]) * 7 % 30).astype(index)
        values = values[: columns.size]
        rows = [samebits.local_dot(values[b:e], x[columns[b:e]]) for b, e in zip(pointers, pointers[1:])]
        same(samebits.csr_multiply(pointers, columns, values, x), np.array(rows), f"sparse, {kind}")
        out = np.empty(4, kind)
        assert samebits.csr_multiply(pointers[10:15], columns, values, x, out) is out
        same(out, np.array(rows[10:14]), f"some rows, {kind}")

largest = samebits.allreduce(np.array([rank, -1.0]), MPI.MAX)
assert largest == ranks - 1, largest
single = samebits.Accumulator("float32")
single.add(0.5)
single.add(np.float32(0.25))
single.add(3)
same(single.value(), np.float32(3.75), "numbers")

# Errors: before the call, in words, and no other rank waits.
x = np.arange(12.0)
raises(TypeError, "local is of type list; it has to be a numpy.ndarray", samebits.allreduce, [1.0])
raises(TypeError, "elements of type int64; accepted are float32", samebits.allreduce, np.arange(3))
raises(TypeError, "elements of type >f8", samebits.allreduce, x.astype(">f8"))
raises(ValueError, "with shape (6,) and strides (16,), do not lie", samebits.allreduce, x[::2])
raises(ValueError, "numpy.ascontiguousarray(local)", samebits.allreduce, x.reshape(3, 4).T)
raises(ValueError, "12 elements, and the pieces have 5", samebits.allreduce_pieces, x, [0, 3], [3, 2])
raises(ValueError, "there are 1 starts, and 2 lengths", samebits.Plan, [3, 4], starts=[0])
raises(TypeError, "comm is of type int", samebits.allreduce, x, comm=3)
raises(ValueError, "x has shape (12,), and y has shape (11,)", single.__class__().add_products, x, x[1:])
raises(TypeError, "elements of type float64, and not float32", single.add, x)
raises(TypeError, "'a' is neither a number", single.add, "a")
raises(TypeError, "accepted are float32", samebits.Accumulator, "int32")
error = raises(samebits.Error, "binned:9", samebits.Accumulator, arithmetic="binned:9")
assert error.code == MPI.ERR_ARG
error = raises(samebits.Error, "", samebits.allreduce, x, MPI.BAND)
assert MPI.Get_error_class(error.code) == MPI.ERR_OP
pointers, columns = np.array([0, 2, 3]), np.array([11, 0, 5])
sparse = samebits.csr_multiply
same(sparse(pointers, columns, x[:3], x), np.array([0.0, 10.0]), "a sparse matrix")
raises(TypeError, "row_pointers is of type int16", sparse, pointers.astype("i2"), columns, x[:3], x)
raises(TypeError, "columns has elements of type int32, and not int64", sparse, pointers, columns.astype("i4"), x[:3], x)
raises(ValueError, "values has 4 elements, and columns has 3", sparse, pointers, columns, x[:4], x)
raises(ValueError, "row_pointers is empty", sparse, pointers[:0], columns, x[:3], x)
raises(ValueError, "from 0 to 4 do not increase", sparse, np.array([0, 4]), columns, x[:3], x)
raises(ValueError, "from 0 to 3 do not increase", sparse, np.array([0, 3, 2, 3]), columns, x[:3], x)
raises(IndexError, "the columns are from 0 to 11; x has 11", sparse, pointers, columns, x[:3], x[1:])
raises(ValueError, "out has 3 elements, and it takes 2", sparse, pointers, columns, x[:3], x, np.empty(3))
raises(ValueError, "out overlaps", sparse, pointers, columns, x[:3], x, x[4:6])
plan = samebits.Plan([x.size])
if rank == 0:
    raises(ValueError, "the arrays have [11] elements; the plan is for [12]", plan.allreduce, x[1:])
elif ranks > 1:
    raises(samebits.Error, "", plan.allreduce, x)
same(plan.allreduce(x)[0], np.float64(66.0 * ranks), "the plan after an error")
plan.free()
raises(ValueError, "has been freed", plan.allreduce, x)
assert samebits.version().count(".") == 2
left_to_the_end = samebits.Plan([1]), samebits.Accumulator()
finish()
