#!/usr/bin/env bash
# Reductions that the MPI library drives (SAMEBITS_PROGRESS): the report counts them, their requests may
# be completed by calls that samebits does not see, and ranks that differ or have no samebits are told.
set -u
. "$(dirname "$0")/lib.sh"

case $TEST_MPI in
openmpi | openmpi5) hook=opal_progress_register ;;
mpich5) hook=MPIX_Async_start ;;
*) hook= ;;
esac

# start RANKS PRELOADED PROGRAM [VAR=VALUE]... [-- ARG...]: nonblocking sums, with a report
start() {
    local ranks=$1 preloaded=$2 program=$3 variables=()
    shift 3
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        variables+=("$1")
        shift
    done
    rm -f report.txt
    launch "$ranks" LD_PRELOAD="$preloaded" SAMEBITS_REPORT=report.txt "${variables[@]}" -- \
        "$programs/$program" nonblocking "${@:2}"
}

sums() { # sums WHAT RANKS SUM
    succeeded "$1"
    equal "$1: the sums" "$(for ((rank = 0; rank < $2; rank++)); do echo "rank $rank has the sum $3"; done)" \
        "$(grep 'has the sum' out | sort)"
    silent "$1"
}

is_driven() { # is_driven WHAT FUNCTION: one reduction by that function
    contains "$1: the report" "$(rows report.txt | cut -d' ' -f1-3)" "made reproducible: $2"
    lacks "$1: the report" "$(cat report.txt)" "NOT made"
    if [ -n "$hook" ]; then
        contains "$1: the report" "$(cat report.txt)" "  driven by the MPI library ($hook): 1 reduction"
    else
        lacks "$1: the report" "$(cat report.txt)" driven
    fi
}

always=SAMEBITS_PROGRESS=always
# (Under Open MPI a blocking one on the communicator comes first.)
start 3 "$TEST_LIBRARY" sum $always -- before
sums "a sum" 3 6
is_driven "a sum" MPI_Iallreduce
start 2 "$TEST_LIBRARY" sum $always -- test before
sums "a sum that is tested" 2 3
is_driven "a sum that is tested" MPI_Iallreduce
start 3 "$TEST_LIBRARY" sum $always -- reduce long before
succeeded "a sum to a root"
contains "a sum to a root" "$(cat out)" "rank 0 has the sum 6"
is_driven "a sum to a root" MPI_Ireduce
start 3 "$TEST_LIBRARY" sum $always
sums "the first reduction" 3 6
if [ "$TEST_MPI" = mpich5 ]; then
    is_driven "the first reduction" MPI_Iallreduce
else
    lacks "the first reduction: the report" "$(cat report.txt)" driven
fi
for where in SAMEBITS_PROGRESS=none SAMEBITS_PROGRESS=auto; do
    start 2 "$TEST_LIBRARY" sum $where
    sums "on one node, $where" 2 3
    lacks "on one node, $where: the report" "$(cat report.txt)" driven
done

# Their requests are the MPI library's own.
if [ -n "$hook" ]; then
    tool=$programs/libtool_completing
    for preloaded in "$tool.so:$TEST_LIBRARY" "${tool}_looking_up.so:$TEST_LIBRARY"; do
        start 2 "$preloaded" sum $always -- before
        sums "$preloaded" 2 3
        is_driven "$preloaded" MPI_Iallreduce
    done
    for program in sum_waiting_by_pmpi sum_waiting_looked_up; do
        start 2 "$TEST_LIBRARY" $program $always -- before
        sums $program 2 3
        is_driven $program MPI_Iallreduce
    done
fi

# The ranks compare the variable, and wait for those that do not answer.
differs() { # differs [ARG]...
    with_odd 3 1 "$with" $always -- "$with" -- "$programs/sum" "$@"
    stopped "another value on rank 1: $*"
    contains "another value on rank 1: $*" "$(said)" "they differ in SAMEBITS_PROGRESS" "the job is stopped"
    lacks "another value on rank 1: $*" "$(cat out)" "has the sum"
}
differs nonblocking
differs nonblocking test
differs
without() { # without ODD [ARG]...: that rank has no samebits
    with_odd 3 "$1" "$with" $always SAMEBITS_WAIT_LIMIT=2 -- -- nice -n 19 "$programs/sum" "${@:2}"
    stopped "rank $1 without samebits"
    contains "rank $1 without samebits" "$(said)" "was every rank" "SAMEBITS_WAIT_LIMIT=2 has passed"
    lacks "rank $1 without samebits" "$(cat out)" "has the sum"
}
without 2 nonblocking
without 0 nonblocking test

# The trace sees their ends.
if [ -n "$hook" ]; then
    launch 2 "$with" $always SAMEBITS_TRACE="$PWD/trace" -- "$programs/sum" nonblocking before
    sums "with a trace" 2 3
fi
finish
