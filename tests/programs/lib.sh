# What the scripts here are made of: they run a program in several variants, without and with
# samebits, and compare the bits of its output. A program's script sources this and calls
#
#     enter NAME                       a folder of its own, target/programs/NAME
#     compare ROW RANKS OUTPUT CALLS COMMAND ...
#     finish
#
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# Relative to a program's folder, because the dynamic linker cuts LD_PRELOAD at spaces and
# colons, which the path to the repository may contain.
library=../../../build/libsamebits.so
limit=180 # seconds for a run; the longest takes some ten, where nobody else uses the machine
failed=0

# Nothing that the user has set may decide what is run.
for variable in $(compgen -e SAMEBITS_ PETSC_); do unset "$variable"; done
case ${LD_PRELOAD:-} in *samebits*) unset LD_PRELOAD ;; esac
# Threads that add in any order are no matter of MPI's (docs/troubleshooting.md).
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 SCOTCH_PTHREAD_NUMBER=1
export OMPI_MCA_rmaps_base_oversubscribe=1
if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

# Variants are arguments of Open MPI's launcher, or "over" and a layout on several hosts
# (tests/cmake/over_hosts.sh). The first one is repeated, to see whether the program differs from run to run
# by itself.
as_it_comes=("" "" "" "--bind-to core:overload-allowed --map-by core" "--mca btl self,tcp"
    "--mca coll ^tuned" "--mca coll_sm_priority 90" "--mca coll_adapt_priority 90")
