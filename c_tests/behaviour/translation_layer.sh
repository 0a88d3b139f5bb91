#!/usr/bin/env bash
# A library that the program needs in place of MPI, and that opens an MPI library behind it, has handles
# of its own: samebits leaves its calls alone, and says so in one line. A tool, behind samebits as in
# front of it, is none: in_front.sh.
set -u
. "$(dirname "$0")/lib.sh"
mpi=$(ldd "$programs/sum" | sed -nE 's|.*=> (/[^ ]*/libmpi[^ /]*) .*|\1|p' | head -n 1)

# left_alone WHAT LAYER [VAR=VALUE]... : one line says why
left_alone() {
    local layer=$2
    launch 2 "$with" SAMEBITS_REPORT=1 BEHIND="$mpi" "${@:3}" -- "$programs/translated_by_$layer"
    succeeded "$1"
    equal "$1: the sums" "$(printf 'rank %d: code 0, sum 3\n' 0 1)" "$(grep 'sum' out | sort)"
    contains "$1" "$(said)" "samebits: not active: $programs/lib$layer.so" \
        "every call is passed on, nothing is reproducible" "samebits: no report: "
    equal "$1: lines of samebits" 2 "$(said | wc -l)"
}

launch 2 BEHIND="$mpi" -- "$programs/translated_by_layer"
succeeded "without"
equal "without: the sums" "$(printf 'rank %d: code 0, sum 3\n' 0 1)" "$(sort out)"
left_alone "a layer" layer
contains "a layer" "$(said)" "takes the place of an MPI library, has handles of its own, and calls "
left_alone "a layer that opens it for all" layer GLOBALLY=1
left_alone "a layer with profiling functions" layer_profiling
finish
