#!/usr/bin/env bash
# Builds the library and leaves it as build/libsamebits.so, with a link of the
# name by which programs that are linked with it look for it, the SONAME.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -eq 0 ] || {
    echo "build: takes no arguments, and got \"$*\"" >&2
    exit 2
}

# cargo says itself where it put the file: CARGO_TARGET_DIR or the user's
# configuration may have moved it.
messages=$(scripts/cargo.sh build --release --locked --message-format=json-render-diagnostics)
built=$(grep -o '"[^"]*/libsamebits\.so"' <<<"$messages" | tail -n 1 | tr -d '"')
[ -n "$built" ] || {
    echo "build: cargo named no libsamebits.so" >&2
    exit 1
}

# A rename leaves the old file to the programs that have it mapped; writing
# into it would crash them.
mkdir -p build
if ! cmp -s "$built" build/libsamebits.so; then
    fresh=build/.libsamebits.so.$$
    trap 'rm -f "$fresh"' EXIT
    cp "$built" "$fresh"
    mv -f "$fresh" build/libsamebits.so
fi
major=$(sed -n 's/^version *= *"\([0-9]*\)\..*/\1/p' Cargo.toml)
[ -e "build/libsamebits.so.$major" ] || ln -sf libsamebits.so "build/libsamebits.so.$major"
echo "build/libsamebits.so"
