! Fortran whose INTEGERs and LOGICALs have eight bytes, compiled with -fdefault-integer-8 and linked
! with an MPI library for it: by mpif.h, or by the module mpi (TEST_MODULE), and then with direct
! calls. A number that a call returns takes all eight bytes of its place, and every reduction is
! samebits'.
program ilp64
#ifdef TEST_MODULE
  use mpi
  use samebits, only: samebits_allreduce_array, samebits_allreduce_dot, samebits_iallreduce_dot
#endif
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  implicit none
#ifndef TEST_MODULE
  include 'mpif.h'
#endif
  interface
    function test_calls_reproduced() bind(C)
      import :: int64
      integer(int64) :: test_calls_reproduced
    end function test_calls_reproduced
  end interface
  interface
    subroutine test_yield() bind(C)
    end subroutine test_yield
  end interface

  ! Neither half of it is right by chance.
  integer, parameter :: GARBAGE = -81985529216486896
  integer, parameter :: SUMS = 3
  integer :: rank, ranks, ierror, failures = 0, calls = 0, everywhere
  integer(int64) :: before
  real(dp) :: mine

  if (storage_size(rank) /= 64) error stop 'this is to be compiled with -fdefault-integer-8'
  ierror = GARBAGE
  call MPI_Init(ierror)
  call right(ierror == MPI_SUCCESS, 'MPI_Init')
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  before = test_calls_reproduced()
  mine = 0.1_dp * (rank + 1) / 3

  call blocking_calls()
  call integers()
  call completions()
  call persistent_calls()
  call counts_that_are_copies()
  call freed_while_in_use()
  ! (Rank 0 counts.)
  call right(rank /= 0 .or. test_calls_reproduced() - before == calls, 'that all calls were samebits''')
#ifdef TEST_MODULE
  call direct_calls()
