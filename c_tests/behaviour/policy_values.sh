#!/usr/bin/env bash
# Every accepted value of every variable runs; a value that is not accepted and
# an unknown variable stop the program in MPI_Init, with one message.
set -u
. "$(dirname "$0")/lib.sh"

# accepted SETTING...: together, as each variable decides something of its own
accepted() {
    launch 2 "$with" "$@" -- "$programs/sum"
    succeeded "$*"
    equal "$*: the sums" "$(printf 'rank %d has the sum 3\n' 0 1)" "$(grep sum out | sort)"
}
accepted SAMEBITS_{ARITHMETIC,SCHEDULE,BLOCK,STORES,VECTOR_UNIT,NODE}=auto SAMEBITS_COMPRESS=off SAMEBITS_PROFILE=none \
    SAMEBITS_DISTRIBUTION=upper SAMEBITS_UNSUPPORTED=warn SAMEBITS_VERBOSE=0 SAMEBITS_REPORT=0 \
    SAMEBITS_WAIT_LIMIT=none SAMEBITS_CHILDREN=with SAMEBITS_PROGRESS=auto
accepted SAMEBITS_ARITHMETIC=exact SAMEBITS_SCHEDULE=gather SAMEBITS_BLOCK=1 SAMEBITS_COMPRESS=bits \
    SAMEBITS_STORES=ordinary SAMEBITS_NODE=1 SAMEBITS_DISTRIBUTION=lower SAMEBITS_UNSUPPORTED=error SAMEBITS_VERBOSE=1 \
    SAMEBITS_REPORT=1 SAMEBITS_WAIT_LIMIT=600 SAMEBITS_FILE_MODE=600 \
    SAMEBITS_CHILDREN=without SAMEBITS_PROGRESS=none
# (Where samebits is installed is said by module systems, and is none of its variables.)
accepted SAMEBITS_NONBLOCKING_MEMORY=1024G:0 SAMEBITS_SCHEDULE=doubling:1 \
    SAMEBITS_{ROOT,HOME,DIR,PREFIX,PATH,VERSION,BASE,INC,LIB}=/opt/samebits
accepted SAMEBITS_ARITHMETIC=tree SAMEBITS_SCHEDULE=slices SAMEBITS_BLOCK=64K SAMEBITS_COMPRESS=idx \
    SAMEBITS_NODE=2 SAMEBITS_PROGRESS=always SAMEBITS_DISTRIBUTION=power2 SAMEBITS_UNSUPPORTED=native SAMEBITS_REPORT=report.txt
accepted SAMEBITS_ARITHMETIC=native SAMEBITS_SCHEDULE=exchange SAMEBITS_COMPRESS=auto \
    SAMEBITS_NODE=2:cyclic SAMEBITS_DISTRIBUTION=optimized
accepted SAMEBITS_{ARITHMETIC,VERBOSE,REPORT}= SAMEBITS_SCHEDULE=native SAMEBITS_DISTRIBUTION=optimized:0.25

# What the program's sum was made by, as the report says.
made_by() { # made_by VAR=VALUE HOW
    rm -f made_by.txt
    launch 2 "$with" "$1" SAMEBITS_REPORT=made_by.txt -- "$programs/sum"
    contains "$1: how the sum was made" "$(rows made_by.txt)" "$2"
}
made_by SAMEBITS_ARITHMETIC=auto "exact, gather"
made_by SAMEBITS_ARITHMETIC=tree "tree, gather"
made_by SAMEBITS_ARITHMETIC=native "NOT made reproducible"
# (One of each kind; that all of them serve is shown by c_tests/schedules.c.)
for schedule in slices exchange node offload halving bintree2; do
    made_by SAMEBITS_SCHEDULE=$schedule "exact, $schedule"
done
made_by SAMEBITS_SCHEDULE=native \
    "exact, gather in place of native (the operation is not associative as it is)"
launch 2 "$with" SAMEBITS_SCHEDULE=native SAMEBITS_UNSUPPORTED=error -- "$programs/sum"
contains "a schedule that cannot serve, with SAMEBITS_UNSUPPORTED=error" "$(cat err)" \
    "by the schedule native is refused (SAMEBITS_UNSUPPORTED=error): the operation is not associative as it is"

