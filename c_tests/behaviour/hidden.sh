#!/usr/bin/env bash
# Calls that never come to samebits, from a plug-in that was opened with RTLD_DEEPBIND or in a namespace
# of its own, and that may be closed before the process ends: a report says why there is none. What a
# rank starts, or a script in its place, is left alone.
set -u
. "$(dirname "$0")/lib.sh"
plugin=$programs/libmpi_plugin.so

unreported() { # unreported "HOW" TEXT: a plug-in that is opened so, and what the report says
    local how
    read -ra how <<<"$1"
    launch 2 -- "$programs/opens_plugin" "$plugin" "${how[@]}"
    # (Not every MPI library works in a namespace of its own, or can be closed.)
    [ "$status" -eq 0 ] || return 0
    rm -f report.txt
    launch 2 "$with" SAMEBITS_REPORT=report.txt -- "$programs/opens_plugin" "$plugin" "${how[@]}"
    succeeded "$1"
    equal "$1: the sums" "$(printf 'rank %d has the sum 3\n' 0 1)" "$(grep 'has the sum' out | sort)"
    equal "$1: lines in the report" 1 "$(wc -l <report.txt)"
    contains "$1: the report" "$(cat report.txt)" "samebits: no report: " "$2"
}
unreported deep "was opened with RTLD_DEEPBIND"
unreported "deep close" "opened with RTLD_DEEPBIND"
unreported namespace "opened by dlmopen"

# Programs that close what they have opened, as iconv does, and that use no MPI.
converts='"$0"; echo ä | iconv -f utf8 -t utf16 >/dev/null; echo "done"'
rm -f report.txt
launch 1 "$with" SAMEBITS_REPORT=report.txt -- bash -c "$converts" "$programs/sum"
succeeded "a script in place of a rank"
silent "a script in place of a rank"
contains "a script in place of a rank" "$(cat out)" "has the sum 1" "done"
lacks "a script in place of a rank: the report" "$(cat report.txt)" "closed libraries"
finish
