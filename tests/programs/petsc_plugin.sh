#!/usr/bin/env bash
# PETSc's tutorials, not changed, on 1 to 5 ranks and in two partitions: how many results natively,
# with samebits in front, and with the plug-in for PETSc, with which it has to be one. The results
# are the bits of the solution, and the residuals as the program prints them.
#
#     RUNS   times each program is timed, natively and with the plug-in in turn: 3
#     ONLY   takes only the rows whose name contains this
#     WRITE  1: writes the table into docs/petsc.md, if it is of all rows and none failed
set -euo pipefail
# shellcheck source=tests/programs/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
enter petsc_plugin

plugin=../../../build/libsamebits_petsc.so
[ -f "$plugin" ] || stop "there is no build/libsamebits_petsc.so; \"make plugins\" makes it"
architecture=(/usr/lib/petscdir/petsc3*/*-real)
tutorials=(/usr/share/petsc/3*/share/petsc/examples/src)
export PKG_CONFIG_PATH=${architecture[0]}/lib/pkgconfig
read -ra flags <<<"$(pkg-config --cflags --libs PETSc)"
runs=${RUNS:-3}

# A tutorial: ./ksp-ex2 is ex2 of PETSc's linear solvers.
compiled=" "
compile() { # compile PROGRAM
    local name=${1#./} folder
    [[ $compiled != *" $name "* ]] || return 0
    folder=${name%-*}
    [ "$folder" != ksp ] || folder=ksp/ksp
    quietly mpicc.openmpi -O1 -w -o "$name" "${tutorials[0]}/$folder/tutorials/${name##*-}.c" "${flags[@]}" -lm
    compiled+="$name "
}

# launch MODE RANKS COMMAND ...: into output.txt; MODE is natively, front or plugin
launch() {
    local mode=$1 ranks=$2 with=() status=0
    shift 2
    case $mode in
    front) with=(-x LD_PRELOAD="$library") ;;
    plugin) with=(-x PETSC_OPTIONS="-dll_append $plugin") ;;
    esac
    rm -f x.bin times.txt
    timeout --kill-after=10 "$limit" mpiexec.openmpi -n "$ranks" "${with[@]}" "$@" \
        >output.txt 2>errors.txt </dev/null || status=$?
    [ $status = 0 ] || stop "$mode this failed (status $status): mpiexec.openmpi -n $ranks ${with[*]} $*" \
        output.txt errors.txt
}

# ---- Tutorials ----

# results MODE PARTITION COMMAND ...: how many different ones. PARTITION is options in which P is the
# number of ranks, or empty.
results() {
    local mode=$1 partition=$2 ranks digests=() options
    shift 2
    for ranks in 1 2 3 4 5; do
        for options in "" "${partition//P/$ranks}"; do
            # shellcheck disable=SC2086 # several options
            launch "$mode" "$ranks" "$@" $options
            [ -s x.bin ] || stop "$* wrote no x.bin" output.txt errors.txt
            [ "$mode" != plugin ] || ! grep '^samebits:' errors.txt >&2 ||
                stop "$*: the plug-in has named what depends on the number of ranks"
            digests+=("$(cat x.bin <(grep -i ' norm ' output.txt || true) | sha256sum)")
            [ -n "$partition" ] || break
        done
    done
    printf '%s\n' "${digests[@]}" | sort -u | wc -l
}

# The least time of the event in all runs, in seconds, natively and with the plug-in; their ratio.
ratio() { # ratio RANKS EVENT COMMAND ...
    local ranks=$1 event=$2 mode round
    shift 2
    : >all.txt
    for ((round = 0; round < runs; round++)); do
        for mode in natively plugin; do
            launch $mode "$ranks" "$@" -log_view ascii:times.txt
            awk -v event="$event" -v mode=$mode '$1 == event { print mode, $4; exit }' times.txt >>all.txt
        done
    done
    awk '!($1 in least) || $2 < least[$1] { least[$1] = $2 }
         END { printf "%.2f", least["plugin"] / least["natively"] }' all.txt
}

