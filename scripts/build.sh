#!/usr/bin/env bash
# Builds the library and leaves it as build/libsamebits.so, with what it takes to link
# with it there (scripts/build_tree.sh), and the command build/samebits with its manual
# pages and completions. With BUILD=FOLDER in the environment they go there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -eq 0 ] || {
    echo "build: takes no arguments, and got \"$*\"" >&2
    exit 2
}
folder=${BUILD:-build}
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
    if ! cmp -s "$built" "$folder/$1"; then
        fresh=$folder/.$1.$$
        trap 'rm -rf "$temporary" "$fresh"' EXIT
        cp "$built" "$fresh"
        mv -f "$fresh" "$folder/$1"
    fi
}
mkdir -p "$folder"
build libsamebits.so --release
build samebits --profile command -p samebits-command
rm -rf "$folder/manual"
"$folder/samebits" manual "$folder/manual"
mkdir -p "$folder/completions"
for shell in bash zsh fish; do
    "$folder/samebits" completions "$shell" >"$folder/completions/$shell"
done
[ "$folder" != build ] || scripts/build_tree.sh
# What has changed since is not in it (scripts/is_built.sh).
touch -r "$temporary/begun" "$folder/.built"
echo "$folder/libsamebits.so"
