#!/usr/bin/env bash
# A rank dies while the others wait for it in a reduction: they are told, and neither wait for ever nor go
# on with a wrong result.
set -u
. "$(dirname "$0")/lib.sh"

node=SAMEBITS_SCHEDULE=node # in shared memory from the first reduction on

# The MPI library knows which processes have failed (ULFM): each reduction returns its error, and the
# survivors go on with smaller communicators, whose reductions are reproducible. On one node, and on nodes
# of three ranks, which send messages.
goes_on() { # goes_on [VAR=VALUE]
    launcher_options=(--with-ft ulfm)
    launch 12 "$with:$programs/libno_finalize.so" "$node" "$@" -- "$programs/failures" go_on
    equal "ranks at the end${1:+ with }${1:-}" "$(times 3 "MPI_Finalize has arrived")" \
        "$(grep arrived out)"
    equal "errors${1:+ with }${1:-}" "" "$(grep -a '^process' err)"
    silent "ranks that go on${1:+ with }${1:-}"
}

# The MPI library knows of no failures, and the launcher sees none, as if it had another process in front of
# each rank: one rank says who is gone, and the job ends, by the program or by the error handler.
# (With an error: MPI_ERR_OTHER in Open MPI, MPIX_ERR_PROC_FAILED in MPICH.)
ends() { # ends return|fatal
    local class=16 gone='[0-9]+ on .* while others wait for it in a reduction'
    [ "$TEST_MPI" = openmpi ] || class=101
    # shellcheck disable=SC2016
    launch 3 "$with" "$node" -- sh -c \
        '"$0" "$@"; status=$?; [ $status -ne 137 ] || sleep 60; exit $status' "$programs/failures" "$1"
    stopped "the job, $1"
    [ "$elapsed" -lt 30 ] || fail "seconds until the job has ended, $1" "less than 30" "$elapsed"
    local line="samebits: rank 2 of a communicator of 3 ranks has ended \\(rank 2 of MPI_COMM_WORLD, process"
    [[ $(said) =~ ^$line\ $gone$ ]] || fail "what is said, $1" "$line $gone" "$(both)"
    if [ "$1" = return ]; then
        # (One of them ends the job, perhaps before the other one has written.)
        contains "the error" "$(cat out)" ": class $class, all right"
        lacks "the error" "$(both)" wrong "process "[0-9]
    fi
}

case $TEST_MPI in
openmpi5) beside goes_on "" SAMEBITS_NODE=3 ;;
*) beside ends return fatal ;;
esac
finish
