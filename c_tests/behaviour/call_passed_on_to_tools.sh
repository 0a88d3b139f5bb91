#!/usr/bin/env bash
# A profiling tool behind samebits sees the calls that are passed on, and not
# those that samebits evaluates; one in front of it sees all, and samebits none.
set -u
. "$(dirname "$0")/lib.sh"
tool=$programs/libtool.so

saw() { # saw WHAT ALLREDUCES REDUCES: what each rank's tool saw
    local rank
    succeeded "$1"
    equal "$1" \
        "$(for rank in 0 1; do
            echo "the tool on rank $rank saw: MPI_Init 1, MPI_Allreduce $2, MPI_Reduce $3"
        done)" "$(grep '^the tool' out | sort)"
}

launch 2 LD_PRELOAD="$tool" -- "$programs/kinds" world
saw "without samebits" 19 6

# Integers (2 and 1), no elements (2), what MPI rejects (2 and 1).
launch 2 "$with:$tool" -- "$programs/kinds" world
saw "behind samebits" 6 2

launch 2 "$with:$tool" SAMEBITS_ARITHMETIC=native -- "$programs/kinds" world
saw "behind samebits that does nothing" 19 6

launch 2 "$with:$tool" -- "$programs/kinds" self split reversed
saw "behind samebits that does all" 0 0

launch 2 LD_PRELOAD="$tool:$TEST_LIBRARY" SAMEBITS_REPORT=1 -- "$programs/kinds" world
saw "in front of samebits" 19 6
finish
