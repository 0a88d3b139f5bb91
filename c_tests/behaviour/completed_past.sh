#!/usr/bin/env bash
# A request of samebits' that is completed by a call that samebits does not see would never be: its
# result would not be written. Where that is to be expected, the MPI library does nonblocking
# reductions, and a line says so; where nobody could see it before, a line says that results are lost.
set -u
. "$(dirname "$0")/lib.sh"

# start PRELOADED PROGRAM [VAR=VALUE]...: a nonblocking sum, with a report
start() {
    rm -f report.txt
    launch 2 LD_PRELOAD="$1" SAMEBITS_REPORT=report.txt "${@:3}" -- "$programs/$2" nonblocking
}

sums() { # sums WHAT: the program does what it should
    succeeded "$1"
    equal "$1: the sums" "$(printf 'rank %d has the sum 3\n' 0 1)" "$(grep 'has the sum' out | sort)"
}

# passed_on WHAT TEXT...: to the MPI library, in a line with these texts
passed_on() {
    sums "$1"
    equal "$1: lines of samebits" 1 "$(said | wc -l)"
    contains "$1" "$(said)" "${@:2}"
    equal "$1: the report" "NOT made reproducible: MPI_Iallreduce" "$(rows report.txt | cut -d' ' -f1-4)"
}

left="nonblocking and persistent reductions are left to the MPI library and not reproducible"
tool=$programs/libtool_completing
start "$tool.so:$TEST_LIBRARY" sum
passed_on "a tool" "$tool.so intercepts MPI_Wait before samebits and calls PMPI_Wait itself" "$left"
contains "a tool: the report" "$(cat report.txt)" "a request that is completed without samebits; first at $programs/sum+"
start "${tool}_looking_up.so:$TEST_LIBRARY" sum
passed_on "a tool that looks functions up" \
    "${tool}_looking_up.so intercepts MPI_Wait before samebits, and does not pass it on" "$left"
start "$TEST_LIBRARY" sum_waiting_by_pmpi
passed_on "a program that waits by PMPI_Wait" "$programs/sum_waiting_by_pmpi calls PMPI_" "$left"

# Who hands completions on, or is behind, is in nobody's way; nor is anybody where there are none.
for preloaded in "${tool}_handing_on.so:$TEST_LIBRARY" "$TEST_LIBRARY:$tool.so" \
    "$TEST_LIBRARY:${tool}_looking_up.so"; do
    start "$preloaded" sum
    sums "$preloaded"
    silent "$preloaded"
    equal "$preloaded: the report" "made reproducible: MPI_Iallreduce" \
        "$(rows report.txt | cut -d' ' -f1-3)"
done
launch 2 LD_PRELOAD="$tool.so:$TEST_LIBRARY" -- "$programs/sum"
sums "a tool, and no request"
silent "a tool, and no request"

# lost WHAT: the program gets no result, but it is told so
lost() {
    succeeded "$1"
    contains "$1" "$(said)" \
        "ERROR: a reduction by MPI_Iallreduce was never completed by a call that samebits sees" \
        "its result was never written" "SAMEBITS_NONBLOCKING=native"
    equal "$1: the report" "NOT made reproducible: MPI_Iallreduce" "$(rows report.txt | cut -d' ' -f1-4)"
    contains "$1: the report" "$(cat report.txt)" "  ERROR: a reduction by MPI_Iallreduce was never completed"
}
start "$TEST_LIBRARY" sum_waiting_looked_up
lost "a program that looks PMPI_Wait up"
start "$TEST_LIBRARY" sum_waiting_looked_up SAMEBITS_NONBLOCKING=native
sums "a program that looks PMPI_Wait up, by the MPI library"
silent "a program that looks PMPI_Wait up, by the MPI library"
rm -f report.json
launch 2 "$with" SAMEBITS_NONBLOCKING=reproduce SAMEBITS_REPORT=report.json -- \
    "$programs/sum_waiting_by_pmpi" nonblocking
succeeded "a program that waits by PMPI_Wait, against advice"
contains "a program that waits by PMPI_Wait, against advice: the report" "$(cat report.json)" \
    '"nonblocking":"reproduce"' '"outcome":"not reproduced"' \
    '"reason":"never completed by a call that samebits sees"' \
    '"errors":["a reduction by MPI_Iallreduce was never completed by a call that samebits sees'

# A direct call has nobody else to do it.
launch 2 SAMEBITS_NONBLOCKING=native -- "$programs/vectors"
stopped "a direct call"
contains "a direct call" "$(said)" "samebits_iallreduce_weighted_dot" \
    "SAMEBITS_NONBLOCKING=native, and the MPI library has no such call"

# Of two programs one: it is known after a blocking reduction, and else stops the job.
both_programs() { # both_programs [ARG]...
    launch 1 "$with" -- "$programs/sum" nonblocking "$@" : \
        1 "$with" -- "$programs/sum_waiting_by_pmpi" nonblocking "$@"
}
both_programs before
sums "one of two programs, after a blocking reduction"
equal "one of two programs, after a blocking reduction: lines" 1 "$(said | wc -l)"
contains "one of two programs, after a blocking reduction" "$(said)" "$left"
both_programs
stopped "one of two programs"
contains "one of two programs" "$(said)" "requests of some of the 2 ranks of a communicator are completed without samebits" \
    "SAMEBITS_NONBLOCKING=native"
finish
