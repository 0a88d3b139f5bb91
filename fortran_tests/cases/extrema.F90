! MPI_MIN, MPI_MAX, MPI_MINLOC and MPI_MAXLOC: a NaN wins, -0.0 is below +0.0,
! and the index comes from the rank that the value comes from, the lower at a tie.
#include "binding.h"
subroutine extrema_test()
  USE_MPI
  use harness
  use expectations, only: OP_MIN, OP_MAX, OP_MINLOC, OP_MAXLOC, PERIOD
  use reductions
  implicit none
  INCLUDE_MPI

  call check_reals(MPI_MIN, OP_MIN, 'MPI_MIN', [1, PERIOD])
  call check_reals(MPI_MAX, OP_MAX, 'MPI_MAX', [1, PERIOD])
  call check_pairs(MPI_MINLOC, OP_MINLOC, 'MPI_MINLOC', [0, 1, PERIOD])
  call check_pairs(MPI_MAXLOC, OP_MAXLOC, 'MPI_MAXLOC', [0, 1, PERIOD])
end subroutine
