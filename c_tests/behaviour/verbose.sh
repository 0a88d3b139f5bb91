#!/usr/bin/env bash
# SAMEBITS_VERBOSE=1: one line from one rank; nothing without it. Without it, too, one line from one rank
# where the launcher has started several and each is a job of its own.
set -u
. "$(dirname "$0")/lib.sh"

case $TEST_MPI in
openmpi*) mpi="Open MPI" ;;
mpich*) mpi="MPICH" ;;
intel*) mpi="Intel\(R\) MPI" ;;
esac
number='[0-9]+\.[0-9]+\.[0-9]+'

# The line has the shape that the README shows.
expect() { # expect WHAT RANKS POLICY
    succeeded "$1"
    local shape="^samebits: $number, in front of $mpi [^;]*${number}[^;]* \(/[^;]*\), $2 ranks; $3\$"
    if [ "$(said | wc -l)" != 1 ] || ! said | grep -qE "$shape"; then
        fail "$1" "one line like $shape" "$(said)"
    fi
}

launch 3 "$with" SAMEBITS_VERBOSE=1 -- "$programs/sum"
expect "without a policy" 3 "arithmetic=auto schedule=auto unsupported=warn"

launch 2 "$with" SAMEBITS_VERBOSE=1 SAMEBITS_ARITHMETIC=tree SAMEBITS_SCHEDULE=slices \
    SAMEBITS_UNSUPPORTED=error -- "$programs/sum" thread
expect "MPI_Init_thread and a policy" 2 "arithmetic=tree schedule=slices unsupported=error"

launch 2 "$with" SAMEBITS_VERBOSE=1 -- "$programs/nothing"
expect "a program that makes no reduction" 2 "arithmetic=auto schedule=auto unsupported=warn"

launch 3 "$with" SAMEBITS_VERBOSE=0 -- "$programs/sum"
succeeded "SAMEBITS_VERBOSE=0"
silent "SAMEBITS_VERBOSE=0"

launch 3 "$with" -- "$programs/sum"
succeeded "without the variable"
silent "without the variable"

# As srun without a PMI starts them, which the MPI library does not see; and another MPI's launcher.
other=OMPI_COMM_WORLD
[[ $TEST_MPI != openmpi* ]] || other=MV2_COMM_WORLD
for rank in 0 1; do
    for variables in "SLURM_PROCID=$rank SLURM_STEP_NUM_TASKS=2" "${other}_RANK=$rank ${other}_SIZE=2"; do
        # shellcheck disable=SC2086 # several words
        alone "$with" $variables "$programs/nothing"
        succeeded "jobs of one rank, $variables"
        equal "jobs of one rank, $variables: what the program prints" "1 ranks, together 42" "$(cat out)"
        if [ $rank = 0 ]; then
            contains "jobs of one rank, $variables" "$(said)" \
                "samebits: 2 ranks were started, but MPI_COMM_WORLD has one rank"
        else
            silent "jobs of one rank, $variables"
        fi
    done
done
# In a batch script or a shell of salloc a program may well be alone.
alone "$with" SLURM_PROCID=0 SLURM_NTASKS=4 "$programs/nothing"
succeeded "alone in a job of four"
silent "alone in a job of four"
finish
