#!/usr/bin/env bash
# cases.sh itself, with a launch that needs no MPI: cases that fail or die are named, those
# behind them run, and the test of one case shows what a run of all has kept, or runs it.
set -u
cases=$(dirname "$0")/cases.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# As a program of support/cases.c: "dies" dies, "fails" fails, the others pass.
cat >"$folder/program" <<'END'
#!/usr/bin/env bash
shift
for case; do
    echo "==== case $case"
    [ "$case" != dies ] || exec sh -c 'echo last words; kill -SEGV $$'
    [ "$case" != skips ] || { echo "==== skipped $case 0.1 s"; continue; }
    [ "$case" != fails ] || { echo "==== FAILED $case 0.1 s"; continue; }
    echo "==== passed $case 0.1 s"
done
echo "$*" >>"${0%/*}/launches"
END
chmod +x "$folder/program"
failures=0
equal() { # equal WHAT EXPECTED SEEN
    [ "$2" = "$3" ] && return
    printf 'FAILED %s: expected %s, seen %s\n' "$1" "$2" "$3"
    failures=1
}
run() { # run WHAT CASE...
    local what=$1
    shift
    bash "$cases" "$what" "$folder/results" 10 "$folder/program" -- "$@" >"$folder/out" 2>&1
    status=$?
    out=$(cat "$folder/out")
}

run all first second
equal "all that pass" "0 first second" "$status $(cat "$folder/launches")"
for case in first:0 skips:77 fails:1 dies:1; do
    run all "${case%:*}" last
    equal "all, ${case%:*}" "$((${case#*:} == 1))" "$status"
    rm "$folder/launches"
    run one "${case%:*}"
    equal "one, ${case%:*}" "${case#*:}" "$status"
    equal "one, ${case%:*}: launches" "no" "$([ -e "$folder/launches" ] && echo some || echo no)"
done
run all first dies fails last
equal "a case that dies: cases that are named" "dies fails" "$(sed -n 's/^FAILED: \(.*\); its.*/\1/p' <<<"$out")"
equal "a case that dies: launches" "4 cases in 2 launches" "$(grep ' launches$' <<<"$out")"
equal "a case that dies: its words" "last words" "$(grep -x 'last words' <<<"$out")"
equal "a case that dies: the last one" 1 "$(grep -c '^==== passed last' <<<"$out")"
# A line of the other stream that is cut by one of these.
printf '#!/bin/sh\necho "==== case first"; echo "samebits: the cu==== passed first 0 s"; echo "t line"\n' >"$folder/cut"
chmod +x "$folder/cut"
bash "$cases" all "$folder/none" 10 "$folder/cut" -- first >"$folder/out" 2>&1
equal "a line that is cut" "0 samebits: the cu" "$? $(head -n 1 "$folder/none/first.log")"
# What the report has to say.
for says in 0:driven 1:other; do
    printf '#!/bin/sh\necho "==== case first"; echo "it was driven" >"%s"; echo "==== passed first 0 s"\n' \
        "$folder/says/report" >"$folder/reports"
    chmod +x "$folder/reports"
    TEST_SAYS="it was ${says#*:}" bash "$cases" all "$folder/says" 10 "$folder/reports" -- first >"$folder/out" 2>&1
    equal "what the report says" "${says%:*}" $?
done
# Where nothing can be started, as what starts it says by its status.
printf '#!/bin/sh\necho "skipped: nothing here"; exit 77\n' >"$folder/nothing"
chmod +x "$folder/nothing"
for what in all one; do
    bash "$cases" "$what" "$folder/none" 10 "$folder/nothing" -- first >"$folder/out" 2>&1
    equal "nothing to start, $what" "77 skipped: nothing here" "$? $(tail -n 1 "$folder/out")"
done
# Kept for one run of CTest, which is the parent of both; not for another.
echo 0 >"$folder/results/run"
run one last
equal "another run: the case is launched" "0 last" "$status $(tail -n 1 "$folder/launches")"
exit "$failures"
