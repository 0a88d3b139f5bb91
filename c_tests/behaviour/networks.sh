#!/usr/bin/env bash
# Ranks on two nodes: network namespaces on this machine, with host names and shared memory of
# their own, between which there is nothing but a network. The schedule node finds out by
# itself who is where, however the ranks are placed, and gives the oracle's bits.
set -u
. "$(dirname "$0")/lib.sh"
limit=120

skip() {
    echo "skipped: $1; nodes are tested as SAMEBITS_NODE forces them"
    exit 77
}
[ "$(id -u)" = 0 ] || skip "network namespaces are made by root alone"
for command in ip unshare; do
    command -v $command >/dev/null || skip "there is no command $command"
done
tag=sbt$$
clear_up() { for node in 0 1; do ip netns del $tag-$node 2>/dev/null; done; }
trap clear_up EXIT
address() { echo "10.219.83.$(($1 + 1))"; }
network() {
    ip netns add $tag-0 && ip netns add $tag-1 &&
        ip link add ${tag}a type veth peer name ${tag}b &&
        ip link set ${tag}a netns $tag-0 && ip link set ${tag}b netns $tag-1 || return
    local node=0 link
    for link in ${tag}a ${tag}b; do
        ip -n $tag-$node address add "$(address $node)/24" dev $link &&
            ip -n $tag-$node link set $link up && ip -n $tag-$node link set lo up || return
        node=$((node + 1))
    done
    on 0 true && on 1 true
}

# on NODE COMMAND...: there, with a name and shared memory of that node's own
on() {
    local node=$1
    shift
    # shellcheck disable=SC2016 # expanded by that shell
    ip netns exec $tag-"$node" unshare --mount --uts sh -c \
        'hostname "$1" && mount -t tmpfs samebits /dev/shm && shift && exec "$@"' \
        sh $tag-"$node" "$@"
}
network 2>network.txt || skip "no network namespaces can be made here ($(tail -n 1 network.txt))"

# What launchers call in place of ssh: [OPTION]... ADDRESS COMMAND...
cat >agent <<AGENT
#!/usr/bin/env bash
$(declare -f on)
tag=$tag
while [[ \$1 = -* ]]; do shift; done
node=\$((\${1##*.} - 1))
shift
on \$node sh -c "\$*"
AGENT
chmod +x agent

# across RANKS PLACEMENT [VAR=VALUE]... -- PROGRAM [ARG]...: half of them on each node,
# in blocks or dealt out
across() {
    local ranks=$1 placement=$2 variables=() command half=$((($1 + 1) / 2))
    shift 2
    while [ "$1" != -- ]; do
        variables+=("$1")
        shift
    done
    shift
    local hosts
    hosts="$(address 0):$half,$(address 1):$half"
    command=("$TEST_LAUNCHER" -n "$ranks")
    if [ "$TEST_LAUNCHER_STYLE" = openmpi ]; then
        command+=(--host "$hosts" --mca plm_rsh_agent "$PWD/agent")
        command+=(--mca oob_tcp_if_include 10.219.83.0/24 --mca btl_tcp_if_include 10.219.83.0/24)
        [ "$placement" = blocks ] || command+=(--map-by node)
        local variable
        for variable in "${variables[@]}"; do command+=(-x "$variable"); done
    else
        [ "$placement" = blocks ] || hosts="$(address 0):1,$(address 1):1"
        command+=(-hosts "$hosts" -launcher ssh -launcher-exec "$PWD/agent")
        local variable
        for variable in "${variables[@]}"; do command+=(-genv "${variable%%=*}" "${variable#*=}"); done
    fi
    timeout --kill-after=10 "$limit" bash -c "$(declare -f on); tag=$tag; on 0 \"\$@\"" bash \
        "${command[@]}" "$@" >out 2>err
    status=$?
}

for placement in blocks dealt; do
    for ranks in 3 4; do
        what="$ranks ranks, $placement"
        rm -f report.txt
        # shellcheck disable=SC2016 # expanded by the ranks' shell
        across $ranks $placement TEST_SCHEDULE=node TEST_EXPECT=link SAMEBITS_REPORT="$PWD/report.txt" \
            -- /bin/sh -c 'echo "$(hostname) $(stat -c %d /dev/shm)"; exec "$0"' \
            "$programs/../../schedules.linked"
        succeeded "$what: the bits"
        equal "$what: nodes, and memories that they share" "2 2" \
            "$(sed -n 's/^\(sbt[^ ]*\) [0-9]*$/\1/p' out | sort -u | wc -l) $(sed -n 's/^sbt[^ ]* \([0-9]*\)$/\1/p' out | sort -u | wc -l)"
        contains "$what: the report" "$(rows report.txt)" "exact, node" "tree, node"
    done
done
finish
