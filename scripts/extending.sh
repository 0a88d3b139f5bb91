#!/usr/bin/env bash
# Applies the patches in examples/extending/ to a copy of the source and compiles the copy, with its
# tests: what CONTRIBUTING.md says of how many files a new row touches holds. All of them together, since
# they touch different files.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=$PWD
tree=$root/target/extending
# Its own, since cargo takes the copy for the checkout, and would compile that once more afterwards.
export CARGO_TARGET_DIR=$root/target/extended
rm -rf "$tree"
mkdir -p "$tree"
cp -r Cargo.toml Cargo.lock build.rs src crates include fortran tests c_tests fortran_tests benches docs scripts "$tree"
failed=0
for patch in examples/extending/*.patch; do
    allowed=$(sed -n 's/^Files: //p' "$patch")
    touched=$(grep -c '^diff --git ' "$patch")
    echo "==== $patch: $touched files of at most $allowed"
    # (The copy lies in a checkout, and is none.)
    (cd "$tree" && GIT_CEILING_DIRECTORIES=$root/target git apply -C1 "$root/$patch") &&
        [ "$touched" -le "$allowed" ] || {
        echo "extending: $patch does not apply, or touches too many files" >&2
        failed=1
    }
done
(cd "$tree" && "$root/scripts/cargo.sh" check --quiet --profile tests --locked --tests) || {
    echo "extending: the source does not compile with these patches" >&2
    failed=1
}
rm -rf "$tree"
exit "$failed"
