#!/usr/bin/env bash
# Every accepted value of every variable runs; a value that is not accepted and
# an unknown variable stop the program in MPI_Init, with one message.
set -u
. "$(dirname "$0")/lib.sh"

for setting in SAMEBITS_ARITHMETIC={auto,exact,tree,native} \
    SAMEBITS_SCHEDULE={auto,gather,slices,swap,native} \
    SAMEBITS_BLOCK={auto,1,64K} SAMEBITS_COMPRESS={off,bits,idx,auto} \
    SAMEBITS_NODE={auto,1,2,2:cyclic} SAMEBITS_PROFILE=none \
    SAMEBITS_DISTRIBUTION={upper,lower,power2,optimized,optimized:0.25} \
    SAMEBITS_UNSUPPORTED={warn,error,native} \
    SAMEBITS_VERBOSE={0,1} SAMEBITS_REPORT={0,1,report.txt} \
    SAMEBITS_ARITHMETIC= SAMEBITS_VERBOSE= SAMEBITS_REPORT=; do
    launch 2 "$with" "$setting" -- "$programs/sum"
    succeeded "$setting"
    equal "$setting: the sums" "$(printf 'rank %d has the sum 3\n' 0 1)" "$(grep sum out | sort)"
done

# What the program's sum was made by, as the report says.
made_by() { # made_by VAR=VALUE HOW
    rm -f made_by.txt
    launch 2 "$with" "$1" SAMEBITS_REPORT=made_by.txt -- "$programs/sum"
    contains "$1: how the sum was made" "$(rows made_by.txt)" "$2"
}
made_by SAMEBITS_ARITHMETIC=auto "exact, gather"
made_by SAMEBITS_ARITHMETIC=exact "exact, gather"
made_by SAMEBITS_ARITHMETIC=tree "tree, gather"
made_by SAMEBITS_ARITHMETIC=native "NOT made reproducible"
for schedule in gather slices swap node offload fnomial split halving ring chain chain2 \
    bintree bintree2; do
    made_by SAMEBITS_SCHEDULE=$schedule "exact, $schedule"
done
made_by SAMEBITS_SCHEDULE=native \
    "exact, gather in place of native (the operation is not associative as it is)"
launch 2 "$with" SAMEBITS_SCHEDULE=native SAMEBITS_UNSUPPORTED=error -- "$programs/sum"
contains "a schedule that cannot serve, with SAMEBITS_UNSUPPORTED=error" "$(cat err)" \
    "by the schedule native is an error (SAMEBITS_UNSUPPORTED=error): the operation is not associative as it is"

# refused SETTING... -- WANTED...: stops, and says each of WANTED, once. As
# variables in the environment are in no order, several settings are one message.
refused() {
    local settings=() wanted=() init what
    while [ "$1" != -- ]; do
        settings+=("$1")
        shift
    done
    shift
    wanted=("$@")
    for init in "" thread; do
        what="${settings[*]}, ${init:+MPI_Init_}${init:-MPI_Init}"
        # shellcheck disable=SC2086 # no argument, if empty
        launch 3 "$with" "${settings[@]}" -- "$programs/sum" $init
        stopped "$what"
        # Ranks that were stopped early may not have come to print it.
        equal "$what: what the program prints" "starting" "$(sort -u out)"
        contains "$what: the message" "$(said)" "${wanted[@]}"
        # One line for each variable, one that says what follows from it.
        equal "$what: lines of the message" $((${#settings[@]} + 1)) "$(said | wc -l)"
        equal "$what: its last line" "samebits: the job is stopped" "$(said | tail -n 1)"
    done
}

refused SAMEBITS_ARITHMETIC=exat -- "SAMEBITS_ARITHMETIC=exat is not accepted" \
    "auto, exact, tree, prerounded, prerounded2, binned, native or prerounded:K or" "did you mean exact?"
refused SAMEBITS_ARITHMETIC=binned:1 -- "SAMEBITS_ARITHMETIC=binned:1 is not accepted" \
    "binned:K with K from 2 to 4"
refused SAMEBITS_SCHEDULE=fast -- "SAMEBITS_SCHEDULE=fast is not accepted" \
    "auto, gather, slices, swap, node," "native or fnomial:F or split:F with F from 2 to 64"
refused SAMEBITS_SCHEDULE=fnomial:1 -- "SAMEBITS_SCHEDULE=fnomial:1 is not accepted"
refused SAMEBITS_BLOCK=64k -- "SAMEBITS_BLOCK=64k is not accepted" \
    "auto or a number of bytes from 1 to 1G, as 4096 or 64K"
refused SAMEBITS_NODE=0 -- "SAMEBITS_NODE=0 is not accepted" \
    "auto or N or N:cyclic with N from 1 to 4096"
refused SAMEBITS_PROFILE=/no/such/file -- "SAMEBITS_PROFILE=/no/such/file is not accepted" \
    "No such file or directory" "none or the path of a profile that samebits_tune has written"
refused SAMEBITS_SCHEDULE=slice -- "did you mean slices?"
refused SAMEBITS_DISTRIBUTION=even -- "SAMEBITS_DISTRIBUTION=even is not accepted" \
    "upper, lower, power2, optimized or optimized:ALPHA with ALPHA from 0 to 1"
refused SAMEBITS_DISTRIBUTION=optimized:1.5 -- "SAMEBITS_DISTRIBUTION=optimized:1.5 is not accepted" \
    "ALPHA from 0 to 1"
refused SAMEBITS_UNSUPPORTED=abort -- "SAMEBITS_UNSUPPORTED=abort is not accepted" \
    "warn, error or native"
refused SAMEBITS_VERBOSE=yes -- "SAMEBITS_VERBOSE=yes is not accepted" "0 or 1"
refused SAMEBITS_REPORT=/no/such/dir/x -- "SAMEBITS_REPORT=/no/such/dir/x is not accepted" \
    "No such file or directory" "0, 1 or the path of a file"
refused SAMEBITS_ARITMETIC=tree -- "SAMEBITS_ARITMETIC is not a variable of samebits" \
    "did you mean SAMEBITS_ARITHMETIC?" \
    SAMEBITS_SCHEDULE SAMEBITS_DISTRIBUTION SAMEBITS_UNSUPPORTED SAMEBITS_VERBOSE SAMEBITS_REPORT
refused SAMEBITS_ARITHMETIC=exat SAMEBITS_VERBOSE=2 -- \
    "SAMEBITS_ARITHMETIC=exat is not accepted" "SAMEBITS_VERBOSE=2 is not accepted"
finish
