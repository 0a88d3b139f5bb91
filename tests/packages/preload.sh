#!/usr/bin/env bash
# LD_PRELOAD of the installed library: by each of its names, and with a program that is
# linked with it, or with another copy, already.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"
install_to "$PWD/prefix"
step "compiling" "mpicc.$TEST_MPI" -o unaware "$programs/unaware.c" -ldl
for name in libsamebits.so "$soname" "libsamebits.so.$version"; do
    ours "$name" ./unaware LD_PRELOAD="$PWD/prefix/lib/$name"
done

step "compiling, linked" "mpicc.$TEST_MPI" -o linked -Wl,--no-as-needed "$PWD/prefix/lib/libsamebits.so" \
    "$programs/unaware.c" -Wl,-rpath,"$PWD/prefix/lib" -ldl
for library in "$PWD/prefix/lib/libsamebits.so" "$TEST_LIBRARY"; do
    ours "linked, and preloaded: $library" ./linked LD_PRELOAD="$library"
    alone LD_PRELOAD="$library" LD_TRACE_LOADED_OBJECTS=1 ./linked
    equal "linked, and preloaded: how often it is loaded" 1 "$(grep -c samebits out)"
done
finish
