! Mean and variance as in moments_before.f90, but that the elements are handed over in
! place of their sums: the same digits on any number of ranks.
!
!     mpifort ../../fortran/samebits.F90 moments_after.f90 ../../build/libsamebits.so -o moments_after
!     for n in 1 2 3; do LD_LIBRARY_PATH=../../build mpiexec -n $n ./moments_after; done
program moments_after
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi
  use samebits
  implicit none
  integer, parameter :: N = 100003
  real(real64), allocatable :: x(:)
  real(real64) :: total(2), mean, variance
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

  ! Two arrays, x and its squares, one after the other.
  call samebits_allreduce_arrays([x, x**2], [size(x), size(x)], total, MPI_SUM, MPI_COMM_WORLD, ierror)

  mean = total(1) / N
  variance = total(2) / N - mean**2
  if (rank == 0) print '(a, es23.16, a, es23.16)', 'mean ', mean, ', variance ', variance
  call MPI_Finalize(ierror)
end program
