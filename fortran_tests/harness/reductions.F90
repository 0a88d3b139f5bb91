! One reduction in all its forms: MPI_Allreduce, MPI_Reduce, MPI_Reduce_scatter(_block), MPI_Scan
! and MPI_Exscan, blocking, nonblocking and persistent, in place or not, at the roots asked for, with
! buffers of the right Fortran type.
#include "binding.h"
module reductions
  USE_MPI
  USE_PERSISTENT
  use, intrinsic :: iso_fortran_env, only: int64, sp => real32, dp => real64
  use views, only: view
  use expectations, only: expectation, expect, fill, blank, blank_from, compare, difference, &
                          OP_SUM, FORM_REAL, FORM_COMPLEX, FORM_PAIR
  use harness
  use completion, only: complete
  implicit none
  private
  public :: reduce_real, reduce_double, reduce_complex, reduce_double_complex
  public :: reduce_real_pairs, reduce_double_pairs
  public :: check_reals, check_complexes, check_pairs
  INCLUDE_MPI

  ! Elements behind the end of a buffer that nobody may write.
  integer, parameter :: GUARD = 4
  integer, parameter, public :: EVERY_ROOT = -1

  ! The forms of a call.
  integer, parameter, public :: BLOCKING = 1, NONBLOCKING = 2, PERSISTENT = 3

contains

  ! Every name that MPI has for Fortran's real types, at every root.
  subroutine check_reals(op, operation, name, counts)
    HANDLE_OF(MPI_Op), intent(in) :: op
    integer, intent(in) :: operation, counts(:)
    character(len=*), intent(in) :: name
    type(expectation) :: e
    integer :: i

    e = expected('MPI_REAL '//name, FORM_REAL, 4, operation)
    do i = 1, size(counts)
      call reduce_real(e, MPI_REAL, op, MPI_COMM_WORLD, counts(i), EVERY_ROOT)
      call reduce_real(e, MPI_REAL4, op, MPI_COMM_WORLD, counts(i), world_size - 1)
    end do
    e = expected('MPI_DOUBLE_PRECISION '//name, FORM_REAL, 8, operation)
    do i = 1, size(counts)
      call reduce_double(e, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD, counts(i), EVERY_ROOT)
      call reduce_double(e, MPI_REAL8, op, MPI_COMM_WORLD, counts(i), world_size - 1)
    end do
  end subroutine

  subroutine check_complexes(op, operation, name, counts)
    HANDLE_OF(MPI_Op), intent(in) :: op
    integer, intent(in) :: operation, counts(:)
    character(len=*), intent(in) :: name
    type(expectation) :: e
    integer :: i

    e = expected('MPI_COMPLEX '//name, FORM_COMPLEX, 4, operation)
    do i = 1, size(counts)
      call reduce_complex(e, MPI_COMPLEX, op, MPI_COMM_WORLD, counts(i), EVERY_ROOT)
      call reduce_complex(e, MPI_COMPLEX8, op, MPI_COMM_WORLD, counts(i), world_size - 1)
    end do
    e = expected('MPI_DOUBLE_COMPLEX '//name, FORM_COMPLEX, 8, operation)
    do i = 1, size(counts)
      call reduce_double_complex(e, MPI_DOUBLE_COMPLEX, op, MPI_COMM_WORLD, counts(i), EVERY_ROOT)
      call reduce_double_complex(e, MPI_COMPLEX16, op, MPI_COMM_WORLD, counts(i), world_size - 1)
    end do
  end subroutine

  subroutine check_pairs(op, operation, name, counts)
    HANDLE_OF(MPI_Op), intent(in) :: op
    integer, intent(in) :: operation, counts(:)
    character(len=*), intent(in) :: name
    type(expectation) :: e
    integer :: i

    e = expected('MPI_2REAL '//name, FORM_PAIR, 4, operation)
    do i = 1, size(counts)
      call reduce_real_pairs(e, MPI_2REAL, op, MPI_COMM_WORLD, counts(i), EVERY_ROOT)
    end do
    e = expected('MPI_2DOUBLE_PRECISION '//name, FORM_PAIR, 8, operation)
    do i = 1, size(counts)
      call reduce_double_pairs(e, MPI_2DOUBLE_PRECISION, op, MPI_COMM_WORLD, counts(i), EVERY_ROOT)
    end do
  end subroutine

  function expected(label, form, bytes, operation) result(e)
    character(len=*), intent(in) :: label
    integer, intent(in) :: form, bytes, operation
    type(expectation) :: e

    e = expect(label, operation, form, bytes, world_rank, world_size, library, exact_sums)
  end function

  subroutine must_agree(d, call_name, e, n, file, line)
    type(difference), intent(in) :: d
    character(len=*), intent(in) :: call_name, file
    type(expectation), intent(in) :: e
    integer, intent(in) :: n, line
    character(len=96) :: rest

    if (d%index < 0) return
    write (rest, '(", count ", i0, ", index ", i0, ", expected ", z0, ", got ", z0)') &
      n, d%index, d%expected, d%got
    call fail(call_name//' '//trim(e%label)//rest, file, line)
  end subroutine

#define REDUCE_NAME reduce_real
#define REDUCE_IN_FORM reduce_real_in_form
#define ELEMENT real(sp)
#define REAL_KIND sp
#define SLOTS 1
#include "typed_reduction.inc"

#define REDUCE_NAME reduce_double
#define REDUCE_IN_FORM reduce_double_in_form
#define ELEMENT real(dp)
#define REAL_KIND dp
#define SLOTS 1
#include "typed_reduction.inc"

#define REDUCE_NAME reduce_complex
#define REDUCE_IN_FORM reduce_complex_in_form
#define ELEMENT complex(sp)
#define REAL_KIND sp
#define SLOTS 1
#include "typed_reduction.inc"

#define REDUCE_NAME reduce_double_complex
#define REDUCE_IN_FORM reduce_double_complex_in_form
#define ELEMENT complex(dp)
#define REAL_KIND dp
#define SLOTS 1
#include "typed_reduction.inc"

#define REDUCE_NAME reduce_real_pairs
#define REDUCE_IN_FORM reduce_real_pairs_in_form
#define ELEMENT real(sp)
#define REAL_KIND sp
#define SLOTS 2
#include "typed_reduction.inc"

#define REDUCE_NAME reduce_double_pairs
#define REDUCE_IN_FORM reduce_double_pairs_in_form
#define ELEMENT real(dp)
#define REAL_KIND dp
#define SLOTS 2
#include "typed_reduction.inc"

end module
