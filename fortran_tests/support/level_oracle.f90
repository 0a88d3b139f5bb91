! Sums by levels: the oracle of the C tests.
module level_oracle
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_float, c_int64_t, c_null_char, c_size_t
  use values
  implicit none
  private
  public :: level_sum

  interface
    function oracle_levels_double(arithmetic, numbers, n, stride, summands) bind(C)
      import :: c_char, c_double, c_int64_t, c_size_t
      character(kind=c_char), intent(in) :: arithmetic(*)
      real(c_double), intent(in) :: numbers(*)
      integer(c_size_t), value :: n, stride
      integer(c_int64_t), value :: summands
      real(c_double) :: oracle_levels_double
    end function
    function oracle_levels_float(arithmetic, numbers, n, stride, summands) bind(C)
      import :: c_char, c_float, c_int64_t, c_size_t
      character(kind=c_char), intent(in) :: arithmetic(*)
      real(c_float), intent(in) :: numbers(*)
      integer(c_size_t), value :: n, stride
      integer(c_int64_t), value :: summands
      real(c_float) :: oracle_levels_float
    end function
  end interface

contains

  ! By an arithmetic with its number of levels, as SAMEBITS_ARITHMETIC names it.
  real(dp) function level_sum(arithmetic, x, bytes) result(total)
    character(len=*), intent(in) :: arithmetic
    real(dp), intent(in) :: x(:)
    integer, intent(in) :: bytes
    integer(c_size_t) :: n

    n = size(x)
    if (bytes == 4) then
      total = oracle_levels_float(trim(arithmetic)//c_null_char, real(x, sp), n, 1_c_size_t, int(n, c_int64_t))
    else
      total = oracle_levels_double(trim(arithmetic)//c_null_char, x, n, 1_c_size_t, int(n, c_int64_t))
    end if
  end function

end module
