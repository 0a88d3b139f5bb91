! mpi_f08 lets ierror be omitted; the library then gets a null pointer for it.
#include "binding.h"
program without_ierror_test
  use mpi_f08
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use harness
  implicit none

  real(dp) :: x(3), y(3)
  integer :: small(2), total(2), root
  type(tally) :: before

  call MPI_Init()
  call started()
  x = [1, 2, 3]

  before = calls_so_far()
  call MPI_Allreduce(x, y, 3, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
  call check_call(before, .true., 'MPI_Allreduce', HERE)
  call check(all(y == x * world_size), 'MPI_Allreduce', HERE)

  before = calls_so_far()
  call MPI_Allreduce(MPI_IN_PLACE, y, 3, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
  call check_call(before, .true., 'MPI_Allreduce in place', HERE)
  call check(all(y == x * world_size), 'MPI_Allreduce in place', HERE)

  do root = 0, world_size - 1
    before = calls_so_far()
    call MPI_Reduce(x, y, 3, MPI_DOUBLE_PRECISION, MPI_SUM, root, MPI_COMM_WORLD)
    call check_call(before, .true., 'MPI_Reduce', HERE)
    call check(all(y == x * world_size), 'MPI_Reduce', HERE)
  end do

  ! One that is passed on.
  small = 1
  before = calls_so_far()
  call MPI_Allreduce(small, total, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call check_call(before, .false., 'MPI_INTEGER', HERE)
  call check(all(total == world_size), 'MPI_INTEGER', HERE)

  before = calls_so_far()
  call MPI_Allreduce(x, y, 0, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
  call check_call(before, .false., 'count 0', HERE)

  call MPI_Finalize()
end program
