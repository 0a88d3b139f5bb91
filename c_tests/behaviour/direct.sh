#!/usr/bin/env bash
# The report of direct calls: each once, with all elements of its arrays, and how their
# partials were merged. They are no reductions of MPI's.
set -u
. "$(dirname "$0")/lib.sh"

rows_of() { # rows_of SUM MERGED: by the arithmetic of sums, and the schedule
    cat <<EOF
made reproducible: samebits_allreduce_array MPI_DOUBLE MPI_SUM 1 15 120 $1, $2
made reproducible: samebits_reduce_array MPI_DOUBLE MPI_PROD 1 9 72 tree, $2
made reproducible: samebits_allreduce_region MPI_DOUBLE MPI_MAX 1 6 48 tree, $2
made reproducible: samebits_plan_allreduce MPI_DOUBLE MPI_SUM 2 42 336 $1, $2
made reproducible: samebits_allreduce_array MPI_INT user-defined 1 12 48 tree, gather
made reproducible: samebits_allreduce_array MPI_INT MPI_SUM 1 12 48 tree, gather
EOF
}

check() { # check WHAT ROWS [VAR=VALUE]...
    rm -f report.txt
    launch 3 SAMEBITS_REPORT=report.txt "${@:3}" -- "$programs/direct"
    succeeded "$1"
    equal "$1: what the program prints" "done" "$(cat out)"
    same_rows "$1" "$2" report.txt
}

check "by default" "$(rows_of exact gather)"
check "in the tree" "$(rows_of tree gather)" SAMEBITS_ARITHMETIC=tree SAMEBITS_SCHEDULE=slices
check "merged by the MPI library" "$(rows_of exact native)" SAMEBITS_SCHEDULE=native

# Ranks that would cut arrays in different ways do not come so far.
with_odd 3 1 -- SAMEBITS_DISTRIBUTION=power2 -- "$programs/direct"
stopped "different distributions"
contains "different distributions" "$(said)" "have different policies" "distribution=power2: rank 1"
finish
