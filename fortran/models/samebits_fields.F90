! Exact sums of the distributed fields of a model, as MOM_coms and mpp_efp_mod return them
! (docs/models.md). What a rank holds is summed by samebits; the limbs of the ranks' sums are added by
! the model's own sum of integers, over the ranks that the model has chosen.
module samebits_fields
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_loc
  use, intrinsic :: iso_fortran_env, only: int8, int64, real32, real64
  use samebits, only: samebits_accumulator, samebits_accumulator_create, samebits_accumulator_add, &
                      samebits_accumulator_clear, samebits_accumulator_write
  use samebits_efp
  implicit none
  private

  public :: field_sum, field_sums, add_ranks, no_number

  ! What the model's own modules do, and what they are asked later.
  type, public :: model
    procedure(add_over_ranks), pointer, nopass :: add => null()
    procedure(stop_saying), pointer, nopass :: fatal => null()
    logical :: overflow = .false.
  end type

  abstract interface
    subroutine add_over_ranks(integers)
      import :: int64
      integer(int64), intent(inout), contiguous :: integers(:)
    end subroutine
    subroutine stop_saying(message)
      character(len=*), intent(in) :: message
    end subroutine
  end interface

  interface field_sum
    module procedure field_sum_real64, field_sum_real32
  end interface

  ! The part of a field that is summed.
  type :: block
    integer :: is, ie, js, je
  end type

  ! What in a rank's part has no exact sum.
  type :: found
    logical :: nan = .false., infinity = .false.
  end type

  integer, parameter :: HEADER = 4              ! words of a written accumulator
  integer, parameter :: CHUNK = 2048            ! elements that are copied, and stay in the cache
  integer, parameter :: FEW = 8 * LIMBS         ! integers that are sent without asking for their range

  type(samebits_accumulator), save :: accumulator
  logical, save :: created = .false.

