#!/usr/bin/env bash
# Several hosts on one machine, so that MPI programs can be tried over a network:
#
#     scripts/cluster.sh run HOSTS COMMAND ...   makes hosts node1, node2 ..., runs the command on
#                                                node1, and ends the hosts when it has ended
#
# and, for that command (whose environment has CLUSTER, a folder that belongs to the hosts):
#
#     scripts/cluster.sh on HOST COMMAND ...     runs a command on one of them, in this directory
#     scripts/cluster.sh cut HOST                takes the host off the network
#     "$CLUSTER/agent"                           what stands in for ssh where a launcher asks for it
#
# A host has its own network (10.77.0.1 ...), name, System V IPC, /dev/shm and /sys; files and processes
# are shared, as files are on a cluster. A bridge joins the hosts, and what ranks on two of them send
# each other goes through TCP. Launchers need to be told so:
#
#     Open MPI   mpirun --mca plm_rsh_agent "$CLUSTER/agent" -H node1,node2 --bind-to none
#     Open MPI 5 mpirun --prtemca plm_ssh_agent "$CLUSTER/agent" -H node1,node2 --bind-to none
#     MPICH      mpiexec -launcher rsh -launcher-exec "$CLUSTER/agent" -hosts node1,node2
#
# (--bind-to none: hosts do not see each other, and Open MPI binds the first rank of each to the same core.)
# Needs root, or user namespaces; iproute2 and util-linux. Where they are missing it says so and
# ends with status 77.
set -euo pipefail
self=$(readlink -f "${BASH_SOURCE[0]}")

cannot() {
    echo "skipped: no hosts can be made here: $1"
    exit 77
}

host() { # host NAME: the process whose namespaces are the host
    [ -n "${CLUSTER:-}" ] || { echo "cluster: there are no hosts; scripts/cluster.sh run makes them" >&2 && exit 2; }
    cat "$CLUSTER/$1" 2>/dev/null && return
    echo "cluster: unknown host \"$1\"; accepted: $(cd "$CLUSTER" && echo node*)" >&2
    exit 2
}

enter() { # enter NAME DIRECTORY COMMAND ...
    local process
    process=$(host "$1")
    exec nsenter --target "$process" --net --uts --ipc --mount sh -c 'cd "$0" && exec "$@"' "$2" "${@:3}"
}

# In namespaces of its own, which end with it: network (the bridge's), processes and mounts.
inside() { # inside HOSTS COMMAND ...
    local number name status=0
    CLUSTER=$(mktemp -d)
    export CLUSTER
    trap 'rm -rf "$CLUSTER"' EXIT
    echo $$ >"$CLUSTER/switch"
    printf '#!/bin/sh\nexec "%s" agent "$@"\n' "$self" >"$CLUSTER/agent"
    chmod +x "$CLUSTER/agent"
    echo "127.0.0.1 localhost" >"$CLUSTER/hosts"
    for ((number = 1; number <= $1; number++)); do echo "10.77.0.$number node$number"; done >>"$CLUSTER/hosts"
    ip link add bridge type bridge
    ip link set bridge up
    for ((number = 1; number <= $1; number++)); do
        name=node$number
        unshare --net --uts --ipc --mount sh -e -c 'hostname "$1"
            mount -t tmpfs tmpfs /dev/shm
            mount -t sysfs sysfs /sys
            mount --bind "$CLUSTER/hosts" /etc/hosts
            ip link set lo up
            echo $$ >"$CLUSTER/$1.made" && mv "$CLUSTER/$1.made" "$CLUSTER/$1"
            exec sleep infinity' host "$name" </dev/null >"$CLUSTER/log" 2>&1 &
        until [ -e "$CLUSTER/$name" ]; do
            kill -0 $! 2>/dev/null || { cat "$CLUSTER/log" >&2 && exit 1; }
            sleep 0.01
        done
        ip link add "$name" type veth peer name eth0 netns "$(host "$name")"
        ip link set "$name" master bridge up
        nsenter --target "$(host "$name")" --net sh -e -c \
            "ip address add 10.77.0.$number/24 dev eth0; ip link set eth0 up"
    done
    "$self" on node1 "${@:2}" || status=$?
    exit "$status"
}

separate=(--net --pid --mount --fork --kill-child --mount-proc)
case ${1:-} in
run)
    [[ $# -ge 3 && $2 =~ ^[1-9][0-9]?$ ]] || { echo "usage: cluster.sh run HOSTS COMMAND ...; HOSTS: 1 to 99" >&2 && exit 2; }
    type ip nsenter unshare >/dev/null 2>&1 || cannot "iproute2 and util-linux are needed"
    [ "$(id -u)" = 0 ] || separate=(--user --map-root-user "${separate[@]}")
    why=$(unshare "${separate[@]}" sh -c "ip link add bridge type bridge && ip link add here type veth peer name there &&
        unshare --net --uts --ipc --mount sh -c 'mount -t tmpfs tmpfs /dev/shm && mount -t sysfs sysfs /sys'" 2>&1) ||
        cannot "${why:-unshare failed} (root may, or who has user namespaces)"
    exec unshare "${separate[@]}" "$self" inside "${@:2}"
    ;;
inside) inside "${@:2}" ;;
on) enter "$2" "$PWD" "${@:3}" ;;
cut)
    host "$2" >/dev/null
    nsenter --target "$(host switch)" --net ip link set "$2" down
    ;;
agent) # as ssh: [-x] HOST COMMAND
    shift
    [ "$1" != -x ] || shift
    enter "$1" / sh -c "${*:2}"
    ;;
*)
    sed -n '/^#  /s/^# *//p; /^set/q' "$self" >&2
    exit 2
    ;;
esac
