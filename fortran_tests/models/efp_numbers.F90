! Numbers in extended fixed point: conversions, sums and differences are exact, and rounded once.
#include "binding.h"
subroutine efp_numbers_test()
  use samebits_efp
  use exact_oracle
  use values
  use harness, only: check
  implicit none
  real(dp), allocatable :: x(:)
  integer :: i, j

  x = hostile()
  do i = 1, size(x)
    call same(to_real64(to_efp(x(i))), exact_sum([x(i), 0.0_dp], 8), 'a double', HERE)
    call check(transfer(to_real32(to_efp(x(i))), 0_int32) == float_bits([x(i), 0.0_dp]), 'to real32', HERE)
    do j = 1, size(x)
      call pair(x(i), x(j))
    end do
  end do
  call many()
  call carried()

contains

  subroutine pair(a, b)
    real(dp), intent(in) :: a, b
    type(efp) :: both, back

    both = to_efp(a) + to_efp(b)
    call same(to_real64(both), exact_sum([a, b, 0.0_dp], 8), 'a + b', HERE)
    call same(to_real64(to_efp(a) - to_efp(b)), exact_sum([a, -b, 0.0_dp], 8), 'a - b', HERE)
    call check(transfer(to_real32(both), 0_int32) == float_bits([a, b, 0.0_dp]), 'a + b to real32', HERE)
    back = both - to_efp(b)
    call equal(back, to_efp(a), 'a + b - b', HERE)
    back = normalised(both) - to_efp(a)
    call equal(back, to_efp(b), 'a + b - a', HERE)
  end subroutine

  ! All at once, in both directions.
  subroutine many()
    type(efp) :: forward, backward
    integer :: i

    call same(to_real64(forward), 0.0_dp, 'a variable', HERE)
    backward = forward
    do i = 1, size(x)
      forward = forward + to_efp(x(i))
      backward = to_efp(x(size(x) + 1 - i)) + backward
    end do
    call equal(forward, backward, 'another order', HERE)
    call same(to_real64(forward), exact_sum([x, 0.0_dp], 8), 'many summands', HERE)
    call same(to_real64(to_efp(0.0_dp) - forward), exact_sum([-x, 0.0_dp], 8), 'the negative', HERE)
  end subroutine

  ! More terms than limbs have room for: 2**30 times a number, less all of it but one.
  subroutine carried()
    real(dp), parameter :: NUMBER = -(2.0_dp - epsilon(1.0_dp)) * 2.0_dp**41
    type(efp) :: doubled, all_but_one
    integer :: i

    doubled = to_efp(NUMBER)
    all_but_one = to_efp(0.0_dp)
    do i = 1, 30
      all_but_one = all_but_one + doubled
      doubled = doubled + doubled
      call same(to_real64(doubled), NUMBER * 2.0_dp**i, 'a multiple', HERE)
    end do
    call equal(doubled - all_but_one, to_efp(NUMBER), 'one of 2**30', HERE)
  end subroutine

  ! Zeros, the smallest and largest, limits of formats and limbs, ties of both formats; each sign.
  function hostile() result(x)
    real(dp), allocatable :: x(:)
    real(dp), parameter :: LEAST = tiny(1.0_dp) * epsilon(1.0_dp), EPS = epsilon(1.0_dp)
    real(dp) :: powers(104)
    integer :: i

    powers = [(scale(1.0_dp + mod(i, 3) * EPS, i * 20 - 1074), i=1, size(powers))]
    x = [0.0_dp, LEAST, 3 * LEAST, tiny(1.0_dp), tiny(1.0_dp) - LEAST, tiny(1.0_dp) * 2 - LEAST, huge(1.0_dp), &
         huge(1.0_dp) * (EPS / 4), real(huge(1.0_sp), dp), huge(1.0_sp) * (1 + 2.0_dp**(-25)), 1.0_dp, &
         1 + EPS, 1 - EPS / 2, EPS / 2, 1 + 2.0_dp**(-24), 1 + 3 * 2.0_dp**(-24), &
         scale(1.0_dp, -149), scale(1.0_dp, -150), scale(3.0_dp, -150), scale(1.0_dp, -151), &
         scale(1.0_dp + EPS, -150), real(tiny(1.0_sp), dp), 0.1_dp, powers]
    x = [x, -x]
  end function

  integer(int32) function float_bits(x)
    real(dp), intent(in) :: x(:)

    float_bits = transfer(real(exact_sum(x, 4), sp), 0_int32)
  end function

  subroutine same(value, expected, what, file, line)
    real(dp), intent(in) :: value, expected
    character(len=*), intent(in) :: what, file
    integer, intent(in) :: line

    call check(transfer(value, 0_int64) == transfer(expected, 0_int64), what, file, line)
  end subroutine

  subroutine equal(a, b, what, file, line)
    type(efp), intent(in) :: a, b
    character(len=*), intent(in) :: what, file
    integer, intent(in) :: line

    call check(all(all_limbs(normalised(a)) == all_limbs(normalised(b))), what, file, line)
  end subroutine
end subroutine
