! Buffers of any type of ours seen as reals, so that filling and comparing are
! written once. (Here and not in the harness: gfortran 12 mixes up the C_PTR of
! mpi_f08 with that of C_LOC where a module uses both.)
module views
  use, intrinsic :: iso_c_binding, only: c_loc, c_f_pointer
  use values, only: sp, dp
  implicit none
  private
  public :: view

  interface view
    module procedure view_real, view_double, view_complex, view_double_complex
  end interface

contains

  subroutine view_real(x, reals)
    real(sp), intent(in), target, contiguous :: x(:)
    real(sp), pointer, intent(out) :: reals(:)

    call c_f_pointer(c_loc(x), reals, [size(x)])
  end subroutine

  subroutine view_double(x, reals)
    real(dp), intent(in), target, contiguous :: x(:)
    real(dp), pointer, intent(out) :: reals(:)

    call c_f_pointer(c_loc(x), reals, [size(x)])
  end subroutine

  subroutine view_complex(x, reals)
    complex(sp), intent(in), target, contiguous :: x(:)
    real(sp), pointer, intent(out) :: reals(:)

    call c_f_pointer(c_loc(x), reals, [2 * size(x)])
  end subroutine

  subroutine view_double_complex(x, reals)
    complex(dp), intent(in), target, contiguous :: x(:)
    real(dp), pointer, intent(out) :: reals(:)

    call c_f_pointer(c_loc(x), reals, [2 * size(x)])
  end subroutine

end module
