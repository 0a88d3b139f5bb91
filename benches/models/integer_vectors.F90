! The baseline for shr_reprosum_calc, after Mirin and Worley, "Improving the performance scalability
! of the community atmosphere model" (IJHPCA 26, 2012): the exponents of the largest and the smallest
! summand of each field are found over all ranks; each summand becomes integers below the largest one,
! in as many levels as it takes; and the levels of all fields are added by one more MPI_Allreduce.
module integer_vectors
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi
  implicit none
  private
  public :: integer_vector_sums

contains

  subroutine integer_vector_sums(arr, sums, n, fields, comm)
    integer, intent(in) :: n, fields, comm
    real(real64), intent(in) :: arr(n, fields)
    real(real64), intent(out) :: sums(fields)
    integer :: here(0:2 * fields), everywhere(0:2 * fields), levels(fields), first(fields + 1)
    integer(int64), allocatable :: vector_here(:), vector(:)
    integer :: field, i, e, shift, tasks, ierror

    here(0) = -n
    do field = 1, fields
      here(field) = -minexponent(1.0_real64)
      here(fields + field) = maxexponent(1.0_real64)
      do i = 1, n
        if (.not. abs(arr(i, field)) <= huge(1.0_real64)) error stop 'a summand is not finite'
        if (arr(i, field) == 0) cycle
        e = exponent(arr(i, field))
        here(field) = min(here(field), -e)
        here(fields + field) = min(here(fields + field), e)
      end do
    end do
    call PMPI_Allreduce(here, everywhere, size(here), MPI_INTEGER, MPI_MIN, comm, ierror)
    call PMPI_Comm_size(comm, tasks, ierror)

    ! A level holds so many bits that no sum of it overflows.
    shift = digits(1_int64) - exponent(real(max(1 - everywhere(0), tasks), real64)) - 1
    first(1) = 1
    do field = 1, fields
      e = max(0, -everywhere(field) - everywhere(fields + field))
      levels(field) = 2 + (digits(1.0_real64) + e) / shift
      first(field + 1) = first(field) + levels(field) + 1         ! one more for carries
    end do
    allocate (vector_here(first(fields + 1) - 1), vector(first(fields + 1) - 1))
    do field = 1, fields
      call add_levels(arr(:, field), n, -everywhere(field), shift, levels(field), &
                      vector_here(first(field):first(field) + levels(field)))
    end do
    call PMPI_Allreduce(vector_here, vector, size(vector), MPI_INTEGER8, MPI_SUM, comm, ierror)
    do field = 1, fields
      sums(field) = real_of(vector(first(field):first(field) + levels(field)), -everywhere(field), shift)
    end do
  end subroutine

  subroutine add_levels(values, n, largest, shift, levels, total)
    integer, intent(in) :: n, largest, shift, levels
    real(real64), intent(in) :: values(n)
    integer(int64), intent(out) :: total(0:levels)
    real(real64) :: rest
    integer(int64) :: part
    integer :: i, level, up, down

    total = 0
    do i = 1, n
      if (values(i) == 0) cycle
      down = largest - exponent(values(i))
      level = 1 + down / shift
      up = level * shift - down
      rest = scale(fraction(values(i)), up)
      part = int(rest, int64)
      total(level) = total(level) + part
      rest = rest - part
      do while (rest /= 0 .and. level < levels)
        level = level + 1
        rest = scale(rest, shift)
        part = int(rest, int64)
        total(level) = total(level) + part
        rest = rest - part
      end do
    end do
    call carry(total, shift)
  end subroutine

  subroutine carry(total, shift)
    integer(int64), intent(inout) :: total(0:)
    integer, intent(in) :: shift
    integer(int64) :: over
    integer :: level

    do level = ubound(total, 1), 1, -1
      over = total(level) / 2_int64**shift
      total(level) = total(level) - over * 2_int64**shift
      total(level - 1) = total(level - 1) + over
    end do
  end subroutine

  ! All levels get the sign of the sum before they are added as reals, from the smallest one on.
  function real_of(vector, largest, shift) result(value)
    integer(int64), intent(in) :: vector(0:)
    integer, intent(in) :: largest, shift
    real(real64) :: value
    integer(int64) :: total(0:size(vector) - 1), sign_of_all
    integer :: level, first

    total = vector
    call carry(total, shift)
    value = 0
    first = findloc(total /= 0, .true., dim=1) - 1
    if (first < 0) return
    sign_of_all = sign(1_int64, total(first))
    do level = ubound(total, 1), first + 1, -1
      if (total(level) * sign_of_all < 0) then
        total(level) = total(level) + sign_of_all * 2_int64**shift
        total(level - 1) = total(level - 1) - sign_of_all
      end if
    end do
    do level = ubound(total, 1), first, -1
      value = value + scale(real(total(level), real64), largest - level * shift)
    end do
  end function
end module
