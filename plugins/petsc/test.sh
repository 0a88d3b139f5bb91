#!/usr/bin/env bash
# Tests the plug-in for PETSc under Open MPI: each operation on vectors and matrices of 5 kinds of values
# gives the same bits on 1 to 5 ranks, however the elements are cut. `make plugins` builds what is tested.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

stop() { # stop MESSAGE [FILE ...]
    printf 'petsc: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || tail -q -n 20 "$@" >&2
    exit 1
}

plugin=$PWD/build/libsamebits_petsc.so
[ -f "$plugin" ] || stop "there is no build/libsamebits_petsc.so; \"make plugins\" makes it"
for variable in $(compgen -e SAMEBITS_); do unset "$variable"; done
export OMPI_MCA_rmaps_base_oversubscribe=1 OMP_NUM_THREADS=1
if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
tree=target/tests/plugins/petsc
mkdir -p "$tree"
name=PETSc
pkg-config --exists "$name" || name=petsc
read -ra flags <<<"$(pkg-config --cflags --libs "$name")"
mpicc.openmpi -O1 -w -o "$tree/operations" plugins/petsc/test/operations.c "${flags[@]}" -lm

# run RANKS OPTIONS ARGUMENT ...
run() {
    timeout --kill-after=10 120 mpiexec.openmpi -n "$1" -x PETSC_OPTIONS="$2" "$tree/operations" "${@:3}" \
        >"$tree/output" 2>"$tree/errors" || stop "this failed on $1 ranks: operations ${*:3}" "$tree/output" "$tree/errors"
}

for values in integers wide special zeros tiny; do
    run 1 "-dll_append $plugin" -values $values
    cp "$tree/output" "$tree/expected-$values"
    for case in "2 even" "3 first" "5 uneven"; do
        read -r ranks cut <<<"$case"
        run "$ranks" "-dll_append $plugin" -values $values -cut "$cut"
        diff "$tree/expected-$values" "$tree/output" >"$tree/difference" ||
            stop "operations on $values: $ranks ranks, cut $cut, differ from 1 rank" "$tree/difference"
    done
done
for ranks in 1 3; do # integers are summed exactly in any order
    run $ranks "" -values integers
    diff "$tree/expected-integers" "$tree/output" >"$tree/difference" ||
        stop "operations on integers differ from PETSc's own on $ranks ranks" "$tree/difference"
done
echo "petsc: vectors and matrices of 5 kinds of values have the same bits on 1, 2, 3 and 5 ranks"
