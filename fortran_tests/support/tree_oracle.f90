! The binary tree over the ranks, as the recursion that defines it, for any
! operator, and the predefined operators on one element: two doubles, which are
! real and imaginary part, value and index, or a value and nothing.
module tree_oracle
  use values
  implicit none
  private
  public :: tree_over, tree_fold, combination
  public :: OP_SUM, OP_PROD, OP_MIN, OP_MAX, OP_MINLOC, OP_MAXLOC
  public :: FORM_REAL, FORM_COMPLEX, FORM_PAIR

  integer, parameter :: OP_SUM = 1, OP_PROD = 2, OP_MIN = 3, OP_MAX = 4, OP_MINLOC = 5, OP_MAXLOC = 6
  integer, parameter :: FORM_REAL = 1, FORM_COMPLEX = 2, FORM_PAIR = 3

  abstract interface
    ! a op b, a from the lower ranks. The options are the operator's own: with
    ! them it needs no internal procedure, which would want an executable stack.
    pure function combination(a, b, options) result(c)
      import :: dp
      real(dp), intent(in) :: a(:), b(:)
      integer, intent(in) :: options(:)
      real(dp) :: c(size(a))
    end function
  end interface

contains

  function tree_over(contribution, combine, options) result(total)
    real(dp), intent(in) :: contribution(:, 0:)    ! component, rank
    procedure(combination) :: combine
    integer, intent(in) :: options(:)
    real(dp) :: total(size(contribution, 1))
    integer :: ranks, height

    ranks = size(contribution, 2)
    height = 0
    do while (2**height < ranks)
      height = height + 1
    end do
    total = node(0, height)

  contains

    recursive function node(x, y) result(value)
      integer, intent(in) :: x, y
      real(dp) :: value(size(contribution, 1))

      if (y == 0) then
        value = contribution(:, x)
      else if (x + 2**(y - 1) >= ranks) then
        value = node(x, y - 1)
      else
        value = combine(node(x, y - 1), node(x + 2**(y - 1), y - 1), options)
      end if
    end function

  end function

  function tree_fold(operation, form, bytes, contribution) result(total)
    integer, intent(in) :: operation, form, bytes
    real(dp), intent(in) :: contribution(:, 0:)
    real(dp) :: total(2)

    total = tree_over(contribution, combined, [operation, form, bytes])
  end function

  pure function combined(a, b, options) result(c)
    real(dp), intent(in) :: a(:), b(:)
    integer, intent(in) :: options(:)
    real(dp) :: c(size(a))
    integer :: operation, form, bytes

    operation = options(1)
    form = options(2)
    bytes = options(3)
    c = 0.0_dp
    select case (operation)
    case (OP_SUM)
      c(1) = rounded(a(1) + b(1), bytes)
      if (form == FORM_COMPLEX) c(2) = rounded(a(2) + b(2), bytes)
    case (OP_PROD)
      if (form == FORM_COMPLEX) then
        c(1) = rounded(rounded(a(1) * b(1), bytes) - rounded(a(2) * b(2), bytes), bytes)
        c(2) = rounded(rounded(a(1) * b(2), bytes) + rounded(a(2) * b(1), bytes), bytes)
      else
        c(1) = rounded(a(1) * b(1), bytes)
      end if
    case (OP_MIN)
      c(1) = merge(b(1), a(1), preferred(b(1), a(1), smaller=.true.))
    case (OP_MAX)
      c(1) = merge(b(1), a(1), preferred(b(1), a(1), smaller=.false.))
    case (OP_MINLOC, OP_MAXLOC)
      if (preferred(b(1), a(1), operation == OP_MINLOC)) then
        c = b
      else if (preferred(a(1), b(1), operation == OP_MINLOC)) then
        c = a
      else
        c = [a(1), min(a(2), b(2))]
      end if
    end select
  end function

  ! IEEE 754-2019 minimum and maximum: a NaN wins, -0.0 is below +0.0.
  pure logical function preferred(x, y, smaller)
    real(dp), intent(in) :: x, y
    logical, intent(in) :: smaller

    if (is_nan(x) .or. is_nan(y)) then
      preferred = is_nan(x) .and. .not. is_nan(y)
    else if (x == 0.0_dp .and. y == 0.0_dp) then
      preferred = merge(is_negative(x) .and. .not. is_negative(y), &
                        is_negative(y) .and. .not. is_negative(x), smaller)
    else
      preferred = merge(x < y, x > y, smaller)
    end if
  end function

end module
