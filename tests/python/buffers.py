"""All blocking reductions of numpy arrays and of the standard library's arrays, in
place and not, at every root."""

from array import array

import numpy as np
from mpi4py import MPI

from support import contribution, counted, exact_sum, finish, same_bits, with_samebits, world

for kind in ("float64", "float32", "complex128", "complex64"):
    for count in (1, 2, 13, 1000, 20001):
        if count > 13 and kind != "float64":
            continue
        own = contribution(kind, world.rank, count)
        wanted = exact_sum(kind, count)
        what = f"{kind}, {count} elements"

        sums = np.empty_like(own)
        with counted(1):
            world.Allreduce(own, sums, op=MPI.SUM)
        same_bits(sums, wanted, f"Allreduce, {what}")

        sums = own.copy()
        with counted(1):
            world.Allreduce(MPI.IN_PLACE, sums, op=MPI.SUM)
        same_bits(sums, wanted, f"Allreduce in place, {what}")

        for root in range(world.size):
            at_root = world.rank == root
            sums = np.empty_like(own) if at_root else None
            with counted(1):
                world.Reduce(own, sums, op=MPI.SUM, root=root)
            if at_root:
                same_bits(sums, wanted, f"Reduce to {root}, {what}")

            sums = own.copy()
            with counted(1):
                if at_root:
                    world.Reduce(MPI.IN_PLACE, sums, op=MPI.SUM, root=root)
                else:
                    world.Reduce(sums, None, op=MPI.SUM, root=root)
            if at_root:
                same_bits(sums, wanted, f"Reduce in place to {root}, {what}")

        # Blocks, the first ones empty where there are few elements.
        starts = [count * r**2 // world.size**2 for r in range(world.size + 1)]
        lengths = [end - start for start, end in zip(starts, starts[1:])]
        own_block = slice(starts[world.rank], starts[world.rank + 1])
        sums = np.empty(lengths[world.rank], own.dtype)
        with counted(1):
            world.Reduce_scatter(own, sums, lengths)
        same_bits(sums, wanted[own_block], f"Reduce_scatter, {what}")
        sums = own.copy()
        with counted(1):
            world.Reduce_scatter(MPI.IN_PLACE, sums, lengths)
        same_bits(sums[: lengths[world.rank]], wanted[own_block], f"Reduce_scatter in place, {what}")
        each = count // world.size
        sums = np.empty(each, own.dtype)
        with counted(1, reproduced=int(each > 0)):
            world.Reduce_scatter_block(own[: each * world.size], sums)
        own_block = slice(world.rank * each, (world.rank + 1) * each)
        same_bits(sums, wanted[own_block], f"Reduce_scatter_block, {what}")

        # The ranks up to this one, and those before it.
        up_to_me = exact_sum(kind, count, range(world.rank + 1))
        before_me = exact_sum(kind, count, range(world.rank)) if world.rank else own
        for name, function, prefix in (("Scan", world.Scan, up_to_me), ("Exscan", world.Exscan, before_me)):
            sums = own.copy()
            with counted(1):
                function(own, sums)
            same_bits(sums, prefix, f"{name}, {what}")
            sums = own.copy()
            with counted(1):
                function(MPI.IN_PLACE, sums)
            same_bits(sums, prefix, f"{name} in place, {what}")

        next_rank = (world.rank + 1) % world.size
        sums = contribution(kind, next_rank, count)
        with counted(1):
            MPI.SUM.Reduce_local(own, sums)
        same_bits(sums, exact_sum(kind, count, [world.rank, next_rank]), f"Reduce_local, {what}")

# The standard library's array, and a buffer with its datatype given.
own = array("d", contribution("float64", world.rank, 13))
wanted = exact_sum("float64", 13)
sums = array("d", bytes(8 * 13))
with counted(1):
    world.Allreduce(own, sums)
same_bits(np.array(sums), wanted, "Allreduce of an array")
pairs = array("d", bytes(8 * 12))
with counted(1):
    world.Allreduce([own, 6, MPI.C_DOUBLE_COMPLEX], [pairs, 6, MPI.C_DOUBLE_COMPLEX])
same_bits(np.array(pairs), wanted[:12], "Allreduce of complex numbers in an array")

# On a communicator of its own, with the ranks the other way round.
reversed_world = world.Split(0, -world.rank)
own = contribution("float64", world.rank, 100)
sums = np.empty_like(own)
with counted(1):
    reversed_world.Allreduce(own, sums)
same_bits(sums, exact_sum("float64", 100), "Allreduce with ranks reversed")
reversed_world.Free()

# Minimum and maximum: a NaN wins, and it is the canonical one.
own = np.array([world.rank, np.nan if world.rank == world.size - 1 else 1.0, -0.0])
least = np.empty_like(own)
with counted(1):
    world.Allreduce(own, least, op=MPI.MIN)
if with_samebits:
    same_bits(least, np.array([0.0, np.nan, -0.0]), "MIN")

# Integers are passed on, and still right.
own = np.arange(5) + world.rank
sums = np.empty_like(own)
with counted(1, reproduced=0):
    world.Allreduce(own, sums)
ranks = world.size
assert (sums == np.arange(5) * ranks + ranks * (ranks - 1) // 2).all(), sums
finish()
