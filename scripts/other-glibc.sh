#!/usr/bin/env bash
# Sees to it that the C library of another Debian release lies under target/glibc/, where tests run
# programs with it (crates/math/tests/glibcs.rs):
#
#     scripts/other-glibc.sh
#
# Nothing is installed: the package is fetched by apt, whose lists of that release are kept apart, and
# unpacked. Where there is no apt, or no network, it says so and the tests do without.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

release=trixie # Debian 13
folder=$PWD/target/glibc/$release
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

[ ! -e "$folder/usr/lib" ] || exit 0
if ! architecture=$(dpkg --print-architecture 2>/dev/null) || ! command -v apt-get >/dev/null ||
    [ ! -e "$keyring" ]; then
    echo "other-glibc: this is no Debian; tests do without the C library of another release" >&2
    exit 0
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch"/{lists,cache}/partial "$scratch/cache/archives/partial"
echo "deb [signed-by=$keyring] http://deb.debian.org/debian $release main" >"$scratch/sources.list"
apt=(apt-get -qq -o "Dir::Etc::sourcelist=$scratch/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$scratch/lists" -o "Dir::Cache=$scratch/cache" -o APT::Sandbox::User=root)
if (cd "$scratch" && "${apt[@]}" update && "${apt[@]}" download "libc6:$architecture") >"$scratch/log" 2>&1; then
    echo "other-glibc: unpacking $(basename "$scratch"/libc6_*.deb) into target/glibc/$release"
    mkdir -p "$(dirname "$folder")"
    dpkg -x "$scratch"/libc6_*.deb "$scratch/unpacked"
    mv "$scratch/unpacked" "$folder"
else
    tail -n 3 "$scratch/log" >&2
    echo "other-glibc: the C library of Debian's $release cannot be fetched; tests do without it" >&2
fi
