! Each arithmetic, set on a communicator: sums by every call, blocking, nonblocking and persistent.
#include "binding.h"
subroutine arithmetics_test()
  USE_MPI
  use samebits, only: samebits_set
  use harness
  use expectations
  use reductions
  implicit none
  INCLUDE_MPI
  integer, parameter :: N = 61
  character(len=13), parameter :: ARITHMETICS(*) = [character(len=13) :: 'exact', 'tree', &
    'prerounded:1', 'prerounded:2', 'prerounded:3', 'prerounded:4', &
    'prerounded2:1', 'prerounded2:2', 'prerounded2:3', 'prerounded2:4', 'binned:2', 'binned:3', 'binned:4']
  integer :: i, ierror

  do i = 1, size(ARITHMETICS)
    call set(ARITHMETICS(i))
    call reduce_real(expected('MPI_REAL', FORM_REAL, 4), MPI_REAL, MPI_SUM, MPI_COMM_WORLD, N, 0)
    call reduce_double(expected('MPI_DOUBLE_PRECISION', FORM_REAL, 8), MPI_DOUBLE_PRECISION, MPI_SUM, &
                       MPI_COMM_WORLD, N, world_size - 1)
    call reduce_complex(expected('MPI_COMPLEX', FORM_COMPLEX, 4), MPI_COMPLEX, MPI_SUM, MPI_COMM_WORLD, N, 0)
    call reduce_double_complex(expected('MPI_DOUBLE_COMPLEX', FORM_COMPLEX, 8), MPI_DOUBLE_COMPLEX, MPI_SUM, &
                               MPI_COMM_WORLD, N, world_size - 1)
  end do
  call set('')

contains

  subroutine set(arithmetic)
    character(len=*), intent(in) :: arithmetic

    call samebits_set(MPI_COMM_WORLD, 'arithmetic', arithmetic, ierror)
    call check(ierror == MPI_SUCCESS, 'samebits_set, '//arithmetic, HERE)
  end subroutine

  function expected(datatype, form, bytes) result(e)
    character(len=*), intent(in) :: datatype
    integer, intent(in) :: form, bytes
    type(expectation) :: e
    character(len=48) :: label

    label = datatype//' MPI_SUM '//ARITHMETICS(i)
    if (index(ARITHMETICS(i), ':') > 0) then
      e = expect(label, OP_SUM, form, bytes, world_rank, world_size, library, .true., ARITHMETICS(i))
    else
      e = expect(label, OP_SUM, form, bytes, world_rank, world_size, library, ARITHMETICS(i) == 'exact')
    end if
  end function

end subroutine
