#!/usr/bin/env bash
# Trilinos in C++: the solvers of Belos for Tpetra that hide a reduction behind a product with the
# matrix. Their sums are MPI_Iallreduce, by Tpetra::idot.
set -euo pipefail
# shellcheck source=tests/programs/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
enter trilinos

# Without optimisation it compiles in half the time; the solvers are in the headers.
libraries=(belostpetra belos tpetra tpetraclassic teuchoscomm teuchosparameterlist teuchosnumerics
    teuchosremainder teuchoscore kokkostsqr kokkoskernels kokkoscore)
quietly mpicxx.openmpi -std=c++17 -O0 -I/usr/include/trilinos -o laplace \
    "$root/tests/programs/trilinos.cpp" "${libraries[@]/#/-ltrilinos_}"

variants_of libnbc_iallreduce:4 tuned_allreduce:6
variants_over 4x1 2x2 2x2:cyclic
for solver in CgPipeline GmresPipeline; do
    compare "Trilinos $(version_of libtrilinos-tpetra-dev), Belos $solver" 4 'solution.*' \
        "MPI_Allreduce MPI_Iallreduce" ./laplace $solver
done
finish
