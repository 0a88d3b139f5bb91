! Sums of models' fields: the published algorithms and the modules of ../../fortran/models in turn, in
! one run. A row shows the least and the median time of each. The arguments: seconds for each row, and
! what the titles of the rows begin with that are wanted.
program models
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi
  use turns, only: start_turns
  use workloads
  implicit none
  character(len=16) :: text
  character(len=34) :: wanted
  real(real64) :: seconds
  integer :: ierror

  call MPI_Init(ierror)
  call get_command_argument(1, text)
  read (text, *) seconds
  call get_command_argument(2, wanted)
  call start_turns(seconds, trim(wanted))
  call field(30, 30)
  call field(180, 90)
  call field(720, 360)
  call layers(30, 30, 75)
  call layers(180, 90, 75)
  call rows(180, 90)
  call fields(1000, 1)
  call fields(1000, 50)
  call fields(10000, 50)
  call fields(1000, 200)
  call fields(10000, 200)
  call MPI_Finalize(ierror)
end program
