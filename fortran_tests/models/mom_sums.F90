! MOM6's module MOM_coms: sums of fields do not depend on the ranks nor on the layout, and are exact.
#include "binding.h"
subroutine mom_sums_test(most)
  use MOM_coms, only: reproducing_sum, reproducing_sum_EFP, EFP_type, operator(+), operator(-), assignment(=), &
                      EFP_to_real, real_to_EFP, EFP_real_diff, EFP_sum_across_PEs, EFP_list_sum_across_PEs, &
                      EFP_plus, EFP_minus, query_EFP_overflow_error, reset_EFP_overflow_error, num_PEs
  use communicators
  use exact_oracle
  use layouts
  use stand_in, only: fatal_message, sums_made
  use values
  use harness, only: check
  implicit none
  integer, intent(in) :: most
  integer, parameter :: LAYERS = 12
  real(dp) :: fields(NI, NJ, LAYERS)
  real(dp), allocatable :: h(:, :, :)
  type(layout) :: this
  integer :: k, is, ie, js, je

  do k = 1, LAYERS
    fields(:, :, k) = whole_field(k)
  end do
  fields(:, :, 2) = 0
  do while (next_layout(most, this))
    if (enter(this)) then
      h = with_halo(fields, this)
      is = HALO + 1
      ie = size(h, 1) - HALO
      js = HALO + 1
      je = size(h, 2) - HALO
      call check(num_PEs() == this%ranks, 'num_PEs of MOM_coms_infra', HERE)
      call two_dimensions()
      call three_dimensions()
      call rows()
      call refused()
      call overflows()
    end if
    call leave()
  end do

