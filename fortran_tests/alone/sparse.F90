! Sparse matrices in compressed rows, of the four kinds and both kinds of indices, which count from 1
! or from 0. All of it before MPI_Init.
#include "binding.h"
subroutine sparse_test()
  use, intrinsic :: iso_fortran_env, only: int32, int64, sp => real32, dp => real64
  use samebits
  use harness
  implicit none
  integer :: ierror

  call real_sp_int32()
  call real_sp_int64()
  call real_dp_int32()
  call real_dp_int64()
  call complex_sp_int32()
  call complex_sp_int64()
  call complex_dp_int32()
  call complex_dp_int64()

contains

#define ELEMENT real(sp)
#define MAKE(re, im) real(re, sp)
#define INDEX_KIND int32
#define SPARSE real_sp_int32
#include "typed_sparse.inc"
#define ELEMENT real(sp)
#define MAKE(re, im) real(re, sp)
#define INDEX_KIND int64
#define SPARSE real_sp_int64
#include "typed_sparse.inc"
#define ELEMENT real(dp)
#define MAKE(re, im) real(re, dp)
#define INDEX_KIND int32
#define SPARSE real_dp_int32
#include "typed_sparse.inc"
#define ELEMENT real(dp)
#define MAKE(re, im) real(re, dp)
#define INDEX_KIND int64
#define SPARSE real_dp_int64
#include "typed_sparse.inc"
#define ELEMENT complex(sp)
#define MAKE(re, im) cmplx(re, im, sp)
#define INDEX_KIND int32
#define SPARSE complex_sp_int32
#include "typed_sparse.inc"
#define ELEMENT complex(sp)
#define MAKE(re, im) cmplx(re, im, sp)
#define INDEX_KIND int64
#define SPARSE complex_sp_int64
#include "typed_sparse.inc"
#define ELEMENT complex(dp)
#define MAKE(re, im) cmplx(re, im, dp)
#define INDEX_KIND int32
#define SPARSE complex_dp_int32
#include "typed_sparse.inc"
#define ELEMENT complex(dp)
#define MAKE(re, im) cmplx(re, im, dp)
#define INDEX_KIND int64
#define SPARSE complex_dp_int64
#include "typed_sparse.inc"

  ! The call that has stored ierror failed with those words.
  subroutine fails(words, file, line)
    character(len=*), intent(in) :: words, file
    integer, intent(in) :: line

    call check(ierror /= 0 .and. index(samebits_error_message(), words) > 0 .and. &
               index(samebits_error_message(), 'samebits_csr_multiply: ') == 1, &
               'the message is "'//samebits_error_message()//'"', file, line)
  end subroutine

end subroutine
