#!/usr/bin/env bash
# Makes build/dist/samebits-VERSION-py3-none-manylinux_2_28_ARCHITECTURE.whl: the libraries and the
# command, built to run with glibc 2.28 or newer, for pip. With WHEEL=FOLDER in the
# environment it is built there and put into FOLDER/dist/, instead of target/wheel/ and build/dist/.
#
#     scripts/wheel.sh [tools]
#
# With tools it installs what builds a wheel, zig and auditwheel, and no more.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/package.sh
. scripts/package.sh

[ $# -eq 0 ] || [ "$*" = tools ] || {
    echo "wheel: unknown argument \"$*\"; accepted: tools" >&2
    exit 2
}
tools=(ziglang==0.17.1 auditwheel==6.8.2)
folder=target/wheel-tools
if [ "$(cat "$folder/installed" 2>/dev/null)" != "${tools[*]}" ]; then
    echo "wheel: installing from PyPI into $folder: ${tools[*]}"
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" --quiet --disable-pip-version-check install "${tools[@]}"
    echo "${tools[*]}" >"$folder/installed"
fi
[ "${1:-}" != tools ] || exit 0

linker=CARGO_TARGET_$(uname -m | tr '[:lower:]' '[:upper:]')_UNKNOWN_LINUX_GNU_LINKER
export "$linker=$PWD/scripts/zig_cc.sh" CARGO_TARGET_DIR=${WHEEL:-target/wheel}
export BUILD=$CARGO_TARGET_DIR/build
ZIG=$(echo "$PWD/$folder"/lib/python3*/site-packages/ziglang/zig)
export ZIG
scripts/build.sh

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
DESTDIR=$temporary PREFIX=/samebits LIBDIR=lib INCLUDEDIR=include DATADIR=share \
    scripts/install.sh >/dev/null
strip --strip-unneeded "$temporary/samebits/lib"/libsamebits{,_math}.so."$version"
rm "$temporary/samebits/share/samebits/manifest.txt" # pip has its own
cp python/samebits/{*.py,py.typed} "$temporary/samebits"
SOURCE_DATE_EPOCH=$(source_time) package/wheel.py "$temporary" "$version" "${WHEEL:-build}/dist"
