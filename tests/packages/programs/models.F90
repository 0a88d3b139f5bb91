! A program that sums a field by the installed modules for models.
program models_test
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi
  use samebits_efp, only: to_real64
  use samebits_fields, only: model, field_sum
  implicit none
  real(real64), parameter :: contributions(0:2) = [1.0_real64, 1.0e300_real64, -1.0e300_real64]
  type(model) :: this
  real(real64) :: total
  integer :: rank, ranks, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  if (ranks /= 3) then
    print *, 'started on', ranks, 'ranks, and not on 3'
    call MPI_Abort(MPI_COMM_WORLD, 2, ierror)
  end if
  this%add => add
  this%fatal => fatal
  total = to_real64(field_sum(this, 'models', reshape(contributions(rank:rank), [1, 1])))
  if (abs(total - 1) > 0) call fatal('the sum is not 1')
  call MPI_Finalize(ierror)

contains

  subroutine add(integers)
    integer(int64), intent(inout), contiguous :: integers(:)
    integer(int64) :: sums(size(integers))

    call MPI_Allreduce(integers, sums, size(sums), MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD, ierror)
    integers = sums
  end subroutine

  subroutine fatal(message)
    character(len=*), intent(in) :: message

    print *, message
    call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
  end subroutine
end program
