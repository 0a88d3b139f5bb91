#!/usr/bin/env bash
# Reductions between two groups of ranks, rank 0 and the others, blocking ones and those by
# requests: counted once for each group; ranks whose policies differ, within a group or between
# them, are named and stopped; where one runs without samebits nobody gets a wrong sum.
set -u
. "$(dirname "$0")/lib.sh"
limit=20

sums=$(
    times 3 "rank 0 has the sum 5"
    for rank in 1 2; do times 3 "rank $rank has the sum 1"; done
)
reduced() { # reduced WHAT VAR=VALUE...
    rm -f report.txt
    launch 3 "$with" SAMEBITS_REPORT=report.txt "${@:2}" -- "$programs/inter"
    succeeded "$1"
    equal "$1: what the program prints" "$sums" "$(sort out)"
    silent "$1"
}
row="MPI_Allreduce MPI_DOUBLE MPI_SUM 3 3 24"
reduced "by default" SAMEBITS_UNSUPPORTED=error
equal "the report" "$(times 2 "made reproducible: $row exact, gather between groups")" \
    "$(rows report.txt)"
reduced "a schedule" SAMEBITS_SCHEDULE=ring
equal "the report with a schedule" \
    "$(times 2 "made reproducible: $row exact, gather between groups in place of ring (it works within one group)")" \
    "$(rows report.txt)"
# By requests. Which calls need how much memory is known to both groups alike.
for program in nonblocking persistent "nonblocking reduce" "persistent reduce"; do
    case $program in
    persistent*) how=persistent ;;
    *) how="ialltoallv between groups" ;;
    esac
    case $program in
    nonblocking) call=MPI_Iallreduce ;;
    persistent) call=MPI_Allreduce_init ;;
    "nonblocking reduce") call=MPI_Ireduce ;;
    *) call=MPI_Reduce_init ;;
    esac
    case $program in
    *reduce) right=$(times 3 "rank 0 has the sum 5") ;;
    *) right=$sums ;;
    esac
    rm -f report.txt
    # shellcheck disable=SC2086
    launch 3 "$with" SAMEBITS_NONBLOCKING_MEMORY=16 SAMEBITS_UNSUPPORTED=error \
        SAMEBITS_REPORT=report.txt -- "$programs/inter" $program
    succeeded "$program"
    silent "$program"
    equal "$program: what the program prints" "$right" "$(sort out)"
    equal "the report of $program" \
        "$(times 2 "made reproducible: $call MPI_DOUBLE MPI_SUM 3 3 24 exact, $how")" \
        "$(rows report.txt)"
    # shellcheck disable=SC2086
    launch 3 "$with" SAMEBITS_NONBLOCKING_MEMORY=15 SAMEBITS_UNSUPPORTED=error -- \
        "$programs/inter" $program
    stopped "$program, too little memory"
    contains "$program, too little memory" "$(said)" \
        "$call on more bytes than SAMEBITS_NONBLOCKING_MEMORY" \
        "is refused (SAMEBITS_UNSUPPORTED=error)"
done
launch 3 "$with" SAMEBITS_NONBLOCKING_MEMORY=15 -- "$programs/inter" nonblocking
succeeded "too little memory, passed on"
contains "too little memory, passed on" "$(said)" "is left to the MPI library"
equal "too little memory, passed on: what the program prints" "$sums" "$(sort out)"
# Who asks for the MPI library's own gets it there as anywhere.
reduced "native" SAMEBITS_ARITHMETIC=native SAMEBITS_UNSUPPORTED=error
equal "the report of native" "$(times 2 "NOT made reproducible: $row SAMEBITS_ARITHMETIC=native; first at ...")" \
    "$(rows report.txt | without_place)"

common="arithmetic=auto schedule=auto unsupported=warn"
differ() { # differ ODD ARITHMETIC LINE...
    local what="$2 on rank $1"
    with_odd 3 "$1" "$with" -- "$with" "SAMEBITS_ARITHMETIC=$2" -- "$programs/inter"
    stopped "$what"
    contains "$what: the message" "$(said)" "ranks of a communicator have different policies" \
        "they differ in SAMEBITS_ARITHMETIC:" "${@:3}"
    lacks "$what: results" "$(cat out)" "has the sum"
}
for arithmetic in tree native; do
    other="arithmetic=$arithmetic schedule=auto unsupported=warn"
    differ 0 $arithmetic " $other (first group): rank 0" " $common (second group): ranks 0, 1"
    differ 1 $arithmetic " $common (first group): rank 0" " $other (second group): rank 0" \
        " $common (second group): rank 1"
    differ 2 $arithmetic " $common (first group): rank 0" " $common (second group): rank 0" \
        " $other (second group): rank 1"
done

# A comparison that was started before a reduction by a request. A rank whose policy is that of all of
# the other group may get what that says, until the others have stopped the job.
only_right() { # only_right WHAT RANK...: nobody has a wrong sum, and these ranks have none
    local rank
    equal "$1: wrong sums" "" "$(grep -a "has the sum" out | grep -vxE \
        "rank 0 has the sum 5|rank [12] has the sum 1")"
    for rank in "${@:2}"; do lacks "$1: results" "$(cat out)" "rank $rank has the sum"; done
}
for program in nonblocking persistent "nonblocking reduce" "persistent reduce"; do
    for setting in ARITHMETIC=tree ARITHMETIC=native NONBLOCKING_MEMORY=0; do
        # Open MPI 4 has persistent ones by other names only, so what is left to it fails at once.
        case $program$setting in nonblockingA* | nonblockingN* | *=tree) ;; *) continue ;; esac
        for odd in 0 1 2; do
            what="$program, $setting on rank $odd"
            case $odd in
            0) knows=(0 1 2) ;;
            *) knows=(0 "$odd") ;;
            esac
            # shellcheck disable=SC2086
            with_odd 3 "$odd" "$with" -- "$with" "SAMEBITS_$setting" -- "$programs/inter" $program
            stopped "$what"
            contains "$what: the message" "$(said)" \
                "ranks of a communicator have different policies" \
                "they differ in SAMEBITS_${setting%%=*};"
            only_right "$what" "${knows[@]}"
        done
    done
done

# A rank without samebits gets an error, or waits until it is ended.
limit=4
without_it() { # without_it ODD [WORD]...
    with_odd 3 "$1" "$with" -- -- "$programs/inter" "${@:2}"
    local what="${*:2} without it on rank $1"
    [ "$status" -ne 0 ] || fail "$what" "an error, or that it waits" "exit status 0"
    only_right "$what" "$1"
}
for program in "" " nonblocking" " nonblocking reduce"; do
    beside without_it "0$program" "1$program" "2$program"
done
finish
