! How far a sum may be from the exact one: of numbers of both kinds, counted in integers of
! both kinds. All of it before MPI_Init.
#include "binding.h"
subroutine error_bound_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int64, sp => real32, dp => real64
  use samebits
  use harness
  implicit none
  INCLUDE_MPI

  integer :: ierror
  real(dp) :: bound, again
  real(sp) :: single, single_again

  call samebits_error_bound('prerounded:1 ', 1000, 3.0_dp, 0.0_dp, bound, ierror)
  call check(ierror == MPI_SUCCESS .and. bound == 1000, 'one level: '//samebits_error_message(), HERE)
  call samebits_error_bound('prerounded:1', 1000_int64, 3.0_dp, 0.0_dp, again)
  call check(again == bound, 'in wide integers', HERE)
  call samebits_error_bound('exact', huge(0_int64), 1.0_dp, -1.5_dp, bound)
  call check(bound == epsilon(bound) / 2, 'half a unit of a double', HERE)
  ! (Without SAMEBITS_ARITHMETIC sums are exact.)
  call samebits_error_bound('', 3, 1.0_sp, -1.5_sp, single)
  call check(single == epsilon(single) / 2, 'half a unit of a float', HERE)
  call samebits_error_bound('binned:2', 1000, 1.0_dp, 0.0_dp, bound)
  call check(abs(bound / (1000 * 2.0_dp**(-56)) - 1) < 1e-9_dp, 'bins of doubles', HERE)
  call samebits_error_bound('binned:2', 1000, 1.0_sp, 0.0_sp, single)
  call samebits_error_bound('binned:2', 1000_int64, 1.0_sp, 0.0_sp, single_again)
  call check(abs(single / (1000 * 2.0_sp**(-15)) - 1) < 1e-6_sp .and. single == single_again, 'bins of floats', HERE)

  bound = -7
  single = -7
  call samebits_error_bound('binned:5', 3, 1.0_dp, 1.0_dp, bound, ierror)
  call refused(MPI_ERR_ARG, 'samebits_error_bound: arithmetic=binned:5 is not accepted', __LINE__)
  call samebits_error_bound('exact', -1, 1.0_dp, 1.0_dp, bound, ierror)
  call refused(MPI_ERR_ARG, 'samebits_error_bound: n=-1 is not accepted; it takes 0 or more', __LINE__)
  call samebits_error_bound('prerounded', huge(0_int64), 1.0_dp, 1.0_dp, bound, ierror)
  call refused(MPI_ERR_COUNT, 'n=9223372036854775807 is not accepted', __LINE__)
  call samebits_error_bound('exact', 3, -1.0_sp, 1.0_sp, single, ierror)
  call refused(MPI_ERR_ARG, 'samebits_error_bound: largest=-1 is not accepted', __LINE__)
  call check(bound == -7 .and. single == -7, 'nothing is stored', HERE)

contains

  subroutine refused(class, words, line)
    integer, intent(in) :: class, line
    character(len=*), intent(in) :: words

    call check(ierror == class .and. index(samebits_error_message(), words) > 0, &
               'not "'//words//'" but "'//samebits_error_message()//'"', __FILE__, line)
  end subroutine

end subroutine
