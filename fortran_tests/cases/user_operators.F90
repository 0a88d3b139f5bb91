! User-defined operators written in Fortran: folded by the tree over the ranks,
! the left operand always from the lower ranks, whatever the operator was
! declared to be, with the datatype that the caller gave; NaNs left alone.
#include "binding.h"
subroutine user_operators_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use harness
  use operators
  use tree_oracle, only: tree_over
  implicit none
  INCLUDE_MPI

  integer, parameter :: COUNTS(5) = [0, 1, 7, 1031, 40009]
  HANDLE_OF(MPI_Op) :: op
  HANDLE_OF(MPI_Datatype) :: matrices
  integer :: i, ierror


  datatypes_right = .true.
  datatype_wanted = MPI_DOUBLE_PRECISION
  ! Nothing is promised without samebits for an operator that is not associative.
  if (library .or. world_size == 1) then
    call MPI_Op_create(lean, .false., op, ierror)
    do i = 1, size(COUNTS)
      call fold_leaning(COUNTS(i))
    end do
    call MPI_Op_free(op, ierror)
    call MPI_Op_create(lean, .true., op, ierror)
    call fold_leaning(7)
    call fold_leaning(40009)
    call MPI_Op_free(op, ierror)
  end if

  call MPI_Op_create(keep_left, .false., op, ierror)
  call keep_the_first()
  call MPI_Op_free(op, ierror)

  call MPI_Type_contiguous(4, MPI_DOUBLE_PRECISION, matrices, ierror)
  call MPI_Type_commit(matrices, ierror)
  datatype_wanted = matrices
  call MPI_Op_create(multiply, .false., op, ierror)
  do i = 1, size(COUNTS)
    call fold_matrices(COUNTS(i))
  end do
  call MPI_Op_free(op, ierror)
  call MPI_Type_free(matrices, ierror)

  call check(datatypes_right, 'an operator was given another datatype', HERE)

contains

  real(dp) function number(i, rank)
    integer, intent(in) :: i, rank

    number = 1.0_dp / (1 + mod(7 * i + 13 * rank, 101)) + 1e5_dp * mod(i + rank, 3)
  end function

  subroutine fold_leaning(n)
    integer, intent(in) :: n
    real(dp) :: send(n + 1), recv(n + 1), c(1, 0:world_size - 1), right(1)
    type(tally) :: before
    integer :: i, rank, root

    send = [(number(i, world_rank), i = 1, n + 1)]
    recv = -1
    before = calls_so_far()
    call MPI_Allreduce(send, recv, n, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD, ierror)
    call check_call(before, n > 0, 'MPI_Allreduce leaning', HERE)
    do root = -1, world_size - 1        ! -1: what MPI_Allreduce gave
      if (root >= 0) then
        recv = -1
        before = calls_so_far()
        call MPI_Reduce(send, recv, n, MPI_DOUBLE_PRECISION, op, root, MPI_COMM_WORLD, ierror)
        call check_call(before, n > 0, 'MPI_Reduce leaning', HERE)
        if (root /= world_rank) cycle
      end if
      do i = 1, n
        c(1, :) = [(number(i, rank), rank = 0, world_size - 1)]
        right = tree_over(c, leaned, [integer ::])
        if (.not. same(recv(i), right(1))) call wrong('leaning', n, i, right(1), recv(i))
      end do
      call check(recv(n + 1) == -1, 'written behind the end', HERE)
    end do
  end subroutine

  subroutine fold_matrices(n)
    integer, intent(in) :: n
    real(dp) :: x(4, n + 1), c(4, 0:world_size - 1), right(4)
    type(tally) :: before
    integer :: i, k, rank

    do i = 1, n + 1
      x(:, i) = matrix(i, world_rank)
    end do
    before = calls_so_far()
    call MPI_Allreduce(MPI_IN_PLACE, x, n, matrices, op, MPI_COMM_WORLD, ierror)
    call check_call(before, n > 0, 'MPI_Allreduce of matrices', HERE)
    do i = 1, n
      do rank = 0, world_size - 1
        c(:, rank) = matrix(i, rank)
      end do
      right = tree_over(c, multiplied, [integer ::])
      do k = 1, 4
        if (.not. same(x(k, i), right(k))) call wrong('matrices', n, i, right(k), x(k, i))
      end do
    end do
    call check(all(x(:, n + 1) == matrix(n + 1, world_rank)), 'written behind the end', HERE)
  end subroutine

  ! Whole numbers without samebits, so that every bracketing gives the same.
  function matrix(i, rank)
    integer, intent(in) :: i, rank
    real(dp) :: matrix(4)
    integer :: k

    matrix = [(real(mod(i + 3 * rank + k, 4) - 1, dp), k = 1, 4)]
    if (library) matrix = matrix + [(number(i + k, rank), k = 1, 4)]
  end function

  subroutine keep_the_first()
    integer(int64) :: send(3), recv(3), right(3)
    type(tally) :: before

    ! A signalling NaN, a negative one, a number; from rank 0, others elsewhere.
    right = [int(z'7ff0000000000abc', int64), ibset(int(z'7ff8000000000123', int64), 63), 5_int64]
    send = right + world_rank
    before = calls_so_far()
    call MPI_Allreduce(send, recv, 3, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD, ierror)
    call check_call(before, .true., 'MPI_Allreduce keeping the first', HERE)
    call check(all(recv == right), 'the bits of rank 0 were changed', HERE)
  end subroutine

  logical function same(x, y)
    real(dp), intent(in) :: x, y

    same = transfer(x, 0_int64) == transfer(y, 0_int64)
  end function

  subroutine wrong(what, n, i, right, got)
    character(len=*), intent(in) :: what
    integer, intent(in) :: n, i
    real(dp), intent(in) :: right, got
    character(len=120) :: line

    write (line, '(a, ", count ", i0, ", index ", i0, ", expected ", z16.16, ", got ", z16.16)') &
      what, n, i - 1, right, got
    call fail(line, HERE)
  end subroutine

end subroutine
