! The module of this name that CESM and E3SM share, with exact sums in place of its integer vectors
! (docs/models.md). Compile it in place of their shr_reprosum_mod.F90, after samebits.F90.
module shr_reprosum_mod
  use, intrinsic :: iso_fortran_env, only: int64, r8 => real64
  use mpi
  use shr_log_mod, only: shr_log_unit
  use shr_sys_mod, only: shr_sys_abort
  use samebits, only: samebits_sums, samebits_sums_create, samebits_sums_free, samebits_sums_clear, &
                      samebits_sums_add, samebits_sums_value, samebits_sums_allreduce, &
                      samebits_error_message
  implicit none
  private

  public :: shr_reprosum_setopts, shr_reprosum_calc, shr_reprosum_tolExceeded

  logical, public, save :: shr_reprosum_recompute = .false.
  real(r8), public, save :: shr_reprosum_reldiffmax = -1.0_r8

  logical, save :: allow_infnan_by_default = .false.
  logical, save :: options_set = .false.

  type(samebits_sums), save :: sums
  integer, save :: sums_there = 0

contains

  ! The options, once. Of them repro_sum_use_ddpdd_in has no effect.
  subroutine shr_reprosum_setopts(repro_sum_use_ddpdd_in, repro_sum_allow_infnan_in, &
                                  repro_sum_rel_diff_max_in, repro_sum_recompute_in, repro_sum_master, &
                                  repro_sum_logunit)
    logical, intent(in), optional :: repro_sum_use_ddpdd_in, repro_sum_allow_infnan_in
    real(r8), intent(in), optional :: repro_sum_rel_diff_max_in
    logical, intent(in), optional :: repro_sum_recompute_in, repro_sum_master
    integer, intent(in), optional :: repro_sum_logunit
    character(len=*), parameter :: NAME = 'shr_reprosum_setopts: '
    integer :: unit

    if (present(repro_sum_use_ddpdd_in)) continue
    if (options_set) call shr_sys_abort(NAME//'it was called before; options are set once')
    options_set = .true.
    if (present(repro_sum_allow_infnan_in)) allow_infnan_by_default = repro_sum_allow_infnan_in
    if (present(repro_sum_rel_diff_max_in)) shr_reprosum_reldiffmax = repro_sum_rel_diff_max_in
    if (present(repro_sum_recompute_in)) shr_reprosum_recompute = repro_sum_recompute_in

    if (.not. present(repro_sum_master)) return
    if (.not. repro_sum_master) return
    unit = shr_log_unit
    if (present(repro_sum_logunit)) unit = repro_sum_logunit
    write (unit, '(2a)') NAME, 'exact sums, rounded once, by samebits'
    if (allow_infnan_by_default) then
      write (unit, '(2a)') NAME, 'infinities and NaNs are summed'
    else
      write (unit, '(2a)') NAME, 'infinities and NaNs end the run'
    end if
    if (shr_reprosum_reldiffmax >= 0) then
      write (unit, '(2a, es10.3)') NAME, 'sums in floating point may differ by', shr_reprosum_reldiffmax
    end if
  end subroutine

  ! The sums of fields over the ranks of commid. Of these arguments ddpdd_sum, arr_gbl_max,
  ! arr_max_levels, gbl_max_nsummands, gbl_count and repro_sum_validate have no effect: an exact sum
  ! needs no bounds, and always takes one exchange.
  subroutine shr_reprosum_calc(arr, arr_gsum, nsummands, dsummands, nflds, allow_infnan, ddpdd_sum, &
                               arr_gbl_max, arr_gbl_max_out, arr_max_levels, arr_max_levels_out, &
                               gbl_max_nsummands, gbl_max_nsummands_out, gbl_count, &
                               repro_sum_validate, repro_sum_stats, rel_diff, commid)
    integer, intent(in) :: nsummands, dsummands, nflds
    real(r8), intent(in) :: arr(dsummands, nflds)
    real(r8), intent(out) :: arr_gsum(nflds)
    logical, intent(in), optional :: allow_infnan, ddpdd_sum
    real(r8), intent(in), optional :: arr_gbl_max(nflds)
    real(r8), intent(out), optional :: arr_gbl_max_out(nflds)
    integer, intent(in), optional :: arr_max_levels(nflds)
    integer, intent(out), optional :: arr_max_levels_out(nflds)
    integer, intent(in), optional :: gbl_max_nsummands
    integer, intent(out), optional :: gbl_max_nsummands_out
    integer, intent(in), optional :: gbl_count
    logical, intent(in), optional :: repro_sum_validate
    integer, intent(inout), optional :: repro_sum_stats(:)
    real(r8), intent(out), optional :: rel_diff(2, nflds)
    integer, intent(in), optional :: commid
    integer :: comm, field, ierror
    logical :: allow, compares

    if (present(ddpdd_sum) .or. present(arr_gbl_max) .or. present(arr_max_levels) .or. &
        present(gbl_max_nsummands) .or. present(gbl_count) .or. present(repro_sum_validate)) continue
    if (nsummands > dsummands) then
      call stop_counts(nsummands, dsummands)
      return
    end if
    comm = MPI_COMM_WORLD
    if (present(commid)) comm = commid
    allow = allow_infnan_by_default
    if (present(allow_infnan)) allow = allow_infnan

    call empty_sums(nflds)
    do field = 1, nflds
      call samebits_sums_add(sums, field, arr(:nsummands, field))
    end do
    if (.not. allow) call look_for_infnan(arr(:nsummands, :))
    if (nflds > 0) then
      call samebits_sums_allreduce(sums, arr_gsum, comm, ierror)
      if (ierror /= MPI_SUCCESS) call shr_sys_abort('shr_reprosum_calc: '//samebits_error_message())
    end if

    if (present(arr_gbl_max_out) .or. present(arr_max_levels_out) .or. &
        present(gbl_max_nsummands_out)) then
      call find_bounds(arr(:nsummands, :), comm, arr_gbl_max_out, arr_max_levels_out, &
                       gbl_max_nsummands_out)
    end if
    compares = present(rel_diff) .and. shr_reprosum_reldiffmax >= 0
    if (present(rel_diff)) rel_diff = 0
    if (compares) call compare(arr(:nsummands, :), arr_gsum, comm, rel_diff)
    if (present(repro_sum_stats)) then
      repro_sum_stats(1) = repro_sum_stats(1) + 1
      if (compares) repro_sum_stats(4) = repro_sum_stats(4) + 1
    end if
  end subroutine

  ! Whether a difference between exact sums and sums in floating point exceeds the tolerance.
  logical function shr_reprosum_tolExceeded(name, nflds, master, logunit, rel_diff)
    character(len=*), intent(in) :: name
    integer, intent(in) :: nflds
    logical, intent(in) :: master
    integer, intent(in), optional :: logunit
    real(r8), intent(in) :: rel_diff(2, nflds)
    integer :: unit, exceeding, relative, absolute
    logical :: exceeds(nflds)

    shr_reprosum_tolExceeded = .false.
    if (shr_reprosum_reldiffmax < 0) return
    exceeds = rel_diff(1, :) > shr_reprosum_reldiffmax
    exceeding = count(exceeds)
    shr_reprosum_tolExceeded = exceeding > 0
    if (exceeding == 0 .or. .not. master) return
    unit = shr_log_unit
    if (present(logunit)) unit = logunit
    relative = maxloc(rel_diff(1, :), dim=1, mask=exceeds)
    absolute = maxloc(rel_diff(2, :), dim=1, mask=exceeds)
    write (unit, '(2a, i0, a, i0, a, es10.3)') trim(name), ': the exact sums of ', exceeding, &
      ' of ', nflds, ' fields differ from those in floating point by more than', shr_reprosum_reldiffmax
    write (unit, '(a, i0, a, 2es24.16)') '  largest relative difference, field ', relative, &
      ', relative and absolute:', rel_diff(:, relative)
    write (unit, '(a, i0, a, 2es24.16)') '  largest absolute difference, field ', absolute, &
      ', relative and absolute:', rel_diff(:, absolute)
  end function

  ! The set of sums is kept: most calls have as many fields as the one before.
  subroutine empty_sums(fields)
    integer, intent(in) :: fields

    if (fields < 1) return
    if (sums_there == fields) then
      call samebits_sums_clear(sums)
      return
    end if
    if (sums_there > 0) call samebits_sums_free(sums)
    call samebits_sums_create(sums, fields, 0.0_r8)
    sums_there = fields
  end subroutine

  ! This rank's sum of a field is finite unless a summand is not, or it overflows.
  subroutine look_for_infnan(values)
    real(r8), intent(in) :: values(:, :)
    integer :: field, nans, infinities, rank, ierror
    real(r8) :: value
    character(len=120) :: text

    nans = 0
    infinities = 0
    do field = 1, size(values, 2)
      call samebits_sums_value(sums, field, value)
      if (is_finite(value)) cycle
      nans = nans + count(is_nan(values(:, field)))
      infinities = infinities + count(.not. is_finite(values(:, field))) - count(is_nan(values(:, field)))
    end do
    if (nans == 0 .and. infinities == 0) return
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    write (text, '(3(a, i0), a)') 'there are ', nans, ' NaNs and ', infinities, &
      ' infinities in the input of MPI task ', rank, '; allow_infnan=.true. sums them'
    call shr_sys_abort('shr_reprosum_calc: '//trim(text))
  end subroutine

  subroutine stop_counts(nsummands, dsummands)
    integer, intent(in) :: nsummands, dsummands
    character(len=80) :: text

    write (text, '(2(a, i0))') 'nsummands is ', nsummands, &
      ', but the first extent, dsummands, is ', dsummands
    call shr_sys_abort('shr_reprosum_calc: '//trim(text))
  end subroutine

  ! Bounds that callers pass on: powers of two above the summands of each field, the number of levels
  ! that integer vectors would need for them, on one thread, and the largest number of summands.
  ! (They travel as reals: a file whose buffers have two types does not compile with every module mpi.)
  subroutine find_bounds(values, comm, largest, levels, most)
    real(r8), intent(in) :: values(:, :)
    integer, intent(in) :: comm
    real(r8), intent(out), optional :: largest(:)
    integer, intent(out), optional :: levels(:), most
    real(r8) :: here(2 * size(values, 2) + 1), everywhere(2 * size(values, 2) + 1)
    integer, dimension(size(values, 2)) :: highest, lowest
    integer :: summands, fields, field, i, tasks, bits, ierror

    fields = size(values, 2)
    do field = 1, fields
      highest(field) = minexponent(1.0_r8)
      lowest(field) = maxexponent(1.0_r8)
      if (.not. all(is_finite(values(:, field)))) cycle
      do i = 1, size(values, 1)
        if (.not. abs(values(i, field)) > 0) cycle
        highest(field) = max(highest(field), exponent(values(i, field)))
        lowest(field) = min(lowest(field), exponent(values(i, field)))
      end do
    end do
    here = [real(highest, r8), real(-lowest, r8), real(size(values, 1), r8)]
    call MPI_Allreduce(here, everywhere, size(here), MPI_DOUBLE_PRECISION, MPI_MAX, comm, ierror)
    highest = nint(everywhere(:fields))
    lowest = min(highest, nint(-everywhere(fields + 1:2 * fields)))
    summands = nint(everywhere(2 * fields + 1))

    if (present(most)) most = summands
    if (present(largest)) largest = scale(1.0_r8, highest)
    if (.not. present(levels)) return
    call MPI_Comm_size(comm, tasks, ierror)
    bits = digits(1_int64) - exponent(real(max(summands + 1, tasks), r8)) - 1
    levels = 2 + (digits(1.0_r8) + highest - lowest) / bits
  end subroutine

  ! Sums in floating point beside the exact ones: relative differences, where the sum is larger than
  ! the difference, and absolute ones. Fields whose sum is not finite have none.
  subroutine compare(values, exact, comm, rel_diff)
    real(r8), intent(in) :: values(:, :), exact(:)
    integer, intent(in) :: comm
    real(r8), intent(inout) :: rel_diff(:, :)
    real(r8) :: here(size(exact)), everywhere(size(exact)), difference
    integer :: field, i, ierror

    do field = 1, size(exact)
      here(field) = 0
      do i = 1, size(values, 1)
        here(field) = here(field) + values(i, field)
      end do
    end do
    call MPI_Allreduce(here, everywhere, size(exact), MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierror)
    do field = 1, size(exact)
      if (.not. is_finite(exact(field))) cycle
      difference = abs(everywhere(field) - exact(field))
      rel_diff(:, field) = difference
      if (abs(exact(field)) > difference) rel_diff(1, field) = difference / abs(exact(field))
    end do
  end subroutine

  ! From the bits, and not by a comparison, which -ffast-math would take to be true.
  elemental logical function is_finite(value)
    real(r8), intent(in) :: value

    is_finite = ibits(transfer(value, 0_int64), 52, 11) /= 2047
  end function

  elemental logical function is_nan(value)
    real(r8), intent(in) :: value

    is_nan = .not. is_finite(value) .and. ibits(transfer(value, 0_int64), 0, 52) /= 0
  end function
end module
