! The reductions that are not made reproducible, which are one-sided: each is seen once, whether
! the MPI library's Fortran procedure calls the C function or not, and does its work. Refused
! (SAMEBITS_UNSUPPORTED=error), it returns its error; so does a nonblocking one of a vector that is
! too long, which returns no request.
#include "binding.h"
subroutine uncovered_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use harness
  implicit none
  INCLUDE_MPI
  integer, parameter :: n = 3
  real(dp) :: x(n * 16), y(n * 16)
  real(dp) :: all_ranks
  integer :: i, ierror
  character(len=8) :: word
  logical :: refused
  type(tally) :: before

  call get_environment_variable('SAMEBITS_UNSUPPORTED', word)
  refused = library .and. word == 'error'
  if (refused) call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  all_ranks = sum([(real(i, dp), i=1, world_size)])

  ! Open MPI 4.1 makes no window for a single rank.
  if (world_size > 1) call one_sided()
  if (refused .and. world_size > 1) call too_long()

contains

  subroutine prepare()
    x = world_rank + 1
    y = -1
    before = calls_so_far()
  end subroutine

  subroutine one_sided()
    real(dp), volatile, save :: memory(n) ! other ranks write to it
    HANDLE_OF(MPI_Win) :: win
    integer :: times
    integer(MPI_ADDRESS_KIND), parameter :: there = 0

    memory = 0
    call MPI_Win_create(memory, int(8 * n, MPI_ADDRESS_KIND), 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
    if (refused) call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, ierror)
    call MPI_Win_fence(0, win, ierror)
    call prepare()
    call MPI_Accumulate(x, n, MPI_DOUBLE_PRECISION, 0, there, n, MPI_DOUBLE_PRECISION, MPI_SUM, win, ierror)
    call verify('MPI_Accumulate')
    call prepare()
    call MPI_Get_accumulate(x, n, MPI_DOUBLE_PRECISION, y, n, MPI_DOUBLE_PRECISION, 0, there, n, &
                            MPI_DOUBLE_PRECISION, MPI_SUM, win, ierror)
    call verify('MPI_Get_accumulate')
    call prepare()
    call MPI_Fetch_and_op(x, y(n + 1:), MPI_DOUBLE_PRECISION, 0, there, MPI_SUM, win, ierror)
    call verify('MPI_Fetch_and_op')
    call MPI_Win_fence(0, win, ierror)
    times = merge(0, 1, refused)
    if (world_rank == 0) then
      call check(memory(1) == 3 * times * all_ranks, 'the first element of the window', HERE)
      call check(memory(n) == 2 * times * all_ranks, 'the last element of the window', HERE)
    end if
    call MPI_Win_free(win, ierror)
  end subroutine

  ! Longer than SAMEBITS_NONBLOCKING_MEMORY is by default; nobody touches it.
  subroutine too_long()
    real(dp), allocatable, asynchronous :: long(:)
    HANDLE_OF(MPI_Request) :: request

    allocate (long(2**23 / world_size + 1))
    request = MPI_REQUEST_NULL
    before = calls_so_far()
    call MPI_Iallreduce(MPI_IN_PLACE, long, size(long), MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, &
                        request, ierror)
    call verify('MPI_Iallreduce')
    call check(request == MPI_REQUEST_NULL, 'MPI_Iallreduce: no request', HERE)
  end subroutine

  subroutine verify(what)
    character(len=*), intent(in) :: what
    integer :: class

    call MPI_Error_class(ierror, class, i)
    call check(class == merge(MPI_ERR_UNSUPPORTED_OPERATION, MPI_SUCCESS, refused), what, HERE)
    call check_call(before, .false., what, HERE)
  end subroutine

end subroutine
