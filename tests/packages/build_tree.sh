#!/usr/bin/env bash
# Built, and not installed: CMake and pkg-config find samebits in build/, and CMake in the folder
# in which its own project was built, too.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"
source_tree tree
step "building" tree/scripts/build.sh
consumer built "$PWD/tree/build" "C;Fortran" samebits -DMPI_C_COMPILER="mpicc.$TEST_MPI" \
    -DMPI_Fortran_COMPILER="mpifort.$TEST_MPI"

rm -r tree/build
step "CMake: configuring" cmake -S tree/cmake -B by-cmake
step "CMake: building" cmake --build by-cmake
consumer by-cmake "" CXX MPI -Dsamebits_DIR="$PWD/by-cmake" -DMPI_CXX_COMPILER="mpicxx.$TEST_MPI"
finish
