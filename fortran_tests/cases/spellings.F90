! The names that other compilers give MPI's procedures: one underscore behind, two, or none
! and capital letters. Under each a reduction is seen once, and does its work, and its request is
! completed.
#include "binding.h"
module spelled_reductions
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use harness
  implicit none
  INCLUDE_MPI

  integer, parameter, private :: N = 3
  real(dp), private :: x(N * 16), y(N * 16), all_ranks, up_to_me
  integer, private :: counts(16), request, ierror
  type(tally), private :: before

contains

#define CHECK_NAME one_underscore
#define SPELLED(lower, upper) 'mpi_'//lower//'_'
#include "spelled_reductions.inc"

#define CHECK_NAME two_underscores
#define SPELLED(lower, upper) 'mpi_'//lower//'__'
#include "spelled_reductions.inc"

#define CHECK_NAME capital_letters
#define SPELLED(lower, upper) 'MPI_'//upper
#include "spelled_reductions.inc"

  subroutine begin()
    counts = N
    up_to_me = (world_rank + 1) * (world_rank + 2) / 2
    all_ranks = world_size * (world_size + 1) / 2
  end subroutine

  subroutine prepare()
    x = world_rank + 1
    y = -1
    request = MPI_REQUEST_NULL
    before = calls_so_far()
  end subroutine

  subroutine verify(what, expected, defined)
    character(len=*), intent(in) :: what
    real(dp), intent(in) :: expected
    logical, intent(in), optional :: defined        ! the result, on this rank

    call check_call(before, .true., what, HERE)
    call check(ierror == MPI_SUCCESS, what, HERE)
    call check(request == MPI_REQUEST_NULL, what//': its request', HERE)
    if (present(defined)) then
      if (.not. defined) return
    end if
    call check(all(y(:N) == expected), what//': its result', HERE)
  end subroutine

  subroutine add(invec, inoutvec, len, datatype)
    integer, intent(in) :: len, datatype
    real(dp), intent(in) :: invec(N * len)
    real(dp), intent(inout) :: inoutvec(N * len)

    inoutvec = invec + inoutvec
  end subroutine

end module

subroutine spellings_test()
  use spelled_reductions
  implicit none

  call begin()
  call one_underscore()
  call two_underscores()
  call capital_letters()
end subroutine
