#!/usr/bin/env bash
# The reductions that are not made reproducible (one-sided ones) are warned of once by kind,
# refused or passed on in silence, as SAMEBITS_UNSUPPORTED says, and counted.
set -u
. "$(dirname "$0")/lib.sh"

# What the program prints if the calls end so.
printed() { # printed RESULT HANDLED RANK...
    local result=$1 handled=$2 rank
    shift 2
    for rank; do
        echo "rank $rank, MPI_Accumulate: $result"
        echo "rank $rank, MPI_Accumulate, replace: success"
        echo "rank $rank: $handled errors handled"
    done
}
calls() { # calls WHAT EXPECTED ARG ARG ARG [VAR=VALUE]...
    local what=$1 expected=$2 arguments=("$3" "$4" "$5")
    shift 5
    launch 3 "$with" "$@" -- "$programs/uncovered" "${arguments[@]}"
    succeeded "$what"
    equal "$what: what the program prints" "$(sort <<<"$expected")" "$(sort out)"
}
done_=$(printed success 0 0 1 2)
refused=$(printed unsupported 0 0 1 2)
handled=$(printed unsupported 1 0 1 2)

# One line for each kind of call, of one-sided ones from whichever rank comes first.
warned() { # warned WHAT DONE
    equal "$1: lines of samebits" 1 "$(said | wc -l)"
    contains "$1" "$(said)" "samebits: MPI_Accumulate (one-sided) at $programs/uncovered+0x" "$2"
}
for setting in SAMEBITS_UNSUPPORTED=warn NONE=1; do
    calls "$setting" "$done_" double return world "$setting"
    warned "$setting" "is left to the MPI library, so its result is not reproducible"
done

# Which of the ranks it is that makes them does not matter.
for rank in 0 2; do
    launch 3 "$with" -- "$programs/uncovered" double return world $rank
    succeeded "one-sided calls of rank $rank alone"
    warned "one-sided calls of rank $rank alone" "is left to the MPI library"
done

calls "errors return" "$refused" double return world SAMEBITS_UNSUPPORTED=error
warned "errors return" "is refused (SAMEBITS_UNSUPPORTED=error)"
calls "errors handled" "$handled" double handler world SAMEBITS_UNSUPPORTED=error

calls native "$done_" double return world SAMEBITS_UNSUPPORTED=native
silent native
calls "arithmetic native" "$done_" double return world SAMEBITS_ARITHMETIC=native
silent "arithmetic native"

# What is the same on every run anyway, and a rank by itself.
for setting in warn error; do
    calls "integers, $setting" "$done_" int return world SAMEBITS_UNSUPPORTED=$setting
    silent "integers, $setting"
done
calls "alone" "$done_" double return self
equal "alone: lines of samebits" 1 "$(said | grep -c "MPI_Accumulate (one-sided)")"
equal "alone: all lines of samebits" 1 "$(said | wc -l)"

# One-sided calls on two nodes, of two ranks each: for the job once, where the ranks have compared
# their policies, whoever makes them; else once for each node. Only the node of rank 0 speaks
# before the end.
one_sided() { # one_sided LINES RANKS agreed|not [abort]
    local what="one-sided calls of ranks ${*:2}"
    launch 4 "$with" SAMEBITS_NODE=2 -- "$programs/one_sided" "${@:2}"
    equal "$what: lines of samebits" "$1" "$(said | wc -l)"
    equal "$what: warnings" "$1" "$(said | grep -c "MPI_Accumulate (one-sided) at ")"
}
for ranks in 0123 01 3 23; do
    one_sided 1 $ranks agreed
    succeeded "one-sided calls of ranks $ranks"
done
one_sided 2 0123 not
one_sided 1 3 not
one_sided 1 3 agreed abort
stopped "one-sided calls and MPI_Abort"
one_sided 0 '' agreed

# In the report: once for a communicator, and one-sided calls by each rank.
one_sided="\
NOT made reproducible: MPI_Accumulate MPI_DOUBLE MPI_SUM 1 1 8 one-sided; first at ...
passed on to the MPI library: MPI_Accumulate MPI_DOUBLE MPI_REPLACE 1 1 8 no arithmetic"
counted="\
$one_sided
$one_sided
$one_sided"
for setting in warn native; do
    calls "report, $setting" "$done_" double return world SAMEBITS_UNSUPPORTED=$setting \
        SAMEBITS_REPORT=$setting.txt
    equal "report, $setting" "$(sort <<<"$counted")" "$(rows $setting.txt | without_place | sort)"
done
calls "report, error" "$refused" double return world SAMEBITS_UNSUPPORTED=error \
    SAMEBITS_REPORT=error.txt
equal "report, error" "$(sort <<<"$counted")" "$(rows error.txt | without_place | sort)"
finish
