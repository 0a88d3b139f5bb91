! What the modules in ../../fortran/models use of the models, as far as they use it: the names and
! arguments are the models', the ranks those of a communicator that the test chooses, and what would end
! the model is recorded, and returns.
module stand_in
  use mpi
  implicit none

  integer, save :: comm = MPI_COMM_WORLD      ! the PE list
  integer, save :: sums_made = 0              ! of integers, over the ranks
  character(len=200), save :: fatal_message = ''

contains

  subroutine record(message)
    character(len=*), intent(in) :: message

    if (fatal_message == '') fatal_message = message      ! the model would be gone
  end subroutine

  subroutine sum_integers(field, length)
    use, intrinsic :: iso_fortran_env, only: int64
    integer(int64), intent(inout) :: field(:)
    integer, intent(in) :: length
    integer(int64), allocatable :: total(:)
    integer :: ierror

    allocate (total(length))
    call MPI_Allreduce(field, total, length, MPI_INTEGER8, MPI_SUM, comm, ierror)
    field(:length) = total
    sums_made = sums_made + 1
  end subroutine
end module

module MOM_coms_infra
  use stand_in, only: sum_integers, comm, MPI_Comm_size
  implicit none
  private
  public :: sum_across_PEs, num_PEs

  interface sum_across_PEs
    module procedure sum_integers
  end interface

contains

  integer function num_PEs()
    integer :: ierror

    call MPI_Comm_size(comm, num_PEs, ierror)
  end function
end module

module MOM_error_handler
  use stand_in, only: record
  implicit none
  private
  public :: MOM_error, FATAL
  integer, parameter :: FATAL = 2

contains

  subroutine MOM_error(level, message)
    integer, intent(in) :: level
    character(len=*), intent(in) :: message

    if (level == FATAL) call record(message)
  end subroutine
end module

module mpp_mod
  use stand_in, only: record, sum_integers
  implicit none
  private
  public :: mpp_error, mpp_sum, FATAL
  integer, parameter :: FATAL = 2

  interface mpp_sum
    module procedure sum_integers
  end interface

contains

  subroutine mpp_error(errortype, errormsg)
    integer, intent(in) :: errortype
    character(len=*), intent(in) :: errormsg

    if (errortype == FATAL) call record(errormsg)
  end subroutine
end module

module shr_log_mod
  use, intrinsic :: iso_fortran_env, only: output_unit
  implicit none
  integer, save :: shr_log_Unit = output_unit
end module

module shr_sys_mod
  use stand_in, only: record
  implicit none

contains

  subroutine shr_sys_abort(string, rc)
    character(len=*), intent(in), optional :: string
    integer, intent(in), optional :: rc

    if (present(rc)) continue
    if (present(string)) call record(string)
  end subroutine
end module
