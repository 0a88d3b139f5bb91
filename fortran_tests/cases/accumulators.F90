! The module samebits: accumulators of its four kinds. The bits do not depend on how the
! summands are spread over ranks, nor on their order, and are those of the exact sum; what
! is wrong comes back in ierror, and changes nothing.
#include "binding.h"
subroutine accumulators_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int8, int32, int64, sp => real32, dp => real64
  use samebits
  use harness
  implicit none
  INCLUDE_MPI

  integer, parameter :: N = 600
  integer(int64), parameter :: MOST = 10 * N
  character(len=12), parameter :: NAMES(4) = [character(len=12) :: 'exact', 'binned', 'binned:2', 'prerounded:3']
  real(sp) :: x4(N), y4(N)
  real(dp) :: x8(N), y8(N)
  complex(sp) :: z4(N), w4(N)
  complex(dp) :: z8(N), w8(N)
  integer :: which, ierror

  call check(library, 'nothing is tested without the library', HERE)
  call fill()
  do which = 1, size(NAMES)
    call real32s(trim(NAMES(which)))
    call real64s(trim(NAMES(which)))
    call complex32s(trim(NAMES(which)))
    call complex64s(trim(NAMES(which)))
  end do
  call known_sums()
  call errors()

contains

  ! Numbers of many magnitudes, of which most of the sum cancels.
  subroutine fill()
    integer :: i
    real(dp) :: magnitude

    do i = 1, N
      magnitude = (1 + mod(i * 7919, 1000) / 1024.0_dp) * 2.0_dp**(mod(i * 37, 41) - 20)
      x8(i) = merge(-magnitude, magnitude, mod(i, 2) == 0)
      y8(i) = 1 + mod(i * 104729, 4096) / 8192.0_dp
    end do
    x8(N / 2 + 1:) = -x8(1:N / 2) * (1 + epsilon(1.0_dp))
    x4 = real(x8, sp)
    y4 = real(y8, sp)
    z8 = cmplx(x8, y8(N:1:-1), dp)
    w8 = cmplx(y8, x8(N:1:-1), dp)
    z4 = cmplx(x4, y4(N:1:-1), sp)
    w4 = cmplx(y4, x4(N:1:-1), sp)
  end subroutine

