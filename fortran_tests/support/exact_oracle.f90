! The exact sum, rounded once: the slow and obvious way. All contributions are
! added as integers into one wide fixed-point number whose lowest bit is worth
! 2**(-1074), the smallest double, and the total is rounded at the end.
module exact_oracle
  use values
  implicit none
  private
  public :: exact_sum

  integer, parameter :: LOWEST = -1074        ! exponent of bit 0
  integer, parameter :: LIMBS = 70            ! of 32 bits: 2240 bits hold 2**100 doubles
  integer(int64), parameter :: MASK = int(z'ffffffff', int64)

contains

  function exact_sum(x, bytes) result(total)
    real(dp), intent(in) :: x(:)
    integer, intent(in) :: bytes
    real(dp) :: total
    integer(int64) :: limb(0:LIMBS - 1), positive(0:LIMBS - 1)
    integer :: i
    logical :: plus_infinity, minus_infinity, below_zero

    plus_infinity = .false.
    minus_infinity = .false.
    limb = 0
    do i = 1, size(x)
      if (is_nan(x(i))) then
        total = quiet_nan()
        return
      else if (is_infinite(x(i))) then
        if (is_negative(x(i))) then
          minus_infinity = .true.
        else
          plus_infinity = .true.
        end if
      else
        call add(limb, x(i))
      end if
    end do

    if (plus_infinity .and. minus_infinity) then
      total = quiet_nan()
    else if (plus_infinity) then
      total = infinity()
    else if (minus_infinity) then
      total = -infinity()
    else
      call carry(limb, positive, below_zero)
      if (below_zero) call carry(-limb, positive)
      total = round_once(positive, bytes)
      if (below_zero) total = -total
      if (total == 0.0_dp .and. all(positive == 0)) then
        total = 0.0_dp
        if (only_negative_zeros(x)) total = -0.0_dp
      end if
    end if
  end function

  subroutine add(limb, x)
    integer(int64), intent(inout) :: limb(0:)
    real(dp), intent(in) :: x
    integer(int64) :: bits, digits, low, high, sgn
    integer :: position, first, shift

    bits = transfer(x, bits)
    digits = ibits(bits, 0, 52)
    position = 0
    if (ibits(bits, 52, 11) /= 0) then
      digits = ibset(digits, 52)
      position = int(ibits(bits, 52, 11)) - 1
    end if
    sgn = 1
    if (btest(bits, 63)) sgn = -1

    first = position / 32
    shift = mod(position, 32)
    low = shiftl(iand(digits, MASK), shift)
    high = shiftl(shiftr(digits, 32), shift)
    limb(first) = limb(first) + sgn * iand(low, MASK)
    limb(first + 1) = limb(first + 1) + sgn * (shiftr(low, 32) + iand(high, MASK))
    limb(first + 2) = limb(first + 2) + sgn * shiftr(high, 32)
  end subroutine

  ! Bring every limb into 0 to 2**32 - 1; a carry out of the last one means
  ! that the number is negative.
  subroutine carry(limb, positive, below_zero)
    integer(int64), intent(in) :: limb(0:)
    integer(int64), intent(out) :: positive(0:)
    logical, intent(out), optional :: below_zero
    integer(int64) :: t
    integer :: i

    t = 0
    do i = 0, size(limb) - 1
      t = t + limb(i)
      positive(i) = iand(t, MASK)
      t = shifta(t, 32)
    end do
    if (present(below_zero)) below_zero = t < 0
  end subroutine

  ! To nearest, ties to even, into a format of 4 or 8 bytes.
  function round_once(limb, bytes) result(total)
    integer(int64), intent(in) :: limb(0:)
    integer, intent(in) :: bytes
    real(dp) :: total
    integer(int64) :: digits
    integer :: top, last, precision, i
    logical :: rest

    precision = merge(24, 53, bytes == 4)
    top = LIMBS * 32 - 1
    do while (top > 0 .and. .not. bit(top))
      top = top - 1
    end do
    ! The last bit kept: so many below the top, but none below the format's smallest.
    last = max(top - precision + 1, merge(-149 - LOWEST, 0, bytes == 4))

    digits = 0
    do i = top, last, -1
      digits = 2 * digits + merge(1, 0, bit(i))
    end do
    rest = .false.
    do i = 0, last - 2
      rest = rest .or. bit(i)
    end do
    if (last > 0) then
      if (bit(last - 1) .and. (rest .or. btest(digits, 0))) digits = digits + 1
    end if

    total = scale(real(digits, dp), last + LOWEST)
    if (bytes == 4 .and. total > huge(1.0_sp)) total = infinity()

  contains

    logical function bit(i)
      integer, intent(in) :: i

      bit = btest(limb(i / 32), mod(i, 32))
    end function

  end function

  logical function only_negative_zeros(x)
    real(dp), intent(in) :: x(:)
    integer :: i

    only_negative_zeros = size(x) > 0
    do i = 1, size(x)
      if (x(i) /= 0.0_dp .or. .not. is_negative(x(i))) only_negative_zeros = .false.
    end do
  end function

end module
