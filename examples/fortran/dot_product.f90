! The dot product of two vectors that are distributed over the ranks, with the handles of
! the module mpi: the exact sum of the products, rounded once, on any number of ranks.
!
!     mpifort ../../fortran/samebits.F90 dot_product.f90 ../../build/libsamebits.so -o dot_product
!     for n in 1 2 3; do LD_LIBRARY_PATH=../../build mpiexec -n $n ./dot_product; done
program dot_product_of_vectors
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi
  use samebits
  implicit none
  integer(int64), parameter :: LENGTH = 65537
  real(real64), allocatable :: a(:), b(:)
  real(real64) :: dot
  integer(int64) :: first, last, i
  integer :: rank, ranks, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  first = LENGTH * rank / ranks + 1
  last = LENGTH * (rank + 1) / ranks
  allocate (a(first:last), b(first:last))
  do i = first, last
    a(i) = 1.0_real64 / i
    b(i) = merge(1, -1, mod(i, 2_int64) == 0) * sqrt(real(i, real64))
  end do

  call samebits_allreduce_array(a * b, dot, MPI_SUM, MPI_COMM_WORLD, ierror)
  if (ierror /= MPI_SUCCESS) then
    print '(a)', samebits_error_message()
    call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
  end if

  if (rank == 0) print '(a, es23.16)', 'dot product ', dot
  call MPI_Finalize(ierror)
end program
