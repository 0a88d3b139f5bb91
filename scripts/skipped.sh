#!/usr/bin/env bash
# Prints what a log says was skipped, of cargo test, of ctest (its LastTest.log, where tests have names)
# or of a script: a line for each reason, after how often it is given. Whatever skips a test
# prints "skipped: REASON".
#
#     scripts/skipped.sh LOG
set -euo pipefail

sed -nE "s/^(.*[^[:alnum:]\"])?skipped: (.*)/\2/p
    s/.*PMIx server's listener thread failed to start.*/the launcher could not start anything/p" "$1" |
    sort | uniq -c | sort -rn | sed -E 's/^ *([0-9]+) /\1 /'