contains

  ! The sum of a field of rank 2. err: 2 for an infinity or a sum beyond the largest double, 4 for a
  ! NaN. A rank whose part has one of them contributes nothing.
  function field_sum_real64(this, name, array, isr, ier, jsr, jer, err, only_here, unscale) result(total)
    type(model), intent(inout) :: this
    character(len=*), intent(in) :: name
    real(real64), intent(in) :: array(:, :)
    integer, intent(in), optional :: isr, ier, jsr, jer
    integer, intent(out), optional :: err
    logical, intent(in), optional :: only_here
    real(real64), intent(in), optional :: unscale
    type(efp) :: total
    type(block) :: part
    type(found) :: bad

    part = block_of(this, name, shape(array), isr, ier, jsr, jer)
    call begin()
    call add_block(array, part, unscale)
    call finish(total, bad)
    call finish_field(this, name, total, bad, err, only_here)
  end function

  function field_sum_real32(this, name, array, isr, ier, jsr, jer, err) result(total)
    type(model), intent(inout) :: this
    character(len=*), intent(in) :: name
    real(real32), intent(in) :: array(:, :)
    integer, intent(in), optional :: isr, ier, jsr, jer
    integer, intent(out), optional :: err
    type(efp) :: total
    type(block) :: part
    type(found) :: bad
    integer :: j

    part = block_of(this, name, shape(array), isr, ier, jsr, jer)
    call begin()
    do j = part%js, part%je
      call samebits_accumulator_add(accumulator, real(array(part%is:part%ie, j), real64))
    end do
    call finish(total, bad)
    call finish_field(this, name, total, bad, err)
  end function

  subroutine finish_field(this, name, total, bad, err, only_here)
    type(model), intent(inout) :: this
    character(len=*), intent(in) :: name
    type(efp), intent(inout) :: total
    type(found), intent(in) :: bad
    integer, intent(out), optional :: err
    logical, intent(in), optional :: only_here
    type(efp) :: totals(1)

    if (present(err)) err = merge(2, 0, bad%infinity) + merge(4, 0, bad%nan)
    call refuse(this, name, bad, err)
    totals(1) = total
    call add_ranks(this, totals, only_here)
    total = totals(1)
    call look_for_overflow(this, name, totals, err)
  end subroutine

  ! The sums of a field of rank 3: of each layer, if layers is there, and of all. err: 3 for an
  ! infinity, 2 for a NaN or a sum beyond the largest double, 5 for both.
  subroutine field_sums(this, name, array, total, layers, isr, ier, jsr, jer, err, only_here, unscale)
    type(model), intent(inout) :: this
    character(len=*), intent(in) :: name
    real(real64), intent(in) :: array(:, :, :)
    type(efp), intent(out) :: total
    type(efp), intent(out), optional :: layers(:)       ! as many as the third extent
    integer, intent(in), optional :: isr, ier, jsr, jer
    integer, intent(out), optional :: err
    logical, intent(in), optional :: only_here
    real(real64), intent(in), optional :: unscale
    type(block) :: part
    type(found) :: bad, worst
    type(efp), allocatable :: numbers(:)
    integer :: extents(3), k

    extents = shape(array)
    k = 1
    if (present(layers)) k = extents(3)
    allocate (numbers(k))
    part = block_of(this, name, extents(:2), isr, ier, jsr, jer)
    if (present(layers)) then
      do k = 1, extents(3)
        call begin()
        call add_block(array(:, :, k), part, unscale)
        call finish(numbers(k), bad)
        worst = found(worst%nan .or. bad%nan, worst%infinity .or. bad%infinity)
      end do
    else
      call begin()
      do k = 1, extents(3)
        call add_block(array(:, :, k), part, unscale)
      end do
      call finish(numbers(1), worst)
    end if

    if (present(err)) err = merge(3, 0, worst%infinity) + merge(2, 0, worst%nan)
    call refuse(this, name, worst, err)
    if (worst%nan .or. worst%infinity) numbers = to_efp(0.0_real64)
    call add_ranks(this, numbers, only_here)
    total = to_efp(0.0_real64)
    do k = 1, size(numbers)
      total = total + numbers(k)
    end do
    if (present(layers)) layers(:extents(3)) = numbers
    call look_for_overflow(this, name, numbers, err)
    call look_for_overflow(this, name, [total], err)
  end subroutine

  ! Adds the numbers of the ranks that the model has chosen, one by one.
  subroutine add_ranks(this, numbers, only_here)
    type(model), intent(in) :: this
    type(efp), intent(inout) :: numbers(:)
    logical, intent(in), optional :: only_here
    integer(int64) :: users(LIMBS), limb(LIMBS)
    integer(int64), allocatable :: sent(:)
    integer, allocatable :: used(:)
    integer :: i, k, n

    if (present(only_here)) then
      if (only_here) return
    end if
    if (size(numbers) == 0) return
    do k = 1, size(numbers)
      if (numbers(k)%terms > 1) numbers(k) = normalised(numbers(k))
    end do
    ! Of many numbers only the limbs are sent that some rank uses: mostly four to eight.
    users = 1
    if (size(numbers) * LIMBS > FEW) then
      users = 0
      do k = 1, size(numbers)
        users(numbers(k)%low:numbers(k)%high) = 1
      end do
      call this%add(users)
    end if

    used = pack([(i, i=1, LIMBS)], users > 0)
    n = size(used)
    if (n == 0) return
    allocate (sent(n * size(numbers)))
    do k = 1, size(numbers)
      limb = all_limbs(numbers(k))
      sent((k - 1) * n + 1:k * n) = limb(used)
    end do
    call this%add(sent)
    limb = 0
    do k = 1, size(numbers)
      limb(used) = sent((k - 1) * n + 1:k * n)
      numbers(k) = from_limbs(limb)
    end do
  end subroutine

  ! What becomes of a NaN or an infinity: 0, and overflow is true, or the model stops.
  subroutine no_number(number, this, name, value, overflow)
    type(efp), intent(out) :: number
    type(model), intent(inout) :: this
    character(len=*), intent(in) :: name
    real(real64), intent(in) :: value
    logical, intent(inout), optional :: overflow
    character(len=24) :: text

    number = to_efp(0.0_real64)
    if (present(overflow)) then
      overflow = .true.
    else
      write (text, '(g0)') value
      call this%fatal(name//': '//trim(text)//' has no fixed-point representation; finite values have')
    end if
  end subroutine

  subroutine look_for_overflow(this, name, numbers, err)
    type(model), intent(inout) :: this
    character(len=*), intent(in) :: name
    type(efp), intent(in) :: numbers(:)
    integer, intent(inout), optional :: err

    if (all(has_real64(numbers))) return
    this%overflow = .true.
    if (present(err)) then
      if (err == 0) err = 2
    else
      call this%fatal(name//': the sum exceeds the largest double')
    end if
  end subroutine

  ! What cannot be summed stops the model, unless there is an error code for it.
  subroutine refuse(this, name, bad, err)
    type(model), intent(inout) :: this
    character(len=*), intent(in) :: name
    type(found), intent(in) :: bad
    integer, intent(in), optional :: err

    this%overflow = bad%infinity
    if (present(err)) return
    if (bad%nan) call this%fatal(name//': there is a NaN in the field; only finite values can be summed')
    if (bad%infinity) then
      call this%fatal(name//': there is an infinity in the field; only finite values can be summed')
    end if
  end subroutine

  function block_of(this, name, extents, isr, ier, jsr, jer) result(part)
    type(model), intent(in) :: this
    character(len=*), intent(in) :: name
    integer, intent(in) :: extents(2)
    integer, intent(in), optional :: isr, ier, jsr, jer
    type(block) :: part

    part = block(1, extents(1), 1, extents(2))
    call narrow('isr', part%is, isr)
    call narrow('ier', part%ie, ier, extents(1))
    call narrow('jsr', part%js, jsr)
    call narrow('jer', part%je, jer, extents(2))

  contains

    subroutine narrow(which, bound, asked, most)
      character(len=*), intent(in) :: which
      integer, intent(inout) :: bound
      integer, intent(in), optional :: asked, most
      character(len=80) :: text

      if (.not. present(asked)) return
      if (present(most)) then
        if (asked > most) then
          write (text, '(2a, i0, a, i0)') which, ' is ', asked, ', but the array ends at ', most
          call this%fatal(name//': '//trim(text))
          return
        end if
      else if (asked < 1) then
        write (text, '(2a, i0, a)') which, ' is ', asked, ', but the array begins at 1'
        call this%fatal(name//': '//trim(text))
        return
      end if
      bound = asked
    end subroutine
  end function

  subroutine begin()
    if (created) then
      call samebits_accumulator_clear(accumulator)
    else
      call samebits_accumulator_create(accumulator, 0.0_real64, 'exact')
      created = .true.
    end if
  end subroutine

  ! Short columns are gathered: the library takes contiguous elements, and long runs of them faster.
  subroutine add_block(array, part, unscale)
    real(real64), intent(in) :: array(:, :)
    type(block), intent(in) :: part
    real(real64), intent(in), optional :: unscale
    real(real64) :: gathered(CHUNK)
    integer :: i, j, n, filled
    logical :: scaled

    scaled = .false.
    if (present(unscale)) scaled = .not. abs(unscale - 1) <= 0
    filled = 0
    do j = part%js, part%je
      i = part%is
      do while (i <= part%ie)
        n = min(part%ie - i + 1, CHUNK - filled)
        if (scaled) then
          gathered(filled + 1:filled + n) = unscale * array(i:i + n - 1, j)
        else
          gathered(filled + 1:filled + n) = array(i:i + n - 1, j)
        end if
        i = i + n
        filled = filled + n
        if (filled == CHUNK) call flush()
      end do
    end do
    call flush()

  contains

    subroutine flush()
      if (filled > 0) call samebits_accumulator_add(accumulator, gathered(:filled))
      filled = 0
    end subroutine
  end subroutine

  ! The sum of the finite summands, or 0 if there are others.
  subroutine finish(total, bad)
    type(efp), intent(out) :: total
    type(found), intent(out) :: bad
    integer(int64), target :: written(HEADER + WORDS + 1)
    integer(int8), pointer :: bytes(:)

    call c_f_pointer(c_loc(written), bytes, [8 * (HEADER + WORDS) + 4])
    call samebits_accumulator_write(accumulator, bytes)
    associate (flags => bytes(8 * (HEADER + WORDS) + 1))
      bad = found(btest(flags, 0), btest(flags, 1) .or. btest(flags, 2))
    end associate
    if (bad%nan .or. bad%infinity) return
    total = from_words(written(HEADER + 1:HEADER + WORDS))
  end subroutine
end module
