#!/usr/bin/env bash
# What the plug-ins cost: CVODE, and PETSc's CG and GMRES with a stencil of the program's own and with
# its sparse matrices, on one and two ranks under Open MPI; natively, with samebits in front, and with
# the plug-in, which take turns. `make bench-plugins`. What may be set, as a variable of the environment
# or of make:
#
#     PLUGINS      "petsc sundials"
#     RANKS        "1 2"
#     POINTS       points of a side of PETSc's square grids: "200 1000"
#     REPETITIONS  turns: 5
#
# A time is the least of a launch (PETSc: of an iteration, among some solutions; CVODE: of the
# integration). A ratio is that of the least times of all turns; behind it, in brackets, are the least
# and the largest ratio of the times in one turn.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."

stop() { # stop MESSAGE [FILE ...]
    printf 'bench: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || tail -q -n 20 "$@" >&2
    exit 1
}

[ $# -eq 0 ] || stop "takes variables, no arguments, and got \"$*\""
for variable in $(compgen -e SAMEBITS_) PETSC_OPTIONS; do unset "$variable"; done
export OMPI_MCA_rmaps_base_oversubscribe=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
tree=target/bench/plugins
mkdir -p "$tree"
all="petsc sundials"
for name in ${PLUGINS:=$all}; do
    [[ " $all " == *" $name "* ]] || stop "unknown plug-in \"$name\"; accepted: ${all// /, }"
    [ -f "build/libsamebits_$name.so" ] || stop "there is no build/libsamebits_$name.so; \"make plugins\" makes it"
done

# launch MODE PLUGIN RANKS COMMAND ...: prints a time
launch() {
    local mode=$1 plugin=$2 preload='' options=''
    case $mode-$plugin in
    front-*) preload=$PWD/build/libsamebits.so ;;
    plugin-petsc) options="-dll_append $PWD/build/libsamebits_petsc.so" ;;
    plugin-sundials) preload=$PWD/build/libsamebits.so:$PWD/build/libsamebits_sundials.so ;;
    esac
    [ "$plugin" != sundials ] || preload=$preload:$PWD/$tree/digest.so
    timeout --kill-after=10 120 mpiexec.openmpi -n "$3" -x LD_PRELOAD="$preload" -x PETSC_OPTIONS="$options" \
        -x SUNDIALS_DIGEST="$tree/digest" "${@:4}" >"$tree/output" 2>"$tree/errors" ||
        stop "$mode this failed on $3 ranks: ${*:4}" "$tree/output" "$tree/errors"
    if [ "$plugin" = sundials ]; then awk '/^seconds/ { print 1e6 * $2 }' "$tree/digest"; else cat "$tree/output"; fi
}

# row NAME PLUGIN GOAL COMMAND ...: the ratio that is aimed at, and a command in which @p is the ranks
row() {
    local name=$1 plugin=$2 goal=$3 ranks turn mode command
    shift 3
    for ranks in ${RANKS:-1 2}; do
        command=("${@//@p/$ranks}")
        for ((turn = 0; turn < ${REPETITIONS:-5}; turn++)); do
            for mode in native front plugin; do
                launch $mode "$plugin" "$ranks" "${command[@]}"
            done | paste -sd ' '
        done >"$tree/times"
        awk -v name="$name" -v ranks="$ranks" -v goal="$goal" '
            {
                for (i = 1; i <= 3; i++) {
                    if (NR == 1 || $i < least[i]) least[i] = $i
                    ratio = $i / $1
                    if (NR == 1 || ratio < low[i]) low[i] = ratio
                    if (NR == 1 || ratio > high[i]) high[i] = ratio
                }
            }
            END {
                printf "%-38s %5d %12g", name, ranks, least[1]
                for (i = 2; i <= 3; i++) printf "  %5.2f (%4.2f to %4.2f)", least[i] / least[1], low[i], high[i]
                print "  " goal
            }' "$tree/times"
    done
}

echo "load of the machine: $(cut -d ' ' -f 1 /proc/loadavg), of $(nproc --all) cores"
printf '%-38s %5s %12s  %-20s  %-20s  %s\n' "" ranks "native, µs" "in front" plug-in "aimed at"
if [[ " $PLUGINS " = *" petsc "* ]]; then
    name=PETSc
    pkg-config --exists "$name" || name=petsc
    read -ra flags <<<"$(pkg-config --cflags --libs "$name")"
    mpicc.openmpi -O2 -w -o "$tree/poisson" plugins/petsc/bench/poisson.c "${flags[@]}" -lm
    for points in ${POINTS:-200 1000}; do
        # Short, so that some are not disturbed.
        many=$((points > 500 ? 10 : 100))
        cg=(-n "$points" -iterations 10 -repetitions "$many" -ksp_type cg -pc_type none)
        gmres=(-n "$points" -iterations 30 -repetitions $((many / 4)) -ksp_type gmres -pc_type none)
        row "PETSc CG, stencil, $points x $points" petsc 1.25 "$tree/poisson" "${cg[@]}"
        row "PETSc CG, matrix, $points x $points" petsc 2.0 "$tree/poisson" "${cg[@]}" -matrix
        row "PETSc GMRES, stencil, $points x $points" petsc 1.5 "$tree/poisson" "${gmres[@]}"
        row "PETSc GMRES, matrix, $points x $points" petsc 2.0 "$tree/poisson" "${gmres[@]}" -matrix
    done
fi
if [[ " $PLUGINS " = *" sundials "* ]]; then
    examples=/usr/share/doc/libsundials-dev/examples
    [ -d "$examples" ] || examples=target/sundials/examples
    [ -d "$examples" ] || stop "SUNDIALS's examples are missing; \"make setup PARTS=test-plugins\" gets them"
    mpicc.openmpi -std=c11 -O2 -fPIC -shared -o "$tree/digest.so" tests/programs/sundials_digest.c -ldl
    mpicxx.openmpi -w -O2 -o "$tree/heat" "$examples/cvode/CXX_parallel/cv_heat2D_p.cpp" -lsundials_cvode \
        -lsundials_nvecparallel -lm
    row "CVODE, heat equation, PCG" sundials 1.05 "$tree/heat" --np @p 1 --mesh 100 100 --tf 0.03
    row "CVODE, heat equation, GMRES" sundials 1.05 "$tree/heat" --np @p 1 --mesh 100 100 --tf 0.03 --gmres
fi
