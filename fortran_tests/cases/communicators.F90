! Other communicators than MPI_COMM_WORLD: halves with the ranks in reverse
! order, one that some processes are not in, a duplicate, MPI_COMM_SELF. The
! order of the contributions is that of the communicator's ranks.
#include "binding.h"
subroutine communicators_test()
  USE_MPI
  use harness
  use expectations
  use reductions
  implicit none
  INCLUDE_MPI
  HANDLE_OF(MPI_Comm) :: comm
  integer :: color, ierror


  call MPI_Comm_split(MPI_COMM_WORLD, mod(world_rank, 2), -world_rank, comm, ierror)
  call reduce_over(comm)
  call MPI_Comm_free(comm, ierror)

  color = 0
  if (world_rank == 0) color = MPI_UNDEFINED
  call MPI_Comm_split(MPI_COMM_WORLD, color, -world_rank, comm, ierror)
  if (comm /= MPI_COMM_NULL) then
    call reduce_over(comm)
    call MPI_Comm_free(comm, ierror)
  end if

  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call reduce_over(comm)
  call MPI_Comm_free(comm, ierror)

  call reduce_over(MPI_COMM_SELF)
  call reduce_over(MPI_COMM_WORLD)

contains

  subroutine reduce_over(comm)
    HANDLE_OF(MPI_Comm), intent(in) :: comm
    type(expectation) :: e
    integer :: rank, ranks

    call MPI_Comm_rank(comm, rank, ierror)
    call MPI_Comm_size(comm, ranks, ierror)
    e = expect('MPI_DOUBLE_PRECISION MPI_SUM', OP_SUM, FORM_REAL, 8, rank, ranks, library, exact_sums)
    call reduce_double(e, MPI_DOUBLE_PRECISION, MPI_SUM, comm, PERIOD, EVERY_ROOT)
    call reduce_double(e, MPI_DOUBLE_PRECISION, MPI_SUM, comm, 9001, 0)
    e = expect('MPI_COMPLEX MPI_PROD', OP_PROD, FORM_COMPLEX, 4, rank, ranks, library, exact_sums)
    call reduce_complex(e, MPI_COMPLEX, MPI_PROD, comm, PERIOD, ranks - 1)
  end subroutine

end subroutine
