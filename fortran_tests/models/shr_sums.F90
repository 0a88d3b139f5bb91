! shr_reprosum_mod of CESM and E3SM: many fields in a call, on any number of ranks, and all options.
#include "binding.h"
subroutine shr_sums_test(most)
  use shr_reprosum_mod, only: shr_reprosum_calc, shr_reprosum_setopts, shr_reprosum_tolExceeded, &
                              shr_reprosum_reldiffmax, shr_reprosum_recompute
  use communicators
  use exact_oracle
  use layouts
  use shr_log_mod, only: shr_log_Unit
  use stand_in, only: comm, fatal_message
  use values
  use harness, only: check
  use mpi, only: MPI_COMM_WORLD
  implicit none
  integer, intent(in) :: most
  integer, parameter :: N = NI * NJ, FIELDS = 5, SPARE = 3
  real(dp) :: whole(N, FIELDS)
  real(dp), allocatable :: arr(:, :)
  type(layout) :: this
  integer :: k, first, count

  do k = 1, FIELDS
    whole(:, k) = flat(whole_field(k))
  end do
  whole(:, 2) = 0
  whole(:, 3) = [(modulo(k * 7919, 1000) * 0.001_dp, k=1, N)]
  do while (next_layout(most, this))
    if (this%py > 1) cycle                      ! columns are dealt out one after another
    if (enter(this)) then
      first = share(rank)
      count = share(rank + 1) - first
      allocate (arr(count + SPARE, FIELDS), source=quiet_nan())
      arr(:count, :) = whole(first + 1:first + count, :)
      call plain()
      call infinities()
      call bounds()
      call differences()
      deallocate (arr)
    end if
    call leave()
  end do
  call options()
  call on_the_world()