# refused INIT SETTING... -- WANTED...: stops in MPI_Init or MPI_Init_thread, and says each
# of WANTED. As variables in the environment are in no order, several settings are one message.
refused() {
    local init=$1 settings=() what
    shift
    while [ "$1" != -- ]; do
        settings+=("$1")
        shift
    done
    shift
    what="${settings[*]}, $init"
    launch 3 "$with" "${settings[@]}" -- "$programs/sum" "$init"
    stopped "$what"
    # Ranks that were stopped early may not have come to print it.
    equal "$what: what the program prints" "starting" "$(sort -u out)"
    contains "$what: the message" "$(said)" "$@"
    # One line for each variable, one that says what follows from it.
    equal "$what: lines of the message" $((${#settings[@]} + 1)) "$(said | wc -l)"
    equal "$what: its last line" "samebits: the job is stopped" "$(said | tail -n 1)"
}

all=(SAMEBITS_ARITHMETIC=exat SAMEBITS_SCHEDULE=fast SAMEBITS_BLOCK=64k SAMEBITS_NODE=0
    SAMEBITS_STORES=fast SAMEBITS_VECTOR_UNIT=avx
    SAMEBITS_NONBLOCKING_MEMORY=lots SAMEBITS_WAIT_LIMIT=0 SAMEBITS_CHILDREN=none SAMEBITS_PROGRESS=never
    SAMEBITS_DISTRIBUTION=even SAMEBITS_UNSUPPORTED=abort SAMEBITS_VERBOSE=yes
    SAMEBITS_FILE_MODE=755 SAMEBITS_ARITMETIC=tree)
for init in init thread; do # the two functions that start MPI
    refused $init "${all[@]}" -- "SAMEBITS_ARITHMETIC=exat is not accepted" \
        "auto, exact, tree, prerounded, prerounded2, binned, native or prerounded:K or" \
        "did you mean exact?" \
        "SAMEBITS_SCHEDULE=fast is not accepted" \
        "auto, gather, slices, exchange, node," "native or fnomial:F or split:F with F from 2 to 64, or doubling:G with G from 1 to 64" \
        "SAMEBITS_BLOCK=64k is not accepted" \
        "auto or a number of bytes from 1 to 1G, such as 4096 or 64K" \
        "SAMEBITS_NONBLOCKING_MEMORY=lots is not accepted" \
        "64M or another number of bytes from 0 to 1024G, such as 4096 or 16M, or two, such as 16M:1G" \
        "SAMEBITS_WAIT_LIMIT=0 is not accepted; it takes none or a number of seconds from 1 to" \
        "SAMEBITS_PROGRESS=never is not accepted; it takes auto, none or always" \
        "SAMEBITS_STORES=fast is not accepted; it takes auto" ordinary \
        "SAMEBITS_VECTOR_UNIT=avx is not accepted" \
        "SAMEBITS_NODE=0 is not accepted" "auto or N or N:cyclic with N from 1 to 4096" \
        "SAMEBITS_DISTRIBUTION=even is not accepted" \
        "upper, lower, power2, optimized or optimized:ALPHA with ALPHA from 0 to 1" \
        "SAMEBITS_UNSUPPORTED=abort is not accepted" "warn, error or native" \
        "SAMEBITS_VERBOSE=yes is not accepted" "0 or 1" \
        "SAMEBITS_FILE_MODE=755 is not accepted" "umask or an octal mode from 600 to 666" \
        "SAMEBITS_ARITMETIC is not a variable of samebits" "did you mean SAMEBITS_ARITHMETIC?" \
        SAMEBITS_SCHEDULE SAMEBITS_DISTRIBUTION SAMEBITS_UNSUPPORTED SAMEBITS_VERBOSE SAMEBITS_REPORT
done
# Files are looked for where all values are accepted.
refused init SAMEBITS_PROFILE=/no/such/file -- "SAMEBITS_PROFILE=/no/such/file is not accepted" \
    "No such file or directory" "none or the path of a profile written by samebits_tune"
refused init SAMEBITS_REPORT=/no/such/dir/x -- "SAMEBITS_REPORT=/no/such/dir/x is not accepted" \
    "No such file or directory" "0, 1 or the path of a writable file"
# Nothing is written through a link.
echo precious >behind
ln -s behind link
refused init SAMEBITS_REPORT=link -- "/link is not accepted" "it is a symbolic link to behind" \
    "0, 1 or the path of a writable file"
equal "what is behind a link" precious "$(cat behind)"
refused init SAMEBITS_ARITHMETIC=binned:1 SAMEBITS_SCHEDULE=fnomial:1 SAMEBITS_DISTRIBUTION=optimized:1.5 -- \
    "SAMEBITS_ARITHMETIC=binned:1 is not accepted" "binned:K with K from 2 to 4" \
    "SAMEBITS_SCHEDULE=fnomial:1 is not accepted" \
    "SAMEBITS_DISTRIBUTION=optimized:1.5 is not accepted" "ALPHA from 0 to 1"
refused init SAMEBITS_SCHEDULE=slice -- "SAMEBITS_SCHEDULE=slice is not accepted" "did you mean slices?"
# What one variable's message holds is its own.
refused init SAMEBITS_ARITMETIC=tree -- "SAMEBITS_ARITMETIC is not a variable of samebits" \
    "did you mean SAMEBITS_ARITHMETIC?" \
    SAMEBITS_SCHEDULE SAMEBITS_DISTRIBUTION SAMEBITS_UNSUPPORTED SAMEBITS_VERBOSE SAMEBITS_REPORT
finish
