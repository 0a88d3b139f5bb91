#!/usr/bin/env bash
# Over hosts every way of reducing gives the bits that it gives on one: also if the hosts' processors have other
# vector units, and if their clocks are an hour apart. Direct calls give them on any number of ranks and hosts.
set -u
. "$(dirname "$0")/hosts_lib.sh"

digests() { # digests FILE: of the last launch
    succeeded "digests, $1"
    grep -a "^\(MPI\|samebits\)_.* of " out | sort >"$1"
    [ -s "$1" ] || fail "digests, $1" "some" "$(both)"
    lacks "digests, $1" "$(cat "$1")" "differ"
}
direct() { grep "^samebits_" "$1"; }
same_bits() { # same_bits WHAT EXPECTED-FILE FILE
    equal "$1" "" "$(diff "$2" "$3" | head -n 20)"
}

layouts=(2x1)
[ -n "$polls" ] || layouts=(2x1 2x2:cyclic)
for layout in "${layouts[@]}"; do
    words=${layout%:cyclic}
    ranks=$((${words/x/*}))
    launch "$ranks" -- "$programs/digest"
    digests "one-host-$ranks"
    across "$layout" -- "$programs/digest"
    digests "$layout"
    same_bits "$layout, as on one host" "one-host-$ranks" "$layout"
    same_bits "direct calls over $layout, as on other ranks" <(direct one-host-2) <(direct "$layout")
done

[ -z "$sample" ] || finish

# Sixteen ranks on two hosts, whose nonblocking reductions are not driven: partials of this width are merged on
# their way, which takes less time than gathering contributions.
if [ -z "$polls" ]; then
    launch 16 SAMEBITS_ARITHMETIC=binned "$with" -- "$programs/digest"
    digests one-host-16
    across 2x8 SAMEBITS_ARITHMETIC=binned SAMEBITS_PROGRESS=none SAMEBITS_REPORT="$PWD/merged.txt" "$with" -- "$programs/digest"
    digests 2x8
    same_bits "2x8, as on one host" one-host-16 2x8
    contains "2x8" "$(cat merged.txt)" "binned:3, iallreduce of partials" "binned:3, ireduce of partials"
fi

# Another processor on a host. (A rank uses no wider vectors than this says. Libm chooses by what glibc finds.)
units=(avx2 sse2)
[ "$(uname -m)" = x86_64 ] || units=()
for unit in "${units[@]}"; do
    node2_does "export SAMEBITS_VECTOR_UNIT=$unit GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA" 2x1 -- "$programs/digest"
    digests "$unit"
    same_bits "a host whose processor has no more than $unit" one-host-2 "$unit"
done

# Clocks an hour apart, ahead and behind; that of the time since the start, too, where it can be set.
hour() { # hour AHEAD WORDS...: in front of what node2's ranks start
    echo "export TEST_AHEAD=$1 LD_PRELOAD=$programs/libclock.so:\$LD_PRELOAD; set -- ${*:2} \"\$@\""
}
since_start=()
! unshare --time --fork --monotonic 3600 --boottime 3600 true 2>/dev/null ||
    since_start=(unshare --time --fork --kill-child --monotonic 3600 --boottime 3600)
for ahead in 3600 -3600; do
    what="a clock that is ahead by $ahead s"
    node2_does "$(hour $ahead "${since_start[@]}")" 2x1 "$with" SAMEBITS_TRACE="$PWD/trace$ahead" \
        SAMEBITS_REPORT="$PWD/report$ahead.json" -- sh -c 'echo "$(hostname) $(date +%s)"; exec "$0"' "$programs/digest"
    digests "clock$ahead"
    same_bits "$what" one-host-2 "clock$ahead"
    silent "$what"
    apart=$(sed -n 's/^node1 //p' out)
    apart=$(($(sed -n 's/^node2 //p' out) - apart))
    [ ${apart#-} -gt 3000 ] || fail "$what" "clocks that are an hour apart" "$apart s"
    # One job, whose times are those of its ranks.
    equal "$what: traces" "1 2" "$(find "trace$ahead"/job-* -maxdepth 0 | wc -l) $(find "trace$ahead" -name '*.trace' | wc -l)"
    "$samebits" show --json "trace$ahead" >shown.json
    python3 - shown.json "report$ahead.json" <<'EOF' || fail "$what" "times within minutes" "$(cat "report$ahead.json")"
import json, sys

shown, report = ([json.loads(line) for line in open(name)] for name in sys.argv[1:])
for row in shown:
    assert 0 <= row.get("time", 0) < 600_000, row  # milliseconds since the rank began
for line in report:
    assert 0 <= line["written"] - line["began"] < 600, line
    for row in line["rows"]:
        assert 0 <= row["seconds"] < 600, row
EOF
    alone "$samebits" report "report$ahead.json" -o "page$ahead.html"
    succeeded "$what: samebits report"
    # (Without a launcher's name for the job its hosts are told by their clocks: MPICH's has none.)
    [[ $TEST_MPI != openmpi* ]] || lacks "$what: samebits report knows one run" "$(cat "page$ahead.html")" "Run B"
done
# What is measured is measured by what each rank's clock says of itself.
if [ "${EXHAUSTIVE:-}" = ON ] && [ -x "$programs/tune" ]; then
    what="a profile of clocks that are apart"
    node2_does "$(hour 3600 "${since_start[@]}")" 2x1 -- "$programs/tune" "$PWD/profile.txt"
    succeeded "$what"
    awk '/^[a-z_]+ [0-9.e-]+$/ && $1 !~ /^(cpus|hosts|ranks)$/ && !($2 > 0 && $2 < 1)' profile.txt >odd.txt
    equal "$what: what is no time of less than a second" "" "$(cat odd.txt)"
    node2_does "$(hour -3600)" 2x1 "$with" SAMEBITS_PROFILE="$PWD/profile.txt" -- "$programs/digest"
    digests profile
    same_bits "$what" one-host-2 profile
fi

alone "$samebits" diff trace3600 trace-3600
succeeded "traces of clocks that are apart: samebits diff"
finish
