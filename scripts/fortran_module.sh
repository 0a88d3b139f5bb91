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
of="! Made from samebits.F90.in and the templates that it includes (checksum $(cat "$folder"/*.F90.in | cksum))."
[ ! -f "$module" ] || [ "$(head -n 1 "$module")" != "$of" ] || exit 0
trap 'rm -f "$module.$$"' EXIT
{
    echo "$of"
    scripts/cargo.sh run --quiet --locked --profile tests --package samebits-fortran -- "$folder"
} >"$module.$$"
mv -f "$module.$$" "$module"
