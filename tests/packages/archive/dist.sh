#!/usr/bin/env bash
# The source archive: the same commit gives the same bytes, and it builds without network and
# without crates that cargo has fetched before. What is compiled becomes a wheel too (wheel.sh), so it
# is linked as wheels are.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/../package.sh"
name=samebits-$version
archive=$root/build/dist/$name.tar.gz

step "make dist" make -C "$root" --no-print-directory dist
before=$(sha256sum <"$archive")
step "make dist, again" make -C "$root" --no-print-directory dist
equal "the same bytes" "$before" "$(sha256sum <"$archive")"
equal "the folders in it" "$name" "$(tar -tf "$archive" | cut -d / -f 1 | uniq)"
equal "their owners" "0/0" "$(tar --numeric-owner -tvf "$archive" | awk '{ print $2 }' | sort -u)"

plain_names
step "what links a wheel" "$root/scripts/wheel.sh" tools
for_wheel "$PWD/compiled" "$PWD/$name"
step "unpacking" tar -xf "$archive"
mkdir "$name/target"
ln -s "$root/target/wheel-tools" "$name/target/"
unshared=()
! unshare --net true 2>/dev/null || unshared=(unshare --net)
# (--locked is in scripts/build.sh.)
step "building without network" env CARGO_HOME="$PWD/cargo" CARGO_NET_OFFLINE=true "${unshared[@]}" \
    make -C "$name" --no-print-directory build
step "installing" make -C "$name" --no-print-directory install PREFIX="$PWD/prefix"
alone prefix/bin/samebits --version
succeeded "the command"
contains "its version" "$(cat out)" "$version"
step "the program" mpicc "$programs/any.c" -ldl -o any
step "the program without MPI" cc "$programs/math.c" -lm -ldl -o math
ours_exp "the mathematical functions" prefix/bin/samebits run --math ./math
ours "a program with it" ./any LD_PRELOAD="$PWD/prefix/lib/libsamebits.so"
finish
