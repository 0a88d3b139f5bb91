#!/usr/bin/env bash
# Reductions between two groups of ranks, rank 0 and the others: counted once for
# each group; ranks whose policies differ, within a group or between them, are named
# and stopped.
set -u
. "$(dirname "$0")/lib.sh"
limit=20

sums=$(
    times 3 "rank 0 has the sum 5"
    for rank in 1 2; do times 3 "rank $rank has the sum 1"; done
)
reduced() { # reduced WHAT VAR=VALUE...
    rm -f report.txt
    launch 3 "$with" SAMEBITS_REPORT=report.txt "${@:2}" -- "$programs/inter"
    succeeded "$1"
    equal "$1: what the program prints" "$sums" "$(sort out)"
    silent "$1"
}
row="MPI_Allreduce MPI_DOUBLE MPI_SUM 3 3 24"
reduced "by default" SAMEBITS_UNSUPPORTED=error
equal "the report" "$(times 2 "made reproducible: $row exact, gather between groups")" \
    "$(rows report.txt)"
reduced "a schedule" SAMEBITS_SCHEDULE=ring
equal "the report with a schedule" \
    "$(times 2 "made reproducible: $row exact, gather between groups in place of ring (it works within one group)")" \
    "$(rows report.txt)"
# Who asks for the MPI library's own gets it there as anywhere.
reduced "native" SAMEBITS_ARITHMETIC=native SAMEBITS_UNSUPPORTED=error
equal "the report of native" "$(times 2 "NOT made reproducible: $row SAMEBITS_ARITHMETIC=native; first at ...")" \
    "$(rows report.txt | without_place)"

common="arithmetic=auto schedule=auto unsupported=warn"
differ() { # differ ODD ARITHMETIC LINE...
    local what="$2 on rank $1"
    with_odd 3 "$1" "$with" -- "$with" "SAMEBITS_ARITHMETIC=$2" -- "$programs/inter"
    stopped "$what"
    contains "$what: the message" "$(said)" "ranks of a communicator do not have the same policy" \
        "${@:3}"
    lacks "$what: results" "$(cat out)" "has the sum"
}
for arithmetic in tree native; do
    other="arithmetic=$arithmetic schedule=auto unsupported=warn"
    differ 0 $arithmetic " $other (first group): rank 0" " $common (second group): ranks 0, 1"
    differ 1 $arithmetic " $common (first group): rank 0" " $other (second group): rank 0" \
        " $common (second group): rank 1"
    differ 2 $arithmetic " $common (first group): rank 0" " $common (second group): rank 0" \
        " $other (second group): rank 1"
done
finish
