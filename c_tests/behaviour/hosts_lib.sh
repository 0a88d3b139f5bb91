# What the scripts over hosts share (hosts*.sh): starting ranks on hosts of this machine, with a network between
# them (scripts/cluster.sh). Sourced.
# shellcheck shell=bash disable=SC2034
. "$(dirname "$0")/lib.sh"
root=$(dirname "$0")/../..
over_hosts=$root/tests/cmake/over_hosts.sh
"$root/scripts/cluster.sh" run 1 true >cannot.txt 2>&1 || { status=$? && cat cannot.txt && exit "$status"; }
samebits=$(dirname "$TEST_LIBRARY")/samebits

# Under other MPI libraries than Debian's there is a sample, unless all is asked for (make nightly).
sample=
[[ $TEST_MPI =~ ^(openmpi|mpich)$ || ${EXHAUSTIVE:-} = ON ]] || sample=yes

# Ranks of these poll while they wait: each needs a core, and two hosts have one.
polls=
[[ $TEST_MPI == openmpi* ]] || polls=yes

# across LAYOUT [VAR=VALUE]... -- PROGRAM [ARG]...
across() {
    local layout=$1 sum=${1%:cyclic} launch=("$TEST_LAUNCHER" -n)
    launch+=("$((${sum/x/*}))")
    shift
    while [ "$1" != -- ]; do
        case $TEST_LAUNCHER_STYLE in
        openmpi) launch+=(-x "$1") ;;
        *) launch+=(-genv "${1%%=*}" "${1#*=}") ;;
        esac
        shift
    done
    shift
    # Open MPI 5.0.11 fails in one of some thousand launches, before it has started anything.
    local tries begun
    for ((tries = 0; tries < 3; tries++)); do
        begun=$SECONDS
        timeout --kill-after=10 "$limit" "$over_hosts" "$TEST_MPI" "$layout" "${launch[@]}" "$@" >out 2>err
        status=$?
        grep -q "PMIx server's listener thread failed to start" err || break
    done
    elapsed=$((SECONDS - begun))
}

# The same, where node2's ranks first do what is said in words of sh.
node2_does() { # node2_does WORDS LAYOUT [VAR=VALUE]... -- PROGRAM [ARG]...
    local words=$1 arguments=()
    shift
    while [ "$1" != -- ]; do
        arguments+=("$1")
        shift
    done
    shift
    # shellcheck disable=SC2016 # expanded by the ranks' shell
    across "${arguments[@]}" -- sh -c 'if [ "$(hostname)" = node2 ]; then eval "$0"; fi; exec "$@"' "$words" "$@"
}

sums() { # sums WHAT RANKS: of the last launch
    local rank expected
    expected=$(for ((rank = 0; rank < $2; rank++)); do echo "rank $rank has the sum $(($2 * ($2 + 1) / 2))"; done)
    succeeded "$1"
    equal "$1: the sums" "$expected" "$(grep -a 'has the sum' out | sort)"
}
