#!/usr/bin/env bash
# What cannot be made reproducible is warned of, refused or passed on in
# silence, as SAMEBITS_UNSUPPORTED says, and always counted.
set -u
. "$(dirname "$0")/lib.sh"

# What the program prints if each call of each rank ends alike.
calls() { # calls RESULT HANDLED
    local rank call
    for rank in 0 1 2; do
        for call in 1 2 3; do
            echo "rank $rank, call $call: $1, sum 6"
        done
        echo "rank $rank: $2 errors handled"
    done
}
unknown() { # unknown WHAT EXPECTED ARG VAR=VALUE...: a datatype that samebits does not know
    local what=$1 expected=$2 errors=$3
    shift 3
    launch 3 "$with" "$@" -- "$programs/unknown" "$errors"
    succeeded "$what"
    equal "$what: what the program prints" "$expected" "$(sort out)"
}
# One line, not one for each rank and call.
reduced=$(calls success 0)
# The MPI library has done it before it is made an error.
refused=$(calls unsupported 0)
handled=$(calls unsupported 3)

for setting in SAMEBITS_UNSUPPORTED=warn NONE=1; do
    unknown "$setting" "$reduced" fatal "$setting"
    equal "$setting: lines of samebits" 1 "$(said | wc -l)"
    contains "$setting" "$(said)" "MPI_Allreduce on a datatype that samebits does not know at $programs/unknown+0x" \
        "is left to the MPI library, so its result is not reproducible"
done

for errors in return handler; do
    what="SAMEBITS_UNSUPPORTED=error, errors $errors"
    expected=$([ "$errors" = return ] && echo "$refused" || echo "$handled")
    unknown "$what" "$expected" "$errors" SAMEBITS_UNSUPPORTED=error
    equal "$what: lines of samebits" 1 "$(said | wc -l)"
    contains "$what" "$(said)" "MPI_Allreduce on a datatype that samebits does not know at $programs/unknown+0x" \
        "is refused (SAMEBITS_UNSUPPORTED=error)"
done
launch 3 "$with" SAMEBITS_UNSUPPORTED=error -- "$programs/unknown" fatal
stopped "SAMEBITS_UNSUPPORTED=error, errors fatal"
lacks "SAMEBITS_UNSUPPORTED=error, errors fatal" "$(cat out)" sum

# Where the error ends the job it is said before, by rank 0, though it comes last.
late() { # late CALL MESSAGE [VAR=VALUE]...
    launch 3 SAMEBITS_UNSUPPORTED=error "${@:3}" -- "$programs/late" "$1"
    stopped "an error that ends the job, $1"
    equal "an error that ends the job, $1: what the program prints" "" "$(grep went out)"
    contains "an error that ends the job, $1: the message" "$(said)" "$2"
    # MPICH 5's launcher was seen to end the other ranks late. They speak once they have waited.
    case $TEST_MPI in mpich5*) [ "$elapsed" -lt 5 ] || return 0 ;; esac
    equal "an error that ends the job, $1: lines of samebits" 1 "$(said | wc -l)"
}
late allreduce "by the schedule native is refused (SAMEBITS_UNSUPPORTED=error): the operation" \
    SAMEBITS_SCHEDULE=native
late iallreduce "is refused (SAMEBITS_UNSUPPORTED=error)" SAMEBITS_NONBLOCKING_MEMORY=0
late set "nosuch is not accepted"

unknown "SAMEBITS_UNSUPPORTED=native" "$reduced" fatal SAMEBITS_UNSUPPORTED=native
silent "SAMEBITS_UNSUPPORTED=native"

# In the report, with the place in the program.
place() { # place WHAT FILE PROGRAM FUNCTION: whither "first at" leads
    local offset
    command -v addr2line >/dev/null || return
    offset=$(sed -nE "s|.*; first at $programs/$3\+(0x[0-9a-f]+).*|\1|p" "$2" | head -n 1)
    equal "$1: the function that the call site lies in" "$4" \
        "$(addr2line -f -e "$programs/$3" "$offset" | head -n 1)"
}

counted="NOT made reproducible: MPI_Allreduce derived datatype MPI_SUM 3 3 12 a datatype that samebits does not know; first at ..."
for mode in warn native; do
    unknown "report, $mode" "$reduced" fatal SAMEBITS_UNSUPPORTED=$mode SAMEBITS_REPORT=$mode.txt
    equal "report, $mode" "$counted" "$(rows $mode.txt | without_place)"
    place "report, $mode" $mode.txt unknown reduce_unknown
done

unknown "report, error" "$refused" return SAMEBITS_UNSUPPORTED=error SAMEBITS_REPORT=error.txt
equal "report, error" "$counted" "$(rows error.txt | without_place)"

launch 3 "$with" SAMEBITS_ARITHMETIC=native SAMEBITS_REPORT=sum.txt -- "$programs/sum"
succeeded "SAMEBITS_ARITHMETIC=native"
silent "SAMEBITS_ARITHMETIC=native"
equal "SAMEBITS_ARITHMETIC=native" \
    "NOT made reproducible: MPI_Allreduce MPI_FLOAT MPI_SUM 1 1 4 SAMEBITS_ARITHMETIC=native; first at ..." \
    "$(rows sum.txt | without_place)"
place "SAMEBITS_ARITHMETIC=native" sum.txt sum main

# What MPI itself rejects: its own error, and no warning.
launch 2 -- "$programs/derived"
addresses_aside() { sed -E 's/0x[0-9a-f]+/0x.../g' out; }
without=$(addresses_aside)
for setting in warn error; do
    what="a derived datatype, SAMEBITS_UNSUPPORTED=$setting"
    launch 2 "$with" SAMEBITS_UNSUPPORTED=$setting -- "$programs/derived"
    succeeded "$what"
    equal "$what, with as without" "$without" "$(addresses_aside)"
    contains "$what" "$(cat out)" "MPI_Allreduce: MPI_ERR_OP" "MPI_Reduce: MPI_ERR_OP"
    silent "$what"
done
finish
