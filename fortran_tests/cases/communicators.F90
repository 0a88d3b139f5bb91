! Other communicators than MPI_COMM_WORLD: halves with the ranks in reverse
! order, one that some processes are not in, a duplicate, MPI_COMM_SELF, one
! between two groups. The order of the contributions is that of the communicator's
! ranks.
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
  if (world_size > 1) call reduce_between()

contains

  ! Rank 0 and the others: each group gets the sum of the other one.
  subroutine reduce_between()
    HANDLE_OF(MPI_Comm) :: group, between
    double precision :: mine, total, others
    type(tally) :: before
    integer :: root

    color = merge(0, 1, world_rank == 0)
    call MPI_Comm_split(MPI_COMM_WORLD, color, world_rank, group, ierror)
    call MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, 1 - color, 5, between, ierror)
    call MPI_Comm_free(group, ierror)
    mine = world_rank + 1
    others = world_size * (world_size + 1) / 2 - 1
    total = -1
    before = calls_so_far()
    call MPI_Allreduce(mine, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, between, ierror)
    call check_call(before, .true., 'between two groups', HERE)
    call check(total == merge(others, 1d0, world_rank == 0), 'between two groups', HERE)
    ! To the last rank, whose neighbours get nothing.
    root = MPI_PROC_NULL
    if (world_rank == 0) root = world_size - 2
    if (world_rank == world_size - 1) root = MPI_ROOT
    total = -1
    before = calls_so_far()
    call MPI_Reduce(mine, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, root, between, ierror)
    call check_call(before, .true., 'between two groups to a root', HERE)
    call check(total == merge(1d0, -1d0, root == MPI_ROOT), 'between two groups to a root', HERE)
    call MPI_Comm_free(between, ierror)
  end subroutine

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
