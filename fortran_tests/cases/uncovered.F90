! The reductions that are not made reproducible: each is seen once, whether the
! MPI library's Fortran procedure calls the C function or not, and does its work.
! Refused (SAMEBITS_UNSUPPORTED=error), it returns its error and no request.
#include "binding.h"
subroutine uncovered_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use harness
  implicit none
  INCLUDE_MPI
  integer, parameter :: n = 3
  real(dp) :: x(n * 16), y(n * 16)
  real(dp) :: all_ranks, up_to_me, before_me
  integer :: counts(16), i, ierror
  character(len=8) :: word
  logical :: refused
  HANDLE_OF(MPI_Request) :: request
  type(tally) :: before

  call get_environment_variable('SAMEBITS_UNSUPPORTED', word)
  refused = library .and. word == 'error'
  if (refused) call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  counts = n
  up_to_me = sum([(real(i, dp), i=1, world_rank + 1)])
  before_me = up_to_me - world_rank - 1
  all_ranks = sum([(real(i, dp), i=1, world_size)])

  call prepare()
  call MPI_Iallreduce(x, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, request, ierror)
  call verify('MPI_Iallreduce', all_ranks)
  call prepare()
  call MPI_Ireduce(x, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, request, ierror)
  call verify('MPI_Ireduce', merge(all_ranks, -1._dp, world_rank == 0))
  call prepare()
  call MPI_Ireduce_scatter(x, y, counts, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, request, ierror)
  call verify('MPI_Ireduce_scatter', all_ranks)
  call prepare()
  call MPI_Ireduce_scatter_block(x, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, request, ierror)
  call verify('MPI_Ireduce_scatter_block', all_ranks)
  call prepare()
  call MPI_Iscan(x, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, request, ierror)
  call verify('MPI_Iscan', up_to_me)
  call prepare()
  call MPI_Iexscan(x, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, request, ierror)
  call verify('MPI_Iexscan', before_me)

  ! Open MPI 4.1 makes no window for a single rank.
  if (world_size > 1) call one_sided()

contains

  subroutine prepare()
    x = world_rank + 1
    y = -1
    request = MPI_REQUEST_NULL
    before = calls_so_far()
  end subroutine

  subroutine verify(what, expected)
    character(len=*), intent(in) :: what
    real(dp), intent(in) :: expected
    integer :: class

    ! One rank's reduction is its contribution: nothing is refused.
    if (refused .and. world_size > 1) then
      call MPI_Error_class(ierror, class, i)
      call check(class == MPI_ERR_UNSUPPORTED_OPERATION, what//' is refused', HERE)
      call check(request == MPI_REQUEST_NULL, what//': no request', HERE)
    else
      call check(ierror == MPI_SUCCESS, what, HERE)
      call MPI_Wait(request, MPI_STATUS_IGNORE, i)
      if (what /= 'MPI_Iexscan' .or. world_rank > 0) then
        call check(all(y(:n) == expected), what//': its result', HERE)
      end if
    end if
    call check_call(before, .false., what, HERE)
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
    call verify_one_sided('MPI_Accumulate')
    call prepare()
    call MPI_Get_accumulate(x, n, MPI_DOUBLE_PRECISION, y, n, MPI_DOUBLE_PRECISION, 0, there, n, &
                            MPI_DOUBLE_PRECISION, MPI_SUM, win, ierror)
    call verify_one_sided('MPI_Get_accumulate')
    call prepare()
    call MPI_Fetch_and_op(x, y(n + 1:), MPI_DOUBLE_PRECISION, 0, there, MPI_SUM, win, ierror)
    call verify_one_sided('MPI_Fetch_and_op')
    call MPI_Win_fence(0, win, ierror)
    times = merge(0, 1, refused)
    if (world_rank == 0) then
      call check(memory(1) == 3 * times * all_ranks, 'the first element of the window', HERE)
      call check(memory(n) == 2 * times * all_ranks, 'the last element of the window', HERE)
    end if
    call MPI_Win_free(win, ierror)
  end subroutine

  subroutine verify_one_sided(what)
    character(len=*), intent(in) :: what
    integer :: class

    call MPI_Error_class(ierror, class, i)
    call check(class == merge(MPI_ERR_UNSUPPORTED_OPERATION, MPI_SUCCESS, refused), what, HERE)
    call check_call(before, .false., what, HERE)
  end subroutine

end subroutine
