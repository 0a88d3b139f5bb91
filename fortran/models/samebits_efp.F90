! Extended fixed point: numbers as integers, whose sums and differences are exact. It is the type
! behind EFP_type of MOM6 and mpp_efp_type of FMS (docs/models.md).
!
! A number is a multiple of 2**(-1074), the smallest double, in limbs of 40 bits:
!
!     2**(-1074) * (limb(1) + limb(2) * 2**40 + ... + limb(54) * 2**2120)
!
! Every double is such a number, and so is the sum of more doubles than there can be. Limbs have a
! sign each and 22 bits to spare, so that most sums carry nothing, and MPI_SUM can add the limbs of
! four million ranks. Most numbers use few limbs, and the others are neither stored nor read.
module samebits_efp
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  implicit none
  private

  public :: efp, efp_plus, efp_minus, efp_assign, operator(+), operator(-), assignment(=)
  public :: to_efp, convert, to_real64, to_real32, is_finite, has_real64
  public :: from_words, from_limbs, all_limbs, normalised

  integer, parameter, public :: LIMBS = 54
  integer, parameter, public :: WORDS = 67              ! of an exact accumulator of doubles

  integer, parameter :: WIDTH = 40                      ! bits of a limb
  integer, parameter :: MOST_TERMS = 2**22
  integer(int64), parameter :: MASK = 2_int64**WIDTH - 1
  integer(int64), parameter :: HALF = 2_int64**(WIDTH - 1)
  ! An accumulator counts from 2**(-2162), the smallest product of two doubles: 17 words lower.
  integer, parameter :: WORDS_OF_PRODUCTS = 17

  ! Copies are values. It is 0 until it is assigned to.
  type :: efp
    integer :: low = LIMBS + 1, high = 0    ! the limbs that there are; none where low > high
    integer :: terms = 0                    ! no limb but the last of all exceeds terms * 2**40
    integer(int64) :: limb(LIMBS)
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
    type(efp) :: total

    call add(total, a, b, 1)
  end function

  elemental function efp_minus(a, b) result(difference)
    type(efp), intent(in) :: a, b
    type(efp) :: difference

    call add(difference, a, b, -1)
  end function

  pure subroutine add(total, a, b, times)
    type(efp), intent(out) :: total
    type(efp), intent(in) :: a, b
    integer, intent(in) :: times

    if (a%terms + b%terms <= MOST_TERMS) then
      call add_limbs(total, a, b, times)
    else
      call add_limbs(total, normalised(a), normalised(b), times)
    end if
  end subroutine

  pure subroutine add_limbs(total, a, b, times)
    type(efp), intent(out) :: total
    type(efp), intent(in) :: a, b
    integer, intent(in) :: times
    integer :: i

    total%low = min(a%low, b%low)
    total%high = max(a%high, b%high)
    total%terms = a%terms + b%terms
    do i = total%low, total%high
      total%limb(i) = 0
    end do
    do i = a%low, a%high
      total%limb(i) = a%limb(i)
    end do
    do i = b%low, b%high
      total%limb(i) = total%limb(i) + times * b%limb(i)
    end do
  end subroutine

  elemental subroutine efp_assign(to, from)
    type(efp), intent(out) :: to
    type(efp), intent(in) :: from
    integer :: i

    to%low = from%low
    to%high = from%high
    to%terms = from%terms
    do i = from%low, from%high
      to%limb(i) = from%limb(i)
    end do
  end subroutine

  ! The same number with limbs from -2**39 to 2**39 - 1, except for the last of all, and as few of them
  ! as there can be.
  elemental function normalised(number) result(same)
    type(efp), intent(in) :: number
    type(efp) :: same
    integer(int64) :: limb, carry
    integer :: i

    same%low = number%low
    same%high = number%high
    same%terms = 1
    carry = 0
    do i = number%low, min(number%high, LIMBS - 1)
      limb = number%limb(i) + carry
      carry = shifta(limb + HALF, WIDTH)
      same%limb(i) = limb - shiftl(carry, WIDTH)
    end do
    if (number%high == LIMBS .and. number%low <= LIMBS) then
      same%limb(LIMBS) = number%limb(LIMBS) + carry
    else if (carry /= 0) then         ! less than 2**24
      same%high = number%high + 1
      same%limb(same%high) = carry
    end if
    do while (same%low <= same%high)
      if (same%limb(same%low) /= 0) exit
      same%low = same%low + 1
    end do
    do while (same%low <= same%high)
      if (same%limb(same%high) /= 0) exit
      same%high = same%high - 1
    end do
    if (same%low > same%high) then
      same%low = LIMBS + 1
      same%high = 0
      same%terms = 0
    end if
  end function

  ! All limbs, with zeros.
  pure function all_limbs(number) result(limb)
    type(efp), intent(in) :: number
    integer(int64) :: limb(LIMBS)

    limb = 0
    limb(number%low:number%high) = number%limb(number%low:number%high)
  end function

  ! From the limbs of several numbers added up.
  pure function from_limbs(limb) result(number)
    integer(int64), intent(in) :: limb(LIMBS)
    type(efp) :: number

    number = normalised(efp(1, LIMBS, MOST_TERMS, limb))
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

    call convert(number, value)
  end function

  elemental subroutine convert(number, value)
    type(efp), intent(out) :: number
    real(real64), intent(in) :: value
    integer(int64) :: bits, mantissa
    integer :: position, offset

    bits = transfer(value, bits)
    mantissa = ibits(bits, 0, 52)
    position = int(ibits(bits, 52, 11))       ! of the mantissa's lowest bit
    if (position > 0) then
      mantissa = ibset(mantissa, 52)
      position = position - 1
    end if
    number%low = position / WIDTH + 1
    number%high = number%low + 2
    number%terms = 1
    offset = mod(position, WIDTH)
    number%limb(number%low) = iand(shiftl(mantissa, offset), MASK)
    mantissa = shiftr(mantissa, WIDTH - offset)
    number%limb(number%low + 1) = iand(mantissa, MASK)
    number%limb(number%high) = shiftr(mantissa, WIDTH)
    if (bits < 0) number%limb(number%low:number%high) = -number%limb(number%low:number%high)
  end subroutine

  ! The sum that an exact accumulator of doubles has written: an integer in two's complement, which
  ! counts from 2**(-2162), in words of which the first is the lowest. Summands are no products.
  pure function from_words(word) result(number)
    integer(int64), intent(in) :: word(WORDS)
    type(efp) :: number
    integer :: first, last, i, bit, at, offset

    ! Words below the lowest that is not 0 make no limbs, nor do those that only repeat the sign, but
    ! for one.
    first = WORDS_OF_PRODUCTS + 1
    do while (first < WORDS .and. word(first) == 0)
      first = first + 1
    end do
    last = WORDS
    do while (last > first .and. word(last - 1) == word(WORDS))
      last = last - 1
    end do
    number%low = (first - 1 - WORDS_OF_PRODUCTS) * 64 / WIDTH + 1
    number%high = min(LIMBS, (last - 1 - WORDS_OF_PRODUCTS) * 64 / WIDTH + 1)
    number%terms = 1
    do i = number%low, number%high            ! the highest has the sign, too
      bit = (i - 1) * WIDTH
      at = bit / 64 + 1 + WORDS_OF_PRODUCTS
      offset = mod(bit, 64)
      number%limb(i) = shiftr(word(at), offset)
      if (offset > 0) number%limb(i) = ior(number%limb(i), shiftl(word(at + 1), 64 - offset))
      if (i < number%high) number%limb(i) = iand(number%limb(i), MASK)
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

  ! Whether it does not exceed the largest double. Most have no limb so high.
  elemental function has_real64(number) result(finite)
    type(efp), intent(in) :: number
    logical :: finite

    finite = number%high < LIMBS - 1
    if (.not. finite) finite = is_finite(to_real64(number))
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

    call magnitude(number, limb, last, negative)
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
    integer(int64), intent(out) :: limb(:)
    integer, intent(out) :: last
    logical, intent(out) :: negative
    type(efp) :: balanced
    integer(int64) :: carry
    integer :: i

    balanced = normalised(number)
    last = balanced%high
    negative = .false.
    limb = 0
    if (last == 0) return
    negative = balanced%limb(last) < 0
    carry = 0
    do i = balanced%low, last
      limb(i) = merge(-balanced%limb(i), balanced%limb(i), negative) + carry
      carry = 0
      if (i == last) exit
      carry = shifta(limb(i), WIDTH)
      limb(i) = iand(limb(i), MASK)
    end do
    do while (limb(last) == 0)
      last = last - 1
    end do
  end subroutine
end module
