! MPI_SUM of every real and complex type of Fortran: exact and rounded once, or
! by the tree if SAMEBITS_ARITHMETIC=tree; the same bits on every rank, from
! MPI_Allreduce and from MPI_Reduce at every root, in place or not.
#include "binding.h"
subroutine sum_test()
  USE_MPI
  use harness
  use expectations, only: OP_SUM, PERIOD
  use reductions
  implicit none
  INCLUDE_MPI

  call check_reals(MPI_SUM, OP_SUM, 'MPI_SUM', [0, 1, 7, PERIOD])
  call check_complexes(MPI_SUM, OP_SUM, 'MPI_SUM', [0, 1, 7, PERIOD])
end subroutine
