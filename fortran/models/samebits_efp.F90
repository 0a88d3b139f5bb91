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
  public :: from_words, from_limbs, all_limbs, normalised, normalise

  integer, parameter, public :: LIMBS = 54
  integer, parameter, public :: WORDS = 35              ! of 64 bits, at most, of a sum (from_words)

  integer, parameter :: WIDTH = 40                      ! bits of a limb
  integer, parameter :: MOST_TERMS = 2**22
  integer(int64), parameter :: MASK = 2_int64**WIDTH - 1
  integer(int64), parameter :: HALF = 2_int64**(WIDTH - 1)

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

  ! The loops here are short, and read what was just written one by one: vectors would wait for it.
  pure subroutine add_limbs(total, a, b, times)
    type(efp), intent(out) :: total
    type(efp), intent(in) :: a, b
    integer, intent(in) :: times
    integer :: i

    total%terms = a%terms + b%terms
    ! Mostly a sum, and a summand in its midst.
    if (a%low <= b%low .and. b%high <= a%high) then
      total%low = a%low
      total%high = a%high
      !GCC$ novector
      do i = a%low, a%high
        total%limb(i) = a%limb(i)
      end do
      !GCC$ novector
      do i = b%low, b%high
        total%limb(i) = a%limb(i) + times * b%limb(i)
      end do
      return
    end if
    total%low = min(a%low, b%low)
    total%high = max(a%high, b%high)
    !GCC$ novector
    do i = total%low, total%high
      total%limb(i) = 0
    end do
    !GCC$ novector
    do i = a%low, a%high
      total%limb(i) = a%limb(i)
    end do
    !GCC$ novector
    do i = b%low, b%high
      total%limb(i) = total%limb(i) + times * b%limb(i)
    end do
  end subroutine

  elemental subroutine efp_assign(to, from)
    type(efp), intent(inout) :: to
    type(efp), intent(in) :: from
    integer :: i

    to%low = from%low
    to%high = from%high
    to%terms = from%terms
    !GCC$ novector
    do i = from%low, from%high
      to%limb(i) = from%limb(i)
    end do
  end subroutine

  elemental function normalised(number) result(same)
    type(efp), intent(in) :: number
    type(efp) :: same

    call normalise(same, number)
  end function

  ! The same number with limbs from -2**39 to 2**39 - 1, except for the last of all, and as few of them
  ! as there can be.
  elemental subroutine normalise(same, number)
    type(efp), intent(out) :: same
    type(efp), intent(in) :: number
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
    call drop_zeros(same)
  end subroutine

  ! The limbs at both ends that are 0.
  elemental subroutine drop_zeros(number)
    type(efp), intent(inout) :: number

    do while (number%low <= number%high)
      if (number%limb(number%low) /= 0) exit
      number%low = number%low + 1
    end do
    do while (number%low <= number%high)
      if (number%limb(number%high) /= 0) exit
      number%high = number%high - 1
    end do
    if (number%low <= number%high) return
    number%low = LIMBS + 1
    number%high = 0
    number%terms = 0
  end subroutine

  ! All limbs, with zeros.
  pure function all_limbs(number) result(limb)
    type(efp), intent(in) :: number
    integer(int64) :: limb(LIMBS)

    limb = 0
    limb(number%low:number%high) = number%limb(number%low:number%high)
  end function

  ! From the limbs of several numbers added up, from limb number low on.
  pure subroutine from_limbs(number, limb, low)
    type(efp), intent(out) :: number
    integer(int64), intent(in) :: limb(:)
    integer, intent(in) :: low
    type(efp) :: sum
    integer :: i

    sum%low = low
    sum%high = low + size(limb) - 1
    do i = 1, size(limb)
      sum%limb(low + i - 1) = limb(i)
    end do
    call normalise(number, sum)
  end subroutine

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
    logical :: finite

    call convert(number, value, finite)
  end function

  ! 0 where the value is not finite.
  elemental subroutine convert(number, value, finite)
    type(efp), intent(out) :: number
    real(real64), intent(in) :: value
    logical, intent(out) :: finite
    integer(int64) :: bits, mantissa, minus
    integer :: position, offset, low

    bits = transfer(value, bits)
    mantissa = ibits(bits, 0, 52)
    position = int(ibits(bits, 52, 11))       ! of the mantissa's lowest bit
    finite = position /= 2047
    if (.not. finite) return
    if (position > 0) then
      mantissa = ibset(mantissa, 52)
      position = position - 1
    end if
    low = position / WIDTH + 1
    offset = position - (low - 1) * WIDTH
    ! (0 has no limbs: a sum that begins with it keeps those that it uses.)
    if (mantissa == 0) return
    number%low = low
    number%high = low + 2
    number%terms = 1
    minus = shifta(bits, 63)                  ! all bits 1 where it is negative: -x is not(x - 1)
    number%limb(low) = ieor(iand(shiftl(mantissa, offset), MASK), minus) - minus
    mantissa = shiftr(mantissa, WIDTH - offset)
    number%limb(low + 1) = ieor(iand(mantissa, MASK), minus) - minus
    number%limb(low + 2) = ieor(shiftr(mantissa, WIDTH), minus) - minus
  end subroutine

  ! From an integer in two's complement, in units of the smallest double: words of which the first is the
  ! lowest and begins at bit 64 * base. The last has nothing but the sign.
  pure subroutine from_words(number, word, base)
    type(efp), intent(out) :: number
    integer(int64), intent(in) :: word(:)
    integer, intent(in) :: base
    integer(int64) :: limb, carry
    integer :: first, last, i, bit, at, offset

    ! Words below the lowest that is not 0 make no limbs, nor do those that only repeat the sign, but
    ! for one.
    last = size(word)
    first = 1
    do while (first < last)
      if (word(first) /= 0) exit
      first = first + 1
    end do
    if (word(first) == 0) return
    do while (last > first)
      if (word(last - 1) /= word(size(word))) exit
      last = last - 1
    end do
    number%low = (base + first - 1) * 64 / WIDTH + 1
    number%high = min(LIMBS, (base + last - 1) * 64 / WIDTH + 1)
    number%terms = 1
    limb = 0
    carry = 0
    do i = number%low, number%high
      bit = (i - 1) * WIDTH - (base + first - 1) * 64
      if (bit < 0) then                       ! of the first, which begins in the midst of a limb
        limb = shiftl(word(first), -bit)
      else
        at = first + bit / 64
        offset = mod(bit, 64)
        limb = shiftr(word(at), offset)
        if (offset > 0 .and. at < size(word)) limb = ior(limb, shiftl(word(at + 1), 64 - offset))
      end if
      if (i == number%high) exit
      limb = iand(limb, MASK) + carry
      carry = shiftr(limb + HALF, WIDTH)
      number%limb(i) = limb - shiftl(carry, WIDTH)
    end do
    ! The highest has the sign, too.
    number%limb(number%high) = limb + carry
    call drop_zeros(number)
  end subroutine

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
    type(efp) :: balanced
    integer(int64) :: limb(LIMBS + 3)
    integer :: last, at, offset

    ! Where there is one term, the highest limb has the sign of the number.
    if (number%terms > 1) then
      call normalise(balanced, number)
      call magnitude(balanced, limb, last, negative)
    else
      call magnitude(number, limb, last, negative)
    end if
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
    if (btest(mantissa, 0) .or. ibits(limb(at), 0, offset) /= 0 .or. any_below(at)) then
      mantissa = mantissa + 1
    end if

  contains

    pure logical function any_below(at)
      integer, intent(in) :: at
      integer :: i

      any_below = .true.
      do i = at - 1, 1, -1
        if (limb(i) /= 0) return
      end do
      any_below = .false.
    end function
  end subroutine

  ! The absolute value in limbs from 0 to 2**40 - 1, and which of them is the last that is not 0. The
  ! highest limb of the number has its sign, or is 0.
  pure subroutine magnitude(number, limb, last, negative)
    type(efp), intent(in) :: number
    integer(int64), intent(out) :: limb(:)
    integer, intent(out) :: last
    logical, intent(out) :: negative
    integer(int64) :: carry
    integer :: i

    limb = 0
    negative = .false.
    last = number%high
    do while (last >= number%low)
      if (number%limb(last) /= 0) exit
      last = last - 1
    end do
    if (last < number%low) then
      last = 0
      return
    end if
    negative = number%limb(last) < 0
    carry = 0
    do i = number%low, last
      limb(i) = merge(-number%limb(i), number%limb(i), negative) + carry
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
