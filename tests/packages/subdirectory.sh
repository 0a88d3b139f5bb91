#!/usr/bin/env bash
# samebits as a part of a CMake project, which builds it before what is linked with it, whether
# or not the project has looked for MPI before.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"
source_tree tree
consumer part-samebits "" Fortran samebits -DSOURCE="$PWD/tree/cmake" \
    -DMPI_Fortran_COMPILER="mpifort.$TEST_MPI"
rm -r tree/build
consumer part-MPI "" CXX MPI -DSOURCE="$PWD/tree/cmake" -DMPI_CXX_COMPILER="mpicxx.$TEST_MPI"
step "installing" cmake --install build-part-MPI --prefix "$PWD/prefix"
[ -f prefix/lib/libsamebits.so ] || fail "installing" "lib/libsamebits.so" "$(find prefix)"
finish
