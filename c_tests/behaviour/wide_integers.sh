#!/usr/bin/env bash
# Fortran whose INTEGERs have eight bytes, on libraries that stand in for those built so: what comes to
# functions in C is served, and of the rest one line says that it is not. (Intel MPI has such a layer:
# fortran_tests/ilp64.)
set -u
. "$(dirname "$0")/lib.sh"

why="INTEGER has 8 bytes in this program, and samebits supports only 4"
case $TEST_MPI in
openmpi*)
    counts="mpif.h 0, mpi_f08 0, C 1"
    what="Fortran reductions"
    ;;
*)
    counts="mpif.h 3, mpi_f08 1, C 1"
    what="nonblocking and persistent reductions of mpi_f08"
    ;;
esac
launch 2 "$with" -- "$programs/wide_integers"
succeeded "all results are right"
equal "how many were samebits'" "$counts" "$(cat out)"
equal "what is said, once" "samebits: $what are left to the MPI library and not reproducible: $why" "$(said)"

launch 2 "$with" SAMEBITS_UNSUPPORTED=native -- "$programs/wide_integers"
succeeded "all results are right with SAMEBITS_UNSUPPORTED=native"
silent "SAMEBITS_UNSUPPORTED=native"

launch 2 "$with" SAMEBITS_UNSUPPORTED=error -- "$programs/wide_integers"
stopped "SAMEBITS_UNSUPPORTED=error"
contains "SAMEBITS_UNSUPPORTED=error" "$(said)" "SAMEBITS_UNSUPPORTED=error: $what cannot be made reproducible: $why"
finish
