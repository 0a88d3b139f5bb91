! Exact sums of the distributed fields of a model, as MOM_coms and mpp_efp_mod return them
! (docs/models.md). What a rank holds is summed by samebits; the limbs of the ranks' sums are added by
! the model's own sum of integers, over the ranks that the model has chosen.
module samebits_fields
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_int64_t, c_intptr_t, c_loc, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
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

  interface
    ! The exact sum of a part of a field (src/exports/direct/fortran/fields.rs).
    function f_field_sum(first, extents, steps, kind, scale, words, base, specials) result(count) &
      bind(C, name='samebits_f_field_sum')
      import :: c_double, c_int, c_int64_t, c_ptr
      type(c_ptr), value :: first
      integer(c_int64_t), intent(in) :: extents(3), steps(3)
      integer(c_int), value :: kind
      real(c_double), value :: scale
      integer(c_int64_t), intent(out) :: words(*)
      integer(c_int), intent(out) :: base, specials
      integer(c_int) :: count
    end function
  end interface

  integer(c_int), parameter :: KIND_REAL32 = 0, KIND_REAL64 = 1

  ! The limbs that most numbers use, from 2**(-194) to 2**166: these are sent first.
  integer, parameter :: USUAL_LOW = 23, USUAL_HIGH = 31, USUAL = USUAL_HIGH - USUAL_LOW + 1
  integer, parameter :: FEW = 8 * LIMBS         ! integers that are sent without asking for their range

  integer(int64), allocatable, save :: sent(:)  ! grows, and stays

