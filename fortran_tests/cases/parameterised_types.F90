! Datatypes from MPI_Type_create_f90_real and MPI_Type_create_f90_complex are
! the reals they stand for.
#include "binding.h"
subroutine parameterised_types_test()
  USE_MPI
  use harness
  use expectations
  use reductions
  implicit none
  INCLUDE_MPI

  type(expectation) :: e
  HANDLE_OF(MPI_Datatype) :: datatype
  integer :: ierror


  call MPI_Type_create_f90_real(15, 307, datatype, ierror)
  e = expect('real(15, 307) MPI_SUM', OP_SUM, FORM_REAL, 8, world_rank, world_size, library, exact_sums)
  call reduce_double(e, datatype, MPI_SUM, MPI_COMM_WORLD, PERIOD, EVERY_ROOT)
  e = expect('real(15, 307) MPI_MAX', OP_MAX, FORM_REAL, 8, world_rank, world_size, library, exact_sums)
  call reduce_double(e, datatype, MPI_MAX, MPI_COMM_WORLD, PERIOD, 0)

  call MPI_Type_create_f90_real(6, MPI_UNDEFINED, datatype, ierror)
  e = expect('real(6) MPI_SUM', OP_SUM, FORM_REAL, 4, world_rank, world_size, library, exact_sums)
  call reduce_real(e, datatype, MPI_SUM, MPI_COMM_WORLD, PERIOD, EVERY_ROOT)

  call MPI_Type_create_f90_complex(15, 307, datatype, ierror)
  e = expect('complex(15, 307) MPI_SUM', OP_SUM, FORM_COMPLEX, 8, world_rank, world_size, library, exact_sums)
  call reduce_double_complex(e, datatype, MPI_SUM, MPI_COMM_WORLD, PERIOD, 0)

  call MPI_Type_create_f90_complex(6, 37, datatype, ierror)
  e = expect('complex(6, 37) MPI_PROD', OP_PROD, FORM_COMPLEX, 4, world_rank, world_size, library, exact_sums)
  call reduce_complex(e, datatype, MPI_PROD, MPI_COMM_WORLD, PERIOD, 0)

end subroutine
