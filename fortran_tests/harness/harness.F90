! Start, end and failure of tests, and the counters of samebits, which say whether a
! call was seen (once) and evaluated by it: equal bits are no evidence of either.
#include "binding.h"
module harness
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int64, error_unit
  use, intrinsic :: iso_c_binding, only: c_int64_t, c_int, c_char, c_null_char
  implicit none
  private
  public :: start, started, look_for_library, finish, fail, check, skip
  public :: tally, calls_so_far, check_call, check_calls
  public :: ask_for_report, report_names
  INCLUDE_MPI

  logical, public, protected :: library = .false.      ! samebits is here
  logical, public, protected :: exact_sums = .true.    ! and sums are exact
  integer, public, protected :: world_rank = -1, world_size = -1
  logical, public :: skipped = .false.                 ! the case has nothing to test here

  type :: tally
    integer(int64) :: intercepted, reproduced
  end type

  interface
    function test_calls_intercepted() bind(C)
      import :: c_int64_t
      integer(c_int64_t) :: test_calls_intercepted
    end function
    function test_calls_reproduced() bind(C)
      import :: c_int64_t
      integer(c_int64_t) :: test_calls_reproduced
    end function
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

contains

  subroutine start()
    integer :: ierror

    call MPI_Init(ierror)
    call check(ierror == MPI_SUCCESS, 'MPI_Init', HERE)
    call started()
  end subroutine

  ! For a program that has initialised MPI itself.
  subroutine started()
    integer :: ierror

    call MPI_Comm_rank(MPI_COMM_WORLD, world_rank, ierror)
    call MPI_Comm_size(MPI_COMM_WORLD, world_size, ierror)
    call look_for_library()
  end subroutine

  ! For a program that has no MPI_COMM_WORLD.
  subroutine look_for_library()
    character(len=16) :: expected, arithmetic
    type(tally) :: now

    call get_environment_variable('TEST_EXPECT', expected)
    now = calls_so_far()
    select case (expected)
    case ('none')
      call check(now%intercepted < 0, 'samebits is in the process, TEST_EXPECT=none', HERE)
    case ('preload', 'link')
      call check(now%intercepted >= 0 .and. now%reproduced >= 0, &
                 'samebits is not in the process, TEST_EXPECT='//expected, HERE)
      library = .true.
    case default
      call fail('TEST_EXPECT has to be none, preload or link', HERE)
    end select
    call get_environment_variable('SAMEBITS_ARITHMETIC', arithmetic)
    exact_sums = arithmetic /= 'tree'
  end subroutine

  subroutine finish()
    integer :: ierror

    call MPI_Finalize(ierror)
    if (ierror /= MPI_SUCCESS) error stop 'MPI_Finalize'
  end subroutine

  ! For a case that has nothing to test under this MPI.
  subroutine skip(why)
    character(len=*), intent(in) :: why

    if (world_rank == 0) print '("skipped: ", a)', why
    skipped = .true.
  end subroutine

  subroutine check(condition, what, file, line)
    logical, intent(in) :: condition
    character(len=*), intent(in) :: what, file
    integer, intent(in) :: line

    if (.not. condition) call fail(what, file, line)
  end subroutine

  subroutine fail(what, file, line)
    character(len=*), intent(in) :: what, file
    integer, intent(in) :: line
    integer :: ierror

    write (error_unit, '(a, ":", i0, ": ", a, ", rank ", i0, " of ", i0)') &
      file, line, trim(what), world_rank, world_size
    flush (error_unit)
    if (world_rank >= 0) call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
    error stop 1
  end subroutine

  ! Asks samebits, if it is here, for a report in a file of this process, before it
  ! reads its environment.
  subroutine ask_for_report(file)
    character(len=*), intent(out) :: file
    type(tally) :: now

    write (file, '("report-of-process-", i0, ".txt")') test_process_id()
    now = calls_so_far()
    if (now%intercepted < 0) return
    if (test_set_variable('SAMEBITS_REPORT'//c_null_char, trim(file)//c_null_char) /= 0) &
      error stop 'setenv'
  end subroutine

  ! Whether the report was written and has a line with these words; deletes it.
  function report_names(file, words) result(named)
    character(len=*), intent(in) :: file, words
    logical :: named, there
    character(len=400) :: line
    integer :: unit, status

    named = .false.
    inquire (file=file, exist=there)
    if (.not. there) return
    open (newunit=unit, file=file, status='old', action='readwrite')
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      named = named .or. index(line, words) > 0
    end do
    close (unit, status='delete')
  end function

  function calls_so_far() result(now)
    type(tally) :: now

    now%intercepted = test_calls_intercepted()
    now%reproduced = test_calls_reproduced()
  end function

  ! One reduction was called since `before`: samebits saw it once, and evaluated
  ! it itself if it is one of `ours`.
  subroutine check_call(before, ours, what, file, line)
    type(tally), intent(in) :: before
    logical, intent(in) :: ours
    character(len=*), intent(in) :: what, file
    integer, intent(in) :: line
    type(tally) :: now
    character(len=80) :: rest

    if (.not. library) return
    now = calls_so_far()
    if (now%intercepted - before%intercepted == 1 .and. &
        now%reproduced - before%reproduced == merge(1, 0, ours)) return
    write (rest, '(": intercepted +", i0, " (expected +1), reproduced +", i0, " (expected +", i0, ")")') &
      now%intercepted - before%intercepted, now%reproduced - before%reproduced, merge(1, 0, ours)
    call fail(trim(what)//rest, file, line)
  end subroutine

  ! So many reductions were called since `before`, and samebits evaluated all of them.
  subroutine check_calls(before, number, what, file, line)
    type(tally), intent(in) :: before
    integer, intent(in) :: number, line
    character(len=*), intent(in) :: what, file
    type(tally) :: now
    character(len=80) :: rest

    if (.not. library) return
    now = calls_so_far()
    if (now%intercepted - before%intercepted == number .and. now%reproduced - before%reproduced == number) return
    write (rest, '(": intercepted +", i0, ", reproduced +", i0, " (expected +", i0, ")")') &
      now%intercepted - before%intercepted, now%reproduced - before%reproduced, number
    call fail(trim(what)//rest, file, line)
  end subroutine

end module
