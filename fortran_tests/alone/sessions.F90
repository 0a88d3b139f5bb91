! MPI by a session alone, from Fortran: its reductions are ours, and the report is
! written where the last session ends. (Open MPI 4 has no sessions.)
#include "binding.h"
program sessions_test
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int64
  use harness
  implicit none
  INCLUDE_MPI

  HANDLE_OF(MPI_Session) :: session
  HANDLE_OF(MPI_Group) :: group
  HANDLE_OF(MPI_Comm) :: comm
  double precision :: x, y
  character(len=64) :: report
  type(tally) :: before
  integer :: rank, ranks, ierror

  call ask_for_report(report)
  call look_for_library()
  call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, session, ierror)
  call check(ierror == MPI_SUCCESS, 'MPI_Session_init', HERE)
  call MPI_Group_from_session_pset(session, 'mpi://WORLD', group, ierror)
  call MPI_Comm_create_from_group(group, 'samebits.test', MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, comm, ierror)
  call check(ierror == MPI_SUCCESS, 'MPI_Comm_create_from_group', HERE)
  call MPI_Group_free(group, ierror)
  call MPI_Comm_rank(comm, rank, ierror)
  call MPI_Comm_size(comm, ranks, ierror)

  ! 2^53, then ones: their sum is rounded once.
  x = merge(2d0**53, 1d0, rank == 0)
  before = calls_so_far()
  call MPI_Allreduce(x, y, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierror)
  call check(ierror == MPI_SUCCESS, 'MPI_Allreduce', HERE)
  call check_call(before, .true., 'MPI_Allreduce in a session', HERE)
  if (library) call check(y == dble(2_int64**53 + ranks - 1), 'the sum', HERE)

  call MPI_Comm_free(comm, ierror)
  call MPI_Session_finalize(session, ierror)
  if (ierror /= MPI_SUCCESS) error stop 'MPI_Session_finalize'
  if (library) then
    if (.not. report_names(report, 'Allreduce') .and. rank == 0) &
      error stop 'MPI_Session_finalize wrote no report that names the call'
  end if
end program