#endif
  call choices()

  call MPI_Allreduce(failures, everywhere, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  ierror = GARBAGE
  call MPI_Finalize(ierror)
  if (ierror /= MPI_SUCCESS .or. everywhere /= 0) error stop 1

contains

  subroutine right(condition, what)
    logical, intent(in) :: condition
    character(len=*), intent(in) :: what

    if (condition) return
    failures = failures + 1
    print '(a, i0, 2a)', 'FAILED on rank ', rank, ': ', what
  end subroutine right

  ! After a call that has set ierror.
  subroutine done(what, value, expected)
    character(len=*), intent(in) :: what
    real(dp), intent(in) :: value, expected

    call right(ierror == MPI_SUCCESS, 'the error code of ' // what)
    call right(transfer(value, 0_int64) == transfer(expected, 0_int64), 'the result of ' // what)
    ierror = GARBAGE
  end subroutine done

  ! Of the ranks from 0 on, so many: each sum of this program's is one of a few numbers, in order.
  real(dp) function total(number)
    integer, intent(in) :: number
    integer :: i

    total = 0
    do i = 0, number - 1
      total = total + 0.1_dp * (i + 1) / 3
    end do
  end function total

  subroutine blocking_calls()
    real(dp) :: all, place, shares(2 * ranks), share(2)
    integer :: counts(ranks)

    ierror = GARBAGE
    call MPI_Allreduce(mine, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    call done('MPI_Allreduce', all, total(ranks))
    place = mine
    call MPI_Allreduce(MPI_IN_PLACE, place, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    call done('MPI_Allreduce in place', place, total(ranks))
    all = -1
    call MPI_Reduce(mine, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, ranks - 1, MPI_COMM_WORLD, ierror)
    call done('MPI_Reduce', all, merge(total(ranks), -1.0_dp, rank == ranks - 1))
    call MPI_Scan(mine, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    call done('MPI_Scan', all, total(rank + 1))
    counts = 2
    shares = mine
    call MPI_Reduce_scatter(shares, share, counts, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    call done('MPI_Reduce_scatter', share(2), total(ranks))
    call MPI_Reduce_scatter_block(shares, share, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    call done('MPI_Reduce_scatter_block', share(1), total(ranks))
    calls = calls + 6
  end subroutine blocking_calls

  ! Associative as they are, and so the MPI library's; their type has another name there. (In pairs,
  ! Intel's layer takes them for shorter ones.)
  subroutine integers()
    integer :: large, sum

    large = 2_int64**40 + rank
    sum = GARBAGE
    call MPI_Allreduce(large, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call right(sum == ranks * 2_int64**40 + ranks * (ranks - 1) / 2, 'a sum of INTEGERs')
  end subroutine integers

  ! Each function that completes requests, of sums and of nothing, and what it returns.
  subroutine completions()
    integer :: requests(SUMS + 1), statuses(MPI_STATUS_SIZE, SUMS + 1), status(MPI_STATUS_SIZE)
    integer :: way, found, index, indices(SUMS + 1), i
    logical :: flag
    real(dp) :: results(SUMS)
    character(len=*), parameter :: NAMES(9) = [character(len=22) :: 'MPI_Wait', 'MPI_Test', 'MPI_Waitall', &
      'MPI_Waitall', 'MPI_Testall', 'MPI_Waitany', 'MPI_Testany', 'MPI_Waitsome', 'MPI_Testsome']

    do way = 1, size(NAMES)
      results = -1
      requests = GARBAGE
      do i = 1, SUMS
        ierror = GARBAGE
        call MPI_Iallreduce(mine, results(i), 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, requests(i), ierror)
        call right(ierror == MPI_SUCCESS, 'the error code of MPI_Iallreduce')
      end do
      calls = calls + SUMS
      requests(SUMS + 1) = MPI_REQUEST_NULL
      statuses = GARBAGE
      ierror = GARBAGE
      select case (way)
      case (1)
        do i = 1, SUMS
          call MPI_Wait(requests(i), status, ierror)
        end do
      case (2)
        do i = SUMS, 1, -1
          do
            call MPI_Request_get_status(requests(i), flag, status, ierror)
            if (flag) exit
            call test_yield()
          end do
          flag = .false.
          call MPI_Test(requests(i), flag, MPI_STATUS_IGNORE, ierror)
          call right(flag, 'the flag of MPI_Test')
        end do
      case (3)
        call MPI_Waitall(SUMS + 1, requests, statuses, ierror)
        call right(all(abs(statuses(MPI_TAG, :)) < 2_int64**31), 'the statuses of MPI_Waitall')
      case (4)
        call MPI_Waitall(SUMS + 1, requests, MPI_STATUSES_IGNORE, ierror)
      case (5)
        do
          flag = .true.
          call MPI_Testall(SUMS + 1, requests, flag, statuses, ierror)
          if (flag) exit
          call test_yield()
        end do
      case (6, 7)
        do i = 1, SUMS
          do
            index = GARBAGE
            flag = .true.
            if (way == 6) then
              call MPI_Waitany(SUMS + 1, requests, index, status, ierror)
            else
              call MPI_Testany(SUMS + 1, requests, index, flag, status, ierror)
            end if
            if (flag) exit
            call test_yield()
          end do
          call right(index >= 1 .and. index <= SUMS, 'the index of ' // NAMES(way))
        end do
      case (8, 9)
        i = 0
        do while (i < SUMS)
          found = GARBAGE
          indices = GARBAGE
          if (way == 8) then
            call MPI_Waitsome(SUMS + 1, requests, found, indices, statuses, ierror)
          else
            call MPI_Testsome(SUMS + 1, requests, found, indices, statuses, ierror)
          end if
          call right(found >= merge(1, 0, way == 8) .and. found <= SUMS, 'the number of ' // NAMES(way))
          call right(all(indices(:found) >= 1 .and. indices(:found) <= SUMS), 'the indices of ' // NAMES(way))
          i = i + found
          if (found == 0) call test_yield()
        end do
      end select
      do i = 1, SUMS
        call right(requests(i) == MPI_REQUEST_NULL, 'the request after ' // trim(NAMES(way)))
        call right(results(i) == total(ranks), 'the result after ' // trim(NAMES(way)))
      end do
      call right(ierror == MPI_SUCCESS, 'the error code of ' // trim(NAMES(way)))
    end do
  end subroutine completions

  ! Intel's layer has none, so these are the library's own procedures, which write four bytes.
  subroutine persistent_calls()
    integer :: request, again
    real(dp) :: result

    request = 0
    ierror = 0
    call MPI_Allreduce_init(mine, result, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, request, ierror)
    do again = 1, 2
      result = -1
      call MPI_Start(request, ierror)
      call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
      call done('MPI_Allreduce_init', result, total(ranks))
    end do
    call MPI_Request_free(request, ierror)
    call right(request == MPI_REQUEST_NULL, 'the request that was freed')
    calls = calls + 2 ! each start is one
  end subroutine persistent_calls

  ! The layer's array of shorter counts is gone when the call returns.
  subroutine counts_that_are_copies()
    integer :: counts(ranks), request
    real(dp) :: shares(2 * ranks), share(2)

    counts = 2
    shares = mine
    request = GARBAGE
    call MPI_Ireduce_scatter(shares, share, counts, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, request, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call done('MPI_Ireduce_scatter', share(2), total(ranks))
    calls = calls + 1
  end subroutine counts_that_are_copies

  subroutine freed_while_in_use()
    integer :: op, pair, request
    real(dp) :: own(2), both(2)
    external :: last_of_both

    call MPI_Op_create(last_of_both, .false., op, ierror)
    call MPI_Type_contiguous(2, MPI_DOUBLE_PRECISION, pair, ierror)
    call MPI_Type_commit(pair, ierror)
    own = mine
    request = GARBAGE
    call MPI_Iallreduce(own, both, 1, pair, op, MPI_COMM_WORLD, request, ierror)
    call MPI_Op_free(op, ierror)
    call right(op == MPI_OP_NULL, 'an operator that was freed')
    call MPI_Type_free(pair, ierror)
    call right(pair == MPI_DATATYPE_NULL, 'a datatype that was freed')
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call done('an operator of the program''s', both(2), 0.1_dp * ranks / 3)
    calls = calls + 1
  end subroutine freed_while_in_use

#ifdef TEST_MODULE
  subroutine direct_calls()
    integer :: request
    real(dp) :: array(2), result

    array = [mine, 0.0_dp]
    call samebits_allreduce_array(array, result, MPI_SUM, MPI_COMM_WORLD, ierror)
    call done('samebits_allreduce_array', result, total(ranks))
    call samebits_allreduce_dot([1.0_dp], [mine], result, MPI_COMM_WORLD, ierror)
    call done('samebits_allreduce_dot', result, total(ranks))
    request = GARBAGE
    result = -1
    array = [1.0_dp, 1.0_dp]
    call samebits_iallreduce_dot(array, [mine, 0.0_dp], result, MPI_COMM_WORLD, request, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call right(request == MPI_REQUEST_NULL, 'the request of samebits_iallreduce_dot')
    call done('samebits_iallreduce_dot', result, total(ranks))
  end subroutine direct_calls
#endif

  ! What a trace records beside reductions.
  subroutine choices()
    integer :: status(MPI_STATUS_SIZE), comm
    real(dp) :: received

    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
    if (rank == 1) call MPI_Send(mine, 1, MPI_DOUBLE_PRECISION, 0, 7, comm, ierror)
    if (rank == 0) then
      status = GARBAGE
      call MPI_Recv(received, 1, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 7, comm, status, ierror)
      call right(status(MPI_SOURCE) == 1 .and. status(MPI_TAG) == 7, 'the status of MPI_Recv')
    end if
    call MPI_Comm_free(comm, ierror)
    call right(comm == MPI_COMM_NULL, 'a communicator that was freed')
  end subroutine choices
end program ilp64

! The right one; its arguments are INTEGERs of eight bytes, too.
subroutine last_of_both(left, right, length, datatype)
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  integer, intent(in) :: length, datatype
  real(dp), intent(in) :: left(2, length)
  real(dp), intent(inout) :: right(2, length)

  if (length < 1 .or. length > 4 .or. datatype == 0) error stop 'arguments of an operator'
  if (left(1, 1) > right(1, 1)) error stop 'operands in the wrong order'
end subroutine last_of_both
