! Runs the cases that the command line names, one after the other, in one launch:
!
!     <program> SECONDS CASE ...
!
! A line before a case names it, a line behind it says how it ended. A case that fails, or
! takes more than so many seconds, ends the launch; ../../tests/cmake/cases.sh starts another one with
! those behind it. CMake writes the table.
#include "binding.h"
program cases
  USE_MPI
  use harness
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: int64, output_unit
  implicit none
  INCLUDE_MPI

  interface
    subroutine test_time_limit(seconds) bind(C)
      import :: c_int
      integer(c_int), value :: seconds
    end subroutine
  end interface

  character(len=40) :: word
  integer(c_int) :: limit
  integer :: i

  call get_command_argument(1, word)
  read (word, *) limit
  call start()
  do i = 2, command_argument_count()
    call get_command_argument(i, word)
    call run(trim(word))
  end do
  call finish()

contains

  subroutine run(name)
    character(len=*), intent(in) :: name
    integer :: ierror
    integer(int64) :: first, last, rate

    skipped = .false.
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call say('==== case '//name)
    call system_clock(first, rate)
    call test_time_limit(limit)
    select case (name)
#include "cases_table.inc"
    case default
      call fail('there is no case '//name, HERE)
    end select
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call test_time_limit(0)
    ! What a case may have left behind that the next one does not expect.
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, ierror)
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL, ierror)
    call system_clock(last)
    write (word, '(f0.2)') real(last - first) / real(rate)
    call say('==== '//trim(merge('skipped', 'passed ', skipped))//' '//name//' '//trim(word)//' s')
  end subroutine

  subroutine say(line)
    character(len=*), intent(in) :: line

    if (world_rank /= 0) return
    write (output_unit, '(a)') line
    flush (output_unit)
  end subroutine

end program
