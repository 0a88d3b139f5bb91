#!/usr/bin/env bash
# Builds the library and leaves it as build/libsamebits.so, with what it takes to link
# with it there (scripts/build_tree.sh), and the command build/samebits.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -eq 0 ] || {
    echo "build: takes no arguments, and got \"$*\"" >&2
    exit 2
}
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
touch "$temporary/begun"

# cargo says itself where it put a file: CARGO_TARGET_DIR or the user's
# configuration may have moved it.
#
# A rename leaves the old file to the programs that have it mapped; writing
# into it would crash them.
build() { # build NAME ARGUMENTS OF CARGO
    local messages built
    messages=$(scripts/cargo.sh build --locked --message-format=json-render-diagnostics "${@:2}")
    built=$(grep -o "\"[^\"]*/$1\"" <<<"$messages" | tail -n 1 | tr -d '"')
    [ -n "$built" ] || {
        echo "build: cargo named no $1" >&2
        exit 1
    }
    if ! cmp -s "$built" "build/$1"; then
        fresh=build/.$1.$$
        trap 'rm -rf "$temporary" "$fresh"' EXIT
        cp "$built" "$fresh"
        mv -f "$fresh" "build/$1"
    fi
}
mkdir -p build
build libsamebits.so --release
build samebits --profile command -p samebits-command
scripts/build_tree.sh
# What has changed since is not in it (scripts/is_built.sh).
touch -r "$temporary/begun" build/.built
echo "build/libsamebits.so"
