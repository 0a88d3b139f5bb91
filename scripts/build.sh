#!/usr/bin/env bash
# Builds the library and leaves it as build/libsamebits.so, with what it takes to link
# with it there (scripts/build_tree.sh).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -eq 0 ] || {
    echo "build: takes no arguments, and got \"$*\"" >&2
    exit 2
}
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
touch "$temporary/begun"

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
    trap 'rm -rf "$temporary" "$fresh"' EXIT
    cp "$built" "$fresh"
    mv -f "$fresh" build/libsamebits.so
fi
scripts/build_tree.sh
# What has changed since is not in it (scripts/is_built.sh).
touch -r "$temporary/begun" build/.built
echo "build/libsamebits.so"
