! A dot product of two vectors whose elements never lie in an array: each is computed where it
! is needed, and added to an accumulator. The exact sum of the products, rounded once, on any
! number of ranks, whichever of them computes which element.
!
!     mpifort ../../fortran/samebits.F90 accumulator.f90 ../../build/libsamebits.so -o accumulator
!     for n in 1 2 3; do LD_LIBRARY_PATH=../../build mpiexec -n $n ./accumulator; done
program accumulated_dot_product
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use samebits
  implicit none
  integer(int64), parameter :: LENGTH = 65537
  type(samebits_accumulator) :: sum
  real(real64) :: a, b, dot
  integer(int64) :: i
  integer :: rank, ranks

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)

  call samebits_accumulator_create(sum, 0.0_real64, 'exact')
  do i = rank + 1, LENGTH, ranks
    a = 1.0_real64 / i
    b = merge(1, -1, mod(i, 2_int64) == 0) * sqrt(real(i, real64))
    call samebits_accumulator_add_products(sum, [a], [b])
  end do
  call samebits_accumulator_allreduce(sum, MPI_COMM_WORLD)
  call samebits_accumulator_value(sum, dot)
  call samebits_accumulator_free(sum)

  if (rank == 0) print '(a, es23.16)', 'dot product ', dot
  call MPI_Finalize()
end program
