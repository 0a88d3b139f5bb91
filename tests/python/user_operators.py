"""Operators that are Python functions, commutative or not: the binary tree over
the ranks, the left operand from the lower ranks."""

import numpy as np
from mpi4py import MPI

from support import contribution, counted, finish, same_bits, with_samebits, world


def twice_and(left, right, datatype):
    """Not commutative, not associative: left * 2 + right."""
    a, b = np.frombuffer(left), np.frombuffer(right)
    b += 2 * a


def fold(rows):
    """The tree: neighbours first, a last one without a neighbour goes up alone."""
    while len(rows) > 1:
        pairs = [2 * a + b for a, b in zip(rows[::2], rows[1::2])]
        rows = pairs + (rows[-1:] if len(rows) % 2 else [])
    return rows[0]


for commute in (False, True):
    op = MPI.Op.Create(twice_and, commute)
    for count in (1, 7, 3000):
        rows = [contribution("float64", rank, count) for rank in range(world.size)]
        own, wanted = rows[world.rank], fold(rows)
        got = np.empty_like(own)
        with counted(1):
            world.Allreduce(own, got, op=op)
        if with_samebits:
            same_bits(got, wanted, f"Allreduce of {count}")
        for root in range(world.size):
            with counted(1):
                world.Reduce(own, got, op=op, root=root)
            if with_samebits and world.rank == root:
                same_bits(got, wanted, f"Reduce of {count} to {root}")
    op.Free()
finish()
