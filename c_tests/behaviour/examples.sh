#!/usr/bin/env bash
# The examples for C: what they print is the same on any number of ranks, by either
# arithmetic; what before.c prints is not, and putting samebits in front does not help.
set -u
. "$(dirname "$0")/lib.sh"
examples=$programs/examples
ranks=(1 3)
[ "$TEST_MPI" != openmpi ] || ranks=(1 3 5)

# on_all NAME [VAR=VALUE]...: the example's lines for each number of ranks, as one line each
on_all() {
    local name=$1 n
    shift
    results=()
    for n in "${ranks[@]}"; do
        launch "$n" "$@" -- "$examples/$name"
        succeeded "$name on $n ranks${1:+, $1}"
        silent "$name on $n ranks${1:+, $1}"
        results+=("$(grep -E '^[a-z]+ ([0-9] )?-?0x1\.' out | paste -sd ' ')")
    done
}

distinct() { printf '%s\n' "${results[@]}" | sort -u | wc -l; }

# The decimal numbers of a result, which do not show the last digits.
rounded() { grep -oE ' -?[0-9]+\.[0-9]+( |$)' <<<"${results[0]}" | paste -sd ' ' | tr -s ' '; }

numbers() { # numbers WHAT N: the program prints so many
    equal "$1: numbers" "$2" "$(grep -oE '0x1\.[0-9a-f]+p' <<<"${results[0]}" | wc -l)"
}

on_all before
numbers before 1
energy=$(rounded)
[ "$(distinct)" -gt 1 ] || fail "before" "several results" "${results[*]}"
equal "before: what is left without the last digits" "${#ranks[@]}" \
    "$(printf '%s\n' "${results[@]}" | grep -cF "$energy")"
on_all before "$with"
[ "$(distinct)" -gt 1 ] || fail "before, with samebits in front" "several results" "${results[*]}"

for arithmetic in auto tree; do
    for example in after:1 dot_product:1 accumulator:1 likelihood:5; do
        name=${example%:*}
        what="$name, $arithmetic"
        on_all "$name" SAMEBITS_ARITHMETIC=$arithmetic
        numbers "$what" "${example#*:}"
        equal "$what: distinct results of ${#ranks[@]} runs" 1 "$(distinct)"
        case $name in
        after) equal "$what: rounded" "$energy" "$(rounded)" ;;
        # 1/(1*2) + 1/(2*3) + ... + 1/(n*(n+1)) = 1 - 1/(n+1)
        dot_product | accumulator) equal "$what: rounded" " 0.999999" "$(rounded)" ;;
        esac
    done
done
finish
