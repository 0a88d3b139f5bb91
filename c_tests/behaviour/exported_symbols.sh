#!/usr/bin/env bash
# The library exports MPI's functions (exported-mpi.txt, made from their tables), our own
# (exported-symbols.txt, made from their declarations) and nothing else, needs no MPI library, and stays loaded.
set -u
lists=$(cd "$(dirname "$0")" && pwd)
. "$(dirname "$0")/lib.sh"

for tool in nm readelf; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: $tool is not installed"
        exit 77
    fi
done

LC_ALL=C sort "$lists"/exported-{mpi,symbols}.txt >expected_symbols
nm -D --defined-only "$TEST_LIBRARY" | awk '{ print $NF }' | LC_ALL=C sort >symbols
if ! diff -U 0 expected_symbols symbols >difference; then
    fail "exported symbols" "those of $lists/exported-*.txt" "$(sed 1,3d difference)"
fi

readelf -d "$TEST_LIBRARY" >dynamic
value() { sed -nE "s/.*\($1\).*\[(.*)\]/\1/p" dynamic; } # value TAG
equal "SONAME" libsamebits.so.0 "$(value SONAME)"
equal "libraries needed beside the C library and the compiler's" "" \
    "$(value NEEDED | grep -vE '^(libc|libm|libdl|libpthread|librt|libgcc_s|ld-linux.*)\.so\.[0-9]+$')"
contains "flags" "$(grep FLAGS_1 dynamic)" NODELETE
finish
