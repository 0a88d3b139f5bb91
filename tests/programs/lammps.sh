#!/usr/bin/env bash
# LAMMPS: a melting crystal under a thermostat, whose temperature is an MPI_Allreduce of doubles.
# It numbers its atoms by MPI_Scan, and finds out who sends to whom by MPI_Reduce_scatter, both of
# integers.
set -euo pipefail
# shellcheck source=tests/programs/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
enter lammps

variants_of tuned_allreduce:6 tuned_scan:2 tuned_reduce_scatter:4
compare "LAMMPS $(version_of lammps), melt" 4 atoms.txt \
    "MPI_Allreduce MPI_Scan:integers MPI_Reduce_scatter:integers" \
    lmp -in "$root/tests/programs/lammps.in" -log none
finish
