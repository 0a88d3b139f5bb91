#!/usr/bin/env bash
# SAMEBITS_PROFILE: what samebits_tune has written is used; what is no profile stops the
# program in MPI_Init; one of another machine is not used, which one line says; and ranks
# that go by different ones are stopped. No result changes.
set -u
. "$(dirname "$0")/lib.sh"

launch 2 -- "$programs/tune" profile.txt
succeeded "tuning"
equal "tuning: the first line" "samebits profile 1" "$(head -n 1 profile.txt)"
contains "tuning: what is printed" "$(cat out)" "α: an empty message from one rank to another [s]" \
    "$(grep '^alpha ' profile.txt)" "profile.txt, in "
equal "tuning: files left behind" "err out profile.txt" "$(echo *)"

sums=$(printf 'rank %d has the sum 6\n' 0 1 2)
used() { # used WHAT FILE: and nothing is said of it
    launch 3 "$with" SAMEBITS_PROFILE="$2" -- "$programs/sum"
    succeeded "$1"
    silent "$1"
    equal "$1: the sums" "$sums" "$(grep sum out | sort)"
}
used "the profile" profile.txt
used "by its path" "$PWD/profile.txt"
used "none" none
used "empty" ""

launch 3 "$with" SAMEBITS_PROFILE=profile.txt SAMEBITS_VERBOSE=1 -- "$programs/sum"
succeeded "verbose"
said | grep -qE 'unsupported=warn profile=[0-9a-f]{16}$' ||
    fail "verbose" "the profile's digest" "$(said)"
launch 3 "$with" SAMEBITS_PROFILE=none SAMEBITS_VERBOSE=1 -- "$programs/sum"
lacks "verbose, without a profile" "$(said)" "profile"

# changed SED FILE: the profile with something else in it
changed() { sed -E "$1" profile.txt >"$2"; }

# refused WHAT FILE WORDS...
refused() {
    launch 3 "$with" SAMEBITS_PROFILE="$2" -- "$programs/sum"
    stopped "$1"
    equal "$1: what the program prints" "starting" "$(sort -u out)"
    contains "$1: the message" "$(said)" "samebits: SAMEBITS_PROFILE=" "$2 is not accepted: " \
        "it takes none or the path of a profile written by samebits_tune" "${@:3}"
    equal "$1: lines of the message" 2 "$(said | wc -l)"
    equal "$1: its last line" "samebits: the job is stopped" "$(said | tail -n 1)"
}
refused "no file" "$PWD/missing.txt" "No such file or directory"
refused "a folder" "$PWD" "it is not a regular file"
: >empty.txt
refused "an empty file" "$PWD/empty.txt" "line 1: this is not a profile; a profile begins with"
number=$(grep -n '^alpha ' profile.txt | cut -d: -f1)
changed 's/^alpha .*/alpha -1e-6/' bad.txt
refused "a negative time" "$PWD/bad.txt" "line $number: alpha \"-1e-6\" is not accepted; it takes a positive number of s"
changed 's/^alpha .*/alpha nan/' bad.txt
refused "no number" "$PWD/bad.txt" "line $number: alpha \"nan\" is not accepted"
changed 's/^alpha /alhpa /' bad.txt
refused "an unknown key" "$PWD/bad.txt" "line $number: a profile has no key \"alhpa\" (did you mean alpha?)"
changed '/^alpha /d' bad.txt
refused "a missing key" "$PWD/bad.txt" "alpha is missing"
changed '1s/1/2/' bad.txt
refused "another version" "$PWD/bad.txt" "line 1: version \"2\" is not accepted; it takes version 1"

# not_used WHAT FILE WORDS...: by one line
not_used() {
    launch 3 "$with" SAMEBITS_PROFILE="$PWD/$2" -- "$programs/sum"
    succeeded "$1"
    equal "$1: the sums" "$sums" "$(grep sum out | sort)"
    equal "$1: lines" 1 "$(said | wc -l)"
    contains "$1" "$(said)" "samebits: SAMEBITS_PROFILE=$PWD/$2 is not used: it was measured " "${@:3}"
}
changed 's/^cpu .*/cpu Other 9000/' other.txt
not_used "another CPU" other.txt "on a CPU called Other 9000, and this is $(sed -n 's/^cpu //p' profile.txt)"
changed 's/^cpus .*/cpus 12345/' other.txt
not_used "another number of CPUs" other.txt "number of CPUs is 12345, and this is $(sed -n 's/^cpus //p' profile.txt)"
changed 's/^mpi .*/mpi Another MPI 7/' other.txt
not_used "another MPI library" other.txt "under Another MPI 7, and this is $(sed -n 's/^mpi //p' profile.txt)"
changed 's/^(hosts|ranks) .*/\1 99/' other.txt
used "other numbers of nodes and ranks" other.txt

# Nodes that differ: no rank goes by it, and one says so.
changed 's/^cpu .*/cpu Other 9000/' other.txt
for odd in 0 2; do
    what="another machine on rank $odd"
    with_odd 3 "$odd" "$with" SAMEBITS_PROFILE=profile.txt -- \
        "$with" SAMEBITS_PROFILE=other.txt -- "$programs/sum"
    succeeded "$what"
    equal "$what: the sums" "$sums" "$(grep sum out | sort)"
    equal "$what: lines" 1 "$(said | wc -l)"
    contains "$what" "$(said)" "is not used"
done

# Numbers that differ, or none: like any other policy.
changed 's/^alpha .*/alpha 1/' other.txt
for setting in SAMEBITS_PROFILE=other.txt SAMEBITS_PROFILE=none; do
    what="$setting on rank 1"
    with_odd 3 1 "$with" SAMEBITS_PROFILE=profile.txt -- "$with" "$setting" -- "$programs/sum"
    stopped "$what"
    contains "$what" "$(said)" "have different policies" "profile=" ": ranks 0, 2" ": rank 1"
    lacks "$what: results" "$(cat out)" "has the sum"
done

# Where messages cost nothing, schedules that need them are chosen, once they are earned; and where
# the collectives cost nothing, they are not.
schedules() { # schedules FILE: of long vectors
    rm -f report.txt
    launch 3 "$with" SAMEBITS_PROFILE="$1" SAMEBITS_REPORT=report.txt -- "$programs/kinds" long
    succeeded "$1"
    equal "$1: what the program prints" "done" "$(cat out)"
    silent "$1"
    rows report.txt | sed -nE 's/^made reproducible: .* exact, ([a-z0-9]+)$/\1/p' | sort -u
}
messages=$(sed -n 's/^SCHEDULE(\([a-z0-9]*\), 1)$/\1/p' "$(dirname "$0")/../support/schedule_table.h")
changed 's/^(alpha|beta|latency|receive|merge[a-z_]*) .*/\1 1e-13/' messages.txt
schedules messages.txt | grep -qxF "$messages" ||
    fail "messages that cost nothing" "a schedule that needs them" "$(rows report.txt)"
changed 's/^(alpha|latency|receive) .*/\1 1/' collectives.txt
! schedules collectives.txt | grep -qxF "$messages" ||
    fail "messages that take seconds" "no schedule that needs them" "$(rows report.txt)"
finish
