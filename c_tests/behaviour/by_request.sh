#!/usr/bin/env bash
# Nonblocking reductions where they are the first ones: ranks with other policies are stopped, a rank
# without samebits gets no sum; one that needs too much memory is merged on its way, or warned of,
# refused or passed on; the report names them.
set -u
. "$(dirname "$0")/lib.sh"
limit=20

for program in nonblocking "nonblocking long" "nonblocking reduce"; do
    # shellcheck disable=SC2086
    launch 3 "$with" SAMEBITS_REPORT=report.txt -- "$programs/sum" $program
    succeeded "$program"
    silent "$program"
    contains "$program" "$(cat out)" "rank 0 has the sum 6"
    contains "$program: the report" "$(rows report.txt)" "made reproducible: MPI_I"
    lacks "$program: the report" "$(rows report.txt)" "NOT made reproducible"
    rm report.txt

    # A policy of its own, at either end; also where the call would be left to the MPI library.
    for setting in SAMEBITS_ARITHMETIC=tree SAMEBITS_ARITHMETIC=native \
        SAMEBITS_NONBLOCKING_MEMORY=0; do
        for odd in 0 2; do
            what="$program, $setting on rank $odd"
            # shellcheck disable=SC2086
            with_odd 3 "$odd" "$with" -- "$with" "$setting" -- "$programs/sum" $program
            stopped "$what"
            contains "$what: the message" "$(said)" \
                "the 3 ranks of a communicator have different policies" \
                "they differ in ${setting%%=*};"
            lacks "$what: results" "$(cat out)" "has the sum"
        done
    done
done

# Two ranks, of which one runs without samebits: it gets an error, or waits until it is ended.
limit=4
without_it() { # without_it ODD PROGRAM...
    with_odd 2 "$1" "$with" -- -- "$programs/sum" "${@:2}"
    local what="${*:2} without it on rank $1"
    [ "$status" -ne 0 ] || fail "$what" "an error, or that it waits" "exit status 0"
    lacks "$what: results" "$(cat out)" "has the sum"
}
beside without_it "0 nonblocking" "1 nonblocking" "0 nonblocking long" "1 nonblocking long"
limit=20

needs="MPI_Iallreduce on more bytes than SAMEBITS_NONBLOCKING_MEMORY"
few=SAMEBITS_NONBLOCKING_MEMORY=11 # of three floats
launch 3 "$with" $few -- "$programs/sum" nonblocking
succeeded "too little memory"
contains "too little memory" "$(said)" "$needs" "is left to the MPI library"
contains "too little memory" "$(cat out)" "rank 0 has the sum 6"
launch 3 "$with" $few SAMEBITS_UNSUPPORTED=error -- "$programs/sum" nonblocking
stopped "too little memory, an error"
contains "too little memory, an error" "$(said)" "$needs" "is refused (SAMEBITS_UNSUPPORTED=error)"
# Not the memory of partials either, a byte less than what one float has.
launch 3 "$with" ${few}:59 SAMEBITS_UNSUPPORTED=native SAMEBITS_REPORT=report.txt -- \
    "$programs/sum" nonblocking
succeeded "too little memory, native"
silent "too little memory, native"
contains "too little memory, native: the report" "$(rows report.txt)" \
    "NOT made reproducible: MPI_Iallreduce MPI_FLOAT MPI_SUM 1 1 4 more bytes than"
launch 3 "$with" SAMEBITS_NONBLOCKING_MEMORY=12 -- "$programs/sum" nonblocking
succeeded "enough memory"
silent "enough memory"

# Where there is memory for partials alone, they are merged on their way.
rm -f report.txt
for program in nonblocking "nonblocking reduce"; do
    # shellcheck disable=SC2086
    launch 3 "$with" ${few}:60 SAMEBITS_REPORT=report.txt -- "$programs/sum" $program
    succeeded "$program, partials"
    silent "$program, partials"
    contains "$program, partials" "$(cat out)" "rank 0 has the sum 6"
done
same_rows "partials: the report" "\
made reproducible: MPI_Iallreduce MPI_FLOAT MPI_SUM 1 1 4 exact, iallreduce of partials
made reproducible: MPI_Ireduce MPI_FLOAT MPI_SUM 1 1 4 exact, ireduce of partials" report.txt
finish
