#!/usr/bin/env bash
# Reduces more elements than an int counts: two ranks with 8.6 GB each, under
# Open MPI and MPICH. Too large for `make test`.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[ $# -eq 0 ] || {
    echo "test_large: takes no arguments, and got \"$*\"" >&2
    exit 2
}

needed=18000000 # kB: two vectors, and the MPI library's own
available=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)
if [ "$available" -lt "$needed" ]; then
    echo "test-large: needs $needed kB of memory, and $available kB are available" >&2
    exit 77
fi

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
    OMPI_MCA_rmaps_base_oversubscribe=1 TEST_EXPECT=preload
passed=0 failed=0
for mpi in openmpi mpich; do
    tree=target/tests/$mpi
    mkdir -p "$tree"
    "mpicc.$mpi" -std=c11 -O2 -Ic_tests/support c_tests/large_count.c \
        c_tests/support/driver.c c_tests/support/values.c c_tests/support/oracle.c \
        -o "$tree/large_count" -lm -ldl
    preload=(-x "LD_PRELOAD=$PWD/build/libsamebits.so" -x TEST_EXPECT)
    [ "$mpi" = openmpi ] || preload=(-genv LD_PRELOAD "$PWD/build/libsamebits.so")
    echo "==== large counts, $mpi"
    if "mpiexec.$mpi" -n 2 "${preload[@]}" "$tree/large_count"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
