#!/usr/bin/env bash
# Programs that end without MPI_Finalize, or are aborted while ranks reduce: they
# end with samebits as without it, with the same exit status, and nothing hangs.
set -u
. "$(dirname "$0")/lib.sh"
limit=30

reduced() { # reduced WHAT: the program came so far, and ended by itself
    case $status in
    124 | 137) fail "$1" "that it ends within $limit s" "that it had to be killed; $(both)" ;;
    esac
    contains "$1" "$(cat out)" "reduced"
}

# Where a rank leaves without MPI_Finalize, MPICH's launcher ends the others, if they
# are still there, and either status may be the job's, without samebits too (Intel's
# is 255 then).
ended_alike() { # ended_alike WAY STATUS SEEN1 SEEN2
    [ "$3" = "$4" ] && return
    case $TEST_MPI-$1 in
    *-finalize | *-abort) return 1 ;;
    mpich* | intel*)
        local either=" $2 9 $(($2 | 9)) 255 "
        [[ $either = *" $3 "* && $either = *" $4 "* ]]
        ;;
    *) return 1 ;;
    esac
}

same() { # same WAY STATUS [VAR=VALUE]...: with samebits as without
    local what="$*" without
    launch 3 -- "$programs/leaving" "$1" "$2"
    reduced "$what: without samebits"
    without=$status
    # (Where MPICH's ranks poll, whatever ends them has to get a core.)
    launch 3 "$with" TEST_POLLING=1 "${@:3}" -- "$programs/leaving" "$1" "$2"
    # MPICH 5's launcher was seen not to notice, once, that a rank had left.
    case $TEST_MPI-$1-$status in
    mpich5*-one_exits-124) launch 3 "$with" "${@:3}" -- "$programs/leaving" "$1" "$2" ;;
    esac
    reduced "$what"
    ended_alike "$1" "$2" "$without" "$status" || fail "$what: exit status" "$without" "$status"
    # (A launcher that takes long to end the others may not keep them from saying who is gone.)
    if [ "$1" != one_exits ] || ! said | grep -q 'rank 2 of a communicator of 3 ranks has ended'; then
        silent "$what"
    fi
}
same finalize 3
same exit 0
for way in exit _exit return; do
    same $way 3
done
same abort 7 SAMEBITS_SCHEDULE=slices
same one_exits 3

# A program without MPI_Finalize whose calls were ours, as its report would say.
launch 2 "$with" SAMEBITS_REPORT=report.txt -- "$programs/leaving" finalize 0
equal "calls that were ours, the first one and those by shared memory" 3 "$(rows report.txt | grep -c '^made reproducible: MPI_')"
finish
