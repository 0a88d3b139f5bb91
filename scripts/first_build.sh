#!/usr/bin/env bash
# Whether samebits builds on a machine on which nothing has been: cargo has no crates there, and
# downloads those that it compiles, not those of other packages of the workspace. The build script
# of samebits_math, which asks cargo for a crate's files, runs here with an empty CARGO_HOME.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
home=${CARGO_HOME:-${HOME:-/root}/.cargo}
for settings in "$home"/config{,.toml}; do # a mirror of crates.io, perhaps
    [ ! -f "$settings" ] || cp "$settings" "$fresh"
done
PATH=$PATH:$home/bin CARGO_HOME=$fresh CARGO_TARGET_DIR=$fresh/target \
    scripts/cargo.sh check --quiet --locked --package samebits-math
