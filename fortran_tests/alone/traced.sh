#!/usr/bin/env bash
# traced.sh SAMEBITS FOLDER PROGRAM COMMAND ...: the command runs the program with a trace in the folder;
# its calls are there, with places in the program and in nothing that lies between it and MPI.
set -u
samebits=$1 folder=$2 program=$3
shift 3
rm -rf "$folder"
if ! "$@"; then
    echo "failed: $*"
    exit 1
fi
shown=$("$samebits" show --rank=0 --rank=1 "$folder") || exit 1
failures=0
for wanted in "MPI_Allreduce .*; ${program##*/}+" "MPI_Iallreduce .*; ${program##*/}+" "MPI_Comm_idup" \
    "MPI_Recv .*took source 1, tag 1.* ${program##*/}+" "MPI_Irecv .*took source 1, tag 2.* ${program##*/}+" \
    "MPI_Waitany .*took request 0.* ${program##*/}+" \
    "MPI_Fetch_and_op .*fetched [-0-9]* from rank 0.* ${program##*/}+"; do
    if ! grep -q -- "$wanted" <<<"$shown"; then
        failures=$((failures + 1))
        echo "FAILED: no line with $wanted"
    fi
done
[ "$failures" -eq 0 ] || printf '%s\n' "$shown"
exit "$failures"
