! The module samebits: arrays of rank two and three have the results of the same elements in an array of
! rank one, also where they are sections with gaps; blocking, nonblocking, and in sets of sums.
#include "binding.h"
subroutine fields_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int32, int64, sp => real32, dp => real64
  use samebits
  use harness
  implicit none
  INCLUDE_MPI

  integer :: layers, ierror

  call check(library, 'nothing is tested without the library', HERE)
  ! Fields of as many layers as this rank has, none on the first rank of three.
  layers = merge(0, 2 + world_rank, world_size > 2 .and. world_rank == 0)
  call real32_planes()
  call real32_solids()
  call real64_planes()
  call real64_solids()
  call complex32_planes()
  call complex32_solids()
  call complex64_planes()
  call complex64_solids()
  call other_shapes()

contains

  ! Numbers of either sign, whose sums are rounded.
  function numbers(which, n) result(x)
    integer, intent(in) :: which, n
    real(dp) :: x(n)
    integer :: i

    do i = 1, n
      x(i) = (mod((i + world_rank) * (which + 2) * 7919, 19) - 9) * 3.0_dp**mod(i, 5) / 7
    end do
  end function

#define ELEMENT real(sp)
#define REAL_ELEMENT real(sp)
#define MAKE(x, y) real(x, sp)
#define WP sp
#define PLANES real32_planes
#define SOLIDS real32_solids
#include "typed_fields.inc"
#define ELEMENT real(dp)
#define REAL_ELEMENT real(dp)
#define MAKE(x, y) real(x, dp)
#define WP dp
#define PLANES real64_planes
#define SOLIDS real64_solids
#include "typed_fields.inc"
#define ELEMENT complex(sp)
#define REAL_ELEMENT real(sp)
#define MAKE(x, y) cmplx(x, y, sp)
#define WP sp
#define PLANES complex32_planes
#define SOLIDS complex32_solids
#include "typed_fields.inc"
#define ELEMENT complex(dp)
#define REAL_ELEMENT real(dp)
#define MAKE(x, y) cmplx(x, y, dp)
#define WP dp
#define PLANES complex64_planes
#define SOLIDS complex64_solids
#include "typed_fields.inc"

  ! What has to agree is how many elements there are.
  subroutine other_shapes()
    real(dp) :: x(2, 3), y(3, 2), long(2, 4), result
    integer :: seen, none
    HANDLE_OF(MPI_Comm) :: comm

    x = reshape([1, 2, 3, 4, 5, 6], [2, 3])
    y = reshape(x, [3, 2])
    long = 1
    result = 7
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
    call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
    call samebits_allreduce_dot(x, long, result, comm, ierror)
    call MPI_Error_class(ierror, seen, none)
    call check(seen == MPI_ERR_COUNT .and. index(samebits_error_message(), 'x has 6 elements, and y has 8') > 0, &
               'other sizes: '//samebits_error_message(), HERE)
    call samebits_allreduce_mean(x, result, comm, ierror, mask=long > 0)
    call check(index(samebits_error_message(), 'x has 6 elements, and mask has 8') > 0, &
               'a long mask: '//samebits_error_message(), HERE)
    call check(result == 7, 'an error has changed a result', HERE)
    call samebits_allreduce_dot(x, y, result, comm, ierror)
    call check(ierror == MPI_SUCCESS .and. result == 91 * world_size, 'other shapes', HERE)
    call MPI_Comm_free(comm, ierror)
  end subroutine

end subroutine
