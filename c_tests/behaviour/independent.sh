#!/usr/bin/env bash
# The worked example of docs/independent.md, on several numbers of ranks and in two partitions:
# before.c has several results, also with samebits in front, and after.c has one.
set -u
. "$(dirname "$0")/lib.sh"
examples=$programs/examples/independent
ranks=(1 2 3)
[ "$TEST_MPI" != openmpi ] || ranks=(1 2 3 4 5)

# results NAME [VAR=VALUE]...: what it prints on these ranks, each result once
results() {
    local name=$1 n
    shift
    : >all
    for n in "${ranks[@]}"; do
        launch "$n" "$@" -- "$examples/$name" blocks random
        succeeded "$name on $n ranks"
        silent "$name on $n ranks"
        equal "$name on $n ranks: results" 2 "$(grep -c 'solution 0x1\.' out)"
        cat out >>all
    done
    sort -u all >different
}

results after
equal "after: distinct results" 1 "$(wc -l <different)"
contains "after: the solution" "$(cat different)" "42 iterations" " 3531.04695"
ranks=(2 3)
results before
[ "$(wc -l <different)" -eq 4 ] || fail "before" "a result for each partition" "$(cat all)"
[ "$(cut -d , -f 1 different | sort -u | wc -l)" -gt 1 ] ||
    fail "before" "several numbers of iterations" "$(cat all)"
ranks=(3)
results before "$with"
[ "$(wc -l <different)" -eq 2 ] ||
    fail "before, with samebits in front" "a result for each partition" "$(cat all)"
finish
