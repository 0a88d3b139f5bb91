! The module samebits: products, norms, statistics and sets of sums of its four kinds, of small
! integers, whose sums a loop computes exactly; what is wrong comes back in ierror on all ranks.
#include "binding.h"
subroutine vectors_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int32, int64, sp => real32, dp => real64
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan
  use samebits
  use harness
  implicit none
  INCLUDE_MPI

  integer, parameter :: N = 400
  integer :: first, last, ierror
  logical :: counts(N)
  integer(int32) :: w32(N)
  integer(int64) :: w64(N)

  call check(library, 'nothing is tested without the library', HERE)
  ! This rank's share of N elements, none on the first rank of three.
  first = N * max(0, world_rank - world_size / 3) / (world_size - world_size / 3) + 1
  last = N * max(0, world_rank + 1 - world_size / 3) / (world_size - world_size / 3)
  call fill()
  call real32s()
  call real64s()
  call complex32s()
  call complex64s()
  call errors()

contains

  subroutine fill()
    integer :: i

    do i = 1, N
      counts(i) = mod(i, 3) /= 1
      w32(i) = int(mod(i * 5, 17) - 8, int32)
      w64(i) = int(mod(i * 3, 19) - 9, int64)
    end do
  end subroutine

  ! Numbers from -9 to 9.
  function integers(which) result(x)
    integer, intent(in) :: which
    real(dp) :: x(N)
    integer :: i

    do i = 1, N
      x(i) = mod(i * (which + 2) * 7919, 19) - 9
    end do
  end function

#define ELEMENT real(sp)
#define REAL_ELEMENT real(sp)
#define MAKE(x, y) real(x, sp)
#define CONJUGATE(x) (x)
#define MAGNITUDE(x) abs(x)
#define SQUARE(x) ((x)**2)
#define VECTORS real32s
#define WP sp
#include "typed_vectors.inc"
#define ELEMENT real(dp)
#define REAL_ELEMENT real(dp)
#define MAKE(x, y) real(x, dp)
#define CONJUGATE(x) (x)
#define MAGNITUDE(x) abs(x)
#define SQUARE(x) ((x)**2)
#define VECTORS real64s
#define WP dp
#include "typed_vectors.inc"
#define ELEMENT complex(sp)
#define REAL_ELEMENT real(sp)
#define MAKE(x, y) cmplx(x, y, sp)
#define CONJUGATE(x) conjg(x)
#define MAGNITUDE(x) (abs(real(x)) + abs(aimag(x)))
#define SQUARE(x) real((x)*conjg(x))
#define VECTORS complex32s
#define WP sp
#include "typed_vectors.inc"
#define ELEMENT complex(dp)
#define REAL_ELEMENT real(dp)
#define MAKE(x, y) cmplx(x, y, dp)
#define CONJUGATE(x) conjg(x)
#define MAGNITUDE(x) (abs(real(x)) + abs(aimag(x)))
#define SQUARE(x) real((x)*conjg(x))
#define VECTORS complex64s
#define WP dp
#include "typed_vectors.inc"

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
    type(samebits_sums) :: sums, none
    real(dp) :: x(4), y(4), result, results(2)
    HANDLE_OF(MPI_Comm) :: comm

    x = 1
    y = 2
    result = 7
    results = 7
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
    call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
    if (world_rank == 0) then
      call samebits_allreduce_dot(x, y(2:), result, comm, ierror)
      call expect(MPI_ERR_COUNT, 'x has 4 elements, and y has 3', 'another length', __LINE__)
    else
      call samebits_allreduce_dot(x, y, result, comm, ierror)
      call expect(MPI_ERR_COUNT, 'rank 0 cannot take part', 'another length on a rank', __LINE__)
    end if
    call samebits_allreduce_mean(x, result, comm, ierror, [.true., .false.])
    call expect(MPI_ERR_COUNT, 'x has 4 elements, and mask has 2', 'a short mask', __LINE__)
    call samebits_allreduce_weighted_sum(x, [1, 2, 3], result, comm, ierror)
    call expect(MPI_ERR_COUNT, 'x has 4 elements, and w has 3', 'few weights', __LINE__)
    call samebits_allreduce_dots(x, reshape([x, y, y], [4, 3]), results, comm, ierror)
    call check(ierror /= MPI_SUCCESS, 'little room for results', HERE)
    call check(result == 7 .and. all(results == 7), 'an error has changed a result', HERE)
    call samebits_allreduce_dot(x, y, result, comm, ierror)
    call check(ierror == MPI_SUCCESS .and. result == 8 * world_size, 'after the errors', HERE)

    call samebits_sums_create(sums, 2, x(1))
    call samebits_sums_add(sums, 3, 1.0_dp, ierror)
    call check(ierror /= MPI_SUCCESS, 'a sum that is not there', HERE)
    call samebits_sums_add(sums, 0, 1.0_dp, ierror)
    call check(ierror /= MPI_SUCCESS, 'the sum 0', HERE)
    call samebits_sums_add(sums, 1, 1.0_sp, ierror)
    call expect(MPI_ERR_TYPE, 'of another type', 'an element of another kind', __LINE__)
    call samebits_sums_add_products(sums, 1, x, y(2:), ierror=ierror)
    call expect(MPI_ERR_COUNT, 'x has 4 elements, and y has 3', 'products', __LINE__)
    call samebits_sums_add(none, 1, 1.0_dp, ierror)
    call check(ierror /= MPI_SUCCESS, 'a set that was not made', HERE)
    call samebits_sums_allreduce(sums, results(:1), comm, ierror)
    call check(ierror /= MPI_SUCCESS, 'little room for sums', HERE)
    call samebits_sums_allreduce(sums, results, comm, ierror)
    call check(ierror == MPI_SUCCESS .and. all(results == 0), 'an error has changed a sum', HERE)
    call samebits_sums_free(sums)
    call samebits_sums_free(sums, ierror)
    call check(ierror == MPI_SUCCESS, 'freed twice', HERE)
    call MPI_Comm_free(comm, ierror)
  end subroutine

end subroutine
