#!/usr/bin/env bash
# CMake projects in one language, each with another way to the installed files.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"
install_to "$PWD/multiarch" LIBDIR=lib/x86_64-linux-gnu
consumer C "$PWD/multiarch" C samebits -DMPI_C_COMPILER="mpicc.$TEST_MPI"

# A link to the folder with the libraries, as /lib is one to /usr/lib.
install_to "$PWD/prefix"
mkdir linked
ln -s ../prefix/lib linked/lib
consumer Fortran "$PWD/linked" Fortran MPI -DMPI_Fortran_COMPILER="mpifort.$TEST_MPI"
finish
