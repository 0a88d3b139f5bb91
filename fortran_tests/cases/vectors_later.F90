! The module samebits: sums over vectors and sets of sums that complete by a request have the bits of
! those that block; what is wrong comes back in ierror, and starts nothing.
#include "binding.h"
subroutine vectors_later_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int32, int64, sp => real32, dp => real64
  use samebits
  use harness
  use completion
  implicit none
  INCLUDE_MPI

  integer, parameter :: N = 300
  integer :: first, last, i, ierror
  logical :: counts(N)
  integer(int32) :: w32(N)
  integer(int64) :: w64(N)

  call check(library, 'nothing is tested without the library', HERE)
  ! This rank's share of N elements, none on the first rank of three.
  first = N * max(0, world_rank - world_size / 3) / (world_size - world_size / 3) + 1
  last = N * max(0, world_rank + 1 - world_size / 3) / (world_size - world_size / 3)
  counts = [(mod(i, 3) /= 1, i = 1, N)]
  w32 = [(int(mod(i * 5, 17) - 8, int32), i = 1, N)]
  w64 = [(int(mod(i * 3, 19) - 9, int64), i = 1, N)]
  call real32s()
  call real64s()
  call complex32s()
  call complex64s()
  call errors()

contains

  ! Numbers of either sign, whose sums are rounded.
  function numbers(which) result(x)
    integer, intent(in) :: which
    real(dp) :: x(N)
    integer :: i

    do i = 1, N
      x(i) = (mod(i * (which + 2) * 7919, 19) - 9) * 3.0_dp**mod(i, 5) / 7
    end do
  end function

#define ELEMENT real(sp)
#define REAL_ELEMENT real(sp)
#define MAKE(x, y) real(x, sp)
#define VECTORS real32s
#define WP sp
#include "typed_vectors_later.inc"
#define ELEMENT real(dp)
#define REAL_ELEMENT real(dp)
#define MAKE(x, y) real(x, dp)
#define VECTORS real64s
#define WP dp
#include "typed_vectors_later.inc"
#define ELEMENT complex(sp)
#define REAL_ELEMENT real(sp)
#define MAKE(x, y) cmplx(x, y, sp)
#define VECTORS complex32s
#define WP sp
#include "typed_vectors_later.inc"
#define ELEMENT complex(dp)
#define REAL_ELEMENT real(dp)
#define MAKE(x, y) cmplx(x, y, dp)
#define VECTORS complex64s
#define WP dp
#include "typed_vectors_later.inc"

  subroutine errors()
    real(dp) :: x(4), y(4)
    real(dp), asynchronous, target :: result, results(4)
    real(dp), pointer :: gaps(:)
    HANDLE_OF(MPI_Comm) :: comm
    HANDLE_OF(MPI_Request) :: request
    type(samebits_sums) :: sums

    x = 1
    y = 2
    result = 7
    results = 7
    gaps => results(1:3:2)
    request = MPI_REQUEST_NULL
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
    call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
    call samebits_iallreduce_dot(x, y(2:), result, comm, request, ierror)
    call expect(MPI_ERR_COUNT, 'samebits_iallreduce_dot: x has 4 elements, and y has 3', __LINE__)
    call samebits_iallreduce_mean(x, result, comm, request, ierror, [.true., .false.])
    call expect(MPI_ERR_COUNT, 'samebits_iallreduce_mean: x has 4 elements, and mask has 2', __LINE__)
    call samebits_iallreduce_dots(x, reshape([x, y], [4, 2]), gaps, comm, request, ierror)
    call expect(MPI_ERR_BUFFER, 'samebits_iallreduce_dots: results is not contiguous', __LINE__)
    call samebits_iallreduce_dots(x, reshape([x, y], [4, 2]), results(:1), comm, request, ierror)
    call expect(MPI_ERR_COUNT, 'results has 1 elements', __LINE__)
    call samebits_sums_create(sums, 2, x(1))
    call samebits_sums_iallreduce(sums, gaps, comm, request, ierror)
    call expect(MPI_ERR_BUFFER, 'samebits_sums_iallreduce: results is not contiguous', __LINE__)
    call samebits_sums_free(sums)
    call check(request == MPI_REQUEST_NULL, 'an error has made a request', HERE)
    call check(result == 7 .and. all(results == 7), 'an error has changed a result', HERE)
    ! One element has no gaps, wherever it is.
    call samebits_iallreduce_dots(x, reshape(y, [4, 1]), gaps(2:2), comm, request, ierror)
    call check(ierror == MPI_SUCCESS, samebits_error_message(), HERE)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call check(results(3) == 8 * world_size .and. results(2) == 7, 'after the errors', HERE)
    call MPI_Comm_free(comm, ierror)
  end subroutine

  ! The call that has stored ierror failed with that class and those words.
  subroutine expect(class, words, line)
    integer, intent(in) :: class, line
    character(len=*), intent(in) :: words
    integer :: code, seen, none

    code = ierror
    call MPI_Error_class(code, seen, none)
    call check(seen == class, words//': '//samebits_error_message(), __FILE__, line)
    call check(index(samebits_error_message(), words) > 0, 'the message is "'//samebits_error_message()// &
               '", without "'//words//'"', __FILE__, line)
  end subroutine

end subroutine
