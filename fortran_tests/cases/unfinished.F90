! A reduction that one rank has not yet called is not complete on any other: each function that asks
! says so, leaves the request and goes on to tell of other requests; those that wait do wait.
#include "binding.h"
subroutine unfinished_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use harness
  implicit none
  INCLUDE_MPI
  integer, parameter :: n = 5, ROUNDS = 4
  real(dp), asynchronous :: x(n), y(n)
  integer, asynchronous :: message
  HANDLE_OF(MPI_Request) :: request, was, list(3)
  STATUS(status)
  STATUSES(statuses, 3)
  integer :: round, found, indices(3), ierror
  logical :: flag, late

  interface
    subroutine test_yield() bind(C)
    end subroutine
  end interface

  if (world_size == 1) return
  late = world_rank == world_size - 1
  do round = 1, ROUNDS
    x = world_rank + 1
    y = -1
    if (late) then
      ! Not before all others have asked.
      call MPI_Barrier(MPI_COMM_WORLD, ierror)
      call let_them_wait()
      call MPI_Iallreduce(x, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, request, ierror)
      call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    else
      call MPI_Iallreduce(x, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, request, ierror)
      was = request
      list = MPI_REQUEST_NULL
      list(2) = request
      call ask()
      call MPI_Barrier(MPI_COMM_WORLD, ierror)
      call finish_it()
      call check(list(2) == MPI_REQUEST_NULL, 'the request afterwards', HERE)
    end if
    call check(all(y == world_size * (world_size + 1) / 2), 'the result', HERE)
  end do

contains

  ! Until they are in the function that waits.
  subroutine let_them_wait()
    integer(int64) :: first, now, rate

    call system_clock(first, rate)
    do
      call system_clock(now)
      if (now - first > rate / 50) exit
      call test_yield()
    end do
  end subroutine

  subroutine ask()
    flag = .true.
    call MPI_Test(list(2), flag, status, ierror)
    call still('MPI_Test', HERE)
    flag = .true.
    call MPI_Request_get_status(list(2), flag, status, ierror)
    call still('MPI_Request_get_status', HERE)
    flag = .true.
    call MPI_Testall(3, list, flag, statuses, ierror)
    call still('MPI_Testall', HERE)
    flag = .true.
    call MPI_Testany(3, list, found, flag, status, ierror)
    call still('MPI_Testany', HERE)
    call MPI_Testsome(3, list, found, indices, statuses, ierror)
    flag = found /= 0
    call still('MPI_Testsome', HERE)

    ! Of another request these tell at once.
    call MPI_Irecv(message, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_SELF, list(3), ierror)
    call MPI_Waitany(3, list, found, status, ierror)
    flag = list(3) /= MPI_REQUEST_NULL
    call still('MPI_Waitany of another', HERE)
    call MPI_Irecv(message, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_SELF, list(3), ierror)
    call MPI_Waitsome(3, list, found, indices, statuses, ierror)
    flag = list(3) /= MPI_REQUEST_NULL .or. found /= 1
    call still('MPI_Waitsome of another', HERE)
    call MPI_Irecv(message, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_SELF, list(3), ierror)
    call MPI_Testsome(3, list, found, indices, MPI_STATUSES_IGNORE, ierror)
    flag = list(3) /= MPI_REQUEST_NULL .or. found /= 1
    call still('MPI_Testsome of another', HERE)
  end subroutine

  subroutine still(name, file, line)
    character(len=*), intent(in) :: name, file
    integer, intent(in) :: line

    call check(ierror == MPI_SUCCESS, name, file, line)
    call check(.not. flag, name//' takes it for complete', file, line)
    call check(list(2) == was, name//' changes the request', file, line)
  end subroutine

  subroutine finish_it()
    select case (round)
    case (1)
      call MPI_Waitany(3, list, found, status, ierror)
      call check(found == 2 .or. .not. library, 'the index of MPI_Waitany', HERE)
    case (2)
      call MPI_Waitsome(3, list, found, indices, statuses, ierror)
      call check(found == 1 .and. (indices(1) == 2 .or. .not. library), 'the index of MPI_Waitsome', HERE)
    case (3)
      call MPI_Waitall(3, list, statuses, ierror)
    case (4)
      call MPI_Wait(list(2), MPI_STATUS_IGNORE, ierror)
    end select
    call check(ierror == MPI_SUCCESS, 'completing it', HERE)
  end subroutine

end subroutine
