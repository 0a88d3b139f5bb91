! Persistent reductions, each started several times with other numbers in the same buffer, by itself or with
! others, and completed in various ways; then freed.
#include "binding.h"
subroutine persistent_test()
  USE_MPI
  USE_PERSISTENT
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use harness
  use completion, only: complete
  implicit none
  INCLUDE_MPI
  integer, parameter :: N = 7, KINDS = 7
  ! One for each kind, which all may be under way at a time.
  real(dp), asynchronous :: x(N * world_size, KINDS), y(N * world_size, KINDS)
  real(dp) :: right(N * world_size)
  HANDLE_OF(MPI_Request) :: requests(KINDS)
  type(tally) :: before
  integer :: counts(world_size), kind, time, ierror
  logical :: flag

  counts = N
  do kind = 1, KINDS
    before = calls_so_far()
    select case (kind)
    case (1)
      call MPI_Allreduce_init(x(:, 1), y(:, 1), N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &
                              requests(1), ierror)
    case (2)
      call MPI_Allreduce_init(MPI_IN_PLACE, y(:, 2), N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &
                              requests(2), ierror)
    case (3)
      call MPI_Reduce_init(x(:, 3), y(:, 3), N, MPI_DOUBLE_PRECISION, MPI_SUM, world_size - 1, MPI_COMM_WORLD, &
                           MPI_INFO_NULL, requests(3), ierror)
    case (4)
      call MPI_Reduce_scatter_init(x(:, 4), y(:, 4), counts, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, &
                                   MPI_INFO_NULL, requests(4), ierror)
    case (5)
      call MPI_Reduce_scatter_block_init(x(:, 5), y(:, 5), N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, &
                                         MPI_INFO_NULL, requests(5), ierror)
    case (6)
      call MPI_Scan_init(x(:, 6), y(:, 6), N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &
                         requests(6), ierror)
    case (7)
      call MPI_Exscan_init(x(:, 7), y(:, 7), N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &
                           requests(7), ierror)
    end select
    call check(ierror == MPI_SUCCESS, 'making a persistent request', HERE)
    call check_calls(before, 0, 'a persistent reduction that was not started', HERE)
    ! What was not started has nothing to complete. (MPICH 4.0.2 by itself waits for it for ever, and
    ! gives an error where several are tested.)
    if (library) call MPI_Wait(requests(kind), MPI_STATUS_IGNORE, ierror)
    call check(ierror == MPI_SUCCESS .and. requests(kind) /= MPI_REQUEST_NULL, 'waiting for what was not started', HERE)
  end do

  do time = 1, 2
    do kind = 1, KINDS
      call fill()
      before = calls_so_far()
      call MPI_Start(requests(kind), ierror)
      call check(ierror == MPI_SUCCESS, 'MPI_Start', HERE)
      call check_calls(before, 1, 'MPI_Start of a persistent reduction', HERE)
      if (library) then
        call complete(requests(kind), 'a persistent reduction', persistent=.true.)
      else
        call MPI_Wait(requests(kind), MPI_STATUS_IGNORE, ierror)
      end if
      call verify()
    end do
  end do

  ! So often that they get memory that the ranks share.
  do time = 3, 6
    do kind = 1, KINDS
      call fill()
    end do
    before = calls_so_far()
    call MPI_Startall(KINDS, requests, ierror)
    call check(ierror == MPI_SUCCESS, 'MPI_Startall', HERE)
    call check_calls(before, KINDS, 'MPI_Startall of persistent reductions', HERE)
    if (mod(time, 2) == 1 .or. .not. library) then
      call MPI_Waitall(KINDS, requests, MPI_STATUSES_IGNORE, ierror)
      call check(ierror == MPI_SUCCESS, 'MPI_Waitall', HERE)
    else
      flag = .false.
      do while (.not. flag)
        call MPI_Testall(KINDS, requests, flag, MPI_STATUSES_IGNORE, ierror)
        call check(ierror == MPI_SUCCESS, 'MPI_Testall', HERE)
      end do
    end if
    do kind = 1, KINDS
      call verify()
    end do
  end do

  do kind = 1, KINDS
    call MPI_Request_free(requests(kind), ierror)
    call check(ierror == MPI_SUCCESS .and. requests(kind) == MPI_REQUEST_NULL, 'MPI_Request_free', HERE)
  end do

contains

  ! The i-th of a rank's numbers: large ones that cancel out, and a small one of each rank.
  real(dp) function number(i, rank)
    integer, intent(in) :: i, rank

    number = merge(2.0_dp**(60 - i), 0.0_dp, rank == 0) - merge(2.0_dp**(60 - i), 0.0_dp, rank == world_size - 1) &
             + 1.0_dp / (i + kind + 10 * time + 100 * rank)
    if (.not. library) number = i + kind + time + rank
  end function

  subroutine fill()
    integer :: i

    x(:, kind) = [(number(i, world_rank), i = 1, size(x, 1))]
    y(:, kind) = -1
    if (kind == 2) y(:N, kind) = x(:N, kind)
  end subroutine

  ! What the blocking reduction gives, whose bits other cases look at.
  subroutine verify()
    integer :: n_right

    right = -1
    n_right = N
    select case (kind)
    case (1, 2)
      call MPI_Allreduce(x(:, kind), right, N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    case (3)
      call MPI_Reduce(x(:, kind), right, N, MPI_DOUBLE_PRECISION, MPI_SUM, world_size - 1, MPI_COMM_WORLD, ierror)
    case (4)
      call MPI_Reduce_scatter(x(:, kind), right, counts, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    case (5)
      call MPI_Reduce_scatter_block(x(:, kind), right, N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    case (6)
      call MPI_Scan(x(:, kind), right, N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    case (7)
      call MPI_Exscan(x(:, kind), right, N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
      if (world_rank == 0) n_right = 0
    end select
    call check(all(transfer(y(:n_right, kind), [0_int64]) == transfer(right(:n_right), [0_int64])), &
               'the result of a persistent reduction', HERE)
    call check(all(y(N + 1:, kind) == -1), 'what is behind the result', HERE)
  end subroutine

end subroutine
