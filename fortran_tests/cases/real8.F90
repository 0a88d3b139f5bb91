! A program compiled with -fdefault-real-8 -fdefault-double-8, as old codes are:
! its REAL has 8 bytes, and it says so with MPI_DOUBLE_PRECISION or MPI_REAL8.
#include "binding.h"
subroutine real8_test()
  USE_MPI
  use harness
  use expectations, only: expectation, expect, fill, compare, difference, &
                          OP_SUM, OP_MINLOC, FORM_REAL, FORM_COMPLEX, FORM_PAIR, PERIOD
  implicit none
  INCLUDE_MPI

  integer, parameter :: N = PERIOD
  real, target :: x(0:N - 1), y(0:N - 1)
  double precision :: pairs(2, N), extremes(2, N)
  complex :: z(N), w(N)
  real :: parts(0:2 * N - 1)
  type(expectation) :: e
  type(tally) :: before
  integer :: ierror

  call check(storage_size(x) == 64 .and. storage_size(pairs) == 64 .and. storage_size(z) == 128, &
             'not compiled with -fdefault-real-8 -fdefault-double-8', HERE)

  e = expect('REAL of 8 bytes', OP_SUM, FORM_REAL, 8, world_rank, world_size, library, exact_sums)
  call fill(e, N, x)
  y = 0
  before = calls_so_far()
  call MPI_Allreduce(x, y, N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'MPI_DOUBLE_PRECISION', HERE)
  call right(compare(e, N, y), 'MPI_DOUBLE_PRECISION')
  y = x
  before = calls_so_far()
  call MPI_Allreduce(MPI_IN_PLACE, y, N, MPI_REAL8, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'MPI_REAL8 in place', HERE)
  call right(compare(e, N, y), 'MPI_REAL8 in place')

  e = expect('COMPLEX of 16 bytes', OP_SUM, FORM_COMPLEX, 8, world_rank, world_size, library, exact_sums)
  call fill(e, N, parts)
  z = cmplx(parts(0::2), parts(1::2))
  before = calls_so_far()
  call MPI_Reduce(z, w, N, MPI_DOUBLE_COMPLEX, MPI_SUM, 0, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'MPI_DOUBLE_COMPLEX', HERE)
  parts(0::2) = real(w)
  parts(1::2) = aimag(w)
  if (world_rank == 0) call right(compare(e, N, parts), 'MPI_DOUBLE_COMPLEX')

  e = expect('pairs of 16 bytes', OP_MINLOC, FORM_PAIR, 8, world_rank, world_size, library, exact_sums)
  call fill(e, N, parts)
  pairs = reshape(parts, [2, N])
  before = calls_so_far()
  call MPI_Allreduce(pairs, extremes, N, MPI_2DOUBLE_PRECISION, MPI_MINLOC, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'MPI_2DOUBLE_PRECISION', HERE)
  parts = reshape(extremes, [2 * N])
  call right(compare(e, N, parts), 'MPI_2DOUBLE_PRECISION')


contains

  subroutine right(d, what)
    type(difference), intent(in) :: d
    character(len=*), intent(in) :: what
    character(len=80) :: rest

    if (d%index < 0) return
    write (rest, '(", index ", i0, ", expected ", z16.16, ", got ", z16.16)') d%index, d%expected, d%got
    call fail(what//rest, HERE)
  end subroutine

end subroutine
