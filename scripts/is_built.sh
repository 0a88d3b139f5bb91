#!/usr/bin/env bash
# Whether the two libraries and the command in build/ are what scripts/build.sh would make: no source is
# newer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for built in libsamebits.so libsamebits_math.so samebits .built; do [ -f "build/$built" ] || exit 1; done
newer=$(find src crates/command/src crates/math/{Cargo.toml,build,src} Cargo.toml Cargo.lock build.rs scripts/build.sh -newer build/.built -print -quit)
[ -z "$newer" ]
