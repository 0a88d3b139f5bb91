#!/usr/bin/env bash
# SAMEBITS_VERBOSE=1: one line from one rank; nothing without it.
set -u
. "$(dirname "$0")/lib.sh"

case $TEST_MPI in
openmpi*) mpi="Open MPI" ;;
mpich*) mpi="MPICH" ;;
intel*) mpi="Intel\(R\) MPI" ;;
esac
number='[0-9]+\.[0-9]+\.[0-9]+'

# The line has the shape that the README shows.
expect() { # expect WHAT RANKS POLICY
    succeeded "$1"
    local shape="^samebits: $number, in front of $mpi [^;]*${number}[^;]* \(/[^;]*\), $2 ranks; $3\$"
    if [ "$(said | wc -l)" != 1 ] || ! said | grep -qE "$shape"; then
        fail "$1" "one line like $shape" "$(said)"
    fi
}

launch 3 "$with" SAMEBITS_VERBOSE=1 -- "$programs/sum"
expect "without a policy" 3 "arithmetic=auto schedule=auto unsupported=warn"

launch 2 "$with" SAMEBITS_VERBOSE=1 SAMEBITS_ARITHMETIC=tree SAMEBITS_SCHEDULE=slices \
    SAMEBITS_UNSUPPORTED=error -- "$programs/sum" thread
expect "MPI_Init_thread and a policy" 2 "arithmetic=tree schedule=slices unsupported=error"

launch 2 "$with" SAMEBITS_VERBOSE=1 -- "$programs/nothing"
expect "a program that makes no reduction" 2 "arithmetic=auto schedule=auto unsupported=warn"

launch 3 "$with" SAMEBITS_VERBOSE=0 -- "$programs/sum"
succeeded "SAMEBITS_VERBOSE=0"
silent "SAMEBITS_VERBOSE=0"

launch 3 "$with" -- "$programs/sum"
succeeded "without the variable"
silent "without the variable"
finish
