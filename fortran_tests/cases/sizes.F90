! Lengths around those at which the way of exchanging data changes: no bit may
! change with it. The lengths cover every power of two of p times the bytes of
! the vector from 8 KiB to 1 MiB, and one vector of several blocks.
#include "binding.h"
subroutine sizes_test()
  USE_MPI
  use harness
  use expectations
  use reductions
  implicit none
  INCLUDE_MPI
  type(expectation) :: e
  integer :: exponent, n, nearby


  e = expect('MPI_DOUBLE_PRECISION MPI_SUM', OP_SUM, FORM_REAL, 8, world_rank, world_size, library, exact_sums)
  do exponent = 13, 20
    n = 2**exponent / (8 * world_size)
    do nearby = n - 1, n + 1
      call reduce_double(e, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, nearby, mod(nearby, world_size))
    end do
  end do
  call reduce_double(e, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, 300007, 0)

  e = expect('MPI_COMPLEX MPI_PROD', OP_PROD, FORM_COMPLEX, 4, world_rank, world_size, library, exact_sums)
  n = 65536 / (8 * world_size)
  do nearby = n - 1, n + 1
    call reduce_complex(e, MPI_COMPLEX, MPI_PROD, MPI_COMM_WORLD, nearby, 0)
  end do
  call reduce_complex(e, MPI_COMPLEX, MPI_PROD, MPI_COMM_WORLD, 150001, world_size - 1)

end subroutine
