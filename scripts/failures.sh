#!/usr/bin/env bash
# Prints what failed of a log of cargo test or ctest, the first lines of each test:
#
#     scripts/failures.sh LOG
#
# Where nothing in it looks like a failed test (what did not compile, say), its last lines.
set -euo pipefail

found=$(awk -v most=25 '
    # ctest: the result, what the test printed, then the next result or start.
    /^ *[0-9]+\/[0-9]+ Test +#/ || /^ +Start +[0-9]+:/ || /^[0-9]+% tests passed/ { left = 0 }
    /^ *[0-9]+\/[0-9]+ Test +#.*\*\*\*/ && !/\*\*\*Skipped/ { left = most }
    # cargo test: what failed tests printed stands between these.
    /^---- .* stdout ----$/ || /^---- .* ----$/ { left = most }
    /^failures:$/ || /^test result:/ { left = 0 }
    left > 0 && lines++ < 100 { print; if (--left == 0) print "[...]" }
    END { if (lines > 100) print "[and more: see above]" }
' "$1")
[ -n "$found" ] || found=$(tail -n 25 "$1")
printf '%s\n' "$found"