contains

  ! The sum of a field of rank 2. err: 2 for an infinity or a sum beyond the largest double, 4 for a
  ! NaN. A rank whose part has one of them contributes nothing.
  function field_sum_real64(this, name, array, isr, ier, jsr, jer, err, only_here, unscale) result(total)
    type(model), intent(inout) :: this
    character(len=*), intent(in) :: name
    real(real64), intent(in), target :: array(:, :)
    integer, intent(in), optional :: isr, ier, jsr, jer
    integer, intent(out), optional :: err
    logical, intent(in), optional :: only_here
    real(real64), intent(in), optional :: unscale
    type(efp) :: total
    type(block) :: part
    type(found) :: bad

    part = block_of(this, name, shape(array), isr, ier, jsr, jer)
    if (any_in(part, 1)) then
      call sum_elements(c_loc(array(part%is, part%js)), part, 1, KIND_REAL64, total, bad, &
                        [step(1, 0), step(0, 1), 0_c_int64_t], unscale)
    end if
    call finish_field(this, name, total, bad, err, only_here)

  contains

    integer(c_int64_t) function step(i, j)
      integer, intent(in) :: i, j

      step = 0
      if (part%is + i > part%ie .or. part%js + j > part%je) return
      step = address(c_loc(array(part%is + i, part%js + j))) - address(c_loc(array(part%is, part%js)))
    end function
  end function

  function field_sum_real32(this, name, array, isr, ier, jsr, jer, err) result(total)
    type(model), intent(inout) :: this
    character(len=*), intent(in) :: name
    real(real32), intent(in), target :: array(:, :)
    integer, intent(in), optional :: isr, ier, jsr, jer
    integer, intent(out), optional :: err
    type(efp) :: total
    type(block) :: part
    type(found) :: bad

    part = block_of(this, name, shape(array), isr, ier, jsr, jer)
    if (any_in(part, 1)) then
      call sum_elements(c_loc(array(part%is, part%js)), part, 1, KIND_REAL32, total, bad, &
                        [step(1, 0), step(0, 1), 0_c_int64_t])
    end if
    call finish_field(this, name, total, bad, err)

  contains

    integer(c_int64_t) function step(i, j)
      integer, intent(in) :: i, j

      step = 0
      if (part%is + i > part%ie .or. part%js + j > part%je) return
      step = address(c_loc(array(part%is + i, part%js + j))) - address(c_loc(array(part%is, part%js)))
    end function
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
    real(real64), intent(in), target :: array(:, :, :)
    type(efp), intent(out) :: total
    type(efp), intent(out), optional :: layers(:)       ! as many as the third extent
    integer, intent(in), optional :: isr, ier, jsr, jer
    integer, intent(out), optional :: err
    logical, intent(in), optional :: only_here
    real(real64), intent(in), optional :: unscale
    type(block) :: part
    type(found) :: bad, worst
    type(efp), allocatable :: numbers(:)
    integer(c_int64_t) :: steps(3)
    integer :: extents(3), k

    extents = shape(array)
    k = 1
    if (present(layers)) k = extents(3)
    allocate (numbers(k))
    part = block_of(this, name, extents(:2), isr, ier, jsr, jer)
    if (any_in(part, extents(3))) then
      steps = [step(1, 0, 0), step(0, 1, 0), step(0, 0, 1)]
      if (present(layers)) then
        do k = 1, extents(3)
          call sum_elements(c_loc(array(part%is, part%js, k)), part, 1, KIND_REAL64, numbers(k), bad, &
                            steps, unscale)
          worst = found(worst%nan .or. bad%nan, worst%infinity .or. bad%infinity)
        end do
      else
        call sum_elements(c_loc(array(part%is, part%js, 1)), part, extents(3), KIND_REAL64, numbers(1), &
                          worst, steps, unscale)
      end if
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

  contains

    integer(c_int64_t) function step(i, j, k)
      integer, intent(in) :: i, j, k

      step = 0
      if (part%is + i > part%ie .or. part%js + j > part%je .or. k >= extents(3)) return
      step = address(c_loc(array(part%is + i, part%js + j, 1 + k))) - &
             address(c_loc(array(part%is, part%js, 1)))
    end function
  end subroutine

  ! Adds the numbers of the ranks that the model has chosen, one by one.
  subroutine add_ranks(this, numbers, only_here)
    type(model), intent(in) :: this
    type(efp), intent(inout) :: numbers(:)
    logical, intent(in), optional :: only_here
    integer(int64) :: users(LIMBS), limb(LIMBS)
    integer, allocatable :: used(:)
    integer :: i, k, n

    if (present(only_here)) then
      if (only_here) return
    end if
    if (size(numbers) == 0) return
    do k = 1, size(numbers)
      if (numbers(k)%terms > 1) numbers(k) = normalised(numbers(k))
    end do
    if (usual_limbs_do(this, numbers)) return

    ! Of many numbers only the limbs are sent that some rank uses.
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
    call make_room(n * size(numbers))
    do k = 1, size(numbers)
      limb = all_limbs(numbers(k))
      sent((k - 1) * n + 1:k * n) = limb(used)
    end do
    call this%add(sent(:n * size(numbers)))
    limb = 0
    do k = 1, size(numbers)
      limb(used) = sent((k - 1) * n + 1:k * n)
      call from_limbs(numbers(k), limb, 1)
    end do
  end subroutine

  ! Adds the numbers of the ranks if none of them uses other limbs than the usual ones; else all ranks
  ! find that one does.
  logical function usual_limbs_do(this, numbers)
    type(model), intent(in) :: this
    type(efp), intent(inout) :: numbers(:)
    integer :: i, k, at, n

    n = 1 + USUAL * size(numbers)
    call make_room(n)
    sent(:n) = 0
    do k = 1, size(numbers)
      if (numbers(k)%low > numbers(k)%high) cycle
      if (numbers(k)%low < USUAL_LOW .or. numbers(k)%high > USUAL_HIGH) then
        sent(1) = 1
        exit
      end if
      at = 1 + (k - 1) * USUAL - (USUAL_LOW - 1)
      do i = numbers(k)%low, numbers(k)%high
        sent(at + i) = numbers(k)%limb(i)
      end do
    end do
    call this%add(sent(:n))
    usual_limbs_do = sent(1) == 0
    if (.not. usual_limbs_do) return
    do k = 1, size(numbers)
      at = 1 + (k - 1) * USUAL
      call from_limbs(numbers(k), sent(at + 1:at + USUAL), USUAL_LOW)
    end do
  end function

  subroutine make_room(integers)
    integer, intent(in) :: integers

    if (allocated(sent)) then
      if (size(sent) >= integers) return
      deallocate (sent)
    end if
    allocate (sent(integers))
  end subroutine

  ! What becomes of a NaN or an infinity: 0, and overflow is true, or the model stops.
  subroutine no_number(this, name, value, overflow)
    type(model), intent(inout) :: this
    character(len=*), intent(in) :: name
    real(real64), intent(in) :: value
    logical, intent(inout), optional :: overflow
    character(len=24) :: text

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

  pure logical function any_in(part, layers)
    type(block), intent(in) :: part
    integer, intent(in) :: layers

    any_in = part%is <= part%ie .and. part%js <= part%je .and. layers > 0
  end function

  pure integer(c_intptr_t) function address(pointer)
    type(c_ptr), intent(in) :: pointer

    address = transfer(pointer, address)
  end function

  ! The sum of the part's elements, of which the first is given, and how many bytes there are from one
  ! to the next in each dimension; of the finite ones, or 0 if there are others.
  subroutine sum_elements(first, part, layers, kind, total, bad, steps, unscale)
    type(c_ptr), intent(in) :: first
    type(block), intent(in) :: part
    integer, intent(in) :: layers
    integer(c_int), intent(in) :: kind
    type(efp), intent(out) :: total
    type(found), intent(out) :: bad
    integer(c_int64_t), intent(in) :: steps(3)
    real(real64), intent(in), optional :: unscale
    integer(int64) :: extents(3), word(WORDS)
    integer(c_int) :: base, count, specials
    real(c_double) :: scale

    scale = 1
    if (present(unscale)) scale = unscale
    extents = [part%ie - part%is + 1, part%je - part%js + 1, layers]
    count = f_field_sum(first, extents, steps, kind, scale, word, base, specials)
    bad = found(btest(specials, 0), btest(specials, 1))
    if (.not. (bad%nan .or. bad%infinity)) call from_words(total, word(:count), base)
  end subroutine
end module
