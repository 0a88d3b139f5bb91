! MOM6's module of this name, with exact sums in place of its extended fixed point (docs/models.md).
! Compile it in place of src/framework/MOM_coms.F90, after samebits.F90, samebits_efp.F90 and
! samebits_fields.F90. All that MOM_coms_infra has, in the version at hand, is public here too.
module MOM_coms
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use MOM_coms_infra
  use MOM_error_handler, only: MOM_error, FATAL
  use samebits_efp, only: EFP_type => efp, EFP_plus => efp_plus, EFP_minus => efp_minus, &
                          operator(+), operator(-), assignment(=), convert, to_real64, has_real64
  use samebits_fields, only: model, field_sum, field_sums, add_ranks, no_number
  implicit none

  private :: int64, real64, MOM_error, FATAL
  private :: convert, to_real64, has_real64, model, field_sum, field_sums, add_ranks, no_number
  private :: this, add_over_PEs, stop_model, set_up, reciprocal

  interface reproducing_sum
    module procedure reproducing_sum_2d, reproducing_sum_3d
  end interface
  interface reproducing_sum_EFP
    module procedure reproducing_EFP_sum_2d
  end interface
  interface EFP_sum_across_PEs
    module procedure EFP_list_sum_across_PEs, EFP_val_sum_across_PEs
  end interface
  private :: reproducing_sum_2d, reproducing_sum_3d, reproducing_EFP_sum_2d, EFP_val_sum_across_PEs

  type(model), save :: this

