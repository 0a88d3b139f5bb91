#!/usr/bin/env bash
# Builds the library and leaves it as build/libsamebits.so, with what it takes to link
# with it there (scripts/build_tree.sh); beside it build/libsamebits_math.so, the mathematical
# functions; and the command build/samebits with its manual pages and completions. The Fortran module is
# made where its templates are. With BUILD=FOLDER in the environment they go there, and with
# COMMAND_PROFILE the command has another profile of Cargo.toml than that of the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -eq 0 ] || {
    echo "build: takes no arguments, and got \"$*\"" >&2
    exit 2
}
scripts/setup.sh --check build
folder=${BUILD:-build}
umask 022 # others may install it
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
touch "$temporary/begun"

# A rename leaves the old file to the programs that have it mapped; writing into it would crash them.
# What is the same is left alone.
put() { # put SOURCE TARGET
    cmp -s "$1" "$2" && return
    mkdir -p "${2%/*}"
    fresh=$2.$$
    trap 'rm -rf "$temporary" "$fresh"' EXIT
    cp "$1" "$fresh"
    mv -f "$fresh" "$2"
}

# cargo says itself where it put a file: CARGO_TARGET_DIR or the user's
# configuration may have moved it.
build() { # build "NAME ..." ARGUMENTS OF CARGO
    local messages built name
    messages=$(scripts/cargo.sh build --locked --message-format=json-render-diagnostics "${@:2}")
    for name in $1; do
        built=$(grep -o "\"[^\"]*/$name\"" <<<"$messages" | tail -n 1 | tr -d '"')
        [ -n "$built" ] || {
            echo "build: cargo named no $name" >&2
            exit 1
        }
        put "$built" "$folder/$name"
    done
}
# (Together: the first one is one long compilation on one core.)
build "libsamebits.so libsamebits_math.so" --release -p samebits -p samebits-math
build samebits --profile "${COMMAND_PROFILE:-tests}" -p samebits-command
scripts/fortran_module.sh

"$folder/samebits" manual "$temporary/manual"
mkdir "$temporary/completions"
for shell in bash zsh fish; do
    "$folder/samebits" completions "$shell" >"$temporary/completions/$shell"
done
for page in "$folder"/manual/*; do # of what is no longer there
    [ -e "$temporary/manual/${page##*/}" ] || rm -f "$page"
done
for file in "$temporary"/{manual,completions}/*; do
    put "$file" "$folder${file#"$temporary"}"
done

[ "$folder" != build ] || scripts/build_tree.sh
# What has changed since is not in it (scripts/is_built.sh).
touch -r "$temporary/begun" "$folder/.built"
echo "$folder/libsamebits.so"
