#!/usr/bin/env bash
# Makes build/dist/samebits-VERSION.tar.gz: the last commit, the Fortran module that is made of it, and
# the crates that the libraries and the command are made of, so that it builds without network. The same commit gives the same bytes.
# Beside it, in build/dist/recipes/, what builds it for Spack, EasyBuild, Docker and Apptainer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/package.sh
. scripts/package.sh

[ $# -eq 0 ] || {
    echo "dist: takes no arguments, and got \"$*\"" >&2
    exit 2
}
git diff --quiet HEAD || echo "dist: what is not committed is left out" >&2

name=samebits-$version
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
tree=$temporary/$name
git archive --prefix="$name/" HEAD | tar -x -C "$temporary"

scripts/fortran_module.sh "$tree/fortran"
scripts/cargo.sh vendor --quiet --locked --versioned-dirs "$tree/vendor" >/dev/null
scripts/crates.py empty "$tree/vendor"
mkdir -p "$tree/.cargo"
cat >"$tree/.cargo/config.toml" <<'END'
# The libraries and the command are built from the crates in vendor/, without network. Those that
# only tests need are empty there: delete this file to run them.

[source.crates-io]
replace-with = "vendored-sources"

[source.vendored-sources]
directory = "vendor"

[net]
offline = true
END

mkdir -p build/dist
tar --create --directory "$temporary" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner \
    --mode=u+rw,go=rX --mtime="@$(source_time)" "$name" |
    gzip --best --no-name >"$temporary/archive"
mv -f "$temporary/archive" "build/dist/$name.tar.gz"
echo "build/dist/$name.tar.gz"

sha256=$(sha256sum "build/dist/$name.tar.gz")
sha256=${sha256%% *}
recipe() { # recipe SOURCE TARGET
    mkdir -p "build/dist/recipes"
    filled "package/recipes/$1" >"$temporary/recipe"
    mv -f "$temporary/recipe" "build/dist/recipes/$2"
    echo "build/dist/recipes/$2"
}
rm -rf build/dist/recipes
recipe spack.py.in package.py
recipe easybuild.eb.in "samebits-$version-GCCcore-14.3.0.eb"
recipe Dockerfile.in Dockerfile
recipe apptainer.def.in apptainer.def
