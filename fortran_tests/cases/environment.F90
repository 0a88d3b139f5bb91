! Rounding mode, traps and flags of the caller, set with Fortran's own modules or, where
! TEST_TRAPS says so, by the compiler (-ffpe-trap of the main program): they change no bit,
! and are after the call what they were before.
#include "binding.h"
subroutine environment_test()
  USE_MPI
  use, intrinsic :: ieee_arithmetic
  use harness
  use expectations
  implicit none
  INCLUDE_MPI

  ! Long enough for slices, from two ranks.
  integer, parameter :: N = 9000
  real(dp) :: x(N), sums(N), sums_at_root(N), products(N), largest(N)
  type(expectation) :: of_sum, of_product, of_maximum
  type(tally) :: before
  logical :: halting(size(ieee_all)), raised(size(ieee_all)), at_start(size(ieee_all))
  type(ieee_round_type) :: rounding
  character(len=8) :: word
  integer :: ierror

  call ieee_get_halting_mode(ieee_all, at_start)
  call get_environment_variable('TEST_TRAPS', word)
  call check(all(at_start(:size(ieee_usual)) .eqv. word == '1'), 'the traps are not those of the main program', HERE)
  call ieee_set_halting_mode(ieee_all, .false.)
  of_sum = expected(OP_SUM)
  of_product = expected(OP_PROD)
  of_maximum = expected(OP_MAX)
  call fill(of_sum, N, x)

  call ieee_set_flag(ieee_all, .false.)
  call ieee_set_rounding_mode(ieee_up)
  if (library) call ieee_set_halting_mode(ieee_all, .true.)
  before = calls_so_far()
  call MPI_Allreduce(x, sums, N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'MPI_SUM', HERE)
  call MPI_Reduce(x, sums_at_root, N, MPI_DOUBLE_PRECISION, MPI_SUM, world_size - 1, MPI_COMM_WORLD, ierror)
  if (library) then
    ! Tame contributions to one of these are hostile to another: only with samebits.
    call MPI_Allreduce(x, products, N, MPI_DOUBLE_PRECISION, MPI_PROD, MPI_COMM_WORLD, ierror)
    call MPI_Allreduce(x, largest, N, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierror)
  end if
  call ieee_get_rounding_mode(rounding)
  call ieee_get_halting_mode(ieee_all, halting)
  call ieee_get_flag(ieee_all, raised)
  call ieee_set_halting_mode(ieee_all, .false.)
  call ieee_set_rounding_mode(ieee_nearest)

  call right(compare(of_sum, N, sums), 'MPI_SUM')
  if (world_rank == world_size - 1) call right(compare(of_sum, N, sums_at_root), 'MPI_SUM, MPI_Reduce')
  if (library) then
    call right(compare(of_product, N, products), 'MPI_PROD')
    call right(compare(of_maximum, N, largest), 'MPI_MAX')
    call check(rounding == ieee_up, 'the rounding mode was changed', HERE)
    call check(all(halting), 'the traps were changed', HERE)
    call check(.not. any(raised), 'a flag was raised', HERE)
  end if

contains

  function expected(operation) result(e)
    integer, intent(in) :: operation
    type(expectation) :: e

    e = expect('', operation, FORM_REAL, 8, world_rank, world_size, library, exact_sums)
  end function

  subroutine right(d, what)
    type(difference), intent(in) :: d
    character(len=*), intent(in) :: what
    character(len=80) :: rest

    if (d%index < 0) return
    write (rest, '(", index ", i0, ", expected ", z16.16, ", got ", z16.16)') d%index, d%expected, d%got
    call fail(what//rest, HERE)
  end subroutine

end subroutine
