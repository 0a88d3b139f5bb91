#!/usr/bin/env bash
# SUNDIALS's own examples on 1 to 5 ranks: natively, with samebits in front, and with its plug-in for
# SUNDIALS beside it. What is compared are the bits of all that the integrators return
# (sundials_digest.c, which is preloaded): with the plug-in, one result, whatever the number of ranks.
#
# Sources are taken as Debian ships them. Some name their process grid in #defines; of these the
# numbers are replaced, so that the mesh stays the same on any number of ranks (`remesh`), and nothing else.
#
#     RUNS        times each program is timed, natively and with the plug-in in turn: 3
#     RANK_ROWS   a file to which the table's rows are appended
#     ONLY        takes only the rows whose name contains this
# shellcheck disable=SC2128,SC2178 # some names are those of arrays that are local in lib.sh
set -euo pipefail
# shellcheck source=tests/programs/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
enter sundials
plugin=../../../build/libsamebits_sundials.so
[ -f "$plugin" ] || stop "there is no build/libsamebits_sundials.so; \"make plugins\" makes it"
examples=/usr/share/doc/libsundials-dev/examples
[ -d "$examples" ] || examples=$root/target/sundials/examples # scripts/setup.sh has unpacked them there
[ -d "$examples" ] || stop "SUNDIALS's examples are missing; \"make setup PARTS=test-plugins\" gets them"
runs=${RUNS:-3} seconds=
export OMPI_MCA_mpi_yield_when_idle=1 # there may be more ranks than cores

quietly mpicc.openmpi -std=c11 -O2 -fPIC -shared -Wall -Wextra -o digest.so ../../../tests/programs/sundials_digest.c -ldl

libraries=(-lsundials_nvecmpiplusx -lsundials_nvecmpimanyvector -lsundials_nvecparallel -lsundials_nvecserial -lm)

# build FILE [TARGET FOLDER]: an example, or a copy of one with another process grid
build() {
    local source=$1 name=${1##*/} compiler=mpicc.openmpi used=() package
    [[ $name != *.cpp ]] || compiler=mpicxx.openmpi
    for package in cvodes cvode arkode idas ida kinsol; do
        ! grep -qs "include *[<\"]$package/" "$source" "${source%.cpp}.hpp" || used+=("-lsundials_$package")
    done
    quietly "$compiler" -w -O2 -I"$examples/${3:-.}" -o "${2:-${name%.*}}" "$source" "${used[@]}" "${libraries[@]}"
}

# once MODE RANKS COMMAND ...: prints a digest of the results, and leaves the time in `seconds`
once() {
    local mode=$1 ranks=$2 preload=./digest.so begun=$SECONDS status=0
    shift 2
    case $mode in
    front) preload=$library:$preload ;;
    plugin) preload=$library:$plugin:$preload ;;
    esac
    rm -f digest.txt
    timeout --kill-after=10 "$limit" mpiexec.openmpi -n "$ranks" -x LD_PRELOAD="$preload" \
        -x SUNDIALS_DIGEST=digest.txt "$@" >output.txt 2>errors.txt </dev/null || status=$?
    [ $status = 0 ] || stop "$mode: status $status, $((SECONDS - begun)) s: $ranks ranks, $*" output.txt errors.txt
    [ -s digest.txt ] || stop "$mode: no integrator returned anything: $*" output.txt errors.txt
    ! grep -q '^samebits: ' errors.txt || sed 's/^/    /' errors.txt >&2
    seconds=$(sed -n 's/^seconds \([^ ]*\).*/\1/p' digest.txt)
    digest=$(grep -v '^seconds' digest.txt | sha256sum | cut -c 1-12)
}

less() { awk -v a="$1" -v b="$2" 'BEGIN { print (b == "" || a < b) ? a : b }'; }

# ratio RANKS COMMAND ...: the least time with the plug-in, divided by the least time natively
ratio() {
    local native="" ours="" run
    for ((run = 0; run < runs; run++)); do
        once native "$@" && native=$(less "$seconds" "$native")
        once plugin "$@" && ours=$(less "$seconds" "$ours")
    done
    awk -v a="$ours" -v b="$native" 'BEGIN { printf "%.2f (%.2f s)", a / b, b }'
}

