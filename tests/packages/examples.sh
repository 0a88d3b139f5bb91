#!/usr/bin/env bash
# Each example is compiled and run by the very commands that stand at its top, in its folder
# (but on 3 ranks only where it is run on several numbers).
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"
mkdir -p examples build
cp -r "$root"/examples/{c,fortran,independent} examples
cp -r "$root"/{include,fortran} .
cp "$TEST_LIBRARY" build/libsamebits.so
ln -s libsamebits.so "build/$soname"
plain_names

# The indented lines of the comment at the top.
commands() { # commands FILE
    sed -nE '/^( \*|!|\/\*)/!q; s/^( \*|!) {5}//p' "$1" | sed 's| \*/$||'
}

for source in examples/*/*.{c,f90}; do
    commands=$(commands "$source")
    name=$(basename "${source%.*}")
    contains "$name: commands" "$commands" " -o $name" "mpiexec -n" "./$name"
    commands=${commands/for n in 1 2 3;/for n in 3;}
    (cd "${source%/*}" && eval "set -e"$'\n'"$commands") >out 2>err
    status=$?
    succeeded "$name"
    silent "$name"
    [ -s out ] || fail "$name" "some output" "$(both)"
done
finish
