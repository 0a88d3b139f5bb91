! Sums and dot products of local numbers, of the four kinds, also of parts of arrays. All of it
! before MPI_Init.
#include "binding.h"
subroutine short_sums_test()
  use, intrinsic :: iso_fortran_env, only: sp => real32, dp => real64
  use samebits
  use harness
  implicit none

  real(dp) :: x(6), y(6), none(0)
  real(sp) :: x4(6), y4(6)
  complex(dp) :: z(3), w(3)
  complex(sp) :: z4(3), w4(3)

  x = [2.0_dp**600, 1.0_dp, -2.0_dp**600, epsilon(1.0_dp) / 2, 2.0_dp**(-300), 7.0_dp]
  y = [2.0_dp**600, 3.0_dp, 2.0_dp**600, 0.0_dp, 0.0_dp, -1.0_dp]
  call check(samebits_sum(x(1:5)) == 1 + epsilon(1.0_dp), 'doubles', HERE)
  call check(samebits_sum(x(2:6:2)) == 1 + epsilon(1.0_dp) / 2 + 7, 'every other double', HERE)
  call check(samebits_dot(x, y) == -4, 'products that overflow', HERE)
  call check(samebits_dot(x(2:6:4), y(2:6:4), conjugate=.true.) == -4, 'products of parts', HERE)
  call check(samebits_sum(none) == 0 .and. samebits_dot(none, none) == 0, 'nothing', HERE)

  x4 = [2.0_sp**100, 1.0_sp, -2.0_sp**100, epsilon(1.0_sp) / 2, 2.0_sp**(-90), 7.0_sp]
  y4 = [2.0_sp**100, 3.0_sp, 2.0_sp**100, 0.0_sp, 0.0_sp, -1.0_sp]
  call check(samebits_sum(x4(1:5)) == 1 + epsilon(1.0_sp), 'floats', HERE)
  call check(samebits_dot(x4, y4) == -4, 'products of floats', HERE)

  z = [(3, 4), (1, 2), (0, 1)]
  w = [(5, -6), (-7, 8), (0, 1)]
  z4 = cmplx(z, kind=sp)
  w4 = cmplx(w, kind=sp)
  call check(samebits_sum(z) == sum(z), 'complex numbers', HERE)
  call check(samebits_dot(z, w) == sum(z * w), 'complex products', HERE)
  call check(samebits_dot(z, w, .true.) == dot_product(z, w), 'products with conjugates', HERE)
  call check(samebits_dot(z, w, conjugate=.false.) == sum(z * w), 'products without', HERE)
  call check(samebits_sum(z4) == sum(z4), 'complex numbers of floats', HERE)
  call check(samebits_dot(z4, w4) == sum(z4 * w4), 'complex products of floats', HERE)
  call check(samebits_dot(z4, w4, .true.) == dot_product(z4, w4), 'floats with conjugates', HERE)
end subroutine
