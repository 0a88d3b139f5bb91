! MPI_Init_thread and MPI_Finalize reach samebits from Fortran: the report is
! written at MPI_Finalize and names the call that was made in between.
#include "binding.h"
program lifecycle_test
  USE_MPI
  use harness
  implicit none
  INCLUDE_MPI

  character(len=64) :: report
  double precision :: x, y
  type(tally) :: before
  logical :: flag
  integer :: provided, ierror

  call ask_for_report(report)
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierror)
  call started()
  call check(ierror == MPI_SUCCESS, 'MPI_Init_thread', HERE)
  call check(provided >= MPI_THREAD_SINGLE .and. provided <= MPI_THREAD_MULTIPLE, 'provided', HERE)
  call MPI_Initialized(flag, ierror)
  call check(flag, 'MPI_Initialized', HERE)

  x = 1
  before = calls_so_far()
  call MPI_Allreduce(x, y, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'MPI_Allreduce after MPI_Init_thread', HERE)
  call check(nint(y) == world_size, 'the sum of ones', HERE)

  call MPI_Finalize(ierror)
  if (ierror /= MPI_SUCCESS) error stop 'MPI_Finalize'
  call MPI_Finalized(flag, ierror)
  if (.not. flag) error stop 'MPI_Finalized'
  ! Rank 0 counts for the communicator; the others may have nothing to say.
  if (library) then
    if (.not. report_names(report, 'Allreduce') .and. world_rank == 0) &
      error stop 'MPI_Finalize wrote no report that names the call'
  end if
end program
