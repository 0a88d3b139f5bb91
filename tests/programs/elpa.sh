#!/usr/bin/env bash
# ELPA, in Fortran, solves an eigenvalue problem. It makes its reductions nonblocking where it is
# asked to: with all its options set, they are MPI_Iallreduce (sums and products).
set -euo pipefail
# shellcheck source=tests/programs/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
enter elpa

read -ra flags <<<"$(pkg-config --cflags --libs elpa)"
quietly mpicc.openmpi -O1 -o eigen "$root/tests/programs/elpa.c" "${flags[@]}" -lm
elpa=$(ldd eigen | awk '/libelpa/ { print $3 }')
options=$(grep -aoE 'ELPA_DEFAULT_nbc_[a-z0-9_]+' "$elpa" | sort -u)
[ -n "$options" ] || stop "$elpa has no options nbc_..."
for option in $options; do export "$option=1"; done

variants_of libnbc_iallreduce:4
variants_over 4x1 2x2 2x2:cyclic
for stages in 1 2; do
    compare "ELPA $(version_of libelpa-dev), eigenvalue problem in $stages stage$(
        [ $stages = 1 ] || echo s)" 4 'vectors.*' MPI_Iallreduce ./eigen 150 $stages
done
finish
