! Mean and variance as programs compute them: each rank sums its share in a loop, and
! MPI_Allreduce adds the sums. The last digits depend on the number of ranks. (The same
! program with samebits: moments_after.f90.)
!
!     mpifort moments_before.f90 -o moments_before
!     for n in 1 2 3; do mpiexec -n $n ./moments_before; done
program moments_before
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi
  implicit none
  integer, parameter :: N = 100003
  real(real64), allocatable :: x(:)
  real(real64) :: local(2), total(2), mean, variance
  integer :: rank, ranks, first, last, i, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  first = N / ranks * rank + 1
  last = merge(N, N / ranks * (rank + 1), rank == ranks - 1)
  allocate (x(first:last))
  do i = first, last
    x(i) = 1000 + 1 / real(i, real64)
  end do

  local = 0
  do i = first, last
    local(1) = local(1) + x(i)
    local(2) = local(2) + x(i)**2
  end do
  call MPI_Allreduce(local, total, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)

  mean = total(1) / N
  variance = total(2) / N - mean**2
  if (rank == 0) print '(a, es23.16, a, es23.16)', 'mean ', mean, ', variance ', variance
  call MPI_Finalize(ierror)
end program
