# What the behaviour scripts share: starting ranks, each with an environment of
# its own, and checks that say what was expected and what was seen.
# Sourced; CTest says by TEST_ variables what to test (see CMakeLists.txt).
# shellcheck shell=bash disable=SC2034

: "${TEST_MPI:?}" "${TEST_LAUNCHER:?}" "${TEST_LAUNCHER_STYLE:?}" "${TEST_LIBRARY:?}"
: "${TEST_PROGRAMS:?}"
programs=$TEST_PROGRAMS
with=LD_PRELOAD=$TEST_LIBRARY # for ranks that get the library

# Nothing that the caller has set may decide what is tested.
for variable in $(compgen -e SAMEBITS_); do unset "$variable"; done
unset LD_PRELOAD

# A folder of its own, empty, for output and reports. Launchers read stdin.
script=$(basename "$0" .sh)
rm -rf "./$script"
mkdir -p "$script"
cd "$script" || exit 1
exec </dev/null

failures=0
limit=60  # seconds for one launch
status=0  # of the last launch; 124: it ran past the limit
elapsed=0 # seconds that it took
launcher_options=() # in front of all groups

# launch GROUP [: GROUP]...   with GROUP = N [VAR=VALUE]... -- PROGRAM [ARG]...
#
# Starts groups of ranks, each in its own environment. What they print goes to
# the files `out` and `err`, which also hold what the launcher itself says.
launch() {
    local command=("$TEST_LAUNCHER" "${launcher_options[@]}") part=count begun word
    for word; do
        case $part in
        count)
            command+=(-n "$word")
            part=variables
            ;;
        variables)
            if [ "$word" = -- ]; then
                part=program
            elif [ "$TEST_MPI" = openmpi5 ]; then
                # Open MPI 5.0.11 gives every group the variables of the first.
                [ "${command[-2]}" != -n ] || command+=(/usr/bin/env)
                command+=("$word")
            elif [ "$TEST_LAUNCHER_STYLE" = openmpi ]; then
                command+=(-x "$word")
            else
                command+=(-env "${word%%=*}" "${word#*=}")
            fi
            ;;
        program)
            command+=("$word")
            if [ "$word" = : ]; then part=count; fi
            ;;
        esac
    done
    # Open MPI 5.0.11 fails in one of some thousand launches, before it has started anything.
    local tries
    for ((tries = 0; tries < 3; tries++)); do
        begun=$SECONDS
        timeout --kill-after=10 "$limit" "${command[@]}" >out 2>err
        status=$?
        grep -q "PMIx server's listener thread failed to start" err || break
    done
    elapsed=$((SECONDS - begun))
}

# with_odd RANKS ODD [VAR=VALUE]... -- [VAR=VALUE]... -- PROGRAM [ARG]...
# One rank, the odd one, gets the second variables, the others get the first.
with_odd() {
    local ranks=$1 odd=$2 first=() second=() groups=()
    shift 2
    while [ "$1" != -- ]; do
        first+=("$1")
        shift
    done
    shift
    while [ "$1" != -- ]; do
        second+=("$1")
        shift
    done
    [ "$odd" -eq 0 ] || groups+=("$odd" "${first[@]}" "$@" :)
    groups+=(1 "${second[@]}" "$@")
    [ "$((ranks - odd))" -eq 1 ] || groups+=(: "$((ranks - odd - 1))" "${first[@]}" "$@")
    launch "${groups[@]}"
}

# alone [VAR=VALUE]... COMMAND [ARG]...: a process without a launcher
alone() {
    local begun=$SECONDS
    timeout --kill-after=10 "$limit" env "$@" >out 2>err
    status=$?
    elapsed=$((SECONDS - begun))
}

# Calls a function with each of these strings' words, beside each other, each in a folder of its own:
# for launches that wait until they are ended.
beside() { # beside FUNCTION WORDS...
    local words process number=0 processes=()
    for words in "${@:2}"; do
        number=$((number + 1))
        (
            failures=0
            mkdir "beside-$number" && cd "beside-$number" || exit 1
            # (Open MPI's launchers make and remove folders in the one that their environment names.)
            [ -z "${OMPI_MCA_orte_tmpdir_base:-}" ] || export OMPI_MCA_orte_tmpdir_base+=$number
            [ "$TEST_MPI" != openmpi5 ] || { export TMPDIR+=$number && mkdir -p "$TMPDIR"; }
            # shellcheck disable=SC2086
            "$1" $words
            cd .. && rm -r "beside-$number" && exit "$failures"
        ) &
        processes+=($!)
    done
    for process in "${processes[@]}"; do
        wait "$process" || failures=$((failures + 1))
    done
}

fail() { # fail WHAT EXPECTED SEEN
    failures=$((failures + 1))
    printf 'FAILED %s: %s\n  expected: %s\n  seen:     %s\n' "$script" "$1" \
        "${2//$'\n'/$'\n'            }" "${3//$'\n'/$'\n'            }"
}

# Ends the script; called last.
finish() {
    [ "$failures" -eq 0 ] || exit 1
    exit 0
}

equal() { # equal WHAT EXPECTED SEEN
    [ "$2" = "$3" ] || fail "$1" "$2" "$3"
}

succeeded() { # succeeded WHAT: the last launch did
    [ "$status" -eq 0 ] || fail "$1" "exit status 0" "exit status $status; $(both)"
}

# The last launch ended by itself, and not well.
stopped() { # stopped WHAT
    case $status in
    0) fail "$1" "an exit status other than 0" "0" ;;
    124 | 137) fail "$1" "that it ends within $limit s" "that it had to be killed; $(both)" ;;
    esac
}

contains() { # contains WHAT TEXT WANTED...: each of them
    local what=$1 text=$2 missing='' wanted
    shift 2
    for wanted; do
        case $text in
        *"$wanted"*) ;;
        *) missing+="${missing:+, }\"$wanted\"" ;;
        esac
    done
    [ -z "$missing" ] || fail "$what" "$missing" "$text"
}

lacks() { # lacks WHAT TEXT UNWANTED...: all of them
    local what=$1 text=$2 unwanted
    shift 2
    for unwanted; do
        case $text in
        *"$unwanted"*) fail "$what" "no \"$unwanted\"" "$text" ;;
        esac
    done
}

# The lines that samebits wrote: with its prefix, and the reports.
# (Open MPI 5.0.11's launcher may end its own messages with a null character.)
said() { grep -ahE '^samebits[: ]' out err; }

silent() { # silent WHAT: samebits said nothing in the last launch
    equal "$1: what samebits says" "" "$(said)"
}

both() { printf 'stdout: %s\nstderr: %s' "$(cat out)" "$(cat err)"; }

times() { # times N LINE: the line N times
    local n
    for ((n = 0; n < $1; n++)); do printf '%s\n' "$2"; done
}

# The rows of the reports in a file, without their times, as
#   SECTION: call datatype operator calls elements bytes how
rows() { # rows FILE
    sed -nE '
        /^samebits report: /d
        /^  [^ ].*:$/ { s/^ *(.*):$/\1/; h; d; }
        /^    call +datatype /d
        /^    (MPIX?|samebits)_/ {
            s/^ +//; s/ +/ /g; s/ [0-9]+\.[0-9]{6} / /
            H; x; s/\n/: /; p
            s/: .*//; h
        }' "$1"
}

same_rows() { # same_rows WHAT EXPECTED FILE: in any order
    equal "$1" "$(sort <<<"$2")" "$(rows "$3" | sort)"
}

# The places in the program left out of rows.
without_place() { sed -E 's|; first at /.*\+0x[0-9a-f]+( \(.*\))?$|; first at ...|'; }
