#!/usr/bin/env bash
# What differs between the hosts of a cluster, and what fails there: hosts on this machine, with a network
# between them (scripts/cluster.sh). The schedule node finds out by itself who is where; results are those of
# one host whatever a host has and others have not; a job that cannot go on ends, and says why where samebits
# ends it.
set -u
. "$(dirname "$0")/lib.sh"
root=$(dirname "$0")/../..
over_hosts=$root/tests/cmake/over_hosts.sh
"$root/scripts/cluster.sh" run 1 true >cannot.txt 2>&1 || { status=$? && cat cannot.txt && exit "$status"; }
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
    local begun=$SECONDS
    timeout --kill-after=10 "$limit" "$over_hosts" "$TEST_MPI" "$layout" "${launch[@]}" "$@" >out 2>err
    status=$?
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

# Who is where: ranks next to each other, and dealt out.
where() { # where LAYOUT
    local what="$1: who is where"
    # shellcheck disable=SC2016
    across "$1" TEST_SCHEDULE=node TEST_SAMPLE=1 TEST_EXPECT=link SAMEBITS_REPORT="$PWD/report.txt" \
        -- sh -c 'echo "$(hostname) $(stat -c %d /dev/shm)"; exec "$0"' "$programs/../../schedules.linked"
    succeeded "$what"
    equal "$what: nodes, and memories that they share" "2 2" \
        "$(sed -n 's/^\(node.\) [0-9]*$/\1/p' out | sort -u | wc -l) $(sed -n 's/^node. \([0-9]*\)$/\1/p' out | sort -u | wc -l)"
    contains "$what: the report" "$(rows report.txt)" "exact, node" "tree, node"
}
limit=150
for layout in 2+1 2x2:cyclic; do where "$layout"; done
limit=60

# A host without the library, and one with another version of it.
with=LD_PRELOAD=$TEST_LIBRARY
node2_does "unset LD_PRELOAD" 2x1 "$with" SAMEBITS_WAIT_LIMIT=2 -- nice -n 19 "$programs/sum"
stopped "a host without the library"
contains "a host without the library: what samebits says" "$(said)" "was every rank" "started with samebits" \
    "SAMEBITS_WAIT_LIMIT=2 has passed"
version=$(sed -n 's/^version = "\([^"]*\)".*/\1/p' "$root/Cargo.toml" | head -n 1)
sed "s/samebits ${version//./\\.} d/samebits ${version%.*}.x d/g" "$TEST_LIBRARY" >other.so
node2_does "export LD_PRELOAD=$PWD/other.so" 2x1 "$with" -- "$programs/sum"
stopped "another version on a host"
contains "another version on a host: what samebits says" "$(said)" "$version" "${version%.*}.x"

# What decides no bit may differ, and what a host lacks is done without.
node2_does 'export LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo; umask 077' 2x1 "$with" -- "$programs/sum" long
sums "another locale and umask" 2
full="mount -t tmpfs -o size=4k tmpfs /dev/shm; head -c 1M /dev/zero >/dev/shm/full 2>/dev/null"
if [ "$TEST_MPI" = openmpi ]; then # (MPICH 4.0 needs it)
    node2_does "$full" 1+2 "$with" -- "$programs/sum" long
    sums "a full /dev/shm" 3
    silent "a full /dev/shm"
fi
# (A folder for temporary files is the launcher's business, and there before.)
node2_does "mount -t tmpfs -o size=4k tmpfs /var/tmp; export TMPDIR=/var/tmp; head -c 1M /dev/zero >/var/tmp/full 2>/dev/null" \
    2x1 "$with" -- "$programs/sum" long
sums "a full folder of temporary files" 2

# A trace's folder that is not shared: each host has the ranks' files that are its own.
mkdir trace elsewhere
node2_does "mount --bind $PWD/elsewhere $PWD/trace" 2x1 "$with" SAMEBITS_TRACE="$PWD/trace" -- "$programs/sum"
sums "a trace's folder of each host's own" 2
equal "a trace's folder of each host's own: files" "1 1" \
    "$(find trace -name '*.trace' | wc -l) $(find elsewhere -name '*.trace' | wc -l)"

# A host that is cut off, or a rank that dies, in the middle of each kind of call: the job ends as it
# does without the library. (It takes a launcher that notices, and TCP that does not try for a quarter of an hour.)
export OMPI_MCA_oob_tcp_keepalive_time=2 OMPI_MCA_oob_tcp_keepalive_intvl=1 OMPI_MCA_oob_tcp_keepalive_probes=2
# shellcheck disable=SC2034,SC2016 # by name; and expanded by the ranks' shell
cut="echo 2 >/proc/sys/net/ipv4/tcp_retries2; [ \$(hostname) != node2 ] || (sleep 1; exec $root/scripts/cluster.sh cut node2) &"
# shellcheck disable=SC2034,SC2016
killed='[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" != 2 ] || (sleep 1; kill -9 $$) &'
middle() { # middle KIND cut|killed [VAR=VALUE]
    local what="$2 in the middle of $1${3:+, with the library}" layout=2x1
    [ "$2" = cut ] || layout=1+2
    # shellcheck disable=SC2016 # expanded by the ranks' shell
    across $layout "${@:3}" -- sh -c 'eval "$0"; exec "$@"' "${!2}" nice -n 19 "$programs/for_ever" "$1"
    # (The launcher's status may be the killed rank's, 137.)
    [ "$status" -ne 0 ] && [ "$elapsed" -lt "$limit" ] ||
        fail "$what" "that the job ends, and not well" "$status after $elapsed s; $(both)"
    contains "$what: that it has reduced before" "$(cat out)" "reducing"
    lacks "$what" "$(both)" "wrong"
}
limit=50
cases=("allreduce killed") # without it, so that it is known what is expected
[ "$TEST_MPI" != openmpi ] || cases+=("allreduce cut")
for kind in allreduce reduce scan iallreduce persistent; do
    for why in killed cut; do
        [ "$TEST_MPI" != openmpi ] && [ $why = cut ] || cases+=("$kind $why $with")
    done
done
beside middle "${cases[@]}"

# The command, over hosts.
samebits=$(dirname "$TEST_LIBRARY")/samebits
command_() { # command_ "ARGUMENTS of samebits" LAYOUT PROGRAM [ARG]...
    BEFORE="$samebits $1 --" across "$2" -- "${@:3}"
}
if [ -x "$samebits" ]; then
    command_ "run --trace first" 2x2 "$programs/sum"
    sums "samebits run" 4
    command_ "run --trace second" 2x2:cyclic "$programs/sum"
    sums "samebits run, placed otherwise" 4
    alone "$samebits" diff first second
    succeeded "samebits diff"
    command_ doctor 2x2 "$programs/sum"
    contains "samebits doctor" "$(cat out)" node1 node2
fi
finish
