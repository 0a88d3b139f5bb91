! Integers, logicals and bits are associative as they are: seen by samebits,
! evaluated by the MPI library, right either way.
#include "binding.h"
subroutine native_types_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int64
  use harness
  implicit none
  INCLUDE_MPI

  integer, parameter :: N = 33
  integer :: send(2 * N), recv(2 * N), i, root, ierror
  integer(int64) :: send8(N), recv8(N)
  logical :: sendl(N), recvl(N)
  type(tally) :: before

  send = [(i + world_rank, i = 1, 2 * N)]

  before = calls_so_far()
  call MPI_Allreduce(send, recv, N, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check_call(before, .false., 'MPI_INTEGER MPI_SUM', HERE)
  call check(all(recv(1:N) == [(i * world_size + world_size * (world_size - 1) / 2, i = 1, N)]), &
             'MPI_INTEGER MPI_SUM', HERE)

  recv = send
  before = calls_so_far()
  call MPI_Allreduce(MPI_IN_PLACE, recv, N, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierror)
  call check_call(before, .false., 'MPI_INTEGER MPI_MAX in place', HERE)
  call check(all(recv(1:N) == [(i + world_size - 1, i = 1, N)]), 'MPI_INTEGER MPI_MAX in place', HERE)

  do root = 0, world_size - 1
    before = calls_so_far()
    if (world_rank == root) then
      recv = send
      call MPI_Reduce(MPI_IN_PLACE, recv, N, MPI_INTEGER, MPI_MIN, root, MPI_COMM_WORLD, ierror)
      call check(all(recv(1:N) == [(i, i = 1, N)]), 'MPI_INTEGER MPI_MIN', HERE)
    else
      call MPI_Reduce(send, recv, N, MPI_INTEGER, MPI_MIN, root, MPI_COMM_WORLD, ierror)
    end if
    call check_call(before, .false., 'MPI_INTEGER MPI_MIN', HERE)
  end do

  send = 2**world_rank
  before = calls_so_far()
  call MPI_Allreduce(send, recv, N, MPI_INTEGER, MPI_BOR, MPI_COMM_WORLD, ierror)
  call check_call(before, .false., 'MPI_INTEGER MPI_BOR', HERE)
  call check(all(recv(1:N) == 2**world_size - 1), 'MPI_INTEGER MPI_BOR', HERE)

  send = [(mod(i + world_rank, 2), world_rank, i = 1, N)]
  before = calls_so_far()
  call MPI_Allreduce(send, recv, N, MPI_2INTEGER, MPI_MINLOC, MPI_COMM_WORLD, ierror)
  call check_call(before, .false., 'MPI_2INTEGER MPI_MINLOC', HERE)
  if (world_size > 1) then
    call check(all(recv == [(0, mod(i, 2), i = 1, N)]), 'MPI_2INTEGER MPI_MINLOC', HERE)
  end if

  send8 = [(2_int64**40 * i + world_rank, i = 1, N)]
  before = calls_so_far()
  call MPI_Allreduce(send8, recv8, N, MPI_INTEGER8, MPI_MAX, MPI_COMM_WORLD, ierror)
  call check_call(before, .false., 'MPI_INTEGER8 MPI_MAX', HERE)
  call check(all(recv8 == [(2_int64**40 * i + world_size - 1, i = 1, N)]), 'MPI_INTEGER8 MPI_MAX', HERE)

  sendl = [(mod(i, world_size) == world_rank, i = 1, N)]
  before = calls_so_far()
  call MPI_Allreduce(sendl, recvl, N, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierror)
  call check_call(before, .false., 'MPI_LOGICAL MPI_LOR', HERE)
  call check(all(recvl), 'MPI_LOGICAL MPI_LOR', HERE)

  before = calls_so_far()
  call MPI_Reduce(sendl, recvl, N, MPI_LOGICAL, MPI_LAND, 0, MPI_COMM_WORLD, ierror)
  call check_call(before, .false., 'MPI_LOGICAL MPI_LAND', HERE)
  if (world_rank == 0) call check(all(recvl .eqv. world_size == 1), 'MPI_LOGICAL MPI_LAND', HERE)

end subroutine
