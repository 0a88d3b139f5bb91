! Which mean fits the data best: the log-likelihood of a normal distribution, up to a
! constant, for observations that are distributed over the ranks. Its bits, and so the
! choice, do not depend on the number of ranks.
!
!     mpifort ../../fortran/samebits.F90 log_likelihood.f90 ../../build/libsamebits.so -o log_likelihood
!     for n in 1 2 3; do LD_LIBRARY_PATH=../../build mpiexec -n $n ./log_likelihood; done
program log_likelihood
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use samebits
  implicit none
  integer(int64), parameter :: OBSERVATIONS = 100003
  real(real64), allocatable :: x(:)
  real(real64) :: mean, likelihood(1), best(2)
  type(samebits_plan) :: plan
  integer(int64) :: first, last, i
  integer :: rank, ranks, step

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  first = OBSERVATIONS * rank / ranks + 1
  last = OBSERVATIONS * (rank + 1) / ranks
  allocate (x(first:last))
  do i = first, last
    x(i) = observation(i)
  end do

  ! The shares stay as they are from one mean to the next.
  call samebits_plan_arrays([size(x)], 0.0_real64, MPI_SUM, MPI_COMM_WORLD, plan)
  best = [0.0_real64, -huge(best)]
  do step = 0, 16
    mean = 0.0625_real64 * step
    call samebits_plan_allreduce(plan, -0.5_real64 * (x - mean)**2, likelihood)
    if (likelihood(1) > best(2)) best = [mean, likelihood(1)]
  end do
  call samebits_plan_free(plan)

  if (rank == 0) print '(a, f6.4, a, es23.16)', 'mean ', best(1), ', log-likelihood ', best(2)
  call MPI_Finalize()

contains

  ! In place of a file.
  real(real64) function observation(i)
    integer(int64), intent(in) :: i

    observation = real(mod(7919 * i, 10007_int64), real64) / 10007
  end function

end program
