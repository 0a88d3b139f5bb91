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

for way in "finalize 0" "finalize 3" "exit 0" "exit 3" "_exit 0" "_exit 3" "return 0" "return 3" \
    "abort 7" "one_exits 3"; do
    for ranks in 2 3; do
        read -ra arguments <<<"$way"
        launch "$ranks" -- "$programs/leaving" "${arguments[@]}"
        reduced "$way, $ranks ranks, without samebits"
        without=$status
        for schedule in auto slices; do
            what="$way, $ranks ranks, $schedule"
            launch "$ranks" "$with" SAMEBITS_SCHEDULE=$schedule -- "$programs/leaving" "${arguments[@]}"
            reduced "$what"
            equal "$what: exit status" "$without" "$status"
            silent "$what"
        done
    done
done

# A program without MPI_Finalize whose calls were ours, as its report would say.
launch 2 "$with" SAMEBITS_REPORT=report.txt -- "$programs/leaving" finalize 0
equal "calls that were ours" 2 "$(rows report.txt | grep -c '^made reproducible: MPI_')"
finish
