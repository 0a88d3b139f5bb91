! The module samebits: distributed arrays of its four kinds, by each of its procedures,
! with the handles of the binding. However an array is cut, the bits are those of the
! recursion over all its elements, or of its exact sum.
#include "binding.h"
module array_checks
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int32, int64, sp => real32, dp => real64
  use samebits
  use harness
  use contributions, only: contributed
  use tree_oracle
  use exact_oracle, only: exact_sum
  use values, only: is_nan, quiet_nan, infinity
  implicit none
  INCLUDE_MPI

  integer, parameter :: ARRAYS = 17                    ! the last one has no elements
  real(sp), parameter :: UNTOUCHED = -7777.0_sp
  integer, private :: calls = 0

contains

  ! The elements of a rank: so many after so many. Even shares; all on the last rank;
  ! shares that grow, of which the first may be empty.
  subroutine share_of(n, cut, rank, first, length)
    integer, intent(in) :: n, cut, rank
    integer, intent(out) :: first, length

    first = boundary(rank)
    length = boundary(rank + 1) - first

  contains

    integer function boundary(rank)
      integer, intent(in) :: rank

      select case (cut)
      case (0)
        boundary = n * rank / world_size
      case (1)
        boundary = merge(n, 0, rank == world_size)
      case default
        boundary = n * rank**2 / world_size**2
      end select
    end function

  end subroutine

  real(dp) function identity(operation)
    integer, intent(in) :: operation

    select case (operation)
    case (OP_SUM)
      identity = 0
    case (OP_PROD)
      identity = 1
    case (OP_MIN)
      identity = infinity()
    case default
      identity = -infinity()
    end select
  end function

  subroutine must_be(code, what, file, line)
    integer, intent(in) :: code, line
    character(len=*), intent(in) :: what, file

    call check(code == MPI_SUCCESS, what//': '//samebits_error_message(), file, line)
  end subroutine

  subroutine differs(what, operation, n, cut, k, right, got, file, line)
    character(len=*), intent(in) :: what, file
    integer, intent(in) :: operation, n, cut, k, line
    integer(int32), intent(in) :: right(:), got(:)
    character(len=100) :: which
    character(len=36) :: numbers(2)

    write (which, '(", operation ", i0, ", ", i0, " elements, cut ", i0, ", array ", i0)') operation, n, cut, k
    write (numbers(1), '(*(1x, z8.8))') right
    write (numbers(2), '(*(1x, z8.8))') got
    call fail(what//trim(which)//', expected'//trim(numbers(1))//', got'//numbers(2), file, line)
  end subroutine

#define CHECK_NAME check_real
#define ELEMENT real(sp)
#define FORM FORM_REAL
#define BYTES 4
#define MADE real(total(1), sp)
#include "typed_arrays.inc"

#define CHECK_NAME check_double
#define ELEMENT real(dp)
#define FORM FORM_REAL
#define BYTES 8
#define MADE total(1)
#include "typed_arrays.inc"

#define CHECK_NAME check_complex
#define ELEMENT complex(sp)
#define FORM FORM_COMPLEX
#define BYTES 4
#define MADE cmplx(total(1), total(2), sp)
#include "typed_arrays.inc"

#define CHECK_NAME check_double_complex
#define ELEMENT complex(dp)
#define FORM FORM_COMPLEX
#define BYTES 8
#define MADE cmplx(total(1), total(2), dp)
#include "typed_arrays.inc"

end module

subroutine arrays_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int64, dp => real64
  use samebits
  use harness
  use operators
  use array_checks, only: check_real, check_double, check_complex, check_double_complex, share_of, must_be
  use tree_oracle, only: tree_over, OP_SUM, OP_PROD, OP_MIN, OP_MAX
  implicit none
  INCLUDE_MPI

  integer, parameter :: LENGTHS(4) = [1, 2, 29, 200]
  HANDLE_OF(MPI_Comm) :: exact, tree
  integer :: i, ierror

  call check(library, 'nothing is tested without the library', HERE)
  call check(verify(samebits_version(), '0123456789.') == 0 .and. index(samebits_version(), '.') > 1, &
             'the version is '//samebits_version(), HERE)
  call check(samebits_error_message() == '', 'there was no error yet', HERE)
  call MPI_Comm_dup(MPI_COMM_WORLD, exact, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, tree, ierror)
  call samebits_set(exact, 'arithmetic', 'exact', ierror)
  call must_be(ierror, 'samebits_set', HERE)
  call samebits_set(tree, 'arithmetic  ', 'tree ', ierror)
  call must_be(ierror, 'samebits_set', HERE)

  do i = 1, size(LENGTHS)
    call check_sums(LENGTHS(i), modulo(i, 3))
  end do
  call check_others(29, 2)
  call check_others(2, 1)
  call check_user_operator(77)
  call check_sections()
  call check_nothing()

  call MPI_Comm_free(exact, ierror)
  call MPI_Comm_free(tree, ierror)

contains

  subroutine check_sums(n, cut)
    integer, intent(in) :: n, cut

    call check_real(MPI_SUM, OP_SUM, .true., n, cut, exact)
    call check_double(MPI_SUM, OP_SUM, .true., n, cut, exact)
    call check_complex(MPI_SUM, OP_SUM, .true., n, cut, exact)
    call check_double_complex(MPI_SUM, OP_SUM, .true., n, cut, exact)
    call check_real(MPI_SUM, OP_SUM, .false., n, cut, tree)
    call check_double(MPI_SUM, OP_SUM, .false., n, cut, tree)
    call check_complex(MPI_SUM, OP_SUM, .false., n, cut, tree)
    call check_double_complex(MPI_SUM, OP_SUM, .false., n, cut, tree)
  end subroutine

  subroutine check_others(n, cut)
    integer, intent(in) :: n, cut

    call check_real(MPI_PROD, OP_PROD, .false., n, cut, exact)
    call check_double(MPI_PROD, OP_PROD, .false., n, cut, exact)
    call check_complex(MPI_PROD, OP_PROD, .false., n, cut, exact)
    call check_double_complex(MPI_PROD, OP_PROD, .false., n, cut, exact)
    call check_real(MPI_MIN, OP_MIN, .false., n, cut, exact)
    call check_double(MPI_MIN, OP_MIN, .false., n, cut, exact)
    call check_real(MPI_MAX, OP_MAX, .false., n, cut, exact)
    call check_double(MPI_MAX, OP_MAX, .false., n, cut, exact)
  end subroutine

  ! Neither commutative nor associative, and told the datatype by Fortran's name.
  subroutine check_user_operator(n)
    integer, intent(in) :: n
    real(dp) :: x(1, 0:n - 1), right(1), result, results(2)
    type(samebits_plan) :: plan
    HANDLE_OF(MPI_Op) :: op
    integer :: first, length, i, cut

    x(1, :) = [(1.0_dp / (1 + mod(7 * i, 101)) + 1e5_dp * mod(i, 3), i = 0, n - 1)]
    right = tree_over(x, leaned, [integer ::])
    datatypes_right = .true.
    datatype_wanted = MPI_DOUBLE_PRECISION
    call MPI_Op_create(lean, .false., op, ierror)
    do cut = 0, 2
      call share_of(n, cut, world_rank, first, length)
      call samebits_allreduce_array(x(1, first:first + length - 1), result, op, exact, ierror)
      call must_be(ierror, 'a user-defined operator', HERE)
      call check(transfer(result, 0_int64) == transfer(right(1), 0_int64), 'a user-defined operator', HERE)
      call samebits_plan_arrays([length, length], result, op, tree, plan, ierror)
      call must_be(ierror, 'a plan with a user-defined operator', HERE)
      call samebits_plan_allreduce(plan, [x(1, first:first + length - 1), x(1, first:first + length - 1)], results, ierror)
      call must_be(ierror, 'a plan with a user-defined operator', HERE)
      call check(all(transfer(results, [0_int64]) == transfer(right(1), 0_int64)), &
                 'a plan with a user-defined operator', HERE)
      call samebits_plan_free(plan, ierror)
    end do
    call MPI_Op_free(op, ierror)
    call check(datatypes_right, 'an operator was given another datatype', HERE)
  end subroutine

  ! Every second element, from behind; a plane of a field; a field as one array.
  subroutine check_sections()
    real(dp), target :: x(12), field(2, 3, 2)
    real(dp), pointer :: flat(:)
    real(dp) :: result, spread(5)
    integer :: i

    x = [(real(i, dp), i = 1, 12)]
    call samebits_allreduce_array(x(11:1:-2), result, MPI_SUM, tree, ierror)
    call check(result == 36 * world_size, 'a section', HERE)
    field = reshape(x, shape(field))
    call samebits_allreduce_array(field(2, :, 1), result, MPI_SUM, tree, ierror)
    call check(result == 12 * world_size, 'a plane', HERE)
    flat(1:size(field)) => field
    call samebits_allreduce_array(flat, result, MPI_SUM, tree, ierror)
    call check(result == 78 * world_size, 'a field', HERE)
    spread = -1
    call samebits_allreduce_arrays(x(2:12:2), [1, 2, 3], spread(1:5:2), MPI_SUM, tree, ierror)
    call check(all(spread == [2.0_dp * world_size, -1.0_dp, 10.0_dp * world_size, -1.0_dp, 30.0_dp * world_size]), &
               'results with gaps', HERE)
  end subroutine

  subroutine check_nothing()
    real(dp) :: none(0)
    type(samebits_plan) :: plan

    call samebits_allreduce_arrays(none, [integer ::], none, MPI_SUM, exact, ierror)
    call must_be(ierror, 'no arrays', HERE)
    call samebits_plan_arrays([integer(int64) ::], 1.0_dp, MPI_SUM, exact, plan, ierror)
    call must_be(ierror, 'a plan of no arrays', HERE)
    call samebits_plan_allreduce(plan, none, none, ierror)
    call must_be(ierror, 'no arrays by a plan', HERE)
    call samebits_plan_free(plan, ierror)
    call samebits_plan_free(plan, ierror)
    call must_be(ierror, 'a plan that is freed already', HERE)
  end subroutine

end subroutine
