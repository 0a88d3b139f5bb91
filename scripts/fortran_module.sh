#!/usr/bin/env bash
# Makes the Fortran module, samebits.F90, from the templates beside it:
#
#     scripts/fortran_module.sh [FOLDER]
#
# in FOLDER, which is fortran/ where none is named. Its first line says of which templates it was made; one
# that is of these is left alone, as in a source archive, which has it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -le 1 ] || {
    echo "fortran_module: takes one argument, a folder, and got \"$*\"" >&2
    exit 2
}
folder=${1:-fortran} module=${1:-fortran}/samebits.F90
made_of=("$folder"/*.F90.in crates/fortran/src/*.rs crates/calls/src/*.rs crates/calls/src/tables/vector_sums.rs)
of="! Made from samebits.F90.in, what it includes, and rows of crates/calls (checksum $(cat "${made_of[@]}" | cksum))."
[ ! -f "$module" ] || [ "$(head -n 1 "$module")" != "$of" ] || exit 0
trap 'rm -f "$module.$$"' EXIT
{
    echo "$of"
    scripts/cargo.sh run --quiet --locked --profile tests --package samebits-fortran -- "$folder"
} >"$module.$$"
mv -f "$module.$$" "$module"
