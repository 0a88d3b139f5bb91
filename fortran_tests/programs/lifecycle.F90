! MPI_Init_thread and MPI_Finalize reach samebits from Fortran: the report is
! written at MPI_Finalize and names the call that was made in between.
#include "binding.h"
program lifecycle_test
  USE_MPI
  use, intrinsic :: iso_c_binding, only: c_int, c_char, c_null_char
  use harness
  implicit none
  INCLUDE_MPI

  interface
    function test_set_variable(name, value) bind(C)
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int) :: test_set_variable
    end function
    function test_process_id() bind(C)
      import :: c_int
      integer(c_int) :: test_process_id
    end function
  end interface

  character(len=64) :: report
  double precision :: x, y
  type(tally) :: before
  logical :: flag
  integer :: provided, ierror

  ! A file of this process, named before samebits reads its environment.
  write (report, '("report-of-process-", i0, ".txt")') test_process_id()
  before = calls_so_far()
  if (before%intercepted >= 0) then
    ierror = test_set_variable('SAMEBITS_REPORT'//c_null_char, trim(report)//c_null_char)
  end if

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
  if (library) call look_into_report()

contains

  subroutine look_into_report()
    character(len=400) :: line
    logical :: there, named
    integer :: unit, status

    inquire (file=report, exist=there)
    named = .false.
    if (there) then
      open (newunit=unit, file=report, status='old', action='readwrite')
      do
        read (unit, '(a)', iostat=status) line
        if (status /= 0) exit
        named = named .or. index(line, 'Allreduce') > 0
      end do
      close (unit, status='delete')
    end if
    ! Rank 0 counts for the communicator; the others may have nothing to say.
    if (world_rank == 0 .and. .not. named) error stop 'MPI_Finalize wrote no report that names the call'
  end subroutine

end program
