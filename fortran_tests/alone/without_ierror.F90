! mpi_f08 lets ierror be omitted; the library then gets a null pointer for it.
#include "binding.h"
program without_ierror_test
  use mpi_f08
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use harness
  implicit none

  real(dp), asynchronous :: x(3), y(3), z(3)
  integer :: small(2), total(2), root, found, indices(2)
  logical :: flag
  type(MPI_Request) :: request, requests(2)
  type(MPI_Status) :: status, statuses(2)
  type(MPI_Datatype) :: three
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

  ! What completes requests, too; the status may be ignored.
  before = calls_so_far()
  call MPI_Iallreduce(x, y, 3, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, request)
  call check_call(before, .true., 'MPI_Iallreduce', HERE)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call check(all(y == x * world_size) .and. request == MPI_REQUEST_NULL, 'MPI_Wait', HERE)

  call MPI_Ireduce(x, y, 3, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, request)
  do
    call MPI_Request_get_status(request, flag, status)
    if (flag) exit
  end do
  call MPI_Test(request, flag, MPI_STATUS_IGNORE)
  call check(flag .and. request == MPI_REQUEST_NULL, 'MPI_Test', HERE)
  if (world_rank == 0) call check(all(y == x), 'MPI_Ireduce', HERE)

  call start_both()
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  call verify_both('MPI_Waitall')
  call start_both()
  do
    call MPI_Testall(2, requests, flag, statuses)
    if (flag) exit
  end do
  call verify_both('MPI_Testall')
  call start_both()
  call MPI_Waitany(2, requests, found, status)
  do
    call MPI_Testany(2, requests, found, flag, status)
    if (flag) exit
  end do
  call verify_both('MPI_Waitany and MPI_Testany')
  call start_both()
  call MPI_Waitsome(2, requests, found, indices, statuses)
  do while (any([requests(1) /= MPI_REQUEST_NULL, requests(2) /= MPI_REQUEST_NULL]))
    call MPI_Testsome(2, requests, found, indices, MPI_STATUSES_IGNORE)
  end do
  call verify_both('MPI_Waitsome and MPI_Testsome')

  ! Freed while a reduction uses others.
  call MPI_Type_contiguous(3, MPI_DOUBLE_PRECISION, three)
  call MPI_Type_commit(three)
  call start_both()
  call MPI_Type_free(three)
  call MPI_Waitall(2, requests, statuses)
  call verify_both('MPI_Type_free')
  call check(three == MPI_DATATYPE_NULL, 'MPI_Type_free', HERE)

  call MPI_Finalize()

contains

  subroutine start_both()
    y = -1
    z = x
    call MPI_Iallreduce(x, y, 3, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, requests(1))
    call MPI_Iallreduce(MPI_IN_PLACE, z, 3, MPI_DOUBLE_PRECISION, MPI_MIN, MPI_COMM_WORLD, requests(2))
  end subroutine

  subroutine verify_both(what)
    character(len=*), intent(in) :: what

    call check(all(y == x * world_size) .and. all(z == x), what//': the results', HERE)
    call check(requests(1) == MPI_REQUEST_NULL .and. requests(2) == MPI_REQUEST_NULL, what//': the requests', HERE)
  end subroutine

end program
