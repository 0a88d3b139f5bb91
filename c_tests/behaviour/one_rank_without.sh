#!/usr/bin/env bash
# One rank of three runs without the library. Nobody gets a sum, which would be
# wrong; the others wait, and say after a minute what may be the matter. All
# cases at once, because each takes that minute, and as processes that get what other tests
# leave of the cores, because they spin.
set -u
. "$(dirname "$0")/lib.sh"
limit=80

case_() { # case_ NAME ODD [ARG]...: runs one in a folder of its own
    local odd=$2
    mkdir "$1"
    cd "$1" || exit 1
    shift 2
    with_odd 3 "$odd" "$with" -- -- nice -n 19 "$programs/sum" "$@"
    echo "$status" >status
}

for odd in 0 2; do
    (case_ "allreduce without it on rank $odd" "$odd") &
done
# Only the root gets a result. (Other ranks may run ahead of it.)
(case_ "reduce without it on the root" 0 reduce) &
# A program that asks now and then hears it, too.
(case_ "iallreduce, tested, without it on rank 1" 1 nonblocking test) &
wait

for folder in *; do
    cd "$folder" || exit 1
    status=$(cat status)
    equal "$folder: exit status (124: it waited until it was ended)" 124 "$status"
    equal "$folder: ranks that are up" 3 "$(grep -c up out)"
    lacks "$folder: results" "$(cat out)" "has the sum"
    contains "$folder: what samebits says" "$(said)" "of a communicator of 3 ranks has waited" \
        "for a minute in MPI_" "was every rank started with samebits (LD_PRELOAD)?"
    cd ..
done
finish
