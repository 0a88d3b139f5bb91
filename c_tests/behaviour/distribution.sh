#!/usr/bin/env bash
# samebits_share needs no MPI and decides nothing for an MPI library that is loaded
# later; where it is left the choice it goes by SAMEBITS_DISTRIBUTION, and a wrong
# environment is an error of the call that asks for it.
set -u
. "$(dirname "$0")/lib.sh"

says() { # says WHAT EXPECTED: the last process ended well and printed just that
    succeeded "$1"
    equal "$1" "$(printf 'stdout: %s\nstderr: ' "$2")" "$(both)"
}

lacks "the libraries of a program without MPI" "$(ldd "$programs/shares")" libmpi

upper="0+2 2+3 5+3 8+3"
alone "$with" "$programs/shares" "" 11 4
says "without variables" "$upper"
alone "$with" SAMEBITS_DISTRIBUTION= "$programs/shares" "" 11 4
says "an empty variable" "$upper"
for setting in "upper=$upper" "lower=0+3 3+3 6+3 9+2" "power2=0+2 2+2 4+2 6+5" \
    "optimized=0+2 2+3 5+3 8+3" "optimized:0.37=0+2 2+2 4+4 8+3"; do
    alone "$with" "SAMEBITS_DISTRIBUTION=${setting%%=*}" "$programs/shares" "" 11 4
    says "SAMEBITS_DISTRIBUTION=${setting%%=*}" "${setting#*=}"
    alone "$with" "$programs/shares" "${setting%%=*}" 11 4
    says "${setting%%=*}" "${setting#*=}"
done

alone "$with" SAMEBITS_DISTRIBUTION=pow2 SAMEBITS_VERBOSE=2 "$programs/shares" "" 11 4
says "a wrong environment" "code 13: samebits_share: \
SAMEBITS_DISTRIBUTION=pow2 is not accepted (did you mean power2?); it takes upper, lower, power2, \
optimized or optimized:ALPHA with ALPHA from 0 to 1, such as 0.25; \
SAMEBITS_VERBOSE=2 is not accepted; it takes 0 or 1"
alone "$with" SAMEBITS_DISTRIBUTION=pow2 "$programs/shares" upper 11 4
says "a wrong environment that is not asked" "$upper"
alone "$with" "$programs/fake_program" # of an MPI that is not known
cp err fake
alone "$with" LD_LIBRARY_PATH="$programs" "$programs/shares" "" 11 4 "$programs/libfake_mpi.so"
equal "an unknown MPI, loaded later: what is said" "$(said <fake)" "$(said)"

# An MPI library that is loaded after all that is served like any other, also if a direct call came too
# early; one that comes too late is an error of samebits' too.
library=$(ldd "$programs/sum" | sed -nE 's/.*lib(mpi|mpich|mpi_abi)\.so.* => ([^ ]*).*/\2/p')
launch 1 "$with" SAMEBITS_VERBOSE=1 -- "$programs/shares" no 11 4 "$library" direct
succeeded "an MPI library that is loaded later"
contains "an MPI library that is loaded later: the error before" "$(cat out)" \
    "code 13: samebits_share: distribution=no is not accepted"
contains "an MPI library that is loaded later" "$(said)" "in front of" "$library"
equal "direct calls without MPI" "\
before MPI: samebits_set: this process has no MPI library that samebits supports
after MPI: samebits_set: MPI is not initialised, or already finalised" "$(grep '^[a-z]* MPI: ' out)"
lacks "an MPI library that is loaded later" "$(said)" "not active"
finish