#define ELEMENT real(sp)
#define ZERO 0.0_sp
#define SUMS real32s
#define X x4
#define Y y4
#include "typed_accumulators.inc"
#define ELEMENT real(dp)
#define ZERO 0.0_dp
#define SUMS real64s
#define X x8
#define Y y8
#include "typed_accumulators.inc"
#define ELEMENT complex(sp)
#define ZERO (0.0_sp, 0.0_sp)
#define SUMS complex32s
#define X z4
#define Y w4
#include "typed_accumulators.inc"
#define ELEMENT complex(dp)
#define ZERO (0.0_dp, 0.0_dp)
#define SUMS complex64s
#define X z8
#define Y w8
#include "typed_accumulators.inc"

  subroutine known_sums()
    type(samebits_accumulator) :: sum, conjugated
    real(dp) :: value
    complex(dp) :: element

    call samebits_accumulator_create(sum, 0.0_dp)
    call samebits_accumulator_add_products(sum, [2.0_dp**1000, 3.0_dp, -2.0_dp**1000], &
      [2.0_dp**900, 0.5_dp, 2.0_dp**900])
    call samebits_accumulator_value(sum, value)
    call check(value == 1.5_dp, 'products that overflow', HERE)
    call samebits_accumulator_add(sum, [1.0_dp, 2.0_dp, 4.0_dp, 8.0_dp])
    call samebits_accumulator_add(sum, -1.5_dp)
    call samebits_accumulator_value(sum, value)
    call check(value == 15, 'an array and an element', HERE)
    call samebits_accumulator_free(sum)

    call samebits_accumulator_create(sum, element, 'exact')
    call samebits_accumulator_create(conjugated, element, 'exact')
    call samebits_accumulator_add_products(sum, [(3.0_dp, 4.0_dp)], [(5.0_dp, -6.0_dp)], .false.)
    call samebits_accumulator_add_products(conjugated, [(3.0_dp, 4.0_dp)], [(5.0_dp, -6.0_dp)], conjugate=.true.)
    call samebits_accumulator_value(sum, element)
    call check(element == (39.0_dp, 2.0_dp), 'a product', HERE)
    call samebits_accumulator_value(conjugated, element)
    call check(element == (-9.0_dp, -38.0_dp), 'a product with the conjugate', HERE)
    call samebits_accumulator_free(sum)
    call samebits_accumulator_free(conjugated)
  end subroutine

  ! The call that has stored ierror failed with that class and those words.
  subroutine expect(class, words, what, line)
    integer, intent(in) :: class, line
    character(len=*), intent(in) :: words, what
    integer :: seen, none

    call MPI_Error_class(ierror, seen, none)
    call check(seen == class, what//': '//samebits_error_message(), __FILE__, line)
    call check(index(samebits_error_message(), words) > 0, what//': the message is "'// &
               samebits_error_message()//'"', __FILE__, line)
  end subroutine

  subroutine errors()
    type(samebits_accumulator) :: sum, none
    real(dp) :: value
    real(sp) :: single
    integer(int8) :: bytes(100)
    HANDLE_OF(MPI_Comm) :: comm

    call samebits_accumulator_create(sum, value, 'tree', ierror=ierror)
    call expect(MPI_ERR_ARG, 'samebits_accumulator_create: arithmetic=tree is not accepted', 'tree', __LINE__)
    call samebits_accumulator_create(sum, value, 'prerounded', ierror=ierror)
    call expect(MPI_ERR_COUNT, 'summands=0 is not accepted', 'no bound', __LINE__)
    call samebits_accumulator_create(sum, value, 'prerounded', -1_int64, ierror)
    call expect(MPI_ERR_COUNT, 'summands=-1 is not accepted; it takes 0 or more', 'a negative bound', __LINE__)
    call samebits_accumulator_add(sum, 1.0_dp, ierror)
    call expect(MPI_ERR_ARG, 'the accumulator is null', 'one that was not made', __LINE__)
    call samebits_accumulator_create(sum, value, 'prerounded', 3_int64, ierror)
    call check(ierror == MPI_SUCCESS, 'creation', HERE)
    call samebits_accumulator_add(sum, 5.0_dp, ierror)
    call check(ierror == MPI_SUCCESS, 'addition', HERE)
    call samebits_accumulator_add(sum, 1.0_sp, ierror)
    call expect(MPI_ERR_TYPE, 'of another type', 'an element of another kind', __LINE__)
    call samebits_accumulator_add(sum, [(1.0_dp, 0.0_dp)], ierror)
    call expect(MPI_ERR_TYPE, 'of another type', 'elements of another kind', __LINE__)
    call samebits_accumulator_value(sum, single, ierror)
    call expect(MPI_ERR_TYPE, 'of another type', 'a value of another kind', __LINE__)
    call samebits_accumulator_add_products(sum, [1.0_dp], [1.0_dp, 2.0_dp], ierror=ierror)
    call expect(MPI_ERR_COUNT, 'x has 1 elements, and y has 2', 'vectors of other lengths', __LINE__)
    call samebits_accumulator_add(sum, [1.0_dp, 2.0_dp, 3.0_dp], ierror)
    call expect(MPI_ERR_COUNT, 'that would make 4 summands', 'too many summands', __LINE__)
    call samebits_accumulator_merge(sum, none, ierror)
    call expect(MPI_ERR_ARG, 'the other accumulator is null', 'none to merge', __LINE__)
    call samebits_accumulator_write(sum, bytes, ierror)
    call expect(MPI_ERR_ARG, 'size=100 is not accepted', 'room for too many bytes', __LINE__)
    bytes = 0
    call samebits_accumulator_read(sum, bytes, ierror)
    call expect(MPI_ERR_ARG, "the bytes are not those of an accumulator", 'rubbish', __LINE__)
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
    call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
    if (world_rank == 0) then
      call samebits_accumulator_allreduce(none, comm, ierror)
      call expect(MPI_ERR_ARG, 'the accumulator is null', 'none on a rank', __LINE__)
    else
      call samebits_accumulator_allreduce(sum, comm, ierror)
      call expect(MPI_ERR_ARG, 'rank 0 cannot take part', 'none on another rank', __LINE__)
    end if
    call samebits_accumulator_reduce(sum, world_size, comm, ierror)
    call expect(MPI_ERR_ROOT, 'the root is', 'a root that is no rank', __LINE__)
    call MPI_Comm_free(comm, ierror)
    call samebits_accumulator_value(sum, value)
    call check(value == 5, 'an error has changed the sum', HERE)
    call samebits_accumulator_free(sum, ierror)
    call samebits_accumulator_free(sum, ierror)
    call check(ierror == MPI_SUCCESS, 'freed twice', HERE)
  end subroutine

end subroutine
