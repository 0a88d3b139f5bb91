! What the module samebits has for distributions, error bounds, local sums and matrices is there before MPI_Init.
program before_init
  use harness, only: start, finish
  implicit none

  call shares_test()
  call error_bound_test()
  call short_sums_test()
  call sparse_test()
  call start()
  call finish()
end program
