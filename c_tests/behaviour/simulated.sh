#!/usr/bin/env bash
# SimGrid's SMPI, where the ranks share a process: what is said is said once, a job that is
# stopped keeps its status, and ranks that share a copy of the library are refused.
set -u
. "$(dirname "$0")/lib.sh"

# simulate RANKS [VAR=VALUE | --OPTION]... -- PROGRAM [ARG]...
simulate() {
    local ranks=$1 variables=() options=(-quiet -platform "$TEST_PLATFORM" --log=root.thres:error)
    shift
    while [ "$1" != -- ]; do
        case $1 in
        --*) options+=("$1") ;;
        *) variables+=("$1") ;;
        esac
        shift
    done
    shift
    alone "${variables[@]}" "$TEST_LAUNCHER" "${options[@]}" -np "$ranks" "$@"
}
dlopen=--cfg=smpi/privatization:dlopen
copies=("$dlopen" --cfg=smpi/privatize-libs:libsamebits.so.0)
sums() { # sums WHAT RANKS SUM: every rank has it
    succeeded "$1"
    equal "$1: the sums" "$(for ((i = 0; i < $2; i++)); do echo "rank $i has the sum $3"; done)" \
        "$(grep sum out | sort)"
}

simulate 3 "${copies[@]}" -- "$programs/sum"
sums "without variables" 3 6
silent "without variables"

simulate 3 SAMEBITS_VERBOSE=1 "${copies[@]}" -- "$programs/sum"
sums "verbose" 3 6
shape='^samebits: [0-9.]+, in front of SMPI Version [^;]* \(/[^;]*\), 3 ranks; '
[ "$(said | grep -cE "$shape") $(said | wc -l)" = "1 1" ] ||
    fail "verbose" "one line like $shape" "$(said)"

simulate 3 SAMEBITS_REPORT=report.txt "${copies[@]}" -- "$programs/sum"
sums "report" 3 6
same_rows "report" "made reproducible: MPI_Allreduce MPI_FLOAT MPI_SUM 1 1 4 exact, gather" report.txt
equal "report: headings" 1 "$(grep -c '^samebits report: .* 3 ranks; ' report.txt)"

# A nonblocking one of several phases, which ranks go on with in the call that completes it: on request,
# and after a blocking one.
for how in wait test; do
    rm -f report.txt
    simulate 8 SAMEBITS_PROGRESS=always SAMEBITS_REPORT=report.txt "${copies[@]}" -- "$programs/sum" before nonblocking "$how"
    sums "driven, $how" 8 36
    contains "driven, $how: the report" "$(cat report.txt)" "driven by the MPI library (simulated): 1 reduction"
done
rm -f report.txt
simulate 3 SAMEBITS_REPORT=report.txt "${copies[@]}" -- "$programs/sum" nonblocking
sums "nonblocking" 3 6
lacks "nonblocking: the report" "$(cat report.txt)" driven

simulate 3 SAMEBITS_ARITHMETIC=exat "${copies[@]}" -- "$programs/sum"
equal "a wrong value: status" 64 "$status"
equal "a wrong value: lines" 1 "$(grep -c 'SAMEBITS_ARITHMETIC=exat is not accepted' err)"

simulate 2 "$dlopen" -- "$programs/sum"
equal "one copy for all: status" 64 "$status"
contains "one copy for all" "$(said)" "share this process and this copy of samebits" \
    "smpi/privatize-libs:libsamebits.so.0"

simulate 2 "${copies[@]}" -- "$programs/behind"
sums "behind SMPI" 2 3
equal "behind SMPI: lines" 1 "$(said | grep -c 'loaded after the MPI library')"
finish
