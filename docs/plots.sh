#!/usr/bin/env bash
# Makes the plots in docs/:
#
#     docs/plots.sh [NAME ...]
#
# NAME.svg is what NAME.gp makes of NAME.csv, with docs/style.gp in front. What is
# computed comes fresh from this source, what was measured from the file as it lies
# there; performance-NAME.svg from all files data/NAME-*.csv. Without arguments all are made.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A row here and a NAME.gp are a plot: the command that writes NAME.csv to its standard
# output, or nothing where that was measured before.
declare -A computed=(
    [message-counts]="scripts/cargo.sh run --quiet --release --locked --example message_counts"
    [accuracy]="scripts/cargo.sh run --quiet --release --locked --example accuracy"
    # benches/performance.sh measures these.
    [performance-allreduce]="" [performance-iallreduce]="" [performance-allreduce_init]=""
    [performance-schedules]="" [performance-consistency]="" [performance-simulated]=""
    [performance-array_tree]=""
)

[ $# -gt 0 ] || set -- "${!computed[@]}"
for name; do
    [ -n "${computed[$name]+known}" ] || {
        echo "plots: unknown plot \"$name\"; accepted: ${!computed[*]}" >&2
        exit 2
    }
    csv=docs/$name.csv
    [ "$name" = "${name#performance-}" ] || csv="docs/data/${name#performance-}-*.csv"
    # (Those with fewer ranks come first.)
    files=$(compgen -G "$csv" | sort -t - -k 2,2r -k 3,3n | paste -sd ' ') || true
    if [ -z "${computed[$name]}" ] && [ -z "$files" ]; then
        echo "docs/$name.svg: not made, as nothing was measured: there is no $csv"
        continue
    fi
    # What stops in the middle leaves the old files as they are.
    fresh=$(mktemp -d)
    trap 'rm -rf "$fresh"' EXIT
    if [ -n "${computed[$name]}" ]; then
        ${computed[$name]} >"$fresh/csv"
        cp "$fresh/csv" "$csv"
    fi
    gnuplot -e "csv = '$csv'; files = '$files'; svg = '$fresh/svg'" docs/style.gp "docs/$name.gp"
    cp "$fresh/svg" "docs/$name.svg"
    rm -rf "$fresh"
    echo "docs/$name.svg"
done
