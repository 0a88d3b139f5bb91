#!/usr/bin/env bash
# Runs cargo with the arguments given: the first cargo that is new enough for
# Cargo.toml's rust-version, from $CARGO, PATH, ~/.cargo/bin or /usr/bin. With
# --rustc as the first argument, the rustc that this cargo calls is run instead.
#
# A cargo is only as new as the rustc that it calls, so its own folder goes to
# the front of PATH, and both are asked.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
wanted=$(sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' "$root/Cargo.toml")

new_enough() { # new_enough PROGRAM
    local version
    version=$("$1" --version 2>/dev/null) || return 1
    version=${version#* }
    printf '%s\n%s\n' "$wanted" "${version%%[ -]*}" | sort --version-sort --check=quiet
}

candidates=()
[ -z "${CARGO:-}" ] || candidates+=("$CARGO")
mapfile -t -O "${#candidates[@]}" candidates < <(type -ap cargo)
candidates+=("${CARGO_HOME:-${HOME:-/root}/.cargo}/bin/cargo" /usr/bin/cargo)

path=$PATH
for cargo in "${candidates[@]}"; do
    export PATH=${cargo%/*}:$path
    if [ -x "$cargo" ] && new_enough "$cargo" && new_enough "${RUSTC:-rustc}"; then
        if [ "${1:-}" = --rustc ]; then
            exec "${RUSTC:-rustc}" "${@:2}"
        fi
        exec "$cargo" "$@"
    fi
done
echo "samebits: no cargo $wanted or newer (with its rustc) in PATH or ~/.cargo/bin" >&2
exit 127