# ranks NAME EXPECTED [WHY] -- COMMAND ...: a row. In the command @p is the number of ranks.
ranks() {
    local name=$1 expected=$2 why=$3 mode p digest="" found=() command=() distinct times="- | -"
    shift 4
    [[ "$name" == *"${ONLY:-}"* ]] || return 0
    mode=${1#./}
    example "${mode%.@p}"
    for mode in native front plugin; do
        distinct=()
        for p in 1 2 3 4 5; do
            command=("${@//@p/$p}")
            once "$mode" "$p" "${command[@]}"
            distinct+=("$digest")
        done
        found+=("$(printf '%s\n' "${distinct[@]}" | sort -u | wc -l)")
    done
    [ "$runs" = 0 ] || times="$(ratio 1 "${@//@p/1}") | $(ratio 2 "${@//@p/2}")"
    printf '| %s | 1 to 5 | %s | %s | %s | %s |\n' "$name" "${found[0]}" "${found[1]}" "${found[2]}" "$times" |
        tee -a "${RANK_ROWS:-/dev/null}"
    [ -z "$why" ] || echo "    $name: $why"
    if [ "$expected" = one ] && [ "${found[2]}" != 1 ]; then
        failed=1
        echo "FAILED: $name gave ${found[2]} results with the plug-in on 1 to 5 ranks" >&2
    fi
}

# remesh FILE X Y: one program for each number of ranks p, FILE.p, for a mesh of X x Y points on
# p x 1 ranks (X is a multiple of 60)
remesh() {
    local source=$examples/$1 name=${1##*/} p copy
    name=${name%.*}
    for p in 1 2 3 4 5; do
        copy=$name.$p.c
        sed -E "s/^(#define +NPEX +)[0-9]+/\1$p/; s/^(#define +NPEY +)[0-9]+/\11/
            s/^(#define +MXSUB +)[0-9]+/\1$(($2 / p))/; s/^(#define +MYSUB +)[0-9]+/\1$3/" "$source" >"$copy"
        build "$copy" "$name.$p" "${1%/*}"
    done
}

# ---- The programs ----

# example NAME: builds it where it is listed here
example() {
    [ ! -f "built-$1" ] || return 0
    case $1 in
    cv_heat2D_p) build "$examples/cvode/CXX_parallel/$1.cpp" ;;
    cvAdvDiff_*) build "$examples/cvode/parallel/$1.c" ;;
    cvDiurnal_kry_mpimanyvec) remesh "cvode/C_mpimanyvector/$1.c" 60 6 ;;
    cvDiurnal_*) remesh "cvode/parallel/$1.c" 60 6 ;;
    cvsAdvDiff_*) build "$examples/cvodes/parallel/$1.c" ;;
    cvsDiurnal_*) remesh "cvodes/parallel/$1.c" 60 6 ;;
    ark_heat2D_p | ark_diffusion_reaction_p) build "$examples/arkode/CXX_parallel/$1.cpp" ;;
    ark_diurnal_kry_p) remesh "arkode/C_parallel/$1.c" 60 2 ;;
    ark_*) build "$examples/arkode/C_parallel/$1.c" ;;
    idaHeat2D_kry_p) remesh "ida/parallel/$1.c" 60 20 ;;
    idasHeat2D_kry_p) remesh "idas/parallel/$1.c" 60 20 ;;
    kinFoodWeb_kry_p) remesh "kinsol/parallel/$1.c" 60 6 ;;
    kin_*) build "$examples/kinsol/CXX_parallel/$1.cpp" ;;
    *) stop "where example $1 is, is not known" ;;
    esac
    touch "built-$1"
}
rm -f built-*

{
    echo "Open MPI $(mpiexec.openmpi --version | sed -n '1s/.* //p'), SUNDIALS $(version_of libsundials-dev):"
    echo
    echo "| program | ranks | results natively | with samebits in front | with the plug-in | time, p = 1 | p = 2 |"
    echo "|---|---|---|---|---|---|---|"
} | tee -a "${RANK_ROWS:-/dev/null}"
ranks "CVODE, cv_heat2D_p (PCG)" one "" -- ./cv_heat2D_p --np @p 1 --mesh 32 32
ranks "CVODE, cv_heat2D_p (GMRES)" one "" -- ./cv_heat2D_p --np @p 1 --mesh 32 32 --gmres
ranks "CVODE, cvAdvDiff_non_p" one "" -- ./cvAdvDiff_non_p
ranks "CVODE, cvAdvDiff_diag_p" one "" -- ./cvAdvDiff_diag_p
ranks "CVODE, cvDiurnal_kry_p" one "" -- ./cvDiurnal_kry_p.@p
ranks "CVODE, cvDiurnal_kry_mpimanyvec (MPIManyVector)" one "" -- ./cvDiurnal_kry_mpimanyvec.@p
ranks "CVODES, cvsAdvDiff_FSA_non_p" one "" -- ./cvsAdvDiff_FSA_non_p -sensi sim t
ranks "CVODES, cvsDiurnal_FSA_kry_p" one "" -- ./cvsDiurnal_FSA_kry_p.@p -sensi stg t
ranks "ARKODE, ark_heat2D_p" one "" -- ./ark_heat2D_p --np @p 1 --mesh 20 20
ranks "ARKODE, ark_diffusion_reaction_p" one "" -- ./ark_diffusion_reaction_p --np @p 1 --mesh 20 20
ranks "ARKODE, ark_diurnal_kry_p" one "" -- ./ark_diurnal_kry_p.@p
ranks "ARKODE, ark_brusselator1D_task_local_nls --global-nls (MPIPlusX)" one "" -- \
    ./ark_brusselator1D_task_local_nls --nx 120 --tf 2 --nout 4 --global-nls
ranks "IDA, idaHeat2D_kry_p" one "" -- ./idaHeat2D_kry_p.@p
ranks "IDAS, idasHeat2D_kry_p" one "" -- ./idasHeat2D_kry_p.@p
ranks "KINSOL, kin_heat2D_nonlin_p" one "" -- ./kin_heat2D_nonlin_p --np @p 1 --mesh 60 60 --maa 3
ranks "KINSOL, kin_heat2D_nonlin_p (ICWY)" one "" -- ./kin_heat2D_nonlin_p --np @p 1 --mesh 60 60 --maa 3 --orthaa 1
ranks "KINSOL, kinFoodWeb_kry_p" one "" -- ./kinFoodWeb_kry_p.@p
# What depends on the number of ranks by itself
ranks "CVODE, cvDiurnal_kry_bbd_p" any "its preconditioner has a block for each rank (CVBBDPrecInit)" -- \
    ./cvDiurnal_kry_bbd_p.@p
ranks "ARKODE, ark_brusselator1D_task_local_nls (MPIPlusX)" any \
    "TaskLocalNewton_Solve lets each rank iterate until its own part has converged" -- \
    ./ark_brusselator1D_task_local_nls --nx 120 --tf 2 --nout 4
ranks "KINSOL, kin_em_p" any "udata->nodes = udata->nodes_loc * udata->nprocs_w: a larger problem on more ranks" -- ./kin_em_p
finish
