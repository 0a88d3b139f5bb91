! Extended fixed point: numbers as integers, whose sums and differences are exact. It is the type
! behind EFP_type of MOM6 and mpp_efp_type of FMS (docs/models.md).
!
! A number is a multiple of 2**(-1074), the smallest double, in limbs of 40 bits:
!
!     2**(-1074) * (limb(1) + limb(2) * 2**40 + ... + limb(54) * 2**2120)
!
! Every double is such a number, and so is the sum of more doubles than there can be. Limbs have a
! sign each and 22 bits to spare, so that most sums carry nothing, and MPI_SUM can add the limbs of
! four million ranks.
module samebits_efp
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  implicit none
  private

  public :: efp, efp_plus, efp_minus, efp_assign, operator(+), operator(-), assignment(=)
  public :: to_efp, from_words, to_real64, to_real32, is_finite, normalised

  integer, parameter, public :: LIMBS = 54
  integer, parameter, public :: WORDS = 67              ! of an exact accumulator of doubles
  integer(int64), parameter, public :: MOST_TERMS = 2_int64**22

  integer, parameter :: WIDTH = 40                      ! bits of a limb
  integer(int64), parameter :: MASK = 2_int64**WIDTH - 1
  integer(int64), parameter :: HALF = 2_int64**(WIDTH - 1)
  ! An accumulator counts from 2**(-2162), the smallest product of two doubles: 17 words lower.
  integer, parameter :: WORDS_OF_PRODUCTS = 17

  ! Copies are values. It holds what was last assigned to it; a declaration gives it no value.
  type :: efp
    integer(int64) :: limb(LIMBS)
    integer(int64) :: terms         ! no limb but the last exceeds terms * 2**40
  end type

  interface operator(+)
    module procedure efp_plus
  end interface
  interface operator(-)
    module procedure efp_minus
  end interface
  interface assignment(=)
    module procedure efp_assign
  end interface