rows=()
# row NAME PARTITION EVENT SIZE COMMAND ...: SIZE is options for the measurement
row() {
    local name=$1 partition=$2 event=$3 size native front ours times
    read -ra size <<<"$4"
    shift 4
    [[ "$name" == *"${ONLY:-}"* ]] || return 0
    compile "$1"
    echo "$name: natively, with samebits in front, with the plug-in" >&2
    native=$(results natively "$partition" "$@")
    front=$(results front "$partition" "$@")
    ours=$(results plugin "$partition" "$@")
    times="- | -"
    [ "$runs" = 0 ] || times="$(ratio 1 "$event" "$@" "${size[@]}") | $(ratio 2 "$event" "$@" "${size[@]}")"
    rows+=("| $name | $([ -n "$partition" ] && echo 10 || echo 5) | $native | $front | $ours | $times |")
    echo "${rows[-1]}" >&2
    if [ "$ours" != 1 ]; then
        failed=1
        echo "FAILED: $name has $ours results with the plug-in" >&2
    fi
}


monitored="-ksp_monitor_true_residual -ksp_view_solution binary:x.bin"
for solver in cg gmres fgmres bcgs minres tfqmr pipecg groppcg chebyshev; do
    bounds=
    [ $solver != chebyshev ] || bounds="-ksp_chebyshev_eigenvalues 0.01,2"
    # shellcheck disable=SC2086
    row "ksp ex2, $solver, jacobi" "" KSPSolve "-m 100 -n 100 -ksp_max_it 400 -ksp_monitor_cancel" ./ksp-ex2 \
        -m 40 -n 40 -ksp_rtol 1e-9 -ksp_max_it 300 -ksp_type $solver -pc_type jacobi $bounds $monitored
done
for solver in cg gmres; do
    # shellcheck disable=SC2086
    row "ksp ex2, $solver, no preconditioner" "" KSPSolve "-m 100 -n 100 -ksp_max_it 400 -ksp_monitor_cancel" \
        ./ksp-ex2 -m 40 -n 40 -ksp_rtol 1e-9 -ksp_max_it 300 -ksp_type $solver -pc_type none $monitored
done
# shellcheck disable=SC2086
row "ksp ex3, finite elements, cg, jacobi" "" KSPSolve "-m 150 -ksp_monitor_cancel" ./ksp-ex3 -m 20 -ksp_rtol 1e-9 \
    -ksp_type cg -pc_type jacobi $monitored

# Multigrid whose smoothers, also on the coarsest grid, are Chebyshev's with given bounds.
multigrid="-pc_type mg -mg_levels_ksp_type chebyshev -mg_levels_ksp_chebyshev_eigenvalues 0.2,2.2
    -mg_levels_pc_type jacobi -mg_coarse_ksp_type chebyshev -mg_coarse_ksp_chebyshev_eigenvalues 0.2,2.2
    -mg_coarse_ksp_max_it 20 -mg_coarse_pc_type jacobi"
