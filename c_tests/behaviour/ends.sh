#!/usr/bin/env bash
# However a program ends, what was counted is reported, once, and the job ends as
# it would have without the library.
set -u
. "$(dirname "$0")/lib.sh"

row="made reproducible: MPI_Allreduce MPI_DOUBLE MPI_SUM 1 1 8 exact, one rank"
for end in finalize exit abort fork session session-exit; do
    # MPICH's launcher takes a session that was not finalised for a failure now and then (4 of
    # 150 runs, with the library and without): two that end alike are looked for.
    for ((try = 0; try < 5; try++)); do
        rm -f "$end.txt"
        launch 1 -- "$programs/ends" "$end"
        without=$status
        [ "$without" -ne 77 ] || continue 2 # this MPI has no sessions
        launch 1 "$with" SAMEBITS_REPORT="$end.txt" -- "$programs/ends" "$end"
        [ "$status" -ne "$without" ] || break
    done
    equal "$end: exit status" "$without" "$status"
    equal "$end: the report" "$row" "$(rows "$end.txt")"
done

# The other ranks wait in a reduction when rank 0 aborts the job.
launch 3 -- "$programs/ends" abort
without=$status
launch 3 "$with" SAMEBITS_REPORT=three.txt -- "$programs/ends" abort
equal "abort of three ranks: exit status" "$without" "$status"
equal "abort of three ranks: the report" "${row/one rank/gather}" "$(rows three.txt)"
finish
