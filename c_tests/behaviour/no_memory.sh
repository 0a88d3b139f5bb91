#!/usr/bin/env bash
# A rank that has no memory for its part of a reduction ends the job with a message:
# an error on that rank alone would leave the others waiting.
set -u
. "$(dirname "$0")/lib.sh"

launch 2 "$with" -- "$programs/no_memory"
stopped "no memory on rank 1"
lacks "no memory on rank 1" "$(cat out)" "goes on"
contains "no memory on rank 1" "$(said)" "MPI_Allreduce on rank 1: cannot allocate" " bytes" \
    "the job is stopped"
equal "lines of samebits" 1 "$(said | wc -l)"
finish
