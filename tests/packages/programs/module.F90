! A program that asks samebits what it did, by the installed Fortran module.
program module_test
  use mpi_f08
  use samebits
  implicit none
  double precision, parameter :: contributions(0:2) = [1d0, 1d300, -1d300]
  double precision :: total
  integer :: rank, ranks
  logical :: wrong

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  if (ranks /= 3) then
    print *, 'started on', ranks, 'ranks, and not on 3'
    call MPI_Abort(MPI_COMM_WORLD, 2)
  end if
  total = 0
  call MPI_Allreduce(contributions(rank), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)

  wrong = total /= 1 .or. samebits_calls_intercepted() /= 1 .or. samebits_calls_reproduced() /= 1
  if (wrong) print *, 'the sum is', total, ', and not 1; of one call samebits saw', &
    samebits_calls_intercepted(), 'and evaluated', samebits_calls_reproduced()
  call MPI_Finalize()
  if (wrong) stop 1
end program
