#!/usr/bin/env bash
# /dev/shm is the program's: 64 MB of it, as containers have, with many communicators and with many
# ranks. Memory of our own takes nothing of it; where ranks cannot open each other's, no more is
# taken than leaves three quarters free; and the report says how many communicators go without.
set -u
. "$(dirname "$0")/lib.sh"

unshare --mount --map-root-user true 2>/dev/null || unshare --mount true 2>/dev/null || {
    echo "skipped: no mount namespaces can be made here"
    exit 77
}
namespace=(unshare --mount)
[ "$(id -u)" = 0 ] || namespace+=(--map-root-user)

# small RANKS COMMUNICATORS: in 64 MB
small() {
    local TEST_LAUNCHER=$PWD/in_64
    rm -f report.txt
    launch "$1" "$with" SAMEBITS_SCHEDULE=node SAMEBITS_REPORT=report.txt -- "$programs/budget" "$2"
}
# The launcher, with so much in /dev/shm.
cat >in_64 <<END
#!/bin/sh
exec ${namespace[*]} sh -c 'mount -t tmpfs -o size=64m samebits /dev/shm && exec "\$@"' sh "$TEST_LAUNCHER" "\$@"
END
chmod +x in_64

# ran WHAT COMMUNICATORS: all of it
ran() {
    succeeded "$1"
    contains "$1" "$(cat out)" "$((2 * $2)) of $((2 * $2)) sums are right" "window"
}
taken() { sed -n 's/^taken \(-*[0-9]*\) KiB.*/\1/p' out; }
# none WHAT: nothing of /dev/shm (but what an MPI library takes meanwhile)
none() { [ "$(taken)" -lt 1024 ] || fail "$1: of /dev/shm" "less than 1024 KiB" "$(taken) KiB"; }

small 2 200
ran "200 communicators" 200
none "200 communicators"
equal "200 communicators: the report" \
    "  without shared memory: 136 communicators (64 communicators of a rank have shared memory, which is the limit)" \
    "$(grep 'without shared memory' report.txt)"
contains "200 communicators" "$(rows report.txt)" "MPI_SUM 128 128000 1024000 exact, node"

many=32
[ "$TEST_LAUNCHER_STYLE" = openmpi ] || many=4 # the others poll, and take seconds for each call
small $many 3
ran "$many ranks" 3
none "$many ranks"
contains "$many ranks" "$(rows report.txt)" "MPI_Allreduce MPI_DOUBLE MPI_SUM 6 6000 48000 exact, node"

# Where files have to have names: as without memfd_create, or where ranks are in containers of
# their own.
with=LD_PRELOAD=$TEST_PROGRAMS/libno_memfd.so:$TEST_LIBRARY
small 2 100
ran "by names" 100
all=65536
[ "$(taken)" -gt 1024 ] && [ "$(taken)" -le $((all / 4)) ] ||
    fail "by names: of /dev/shm" "some, and a quarter of $all KiB at most" "$(taken) KiB"
contains "by names" "$(cat report.txt)" "exact, node" \
    "(no room: ranks cannot open each other's memory, and /dev/shm has too little)"
finish
