#!/usr/bin/env bash
# Tests the plug-in for SUNDIALS under Open MPI: each operation against what its elements give on one
# process, and what is said where something is not covered. `make plugins` builds what is tested. With the
# argument `hosts` the ranks are on hosts that are made on this machine (scripts/cluster.sh).
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

stop() { # stop MESSAGE [FILE ...]
    printf 'sundials: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || tail -q -n 20 "$@" >&2
    exit 1
}

if [ "$*" = hosts ]; then
    [ -f build/libsamebits_sundials.so ] ||
        { echo "skipped: there is no build/libsamebits_sundials.so; \"make plugins\" makes it" && exit 77; }
    scripts/cluster.sh run 1 true
fi
for file in libsamebits.so libsamebits_sundials.so samebits; do
    [ -f "build/$file" ] || stop "there is no build/$file; \"make build plugins\" makes it"
done
for variable in $(compgen -e SAMEBITS_); do unset "$variable"; done
export OMPI_MCA_rmaps_base_oversubscribe=1 OMP_NUM_THREADS=2
if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
tree=target/tests/plugins/sundials
mkdir -p "$tree"

# compile NAME SOURCE ARGUMENT ...
compile() {
    local name=$1 source=$2
    shift 2
    mpicc.openmpi -std=c11 -O1 -Wall -Wextra -Wshadow -Wconversion -Iinclude ${SUNDIALS_DIR:+-I"$SUNDIALS_DIR/include"} \
        "plugins/sundials/test/$source" -o "$tree/$name" ${SUNDIALS_DIR:+-L"$SUNDIALS_DIR/lib"} "$@" -lm -ldl
}
vectors=(-lsundials_nvecmpiplusx -lsundials_nvecmpimanyvector -lsundials_nvecmanyvector -lsundials_nvecparallel
    -lsundials_nvecopenmp -lsundials_nvecserial)
compile operations operations.c -Lbuild -lsamebits -Wl,-rpath,"$PWD/build" "${vectors[@]}"
launcher=(mpiexec.openmpi) limit=120
both=$PWD/build/libsamebits.so:$PWD/build/libsamebits_sundials.so
export TEST_VERBOSE=1

# run RANKS PRELOAD PROGRAM ARGUMENT ...
run() {
    timeout --kill-after=10 "$limit" "${launcher[@]}" -n "$1" -x LD_PRELOAD="$2" "${@:3}" >"$tree/output" 2>"$tree/errors"
}

if [ "$*" = hosts ]; then
    launcher=(tests/cmake/over_hosts.sh openmpi 1+2 mpiexec.openmpi) limit=300
    export OMPI_MCA_mpi_yield_when_idle=1 # the hosts' ranks outnumber the cores
    run 3 "$both" "$tree/operations" ||
        stop "operations give other results over hosts, 1+2" "$tree/output" "$tree/errors"
    cat "$tree/output"
    echo "passed"
    exit
fi

compile words words.c "${vectors[@]}"
compile opened words.c -DOPENED
compile static words.c -Wl,-Bstatic -lsundials_nvecmpimanyvector -lsundials_nvecparallel -lsundials_nvecserial -Wl,-Bdynamic
for ranks in 1 2 3 4 5; do
    run "$ranks" "$both" "$tree/operations" || stop "operations give other results" "$tree/output" "$tree/errors"
    cat "$tree/output"
done
run 3 "$PWD/build/libsamebits.so" "$tree/operations" natively ||
    stop "the results are the same without the plug-in: the test shows nothing" "$tree/output" "$tree/errors"

# says RANKS PRELOAD TEXT PROGRAM ARGUMENT ...: that the text is said, by one rank and once
says() {
    local ranks=$1 preload=$2 text=$3
    shift 3
    run "$ranks" "$preload" "$@" || stop "this failed: $*" "$tree/output" "$tree/errors"
    [ "$(grep -c '^samebits: ' "$tree/errors")" = 1 ] || stop "not one message: $*" "$tree/errors"
    grep -qF "$text" "$tree/errors" || stop "nothing of \"$text\": $*" "$tree/errors"
    echo "said: $(cat "$tree/errors")"
}
says 3 "$both" "no vector of SUNDIALS was created" "$tree/words" none
says 3 "$both" "SUNDIALS statically" "$tree/static" single
says 3 "$both" "an N_Vector of the program's own is part of an N_Vector_MPIManyVector" "$tree/words" foreign
says 3 "$both" "N_VDotProdMultiAllReduce adds up" "$tree/words" single
grep -q '^0 30 30$' "$tree/output" || stop "N_VDotProdMultiAllReduce has a wrong result" "$tree/output"
says 2 "$PWD/build/libsamebits_sundials.so" "loaded without libsamebits.so" "$tree/words" single

# A plug-in for another MPI ends the program, one for another SUNDIALS leaves the vectors alone. (The other
# SUNDIALS is this one with another number.)
if command -v mpicc.mpich >/dev/null; then
    BUILD=$tree/mpich MPICC=mpicc.mpich PLUGINS=sundials scripts/plugins.sh >/dev/null
    ! run 2 "$PWD/build/libsamebits.so:$PWD/$tree/mpich/libsamebits_sundials.so" "$tree/words" single ||
        stop "a plug-in for another MPI is taken"
    grep -q "^samebits: .*was built for MPICH, and the program runs with Open MPI" "$tree/errors" ||
        stop "the other MPI is not named" "$tree/errors"
fi
rm -rf "$tree/other"
mkdir -p "$tree/other/include"
cp -r "${SUNDIALS_DIR:-/usr}"/include/{sundials,nvector} "$tree/other/include"
sed -i -E 's/(define SUNDIALS_VERSION_MINOR) .*/\1 99/' "$tree/other/include/sundials/sundials_config.h"
BUILD=$tree/other SUNDIALS_DIR=$tree/other PLUGINS=sundials scripts/plugins.sh >/dev/null
says 2 "$PWD/build/libsamebits.so:$PWD/$tree/other/libsamebits_sundials.so" ".99, and the program runs with" \
    "$tree/words" single

# What is opened later, for the program alone, is reached too.
run 2 "$both" "$tree/opened" opened || stop "a program that opens SUNDIALS fails" "$tree/output" "$tree/errors"
[ ! -s "$tree/errors" ] || stop "something is said of a program that opens SUNDIALS" "$tree/errors"

# By the command, and in a shell that starts the program.
build/samebits run --sundials -- mpiexec.openmpi -n 2 sh -c "exec '$tree/words' single" >"$tree/output" 2>"$tree/errors" ||
    stop "samebits run --sundials fails" "$tree/output" "$tree/errors"
grep -q "N_VDotProdMultiAllReduce" "$tree/errors" || stop "samebits run --sundials loads no plug-in" "$tree/errors"
echo "passed"
