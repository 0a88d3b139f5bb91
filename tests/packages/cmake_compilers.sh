#!/usr/bin/env bash
# A CMake project with plain compilers, for which CMake finds the MPI library because
# samebits asks for it. The prefix was moved after the installation, and has a space.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"
install_to "$PWD/prefix"
mv prefix "moved prefix"
consumer compilers "$PWD/moved prefix" "C;CXX;Fortran" samebits -DMPI_C_COMPILER="mpicc.$TEST_MPI" \
    -DMPI_CXX_COMPILER="mpicxx.$TEST_MPI" -DMPI_Fortran_COMPILER="mpifort.$TEST_MPI"
finish
