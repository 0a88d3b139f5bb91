#!/usr/bin/env bash
# Makes build/ a prefix for CMake and pkg-config, as if samebits were installed there; also
# before there is a library in it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/package.sh
. scripts/package.sh
# shellcheck disable=SC2034
libdir=build includedir=include module=fortran/samebits.F90 models=fortran/models

put_text() { # put_text TARGET, whose text it reads; what is the same is left alone
    local fresh=$1.$$
    mkdir -p "${1%/*}"
    cat >"$fresh"
    if cmp -s "$fresh" "$1"; then rm "$fresh"; else mv -f "$fresh" "$1"; fi
}
fill put_text build/lib

# The names by which programs that are linked with the libraries look for them, their SONAMEs.
for library in libsamebits libsamebits_math; do
    [ -L "build/$library.so.$major" ] || ln -sf "$library.so" "build/$library.so.$major"
done
