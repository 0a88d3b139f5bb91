#!/usr/bin/env bash
# The worked example of docs/independent.md, on several numbers of ranks and in two partitions:
# before.c has several results, also with samebits in front, and after.c has one. Traces on one rank
# and on three lead to the first place of before.c, and to none of after.c.
set -u
. "$(dirname "$0")/lib.sh"
examples=$programs/examples/independent
samebits=$(dirname "$TEST_LIBRARY")/samebits
ranks=(1 2 3)
[ "$TEST_MPI" != openmpi ] || ranks=(1 2 3 4 5)

# results NAME [VAR=VALUE]...: what it prints on these ranks, each result once
results() {
    local name=$1 n
    shift
    : >all
    for n in "${ranks[@]}"; do
        launch "$n" "$@" SAMEBITS_TRACE="$name-$n" -- "$examples/$name" blocks random
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
ranks=(1 3)
results before "$with"
[ "$(wc -l <different)" -eq 3 ] ||
    fail "before, with samebits in front" "a result for each partition" "$(cat all)"

compare() { # compare STATUS NAME WORDS...: what diff says, and how it exits
    local seen
    "$samebits" diff "$2-1" "$2-3" >difference 2>&1
    seen=$?
    equal "$2: exit status of diff" "$1" "$seen"
    contains "$2: diff" "$(cat difference)" "${@:3}"
}
source=$(dirname "$0")/../../examples/independent/before.c
line=$(grep -n "MPI_Allreduce" "$source" | cut -d : -f 1)
compare 2 before "found in the second run only, the first of them: MPI_Allreduce" \
    "before.c:$line, inlined at "
compare 0 after "No difference. Compared: "
finish
