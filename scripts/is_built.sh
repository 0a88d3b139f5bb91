#!/usr/bin/env bash
# Whether the two libraries and the command in build/, and the Fortran module, are what scripts/build.sh
# would make: no source is newer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for built in build/{libsamebits.so,libsamebits_math.so,samebits,.built} fortran/samebits.F90; do [ -f "$built" ] || exit 1; done
newer=$(find src crates fortran/*.F90.in Cargo.toml Cargo.lock build.rs scripts/build.sh -newer build/.built -print -quit)
[ -z "$newer" ]
