"""The lower-case methods: Python objects, combined by mpi4py itself. It sends
them from rank to rank; what it asks of MPI's reductions is passed on or evaluated
like anybody's, and the values are right."""

import numpy as np
from mpi4py import MPI

from support import contribution, counted, exact_sum, finish, same_bits, world

ranks = world.size
assert world.allreduce(world.rank + 1) == ranks * (ranks + 1) // 2
assert world.allreduce("abc"[world.rank % 3], op=MPI.MAX) == "abc"[min(ranks, 3) - 1]
total = world.reduce([world.rank], op=MPI.SUM, root=ranks - 1)
assert total == (list(range(ranks)) if world.rank == ranks - 1 else None), total
joined = world.allreduce((world.rank,), op=lambda a, b: a + b)
assert joined == tuple(range(ranks)), joined

own = contribution("float64", world.rank, 50)
sums = world.allreduce(own)
error = np.abs(sums - exact_sum("float64", 50)).max()
assert error <= 1e-14 * ranks * 2.0 ** 32, error

# In the same program arrays are reduced by MPI, and so by samebits.
with counted(1):
    world.Allreduce(own, sums)
same_bits(sums, exact_sum("float64", 50), "Allreduce")
finish()