contains

  ! Of these arguments, reproducing and overflow_check have no effect: the sum is always exact, and
  ! nothing overflows before its end.
  function reproducing_sum_2d(array, isr, ier, jsr, jer, EFP_sum, reproducing, overflow_check, err, &
                              only_on_PE, unscale) result(sum)
    real(real64), intent(in) :: array(:, :)
    integer, intent(in), optional :: isr, ier, jsr, jer
    type(EFP_type), intent(out), optional :: EFP_sum
    logical, intent(in), optional :: reproducing, overflow_check
    integer, intent(out), optional :: err
    logical, intent(in), optional :: only_on_PE
    real(real64), intent(in), optional :: unscale
    real(real64) :: sum
    type(EFP_type) :: total

    if (present(reproducing) .or. present(overflow_check)) continue
    call set_up()
    total = field_sum(this, 'reproducing_sum', array, isr, ier, jsr, jer, err, only_on_PE, unscale)
    sum = to_real64(total) * reciprocal(unscale)
    if (present(EFP_sum)) EFP_sum = total
  end function

  function reproducing_EFP_sum_2d(array, isr, ier, jsr, jer, overflow_check, err, only_on_PE, unscale) &
    result(EFP_sum)
    real(real64), intent(in) :: array(:, :)
    integer, intent(in), optional :: isr, ier, jsr, jer
    logical, intent(in), optional :: overflow_check
    integer, intent(out), optional :: err
    logical, intent(in), optional :: only_on_PE
    real(real64), intent(in), optional :: unscale
    type(EFP_type) :: EFP_sum

    if (present(overflow_check)) continue
    call set_up()
    EFP_sum = field_sum(this, 'reproducing_sum_EFP', array, isr, ier, jsr, jer, err, only_on_PE, unscale)
  end function

  ! The sum of all layers is that of their elements, and not of their rounded sums.
  function reproducing_sum_3d(array, isr, ier, jsr, jer, sums, EFP_sum, EFP_lay_sums, err, only_on_PE, &
                              unscale) result(sum)
    real(real64), intent(in) :: array(:, :, :)
    integer, intent(in), optional :: isr, ier, jsr, jer
    real(real64), intent(out), optional :: sums(:)
    type(EFP_type), intent(out), optional :: EFP_sum, EFP_lay_sums(:)
    integer, intent(out), optional :: err
    logical, intent(in), optional :: only_on_PE
    real(real64), intent(in), optional :: unscale
    real(real64) :: sum
    type(EFP_type) :: total
    type(EFP_type), allocatable :: layers(:)
    integer :: ke

    call set_up()
    ke = size(array, 3)
    sum = 0
    if (present(sums)) then
      if (too_few('sums', size(sums))) return
    end if
    if (present(EFP_lay_sums)) then
      if (too_few('EFP_lay_sums', size(EFP_lay_sums))) return
    end if
    ! Absent where it is not allocated.
    if (present(sums) .or. present(EFP_lay_sums)) allocate (layers(ke))
    call field_sums(this, 'reproducing_sum', array, total, layers, isr, ier, jsr, jer, err, only_on_PE, &
                    unscale)
    sum = to_real64(total) * reciprocal(unscale)
    if (present(sums)) sums(:ke) = to_real64(layers) * reciprocal(unscale)
    if (present(EFP_lay_sums)) EFP_lay_sums(:ke) = layers
    if (present(EFP_sum)) EFP_sum = total

  contains

    logical function too_few(name, there)
      character(len=*), intent(in) :: name
      integer, intent(in) :: there
      character(len=80) :: text

      too_few = there < ke
      if (.not. too_few) return
      write (text, '(2a, i0, a, i0, a)') name, ' has ', there, &
        ' elements, but the array has ', ke, ' layers'
      call MOM_error(FATAL, 'reproducing_sum: '//trim(text))
    end function
  end function

  function EFP_to_real(EFP1) result(value)
    type(EFP_type), intent(in) :: EFP1
    real(real64) :: value

    value = to_real64(EFP1)
  end function

  function EFP_real_diff(EFP1, EFP2) result(value)
    type(EFP_type), intent(in) :: EFP1, EFP2
    real(real64) :: value

    value = to_real64(EFP1 - EFP2)
  end function

  function real_to_EFP(val, overflow) result(EFP)
    real(real64), intent(in) :: val
    logical, intent(inout), optional :: overflow
    type(EFP_type) :: EFP
    logical :: finite

    call convert(EFP, val, finite)
    if (finite) return
    call set_up()
    call no_number(this, 'real_to_EFP', val, overflow)
  end function

  subroutine EFP_list_sum_across_PEs(EFPs, nval, errors)
    type(EFP_type), intent(inout) :: EFPs(:)
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
      call MOM_error(FATAL, 'EFP_sum_across_PEs: a sum exceeds the largest double')
    end if
  end subroutine

  subroutine EFP_val_sum_across_PEs(EFP, error)
    type(EFP_type), intent(inout) :: EFP
    logical, intent(out), optional :: error
    type(EFP_type) :: EFPs(1)
    logical :: errors(1)

    EFPs(1) = EFP
    if (present(error)) then
      call EFP_list_sum_across_PEs(EFPs, 1, errors)
      error = errors(1)
    else
      call EFP_list_sum_across_PEs(EFPs, 1)
    end if
    EFP = EFPs(1)
  end subroutine

  function query_EFP_overflow_error() result(overflow)
    logical :: overflow

    overflow = this%overflow
  end function

  subroutine reset_EFP_overflow_error()
    this%overflow = .false.
  end subroutine

  subroutine set_up()
    if (associated(this%add)) return
    this%add => add_over_PEs
    this%fatal => stop_model
  end subroutine

  subroutine add_over_PEs(integers)
    integer(int64), intent(inout), contiguous :: integers(:)

    call sum_across_PEs(integers, size(integers))
  end subroutine

  subroutine stop_model(message)
    character(len=*), intent(in) :: message

    call MOM_error(FATAL, message)
  end subroutine

  ! Of 0 it is 0.
  function reciprocal(unscale) result(factor)
    real(real64), intent(in), optional :: unscale
    real(real64) :: factor

    factor = 1
    if (.not. present(unscale)) return
    factor = 0
    if (abs(unscale) > 0) factor = 1 / unscale
  end function
end module
