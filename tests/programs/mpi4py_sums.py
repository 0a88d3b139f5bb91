"""Sums of the ranks' arrays by all collective reductions of MPI 3, blocking and nonblocking. Rank 0
prints a line for each, with every bit of what all ranks got."""

import hashlib
from array import array
from math import sin

from mpi4py import MPI

ranks = MPI.COMM_WORLD
rank, size = ranks.rank, ranks.size
length = 40 * size
mine = array("d", (sin(1000 * rank + i) * 10.0 ** ((7 * i + 3 * rank) % 17 - 8) for i in range(length)))


def show(name, request_or_none, result):
    if request_or_none is not None:
        request_or_none.Wait()
    parts = ranks.gather(result.tobytes())
    if parts is not None:  # on rank 0
        print(name, hashlib.sha256(b"".join(parts)).hexdigest())


for name in ["Allreduce", "Reduce", "Scan", "Exscan"]:
    for prefix in ["", "I"]:
        call = (prefix + name).capitalize()
        result = array("d", bytes(8 * length))
        show(call, getattr(ranks, call)(mine, result), result)
for prefix in ["", "I"]:
    call = (prefix + "Reduce_scatter_block").capitalize()
    result = array("d", bytes(8 * (length // size)))
    show(call, getattr(ranks, call)(mine, result), result)
    call = (prefix + "Reduce_scatter").capitalize()
    lengths = [length // size + (r % 2 * 2 - 1) * (r < size // 2 * 2) for r in range(size)]
    result = array("d", bytes(8 * lengths[rank]))
    show(call, getattr(ranks, call)(mine, result, lengths), result)
