! Calls that the MPI library rejects are rejected as ever: the same error class
! in ierror by way of the caller's error handler, and the next call works. (No
! negative count: MPICH 4.0.2 does not look at it and crashes.)
#include "binding.h"
subroutine rejected_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use harness
  use operators, only: multiply
  implicit none
  INCLUDE_MPI

  real(dp) :: x(4), y(4)
  HANDLE_OF(MPI_Comm) :: comm
  HANDLE_OF(MPI_Datatype) :: four
  HANDLE_OF(MPI_Op) :: op
  type(tally) :: before
  integer :: ierror

  x = world_rank + 1
  y = -1

  ! Errors are returned on the communicator of the call only: on any other they
  ! would end the program.
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
  call MPI_Type_contiguous(4, MPI_DOUBLE_PRECISION, four, ierror)
  call MPI_Op_create(multiply, .false., op, ierror)
  before = calls_so_far()
  call MPI_Allreduce(x, y, 1, four, op, comm, ierror)
  call rejected(MPI_ERR_TYPE, 'a datatype that is not committed')

  before = calls_so_far()
  call MPI_Reduce(x, y, 1, four, op, 0, comm, ierror)
  call rejected(MPI_ERR_TYPE, 'a datatype that is not committed, at a root')

  call MPI_Type_commit(four, ierror)
  before = calls_so_far()
  call MPI_Allreduce(x, y, 1, four, MPI_SUM, comm, ierror)
  call rejected(MPI_ERR_OP, 'MPI_SUM on a derived datatype')

  before = calls_so_far()
  call MPI_Allreduce(x, y, 4, MPI_DOUBLE_PRECISION, MPI_REPLACE, comm, ierror)
  call rejected(MPI_ERR_OP, 'MPI_REPLACE')

  before = calls_so_far()
  call MPI_Reduce(x, y, 4, MPI_DOUBLE_PRECISION, MPI_SUM, -7, comm, ierror)
  call rejected(MPI_ERR_ROOT, 'a negative root')
  call MPI_Op_free(op, ierror)
  call MPI_Type_free(four, ierror)
  call MPI_Comm_free(comm, ierror)

  ! MPI_COMM_NULL has no handler of its own: MPI-3 asks that of MPI_COMM_WORLD,
  ! MPI-4 that of MPI_COMM_SELF.
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, ierror)

  before = calls_so_far()
  call MPI_Allreduce(x, y, 4, MPI_DATATYPE_NULL, MPI_SUM, MPI_COMM_WORLD, ierror)
  call rejected(MPI_ERR_TYPE, 'MPI_DATATYPE_NULL', or=MPI_ERR_OP)

  before = calls_so_far()
  call MPI_Allreduce(x, y, 4, MPI_DOUBLE_PRECISION, MPI_BAND, MPI_COMM_WORLD, ierror)
  call rejected(MPI_ERR_OP, 'MPI_BAND on MPI_DOUBLE_PRECISION')

  before = calls_so_far()
  call MPI_Allreduce(x, y, 2, MPI_DOUBLE_COMPLEX, MPI_MAX, MPI_COMM_WORLD, ierror)
  call rejected(MPI_ERR_OP, 'MPI_MAX on MPI_DOUBLE_COMPLEX')

  before = calls_so_far()
  call MPI_Allreduce(x, y, 4, MPI_DOUBLE_PRECISION, MPI_OP_NULL, MPI_COMM_WORLD, ierror)
  call rejected(MPI_ERR_OP, 'MPI_OP_NULL')

  before = calls_so_far()
  call MPI_Allreduce(x, y, 4, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_NULL, ierror)
  call rejected(MPI_ERR_COMM, 'MPI_COMM_NULL')

  before = calls_so_far()
  call MPI_Reduce(x, y, 4, MPI_DOUBLE_PRECISION, MPI_SUM, world_size, MPI_COMM_WORLD, ierror)
  call rejected(MPI_ERR_ROOT, 'a root that there is not')

  call check(all(y == -1), 'a rejected call wrote a result', HERE)
  before = calls_so_far()
  call MPI_Allreduce(x, y, 4, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'the next call', HERE)
  call check(ierror == MPI_SUCCESS, 'the next call', HERE)
  call check(all(nint(y) == world_size * (world_size + 1) / 2), 'the next call', HERE)

contains

  ! The MPI libraries do not all name the same fault first.
  subroutine rejected(class_wanted, what, or)
    integer, intent(in) :: class_wanted
    character(len=*), intent(in) :: what
    integer, intent(in), optional :: or
    character(len=60) :: rest
    integer :: class, status

    call check_call(before, .false., what, HERE)
    class = MPI_SUCCESS
    if (ierror /= MPI_SUCCESS) call MPI_Error_class(ierror, class, status)
    if (class == class_wanted) return
    if (present(or)) then
      if (class == or) return
    end if
    write (rest, '(": error class ", i0, ", expected ", i0)') class, class_wanted
    call fail(what//rest, HERE)
  end subroutine

end subroutine
