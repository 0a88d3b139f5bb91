#!/usr/bin/env bash
# What differs between the hosts of a cluster: the schedule node finds out by itself who is where, and results
# are those of one host whatever a host has and others have not. A host without the library, or with another
# version of it, ends the job in words.
set -u
. "$(dirname "$0")/hosts_lib.sh"

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
if [[ $TEST_MPI =~ ^(openmpi|mpich)$ ]]; then
    limit=150
    for layout in 2+1 2x2:cyclic; do where "$layout"; done
fi
limit=60

# A host without the library, and one with another version of it.
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
finish
