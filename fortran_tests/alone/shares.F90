! Which elements a rank should own, and what a distribution costs: the shares of each
! distribution tile the array, in integers of both kinds, from the index 1 on; messages are
! counted as the recursion over all elements has them. All of it before MPI_Init.
#include "binding.h"
subroutine shares_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int32, int64, dp => real64
  use samebits
  use harness
  implicit none
  INCLUDE_MPI

  character(len=13), parameter :: DISTRIBUTIONS(5) = &
    [character(len=13) :: 'upper', 'lower', 'power2', 'optimized', 'optimized:0.9']
  integer :: i, ranks, total

  do i = 1, size(DISTRIBUTIONS)
    do ranks = 1, 9
      do total = 0, 40
        call tile(trim(DISTRIBUTIONS(i)), total, ranks)
      end do
      call tile(DISTRIBUTIONS(i), huge(total), ranks)
    end do
  end do
  call known('lower', [1, 5, 8], [4, 3, 3])
  call known('upper', [1, 4, 7], [3, 3, 4])
  call known('power2', [1, 3, 5], [2, 2, 6])
  call known('', [1, 4, 7], [3, 3, 4])
  call wrong()

contains

  subroutine tile(distribution, total, ranks)
    character(len=*), intent(in) :: distribution
    integer, intent(in) :: total, ranks
    integer :: first(0:ranks - 1), n(0:ranks - 1), rank, ierror
    integer(int64) :: wide_first, wide_n, next

    next = 1
    do rank = 0, ranks - 1
      call samebits_share(distribution, total, ranks, rank, first(rank), n(rank), ierror)
      call check(ierror == MPI_SUCCESS, 'samebits_share: '//samebits_error_message(), HERE)
      call samebits_share(distribution, int(total, int64), ranks, rank, wide_first, wide_n)
      call check(wide_first == next .and. wide_n >= 0, 'shares of '//distribution//' that follow each other', HERE)
      call check(n(rank) == wide_n .and. first(rank) == min(wide_first, int(huge(0), int64)), &
                 'shares of '//distribution//' in other integers', HERE)
      next = wide_first + wide_n
    end do
    call check(next == int(total, int64) + 1, 'shares of '//distribution//' that end with the array', HERE)
    if (total > 40) then
      ! The kernel of another kind counts up to 2**63.
      call samebits_share(distribution, huge(next), ranks, ranks - 1, wide_first, wide_n, ierror)
      call check(ierror == MPI_SUCCESS .and. wide_first + (wide_n - 1) == huge(next), 'the longest array', HERE)
    else
      call count_messages(total, n)
    end if
  end subroutine

  subroutine count_messages(total, n)
    integer, intent(in) :: total, n(:)
    integer :: owner(0:total - 1), messages, rank, first, x, y, ierror
    integer(int64) :: wide
    real(dp) :: score

    first = 0
    do rank = 1, size(n)
      owner(first:first + n(rank) - 1) = rank
      first = first + n(rank)
    end do
    messages = 0
    do y = 1, 6
      do x = 0, total - 1, 2**y
        if (x + 2**(y - 1) >= total) cycle
        if (owner(x) /= owner(x + 2**(y - 1))) messages = messages + 1
      end do
    end do
    first = -1
    call samebits_message_count(n, first, ierror)
    call check(ierror == MPI_SUCCESS .and. first == messages, 'samebits_message_count', HERE)
    call samebits_message_count(int(n, int64), wide)
    call check(wide == messages, 'samebits_message_count in wide integers', HERE)
    call samebits_score(n, 2.5_dp, 0.125_dp, score, ierror)
    call check(ierror == MPI_SUCCESS .and. score == 2.5_dp * messages + 0.125_dp * maxval(n), 'samebits_score', HERE)
    call samebits_score(int(n, int64), 2.5_dp, 0.0_dp, score)
    call check(score == 2.5_dp * messages, 'samebits_score in wide integers', HERE)
  end subroutine

  subroutine known(distribution, first, n)
    character(len=*), intent(in) :: distribution
    integer, intent(in) :: first(0:2), n(0:2)
    integer :: rank, got_first, got_n

    do rank = 0, 2
      call samebits_share(distribution, 10, 3, rank, got_first, got_n)
      call check(got_first == first(rank) .and. got_n == n(rank), 'ten elements on three ranks, '//distribution, HERE)
    end do
  end subroutine

  ! Says what is wrong, and stores nothing.
  subroutine wrong()
    integer :: first, n, ierror
    integer(int64) :: messages
    real(dp) :: score

    first = -7
    n = -7
    messages = -7
    score = -7
    call samebits_share('lower', -1, 3, 0, first, n, ierror)
    call refused(ierror, 'samebits_share: total=-1 is not accepted; it takes 0 or more', __LINE__)
    call samebits_share('lower', 10, 0, 0, first, n, ierror)
    call refused(ierror, 'ranks=0 is not accepted', __LINE__)
    call samebits_share('lower', 10, -3, 0, first, n, ierror)
    call refused(ierror, 'ranks=-3 is not accepted', __LINE__)
    call samebits_share('lower', 10, 3, 3, first, n, ierror)
    call refused(ierror, 'rank=3 is not accepted; it takes 0 to 2', __LINE__)
    call samebits_share('lower', 10, 3, -1, first, n, ierror)
    call refused(ierror, 'rank=-1 is not accepted', __LINE__)
    call samebits_share('lowest', 10, 3, 1, first, n, ierror)
    call refused(ierror, 'distribution=lowest is not accepted', __LINE__)
    call samebits_message_count([3_int64, -1_int64], messages, ierror)
    call refused(ierror, 'samebits_message_count: counts(2)=-1 is not accepted', __LINE__)
    call samebits_message_count([integer(int64) ::], messages, ierror)
    call refused(ierror, 'ranks=0 is not accepted', __LINE__)
    call samebits_message_count([huge(messages), huge(messages), 2_int64], messages, ierror)
    call refused(ierror, 'the sum of counts is not accepted', __LINE__)
    call samebits_score([3, 4], -1.0_dp, 1.0_dp, score, ierror)
    call refused(ierror, 'samebits_score: t_send=-1 is not accepted', __LINE__)
    call check(first == -7 .and. n == -7 .and. messages == -7 .and. score == -7, 'nothing is stored', HERE)
  end subroutine

  subroutine refused(ierror, words, line)
    integer, intent(in) :: ierror, line
    character(len=*), intent(in) :: words

    call check(ierror == MPI_ERR_ARG .and. index(samebits_error_message(), words) > 0, &
               'not "'//words//'" but "'//samebits_error_message()//'"', __FILE__, line)
  end subroutine

end subroutine
