#!/usr/bin/env bash
# dolfinx, from Python: a finite-element solution by PETSc's pipecg. dolfinx itself calls
# MPI_Iallreduce, MPI_Exscan and MPI_Iexscan of integers; the sums of doubles are PETSc's.
set -euo pipefail
# shellcheck source=tests/programs/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
enter dolfinx

# Debian's Python, whatever comes first in PATH. Forms are compiled once, before the ranks run.
export XDG_CACHE_HOME=$PWD/cache
program=(/usr/bin/python3 "$root/tests/programs/dolfinx_poisson.py")
quietly "${program[@]}"

variants_of libnbc_iallreduce:4 libnbc_iexscan:2 tuned_exscan:2
compare "dolfinx $(version_of python3-dolfinx-real), pipecg" 3 output.txt \
    "MPI_Iallreduce MPI_Iallreduce:integers MPI_Iexscan:integers MPI_Exscan:integers" "${program[@]}"
finish
