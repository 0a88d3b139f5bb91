# What examples/demo/run.sh is made of: starting a program under either MPI without or
# with samebits, and a row of the table. Meant to be sourced, from target/demo.
# shellcheck shell=bash disable=SC2034

# Relative, because the dynamic linker cuts LD_PRELOAD at spaces and colons,
# which the path to the repository may contain.
library=../../build/libsamebits.so
math_library=../../build/libsamebits_math.so

differs=0 # 1 once a row has several results with samebits
results=()
run_of_row=0
runs_of_row=0

# Nothing that the user has set may decide which mode a run is in.
for variable in $(compgen -e SAMEBITS_); do unset "$variable"; done
case ${LD_PRELOAD:-} in *samebits*) unset LD_PRELOAD ;; esac

# More ranks than cores, and root in a container, are both fine for a demo.
export OMPI_MCA_rmaps_base_oversubscribe=1
if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

stop() { # stop MESSAGE [FILE ...]
    clear_progress
    printf '\ndemo: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || tail -q -n 20 "$@" >&2
    exit 1
}

# The command's output goes to output.txt. Five minutes are many times what the
# longest run takes.
launch() { # launch COMMAND ...
    timeout --foreground 300 "$@" >output.txt 2>errors.txt </dev/null ||
        stop "this command failed (status $?): $*" output.txt errors.txt
}

openmpi() { # openmpi MODE RANKS ARGUMENT ...
    local mode=$1 n=$2 with=()
    shift 2
    [ "$mode" = without ] || with=(-x LD_PRELOAD="$library" -x SAMEBITS_REPORT=report.txt)
    rm -f report.txt
    launch mpiexec.openmpi -n "$n" "${with[@]}" "$@"
    [ "$mode" = without ] || was_active
}

mpich() { # mpich MODE RANKS ARGUMENT ...
    local mode=$1 n=$2 with=()
    shift 2
    [ "$mode" = without ] || with=(-genv LD_PRELOAD "$library" -genv SAMEBITS_REPORT report.txt)
    rm -f report.txt
    launch mpiexec.mpich -n "$n" "${with[@]}" "$@"
    [ "$mode" = without ] || was_active
}

# One result with samebits means nothing if samebits was not there: its own
# report has to list calls under the head "made reproducible".
was_active() {
    [ -s report.txt ] || stop "samebits wrote no report, so it was not active" output.txt errors.txt
    awk '/^ *made reproducible:/ { listed = 1; next }
         /:$/                    { listed = 0 }
         listed && /^ *MPI_(Allr|R)educe / { found = 1 }
         END { exit !found }' report.txt ||
        stop "samebits made no MPI_Reduce and no MPI_Allreduce reproducible" report.txt
}

# While a row is made: a counter on a terminal, otherwise a line for each run
# that takes long.
progress() { # progress TEXT
    run_of_row=$((run_of_row + 1))
    if [ -t 2 ]; then
        printf '\r%s: run %d of %d\033[K' "$1" "$run_of_row" "$runs_of_row" >&2
    elif [ "${2:-}" = long ]; then
        printf '  %s: run %d of %d\n' "$1" "$run_of_row" "$runs_of_row" >&2
    fi
}

clear_progress() {
    [ ! -t 2 ] || printf '\r\033[K' >&2
}

distinct() { # distinct LINE ...: how many different first words
    printf '%s\n' "$@" | awk '!seen[$1]++ { n++ } END { print n + 0 }'
}

samples() { # samples LINE ...: the second words of up to three distinct results
    printf '%s\n' "$@" | awk '
        !seen[$1]++ { if (++n <= 3) printf "%s%s", (n > 1 ? " " : ""), $2 }
        END { if (n > 3) printf " (+%d)", n - 3 }'
}

table_head() {
    printf '%-46s %5s  %17s   %s\n' "" "" "distinct results" "last digits"
    printf '%-46s %5s  %8s %8s   %-28s  %s\n' "" runs without with without with
}

# A row: the function CASE is called with a mode and a variant, for all of
# them, and appends a line "CHECKSUM DIGITS" to `results` for each result.
row() { # row NAME short|long CASE VARIANT ...
    local name=$1 length=$2 case=$3 mode variant counts=() digits=()
    shift 3
    run_of_row=0 runs_of_row=$((2 * $#))
    for mode in without with; do
        results=()
        for variant; do
            progress "$name, $mode samebits" "$length"
            "$case" "$mode" "$variant"
        done
        counts+=("$(distinct "${results[@]}")")
        digits+=("$(samples "${results[@]}")")
    done
    clear_progress
    printf '%-46s %5d  %8d %8d   %-28s  %s\n' \
        "$name" "${#results[@]}" "${counts[0]}" "${counts[1]}" "${digits[0]}" "${digits[1]}"
    if [ "${counts[0]}" = 1 ]; then
        echo "    no difference here without samebits either"
    fi
    if [ "${counts[1]}" != 1 ]; then
        echo "    FAILED: ${counts[1]} distinct results with samebits"
        differs=1
    fi
}