contains

  elemental function efp_plus(a, b) result(total)
    type(efp), intent(in) :: a, b
    type(efp) :: total, x, y

    total%terms = a%terms + b%terms
    if (total%terms <= MOST_TERMS) then
      total%limb = a%limb + b%limb
    else
      x = normalised(a)
      y = normalised(b)
      total%limb = x%limb + y%limb
      total%terms = 2
    end if
  end function

  elemental function efp_minus(a, b) result(difference)
    type(efp), intent(in) :: a, b
    type(efp) :: difference, x, y

    difference%terms = a%terms + b%terms
    if (difference%terms <= MOST_TERMS) then
      difference%limb = a%limb - b%limb
    else
      x = normalised(a)
      y = normalised(b)
      difference%limb = x%limb - y%limb
      difference%terms = 2
    end if
  end function

  elemental subroutine efp_assign(to, from)
    type(efp), intent(out) :: to
    type(efp), intent(in) :: from

    to%limb = from%limb
    to%terms = from%terms
  end subroutine

  ! The same number with limbs from -2**39 to 2**39 - 1, except for the last: then the limbs above
  ! the highest bit of a number are 0, whatever its sign.
  elemental function normalised(number) result(same)
    type(efp), intent(in) :: number
    type(efp) :: same
    integer(int64) :: limb, carry
    integer :: i

    carry = 0
    do i = 1, LIMBS - 1
      limb = number%limb(i) + carry
      carry = shifta(limb + HALF, WIDTH)
      same%limb(i) = limb - shiftl(carry, WIDTH)
    end do
    same%limb(LIMBS) = number%limb(LIMBS) + carry
    same%terms = 1
  end function

  ! From the bits, and not by a comparison, which -ffast-math would take to be true.
  elemental function is_finite(value) result(finite)
    real(real64), intent(in) :: value
    logical :: finite

    finite = ibits(transfer(value, 0_int64), 52, 11) /= 2047
  end function

  ! The value has to be finite.
  elemental function to_efp(value) result(number)
    real(real64), intent(in) :: value
    type(efp) :: number
    integer(int64) :: bits, mantissa, limb(3)
    integer :: position, first, offset

    bits = transfer(value, bits)
    mantissa = ibits(bits, 0, 52)
    position = int(ibits(bits, 52, 11))       ! of the mantissa's lowest bit
    if (position > 0) then
      mantissa = ibset(mantissa, 52)
      position = position - 1
    end if
    first = position / WIDTH
    offset = position - first * WIDTH
    limb(1) = iand(shiftl(mantissa, offset), MASK)
    mantissa = shiftr(mantissa, WIDTH - offset)
    limb(2) = iand(mantissa, MASK)
    limb(3) = shiftr(mantissa, WIDTH)
    number%limb = 0
    number%limb(first + 1:first + 3) = merge(-limb, limb, bits < 0)
    number%terms = 1
  end function

  ! The sum that an exact accumulator of doubles has written: an integer in two's complement, which
  ! counts from 2**(-2162), in words of which the first is the lowest. Summands are no products.
  pure function from_words(word) result(number)
    integer(int64), intent(in) :: word(WORDS)
    type(efp) :: number
    integer :: i, bit, at, offset

    do i = 1, LIMBS
      bit = (i - 1) * WIDTH
      at = bit / 64 + 1 + WORDS_OF_PRODUCTS
      offset = mod(bit, 64)
      number%limb(i) = shiftr(word(at), offset)
      if (offset > 0) number%limb(i) = ior(number%limb(i), shiftl(word(at + 1), 64 - offset))
      if (i < LIMBS) number%limb(i) = iand(number%limb(i), MASK)
    end do
    number = normalised(number)
  end function

  elemental function to_real64(number) result(value)
    type(efp), intent(in) :: number
    real(real64) :: value
    integer(int64), parameter :: INFINITY = shiftl(2047_int64, 52)
    integer(int64) :: mantissa, bits
    integer :: position
    logical :: negative

    call round(number, 53, 0, mantissa, position, negative)
    ! A mantissa that has become 2**53 carries into the exponent.
    bits = INFINITY
    if (position < 2046) bits = min(INFINITY, shiftl(int(position, int64), 52) + mantissa)
    if (negative) bits = ibset(bits, 63)
    value = transfer(bits, value)
  end function

  ! Not by way of a double: that would round twice.
  elemental function to_real32(number) result(value)
    type(efp), intent(in) :: number
    real(real32) :: value
    integer, parameter :: LOWEST = 1074 - 149
    integer(int64), parameter :: INFINITY = shiftl(255_int64, 23)
    integer(int64) :: mantissa, bits
    integer :: position
    logical :: negative

    call round(number, 24, LOWEST, mantissa, position, negative)
    bits = INFINITY
    if (position - LOWEST < 254) then
      bits = min(INFINITY, shiftl(int(position - LOWEST, int64), 23) + mantissa)
    end if
    value = transfer(int(bits, int32), value)
    if (negative) value = -value
  end function

  ! Rounds to nearest, ties to even, to mantissa * 2**position * 2**(-1074), where the position is at
  ! least the lowest one, and the mantissa has so many digits, or is the next power of two.
  pure subroutine round(number, digits, lowest, mantissa, position, negative)
    type(efp), intent(in) :: number
    integer, intent(in) :: digits, lowest
    integer(int64), intent(out) :: mantissa
    integer, intent(out) :: position
    logical, intent(out) :: negative
    integer(int64) :: limb(LIMBS + 3)
    integer :: last, at, offset

    call magnitude(number, limb(:LIMBS), last, negative)
    limb(LIMBS + 1:) = 0
    mantissa = 0
    position = lowest
    if (last == 0) return
    position = max(lowest, last * WIDTH - WIDTH + 64 - leadz(limb(last)) - digits)

    at = position / WIDTH + 1
    offset = mod(position, WIDTH)
    mantissa = shiftr(limb(at), offset) + shiftl(limb(at + 1), WIDTH - offset)
    if (2 * WIDTH - offset < digits) mantissa = mantissa + shiftl(limb(at + 2), 2 * WIDTH - offset)

    if (position == 0) return
    at = (position - 1) / WIDTH + 1
    offset = mod(position - 1, WIDTH)
    if (.not. btest(limb(at), offset)) return
    if (btest(mantissa, 0) .or. ibits(limb(at), 0, offset) /= 0 .or. any(limb(:at - 1) /= 0)) then
      mantissa = mantissa + 1
    end if
  end subroutine

  ! The absolute value in limbs from 0 to 2**40 - 1, and which of them is the last that is not 0.
  pure subroutine magnitude(number, limb, last, negative)
    type(efp), intent(in) :: number
    integer(int64), intent(out) :: limb(LIMBS)
    integer, intent(out) :: last
    logical, intent(out) :: negative
    type(efp) :: balanced
    integer(int64) :: carry
    integer :: i

    balanced = normalised(number)
    limb = balanced%limb
    last = findloc(limb /= 0, .true., dim=1, back=.true.)
    negative = .false.
    if (last == 0) return
    negative = limb(last) < 0
    if (negative) limb = -limb
    carry = 0
    do i = 1, last - 1
      limb(i) = limb(i) + carry
      carry = shifta(limb(i), WIDTH)
      limb(i) = iand(limb(i), MASK)
    end do
    limb(last) = limb(last) + carry
    if (limb(last) == 0) last = findloc(limb /= 0, .true., dim=1, back=.true.)
  end subroutine
end module
