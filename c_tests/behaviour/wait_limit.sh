#!/usr/bin/env bash
# SAMEBITS_WAIT_LIMIT: a rank that waits for one without the library ends the job, and says why. One
# that is only late within the limit is waited for.
set -u
. "$(dirname "$0")/lib.sh"
limit=50

stopped_at() { # stopped_at SECONDS ODD CALL [ARG]...: rank ODD of three has no samebits
    local what="$3 ${*:4}, $1 s, rank $2" time="$1 seconds"
    [ "$1" != 1 ] || time="a second"
    with_odd 3 "$2" "$with" "SAMEBITS_WAIT_LIMIT=$1" -- -- nice -n 19 "$programs/sum" "${@:4}"
    stopped "$what"
    contains "$what: what samebits says" "$(said)" \
        "of a communicator of 3 ranks has waited for $time in $3 for the others; was every rank" \
        "started with samebits (LD_PRELOAD)?" "SAMEBITS_WAIT_LIMIT=$1 has passed" "the job is stopped"
    lacks "$what: what samebits says" "$(said)" "the program continues"
    lacks "$what: results" "$(cat out)" "has the sum"
    [ "$elapsed" -ge "$1" ] || fail "$what" "that it waits" "it ended after $elapsed s"
}
beside stopped_at "1 0 MPI_Allreduce" "3 2 MPI_Allreduce" "2 0 MPI_Reduce reduce" \
    "2 2 MPI_Iallreduce nonblocking" "2 0 MPI_Iallreduce nonblocking test"

late() { # late SETTING [ARG]...
    launch 3 "$with" "$1" -- "$programs/sum" late "${@:2}"
    succeeded "$*"
    equal "$*: the sums" "$(printf 'rank %d has the sum 6\n' 0 1 2)" "$(grep sum out | sort)"
    lacks "$*: what samebits says" "$(said)" "has waited"
}
beside late SAMEBITS_WAIT_LIMIT=40 "SAMEBITS_WAIT_LIMIT=40 nonblocking test" SAMEBITS_WAIT_LIMIT=none

# It decides nothing, so the ranks' limits may differ.
with_odd 2 1 "$with" -- "$with" SAMEBITS_WAIT_LIMIT=40 -- "$programs/sum"
succeeded "another limit on rank 1"
finish
