#!/usr/bin/env bash
# Debian's mpi4py. No package of Debian was found that calls these functions for doubles, so the
# program is one of our own: nonblocking reductions, scans and reduce-scatters of NumPy's arrays.
set -euo pipefail
# shellcheck source=tests/programs/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
enter mpi4py

calls_made="MPI_Allreduce MPI_Reduce MPI_Scan MPI_Exscan MPI_Reduce_scatter MPI_Reduce_scatter_block
    MPI_Iallreduce MPI_Ireduce MPI_Iscan MPI_Iexscan MPI_Ireduce_scatter MPI_Ireduce_scatter_block"
variants_of libnbc_iallreduce:4 libnbc_ireduce:3 libnbc_iscan:2 libnbc_iexscan:2 tuned_scan:2 \
    tuned_exscan:2 tuned_reduce_scatter:4 tuned_reduce_scatter_block:4
variants_over 5x1 2+3 2+3:cyclic
compare "mpi4py $(version_of python3-mpi4py), a program of our own" 5 output.txt \
    "${calls_made//$'\n'/ }" /usr/bin/python3 "$root/tests/programs/mpi4py_sums.py"
finish
