#!/usr/bin/env bash
# Measures the mathematical functions against those of the C library on this machine, and counts how
# many of its results differ between processors: writes docs/data/functions-*.csv, and from them the
# tables of docs/functions.md (`make bench-math`). What may be set, as a variable of the environment or
# of make:
#
#     PARTS   "scalar vector differences"   those to be done again; the others stay as they are
#
# Each program takes its own variables besides (crates/math/benches/). Timings mean something on an idle
# machine only: both libraries take turns, and the shortest time counts.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[ $# -eq 0 ] || {
    echo "math: takes variables, no arguments, and got \"$*\"" >&2
    exit 2
}
all="scalar vector differences"
for part in ${PARTS:=$all}; do
    [[ " $all " == *" $part "* ]] || {
        echo "math: unknown part \"$part\"; accepted: ${all// /, }" >&2
        exit 2
    }
done

fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT
machine="$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sed -n 1p), $(getconf GNU_LIBC_VERSION)"
for part in $PARTS; do
    start=$SECONDS
    {
        echo "# $machine; $(date -u +%F), load $(cut -d ' ' -f 1 /proc/loadavg) on $(getconf _NPROCESSORS_ONLN) cores"
        scripts/cargo.sh bench --quiet --locked --package samebits-math --bench "$part"
    } >"$fresh"
    cp "$fresh" "docs/data/functions-$part.csv"
    echo "docs/data/functions-$part.csv: $((SECONDS - start)) s"
done
BLESS=1 scripts/cargo.sh test --quiet --profile tests --locked --test texts -- functions::