contains

  subroutine two_dimensions()
    type(EFP_type) :: whole, first, here
    real(dp) :: sum, long(NI * NJ, LAYERS)
    integer :: err

    long = reshape(fields, shape(long))
    sum = reproducing_sum(long, 2, only_on_PE=.true.)
    call same(sum, exact_sum(flat(long(2:, :)), 8), 'long columns', HERE)
    sum = reproducing_sum(h(:, :, 1), is, ie, js, je, EFP_sum=whole, err=err)
    call same(sum, exact(1), 'reproducing_sum', HERE)
    call check(err == 0, 'err', HERE)
    call same(EFP_to_real(whole), exact(1), 'EFP_sum', HERE)
    sum = reproducing_sum(h(is:ie, js:je, 1), reproducing=.false., overflow_check=.false.)
    call same(sum, exact(1), 'a field without a halo', HERE)
    sum = reproducing_sum(h(:, :, 1), is, ie, js, je, unscale=8.0_dp)
    call same(sum, exact_sum(flat(8 * fields(:, :, 1)), 8) / 8, 'unscale', HERE)
    sum = reproducing_sum(h(:, :, 1), is, ie, js, je, unscale=0.0_dp)
    call same(sum, 0.0_dp, 'unscale=0', HERE)
    sum = reproducing_sum(h(:, :, 1), isr=is, ier=is - 1)
    call same(sum, 0.0_dp, 'no element', HERE)

    first = reproducing_sum_EFP(h(:, :, 1), is, ie, js, je)
    call same(EFP_real_diff(first, whole), 0.0_dp, 'reproducing_sum_EFP', HERE)
    here = reproducing_sum_EFP(h(:, :, 1), is, ie, js, je, only_on_PE=.true.)
    call same(EFP_to_real(here), exact_sum([flat(h(is:ie, js:je, 1)), 0.0_dp], 8), 'only_on_PE', HERE)
    call EFP_sum_across_PEs(here)
    call same(EFP_real_diff(here, whole), 0.0_dp, 'EFP_sum_across_PEs', HERE)

    here = first + reproducing_sum_EFP(h(:, :, 3), is, ie, js, je)
    call same(EFP_to_real(here), exact_sum(flat(fields(:, :, [1, 3])), 8), 'EFP + EFP', HERE)
    call same(EFP_real_diff(here - reproducing_sum_EFP(h(:, :, 3), is, ie, js, je), first), 0.0_dp, &
              'a + b - b', HERE)
    call same(EFP_to_real(EFP_minus(EFP_plus(here, first), first)), EFP_to_real(here), 'by name', HERE)
  end subroutine

  subroutine three_dimensions()
    type(EFP_type) :: whole, layer(LAYERS + 1)
    real(dp) :: sum, sums(LAYERS)
    integer :: err, before

    before = sums_made
    sum = reproducing_sum(h, is, ie, js, je, sums=sums, EFP_sum=whole, EFP_lay_sums=layer, err=err)
    call check(sums_made - before == 3, 'sums of integers', HERE)
    call check(err == 0, 'err', HERE)
    call same(sum, exact_sum(flat(fields), 8), 'all layers', HERE)
    call same(EFP_to_real(whole), sum, 'EFP_sum', HERE)
    do k = 1, LAYERS
      call same(sums(k), exact(k), 'a layer', HERE)
      call same(EFP_to_real(layer(k)), exact(k), 'EFP_lay_sums', HERE)
    end do
    sum = reproducing_sum(h, is, ie, js, je, EFP_sum=whole)
    call same(sum, exact_sum(flat(fields), 8), 'without layers', HERE)
    call same(EFP_to_real(whole), sum, 'EFP_sum without layers', HERE)
    sum = reproducing_sum(h, is, ie, js, je, sums=sums, unscale=8.0_dp)
    call same(sums(4), exact_sum(flat(8 * fields(:, :, 4)), 8) / 8, 'unscale of a layer', HERE)
    sum = reproducing_sum(h, is, ie, js, je, sums=sums, only_on_PE=.true.)
    call same(sums(4), exact_sum([flat(h(is:ie, js:je, 4)), 0.0_dp], 8), 'only_on_PE of a layer', HERE)
    sum = reproducing_sum(h(:, :, :0), sums=sums)
    call same(sum, 0.0_dp, 'no layer', HERE)
  end subroutine

  ! Sums of rows, element by element, as means along lines of latitude are made.
  subroutine rows()
    type(EFP_type) :: row(NJ), zero
    real(dp) :: block(NI, NJ)
    logical :: errors(NJ)
    integer :: i, j

    block = owned()
    zero = real_to_EFP(0.0_dp)
    row = zero
    do j = 1, NJ
      do i = 1, NI
        row(j) = row(j) + real_to_EFP(block(i, j))
      end do
    end do
    call EFP_sum_across_PEs(row, NJ, errors)
    call check(.not. any(errors) .and. .not. query_EFP_overflow_error(), 'errors', HERE)
    do j = 1, NJ
      call same(EFP_to_real(row(j)), exact_sum([fields(:, j, 1), 0.0_dp], 8), 'a row', HERE)
    end do
    row = zero
    call EFP_list_sum_across_PEs(row, NJ)
    call same(EFP_to_real(row(NJ)), 0.0_dp, 'zeros', HERE)
  end subroutine

  ! This rank's elements in place, and zeros elsewhere.
  function owned() result(field)
    real(dp) :: field(NI, NJ)
    integer :: first, last

    field = 0
    first = mod(rank, this%px) * NI / this%px + 1
    last = rank / this%px * NJ / this%py + 1
    field(first:first + ie - is, last:last + je - js) = h(is:ie, js:je, 1)
  end function

  ! What cannot be summed has an error code on its rank, or ends the model.
  subroutine refused()
    real(dp), allocatable :: g(:, :, :)
    type(EFP_type) :: number
    real(dp) :: sum, sums(LAYERS)
    logical :: overflow
    integer :: err

    g = h
    if (rank == 0) g(is, js, 1) = odd_nan(3)
    sum = reproducing_sum(g(:, :, 1), is, ie, js, je, err=err)
    call check(err == merge(4, 0, rank == 0), 'err of a NaN', HERE)
    call same(sum, without_rank_0(1), 'the sum without the rank that has a NaN', HERE)
    sum = reproducing_sum(g, is, ie, js, je, err=err, sums=sums)
    call check(err == merge(2, 0, rank == 0), 'err of a NaN in layers', HERE)
    call same(sums(4), without_rank_0(4), 'a layer without the rank that has a NaN', HERE)
    call says('', 'err says it', HERE)
    if (rank == 0) g(ie, je, 3) = -infinity()
    sum = reproducing_sum(g(:, :, 3), is, ie, js, je, err=err)
    call check(err == merge(2, 0, rank == 0), 'err of an infinity', HERE)
    call check(query_EFP_overflow_error() .eqv. rank == 0, 'query_EFP_overflow_error', HERE)
    sum = reproducing_sum(g, is, ie, js, je, err=err)
    call check(err == merge(5, 0, rank == 0), 'err of an infinity and a NaN in layers', HERE)
    call reset_EFP_overflow_error()
    call check(.not. query_EFP_overflow_error(), 'reset_EFP_overflow_error', HERE)

    sum = reproducing_sum(g(:, :, 1), is, ie, js, je)
    call says(merge('reproducing_sum: there is a NaN    ', repeat(' ', 35), rank == 0), 'a NaN', HERE)
    number = reproducing_sum_EFP(g(:, :, 3), is, ie, js, je)
    call says(merge('reproducing_sum_EFP: there is an in', repeat(' ', 35), rank == 0), 'an infinity', HERE)
    sum = reproducing_sum(h(:, :, 1), isr=0)
    call says('reproducing_sum: isr is 0, but the array begins at 1', 'isr', HERE)
    sum = reproducing_sum(h, jer=1000, jsr=is)
    call says('reproducing_sum: jer is 1000, but the array ends at', 'jer', HERE)
    sum = reproducing_sum(h, sums=sums(:2))
    call says('reproducing_sum: sums has 2 elements, but the array has 12 layers', 'sums', HERE)

    overflow = .false.
    number = real_to_EFP(infinity(), overflow)
    call check(overflow, 'overflow', HERE)
    number = real_to_EFP(quiet_nan())
    call says('real_to_EFP: NaN has no fixed-point representation', 'real_to_EFP', HERE)
  end subroutine

  real(dp) function without_rank_0(k)
    integer, intent(in) :: k
    real(dp) :: other(NI, NJ)

    other = fields(:, :, k)
    other(1:NI / this%px, 1:NJ / this%py) = 0
    without_rank_0 = exact_sum([flat(other), 0.0_dp], 8)
  end function

  ! Nothing overflows on its way; a sum beyond the largest double does, on all ranks.
  subroutine overflows()
    real(dp) :: large(2, 2), sum
    type(EFP_type) :: numbers(1)
    logical :: error
    integer :: err

    large = huge(1.0_dp)
    if (rank == 0) large(:, 1) = -huge(1.0_dp) * (1 - epsilon(1.0_dp))
    if (this%ranks > 1) large(:, 2) = merge(-1, 1, mod(rank, 2) == 0) * huge(1.0_dp)
    sum = reproducing_sum(large(:, 2:), err=err)
    call check((err == 2) .eqv. mod(this%ranks, 2) == 1, 'an overflow', HERE)
    sum = reproducing_sum(large, jsr=2)
    call check((fatal_message == '') .neqv. mod(this%ranks, 2) == 1, 'an overflow without err', HERE)
    fatal_message = ''
    numbers(1) = real_to_EFP(large(1, 1)) + real_to_EFP(large(2, 1))
    call EFP_sum_across_PEs(numbers(1), error)
    call check(error .neqv. this%ranks == 2, 'the sum of EFPs overflows', HERE)
  end subroutine

  real(dp) function exact(k)
    integer, intent(in) :: k

    exact = exact_sum([flat(fields(:, :, k)), 0.0_dp], 8)
  end function

  subroutine same(value, expected, what, file, line)
    real(dp), intent(in) :: value, expected
    character(len=*), intent(in) :: what, file
    integer, intent(in) :: line

    call check(transfer(value, 0_int64) == transfer(expected, 0_int64), 'MOM_coms: '//what, file, line)
  end subroutine

  ! What the model was ended with, or would have been.
  subroutine says(beginning, what, file, line)
    character(len=*), intent(in) :: beginning, what, file
    integer, intent(in) :: line

    if (beginning == '') then
      call check(fatal_message == '', what//': '//fatal_message, file, line)
    else
      call check(index(fatal_message, trim(beginning)) == 1, what//': '//fatal_message, file, line)
    end if
    fatal_message = ''
  end subroutine
end subroutine
