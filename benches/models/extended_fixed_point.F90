! The baseline for MOM6's and FMS's sums, after Hallberg and Adcroft, "An order-invariant real-to-integer
! conversion sum" (Parallel Computing 40, 2014): a real becomes six integers of 46 bits, integers are
! added without carries as long as there is room, and the ranks' integers by MPI_Allreduce.
module extended_fixed_point
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi
  implicit none
  private
  public :: fixed_point_sum, fixed_point_sums, fixed_point_rows

  integer, parameter :: PARTS = 6, WIDTH = 46
  integer(int64), parameter :: RADIX_OF_PARTS = 2_int64**WIDTH
  integer, parameter :: ROOM = 2**(63 - WIDTH) - 1      ! additions without a carry
  real(real64), parameter :: UNIT(PARTS) = 2.0_real64**[92, 46, 0, -46, -92, -138]
  real(real64), parameter :: INVERSE(PARTS) = 2.0_real64**[-92, -46, 0, 46, 92, 138]

contains

  function fixed_point_sum(array, is, ie, js, je, comm) result(total)
    real(real64), intent(in) :: array(:, :)
    integer, intent(in) :: is, ie, js, je, comm
    real(real64) :: total
    integer(int64) :: parts_here(PARTS), parts_of_all(PARTS)
    integer :: ierror

    parts_here = 0
    call add_block(array, is, ie, js, je, parts_here)
    call PMPI_Allreduce(parts_here, parts_of_all, PARTS, MPI_INTEGER8, MPI_SUM, comm, ierror)
    total = real_of(parts_of_all)
  end function

  ! Of each layer.
  subroutine fixed_point_sums(array, is, ie, js, je, totals, comm)
    real(real64), intent(in) :: array(:, :, :)
    integer, intent(in) :: is, ie, js, je, comm
    real(real64), intent(out) :: totals(:)
    integer(int64), dimension(PARTS, size(array, 3)) :: parts_here, parts_of_all
    integer :: k, ierror

    parts_here = 0
    do k = 1, size(array, 3)
      call add_block(array(:, :, k), is, ie, js, je, parts_here(:, k))
    end do
    call PMPI_Allreduce(parts_here, parts_of_all, size(parts_here), MPI_INTEGER8, MPI_SUM, comm, ierror)
    do k = 1, size(array, 3)
      totals(k) = real_of(parts_of_all(:, k))
    end do
  end subroutine

  ! Of each row, to which elements are added one by one, as numbers with carries.
  subroutine fixed_point_rows(array, is, ie, js, je, totals, comm)
    real(real64), intent(in) :: array(:, :)
    integer, intent(in) :: is, ie, js, je, comm
    real(real64), intent(out) :: totals(:)
    integer(int64), dimension(PARTS, je - js + 1) :: parts_here, parts_of_all
    integer :: i, j, k, ierror

    parts_here = 0
    do j = js, je
      do i = is, ie
        parts_here(:, j - js + 1) = carried_sum(parts_here(:, j - js + 1), parts_of(array(i, j)))
      end do
    end do
    call PMPI_Allreduce(parts_here, parts_of_all, size(parts_here), MPI_INTEGER8, MPI_SUM, comm, ierror)
    do k = 1, size(totals)
      totals(k) = real_of(parts_of_all(:, k))
    end do
  end subroutine

  subroutine add_block(array, is, ie, js, je, total)
    real(real64), intent(in) :: array(:, :)
    integer, intent(in) :: is, ie, js, je
    integer(int64), intent(inout) :: total(PARTS)
    real(real64) :: largest
    integer :: i, j, rows, first

    largest = 0
    rows = max(1, ROOM / max(1, ie - is + 1))
    do first = js, je, rows
      do j = first, min(je, first + rows - 1)
        do i = is, ie
          total = total + parts_of(array(i, j))
          largest = max(largest, abs(array(i, j)))
        end do
      end do
      call carry(total)
    end do
    if (.not. largest < UNIT(1) * RADIX_OF_PARTS) error stop 'a summand is too large for fixed point'
  end subroutine

  pure function parts_of(value) result(number)
    real(real64), intent(in) :: value
    integer(int64) :: number(PARTS), part
    real(real64) :: rest
    integer :: k

    rest = abs(value)
    do k = 1, PARTS
      part = int(rest * INVERSE(k), int64)
      rest = rest - part * UNIT(k)
      number(k) = merge(-part, part, value < 0)
    end do
  end function

  pure function carried_sum(a, b) result(number)
    integer(int64), intent(in) :: a(PARTS), b(PARTS)
    integer(int64) :: number(PARTS)
    integer :: k

    number = a + b
    do k = PARTS, 2, -1
      if (number(k) > RADIX_OF_PARTS) then
        number(k) = number(k) - RADIX_OF_PARTS
        number(k - 1) = number(k - 1) + 1
      else if (number(k) < -RADIX_OF_PARTS) then
        number(k) = number(k) + RADIX_OF_PARTS
        number(k - 1) = number(k - 1) - 1
      end if
    end do
  end function

  pure subroutine carry(number)
    integer(int64), intent(inout) :: number(PARTS)
    integer(int64) :: over
    integer :: k

    do k = PARTS, 2, -1
      over = number(k) / RADIX_OF_PARTS
      number(k) = number(k) - over * RADIX_OF_PARTS
      number(k - 1) = number(k - 1) + over
    end do
  end subroutine

  ! All parts get the sign of the number before they are added as reals.
  pure function real_of(sums) result(value)
    integer(int64), intent(in) :: sums(PARTS)
    real(real64) :: value
    integer(int64) :: number(PARTS), sign_of_all
    integer :: k, first

    number = sums
    call carry(number)
    value = 0
    first = findloc(number /= 0, .true., dim=1)
    if (first == 0) return
    sign_of_all = sign(1_int64, number(first))
    do k = PARTS, first + 1, -1
      if (number(k) * sign_of_all < 0) then
        number(k) = number(k) + sign_of_all * RADIX_OF_PARTS
        number(k - 1) = number(k - 1) - sign_of_all
      end if
    end do
    do k = 1, PARTS
      value = value + UNIT(k) * number(k)
    end do
  end function
end module
