#!/usr/bin/env bash
# pkg-config, with the MPI's wrapper compilers and with plain ones and the MPI's own
# package after ours; from a prefix that was moved, and has a space.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"
install_to "$PWD/prefix"
mv prefix "moved prefix"
export PKG_CONFIG_PATH="$PWD/moved prefix/lib/pkgconfig"

# What pkg-config prints is for a shell to read: its spaces are quoted.
libdir=$(pkg-config --variable=libdir samebits)
module=$(pkg-config --variable=fortran samebits)
models=$(pkg-config --variable=fortran_models samebits)
[ -f "${models//\\/}/shr_reprosum_mod.F90" ] || fail "fortran_models" "the folder of shr_reprosum_mod.F90" "$models"

# program NAME COMPILER ARGUMENTS: compiles as these say, runs
program() {
    step "$1: compiling" eval "$2 -DVERSION='\"$version\"' -o '$1' $3 -Wl,-rpath,$libdir -ldl"
    linked_ours "$1" "./$1"
}
cp "$programs"/* .

samebits=$(pkg-config --cflags --libs samebits)
program mpicc "mpicc.$TEST_MPI" "unaware.c $samebits"
program mpicc-in-front "mpicc.$TEST_MPI" "$samebits unaware.c"
program mpicc-asking "mpicc.$TEST_MPI" "aware.c $samebits"
program mpicxx "mpicxx.$TEST_MPI" "aware.cpp $samebits"
program mpifort "mpifort.$TEST_MPI" "unaware.F90 $samebits"
if [ -f "${module//\\/}" ]; then
    program mpifort-module "mpifort.$TEST_MPI" "$module module.F90 $samebits"
fi
program cc cc "unaware.c $(pkg-config --cflags --libs samebits "$mpi_package")"
finish
