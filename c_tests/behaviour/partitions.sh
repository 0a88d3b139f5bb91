#!/usr/bin/env bash
# Two examples, an iterative solver and a search, on many numbers of ranks and in two
# partitions each: exact sums give one result, native ones several.
set -u
. "$(dirname "$0")/lib.sh"
ranks=(1 2 3)
[ "$TEST_MPI" != openmpi ] || ranks=(1 2 3 4 5 6 7 8)

# results WHICH: what the examples printed by these sums, each result once
results() { grep "^$1 " all | cut -d ' ' -f 3- | sort -u; }

for example in conjugate_gradient weighted_sites; do
    : >all
    for n in "${ranks[@]}"; do
        scattered=cyclic
        [ $((n % 2)) -eq 0 ] || scattered=random
        arguments=(blocks "$scattered") lines=2
        if [ "$n" -le 3 ]; then
            arguments+=(--native blocks "$scattered")
            lines=4
        fi
        launch "$n" -- "$programs/examples/$example" "${arguments[@]}"
        succeeded "$example on $n ranks"
        silent "$example on $n ranks"
        equal "$example on $n ranks: results" "$lines" "$(grep -cE ' -?0x1\.' out)"
        cat out >>all
    done
    equal "$example: distinct exact results" 1 "$(results exact | wc -l)"
    [ "$(results native | wc -l)" -gt 2 ] || fail "$example" "several results natively" "$(cat all)"
    if [ "$example" = conjugate_gradient ]; then
        [ "$(results native | cut -d , -f 1 | sort -u | wc -l)" -gt 1 ] ||
            fail "$example" "several numbers of iterations natively" "$(cat all)"
    fi
done
finish
