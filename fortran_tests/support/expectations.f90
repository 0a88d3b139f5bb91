! One reduction and what must come out of it: tables over PERIOD cells, repeated
! along the vector, so that a vector of any length has a cheap oracle. PERIOD is
! a prime, so that a block or slice put in a wrong place shows.
module expectations
  use values
  use tree_oracle
  use exact_oracle, only: exact_sum
  use level_oracle, only: level_sum
  use contributions, only: contributed
  implicit none
  private
  public :: expectation, expect, fill, blank, compare, blank_from
  public :: sp, dp, int64
  public :: OP_SUM, OP_PROD, OP_MIN, OP_MAX, OP_MINLOC, OP_MAXLOC
  public :: FORM_REAL, FORM_COMPLEX, FORM_PAIR

  integer, parameter, public :: PERIOD = 509

  type :: expectation
    character(len=48) :: label
    integer :: width              ! reals in an element: 2 for complex numbers and pairs
    integer :: bytes              ! of each of them: 4 or 8
    logical :: to_the_bit         ! else by value, which is what any MPI guarantees
    real(dp) :: mine(2, 0:PERIOD - 1)
    real(dp) :: result(2, 0:PERIOD - 1)
    real(dp) :: up_to_me(2, 0:PERIOD - 1), before_me(2, 0:PERIOD - 1) ! of these ranks
    real(dp) :: of_two(2, 0:PERIOD - 1) ! this rank's contribution, twice
  end type

  type, public :: difference
    integer :: index = -1         ! of the first wrong element, from 0; -1 if none is wrong
    integer(int64) :: expected, got
  end type

  interface fill
    module procedure fill_sp, fill_dp
  end interface
  interface blank
    module procedure blank_sp, blank_dp
  end interface
  interface compare
    module procedure compare_sp, compare_dp
  end interface
  interface blank_from
    module procedure blank_from_sp, blank_from_dp
  end interface

  ! Not a number that any reduction here returns.
  real(sp), parameter :: UNTOUCHED = -7777.0_sp

contains

  ! Sums are exact or the tree's, or by an arithmetic that has levels.
  function expect(label, operation, form, bytes, rank, ranks, hostile, exact, levels) result(e)
    character(len=*), intent(in) :: label
    integer, intent(in) :: operation, form, bytes, rank, ranks
    logical, intent(in) :: hostile, exact
    character(len=*), intent(in), optional :: levels
    type(expectation) :: e
    real(dp) :: c(2, 0:ranks - 1)
    integer :: cell

    e%label = label
    e%bytes = bytes
    e%width = merge(1, 2, form == FORM_REAL)
    e%to_the_bit = hostile
    do cell = 0, PERIOD - 1
      c = contributed(operation, form, bytes, hostile, cell, ranks)
      e%mine(:, cell) = c(:, rank)
      e%result(:, cell) = folded(c, levels)
      e%up_to_me(:, cell) = folded(c(:, :rank), levels)
      e%before_me(:, cell) = 0
      if (rank > 0) e%before_me(:, cell) = folded(c(:, :rank - 1), levels)
      e%of_two(:, cell) = folded(c(:, [rank, rank])) ! to which MPI_Reduce_local knows no levels
    end do

  contains

    function folded(c, levels)
      real(dp), intent(in) :: c(:, :)
      character(len=*), intent(in), optional :: levels
      real(dp) :: folded(2)
      integer :: component

      if (present(levels)) then
        do component = 1, 2
          folded(component) = level_sum(levels, c(component, :), bytes)
        end do
      else if (operation == OP_SUM .and. exact) then
        do component = 1, 2
          folded(component) = exact_sum(c(component, :), bytes)
        end do
      else
        folded = tree_fold(operation, form, bytes, c)
      end if
      do component = 1, 2
        if (is_nan(folded(component))) folded(component) = quiet_nan()
      end do
    end function

  end function

  ! This rank's contribution into the first n elements of a vector.
  subroutine fill_sp(e, n, x)
    type(expectation), intent(in) :: e
    integer, intent(in) :: n
    real(sp), intent(inout) :: x(0:)
    integer :: i

    do i = 0, n * e%width - 1
      x(i) = real(e%mine(1 + mod(i, e%width), mod(i / e%width, PERIOD)), sp)
    end do
  end subroutine

  subroutine fill_dp(e, n, x)
    type(expectation), intent(in) :: e
    integer, intent(in) :: n
    real(dp), intent(inout) :: x(0:)
    integer :: i

    do i = 0, n * e%width - 1
      x(i) = e%mine(1 + mod(i, e%width), mod(i / e%width, PERIOD))
    end do
  end subroutine

  subroutine blank_sp(x)
    real(sp), intent(out) :: x(:)

    x = UNTOUCHED
  end subroutine

  subroutine blank_dp(x)
    real(dp), intent(out) :: x(:)

    x = UNTOUCHED
  end subroutine

  logical function blank_from_sp(start, x) result(is_blank)
    integer, intent(in) :: start
    real(sp), intent(in) :: x(0:)

    is_blank = all(x(start:) == UNTOUCHED)
  end function

  logical function blank_from_dp(start, x) result(is_blank)
    integer, intent(in) :: start
    real(dp), intent(in) :: x(0:)

    is_blank = all(x(start:) == UNTOUCHED)
  end function

  ! The first of n elements that is not the result, or, for a send buffer that
  ! must not have changed, not this rank's contribution.
  function compare_sp(e, n, x, contribution) result(d)
    type(expectation), intent(in) :: e
    integer, intent(in) :: n
    real(sp), intent(in) :: x(0:)
    logical, intent(in), optional :: contribution
    type(difference) :: d
    integer :: i

    do i = 0, n * e%width - 1
      d = judge(e, i, real(x(i), dp), iand(int(transfer(x(i), 0_int32), int64), int(z'ffffffff', int64)), &
                present(contribution))
      if (d%index >= 0) return
    end do
  end function

  function compare_dp(e, n, x, contribution) result(d)
    type(expectation), intent(in) :: e
    integer, intent(in) :: n
    real(dp), intent(in) :: x(0:)
    logical, intent(in), optional :: contribution
    type(difference) :: d
    integer :: i

    do i = 0, n * e%width - 1
      d = judge(e, i, x(i), transfer(x(i), 0_int64), present(contribution))
      if (d%index >= 0) return
    end do
  end function

  function judge(e, i, value, bits, contribution) result(d)
    type(expectation), intent(in) :: e
    integer, intent(in) :: i
    real(dp), intent(in) :: value
    integer(int64), intent(in) :: bits
    logical, intent(in) :: contribution
    type(difference) :: d
    real(dp) :: right

    right = e%result(1 + mod(i, e%width), mod(i / e%width, PERIOD))
    if (contribution) right = e%mine(1 + mod(i, e%width), mod(i / e%width, PERIOD))
    d%expected = bits_of(right, e%bytes)
    d%got = bits
    if (bits == d%expected) return
    if (.not. e%to_the_bit) then
      if (value == right) return
    end if
    d%index = i / e%width
  end function

end module
