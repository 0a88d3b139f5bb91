#!/usr/bin/env bash
# Ranks whose environments differ are named and stopped at their first
# reduction; none goes on, none hangs. What decides nothing may differ.
set -u
. "$(dirname "$0")/lib.sh"
limit=20

# others RANKS ODD: who has the usual policy, as the message says it
others() {
    local rank list=
    for ((rank = 0; rank < $1; rank++)); do
        [ "$rank" = "$2" ] || list+="${list:+, }$rank"
    done
    case $list in *,*) echo "ranks $list" ;; *) echo "rank $list" ;; esac
}

common="arithmetic=auto schedule=auto unsupported=warn"
settings=(SAMEBITS_ARITHMETIC=tree SAMEBITS_SCHEDULE=slices SAMEBITS_UNSUPPORTED=error)
policies=("arithmetic=tree schedule=auto unsupported=warn"
    "arithmetic=auto schedule=slices unsupported=warn"
    "arithmetic=auto schedule=auto unsupported=error")
differ() { # differ RANKS ODD SETTING POLICY [ARG]...
    local what="$3 on rank $2 of $1${5:+, $5}"
    with_odd "$1" "$2" "$with" -- "$with" "$3" -- "$programs/sum" "${@:5}"
    stopped "$what"
    contains "$what: the message" "$(said)" \
        "the $1 ranks of a communicator have different policies" "they differ in ${3%%=*}:" \
        " $common: $(others "$1" "$2")" " $4: rank $2"
    equal "$what: lines of the message" 4 "$(said | wc -l)"
    lacks "$what: results" "$(cat out)" "has the sum"
}
for ranks in 2 3; do
    for ((odd = 0; odd < ranks; odd++)); do
        # Each setting at one place, to keep it short; every place gets one.
        pick=$(((odd + ranks) % 3))
        differ "$ranks" "$odd" "${settings[pick]}" "${policies[pick]}"
    done
done
# The root alone gets a result, and the others need not wait for it.
differ 3 1 SAMEBITS_ARITHMETIC=tree "${policies[0]}" reduce
# Passed on or not: whether a rank takes part at all is its policy.
differ 3 2 SAMEBITS_ARITHMETIC=native "arithmetic=native schedule=auto unsupported=warn"

# A rank that has it wrong alone says so itself.
for odd in 0 2; do
    what="a bad value on rank $odd"
    with_odd 3 "$odd" "$with" -- "$with" SAMEBITS_ARITHMETIC=exat -- "$programs/sum"
    stopped "$what"
    contains "$what: the message" "$(said)" "SAMEBITS_ARITHMETIC=exat is not accepted"
    lacks "$what: results" "$(cat out)" "has the sum" "rank $odd is up"
done

for setting in SAMEBITS_REPORT=1 SAMEBITS_ARITHMETIC=auto; do
    for odd in 0 1; do
        what="$setting on rank $odd"
        rm -f report.txt
        with_odd 2 "$odd" "$with" SAMEBITS_REPORT=report.txt -- \
            "$with" SAMEBITS_REPORT=report.txt "$setting" -- "$programs/sum"
        succeeded "$what"
        # The first rank writes it, to where it was told.
        report=report.txt
        [ "$setting-$odd" != SAMEBITS_REPORT=1-0 ] || report=err
        equal "$what: calls that were ours" 1 "$(rows "$report" | grep -c '^made reproducible: MPI_Allreduce')"
        equal "$what: the sums" "$(printf 'rank %d has the sum 3\n' 0 1)" "$(grep sum out | sort)"
        lacks "$what" "$(said)" "different policies"
    done
done
finish
