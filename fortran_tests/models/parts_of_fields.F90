! Parts of fields as MOM_coms sums them: with gaps, backwards, empty on some ranks, all zero; and numbers
! that few or many limbs hold on some ranks or on all.
#include "binding.h"
subroutine parts_of_fields_test(most)
  use MOM_coms, only: reproducing_sum, EFP_type, EFP_to_real, operator(+), assignment(=), real_to_EFP, &
                      EFP_list_sum_across_PEs
  use communicators
  use exact_oracle
  use layouts
  use stand_in, only: sums_made
  use values
  use harness, only: check
  implicit none
  integer, intent(in) :: most
  integer, parameter :: N = 70, M = 50, LAYERS = 3
  integer :: ranks

  do ranks = 1, most
    if (enter(layout(ranks, ranks, 1))) then
      call with_gaps()
      call zeros()
      call limbs()
      call lists()
    end if
    call leave()
  end do

contains

  ! Numbers as models have them, and of all magnitudes from number 3 on.
  function field(number) result(a)
    integer, intent(in) :: number
    real(dp) :: a(N, M, LAYERS)
    integer :: i, j, k, bits

    bits = merge(600, 30, mod(number, 4) == 3)
    do k = 1, LAYERS
      do j = 1, M
        do i = 1, N
          a(i, j, k) = (1 + mod(7919 * i + 104729 * j + k + number, 4099) / 4096.0_dp) * &
                       2.0_dp**(mod(37 * i + 11 * j + 5 * k + 3 * number, bits) - bits / 2)
          if (mod(i + j * k, 2) == 0) a(i, j, k) = -a(i, j, k)
        end do
      end do
    end do
  end function

  ! Each rank's part is another one, and that of the last is empty if there are several.
  subroutine with_gaps()
    real(dp) :: a(N, M, LAYERS), sum, sums(LAYERS)
    real(dp), allocatable :: all_parts(:), all_layers(:)
    integer :: r, number, last

    do number = 0, 3
      a = field(number + 10 * rank)
      last = merge(0, M, ranks > 1 .and. rank == ranks - 1)
      sum = reproducing_sum(a(::2, :, 1), 3, 30, 2, last)
      all_parts = [0.0_dp]
      do r = 0, ranks - 1
        associate (b => field(number + 10 * r))
          if (ranks == 1 .or. r < ranks - 1) all_parts = [all_parts, flat(b(5:59:2, 2:, 1))]
        end associate
      end do
      call same(sum, exact_sum(all_parts, 8), 'every other row', HERE)

      all_parts = [0.0_dp]
      all_layers = [0.0_dp]
      do r = 0, ranks - 1
        associate (b => field(number + 10 * r))
          all_parts = [all_parts, flat(b(2:, 1:M:3, 2))]
          all_layers = [all_layers, flat(b(2:, 1:M:3, :))]
        end associate
      end do
      sum = reproducing_sum(a(N:1:-1, M - 1:1:-3, 2), ier=N - 1)
      call same(sum, exact_sum(all_parts, 8), 'backwards', HERE)
      sum = reproducing_sum(a(2:, ::3, LAYERS:1:-1), sums=sums)
      call same(sums(LAYERS - 1), exact_sum(all_parts, 8), 'a layer with gaps', HERE)
      call same(sum, exact_sum(all_layers, 8), 'layers with gaps', HERE)
      sum = reproducing_sum(a(2:, ::3, LAYERS:1:-1))
      call same(sum, exact_sum(all_layers, 8), 'all elements with gaps', HERE)
    end do
  end subroutine

  subroutine zeros()
    real(dp) :: a(N, M), sum

    a = 0
    a(::2, :) = -a(::2, :)
    call same(reproducing_sum(a), 0.0_dp, 'nothing but zeros', HERE)
    a(N, M) = merge(1.5_dp, -0.0_dp, rank == 0)
    sum = reproducing_sum(a)
    call same(sum, 1.5_dp, 'one number among zeros', HERE)
  end subroutine

  ! One exchange where all ranks' sums are of usual size, and the right one where a rank's is not.
  subroutine limbs()
    integer, parameter :: SIZES(*) = [-1074, -1073, -300, -195, -194, -193, 0, 164, 165, 166, 167, 1000, 1023]
    real(dp) :: a(2, 1), sum, mine, theirs
    integer :: i, j, before

    do i = 1, size(SIZES)
      do j = 1, size(SIZES)
        mine = scale(1.0_dp, SIZES(i))
        theirs = -scale(1.0_dp, SIZES(j))
        a(:, 1) = merge([mine, 0.0_dp], [theirs, 1.0_dp], rank == 0)
        if (rank > 1) a = 0
        before = sums_made
        sum = reproducing_sum(a)
        call check(sums_made - before <= 2, 'exchanges', HERE)
        if (ranks == 1) then
          call same(sum, mine, 'one number', HERE)
        else
          call same(sum, exact_sum([mine, theirs, 1.0_dp], 8), 'two ranks', HERE)
        end if
      end do
    end do
    before = sums_made
    sum = reproducing_sum(field(1))
    call check(sums_made - before == 1, 'one exchange', HERE)
  end subroutine

  ! Numbers of which some are large on a rank, and those that nothing was added to.
  subroutine lists()
    type(EFP_type) :: number(20)
    real(dp) :: power
    integer :: i, k, before

    do k = 0, 1
      do i = 2, size(number)
        number(i) = real_to_EFP(-real(i, dp)) + real_to_EFP(real(rank, dp))
      end do
      power = merge(2.0_dp**600, 2.0_dp**100, k == 1)
      if (rank == ranks - 1) number(7) = real_to_EFP(power) + number(7)
      before = sums_made
      call EFP_list_sum_across_PEs(number, size(number))
      call check(sums_made - before == merge(3, 1, k == 1), 'exchanges of a list', HERE)
      call same(EFP_to_real(number(1)), 0.0_dp, 'a number that was not assigned to', HERE)
      do i = 2, size(number)
        call same(EFP_to_real(number(i)), exact_sum([merge(power, 0.0_dp, i == 7), &
                  real(-i * ranks + ranks * (ranks - 1) / 2, dp)], 8), 'of a list', HERE)
      end do
    end do
  end subroutine

  subroutine same(value, expected, what, file, line)
    real(dp), intent(in) :: value, expected
    character(len=*), intent(in) :: what, file
    integer, intent(in) :: line

    call check(transfer(value, 0_int64) == transfer(expected, 0_int64), 'MOM_coms: '//what, file, line)
  end subroutine
end subroutine