contains

  ! The last of several ranks has nothing, the others more and more.
  integer function share(r)
    integer, intent(in) :: r

    share = N
    if (r == 0 .or. r < this%ranks - 1) share = N * r * (r + 1) / (this%ranks * this%ranks)
  end function

  subroutine plain()
    real(dp) :: sums(FIELDS), one(2)
    integer :: stats(6)

    stats = 7
    call shr_reprosum_calc(arr, sums, count, count + SPARE, FIELDS, commid=comm, repro_sum_stats=stats, &
                           ddpdd_sum=.true., gbl_count=N, arr_max_levels=[(1, k=1, FIELDS)], &
                           arr_gbl_max=[(1.0_dp, k=1, FIELDS)], gbl_max_nsummands=1, repro_sum_validate=.false.)
    do k = 1, FIELDS
      call same(sums(k), exact_sum([whole(:, k), 0.0_dp], 8), 'a field', HERE)
    end do
    call check(all(stats == [8, 7, 7, 7, 7, 7]), 'repro_sum_stats', HERE)
    ! In the ways of callers: part of an array of results, an element as the beginning of an array.
    call shr_reprosum_calc(arr(:, 4), one(2:2), count, count + SPARE, 1, gbl_count=N, commid=comm)
    call same(one(2), exact_sum([whole(:, 4), 0.0_dp], 8), 'one field', HERE)
    call shr_reprosum_calc(arr(1, 3), sums, count, count + SPARE, 2, commid=comm)
    call same(sums(1), exact_sum(whole(:, 3), 8), 'from an element on', HERE)
    call same(sums(2), exact_sum([whole(:, 4), 0.0_dp], 8), 'from an element on', HERE)
    call shr_reprosum_calc(arr, sums, 0, count + SPARE, FIELDS, commid=comm)
    call check(all(bits_equal(sums, 0.0_dp)), 'no summands', HERE)
    call shr_reprosum_calc(arr, sums, count, count + SPARE, 0, commid=comm)
    call check(fatal_message == '', fatal_message, HERE)
    if (this%ranks > 1) return
    call shr_reprosum_calc(arr, sums, count + SPARE + 1, count + SPARE, FIELDS, commid=comm)
    call check(index(fatal_message, 'shr_reprosum_calc: nsummands is 855, but the first extent') == 1, &
               fatal_message, HERE)
    fatal_message = ''
  end subroutine

  ! They are refused, on the rank that has one, or summed as IEEE 754 says.
  subroutine infinities()
    real(dp) :: sums(FIELDS), kept(5, FIELDS), diff(2, FIELDS)

    if (count > 5) then
      kept = arr(:5, :)
      if (rank == 0) arr(5, 1) = infinity()
      arr(4, 2) = -infinity()
      arr(3, 3) = odd_nan(3)
      arr(2:3, 4) = [infinity(), -infinity()]
      arr(1:2, 5) = huge(1.0_dp)
    end if
    shr_reprosum_reldiffmax = 0.1_dp
    call shr_reprosum_calc(arr, sums, count, count + SPARE, FIELDS, allow_infnan=.true., commid=comm, &
                           rel_diff=diff)
    shr_reprosum_reldiffmax = -1
    call check(all(abs(diff) <= 0), 'rel_diff of sums that are not finite', HERE)
    call check(fatal_message == '', fatal_message, HERE)
    call same(sums(1), infinity(), 'infinity', HERE)
    call check(is_infinite(sums(2)) .and. is_negative(sums(2)), 'an infinity below zero', HERE)
    call check(is_nan(sums(3)) .and. is_nan(sums(4)), 'NaNs', HERE)
    call check(is_infinite(sums(5)), 'a sum beyond the largest double', HERE)
    call shr_reprosum_calc(arr, sums, count, count + SPARE, FIELDS, commid=comm)
    call check((index(fatal_message, 'shr_reprosum_calc: there are 1 NaNs and ') == 1) .eqv. count > 5, &
               fatal_message, HERE)
    fatal_message = ''
    call shr_reprosum_calc(arr(:, 5), sums, count, count + SPARE, 1, commid=comm)
    call check(fatal_message == '' .and. is_infinite(sums(1)), 'an overflow is no infinity', HERE)
    if (count > 5) arr(:5, :) = kept
  end subroutine

  ! As the largest and the smallest summand of all ranks make them.
  subroutine bounds()
    real(dp) :: sums(FIELDS), largest(FIELDS)
    integer :: levels(FIELDS), summands, most_summands, bits, r

    call shr_reprosum_calc(arr, sums, count, count + SPARE, FIELDS, commid=comm, arr_gbl_max_out=largest, &
                           arr_max_levels_out=levels, gbl_max_nsummands_out=summands)
    most_summands = maxval([(share(r + 1) - share(r), r=0, this%ranks - 1)])
    call check(summands == most_summands, 'gbl_max_nsummands_out', HERE)
    bits = 62 - (int(log(most_summands + 1.5_dp) / log(2.0_dp)) + 1)
    do k = 1, FIELDS
      if (k == 2) cycle
      call check(largest(k) > maxval(abs(whole(:, k))) .and. largest(k) <= 2 * maxval(abs(whole(:, k))), &
                 'arr_gbl_max_out', HERE)
      call check(levels(k) == 2 + (53 + exponent(maxval(abs(whole(:, k)))) &
                 - exponent(minval(abs(whole(:, k)), mask=abs(whole(:, k)) > 0))) / bits, &
                 'arr_max_levels_out', HERE)
    end do
    call check(levels(2) == 2 + 53 / bits, 'levels of zeros', HERE)
    call same(largest(2), 2.0_dp**(-1021), 'arr_gbl_max_out of zeros', HERE)
  end subroutine

  ! Beside sums in floating point: zero where they are exact too, or not asked for.
  subroutine differences()
    real(dp) :: sums(FIELDS), diff(2, FIELDS)
    integer :: stats(5), unit, lines
    logical :: exceeded
    character(len=200) :: line

    stats = 0
    diff = 7
    call shr_reprosum_calc(arr, sums, count, count + SPARE, FIELDS, commid=comm, rel_diff=diff, &
                           repro_sum_stats=stats)
    call check(all(abs(diff) <= 0) .and. all(stats == [1, 0, 0, 0, 0]), 'rel_diff without a tolerance', HERE)
    call check(.not. shr_reprosum_tolExceeded('test', FIELDS, .true., -99, diff + 1), &
               'without a tolerance', HERE)

    shr_reprosum_reldiffmax = 1.0e-10_dp
    call shr_reprosum_calc(arr, sums, count, count + SPARE, FIELDS, commid=comm, rel_diff=diff, &
                           repro_sum_stats=stats)
    call check(all(stats == [2, 0, 0, 1, 0]), 'statistics of a comparison', HERE)
    call check(all(abs(diff(:, 2)) <= 0), 'the sum of zeros', HERE)
    call check(diff(1, 3) < 1.0e-13_dp .and. abs(diff(2, 3) - diff(1, 3) * sums(3)) <= 1.0e-12_dp, &
               'a sum in floating point', HERE)
    call check(.not. shr_reprosum_tolExceeded('test', 1, .true., -99, diff(:, 3)), 'within the tolerance', HERE)
    diff(:, 4) = [1.0_dp, 2.0_dp]
    diff(:, 5) = [0.5_dp, 3.0_dp]
    open (newunit=unit, status='scratch')
    shr_log_Unit = unit
    exceeded = shr_reprosum_tolExceeded('test', FIELDS, .false., rel_diff=diff)
    call check(exceeded, 'beyond the tolerance', HERE)
    exceeded = shr_reprosum_tolExceeded('test ', FIELDS, .true., rel_diff=diff)
    rewind (unit)
    read (unit, '(a)') line
    call check(index(line, 'test: the exact sums of ') == 1, line, HERE)
    read (unit, '(a)') line
    call check(index(line, '  largest relative difference, field 4,') == 1 .or. diff(1, 1) >= 1, line, HERE)
    read (unit, '(a)', iostat=lines) line
    call check(lines == 0 .and. index(line, '  largest absolute difference, field ') == 1, line, HERE)
    close (unit)
    shr_reprosum_reldiffmax = -1
  end subroutine

  ! Once; without commid the ranks are those of MPI_COMM_WORLD.
  subroutine options()
    integer :: unit
    character(len=80) :: line

    open (newunit=unit, status='scratch')
    call shr_reprosum_setopts(repro_sum_use_ddpdd_in=.true., repro_sum_allow_infnan_in=.true., &
                              repro_sum_rel_diff_max_in=0.5_dp, repro_sum_recompute_in=.true., &
                              repro_sum_master=.true., repro_sum_logunit=unit)
    call check(shr_reprosum_recompute .and. abs(shr_reprosum_reldiffmax - 0.5_dp) <= 0, 'options', HERE)
    rewind (unit)
    read (unit, '(a)') line
    call check(line == 'shr_reprosum_setopts: exact sums, rounded once, by samebits', line, HERE)
    close (unit)
    call check(fatal_message == '', fatal_message, HERE)
    call shr_reprosum_setopts(repro_sum_master=.false.)
    call check(index(fatal_message, 'shr_reprosum_setopts: it was called before') == 1, fatal_message, HERE)
    fatal_message = ''
  end subroutine

  subroutine on_the_world()
    real(dp) :: one(1, 1), sum(1)

    one = infinity()
    call shr_reprosum_calc(one, sum, 1, 1, 1)
    call check(is_infinite(sum(1)) .and. fatal_message == '', 'allowed by repro_sum_allow_infnan_in', HERE)
    call shr_reprosum_calc(one, sum, 1, 1, 1, .false.)
    call check(fatal_message /= '', 'forbidden by allow_infnan', HERE)
    fatal_message = ''
    one = 1
    call shr_reprosum_calc(one, sum, 1, 1, 1)
    call check(nint(sum(1)) == most, 'MPI_COMM_WORLD', HERE)
  end subroutine

  elemental logical function bits_equal(a, b)
    real(dp), intent(in) :: a, b

    bits_equal = transfer(a, 0_int64) == transfer(b, 0_int64)
  end function

  subroutine same(value, expected, what, file, line)
    real(dp), intent(in) :: value, expected
    character(len=*), intent(in) :: what, file
    integer, intent(in) :: line

    call check(bits_equal(value, expected), 'shr_reprosum_mod: '//what, file, line)
  end subroutine
end subroutine