# In the second partition each rank has a strip of the grid.
strips="-da_processors_x P -da_processors_y 1"
# shellcheck disable=SC2086
{
    row "ksp ex45 (3-D), multigrid, cg" "$strips -da_processors_z 1" KSPSolve "-da_refine 3" ./ksp-ex45 \
        -da_grid_x 9 -da_grid_y 9 -da_grid_z 9 -da_refine 2 $multigrid -ksp_type cg $monitored
    for solver in cg gmres; do
        row "ksp ex29 (2-D), $solver, jacobi" "$strips" KSPSolve "-da_refine 5 -ksp_max_it 100 -ksp_monitor_cancel" \
            ./ksp-ex29 -da_grid_x 9 -da_grid_y 9 -da_refine 2 -pc_type jacobi -ksp_type $solver $monitored
    done
    row "ksp ex29 (2-D), multigrid, fgmres" "$strips" KSPSolve "-da_refine 5" ./ksp-ex29 \
        -da_grid_x 9 -da_grid_y 9 -da_refine 3 $multigrid -ksp_type fgmres $monitored
    newton="-snes_monitor -ksp_monitor -snes_view_solution binary:x.bin"
    row "snes ex5, newtonls, gmres, jacobi" "$strips" SNESSolve "" ./snes-ex5 \
        -da_grid_x 65 -da_grid_y 65 -snes_type newtonls -ksp_type gmres -pc_type jacobi $newton
    row "snes ex5, newtonls without matrix, bcgs" "$strips" SNESSolve "" \
        ./snes-ex5 -da_grid_x 65 -da_grid_y 65 -snes_mf -ksp_type bcgs -pc_type none $newton
    row "snes ex5, newtonls, multigrid" "$strips" SNESSolve "-da_refine 4" ./snes-ex5 \
        -da_grid_x 17 -da_grid_y 17 -da_refine 2 $multigrid $newton
    row "snes ex19 (4 unknowns a point), multigrid, fgmres" "$strips" SNESSolve "-da_refine 2" ./snes-ex19 \
        -da_grid_x 9 -da_grid_y 9 -da_refine 1 -snes_max_it 3 $multigrid -ksp_type fgmres $newton
    steps="-ts_max_steps 10 -ts_monitor -ts_view_solution binary:x.bin"
    row "ts ex13, backward Euler, gmres, jacobi" "$strips" TSStep "-da_grid_x 65 -da_grid_y 65" ./ts-ex13 \
        -da_grid_x 33 -da_grid_y 33 -ts_type beuler -pc_type jacobi $steps
    row "ts ex7, Crank-Nicolson, gmres, jacobi" "$strips" TSStep "-da_grid_x 65 -da_grid_y 65" ./ts-ex7 \
        -da_grid_x 33 -da_grid_y 33 -ts_type cn -ts_dt 1e-5 -pc_type jacobi $steps
    row "ts ex4, explicit Euler, sparse matrix" "" TSStep "-m 20000 -ts_max_steps 200" ./ts-ex4 -nox -ts_type euler $steps
    row "ts ex7, Runge-Kutta, steps by the largest error" "$strips" TSStep "-da_grid_x 65 -da_grid_y 65" \
        ./ts-ex7 -da_grid_x 33 -da_grid_y 33 -ts_type rk -ts_adapt_wnormtype infinity -ts_dt 1e-5 $steps
    row "ts ex7, ARKIMEX, steps by the weighted norm of the error" "$strips" TSStep "-da_grid_x 65 -da_grid_y 65" \
        ./ts-ex7 -da_grid_x 33 -da_grid_y 33 -ts_type arkimex -ts_dt 1e-5 -pc_type jacobi $steps
}

[ ${#rows[@]} -gt 0 ] || stop "no row's name contains \"$ONLY\""
table=$(
    echo "PETSc $(version_of libpetsc-real-dev), Open MPI $(mpiexec.openmpi --version | sed -n '1s/.* //p'):"
    echo
    echo "| tutorial | runs | results natively | with samebits in front | with the plug-in | time, 1 rank | 2 ranks |"
    echo "|---|---|---|---|---|---|---|"
    printf '%s\n' "${rows[@]}"
)
printf '\n%s\n\n' "$table"
if [ "${WRITE:-}" = 1 ] && [ -z "${ONLY:-}" ] && [ "$failed" = 0 ]; then
    table=$table awk '
        /^<!-- end -->$/    { inside = 0 }
        !inside             { print }
        /^<!-- plugin -->$/ { inside = 1; print ENVIRON["table"] }' "$root/docs/petsc.md" >page.md
    cat page.md >"$root/docs/petsc.md"
fi
finish
