! What each rank contributes, as a function of the rank and of the cell alone,
! so that every rank can compute everybody's without communication. Hostile
! values are the ones that betray an order, a rounding or a NaN; tame ones are
! small whole numbers, on which every MPI library must agree with us.
module contributions
  use values
  use tree_oracle, only: OP_PROD, OP_MINLOC, OP_MAXLOC, FORM_COMPLEX, FORM_PAIR
  implicit none
  private
  public :: contributed

contains

  function contributed(operation, form, bytes, hostile, cell, ranks) result(c)
    integer, intent(in) :: operation, form, bytes, cell, ranks
    logical, intent(in) :: hostile
    real(dp) :: c(2, 0:ranks - 1)
    integer :: rank

    c = 0.0_dp
    do rank = 0, ranks - 1
      if (hostile) then
        c(1, rank) = hostile_value(bytes, cell, rank, ranks)
        if (form == FORM_COMPLEX) c(2, rank) = hostile_value(bytes, 7 * cell + 3, rank, ranks)
      else
        c(1, rank) = tame_value(operation, cell, rank)
        if (form == FORM_COMPLEX) c(2, rank) = tame_value(operation, cell + 1000, rank)
      end if
      ! An index that says nothing about the rank, so that ties are told apart.
      if (form == FORM_PAIR) c(2, rank) = modulo(5 * rank + cell, 11)
    end do
  end function

  ! Products of up to a dozen of these, complex ones too, are exact.
  real(dp) function tame_value(operation, cell, rank)
    integer, intent(in) :: operation, cell, rank
    integer :: span

    span = 100
    if (operation == OP_PROD) span = 2
    if (operation == OP_MINLOC .or. operation == OP_MAXLOC) span = 3
    tame_value = real(modulo(random(cell, rank, 0), int(2 * span + 1, int64)) - span, dp)
  end function

  function hostile_value(bytes, cell, rank, ranks) result(x)
    integer, intent(in) :: bytes, cell, rank, ranks
    real(dp) :: x
    integer :: tiny, large
    logical :: first, last, chosen

    tiny = merge(-149, -1074, bytes == 4)
    large = merge(127, 1023, bytes == 4)
    first = rank == 0
    last = rank == ranks - 1
    chosen = rank == modulo(cell / 16, ranks)
    x = significand(cell, rank)

    select case (modulo(cell, 16))
    case (0)                      ! nothing but rounding
    case (1)                      ! magnitudes far apart
      x = scale(x, int(modulo(random(cell, rank, 3), 81_int64)) - 40)
    case (2)                      ! the large ones cancel, the small ones stay
      if (first) x = scale(abs(significand(cell, 0)), 60)
      if (last .and. ranks > 1) x = -scale(abs(significand(cell, 0)), 60)
    case (3)                      ! subnormals
      x = scale(real(random(cell, rank, 4) - 2_int64**30, dp), tiny)
      if (bytes == 4) x = scale(real(random(cell, rank, 4) / 512 - 2_int64**21, dp), tiny)
    case (4)
      x = -0.0_dp
    case (5)
      x = 0.0_dp
      if (mod(cell / 16 + rank, 2) == 0) x = -0.0_dp
    case (6)                      ! one NaN, or a different one from every rank
      if (chosen .or. mod(cell, 32) == 6) x = odd_nan(rank + 1)
    case (7)
      if (chosen) x = infinity()
    case (8)                      ! both infinities
      if (first) x = infinity()
      if (last .and. ranks > 1) x = -infinity()
    case (9)                      ! overflow on the way, not in the sum
      x = scale(abs(x), large - 1)
      if (mod(rank, 2) == mod(cell / 16, 2)) x = -x
    case (10)                     ! halfway cases, some with a trace on one side
      if (first) then
        x = 1.0_dp + modulo(cell / 16, 4) * scale(1.0_dp, merge(-23, -52, bytes == 4))
      else if (rank == 1) then
        x = scale(1.0_dp, merge(-24, -53, bytes == 4))
      else
        x = (modulo(cell / 16 + rank, 3) - 1) * scale(1.0_dp, merge(-140, -1060, bytes == 4))
      end if
    case (11)                     ! the sum overflows
      x = scale(abs(x), large)
    case (12)                     ! an infinity beside zeros: no product
      x = 0.0_dp
      if (chosen) x = -infinity()
    case (13)                     ! around the smallest normal number
      x = scale(x, merge(-126, -1022, bytes == 4))
    case (14)                     ! ties
      x = real(modulo(random(cell, rank, 5), 3_int64) - 1, dp)
    case (15)                     ! one value beside negative zeros
      if (.not. chosen) x = -0.0_dp
    end select
    x = rounded(x, bytes)
  end function

  ! 1 <= |x| < 2 with random digits down to the last one. Brought to 24 digits
  ! by rounding it may become 2, so that scaling to the largest exponent gives
  ! an infinity: hostile too.
  real(dp) function significand(cell, rank)
    integer, intent(in) :: cell, rank
    integer(int64) :: bits

    bits = ior(shiftl(random(cell, rank, 1), 21), iand(random(cell, rank, 2), int(z'1fffff', int64)))
    bits = ior(bits, int(z'3ff0000000000000', int64))
    significand = transfer(bits, 1.0_dp)
    if (btest(random(cell, rank, 3), 7)) significand = -significand
  end function

  ! 0 <= random < 2**31, the same on every machine.
  integer(int64) function random(cell, rank, salt)
    integer, intent(in) :: cell, rank, salt
    integer :: i

    random = 12345 + 7919_int64 * cell + 104729_int64 * rank + 1299709_int64 * salt
    do i = 1, 6
      random = iand(random, int(z'7fffffff', int64))
      random = ieor(random, shiftr(random, 13))
      random = iand(random * 1103515245_int64 + 12345, int(z'7fffffff', int64))
      random = ieor(random, shiftr(random, 17))
    end do
  end function

end module
