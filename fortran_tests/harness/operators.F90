! User-defined operators, written as each binding wants them: with the buffers
! as arrays in mpif.h and mpi, as C pointers in mpi_f08.
#include "binding.h"
module operators
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use, intrinsic :: iso_c_binding, only: c_ptr, c_loc, c_f_pointer, c_intptr_t
  implicit none
  private
  public :: lean, leaned, multiply, multiplied, keep_left, lean_at_places, lean_with_gaps
  INCLUDE_MPI

  ! Whether each datatype that an operator was given was the one it had to be.
  logical, public :: datatypes_right = .true.
  HANDLE_OF(MPI_Datatype), public :: datatype_wanted

  ! For lean_at_places: where the numbers are, in bytes from a buffer's address,
  ! how many at each place, and the weight of the right operand.
  integer(MPI_ADDRESS_KIND), public :: place(2) = 0
  integer, public :: place_length(2) = 0
  real(dp), public :: place_weight = 1.0_dp

  ! For lean_with_gaps: doubles from one number to the next.
  integer, public :: stride = 1

  real(dp), parameter, public :: WEIGHT = -0.75_dp

#if defined(BINDING_F08)
#define BUFFER(x) type(c_ptr), value :: x
#define ADDRESS_OF(x) x
#else
#define BUFFER(x) real(dp), target :: x(*)
#define ADDRESS_OF(x) c_loc(x(1))
#endif

contains

  ! Neither commutative nor associative: one order and one bracketing alone
  ! give its result.
  subroutine lean(invec, inoutvec, len, datatype)
    BUFFER(invec)
    BUFFER(inoutvec)
    integer :: len
    HANDLE_OF(MPI_Datatype) :: datatype
    real(dp), pointer :: left(:), right(:)

    call c_f_pointer(ADDRESS_OF(invec), left, [len])
    call c_f_pointer(ADDRESS_OF(inoutvec), right, [len])
    right = left + WEIGHT * right
    datatypes_right = datatypes_right .and. datatype == datatype_wanted
  end subroutine

  ! The same for the oracle.
  pure function leaned(a, b, options) result(c)
    real(dp), intent(in) :: a(:), b(:)
    integer, intent(in) :: options(:)
    real(dp) :: c(size(a))

    c = a + WEIGHT * b
  end function

  ! Products of 2 x 2 matrices: associative in whole numbers, not commutative.
  subroutine multiply(invec, inoutvec, len, datatype)
    BUFFER(invec)
    BUFFER(inoutvec)
    integer :: len
    HANDLE_OF(MPI_Datatype) :: datatype
    real(dp), pointer :: left(:, :), right(:, :)
    integer :: i

    call c_f_pointer(ADDRESS_OF(invec), left, [4, len])
    call c_f_pointer(ADDRESS_OF(inoutvec), right, [4, len])
    do i = 1, len
      right(:, i) = multiplied(left(:, i), right(:, i), [integer ::])
    end do
    datatypes_right = datatypes_right .and. datatype == datatype_wanted
  end subroutine

  pure function multiplied(a, b, options) result(c)
    real(dp), intent(in) :: a(:), b(:)
    integer, intent(in) :: options(:)
    real(dp) :: c(size(a))

    c = [a(1) * b(1) + a(3) * b(2), a(2) * b(1) + a(4) * b(2), &
         a(1) * b(3) + a(3) * b(4), a(2) * b(3) + a(4) * b(4)]
  end function

  ! The left operand, moved as bits: even a signalling NaN arrives unchanged.
  subroutine keep_left(invec, inoutvec, len, datatype)
    BUFFER(invec)
    BUFFER(inoutvec)
    integer :: len
    HANDLE_OF(MPI_Datatype) :: datatype
    integer(int64), pointer :: left(:), right(:)

    call c_f_pointer(ADDRESS_OF(invec), left, [len])
    call c_f_pointer(ADDRESS_OF(inoutvec), right, [len])
    right = left
    datatypes_right = datatypes_right .and. datatype == datatype_wanted
  end subroutine

  ! One element of a datatype whose numbers lie at absolute addresses, so that
  ! the buffers' own addresses mean nothing by themselves.
  subroutine lean_at_places(invec, inoutvec, len, datatype)
    BUFFER(invec)
    BUFFER(inoutvec)
    integer :: len
    HANDLE_OF(MPI_Datatype) :: datatype
    real(dp), pointer :: left(:), right(:)
    integer :: i

    do i = 1, 2
      call at(ADDRESS_OF(invec), place(i), place_length(i), left)
      call at(ADDRESS_OF(inoutvec), place(i), place_length(i), right)
      right = left + place_weight * right
    end do
    datatypes_right = datatypes_right .and. datatype == datatype_wanted .and. len == 1
  end subroutine

  subroutine at(base, offset, n, x)
    type(c_ptr), intent(in) :: base
    integer(MPI_ADDRESS_KIND), intent(in) :: offset
    integer, intent(in) :: n
    real(dp), pointer, intent(out) :: x(:)
    type(c_ptr) :: address

    address = transfer(transfer(base, 0_c_intptr_t) + offset, address)
    call c_f_pointer(address, x, [n])
  end subroutine

  ! Numbers with gaps between them, as many as the datatype says.
  subroutine lean_with_gaps(invec, inoutvec, len, datatype)
    BUFFER(invec)
    BUFFER(inoutvec)
    integer :: len
    HANDLE_OF(MPI_Datatype) :: datatype
    real(dp), pointer :: left(:), right(:)
    integer :: bytes, n, ierror

    call MPI_Type_size(datatype, bytes, ierror)
    n = (len * bytes / 8 - 1) * stride + 1
    call c_f_pointer(ADDRESS_OF(invec), left, [n])
    call c_f_pointer(ADDRESS_OF(inoutvec), right, [n])
    right(::stride) = left(::stride) + WEIGHT * right(::stride)
  end subroutine

end module
