! Sections with gaps where MPI_SUBARRAYS_SUPPORTED is true: MPICH 4 makes a
! datatype of the receive buffer's gaps and hands that to its C call, so that
! user-defined operators work and predefined ones are refused (MPI_ERR_OP). It
! has to stay so, and to come right the day MPICH does better.
#include "binding.h"
subroutine subarrays_test()
  use mpi_f08
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use harness
  use operators
  use tree_oracle, only: tree_over
  implicit none

  integer, parameter :: N = 20
  real(dp) :: a(3 * N), b(3 * N), c(1, 0:7), right(1)
  type(MPI_Op) :: op
  type(tally) :: before
  integer :: i, rank, class, ierror

  if (MPI_SUBARRAYS_SUPPORTED) then
    a = [(number(i, world_rank), i = 1, 3 * N)]
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)

    b = -1
    before = calls_so_far()
    call MPI_Allreduce(a(1::3), b(1::3), N, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierror)
    if (ierror == MPI_SUCCESS) then
      call check_call(before, .true., 'MPI_MAX with gaps', HERE)
      call check(all(b(1::3) == [(maxval([(number(i, rank), rank = 0, world_size - 1)]), i = 1, 3 * N, 3)]), &
                 'MPI_MAX with gaps', HERE)
    else
      call check_call(before, .false., 'MPI_MAX with gaps, refused', HERE)
      call MPI_Error_class(ierror, class)
      call check(class == MPI_ERR_OP, 'MPI_MAX with gaps is refused with MPI_ERR_OP', HERE)
      call check(all(b == -1), 'refused, and yet written', HERE)
    end if

    if (library .or. world_size == 1) then
      call MPI_Op_create(lean_with_gaps, .false., op)
      stride = 3
      b = -1
      before = calls_so_far()
      call MPI_Allreduce(a(1::3), b(1::3), N, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD, ierror)
      call check_call(before, .true., 'a user-defined operator with gaps', HERE)
      call check(ierror == MPI_SUCCESS, 'a user-defined operator with gaps', HERE)
      do i = 1, 3 * N, 3
        c(1, :) = [(number(i, rank), rank = 0, 7)]
        right = tree_over(c(:, :world_size - 1), leaned, [integer ::])
        call check(transfer(b(i), 0_int64) == transfer(right(1), 0_int64), &
                   'a user-defined operator with gaps', HERE)
      end do
      call check(all(b(2::3) == -1) .and. all(b(3::3) == -1), 'in the gaps', HERE)
      call MPI_Op_free(op)
    end if
  end if
  if (.not. MPI_SUBARRAYS_SUPPORTED) call skip('the compiler copies sections, see the case sections')

contains

  real(dp) function number(i, rank)
    integer, intent(in) :: i, rank

    number = 1.0_dp / (1 + mod(7 * i + 13 * rank, 101)) + 1e5_dp * mod(i + rank, 3)
  end function

end subroutine
