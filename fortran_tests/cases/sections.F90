! What a Fortran program hands over as a buffer: scalars, whole arrays, sections,
! columns and rows, assumed-shape arguments. A section that is not contiguous
! arrives in order, by the compiler's copies or, where MPI_SUBARRAYS_SUPPORTED is
! true, by its descriptor.
#include "binding.h"
subroutine sections_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use harness
  implicit none
  INCLUDE_MPI

  integer, parameter :: N = 6
  real(dp) :: a(2 * N), b(2 * N), matrix(N, N), total, expected(2 * N)
  real(dp), allocatable :: heap(:)
  type(tally) :: before
  integer :: i, ierror

  ! Rank r contributes i + 100 r: exact in any order.
  a = [(real(i + 100 * world_rank, dp), i = 1, 2 * N)]
  expected = [(real(i * world_size + 50 * world_size * (world_size - 1), dp), i = 1, 2 * N)]

  before = calls_so_far()
  call MPI_Allreduce(a(3), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'an element into a scalar', HERE)
  call check(same([total], expected(3:3)), 'an element into a scalar', HERE)

  total = a(1)
  before = calls_so_far()
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'a scalar in place', HERE)
  call check(same([total], expected(1:1)), 'a scalar in place', HERE)

  b = -1
  before = calls_so_far()
  call MPI_Allreduce(a(3:8), b(2:7), 6, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'a contiguous section', HERE)
  call check(same(b, [-1.0_dp, expected(3:8), -1.0_dp, -1.0_dp, -1.0_dp, -1.0_dp, -1.0_dp]), &
             'a contiguous section', HERE)

  matrix = -1
  matrix(:, 2) = a(1:N)
  before = calls_so_far()
  call MPI_Allreduce(MPI_IN_PLACE, matrix(:, 2), N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'a column in place', HERE)
  call check(same(matrix(:, 2), expected(1:N)), 'a column in place', HERE)
  call check(all(matrix(:, 1) == -1) .and. all(matrix(:, 3:) == -1), 'beside a column', HERE)

  allocate (heap(N))
  before = calls_so_far()
  call MPI_Reduce(a, heap, N, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'an allocatable array', HERE)
  if (world_rank == 0) call check(same(heap, expected(1:N)), 'an allocatable array', HERE)

  b = -1
  call assumed_shape(a(1:N), b(1:N))
  call check(same(b(1:N), expected(1:N)), 'assumed-shape arguments', HERE)

  ! With descriptors, what becomes of a section with gaps is a matter of the
  ! MPI library; see the case subarrays.
#if defined(BINDING_F08)
  if (.not. MPI_SUBARRAYS_SUPPORTED) then
#endif
    b = -1
    before = calls_so_far()
    call MPI_Allreduce(a(1:2 * N:2), b(2:2 * N:2), N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    call check_call(before, .true., 'a section with gaps', HERE)
    call check(same(b(2:2 * N:2), expected(1:2 * N:2)), 'a section with gaps', HERE)
    call check(all(b(1:2 * N:2) == -1), 'in the gaps', HERE)

    matrix = -1
    before = calls_so_far()
    call MPI_Allreduce(a(N:1:-1), matrix(2, :), N, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    call check_call(before, .true., 'backwards into a row', HERE)
    call check(same(matrix(2, :), expected(N:1:-1)), 'backwards into a row', HERE)

    b = -1
    call assumed_shape(a(1:2 * N:2), b(1:2 * N:2))
    call check(same(b(1:2 * N:2), expected(1:2 * N:2)), 'assumed-shape arguments with gaps', HERE)
#if defined(BINDING_F08)
  end if
#endif


contains

  subroutine assumed_shape(x, y)
    real(dp), intent(in) :: x(:)
    real(dp), intent(inout) :: y(:)
    type(tally) :: before

    before = calls_so_far()
    call MPI_Allreduce(x, y, size(x), MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
    call check_call(before, .true., 'assumed-shape arguments', HERE)
  end subroutine

  logical function same(x, y)
    real(dp), intent(in) :: x(:), y(:)
    integer :: k

    same = .true.
    do k = 1, size(x)
      same = same .and. transfer(x(k), 0_int64) == transfer(y(k), 0_int64)
    end do
  end function

end subroutine
