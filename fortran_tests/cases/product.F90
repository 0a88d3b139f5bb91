! MPI_PROD of every real and complex type of Fortran, by the tree over the ranks.
#include "binding.h"
subroutine product_test()
  USE_MPI
  use harness
  use expectations, only: OP_PROD, PERIOD
  use reductions
  implicit none
  INCLUDE_MPI

  call check_reals(MPI_PROD, OP_PROD, 'MPI_PROD', [1, PERIOD])
  call check_complexes(MPI_PROD, OP_PROD, 'MPI_PROD', [1, PERIOD])
end subroutine