algorithms() { # algorithms PARAMETER LAST: all algorithms of an MPI function, one a line
    local dynamic="--mca coll_tuned_use_dynamic_rules 1 "
    [ "${1#tuned}" != "$1" ] || dynamic=
    seq -f "$dynamic--mca coll_$1_algorithm %.0f" 1 "$2"
}
variants_of() { # variants_of PARAMETER:LAST ...: sets `variants`
    local one
    variants=("${as_it_comes[@]}")
    for one; do
        mapfile -t -O ${#variants[@]} variants < <(algorithms "${one%:*}" "${one#*:}")
    done
}

variants_over() { # variants_over LAYOUT ...: more of them, on hosts that are made for it, where they can be
    local layout why
    why=$("$root/scripts/cluster.sh" run 1 true) || { echo "$why" >&2 && return; }
    for layout; do variants+=("over $layout"); done
}

stop() { # stop MESSAGE [FILE ...]
    printf 'programs: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || tail -q -n 20 "$@" >&2
    exit 1
}

enter() { # enter NAME
    mkdir -p "$root/target/programs/$1"
    cd "$root/target/programs/$1" || exit
    [ -f "$library" ] || stop "there is no build/libsamebits.so; \"make build\" makes it"
}

quietly() { # quietly COMMAND ...: its output only if it fails
    "$@" >log.txt 2>&1 || stop "this command failed: $*" log.txt
}

version_of() { # version_of PACKAGE: the upstream version
    dpkg-query -W -f '${Version}\n' "$1" | sed -E 's/^[0-9]+://; s/(-|\+|~|\.git).*//'
}

# The calls in a section of report.txt, with how often they were made: "MPI_Scan 1" a line. Each
# communicator is counted by its rank 0, so that there may be several reports.
calls() { # calls SECTION [REASON]: but for those with the reason
    awk -v section="$1" -v reason="${2:-}" '
        /^samebits report/    { inside = 0 }
        /^  [^ ].*:$/         { inside = index($0, "  " section) == 1 }
        reason != "" && index($0, reason) { next }
        inside && $1 ~ /^MPIX?_/ {
            for (i = 3; i <= NF; i++) if ($i ~ /^[0-9]+$/) break
            made[$1] += $i
        }
        END { for (call in made) print call, made[call] }' report.txt | sort
}

listed() { # calls as text for a table
    sed 's/\(.*\) \(.*\)/`\1` \2/' | paste -sd ',' | sed 's/,/, /g'
}

# run_once MODE RANKS OUTPUT VARIANT COMMAND ...: prints the digest of its output
run_once() {
    local mode=$1 ranks=$2 output=$3 with=() arguments start=$SECONDS status=0 launcher=(mpiexec.openmpi)
    read -ra arguments <<<"$4"
    shift 4
    # Ranks on several hosts do not know that they outnumber the cores; and jobs on hosts of one name would share
    # a folder in /tmp.
    if [ "${arguments[0]:-}" = over ]; then
        local -x OMPI_MCA_orte_tmpdir_base=$PWD
        launcher=("$root/tests/cmake/over_hosts.sh" openmpi "${arguments[1]}" mpiexec.openmpi)
        arguments=(--mca mpi_yield_when_idle 1)
    fi
    rm -f report.txt output.txt errors.txt
    [ "$output" = output.txt ] || compgen -G "$output" | xargs -r rm -f
    [ "$mode" = without ] || with=(-x LD_PRELOAD="$library" -x SAMEBITS_REPORT=report.txt)
    timeout --kill-after=10 "$limit" "${launcher[@]}" -n "$ranks" "${arguments[@]}" "${with[@]}" "$@" \
        >output.txt 2>errors.txt </dev/null || status=$?
    [ $status = 0 ] || stop "$mode samebits this failed (status $status, $((SECONDS - start)) s): \
${launcher[*]} -n $ranks ${arguments[*]} ${with[*]} $*" output.txt errors.txt
    compgen -G "$output" >/dev/null || stop "$* wrote no $output" output.txt errors.txt
    local files
    mapfile -t files < <(compgen -G "$output" | sort)
    [ -s "${files[0]}" ] || stop "$* wrote nothing to ${files[0]}" errors.txt
    cat "${files[@]}" | sha256sum
}

# What samebits' report has to say of a run: that it made the calls reproducible (or, for
# CALL:integers, passed them on, as sums of integers are), and nothing that is not reproducible.
check_report() { # check_report ROW CALL ...
    local row=$1 call section
    shift
    [ -s report.txt ] || stop "$row: samebits wrote no report, so it was not active" output.txt errors.txt
    for call; do
        section="made reproducible"
        [ "${call%:integers}" = "$call" ] || section="passed on"
        calls "$section" | grep -q "^${call%:integers} [1-9]" ||
            stop "$row: the report lists no ${call%:integers} that was $section" report.txt
    done
    [ -z "$(calls "NOT made")" ] || stop "$row: calls were not made reproducible" report.txt
    # What is passed on has to be exact in any order.
    if calls "passed on" "associative as it is" | grep -q .; then
        stop "$row: calls were passed on that are not of integers" report.txt
    fi
}

# compare ROW RANKS OUTPUT CALLS COMMAND ...: runs the command in all of `variants`. OUTPUT is a
# pattern of the files that hold its result, or output.txt; CALLS is what samebits has to see.
compare() {
    local row=$1 ranks=$2 output=$3 expected native=() ours=() variant digest different same
    read -ra expected <<<"$4"
    shift 4
    echo "$row: ${#variants[@]} variants, without and with samebits" >&2
    for variant in "${variants[@]}"; do
        digest=$(run_once without "$ranks" "$output" "$variant" "$@")
        native+=("$digest")
        digest=$(run_once with "$ranks" "$output" "$variant" "$@")
        ours+=("$digest")
        check_report "$row" "${expected[@]}"
    done
    different=$(printf '%s\n' "${native[@]}" | sort -u | wc -l)
    same=$(printf '%s\n' "${ours[@]}" | sort -u | wc -l)
    # Natively, is it the variants that differ, or the runs?
    local repeated="" runs
    runs=$(printf '%s\n' "${native[@]:0:3}" | sort -u | wc -l)
    [ "$runs" = 1 ] || repeated=" (the same variant, repeated: $runs)"
    printf '| %s | %s | %s | %s | %s | %s%s | %s |\n' "$row" "$ranks" \
        "$(calls "made reproducible" | listed)" "$(calls "passed on" | listed)" \
        "${#variants[@]}" "$different" "$repeated" "$same" | tee -a "${ROWS:-/dev/null}"
    if [ "$same" != 1 ]; then
        failed=1
        echo "FAILED: $same outputs with samebits:" >&2
        paste -d ' ' <(printf '    %.8s\n' "${ours[@]}") <(printf '%s\n' "${variants[@]}") >&2
    fi
}

finish() {
    exit "$failed"
}
