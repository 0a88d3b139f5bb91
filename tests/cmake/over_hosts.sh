#!/usr/bin/env bash
# Starts ranks on several hosts that are made for it (scripts/cluster.sh):
#
#     over_hosts.sh MPI LAYOUT LAUNCHER ARGUMENT ...
#
# MPI is one of SamebitsTests.cmake's. LAYOUT says how many ranks each host has: 2x1 (two hosts of one
# rank), 1+2+1; 2x2:cyclic deals them out one by one. BEFORE in the environment has words that come before the
# launcher's (samebits run --). Exit status: the launcher's, or 77 where no hosts can be made.
set -euo pipefail
shopt -s extglob
cluster=$(dirname "${BASH_SOURCE[0]}")/../../scripts/cluster.sh
mpi=$1 layout=$2
export BEFORE=${BEFORE:-}
shift 2

case $layout in
*x*)
    hosts=${layout%%x*} each=${layout#*x}
    ranks=()
    for ((host = 0; host < hosts; host++)); do ranks+=("${each%:cyclic}"); done
    ;;
*+*) IFS=+ read -ra ranks <<<"${layout%:cyclic}" ;;
*) echo "over_hosts: unknown layout \"$layout\"; accepted: 2x1, 1+2+1, 2x2:cyclic ..." >&2 && exit 2 ;;
esac

list=
for ((host = 0; host < ${#ranks[@]}; host++)); do
    count=:${ranks[host]}
    # MPICH's launcher goes through its list again and again.
    [[ $layout != *:cyclic || $mpi == openmpi* ]] || count=:1
    list+=${list:+,}node$((host + 1))$count
done

# (Hosts do not see each other: by itself Open MPI would bind the first rank of each to the same core.)
case $mpi in
openmpi) options='--mca plm_rsh_agent "$CLUSTER/agent" --mca oob_tcp_if_include eth0 --mca btl_tcp_if_include eth0 --bind-to none -H '$list ;;
openmpi5) options='--prtemca plm_ssh_agent "$CLUSTER/agent" --mca btl_tcp_if_include eth0 --bind-to none -H '$list ;;
# (Intel's takes what stands behind a host's name for no number of ranks, and puts all of them on the first host.)
intel*)
    [[ $layout == *x* ]] || { echo "over_hosts: unknown layout \"$layout\" for Intel MPI; accepted: 2x1 ..." >&2 && exit 2; }
    options="-ppn $each"' -launcher rsh -launcher-exec "$CLUSTER/agent" -hosts '${list//:+([0-9])/}
    ;;
*) options='-launcher rsh -launcher-exec "$CLUSTER/agent" -hosts '$list ;;
esac
[[ $layout != *:cyclic || $mpi != openmpi* ]] || options+=' --map-by node'

# (Daemons that end with their host leave folders behind, named by the numbers of their processes, which come
# again on the next hosts: Open MPI 5.0.11 does not start there.)
prepare=true
[ "$mpi" != openmpi5 ] || prepare='export TMPDIR=$CLUSTER'

unset OMPI_MCA_pml OMPI_MCA_btl I_MPI_FABRICS # which say that there is one node
launcher=$1
shift
# shellcheck disable=SC2016 # CLUSTER is known there
exec "$cluster" run "${#ranks[@]}" bash -c "$prepare"'; launcher=$1; shift; exec $BEFORE "$launcher" '"$options"' "$@"' over_hosts "$launcher" "$@"
