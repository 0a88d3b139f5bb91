! FMS's module mpp_efp_mod, on the same fields and layouts; sums of reals of 4 bytes are rounded once.
#include "binding.h"
subroutine fms_sums_test(most)
  use mpp_efp_mod, only: mpp_reproducing_sum, mpp_efp_list_sum_across_PEs, mpp_efp_type, &
                         operator(+), operator(-), assignment(=), mpp_efp_plus, mpp_efp_minus, mpp_efp_to_real, mpp_real_to_efp, &
                         mpp_efp_real_diff, mpp_query_efp_overflow_error, mpp_reset_efp_overflow_error
  use communicators
  use exact_oracle
  use layouts
  use stand_in, only: fatal_message
  use values
  use harness, only: check
  implicit none
  integer, intent(in) :: most
  real(dp) :: fields(NI, NJ, 3)
  real(sp) :: floats(NI, NJ)
  real(dp), allocatable :: h(:, :, :)
  type(layout) :: this
  integer :: k, is, ie, js, je

  do k = 1, 3
    fields(:, :, k) = whole_field(k)
  end do
  floats = real(fields(:, :, 2) * 2.0_dp**(-20), sp)
  where (abs(floats) > huge(1.0_sp)) floats = 1
  fields(:, :, 2) = floats
  do while (next_layout(most, this))
    if (enter(this)) then
      h = with_halo(fields, this)
      is = HALO + 1
      ie = size(h, 1) - HALO
      js = HALO + 1
      je = size(h, 2) - HALO
      call sums_of_fields()
      call lists()
      call refused()
    end if
    call leave()
  end do

contains

  subroutine sums_of_fields()
    type(mpp_efp_type) :: whole, again
    real(dp) :: sum, sums(3)
    real(sp) :: short, tie(3, 1)
    integer :: err

    sum = mpp_reproducing_sum(h(:, :, 1), is, ie, js, je, EFP_sum=whole, reproducing=.true., &
                              overflow_check=.true., err=err)
    call same(sum, exact_sum(flat(fields(:, :, 1)), 8), 'real(8), rank 2', HERE)
    call check(err == 0, 'err', HERE)
    call same(mpp_efp_to_real(whole), sum, 'EFP_sum', HERE)

    short = mpp_reproducing_sum(real(h(:, :, 2), sp), is, ie, js, je, EFP_sum=again, err=err)
    call same(real(short, dp), exact_sum([real(flat(fields(:, :, 2)), dp), 0.0_dp], 4), 'real(4)', HERE)
    call same(mpp_efp_to_real(again), exact_sum([flat(fields(:, :, 2)), 0.0_dp], 8), 'EFP_sum of real(4)', HERE)
    call same(mpp_efp_real_diff(whole + again - again, whole), 0.0_dp, 'a + b - b', HERE)
    call same(mpp_efp_real_diff(mpp_efp_minus(mpp_efp_plus(whole, again), whole), again), 0.0_dp, &
              'by name', HERE)

    ! A double between would be a tie of two floats.
    tie = 0
    if (rank == 0) tie(:, 1) = [1.0_sp, 2.0_sp**(-24), 2.0_sp**(-60)]
    short = mpp_reproducing_sum(tie)
    call same(real(short, dp), 1 + real(epsilon(1.0_sp), dp), 'real(4), rounded once', HERE)

    sum = mpp_reproducing_sum(h, is, ie, js, je, sums, EFP_sum=whole, err=err)
    call same(sum, exact_sum(flat(fields), 8), 'rank 3', HERE)
    call same(sums(3), exact_sum(flat(fields(:, :, 3)), 8), 'a layer', HERE)
    call same(mpp_efp_to_real(whole), sum, 'EFP_sum of layers', HERE)
    sum = mpp_reproducing_sum(h, is, ie, js, je)
    call same(sum, exact_sum(flat(fields), 8), 'without layers', HERE)
  end subroutine

  subroutine lists()
    type(mpp_efp_type) :: numbers(20)
    logical :: errors(20)
    integer :: i

    do i = 1, size(numbers)
      numbers(i) = mpp_real_to_efp(fields(i, 1 + rank, 1))
    end do
    numbers(20) = mpp_real_to_efp(huge(1.0_dp))
    call mpp_efp_list_sum_across_PEs(numbers, 20, errors)
    do i = 1, 19
      call same(mpp_efp_to_real(numbers(i)), exact_sum([fields(i, 1:this%ranks, 1), 0.0_dp], 8), &
                'of a list', HERE)
    end do
    call check(.not. any(errors(:19)) .and. (errors(20) .eqv. this%ranks > 1), 'errors', HERE)
    call check(mpp_query_efp_overflow_error() .eqv. this%ranks > 1, 'mpp_query_efp_overflow_error', HERE)
    call mpp_reset_efp_overflow_error()
    call check(.not. mpp_query_efp_overflow_error(), 'mpp_reset_efp_overflow_error', HERE)
    numbers(1) = mpp_real_to_efp(huge(1.0_dp))
    call mpp_efp_list_sum_across_PEs(numbers(:1), 1)
    call check(index(fatal_message, 'mpp_efp_list_sum_across_PEs: ') == merge(1, 0, this%ranks > 1), &
               'an overflow', HERE)
    fatal_message = ''
  end subroutine

  subroutine refused()
    real(dp) :: sum, sums(2)
    real(sp) :: short
    integer :: err

    ! Ranks see NaNs in their halos.
    sum = mpp_reproducing_sum(h(:, :, 1), err=err)
    call check(err == 4, 'err of a NaN', HERE)
    call same(sum, 0.0_dp, 'no rank contributes', HERE)
    short = mpp_reproducing_sum(real(h(:, :, 1), sp))
    call check(index(fatal_message, 'mpp_reproducing_sum: there is a NaN') == 1, fatal_message, HERE)
    fatal_message = ''
    sum = mpp_reproducing_sum(h, sums=sums)
    call check(index(fatal_message, 'mpp_reproducing_sum: sums has 2 elements') == 1, fatal_message, HERE)
    fatal_message = ''
  end subroutine

  subroutine same(value, expected, what, file, line)
    real(dp), intent(in) :: value, expected
    character(len=*), intent(in) :: what, file
    integer, intent(in) :: line

    call check(transfer(value, 0_int64) == transfer(expected, 0_int64), 'mpp_efp_mod: '//what, file, line)
  end subroutine
end subroutine
