#!/usr/bin/env bash
# A rank that is killed, or a host that is cut off, in the middle of each kind of call, before the first one and
# at the end: the job ends as it does without the library, and no rank waits for ever.
#
# Without the library, so that it is known what is expected, there is one kind; with EXHAUSTIVE=ON each has its
# own, and there are more of them (make nightly).
set -u
. "$(dirname "$0")/hosts_lib.sh"

# The launcher has to notice, and TCP must not try for a quarter of an hour.
for prefix in OMPI_MCA PRTE_MCA; do
    export ${prefix}_oob_tcp_keepalive_time=2 ${prefix}_oob_tcp_keepalive_intvl=1 ${prefix}_oob_tcp_keepalive_probes=2
done
layout=1+2
[ -z "$polls" ] || [ "$TEST_MPI" = mpich ] || layout=2x1
last=$((${layout/x/*} - 1))
# What a rank's shell does beside the program.
# shellcheck disable=SC2016 # expanded by that shell
in_the_middle='tries=0; until [ -e "$reducing" ] || [ $tries -gt 1200 ]; do sleep 0.1; tries=$((tries + 1)); done; sleep 0.3'
# shellcheck disable=SC2034,SC2016 # by name
{
    killed='[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" != '$last' ] || ('$in_the_middle'; kill -9 $$) &'
    cut='echo 2 >/proc/sys/net/ipv4/tcp_retries2
        [ "$(hostname)" != node2 ] || ('$in_the_middle'; exec "'$root'/scripts/cluster.sh" cut node2) &'
}

middle() { # middle KIND cut|killed [VAR=VALUE]
    local what="$2 in the middle of $1${3:+, with the library}" over=$layout tries took
    [ "$2" != cut ] || over=2x1
    # (The launcher of Open MPI 5.0.11 hangs in one of some dozen such jobs, without the library, too.)
    for ((tries = 0; tries < 3; tries++)); do
        rm -f reducing
        # shellcheck disable=SC2016 # expanded by the ranks' shell
        across $over "${@:3}" -- sh -c 'reducing=$3; eval "$1"; exec nice -n 19 "$0" "$2" "$3"' \
            "$programs/for_ever" "${!2}" "$1" "$PWD/reducing"
        [[ $TEST_MPI = openmpi5 && $status =~ ^(124|137)$ && $elapsed -ge $limit ]] || break
        echo "$what: the job did not end, and is tried again"
    done
    took=$(($(date +%s) - $(stat -c %Y reducing 2>/dev/null || date +%s)))
    # (The launcher's status may be the killed rank's, 137. That of Open MPI 5.0.11 may be 0 where it has lost a host.)
    { [ "$status" -ne 0 ] || grep -aq "lost communication with a remote daemon" err; } && [ "$elapsed" -lt "$limit" ] && [ $took -lt 50 ] ||
        fail "$what" "that the job ends, and not well" "$status after $elapsed s, $took s of them reducing; $(both)"
    [ -e reducing ] || fail "$what" "that it has reduced before" "$(both)"
    lacks "$what" "$(both)" "wrong"
    [ "${EXHAUSTIVE:-}" != ON ] || echo "$what: exit status $status after $elapsed s"
}

kinds=(allreduce reduce scan iallreduce several persistent communicators array idot first finalize)
natively=(allreduce)
if [ "${EXHAUSTIVE:-}" = ON ]; then
    kinds+=(reduce_scatter operator test dot plan)
    natively=("${kinds[@]}")
elif [ -n "$sample" ]; then
    kinds=(allreduce iallreduce communicators array first)
fi
# (MPICH's launcher does not notice that a host is cut off.)
causes=(killed)
[[ $TEST_MPI != openmpi* ]] || causes+=(cut)
cases=()
for why in "${causes[@]}"; do
    for kind in "${natively[@]}"; do cases+=("$kind $why"); done
    for kind in "${kinds[@]}"; do cases+=("$kind $why $with"); done
done
# So many beside each other: where ranks compute for ever, others are slow to begin. (Intel's do not yield.)
# They are slow where others use the machine, too: what counts is how long it takes from when they reduce.
limit=150 many=12
[ "$TEST_MPI" != openmpi5 ] || limit=45 # which may hang, see above
[ "$TEST_MPI" != intel ] || many=3
for ((from = 0; from < ${#cases[@]}; from += many)); do
    beside middle "${cases[@]:from:many}"
done
finish
