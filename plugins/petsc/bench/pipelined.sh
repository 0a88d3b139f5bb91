#!/usr/bin/env bash
# Measures PETSc's pipelined solvers with samebits in front against the MPI library's own reductions, in
# one run (pipelined.c), under Open MPI, over hosts that are made on this machine (scripts/cluster.sh), or
# on one: `make bench-pipelined`. What may be set, as a variable of the environment or of make:
#
#     HOSTS         hosts and the ranks of each: "2x1 4x1 4x2"; 1x2 is one host with two ranks
#     POINTS        points of a side of the square grid: "40 200"
#     SOLVERS       "pipecg pipecr groppcg pgmres pipelcg pipebcgs"
#     ITERATIONS    of a solution: 100
#     REPETITIONS   solutions by either library: 30
#     FORMAT        table or csv
#
# SAMEBITS_ variables reach the ranks. Timings mean something on an idle machine only; `others` is how many
# of its cores other programs kept busy just before.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
. benches/support/busy.sh

stop() { # stop MESSAGE [FILE ...]
    printf 'bench-pipelined: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || tail -q -n 20 "$@" >&2
    exit 2
}

[ $# -eq 0 ] || stop "takes variables, no arguments, and got \"$*\""
case ${FORMAT:=table} in
table) format=() ;;
csv) format=(-csv) ;;
*) stop "FORMAT=$FORMAT is not accepted; it takes table or csv" ;;
esac
read -ra layouts <<<"${HOSTS:-2x1 4x1 4x2}"
for layout in "${layouts[@]}"; do
    [[ $layout =~ ^[1-9][0-9]*x[1-9][0-9]*$ ]] || stop "HOSTS=$HOSTS is not accepted; it takes the number of hosts and of ranks on each: 4x2"
    [[ $layout = 1x* ]] || why=$(scripts/cluster.sh run 1 true) || stop "${why#skipped: }"
done
name=PETSc
pkg-config --exists "$name" || name=petsc
pkg-config --exists "$name" || stop "pkg-config finds no PETSc; \"make setup PARTS=plugins\" installs Debian's"
library=$PWD/build/libsamebits.so
[ -f "$library" ] || stop "there is no build/libsamebits.so; \"make build\" makes it"

tree=$PWD/target/bench/pipelined
mkdir -p "$tree"
export OMPI_MCA_orte_tmpdir_base=$tree # or jobs on hosts of one name would share a folder in /tmp
read -ra flags <<<"$(pkg-config --cflags --libs "$name")"
mpicc.openmpi -O2 -w -rdynamic -o "$tree/pipelined" plugins/petsc/bench/pipelined.c benches/support/timing.c \
    "${flags[@]}" -Wl,-rpath,"$(pkg-config --variable=libdir "$name")" -lm -ldl
export OMPI_MCA_rmaps_base_oversubscribe=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
solvers=${SOLVERS:-pipecg pipecr groppcg pgmres pipelcg pipebcgs}
forwarded=()
for variable in $(compgen -e SAMEBITS_); do forwarded+=(-x "$variable"); done

for layout in "${layouts[@]}"; do
    # (Ranks on several hosts do not know that they outnumber the cores.)
    launcher=(mpiexec.openmpi --bind-to none)
    [[ $layout = 1x* ]] || launcher=(tests/cmake/over_hosts.sh openmpi "$layout" mpiexec.openmpi)
    for points in ${POINTS:-40 200}; do
        printf '# %s hosts x ranks, %s x %s points, load %s of %s cores, others %s: microseconds an iteration\n' \
            "$layout" "$points" "$points" "$(cut -d ' ' -f 1 /proc/loadavg)" "$(nproc --all)" "$(busy_cores)"
        "${launcher[@]}" --mca mpi_yield_when_idle 1 -n $((${layout%x*} * ${layout#*x})) -x LD_PRELOAD="$library" \
            ${forwarded[@]+"${forwarded[@]}"} "$tree/pipelined" -n "$points" -iterations "${ITERATIONS:-100}" \
            -repetitions "${REPETITIONS:-30}" -solvers "${solvers// /,}" "${format[@]}" 2>"$tree/errors" ||
            stop "this failed on $layout hosts" "$tree/errors"
    done
done
