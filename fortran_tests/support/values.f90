! Floating-point values as bits: what the tests compare, and the values that
! have to be made from bits because no literal or operation gives them safely.
module values
  use, intrinsic :: iso_fortran_env, only: int32, int64, sp => real32, dp => real64
  implicit none
  private
  public :: sp, dp, int32, int64
  public :: bits_of, is_nan, is_infinite, is_negative, rounded
  public :: quiet_nan, odd_nan, infinity

contains

  ! The bits of x in its own format of 4 or 8 bytes; x must be a value of it.
  pure function bits_of(x, bytes) result(bits)
    real(dp), intent(in) :: x
    integer, intent(in) :: bytes
    integer(int64) :: bits

    if (bytes == 4) then
      bits = iand(int(transfer(real(x, sp), 0_int32), int64), int(z'ffffffff', int64))
    else
      bits = transfer(x, bits)
    end if
  end function

  ! By bits: a compiler may take x /= x for false, and comparing a NaN may trap.
  pure logical function is_nan(x)
    real(dp), intent(in) :: x

    is_nan = ibits(transfer(x, 0_int64), 0, 63) > int(z'7ff0000000000000', int64)
  end function

  pure logical function is_infinite(x)
    real(dp), intent(in) :: x

    is_infinite = ibits(transfer(x, 0_int64), 0, 63) == int(z'7ff0000000000000', int64)
  end function

  pure logical function is_negative(x)
    real(dp), intent(in) :: x

    is_negative = btest(transfer(x, 0_int64), 63)
  end function

  ! A double brought into the format of 4 or 8 bytes. The sum or product of two
  ! floats, computed in double and then rounded to float, is rounded correctly:
  ! a double has more than twice the digits of a float.
  pure real(dp) function rounded(x, bytes)
    real(dp), intent(in) :: x
    integer, intent(in) :: bytes

    rounded = x
    if (bytes == 4) rounded = real(real(x, sp), dp)
  end function

  ! The NaN that every predefined reduction has to return.
  pure real(dp) function quiet_nan()
    quiet_nan = transfer(int(z'7ff8000000000000', int64), 1.0_dp)
  end function

  ! A negative quiet NaN with a payload that a float can carry too.
  pure real(dp) function odd_nan(payload)
    integer, intent(in) :: payload
    integer(int64) :: bits

    bits = ior(int(z'7ff8000000000000', int64), shiftl(int(payload, int64), 29))
    odd_nan = transfer(ibset(bits, 63), 1.0_dp)
  end function

  pure real(dp) function infinity()
    infinity = transfer(int(z'7ff0000000000000', int64), 1.0_dp)
  end function

end module
