#!/usr/bin/env bash
# Runs programs of Debian's in variants of Open MPI's algorithms, transports and placements,
# without and with samebits: `make test-programs`, or `make programs`, which writes the tables of
# documentation as well. What may be set, as a variable of the
# environment or of make:
#
#     PROGRAMS   "petsc elpa trilinos dolfinx lammps mpi4py petsc_plugin sundials math"
#     WRITE      1: writes the tables of the programs that were run, if none failed
#
# petsc_plugin and sundials are run on several numbers of ranks, with their plug-ins, and have tables of
# their own, in docs/petsc.md and docs/sundials.md; math are programs as on two processors, with the
# mathematical functions, and their table is in docs/functions.md.
#
# Each program has a script, which can be run by itself. The table of docs/programs.md is written when
# all programs have been run. Exits with 1 if a program gave more than one output with
# samebits, failed, or made no call that samebits made reproducible.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

[ $# -eq 0 ] || {
    echo "programs: takes variables, no arguments, and got \"$*\"" >&2
    exit 2
}
all="petsc elpa trilinos dolfinx lammps mpi4py petsc_plugin sundials math"
for program in ${PROGRAMS:=$all}; do
    [[ " $all " == *" $program "* ]] || {
        echo "programs: unknown program \"$program\"; accepted: ${all// /, }" >&2
        exit 2
    }
done

page=docs/programs.md
mkdir -p target/programs
export ROWS=$PWD/target/programs/rows.md RANK_ROWS=$PWD/target/programs/rank_rows.md
export MATH_ROWS=$PWD/target/programs/math_rows.md
: >"$ROWS"
: >"$RANK_ROWS"
: >"$MATH_ROWS"
failures=()
for program in $PROGRAMS; do
    tests/programs/"$program".sh >/dev/null || failures+=("$program")
done

# put PAGE: replaces what is between <!-- programs --> and <!-- end --> by $table
put() {
    local fresh
    [ "${WRITE:-}" = 1 ] || return 0
    fresh=$(mktemp -p target/programs)
    table=$table awk '
        /^<!-- end -->$/      { inside = 0 }
        !inside               { print }
        /^<!-- programs -->$/ { inside = 1; print ENVIRON["table"] }' "$1" >"$fresh"
    cat "$fresh" >"$1"
    rm -f "$fresh"
    echo "The table is in $1."
}

openmpi=$(mpiexec.openmpi --version | sed -n '1s/.* //p')
table=$(
    echo "Open MPI $openmpi, samebits $(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml):"
    echo
    echo "| program | ranks | made reproducible | passed on | variants | outputs without samebits | with |"
    echo "|---|---|---|---|---|---|---|"
    cat "$ROWS"
)
[ ! -s "$ROWS" ] || printf '\n%s\n\n' "$table"
if [ ${#failures[@]} -gt 0 ]; then
    echo "FAILED: ${failures[*]}"
    exit 1
fi
if [ "$PROGRAMS" = "$all" ]; then
    put "$page"
fi
if [ -s "$RANK_ROWS" ]; then
    table=$(cat "$RANK_ROWS")
    printf '\n%s\n\n' "$table"
    [ -n "${ONLY:-}" ] || put docs/sundials.md
fi
if [ -s "$MATH_ROWS" ]; then
    table=$(
        echo "glibc $(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2), samebits $(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml):"
        echo
        echo "| program | outputs natively | by \`samebits run --math\` |"
        echo "|---|---|---|"
        cat "$MATH_ROWS"
    )
    printf '\n%s\n\n' "$table"
    put docs/functions.md
fi
