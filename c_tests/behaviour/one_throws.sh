#!/usr/bin/env bash
# An operator that throws on one rank alone, in the middle of a reduction in shared memory:
# the ranks of its node find out, and end the job, instead of waiting for it.
set -u
. "$(dirname "$0")/lib.sh"
limit=20

left="of the node left the reduction before its end"
ended() { # ended WHAT RANKS ODD COUNT [VAR=VALUE]...
    # Where the machine is busy the launcher of Open MPI 4 now and then hangs when two ranks have
    # asked it at once to end the job.
    local tries
    for ((tries = 0; tries < 3; tries++)); do
        launch "$2" "$with" SAMEBITS_SCHEDULE=node "${@:5}" -- "$programs/throws" "$3" "$4"
        [[ $status =~ ^(124|137)$ ]] && said | grep -q "$left" || break
    done
    stopped "$1"
    contains "$1: before" "$(cat out)" "reduced"
    contains "$1: the message" "$(said)" "$left"
}
ended "a half of two ranks" 2 1 20000
ended "a slice on one node" 3 1 20000
ended "on two nodes, a short vector" 3 0 1 SAMEBITS_NODE=2
ended "on two nodes, many blocks" 3 0 100000 SAMEBITS_NODE=2
if [ "$TEST_LAUNCHER_STYLE" = openmpi ]; then
    ended "dealt out to two nodes" 4 1 1000 SAMEBITS_NODE=2:cyclic
    ended "in one of several lanes" 4 3 100000 SAMEBITS_NODE=2
fi
finish
