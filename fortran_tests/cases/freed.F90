! An operator and a datatype that the program frees while a reduction uses them: the handles are null
! at once, others that are made meanwhile are others, and the result is by those that were freed.
#include "binding.h"
subroutine freed_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use harness
  use operators
  use tree_oracle, only: tree_over
  implicit none
  INCLUDE_MPI
  integer, parameter :: COUNTS(3) = [1, 7, 1031], FORMS = 4
  HANDLE_OF(MPI_Op) :: op, another
  HANDLE_OF(MPI_Datatype) :: quadruples, others
  HANDLE_OF(MPI_Request) :: request
  STATUS(status)
  type(tally) :: before
  integer :: i, form, ierror

  ! Nothing is promised without samebits for such an operator.
  if (.not. library) then
    call skip('samebits decides on the bracketing')
    return
  end if
  do form = 1, FORMS
    do i = 1, size(COUNTS)
      call fold(form, COUNTS(i))
    end do
  end do
  call check(datatypes_right, 'an operator was given another datatype', HERE)

contains

  real(dp) function number(i, rank)
    integer, intent(in) :: i, rank

    number = 1.0_dp / (1 + mod(7 * i + 13 * rank, 101)) + mod(i + rank, 3)
  end function

  subroutine fold(form, n)
    integer, intent(in) :: form, n
    real(dp), asynchronous :: x(4, n), y(4, n)
    real(dp) :: c(4, 0:world_size - 1), right(4)
    integer :: i, k, rank, ranks

    call MPI_Type_contiguous(4, MPI_DOUBLE_PRECISION, quadruples, ierror)
    call MPI_Type_commit(quadruples, ierror)
    call MPI_Op_create(multiply, .false., op, ierror)
    datatype_wanted = quadruples
    datatypes_right = .true.
    do i = 1, n
      x(:, i) = [(number(4 * i + k, world_rank), k = 1, 4)]
    end do
    y = -1
    if (form == 4) y = x
    before = calls_so_far()
    select case (form)
    case (1)
      call MPI_Iallreduce(x, y, n, quadruples, op, MPI_COMM_WORLD, request, ierror)
    case (2)
      call MPI_Ireduce(x, y, n, quadruples, op, world_size - 1, MPI_COMM_WORLD, request, ierror)
    case (3)
      call MPI_Iscan(x, y, n, quadruples, op, MPI_COMM_WORLD, request, ierror)
    case (4)
      call MPI_Iallreduce(MPI_IN_PLACE, y, n, quadruples, op, MPI_COMM_WORLD, request, ierror)
    end select
    call check(ierror == MPI_SUCCESS, 'the call', HERE)
    call check_call(before, .true., 'of a user-defined operator', HERE)

    call MPI_Op_free(op, ierror)
    call check(ierror == MPI_SUCCESS .and. op == MPI_OP_NULL, 'MPI_Op_free', HERE)
    call MPI_Type_free(quadruples, ierror)
    call check(ierror == MPI_SUCCESS .and. quadruples == MPI_DATATYPE_NULL, 'MPI_Type_free', HERE)
    call MPI_Op_create(keep_left, .false., another, ierror)
    call MPI_Type_contiguous(3, MPI_INTEGER, others, ierror)
    call MPI_Type_commit(others, ierror)

    if (mod(n, 2) == 0) then
      call MPI_Wait(request, status, ierror)
    else
      call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    end if
    call check(ierror == MPI_SUCCESS .and. request == MPI_REQUEST_NULL, 'MPI_Wait', HERE)
    ranks = world_size
    if (form == 3) ranks = world_rank + 1
    if (form /= 2 .or. world_rank == world_size - 1) then
      do i = 1, n
        do rank = 0, ranks - 1
          c(:, rank) = [(number(4 * i + k, rank), k = 1, 4)]
        end do
        right = tree_over(c(:, :ranks - 1), multiplied, [integer ::])
        call check(all(transfer(y(:, i), [0_int64]) == transfer(right, [0_int64])), 'the result', HERE)
      end do
    end if

    ! What was made meanwhile is as it should be.
    datatype_wanted = MPI_DOUBLE_PRECISION
    x(1, 1) = world_rank + 1
    call MPI_Allreduce(x, y, 1, MPI_DOUBLE_PRECISION, another, MPI_COMM_WORLD, ierror)
    call check(ierror == MPI_SUCCESS .and. y(1, 1) == 1, 'another operator', HERE)
    call MPI_Op_free(another, ierror)
    call MPI_Type_free(others, ierror)
    call check(others == MPI_DATATYPE_NULL, 'another datatype', HERE)
  end subroutine

end subroutine
