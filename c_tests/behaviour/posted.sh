#!/usr/bin/env bash
# Nonblocking and persistent reductions of the ranks of one node go through memory that these share;
# by the MPI library's collectives where they may not or cannot, with the same bits. What that takes
# is bounded by what is under way, and goes with communicators and requests.
set -u
. "$(dirname "$0")/lib.sh"

# ways: of the last report the calls and how they went, without the number of elements
ways() { rows report.txt | awk '{ print $3, $NF }' | sort -u; }
# calls NAME: how many there were
calls() { rows report.txt | awk -v name="$1" '$3 == name { sum += $6 } END { print sum + 0 }'; }
# printed NAME: what the program says of it, one line each time
printed() { sed -n "s/^$1 //p" out; }
# held WHAT LEAST MOST: KiB that nonblocking reductions had at most, by the last report
held() {
    local line="peak memory of nonblocking reductions" kib
    kib=$(sed -nE "s/^  $line: ([0-9]+) KiB\$/\1/p" report.txt)
    { [ -n "$kib" ] && [ "$kib" -ge "$2" ] && [ "$kib" -le "$3" ]; } ||
        fail "$1: $line" "$2 to $3 KiB" "${kib:-no such line}"
}
# run WHAT RANKS [VAR=VALUE]... -- ARG...
run() {
    local what=$1 ranks=$2
    shift 2
    local variables=()
    while [ "$1" != -- ]; do
        variables+=("$1")
        shift
    done
    shift
    rm -f report.txt
    launch "$ranks" "${variables[@]}" SAMEBITS_REPORT=report.txt -- "$programs/posted" "$@"
    succeeded "$what"
    silent "$what"
    equal "$what: wrong results" 0 "$(printed wrong)"
    lacks "$what: the report" "$(rows report.txt)" "NOT made reproducible"
}

# The first few go by the MPI library: the memory has to be earned and set up, for which nobody waits.
by_mpi="\
MPI_Allreduce_init persistent
MPI_Iallreduce ialltoallv
MPI_Ireduce igather
MPI_Iscan ialltoallv"
for ranks in 2 3; do
    run "$ranks ranks" $ranks "$with" -- bits
    bits=$(grep '^rank' out)
    contains "$ranks ranks: how" "$(ways)" "MPI_Iallreduce node" "MPI_Ireduce node" "MPI_Iscan node"
    held "$ranks ranks" 136 264 # 64 lines of 128 bytes, and 128 KiB
    equal "$ranks ranks: files" 1 "$(printed files)" # the persistent request's memory is in it
    for name in MPI_Allreduce_init:600 MPI_Iallreduce:1200 MPI_Ireduce:600 MPI_Iscan:600; do
        equal "$ranks ranks: calls of ${name%:*}" "${name#*:}" "$(calls "${name%:*}")"
    done

    [ $ranks = 3 ] || continue
    # not_shared WHAT [VAR=VALUE]... -- ARG...
    not_shared() {
        local what="$ranks ranks, $1"
        run "$what" $ranks "${@:2}"
        equal "$what: the bits" "$bits" "$(grep '^rank' out)"
        equal "$what: how" "$by_mpi" "$(ways)"
        equal "$what: files" 0 "$(printed files)"
        held "$what" 1 20 # what is under way
    }
    not_shared "gather" "$with" SAMEBITS_SCHEDULE=gather -- bits
    no_files=LD_PRELOAD=$TEST_PROGRAMS/libno_memfd.so:$TEST_LIBRARY
    not_shared "no files without names" "$no_files" -- bits
    not_shared "rank 0 can create none" "$with" -- bits 0 files 0
    not_shared "rank 0 may create none of that length" "$with" -- bits 0 bytes 4096
    # (One rank less has it mapped, but nobody knows whether it will come.)
    what="$ranks ranks, rank 1 can open none"
    run "$what" $ranks "$with" -- bits 1 files 0
    equal "$what: the bits" "$bits" "$(grep '^rank' out)"
    equal "$what: how" "$by_mpi" "$(ways)"
done

# Under way at once, 15 times: 40 MB of two ranks and 80,000 short ones. Then one that is open while
# 20,000 others are completed, which takes nothing more.
run "many at once" 2 "$with" -- open
contains "many at once" "$(ways)" "MPI_Iallreduce node"
held "many at once" 19000 120000
mapped=$(printed mapped)
[ "${mapped%$'\n'*}" -lt 400000 ] || fail "many at once: KiB mapped" "less than 400000" "$mapped"
equal "one that stays open: KiB mapped" "${mapped%$'\n'*}" "${mapped#*$'\n'}"
used=$(printed used)
[ "${used#*$'\n'}" -lt 300000 ] || fail "many at once: KiB used" "less than 300000" "$used"

# A rank whose files may not grow cannot post: an error, since the others wait for that.
launch 2 "$with" -- "$programs/posted" open 1 bytes 1000000
stopped "no room on rank 1"
contains "no room on rank 1" "$(said)" "MPI_Iallreduce on rank 1: cannot allocate " \
    "SAMEBITS_SCHEDULE=gather"

# Communicators and persistent requests leave nothing behind but the file of MPI_COMM_WORLD, in which
# any number of persistent ones have their memory.
run "brief" 2 "$with" -- brief
contains "brief" "$(ways)" "MPI_Iallreduce node"
held "brief" 136 2000
equal "brief: files" $'1\n1\n1\n1' "$(printed files)"
mapped=$(printed mapped | sed -n '2p;4p')
equal "brief: KiB mapped" "${mapped%$'\n'*}" "${mapped#*$'\n'}"
descriptors=$(printed descriptors)
equal "brief: descriptors" "${descriptors%$'\n'*}" "${descriptors#*$'\n'}"

# Starting is as fast while another rank is late.
limit=60
run "late" 2 "$with" -- late
finish
