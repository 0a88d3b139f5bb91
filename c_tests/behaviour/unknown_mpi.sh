#!/usr/bin/env bash
# In front of an MPI library that it does not know the library says so in one
# line and passes every call on.
set -u
. "$(dirname "$0")/lib.sh"

expected="\
the fake MPI_Init
the fake MPI_Allreduce: 2 d + w
code 7, results 15 25
the fake MPI_Reduce: to 3
the fake MPI_Allreduce: 1 d + w
code 8, results 15 25
the fake MPI_Finalize
code 0"

# expect WHAT WHY: the program ran as without, and a line says WHY
expect() {
    equal "$1: exit status" 6 "$status"
    equal "$1: what the program prints" "$expected" "$(cat out)"
    equal "$1: what is said" \
        "samebits: not active: $2; every call is passed on, nothing is reproducible" "$(cat err)"
}

unknown="$programs/libfake_mpi.so (\"Fake MPI 1.0\") belongs to no known ABI family"
alone "$programs/fake_program"
equal "without: what the program prints" "$expected" "$(cat out)"
alone "$with" "$programs/fake_program" 6
expect "an unknown ABI" "$unknown"
alone "$with" SAMEBITS_REPORT=1 SAMEBITS_VERBOSE=1 "$programs/fake_program" 6
contains "an unknown ABI, with a report" "$(cat err)" "samebits: no report: not active: $unknown"
sed -i '/^samebits: no report: /d' err
expect "an unknown ABI, with a report" "$unknown"
alone "$with" "$programs/fake_program_old" 6
expect "a function is missing" "$programs/libfake_mpi_old.so: the function PMPI_Iallreduce is missing"

# Large counts become ints where they are arguments. How many lie in an array only a library that we
# know tells: the call ends, and does not hand them on as they are.
alone "$with" "$programs/fake_program" 6 large
stopped "large counts"
equal "large counts: what the program prints" "$(sed '/MPI_Finalize/,$d' <<<"$expected")
the fake MPI_Allreduce: 2 d + w
code 7" "$(cat out)"
contains "large counts: what is said" "$(cat err)" \
    "MPI_Reduce_scatter_c was called, but no library loaded after samebits defines it"

# Of several ranks the first one says it.
launch 3 "$with" -- "$programs/fake_program"
# MPICH's launcher dies of a broken pipe, now and then, where ranks that do not talk to it
# end before it has started the others.
for ((tries = 0; tries < 5 && status == 141; tries++)); do
    launch 3 "$with" -- "$programs/fake_program"
done
succeeded "three ranks"
equal "three ranks: what is said" \
    "samebits: not active: $unknown; every call is passed on, nothing is reproducible" "$(said)"
equal "three ranks: what the program prints" \
    "$(printf '%s\n%s\n%s\n' "$expected" "$expected" "$expected" | sort)" "$(sort out)"
finish
