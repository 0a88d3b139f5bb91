#!/usr/bin/env bash
# PETSc's tutorial ex2 (a 2-D Laplacian, not changed), with the solvers that hide a reduction
# behind a product with the matrix: their sums are MPI_Iallreduce. The last case finds out who
# sends to whom by MPI_Reduce_scatter_block of integers.
set -euo pipefail
# shellcheck source=tests/programs/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
enter petsc

architecture=(/usr/lib/petscdir/petsc3*/*-real)
source=(/usr/share/petsc/3*/share/petsc/examples/src/ksp/ksp/tutorials/ex2.c)
export PKG_CONFIG_PATH=${architecture[0]}/lib/pkgconfig
read -ra flags <<<"$(pkg-config --cflags --libs PETSc)"
quietly mpicc.openmpi -O1 -o ex2 "${source[0]}" "${flags[@]}"

variants_of libnbc_iallreduce:4 tuned_allreduce:6
variants_over 5x1 2+3 2+3:cyclic
name="PETSc $(version_of libpetsc-real-dev), ex2"
arguments=(-m 60 -n 60 -ksp_rtol 1e-9 -ksp_view_solution binary:x.bin)
for solver in pipecg groppcg pgmres; do
    compare "$name, $solver" 5 x.bin MPI_Iallreduce ./ex2 "${arguments[@]}" -ksp_type $solver
done
compare "$name, pipelcg, 4 reductions in flight" 5 x.bin MPI_Iallreduce ./ex2 "${arguments[@]}" \
    -ksp_type pipelcg -ksp_pipelcg_pipel 4 -ksp_pipelcg_lmin 0 -ksp_pipelcg_lmax 8 -pc_type none
variants_of tuned_reduce_scatter_block:4 tuned_allreduce:6
compare "$name, cg, rendezvous by reduce-scatter" 5 x.bin \
    "MPI_Allreduce MPI_Reduce_scatter_block:integers" \
    ./ex2 "${arguments[@]}" -ksp_type cg -build_twosided redscatter
finish
