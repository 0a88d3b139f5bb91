#!/usr/bin/env bash
# A library that intercepts before samebits is named, once, and so is the MPI
# library where samebits was loaded behind it; nobody else is.
set -u
. "$(dirname "$0")/lib.sh"
tool=$programs/libtool.so
mpi=$(ldd "$programs/sum" | sed -nE 's|.*=> (/[^ ]*/libmpi[^ /]*) .*|\1|p' | head -n 1)

named() { # named WHAT TEXT...: one line, with these texts, and nobody is hindered
    succeeded "$1"
    equal "$1: lines of samebits" 1 "$(said | wc -l)"
    contains "$1" "$(said)" "${@:2}"
    equal "$1: the sums" "$(printf 'rank %d has the sum 3\n' 0 1)" "$(grep 'has the sum' out | sort)"
}

# The tool passes everything on by PMPI: not one call reaches samebits.
for start in "" thread; do
    # shellcheck disable=SC2086 # no argument, if empty
    launch 2 LD_PRELOAD="$tool:$TEST_LIBRARY" -- "$programs/sum" $start
    named "a tool in front${start:+, MPI_Init_thread}" "$tool intercepts MPI_Allreduce before samebits"
done
launch 2 LD_PRELOAD="$mpi:$TEST_LIBRARY" -- "$programs/sum"
named "the MPI library in front" "loaded behind the MPI library ($mpi)" "nothing is reproducible"

ours() { # ours WHAT PRELOADED: nothing is said, and the call was ours
    rm -f report.txt
    launch 2 LD_PRELOAD="$2" SAMEBITS_REPORT=report.txt -- "$programs/sum"
    succeeded "$1"
    silent "$1"
    equal "$1: calls that were ours" 1 "$(rows report.txt | grep -c '^made reproducible: MPI_Allreduce')"
}
ours "a tool behind" "$TEST_LIBRARY:$tool"
ours "the MPI library behind" "$TEST_LIBRARY:$mpi"

# No MPI program, though an MPI library is loaded into it.
alone LD_PRELOAD="$tool:$TEST_LIBRARY" bash -c 'echo a | cat'
succeeded "a shell with a tool"
equal "a shell with a tool" "$(printf 'stdout: a\nstderr: ')" "$(both)"
finish
