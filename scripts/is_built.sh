#!/usr/bin/env bash
# Whether build/libsamebits.so and build/samebits are what scripts/build.sh would make: no source is newer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ -f build/libsamebits.so ] && [ -f build/samebits ] && [ -f build/.built ] || exit 1
newer=$(find src command/src Cargo.toml Cargo.lock build.rs scripts/build.sh -newer build/.built -print -quit)
[ -z "$newer" ]
