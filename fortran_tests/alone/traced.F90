! What a trace records of a program in Fortran: reductions of each kind, communicators, and MPI's
! choices. Rank 1 sends; the others receive from any source, or look on.
#include "binding.h"
program traced
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  INCLUDE_MPI

  integer :: rank, ierror, index
  integer, asynchronous :: number, fetched
  integer, parameter :: ONE = 1
  integer, parameter :: SIZE_OF_ONE = storage_size(ONE) / 8
  integer(kind=MPI_ADDRESS_KIND), parameter :: START = 0, BYTES = SIZE_OF_ONE
  real(dp) :: mine, total, received(2)
  HANDLE_OF(MPI_Request) :: request, requests(2)
  HANDLE_OF(MPI_Comm) :: later
  HANDLE_OF(MPI_Win) :: window

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  mine = 0.1_dp * (rank + 1)
  call MPI_Allreduce(mine, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Iallreduce(mine, total, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)

  if (rank == 0) then
    call MPI_Recv(received, 1, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    call MPI_Irecv(received(1), 1, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Irecv(received(2), 1, MPI_DOUBLE_PRECISION, 1, 3, MPI_COMM_WORLD, requests(2), ierror)
    call MPI_Waitany(2, requests, index, MPI_STATUS_IGNORE, ierror)
    call MPI_Send(mine, 0, MPI_DOUBLE_PRECISION, 1, 4, MPI_COMM_WORLD, ierror)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
  else if (rank == 1) then
    call MPI_Send(mine, 1, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, ierror)
    call MPI_Send(mine, 1, MPI_DOUBLE_PRECISION, 0, 2, MPI_COMM_WORLD, ierror)
    ! The request that was made first is complete first.
    call MPI_Recv(received, 0, MPI_DOUBLE_PRECISION, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    call MPI_Send(mine, 1, MPI_DOUBLE_PRECISION, 0, 3, MPI_COMM_WORLD, ierror)
  end if

  call MPI_Comm_idup(MPI_COMM_WORLD, later, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call MPI_Allreduce(mine, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, later, ierror)
  call MPI_Comm_free(later, ierror)

  number = 7
  call MPI_Win_create(number, BYTES, SIZE_OF_ONE, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierror)
  call MPI_Win_fence(0, window, ierror)
  if (rank == 1) call MPI_Fetch_and_op(ONE, fetched, MPI_INTEGER, 0, START, MPI_SUM, window, ierror)
  call MPI_Win_fence(0, window, ierror)
  call MPI_Win_free(window, ierror)
  call MPI_Finalize(ierror)
end program
