! FMS's module mpp_efp_mod, with exact sums in place of its extended fixed point (docs/models.md).
! Compile it in place of mpp/mpp_efp.F90, after samebits.F90, samebits_efp.F90 and samebits_fields.F90.
module mpp_efp_mod
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use mpp_mod, only: mpp_error, mpp_sum, FATAL
  use samebits_efp, only: mpp_efp_type => efp, mpp_efp_plus => efp_plus, mpp_efp_minus => efp_minus, &
                          operator(+), operator(-), assignment(=), convert, to_real64, to_real32, &
                          has_real64
  use samebits_fields, only: model, field_sum, field_sums, add_ranks, no_number
  implicit none
  private

  public :: mpp_reproducing_sum, mpp_efp_list_sum_across_PEs
  public :: mpp_efp_type, mpp_efp_plus, mpp_efp_minus
  public :: mpp_efp_to_real, mpp_real_to_efp, mpp_efp_real_diff
  public :: operator(+), operator(-), assignment(=)
  public :: mpp_query_efp_overflow_error, mpp_reset_efp_overflow_error

  interface mpp_reproducing_sum
    module procedure reproducing_sum_r8_2d, reproducing_sum_r8_3d, reproducing_sum_r4_2d
  end interface

  type(model), save :: this

contains

  ! Of these arguments, reproducing and overflow_check have no effect: the sum is always exact, and
  ! nothing overflows before its end.
  function reproducing_sum_r8_2d(array, isr, ier, jsr, jer, EFP_sum, reproducing, overflow_check, err) &
    result(sum)
    real(real64), intent(in) :: array(:, :)
    integer, intent(in), optional :: isr, ier, jsr, jer
    type(mpp_efp_type), intent(out), optional :: EFP_sum
    logical, intent(in), optional :: reproducing, overflow_check
    integer, intent(out), optional :: err
    real(real64) :: sum
    type(mpp_efp_type) :: total

    if (present(reproducing) .or. present(overflow_check)) continue
    call set_up()
    total = field_sum(this, 'mpp_reproducing_sum', array, isr, ier, jsr, jer, err)
    sum = to_real64(total)
    if (present(EFP_sum)) EFP_sum = total
  end function

  ! Rounded once, from the exact sum to real32.
  function reproducing_sum_r4_2d(array, isr, ier, jsr, jer, EFP_sum, reproducing, overflow_check, err) &
    result(sum)
    real(real32), intent(in) :: array(:, :)
    integer, intent(in), optional :: isr, ier, jsr, jer
    type(mpp_efp_type), intent(out), optional :: EFP_sum
    logical, intent(in), optional :: reproducing, overflow_check
    integer, intent(out), optional :: err
    real(real32) :: sum
    type(mpp_efp_type) :: total

    if (present(reproducing) .or. present(overflow_check)) continue
    call set_up()
    total = field_sum(this, 'mpp_reproducing_sum', array, isr, ier, jsr, jer, err)
    sum = to_real32(total)
    if (present(EFP_sum)) EFP_sum = total
  end function

  ! The sum of all layers is that of their elements, and not of their rounded sums.
  function reproducing_sum_r8_3d(array, isr, ier, jsr, jer, sums, EFP_sum, err) result(sum)
    real(real64), intent(in) :: array(:, :, :)
    integer, intent(in), optional :: isr, ier, jsr, jer
    real(real64), intent(out), optional :: sums(:)
    type(mpp_efp_type), intent(out), optional :: EFP_sum
    integer, intent(out), optional :: err
    real(real64) :: sum
    type(mpp_efp_type) :: total
    type(mpp_efp_type), allocatable :: layers(:)
    character(len=80) :: text
    integer :: ke

    call set_up()
    ke = size(array, 3)
    if (present(sums)) then
      if (size(sums) < ke) then
        write (text, '(a, i0, a, i0, a)') 'sums has ', size(sums), &
          ' elements, but the array has ', ke, ' layers'
        call mpp_error(FATAL, 'mpp_reproducing_sum: '//trim(text))
        sum = 0
        return
      end if
      ! Absent where it is not allocated.
      allocate (layers(ke))
    end if
    call field_sums(this, 'mpp_reproducing_sum', array, total, layers, isr, ier, jsr, jer, err)
    sum = to_real64(total)
    if (present(sums)) sums(:ke) = to_real64(layers)
    if (present(EFP_sum)) EFP_sum = total
  end function

  function mpp_efp_to_real(EFP1) result(value)
    type(mpp_efp_type), intent(in) :: EFP1
    real(real64) :: value

    value = to_real64(EFP1)
  end function

  function mpp_efp_real_diff(EFP1, EFP2) result(value)
    type(mpp_efp_type), intent(in) :: EFP1, EFP2
    real(real64) :: value

    value = to_real64(EFP1 - EFP2)
  end function

  function mpp_real_to_efp(val, overflow) result(number)
    real(real64), intent(in) :: val
    logical, intent(inout), optional :: overflow
    type(mpp_efp_type) :: number
    logical :: finite

    call convert(number, val, finite)
    if (finite) return
    call set_up()
    call no_number(this, 'mpp_real_to_efp', val, overflow)
  end function

  subroutine mpp_efp_list_sum_across_PEs(EFPs, nval, errors)
    type(mpp_efp_type), intent(inout) :: EFPs(:)
    integer, intent(in) :: nval
    logical, intent(out), optional :: errors(:)
    logical :: overflows(nval)

    call set_up()
    call add_ranks(this, EFPs(:nval))
    overflows = .not. has_real64(EFPs(:nval))
    this%overflow = any(overflows)
    if (present(errors)) then
      errors(:) = .false.
      errors(:nval) = overflows
    else if (this%overflow) then
      call mpp_error(FATAL, 'mpp_efp_list_sum_across_PEs: a sum exceeds the largest double')
    end if
  end subroutine

  function mpp_query_efp_overflow_error() result(overflow)
    logical :: overflow

    overflow = this%overflow
  end function

  subroutine mpp_reset_efp_overflow_error()
    this%overflow = .false.
  end subroutine

  subroutine set_up()
    if (associated(this%add)) return
    this%add => add_over_PEs
    this%fatal => stop_model
  end subroutine

  subroutine add_over_PEs(integers)
    integer(int64), intent(inout), contiguous :: integers(:)

    call mpp_sum(integers, size(integers))
  end subroutine

  subroutine stop_model(message)
    character(len=*), intent(in) :: message

    call mpp_error(FATAL, message)
  end subroutine
end module
