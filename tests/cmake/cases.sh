#!/usr/bin/env bash
# Starts programs that run many cases in one launch (c_tests/support/cases.c), for CTest:
#
#     cases.sh all RESULTS SECONDS LAUNCH... PROGRAM -- CASE...
#     cases.sh one RESULTS SECONDS LAUNCH... PROGRAM -- CASE
#
# `all` runs the cases, each for so many seconds at most, and keeps what they print in the
# folder RESULTS. A case that ends the launch has failed; those behind it get another launch.
# What TEST_SAYS has, if it is set, must be in the file RESULTS/report after `all`: launches append their
# reports to it (samebits_run_cases).
# `one` is the test of one case: it shows what `all` has kept for it in the same run of CTest,
# and otherwise runs it by itself. Exit status: 0, 1, or 77 where nothing could be tested.
set -uo pipefail
exec </dev/null

what=$1 results=$2 seconds=$3
shift 3
command=()
while [ "$1" != -- ]; do
    command+=("$1")
    shift
done
shift
cases=("$@")

# launch CASE...: what they print goes to the file `out`. Where the launcher's own message
# says that it could not start anything it is asked again.
launch() {
    local tries
    for ((tries = 0; tries < 3; tries++)); do
        timeout --kill-after=10 "$((seconds * $# + 30))" "${command[@]}" "$seconds" "$@" \
            >"$results/out" 2>&1
        status=$?
        grep -aq "PMIx server's listener thread failed to start" "$results/out" || break
    done
}

# Cuts `out` into CASE.log for each case that has begun, with CASE.status for each that has
# ended; what comes before and after goes to `around`.
split() {
    awk -v folder="$results" '
        BEGIN { file = folder "/around" }
        # (What a rank writes to the other stream may be cut by what this one says.)
        match($0, /.==== (case|passed|skipped|FAILED) /) {
            print substr($0, 1, RSTART) > file
            $0 = substr($0, RSTART + 1)
        }
        /^==== case / { file = folder "/" $3 ".log"; printf "" >file; next }
        /^==== (passed|skipped|FAILED) / {
            print > file
            print ($2 == "passed" ? 0 : $2 == "skipped" ? 77 : 1) > (folder "/" $3 ".status")
            close(file)
            file = folder "/around"
            next
        }
        { print > file }' "$results/out"
}

run_all() {
    local left=("${cases[@]}") begun failed=() number=0 case
    rm -rf "$results"
    mkdir -p "$results"
    echo "$PPID" >"$results/run"
    while [ ${#left[@]} -gt 0 ]; do
        number=$((number + 1))
        rm -f "$results/around"
        launch "${left[@]}"
        split
        begun=0
        for case in "${left[@]}"; do
            [ -e "$results/$case.log" ] || break
            begun=$((begun + 1))
            [ ! -e "$results/$case.status" ] || continue
            echo "==== FAILED $case: the launch ended in it with exit status $status" >>"$results/$case.log"
            echo 1 >"$results/$case.status"
        done
        if [ $begun -eq 0 ]; then
            # Nothing can be started here, and what was to start it says why.
            [ "$status" != 77 ] || { cat "$results/around" && exit 77; }
            break
        fi
        left=("${left[@]:begun}")
    done
    for case in "${cases[@]}"; do
        [ ! -e "$results/$case.status" ] || tail -n 1 "$results/$case.log"
        case $(cat "$results/$case.status" 2>/dev/null) in
        0 | 77) ;;
        1)
            failed+=("$case")
            cat "$results/$case.log"
            ;;
        *) failed+=("$case") ;;
        esac
    done
    echo "${#cases[@]} cases in $number launches"
    # What only the end of a launch shows, or where nothing has begun.
    if [ ${#failed[@]} -gt 0 ] || [ "$status" -ne 0 ]; then
        echo "FAILED: ${failed[*]:-the end of the launch}; its exit status: $status"
        cat "$results/around" 2>/dev/null
        exit 1
    fi
    if [ -n "${TEST_SAYS:-}" ] && ! grep -aqF "$TEST_SAYS" "$results/report"; then
        echo "FAILED: nothing says \"$TEST_SAYS\""
        cat "$results/report" "$results/around" 2>/dev/null
        exit 1
    fi
}

run_one() {
    local case=${cases[0]}
    if [ "$(cat "$results/run" 2>/dev/null)" = "$PPID" ] && [ -e "$results/$case.status" ]; then
        cat "$results/$case.log"
        exit "$(cat "$results/$case.status")"
    fi
    mkdir -p "$results"  # where the ranks may leave a report
    results=$(mktemp -d) # the results of all stay what they are
    trap 'rm -rf "$results"' EXIT
    launch "$case"
    split
    [ "$status" != 77 ] || [ -e "$results/$case.log" ] || { cat "$results/around" && exit 77; }
    cat "$results/$case.log" "$results/around" 2>/dev/null
    [ -e "$results/$case.status" ] || echo "==== FAILED $case: the launch ended in it with exit status $status"
    local ended
    ended=$(cat "$results/$case.status" 2>/dev/null || echo 1)
    [ "$status" -eq 0 ] || ended=1
    exit "$ended"
}

"run_$what"
