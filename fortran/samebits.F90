! samebits for Fortran: reductions of distributed arrays to results whose bits depend neither
! on the number of ranks nor on how the arrays are distributed. docs/fortran.md has an
! example. Accumulators take elements that need never lie in an array (docs/accumulators.md).
! Compile this file with the program, and link libsamebits.so.
!
! Elements are real or complex, of kind real32 or real64. Arrays of elements (local, x, y, w, mask
! and value) have rank 1, 2 or 3, those of a call the same; their elements are taken in array
! element order. Only the procedures named dots and samebits_csr_multiply take the ranks that are
! written there, as does every procedure for results and for n, starts and lengths.
!
! Communicators and operators are those of mpi_f08, where ierror may be omitted, or INTEGERs, as
! in the module mpi and in mpif.h. With the macro SAMEBITS_NO_MPI_F08 the module does not use mpi_f08.
!
! Generated from samebits.F90.in by `make header`; do not edit.
module samebits
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_double_complex, c_f_pointer, c_float, c_float_complex, &
                                         c_int, c_int64_t, c_loc, c_null_char, c_null_ptr, c_ptr, c_size_t, c_associated
  use, intrinsic :: iso_fortran_env, only: error_unit, int8, int32, int64, real32, real64
#ifndef SAMEBITS_NO_MPI_F08
  use mpi_f08, only: MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request
#endif
  implicit none
  private

  public :: samebits_allreduce_array, samebits_reduce_array
  public :: samebits_allreduce_arrays, samebits_reduce_arrays
  public :: samebits_allreduce_region, samebits_reduce_region
  public :: samebits_allreduce_pieces, samebits_reduce_pieces
  public :: samebits_plan, samebits_plan_arrays, samebits_plan_regions, samebits_plan_pieces
  public :: samebits_plan_allreduce, samebits_plan_reduce, samebits_plan_free
  public :: samebits_plan_allreduce_counts, samebits_plan_reduce_counts
  public :: samebits_accumulator, samebits_accumulator_create, samebits_accumulator_free
  public :: samebits_accumulator_add, samebits_accumulator_add_products
  public :: samebits_accumulator_merge, samebits_accumulator_clear, samebits_accumulator_value
  public :: samebits_accumulator_allreduce, samebits_accumulator_reduce, samebits_accumulator_handles
  public :: samebits_accumulator_size, samebits_accumulator_write, samebits_accumulator_read
  public :: samebits_allreduce_dot, samebits_allreduce_conjugated_dot
  public :: samebits_allreduce_dots, samebits_allreduce_conjugated_dots
  public :: samebits_allreduce_norm2, samebits_allreduce_sum_abs
  public :: samebits_allreduce_weighted_sum, samebits_allreduce_weighted_squares
  public :: samebits_allreduce_weighted_dot, samebits_allreduce_weighted_conjugated_dot
  public :: samebits_allreduce_mean, samebits_allreduce_variance
  public :: samebits_iallreduce_dot, samebits_iallreduce_conjugated_dot
  public :: samebits_iallreduce_dots, samebits_iallreduce_conjugated_dots
  public :: samebits_iallreduce_norm2, samebits_iallreduce_sum_abs
  public :: samebits_iallreduce_weighted_sum, samebits_iallreduce_weighted_squares
  public :: samebits_iallreduce_weighted_dot, samebits_iallreduce_weighted_conjugated_dot
  public :: samebits_iallreduce_mean, samebits_iallreduce_variance
  public :: samebits_sums, samebits_sums_create, samebits_sums_free, samebits_sums_clear
  public :: samebits_sums_add, samebits_sums_add_products, samebits_sums_add_weighted
  public :: samebits_sums_merge, samebits_sums_value
  public :: samebits_sums_allreduce, samebits_sums_iallreduce
  public :: samebits_share, samebits_message_count, samebits_score
  public :: samebits_sum, samebits_dot, samebits_csr_multiply
  public :: samebits_error_bound
  public :: samebits_set, samebits_tune, samebits_error_message
  public :: samebits_version, samebits_calls_intercepted, samebits_calls_reproduced

  ! A prepared reduction of distributed arrays, made by samebits_plan_arrays,
  ! samebits_plan_regions or samebits_plan_pieces. A copy of it is the same plan, to be freed once.
  type :: samebits_plan
    private
    type(c_ptr) :: address = c_null_ptr
  end type

  ! A sum to which numbers and products of numbers are added one by one, made by
  ! samebits_accumulator_create. A copy of it is the same accumulator, to be freed once.
  type :: samebits_accumulator
    private
    type(c_ptr) :: address = c_null_ptr
  end type

  ! A set of exact sums, made by samebits_sums_create. A copy of it is the same set, to be freed
  ! once.
  type :: samebits_sums
    private
    type(c_ptr) :: address = c_null_ptr
  end type

  ! call samebits_allreduce_array(local, result, op, comm, ierror)
  !
  ! Reduces an array that is distributed over the ranks of comm to one element, which all
  ! ranks get. Each rank holds the elements of local, in rank order; local may be empty. The
  ! result of an empty array is the identity of the operator; for a user-defined operator,
  ! which has none, it is the error MPI_ERR_COUNT. Collective. If a rank cannot take part,
  ! all ranks that get the result return an error, which goes to the error handler of comm
  ! first; samebits_error_message returns the reason. The result is then unchanged.
  interface samebits_allreduce_array
    module procedure allreduce_array_real32_int_r1
    module procedure allreduce_array_real32_int_r2
    module procedure allreduce_array_real32_int_r3
    module procedure allreduce_array_real64_int_r1
    module procedure allreduce_array_real64_int_r2
    module procedure allreduce_array_real64_int_r3
    module procedure allreduce_array_complex32_int_r1
    module procedure allreduce_array_complex32_int_r2
    module procedure allreduce_array_complex32_int_r3
    module procedure allreduce_array_complex64_int_r1
    module procedure allreduce_array_complex64_int_r2
    module procedure allreduce_array_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_array_real32_f08_r1
    module procedure allreduce_array_real32_f08_r2
    module procedure allreduce_array_real32_f08_r3
    module procedure allreduce_array_real64_f08_r1
    module procedure allreduce_array_real64_f08_r2
    module procedure allreduce_array_real64_f08_r3
    module procedure allreduce_array_complex32_f08_r1
    module procedure allreduce_array_complex32_f08_r2
    module procedure allreduce_array_complex32_f08_r3
    module procedure allreduce_array_complex64_f08_r1
    module procedure allreduce_array_complex64_f08_r2
    module procedure allreduce_array_complex64_f08_r3
#endif
  end interface

  ! call samebits_reduce_array(local, result, op, root, comm, ierror)
  !
  ! The same, but only rank root gets the result; on the others it is unchanged.
  interface samebits_reduce_array
    module procedure reduce_array_real32_int_r1
    module procedure reduce_array_real32_int_r2
    module procedure reduce_array_real32_int_r3
    module procedure reduce_array_real64_int_r1
    module procedure reduce_array_real64_int_r2
    module procedure reduce_array_real64_int_r3
    module procedure reduce_array_complex32_int_r1
    module procedure reduce_array_complex32_int_r2
    module procedure reduce_array_complex32_int_r3
    module procedure reduce_array_complex64_int_r1
    module procedure reduce_array_complex64_int_r2
    module procedure reduce_array_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure reduce_array_real32_f08_r1
    module procedure reduce_array_real32_f08_r2
    module procedure reduce_array_real32_f08_r3
    module procedure reduce_array_real64_f08_r1
    module procedure reduce_array_real64_f08_r2
    module procedure reduce_array_real64_f08_r3
    module procedure reduce_array_complex32_f08_r1
    module procedure reduce_array_complex32_f08_r2
    module procedure reduce_array_complex32_f08_r3
    module procedure reduce_array_complex64_f08_r1
    module procedure reduce_array_complex64_f08_r2
    module procedure reduce_array_complex64_f08_r3
#endif
  end interface

  ! call samebits_allreduce_arrays(local, n, results, op, comm, ierror)
  !
  ! Reduces several arrays at once, each to one element, at the latency of one reduction.
  ! local holds this rank's shares one after another, n(:) their lengths, integers of kind
  ! int32 or int64; n has the same size on all ranks. results(i) becomes the result of array i.
  interface samebits_allreduce_arrays
    module procedure allreduce_arrays_real32_int32_int_r1
    module procedure allreduce_arrays_real32_int64_int_r1
    module procedure allreduce_arrays_real32_int32_int_r2
    module procedure allreduce_arrays_real32_int64_int_r2
    module procedure allreduce_arrays_real32_int32_int_r3
    module procedure allreduce_arrays_real32_int64_int_r3
    module procedure allreduce_arrays_real64_int32_int_r1
    module procedure allreduce_arrays_real64_int64_int_r1
    module procedure allreduce_arrays_real64_int32_int_r2
    module procedure allreduce_arrays_real64_int64_int_r2
    module procedure allreduce_arrays_real64_int32_int_r3
    module procedure allreduce_arrays_real64_int64_int_r3
    module procedure allreduce_arrays_complex32_int32_int_r1
    module procedure allreduce_arrays_complex32_int64_int_r1
    module procedure allreduce_arrays_complex32_int32_int_r2
    module procedure allreduce_arrays_complex32_int64_int_r2
    module procedure allreduce_arrays_complex32_int32_int_r3
    module procedure allreduce_arrays_complex32_int64_int_r3
    module procedure allreduce_arrays_complex64_int32_int_r1
    module procedure allreduce_arrays_complex64_int64_int_r1
    module procedure allreduce_arrays_complex64_int32_int_r2
    module procedure allreduce_arrays_complex64_int64_int_r2
    module procedure allreduce_arrays_complex64_int32_int_r3
    module procedure allreduce_arrays_complex64_int64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_arrays_real32_int32_f08_r1
    module procedure allreduce_arrays_real32_int64_f08_r1
    module procedure allreduce_arrays_real32_int32_f08_r2
    module procedure allreduce_arrays_real32_int64_f08_r2
    module procedure allreduce_arrays_real32_int32_f08_r3
    module procedure allreduce_arrays_real32_int64_f08_r3
    module procedure allreduce_arrays_real64_int32_f08_r1
    module procedure allreduce_arrays_real64_int64_f08_r1
    module procedure allreduce_arrays_real64_int32_f08_r2
    module procedure allreduce_arrays_real64_int64_f08_r2
    module procedure allreduce_arrays_real64_int32_f08_r3
    module procedure allreduce_arrays_real64_int64_f08_r3
    module procedure allreduce_arrays_complex32_int32_f08_r1
    module procedure allreduce_arrays_complex32_int64_f08_r1
    module procedure allreduce_arrays_complex32_int32_f08_r2
    module procedure allreduce_arrays_complex32_int64_f08_r2
    module procedure allreduce_arrays_complex32_int32_f08_r3
    module procedure allreduce_arrays_complex32_int64_f08_r3
    module procedure allreduce_arrays_complex64_int32_f08_r1
    module procedure allreduce_arrays_complex64_int64_f08_r1
    module procedure allreduce_arrays_complex64_int32_f08_r2
    module procedure allreduce_arrays_complex64_int64_f08_r2
    module procedure allreduce_arrays_complex64_int32_f08_r3
    module procedure allreduce_arrays_complex64_int64_f08_r3
#endif
  end interface

  ! call samebits_reduce_arrays(local, n, results, op, root, comm, ierror)
  interface samebits_reduce_arrays
    module procedure reduce_arrays_real32_int32_int_r1
    module procedure reduce_arrays_real32_int64_int_r1
    module procedure reduce_arrays_real32_int32_int_r2
    module procedure reduce_arrays_real32_int64_int_r2
    module procedure reduce_arrays_real32_int32_int_r3
    module procedure reduce_arrays_real32_int64_int_r3
    module procedure reduce_arrays_real64_int32_int_r1
    module procedure reduce_arrays_real64_int64_int_r1
    module procedure reduce_arrays_real64_int32_int_r2
    module procedure reduce_arrays_real64_int64_int_r2
    module procedure reduce_arrays_real64_int32_int_r3
    module procedure reduce_arrays_real64_int64_int_r3
    module procedure reduce_arrays_complex32_int32_int_r1
    module procedure reduce_arrays_complex32_int64_int_r1
    module procedure reduce_arrays_complex32_int32_int_r2
    module procedure reduce_arrays_complex32_int64_int_r2
    module procedure reduce_arrays_complex32_int32_int_r3
    module procedure reduce_arrays_complex32_int64_int_r3
    module procedure reduce_arrays_complex64_int32_int_r1
    module procedure reduce_arrays_complex64_int64_int_r1
    module procedure reduce_arrays_complex64_int32_int_r2
    module procedure reduce_arrays_complex64_int64_int_r2
    module procedure reduce_arrays_complex64_int32_int_r3
    module procedure reduce_arrays_complex64_int64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure reduce_arrays_real32_int32_f08_r1
    module procedure reduce_arrays_real32_int64_f08_r1
    module procedure reduce_arrays_real32_int32_f08_r2
    module procedure reduce_arrays_real32_int64_f08_r2
    module procedure reduce_arrays_real32_int32_f08_r3
    module procedure reduce_arrays_real32_int64_f08_r3
    module procedure reduce_arrays_real64_int32_f08_r1
    module procedure reduce_arrays_real64_int64_f08_r1
    module procedure reduce_arrays_real64_int32_f08_r2
    module procedure reduce_arrays_real64_int64_f08_r2
    module procedure reduce_arrays_real64_int32_f08_r3
    module procedure reduce_arrays_real64_int64_f08_r3
    module procedure reduce_arrays_complex32_int32_f08_r1
    module procedure reduce_arrays_complex32_int64_f08_r1
    module procedure reduce_arrays_complex32_int32_f08_r2
    module procedure reduce_arrays_complex32_int64_f08_r2
    module procedure reduce_arrays_complex32_int32_f08_r3
    module procedure reduce_arrays_complex32_int64_f08_r3
    module procedure reduce_arrays_complex64_int32_f08_r1
    module procedure reduce_arrays_complex64_int64_f08_r1
    module procedure reduce_arrays_complex64_int32_f08_r2
    module procedure reduce_arrays_complex64_int64_f08_r2
    module procedure reduce_arrays_complex64_int32_f08_r3
    module procedure reduce_arrays_complex64_int64_f08_r3
#endif
  end interface

  ! call samebits_allreduce_region(local, start, result, op, comm, ierror)
  !
  ! Like samebits_allreduce_array, for shares that are not in rank order: the first of local is
  ! the element start of the distributed array, whose first element is 1. start is an integer
  ! of kind int32 or int64. The shares of all ranks tile the array: a gap or an overlap is
  ! the error MPI_ERR_COUNT. If local is empty, start is ignored.
  interface samebits_allreduce_region
    module procedure allreduce_region_real32_int32_int_r1
    module procedure allreduce_region_real32_int64_int_r1
    module procedure allreduce_region_real32_int32_int_r2
    module procedure allreduce_region_real32_int64_int_r2
    module procedure allreduce_region_real32_int32_int_r3
    module procedure allreduce_region_real32_int64_int_r3
    module procedure allreduce_region_real64_int32_int_r1
    module procedure allreduce_region_real64_int64_int_r1
    module procedure allreduce_region_real64_int32_int_r2
    module procedure allreduce_region_real64_int64_int_r2
    module procedure allreduce_region_real64_int32_int_r3
    module procedure allreduce_region_real64_int64_int_r3
    module procedure allreduce_region_complex32_int32_int_r1
    module procedure allreduce_region_complex32_int64_int_r1
    module procedure allreduce_region_complex32_int32_int_r2
    module procedure allreduce_region_complex32_int64_int_r2
    module procedure allreduce_region_complex32_int32_int_r3
    module procedure allreduce_region_complex32_int64_int_r3
    module procedure allreduce_region_complex64_int32_int_r1
    module procedure allreduce_region_complex64_int64_int_r1
    module procedure allreduce_region_complex64_int32_int_r2
    module procedure allreduce_region_complex64_int64_int_r2
    module procedure allreduce_region_complex64_int32_int_r3
    module procedure allreduce_region_complex64_int64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_region_real32_int32_f08_r1
    module procedure allreduce_region_real32_int64_f08_r1
    module procedure allreduce_region_real32_int32_f08_r2
    module procedure allreduce_region_real32_int64_f08_r2
    module procedure allreduce_region_real32_int32_f08_r3
    module procedure allreduce_region_real32_int64_f08_r3
    module procedure allreduce_region_real64_int32_f08_r1
    module procedure allreduce_region_real64_int64_f08_r1
    module procedure allreduce_region_real64_int32_f08_r2
    module procedure allreduce_region_real64_int64_f08_r2
    module procedure allreduce_region_real64_int32_f08_r3
    module procedure allreduce_region_real64_int64_f08_r3
    module procedure allreduce_region_complex32_int32_f08_r1
    module procedure allreduce_region_complex32_int64_f08_r1
    module procedure allreduce_region_complex32_int32_f08_r2
    module procedure allreduce_region_complex32_int64_f08_r2
    module procedure allreduce_region_complex32_int32_f08_r3
    module procedure allreduce_region_complex32_int64_f08_r3
    module procedure allreduce_region_complex64_int32_f08_r1
    module procedure allreduce_region_complex64_int64_f08_r1
    module procedure allreduce_region_complex64_int32_f08_r2
    module procedure allreduce_region_complex64_int64_f08_r2
    module procedure allreduce_region_complex64_int32_f08_r3
    module procedure allreduce_region_complex64_int64_f08_r3
#endif
  end interface

  ! call samebits_reduce_region(local, start, result, op, root, comm, ierror)
  interface samebits_reduce_region
    module procedure reduce_region_real32_int32_int_r1
    module procedure reduce_region_real32_int64_int_r1
    module procedure reduce_region_real32_int32_int_r2
    module procedure reduce_region_real32_int64_int_r2
    module procedure reduce_region_real32_int32_int_r3
    module procedure reduce_region_real32_int64_int_r3
    module procedure reduce_region_real64_int32_int_r1
    module procedure reduce_region_real64_int64_int_r1
    module procedure reduce_region_real64_int32_int_r2
    module procedure reduce_region_real64_int64_int_r2
    module procedure reduce_region_real64_int32_int_r3
    module procedure reduce_region_real64_int64_int_r3
    module procedure reduce_region_complex32_int32_int_r1
    module procedure reduce_region_complex32_int64_int_r1
    module procedure reduce_region_complex32_int32_int_r2
    module procedure reduce_region_complex32_int64_int_r2
    module procedure reduce_region_complex32_int32_int_r3
    module procedure reduce_region_complex32_int64_int_r3
    module procedure reduce_region_complex64_int32_int_r1
    module procedure reduce_region_complex64_int64_int_r1
    module procedure reduce_region_complex64_int32_int_r2
    module procedure reduce_region_complex64_int64_int_r2
    module procedure reduce_region_complex64_int32_int_r3
    module procedure reduce_region_complex64_int64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure reduce_region_real32_int32_f08_r1
    module procedure reduce_region_real32_int64_f08_r1
    module procedure reduce_region_real32_int32_f08_r2
    module procedure reduce_region_real32_int64_f08_r2
    module procedure reduce_region_real32_int32_f08_r3
    module procedure reduce_region_real32_int64_f08_r3
    module procedure reduce_region_real64_int32_f08_r1
    module procedure reduce_region_real64_int64_f08_r1
    module procedure reduce_region_real64_int32_f08_r2
    module procedure reduce_region_real64_int64_f08_r2
    module procedure reduce_region_real64_int32_f08_r3
    module procedure reduce_region_real64_int64_f08_r3
    module procedure reduce_region_complex32_int32_f08_r1
    module procedure reduce_region_complex32_int64_f08_r1
    module procedure reduce_region_complex32_int32_f08_r2
    module procedure reduce_region_complex32_int64_f08_r2
    module procedure reduce_region_complex32_int32_f08_r3
    module procedure reduce_region_complex32_int64_f08_r3
    module procedure reduce_region_complex64_int32_f08_r1
    module procedure reduce_region_complex64_int64_f08_r1
    module procedure reduce_region_complex64_int32_f08_r2
    module procedure reduce_region_complex64_int64_f08_r2
    module procedure reduce_region_complex64_int32_f08_r3
    module procedure reduce_region_complex64_int64_f08_r3
#endif
  end interface

  ! call samebits_allreduce_pieces(local, starts, lengths, result, op, comm, ierror)
  !
  ! Like samebits_allreduce_array, for shares that are several runs of indices: this rank holds
  ! the lengths(i) elements of the distributed array from the element starts(i) on, whose first
  ! element is 1, one piece after another in local. starts and lengths are integers of kind
  ! int32 or int64. The pieces of all ranks tile the array: a gap or an overlap is the error
  ! MPI_ERR_COUNT.
  interface samebits_allreduce_pieces
    module procedure allreduce_pieces_real32_int32_int_r1
    module procedure allreduce_pieces_real32_int64_int_r1
    module procedure allreduce_pieces_real32_int32_int_r2
    module procedure allreduce_pieces_real32_int64_int_r2
    module procedure allreduce_pieces_real32_int32_int_r3
    module procedure allreduce_pieces_real32_int64_int_r3
    module procedure allreduce_pieces_real64_int32_int_r1
    module procedure allreduce_pieces_real64_int64_int_r1
    module procedure allreduce_pieces_real64_int32_int_r2
    module procedure allreduce_pieces_real64_int64_int_r2
    module procedure allreduce_pieces_real64_int32_int_r3
    module procedure allreduce_pieces_real64_int64_int_r3
    module procedure allreduce_pieces_complex32_int32_int_r1
    module procedure allreduce_pieces_complex32_int64_int_r1
    module procedure allreduce_pieces_complex32_int32_int_r2
    module procedure allreduce_pieces_complex32_int64_int_r2
    module procedure allreduce_pieces_complex32_int32_int_r3
    module procedure allreduce_pieces_complex32_int64_int_r3
    module procedure allreduce_pieces_complex64_int32_int_r1
    module procedure allreduce_pieces_complex64_int64_int_r1
    module procedure allreduce_pieces_complex64_int32_int_r2
    module procedure allreduce_pieces_complex64_int64_int_r2
    module procedure allreduce_pieces_complex64_int32_int_r3
    module procedure allreduce_pieces_complex64_int64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_pieces_real32_int32_f08_r1
    module procedure allreduce_pieces_real32_int64_f08_r1
    module procedure allreduce_pieces_real32_int32_f08_r2
    module procedure allreduce_pieces_real32_int64_f08_r2
    module procedure allreduce_pieces_real32_int32_f08_r3
    module procedure allreduce_pieces_real32_int64_f08_r3
    module procedure allreduce_pieces_real64_int32_f08_r1
    module procedure allreduce_pieces_real64_int64_f08_r1
    module procedure allreduce_pieces_real64_int32_f08_r2
    module procedure allreduce_pieces_real64_int64_f08_r2
    module procedure allreduce_pieces_real64_int32_f08_r3
    module procedure allreduce_pieces_real64_int64_f08_r3
    module procedure allreduce_pieces_complex32_int32_f08_r1
    module procedure allreduce_pieces_complex32_int64_f08_r1
    module procedure allreduce_pieces_complex32_int32_f08_r2
    module procedure allreduce_pieces_complex32_int64_f08_r2
    module procedure allreduce_pieces_complex32_int32_f08_r3
    module procedure allreduce_pieces_complex32_int64_f08_r3
    module procedure allreduce_pieces_complex64_int32_f08_r1
    module procedure allreduce_pieces_complex64_int64_f08_r1
    module procedure allreduce_pieces_complex64_int32_f08_r2
    module procedure allreduce_pieces_complex64_int64_f08_r2
    module procedure allreduce_pieces_complex64_int32_f08_r3
    module procedure allreduce_pieces_complex64_int64_f08_r3
#endif
  end interface

  ! call samebits_reduce_pieces(local, starts, lengths, result, op, root, comm, ierror)
  interface samebits_reduce_pieces
    module procedure reduce_pieces_real32_int32_int_r1
    module procedure reduce_pieces_real32_int64_int_r1
    module procedure reduce_pieces_real32_int32_int_r2
    module procedure reduce_pieces_real32_int64_int_r2
    module procedure reduce_pieces_real32_int32_int_r3
    module procedure reduce_pieces_real32_int64_int_r3
    module procedure reduce_pieces_real64_int32_int_r1
    module procedure reduce_pieces_real64_int64_int_r1
    module procedure reduce_pieces_real64_int32_int_r2
    module procedure reduce_pieces_real64_int64_int_r2
    module procedure reduce_pieces_real64_int32_int_r3
    module procedure reduce_pieces_real64_int64_int_r3
    module procedure reduce_pieces_complex32_int32_int_r1
    module procedure reduce_pieces_complex32_int64_int_r1
    module procedure reduce_pieces_complex32_int32_int_r2
    module procedure reduce_pieces_complex32_int64_int_r2
    module procedure reduce_pieces_complex32_int32_int_r3
    module procedure reduce_pieces_complex32_int64_int_r3
    module procedure reduce_pieces_complex64_int32_int_r1
    module procedure reduce_pieces_complex64_int64_int_r1
    module procedure reduce_pieces_complex64_int32_int_r2
    module procedure reduce_pieces_complex64_int64_int_r2
    module procedure reduce_pieces_complex64_int32_int_r3
    module procedure reduce_pieces_complex64_int64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure reduce_pieces_real32_int32_f08_r1
    module procedure reduce_pieces_real32_int64_f08_r1
    module procedure reduce_pieces_real32_int32_f08_r2
    module procedure reduce_pieces_real32_int64_f08_r2
    module procedure reduce_pieces_real32_int32_f08_r3
    module procedure reduce_pieces_real32_int64_f08_r3
    module procedure reduce_pieces_real64_int32_f08_r1
    module procedure reduce_pieces_real64_int64_f08_r1
    module procedure reduce_pieces_real64_int32_f08_r2
    module procedure reduce_pieces_real64_int64_f08_r2
    module procedure reduce_pieces_real64_int32_f08_r3
    module procedure reduce_pieces_real64_int64_f08_r3
    module procedure reduce_pieces_complex32_int32_f08_r1
    module procedure reduce_pieces_complex32_int64_f08_r1
    module procedure reduce_pieces_complex32_int32_f08_r2
    module procedure reduce_pieces_complex32_int64_f08_r2
    module procedure reduce_pieces_complex32_int32_f08_r3
    module procedure reduce_pieces_complex32_int64_f08_r3
    module procedure reduce_pieces_complex64_int32_f08_r1
    module procedure reduce_pieces_complex64_int64_f08_r1
    module procedure reduce_pieces_complex64_int32_f08_r2
    module procedure reduce_pieces_complex64_int64_f08_r2
    module procedure reduce_pieces_complex64_int32_f08_r3
    module procedure reduce_pieces_complex64_int64_f08_r3
#endif
  end interface

  ! call samebits_plan_arrays(n, mold, op, comm, plan, ierror)
  !
  ! Creates a plan for reductions of arrays whose shares do not change: this rank holds n(i)
  ! elements of array i, of the type and kind of mold, whose value is ignored. A reduction
  ! with a plan takes one message less. Collective. The communicator and the operator must
  ! not be freed before the plan. The plan is not freed automatically.
  interface samebits_plan_arrays
    module procedure plan_arrays_real32_int32_int
    module procedure plan_arrays_real32_int64_int
    module procedure plan_arrays_real64_int32_int
    module procedure plan_arrays_real64_int64_int
    module procedure plan_arrays_complex32_int32_int
    module procedure plan_arrays_complex32_int64_int
    module procedure plan_arrays_complex64_int32_int
    module procedure plan_arrays_complex64_int64_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure plan_arrays_real32_int32_f08
    module procedure plan_arrays_real32_int64_f08
    module procedure plan_arrays_real64_int32_f08
    module procedure plan_arrays_real64_int64_f08
    module procedure plan_arrays_complex32_int32_f08
    module procedure plan_arrays_complex32_int64_f08
    module procedure plan_arrays_complex64_int32_f08
    module procedure plan_arrays_complex64_int64_f08
#endif
  end interface

  ! call samebits_plan_regions(starts, n, mold, op, comm, plan, ierror)
  !
  ! The same for shares that are not in rank order: this rank holds n(i) elements of array i
  ! from the element starts(i) on.
  interface samebits_plan_regions
    module procedure plan_regions_real32_int32_int
    module procedure plan_regions_real32_int64_int
    module procedure plan_regions_real64_int32_int
    module procedure plan_regions_real64_int64_int
    module procedure plan_regions_complex32_int32_int
    module procedure plan_regions_complex32_int64_int
    module procedure plan_regions_complex64_int32_int
    module procedure plan_regions_complex64_int64_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure plan_regions_real32_int32_f08
    module procedure plan_regions_real32_int64_f08
    module procedure plan_regions_real64_int32_f08
    module procedure plan_regions_real64_int64_f08
    module procedure plan_regions_complex32_int32_f08
    module procedure plan_regions_complex32_int64_f08
    module procedure plan_regions_complex64_int32_f08
    module procedure plan_regions_complex64_int64_f08
#endif
  end interface

  ! call samebits_plan_pieces(starts, lengths, mold, op, comm, plan, ierror)
  !
  ! The same for one array in pieces, as samebits_allreduce_pieces takes it.
  interface samebits_plan_pieces
    module procedure plan_pieces_real32_int32_int
    module procedure plan_pieces_real32_int64_int
    module procedure plan_pieces_real64_int32_int
    module procedure plan_pieces_real64_int64_int
    module procedure plan_pieces_complex32_int32_int
    module procedure plan_pieces_complex32_int64_int
    module procedure plan_pieces_complex64_int32_int
    module procedure plan_pieces_complex64_int64_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure plan_pieces_real32_int32_f08
    module procedure plan_pieces_real32_int64_f08
    module procedure plan_pieces_real64_int32_f08
    module procedure plan_pieces_real64_int64_f08
    module procedure plan_pieces_complex32_int32_f08
    module procedure plan_pieces_complex32_int64_f08
    module procedure plan_pieces_complex64_int32_f08
    module procedure plan_pieces_complex64_int64_f08
#endif
  end interface

  ! call samebits_plan_allreduce(plan, local, results, ierror)
  !
  ! Reduces the arrays of a plan. local holds the shares one after another, with the type
  ! and kind (else MPI_ERR_TYPE) and the number of elements (else MPI_ERR_COUNT) that the
  ! plan was made for. ierror may be omitted.
  interface samebits_plan_allreduce
    module procedure plan_allreduce_real32_r1
    module procedure plan_allreduce_real32_r2
    module procedure plan_allreduce_real32_r3
    module procedure plan_allreduce_real64_r1
    module procedure plan_allreduce_real64_r2
    module procedure plan_allreduce_real64_r3
    module procedure plan_allreduce_complex32_r1
    module procedure plan_allreduce_complex32_r2
    module procedure plan_allreduce_complex32_r3
    module procedure plan_allreduce_complex64_r1
    module procedure plan_allreduce_complex64_r2
    module procedure plan_allreduce_complex64_r3
  end interface

  ! call samebits_plan_allreduce_counts(plan, local, n, results, ierror)
  !
  ! The same, by a plan of samebits_plan_arrays whose shares may have changed: this rank now
  ! holds n(i) elements of array i, integers of kind int32 or int64. If those of any rank have
  ! changed, all ranks notice it, and the plan is for the new shares afterwards.
  interface samebits_plan_allreduce_counts
    module procedure plan_allreduce_counts_real32_int32_r1
    module procedure plan_allreduce_counts_real32_int64_r1
    module procedure plan_allreduce_counts_real32_int32_r2
    module procedure plan_allreduce_counts_real32_int64_r2
    module procedure plan_allreduce_counts_real32_int32_r3
    module procedure plan_allreduce_counts_real32_int64_r3
    module procedure plan_allreduce_counts_real64_int32_r1
    module procedure plan_allreduce_counts_real64_int64_r1
    module procedure plan_allreduce_counts_real64_int32_r2
    module procedure plan_allreduce_counts_real64_int64_r2
    module procedure plan_allreduce_counts_real64_int32_r3
    module procedure plan_allreduce_counts_real64_int64_r3
    module procedure plan_allreduce_counts_complex32_int32_r1
    module procedure plan_allreduce_counts_complex32_int64_r1
    module procedure plan_allreduce_counts_complex32_int32_r2
    module procedure plan_allreduce_counts_complex32_int64_r2
    module procedure plan_allreduce_counts_complex32_int32_r3
    module procedure plan_allreduce_counts_complex32_int64_r3
    module procedure plan_allreduce_counts_complex64_int32_r1
    module procedure plan_allreduce_counts_complex64_int64_r1
    module procedure plan_allreduce_counts_complex64_int32_r2
    module procedure plan_allreduce_counts_complex64_int64_r2
    module procedure plan_allreduce_counts_complex64_int32_r3
    module procedure plan_allreduce_counts_complex64_int64_r3
  end interface

  ! call samebits_plan_reduce(plan, local, results, root, ierror)
  interface samebits_plan_reduce
    module procedure plan_reduce_real32_r1
    module procedure plan_reduce_real32_r2
    module procedure plan_reduce_real32_r3
    module procedure plan_reduce_real64_r1
    module procedure plan_reduce_real64_r2
    module procedure plan_reduce_real64_r3
    module procedure plan_reduce_complex32_r1
    module procedure plan_reduce_complex32_r2
    module procedure plan_reduce_complex32_r3
    module procedure plan_reduce_complex64_r1
    module procedure plan_reduce_complex64_r2
    module procedure plan_reduce_complex64_r3
  end interface

  ! call samebits_plan_reduce_counts(plan, local, n, results, root, ierror)
  interface samebits_plan_reduce_counts
    module procedure plan_reduce_counts_real32_int32_r1
    module procedure plan_reduce_counts_real32_int64_r1
    module procedure plan_reduce_counts_real32_int32_r2
    module procedure plan_reduce_counts_real32_int64_r2
    module procedure plan_reduce_counts_real32_int32_r3
    module procedure plan_reduce_counts_real32_int64_r3
    module procedure plan_reduce_counts_real64_int32_r1
    module procedure plan_reduce_counts_real64_int64_r1
    module procedure plan_reduce_counts_real64_int32_r2
    module procedure plan_reduce_counts_real64_int64_r2
    module procedure plan_reduce_counts_real64_int32_r3
    module procedure plan_reduce_counts_real64_int64_r3
    module procedure plan_reduce_counts_complex32_int32_r1
    module procedure plan_reduce_counts_complex32_int64_r1
    module procedure plan_reduce_counts_complex32_int32_r2
    module procedure plan_reduce_counts_complex32_int64_r2
    module procedure plan_reduce_counts_complex32_int32_r3
    module procedure plan_reduce_counts_complex32_int64_r3
    module procedure plan_reduce_counts_complex64_int32_r1
    module procedure plan_reduce_counts_complex64_int64_r1
    module procedure plan_reduce_counts_complex64_int32_r2
    module procedure plan_reduce_counts_complex64_int64_r2
    module procedure plan_reduce_counts_complex64_int32_r3
    module procedure plan_reduce_counts_complex64_int64_r3
  end interface

  ! call samebits_accumulator_create(accumulator, mold, arithmetic, summands, ierror)
  !
  ! Creates an empty accumulator for elements of the type and kind of mold, whose value is
  ! ignored. arithmetic is 'exact' (the default), 'binned', 'binned:K', or 'prerounded' or
  ! 'prerounded:K' with the bound summands, an integer of kind int64, on the number of
  ! summands in all accumulators that are merged; samebits.h describes them. The sum depends
  ! only on the multiset of summands. An accumulator is not freed automatically.
  !
  ! The procedures for accumulators are not collective, except samebits_accumulator_allreduce
  ! and samebits_accumulator_reduce. An error changes nothing, and stops the program if
  ! ierror is omitted.
  interface samebits_accumulator_create
    module procedure accumulator_create_real32
    module procedure accumulator_create_real64
    module procedure accumulator_create_complex32
    module procedure accumulator_create_complex64
  end interface

  ! call samebits_accumulator_add(accumulator, value, ierror)
  !
  ! Adds an element, or all elements of an array, with the type and kind that the accumulator was
  ! made for (else MPI_ERR_TYPE).
  interface samebits_accumulator_add
    module procedure accumulator_add_real32
    module procedure accumulator_add_real32_r1
    module procedure accumulator_add_real32_r2
    module procedure accumulator_add_real32_r3
    module procedure accumulator_add_real64
    module procedure accumulator_add_real64_r1
    module procedure accumulator_add_real64_r2
    module procedure accumulator_add_real64_r3
    module procedure accumulator_add_complex32
    module procedure accumulator_add_complex32_r1
    module procedure accumulator_add_complex32_r2
    module procedure accumulator_add_complex32_r3
    module procedure accumulator_add_complex64
    module procedure accumulator_add_complex64_r1
    module procedure accumulator_add_complex64_r2
    module procedure accumulator_add_complex64_r3
  end interface

  ! call samebits_accumulator_add_products(accumulator, x, y, conjugate, ierror)
  !
  ! Adds the products x(i)*y(i), or conjg(x(i))*y(i) if conjugate is present and .true.;
  ! 'exact' adds the real numbers, the others round each product first. x and y have the same
  ! size (else MPI_ERR_COUNT).
  interface samebits_accumulator_add_products
    module procedure accumulator_add_products_real32_r1
    module procedure accumulator_add_products_real32_r2
    module procedure accumulator_add_products_real32_r3
    module procedure accumulator_add_products_real64_r1
    module procedure accumulator_add_products_real64_r2
    module procedure accumulator_add_products_real64_r3
    module procedure accumulator_add_products_complex32_r1
    module procedure accumulator_add_products_complex32_r2
    module procedure accumulator_add_products_complex32_r3
    module procedure accumulator_add_products_complex64_r1
    module procedure accumulator_add_products_complex64_r2
    module procedure accumulator_add_products_complex64_r3
  end interface

  ! call samebits_accumulator_value(accumulator, value, ierror)
  !
  ! The current sum; that of an empty accumulator is +0.
  interface samebits_accumulator_value
    module procedure accumulator_value_real32
    module procedure accumulator_value_real64
    module procedure accumulator_value_complex32
    module procedure accumulator_value_complex64
  end interface

  ! call samebits_accumulator_size(accumulator, bytes, ierror)
  !
  ! The number of bytes that samebits_accumulator_write writes, of kind int32 or int64.
  interface samebits_accumulator_size
    module procedure accumulator_size_int32
    module procedure accumulator_size_int64
  end interface

  ! call samebits_accumulator_allreduce(accumulator, comm, ierror)
  !
  ! Merges the accumulators of all ranks of comm, which must have been created alike; each
  ! rank's accumulator becomes the total. Collective, with the errors of
  ! samebits_allreduce_array.
  interface samebits_accumulator_allreduce
    module procedure accumulator_allreduce_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure accumulator_allreduce_f08
#endif
  end interface

  ! call samebits_accumulator_reduce(accumulator, root, comm, ierror)
  !
  ! The same, but only the accumulator of rank root becomes the total.
  interface samebits_accumulator_reduce
    module procedure accumulator_reduce_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure accumulator_reduce_f08
#endif
  end interface

  ! call samebits_accumulator_handles(accumulator, datatype, op, ierror)
  !
  ! A datatype, one element of which is the bytes that samebits_accumulator_write writes, and
  ! an operator that merges them, for collectives of the program's own. They belong to
  ! samebits and are valid until MPI_Finalize; the program must not free them.
  interface samebits_accumulator_handles
    module procedure accumulator_handles_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure accumulator_handles_f08
#endif
  end interface

  ! sum = samebits_sum(x)
  !
  ! The sum of the elements of an array, which may be empty: the exact sum, rounded
  ! once; of complex elements each part by itself. Not collective; may be called at any time,
  ! also before MPI_Init, and by any thread. The same holds for samebits_dot.
  interface samebits_sum
    module procedure sum_real32_r1
    module procedure sum_real32_r2
    module procedure sum_real32_r3
    module procedure sum_real64_r1
    module procedure sum_real64_r2
    module procedure sum_real64_r3
    module procedure sum_complex32_r1
    module procedure sum_complex32_r2
    module procedure sum_complex32_r3
    module procedure sum_complex64_r1
    module procedure sum_complex64_r2
    module procedure sum_complex64_r3
  end interface

  ! dot = samebits_dot(x, y, conjugate)
  !
  ! The sum of the products x(i)*y(i), or conjg(x(i))*y(i) if conjugate is present and .true.:
  ! the exact sum of the products of real numbers, rounded once. x and y have the same size;
  ! else the program stops.
  interface samebits_dot
    module procedure dot_real32_r1
    module procedure dot_real32_r2
    module procedure dot_real32_r3
    module procedure dot_real64_r1
    module procedure dot_real64_r2
    module procedure dot_real64_r3
    module procedure dot_complex32_r1
    module procedure dot_complex32_r2
    module procedure dot_complex32_r3
    module procedure dot_complex64_r1
    module procedure dot_complex64_r2
    module procedure dot_complex64_r3
  end interface

  ! call samebits_csr_multiply(row_pointers, columns, values, x, y, base, ierror)
  !
  ! Multiplies a sparse matrix in compressed rows by x: y(i) becomes the exact sum of
  ! values(k)*x(columns(k)) over k from row_pointers(i) to row_pointers(i+1)-1, rounded once; for each
  ! row it is what samebits_dot returns. row_pointers has an element more than y (else
  ! MPI_ERR_COUNT), and is of the kind of columns, int32 or int64. Entries and columns count from
  ! base, 1 (the default) or 0 (else MPI_ERR_ARG); nothing is copied to change that. The columns are
  ! not checked: x must have them. y is no other argument.
  !
  ! Not collective; at any time, also before MPI_Init, in any thread. An error leaves y unchanged,
  ! and stops the program if ierror is omitted.
  interface samebits_csr_multiply
    module procedure csr_multiply_real32_int32
    module procedure csr_multiply_real32_int64
    module procedure csr_multiply_real64_int32
    module procedure csr_multiply_real64_int64
    module procedure csr_multiply_complex32_int32
    module procedure csr_multiply_complex32_int64
    module procedure csr_multiply_complex64_int32
    module procedure csr_multiply_complex64_int64
  end interface

  ! call samebits_allreduce_dot(x, y, result, comm, ierror)
  !
  ! The sum of x(i)*y(i) over the elements of all ranks, of exact products and rounded once. Its
  ! bits depend neither on the number of ranks nor on how the arrays are distributed. Arrays of
  ! different sizes on a rank are the error MPI_ERR_COUNT; shapes are not compared. Collective, with the errors of
  ! samebits_allreduce_array. The same holds for the procedures that follow, to
  ! samebits_allreduce_variance.
  interface samebits_allreduce_dot
    module procedure allreduce_dot_real32_int_r1
    module procedure allreduce_dot_real32_int_r2
    module procedure allreduce_dot_real32_int_r3
    module procedure allreduce_dot_real64_int_r1
    module procedure allreduce_dot_real64_int_r2
    module procedure allreduce_dot_real64_int_r3
    module procedure allreduce_dot_complex32_int_r1
    module procedure allreduce_dot_complex32_int_r2
    module procedure allreduce_dot_complex32_int_r3
    module procedure allreduce_dot_complex64_int_r1
    module procedure allreduce_dot_complex64_int_r2
    module procedure allreduce_dot_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_dot_real32_f08_r1
    module procedure allreduce_dot_real32_f08_r2
    module procedure allreduce_dot_real32_f08_r3
    module procedure allreduce_dot_real64_f08_r1
    module procedure allreduce_dot_real64_f08_r2
    module procedure allreduce_dot_real64_f08_r3
    module procedure allreduce_dot_complex32_f08_r1
    module procedure allreduce_dot_complex32_f08_r2
    module procedure allreduce_dot_complex32_f08_r3
    module procedure allreduce_dot_complex64_f08_r1
    module procedure allreduce_dot_complex64_f08_r2
    module procedure allreduce_dot_complex64_f08_r3
#endif
  end interface

  ! call samebits_allreduce_conjugated_dot(x, y, result, comm, ierror)
  !
  ! The sum of conjg(x(i))*y(i).
  interface samebits_allreduce_conjugated_dot
    module procedure allreduce_conjugated_dot_real32_int_r1
    module procedure allreduce_conjugated_dot_real32_int_r2
    module procedure allreduce_conjugated_dot_real32_int_r3
    module procedure allreduce_conjugated_dot_real64_int_r1
    module procedure allreduce_conjugated_dot_real64_int_r2
    module procedure allreduce_conjugated_dot_real64_int_r3
    module procedure allreduce_conjugated_dot_complex32_int_r1
    module procedure allreduce_conjugated_dot_complex32_int_r2
    module procedure allreduce_conjugated_dot_complex32_int_r3
    module procedure allreduce_conjugated_dot_complex64_int_r1
    module procedure allreduce_conjugated_dot_complex64_int_r2
    module procedure allreduce_conjugated_dot_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_conjugated_dot_real32_f08_r1
    module procedure allreduce_conjugated_dot_real32_f08_r2
    module procedure allreduce_conjugated_dot_real32_f08_r3
    module procedure allreduce_conjugated_dot_real64_f08_r1
    module procedure allreduce_conjugated_dot_real64_f08_r2
    module procedure allreduce_conjugated_dot_real64_f08_r3
    module procedure allreduce_conjugated_dot_complex32_f08_r1
    module procedure allreduce_conjugated_dot_complex32_f08_r2
    module procedure allreduce_conjugated_dot_complex32_f08_r3
    module procedure allreduce_conjugated_dot_complex64_f08_r1
    module procedure allreduce_conjugated_dot_complex64_f08_r2
    module procedure allreduce_conjugated_dot_complex64_f08_r3
#endif
  end interface

  ! call samebits_allreduce_dots(x, ys, results, comm, ierror)
  !
  ! The dot products of x with the columns of ys, ys(:, j), in one exchange: results(j). The
  ! number of columns is the same on all ranks.
  interface samebits_allreduce_dots
    module procedure allreduce_dots_real32_int
    module procedure allreduce_dots_real64_int
    module procedure allreduce_dots_complex32_int
    module procedure allreduce_dots_complex64_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_dots_real32_f08
    module procedure allreduce_dots_real64_f08
    module procedure allreduce_dots_complex32_f08
    module procedure allreduce_dots_complex64_f08
#endif
  end interface

  ! call samebits_allreduce_conjugated_dots(x, ys, results, comm, ierror)
  interface samebits_allreduce_conjugated_dots
    module procedure allreduce_conjugated_dots_real32_int
    module procedure allreduce_conjugated_dots_real64_int
    module procedure allreduce_conjugated_dots_complex32_int
    module procedure allreduce_conjugated_dots_complex64_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_conjugated_dots_real32_f08
    module procedure allreduce_conjugated_dots_real64_f08
    module procedure allreduce_conjugated_dots_complex32_f08
    module procedure allreduce_conjugated_dots_complex64_f08
#endif
  end interface

  ! call samebits_allreduce_norm2(x, result, comm, ierror)
  !
  ! The Euclidean norm; result is real, of the kind of x.
  interface samebits_allreduce_norm2
    module procedure allreduce_norm2_real32_int_r1
    module procedure allreduce_norm2_real32_int_r2
    module procedure allreduce_norm2_real32_int_r3
    module procedure allreduce_norm2_real64_int_r1
    module procedure allreduce_norm2_real64_int_r2
    module procedure allreduce_norm2_real64_int_r3
    module procedure allreduce_norm2_complex32_int_r1
    module procedure allreduce_norm2_complex32_int_r2
    module procedure allreduce_norm2_complex32_int_r3
    module procedure allreduce_norm2_complex64_int_r1
    module procedure allreduce_norm2_complex64_int_r2
    module procedure allreduce_norm2_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_norm2_real32_f08_r1
    module procedure allreduce_norm2_real32_f08_r2
    module procedure allreduce_norm2_real32_f08_r3
    module procedure allreduce_norm2_real64_f08_r1
    module procedure allreduce_norm2_real64_f08_r2
    module procedure allreduce_norm2_real64_f08_r3
    module procedure allreduce_norm2_complex32_f08_r1
    module procedure allreduce_norm2_complex32_f08_r2
    module procedure allreduce_norm2_complex32_f08_r3
    module procedure allreduce_norm2_complex64_f08_r1
    module procedure allreduce_norm2_complex64_f08_r2
    module procedure allreduce_norm2_complex64_f08_r3
#endif
  end interface

  ! call samebits_allreduce_sum_abs(x, result, comm, ierror, mask)
  !
  ! The sum of abs(x(i)), or of abs(re) + abs(im); result is real. mask, a logical array of the
  ! rank and size of x, may be omitted here and below: an element counts where it is .true.
  interface samebits_allreduce_sum_abs
    module procedure allreduce_sum_abs_real32_int_r1
    module procedure allreduce_sum_abs_real32_int_r2
    module procedure allreduce_sum_abs_real32_int_r3
    module procedure allreduce_sum_abs_real64_int_r1
    module procedure allreduce_sum_abs_real64_int_r2
    module procedure allreduce_sum_abs_real64_int_r3
    module procedure allreduce_sum_abs_complex32_int_r1
    module procedure allreduce_sum_abs_complex32_int_r2
    module procedure allreduce_sum_abs_complex32_int_r3
    module procedure allreduce_sum_abs_complex64_int_r1
    module procedure allreduce_sum_abs_complex64_int_r2
    module procedure allreduce_sum_abs_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_sum_abs_real32_f08_r1
    module procedure allreduce_sum_abs_real32_f08_r2
    module procedure allreduce_sum_abs_real32_f08_r3
    module procedure allreduce_sum_abs_real64_f08_r1
    module procedure allreduce_sum_abs_real64_f08_r2
    module procedure allreduce_sum_abs_real64_f08_r3
    module procedure allreduce_sum_abs_complex32_f08_r1
    module procedure allreduce_sum_abs_complex32_f08_r2
    module procedure allreduce_sum_abs_complex32_f08_r3
    module procedure allreduce_sum_abs_complex64_f08_r1
    module procedure allreduce_sum_abs_complex64_f08_r2
    module procedure allreduce_sum_abs_complex64_f08_r3
#endif
  end interface

  ! call samebits_allreduce_weighted_sum(x, w, result, comm, ierror, mask)
  !
  ! The sum of w(i)*x(i), of exact products. w is of the type and kind of x, real of that kind, or
  ! an integer of kind int32 or int64.
  interface samebits_allreduce_weighted_sum
    module procedure allreduce_weighted_sum_real32_real32_int_r1
    module procedure allreduce_weighted_sum_real32_real32_int_r2
    module procedure allreduce_weighted_sum_real32_real32_int_r3
    module procedure allreduce_weighted_sum_real32_int32_int_r1
    module procedure allreduce_weighted_sum_real32_int32_int_r2
    module procedure allreduce_weighted_sum_real32_int32_int_r3
    module procedure allreduce_weighted_sum_real32_int64_int_r1
    module procedure allreduce_weighted_sum_real32_int64_int_r2
    module procedure allreduce_weighted_sum_real32_int64_int_r3
    module procedure allreduce_weighted_sum_real64_real64_int_r1
    module procedure allreduce_weighted_sum_real64_real64_int_r2
    module procedure allreduce_weighted_sum_real64_real64_int_r3
    module procedure allreduce_weighted_sum_real64_int32_int_r1
    module procedure allreduce_weighted_sum_real64_int32_int_r2
    module procedure allreduce_weighted_sum_real64_int32_int_r3
    module procedure allreduce_weighted_sum_real64_int64_int_r1
    module procedure allreduce_weighted_sum_real64_int64_int_r2
    module procedure allreduce_weighted_sum_real64_int64_int_r3
    module procedure allreduce_weighted_sum_complex32_complex32_int_r1
    module procedure allreduce_weighted_sum_complex32_complex32_int_r2
    module procedure allreduce_weighted_sum_complex32_complex32_int_r3
    module procedure allreduce_weighted_sum_complex32_real32_int_r1
    module procedure allreduce_weighted_sum_complex32_real32_int_r2
    module procedure allreduce_weighted_sum_complex32_real32_int_r3
    module procedure allreduce_weighted_sum_complex32_int32_int_r1
    module procedure allreduce_weighted_sum_complex32_int32_int_r2
    module procedure allreduce_weighted_sum_complex32_int32_int_r3
    module procedure allreduce_weighted_sum_complex32_int64_int_r1
    module procedure allreduce_weighted_sum_complex32_int64_int_r2
    module procedure allreduce_weighted_sum_complex32_int64_int_r3
    module procedure allreduce_weighted_sum_complex64_complex64_int_r1
    module procedure allreduce_weighted_sum_complex64_complex64_int_r2
    module procedure allreduce_weighted_sum_complex64_complex64_int_r3
    module procedure allreduce_weighted_sum_complex64_real64_int_r1
    module procedure allreduce_weighted_sum_complex64_real64_int_r2
    module procedure allreduce_weighted_sum_complex64_real64_int_r3
    module procedure allreduce_weighted_sum_complex64_int32_int_r1
    module procedure allreduce_weighted_sum_complex64_int32_int_r2
    module procedure allreduce_weighted_sum_complex64_int32_int_r3
    module procedure allreduce_weighted_sum_complex64_int64_int_r1
    module procedure allreduce_weighted_sum_complex64_int64_int_r2
    module procedure allreduce_weighted_sum_complex64_int64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_weighted_sum_real32_real32_f08_r1
    module procedure allreduce_weighted_sum_real32_real32_f08_r2
    module procedure allreduce_weighted_sum_real32_real32_f08_r3
    module procedure allreduce_weighted_sum_real32_int32_f08_r1
    module procedure allreduce_weighted_sum_real32_int32_f08_r2
    module procedure allreduce_weighted_sum_real32_int32_f08_r3
    module procedure allreduce_weighted_sum_real32_int64_f08_r1
    module procedure allreduce_weighted_sum_real32_int64_f08_r2
    module procedure allreduce_weighted_sum_real32_int64_f08_r3
    module procedure allreduce_weighted_sum_real64_real64_f08_r1
    module procedure allreduce_weighted_sum_real64_real64_f08_r2
    module procedure allreduce_weighted_sum_real64_real64_f08_r3
    module procedure allreduce_weighted_sum_real64_int32_f08_r1
    module procedure allreduce_weighted_sum_real64_int32_f08_r2
    module procedure allreduce_weighted_sum_real64_int32_f08_r3
    module procedure allreduce_weighted_sum_real64_int64_f08_r1
    module procedure allreduce_weighted_sum_real64_int64_f08_r2
    module procedure allreduce_weighted_sum_real64_int64_f08_r3
    module procedure allreduce_weighted_sum_complex32_complex32_f08_r1
    module procedure allreduce_weighted_sum_complex32_complex32_f08_r2
    module procedure allreduce_weighted_sum_complex32_complex32_f08_r3
    module procedure allreduce_weighted_sum_complex32_real32_f08_r1
    module procedure allreduce_weighted_sum_complex32_real32_f08_r2
    module procedure allreduce_weighted_sum_complex32_real32_f08_r3
    module procedure allreduce_weighted_sum_complex32_int32_f08_r1
    module procedure allreduce_weighted_sum_complex32_int32_f08_r2
    module procedure allreduce_weighted_sum_complex32_int32_f08_r3
    module procedure allreduce_weighted_sum_complex32_int64_f08_r1
    module procedure allreduce_weighted_sum_complex32_int64_f08_r2
    module procedure allreduce_weighted_sum_complex32_int64_f08_r3
    module procedure allreduce_weighted_sum_complex64_complex64_f08_r1
    module procedure allreduce_weighted_sum_complex64_complex64_f08_r2
    module procedure allreduce_weighted_sum_complex64_complex64_f08_r3
    module procedure allreduce_weighted_sum_complex64_real64_f08_r1
    module procedure allreduce_weighted_sum_complex64_real64_f08_r2
    module procedure allreduce_weighted_sum_complex64_real64_f08_r3
    module procedure allreduce_weighted_sum_complex64_int32_f08_r1
    module procedure allreduce_weighted_sum_complex64_int32_f08_r2
    module procedure allreduce_weighted_sum_complex64_int32_f08_r3
    module procedure allreduce_weighted_sum_complex64_int64_f08_r1
    module procedure allreduce_weighted_sum_complex64_int64_f08_r2
    module procedure allreduce_weighted_sum_complex64_int64_f08_r3
#endif
  end interface

  ! call samebits_allreduce_weighted_squares(x, w, result, comm, ierror, mask)
  !
  ! The sum of abs(x(i)*w(i))**2, where x(i)*w(i) is rounded as in a loop; result is real.
  interface samebits_allreduce_weighted_squares
    module procedure allreduce_weighted_squares_real32_int_r1
    module procedure allreduce_weighted_squares_real32_int_r2
    module procedure allreduce_weighted_squares_real32_int_r3
    module procedure allreduce_weighted_squares_real64_int_r1
    module procedure allreduce_weighted_squares_real64_int_r2
    module procedure allreduce_weighted_squares_real64_int_r3
    module procedure allreduce_weighted_squares_complex32_int_r1
    module procedure allreduce_weighted_squares_complex32_int_r2
    module procedure allreduce_weighted_squares_complex32_int_r3
    module procedure allreduce_weighted_squares_complex64_int_r1
    module procedure allreduce_weighted_squares_complex64_int_r2
    module procedure allreduce_weighted_squares_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_weighted_squares_real32_f08_r1
    module procedure allreduce_weighted_squares_real32_f08_r2
    module procedure allreduce_weighted_squares_real32_f08_r3
    module procedure allreduce_weighted_squares_real64_f08_r1
    module procedure allreduce_weighted_squares_real64_f08_r2
    module procedure allreduce_weighted_squares_real64_f08_r3
    module procedure allreduce_weighted_squares_complex32_f08_r1
    module procedure allreduce_weighted_squares_complex32_f08_r2
    module procedure allreduce_weighted_squares_complex32_f08_r3
    module procedure allreduce_weighted_squares_complex64_f08_r1
    module procedure allreduce_weighted_squares_complex64_f08_r2
    module procedure allreduce_weighted_squares_complex64_f08_r3
#endif
  end interface

  ! call samebits_allreduce_weighted_dot(x, y, w, result, comm, ierror, mask)
  !
  ! The sum of (w(i)*x(i))*y(i), where w(i)*x(i) is rounded as in a loop.
  interface samebits_allreduce_weighted_dot
    module procedure allreduce_weighted_dot_real32_int_r1
    module procedure allreduce_weighted_dot_real32_int_r2
    module procedure allreduce_weighted_dot_real32_int_r3
    module procedure allreduce_weighted_dot_real64_int_r1
    module procedure allreduce_weighted_dot_real64_int_r2
    module procedure allreduce_weighted_dot_real64_int_r3
    module procedure allreduce_weighted_dot_complex32_int_r1
    module procedure allreduce_weighted_dot_complex32_int_r2
    module procedure allreduce_weighted_dot_complex32_int_r3
    module procedure allreduce_weighted_dot_complex64_int_r1
    module procedure allreduce_weighted_dot_complex64_int_r2
    module procedure allreduce_weighted_dot_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_weighted_dot_real32_f08_r1
    module procedure allreduce_weighted_dot_real32_f08_r2
    module procedure allreduce_weighted_dot_real32_f08_r3
    module procedure allreduce_weighted_dot_real64_f08_r1
    module procedure allreduce_weighted_dot_real64_f08_r2
    module procedure allreduce_weighted_dot_real64_f08_r3
    module procedure allreduce_weighted_dot_complex32_f08_r1
    module procedure allreduce_weighted_dot_complex32_f08_r2
    module procedure allreduce_weighted_dot_complex32_f08_r3
    module procedure allreduce_weighted_dot_complex64_f08_r1
    module procedure allreduce_weighted_dot_complex64_f08_r2
    module procedure allreduce_weighted_dot_complex64_f08_r3
#endif
  end interface

  ! call samebits_allreduce_weighted_conjugated_dot(x, y, w, result, comm, ierror, mask)
  !
  ! The sum of conjg(w(i)*x(i))*y(i), likewise.
  interface samebits_allreduce_weighted_conjugated_dot
    module procedure allreduce_weighted_conjugated_dot_real32_int_r1
    module procedure allreduce_weighted_conjugated_dot_real32_int_r2
    module procedure allreduce_weighted_conjugated_dot_real32_int_r3
    module procedure allreduce_weighted_conjugated_dot_real64_int_r1
    module procedure allreduce_weighted_conjugated_dot_real64_int_r2
    module procedure allreduce_weighted_conjugated_dot_real64_int_r3
    module procedure allreduce_weighted_conjugated_dot_complex32_int_r1
    module procedure allreduce_weighted_conjugated_dot_complex32_int_r2
    module procedure allreduce_weighted_conjugated_dot_complex32_int_r3
    module procedure allreduce_weighted_conjugated_dot_complex64_int_r1
    module procedure allreduce_weighted_conjugated_dot_complex64_int_r2
    module procedure allreduce_weighted_conjugated_dot_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_weighted_conjugated_dot_real32_f08_r1
    module procedure allreduce_weighted_conjugated_dot_real32_f08_r2
    module procedure allreduce_weighted_conjugated_dot_real32_f08_r3
    module procedure allreduce_weighted_conjugated_dot_real64_f08_r1
    module procedure allreduce_weighted_conjugated_dot_real64_f08_r2
    module procedure allreduce_weighted_conjugated_dot_real64_f08_r3
    module procedure allreduce_weighted_conjugated_dot_complex32_f08_r1
    module procedure allreduce_weighted_conjugated_dot_complex32_f08_r2
    module procedure allreduce_weighted_conjugated_dot_complex32_f08_r3
    module procedure allreduce_weighted_conjugated_dot_complex64_f08_r1
    module procedure allreduce_weighted_conjugated_dot_complex64_f08_r2
    module procedure allreduce_weighted_conjugated_dot_complex64_f08_r3
#endif
  end interface

  ! call samebits_allreduce_mean(x, result, comm, ierror, mask)
  !
  ! The mean of the elements that count, rounded once.
  interface samebits_allreduce_mean
    module procedure allreduce_mean_real32_int_r1
    module procedure allreduce_mean_real32_int_r2
    module procedure allreduce_mean_real32_int_r3
    module procedure allreduce_mean_real64_int_r1
    module procedure allreduce_mean_real64_int_r2
    module procedure allreduce_mean_real64_int_r3
    module procedure allreduce_mean_complex32_int_r1
    module procedure allreduce_mean_complex32_int_r2
    module procedure allreduce_mean_complex32_int_r3
    module procedure allreduce_mean_complex64_int_r1
    module procedure allreduce_mean_complex64_int_r2
    module procedure allreduce_mean_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_mean_real32_f08_r1
    module procedure allreduce_mean_real32_f08_r2
    module procedure allreduce_mean_real32_f08_r3
    module procedure allreduce_mean_real64_f08_r1
    module procedure allreduce_mean_real64_f08_r2
    module procedure allreduce_mean_real64_f08_r3
    module procedure allreduce_mean_complex32_f08_r1
    module procedure allreduce_mean_complex32_f08_r2
    module procedure allreduce_mean_complex32_f08_r3
    module procedure allreduce_mean_complex64_f08_r1
    module procedure allreduce_mean_complex64_f08_r2
    module procedure allreduce_mean_complex64_f08_r3
#endif
  end interface

  ! call samebits_allreduce_variance(x, ddof, result, comm, ierror, mask)
  !
  ! The sum of abs(x(i) - mean)**2 over the N elements that count, divided by N - ddof; result is
  ! real, and a NaN where N - ddof is not positive.
  interface samebits_allreduce_variance
    module procedure allreduce_variance_real32_int_r1
    module procedure allreduce_variance_real32_int_r2
    module procedure allreduce_variance_real32_int_r3
    module procedure allreduce_variance_real64_int_r1
    module procedure allreduce_variance_real64_int_r2
    module procedure allreduce_variance_real64_int_r3
    module procedure allreduce_variance_complex32_int_r1
    module procedure allreduce_variance_complex32_int_r2
    module procedure allreduce_variance_complex32_int_r3
    module procedure allreduce_variance_complex64_int_r1
    module procedure allreduce_variance_complex64_int_r2
    module procedure allreduce_variance_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure allreduce_variance_real32_f08_r1
    module procedure allreduce_variance_real32_f08_r2
    module procedure allreduce_variance_real32_f08_r3
    module procedure allreduce_variance_real64_f08_r1
    module procedure allreduce_variance_real64_f08_r2
    module procedure allreduce_variance_real64_f08_r3
    module procedure allreduce_variance_complex32_f08_r1
    module procedure allreduce_variance_complex32_f08_r2
    module procedure allreduce_variance_complex32_f08_r3
    module procedure allreduce_variance_complex64_f08_r1
    module procedure allreduce_variance_complex64_f08_r2
    module procedure allreduce_variance_complex64_f08_r3
#endif
  end interface

  ! call samebits_iallreduce_dot(x, y, result, comm, request, ierror)
  !
  ! Starts what samebits_allreduce_dot does, with the same bits: the vectors have been read when it
  ! returns, and result is stored when request completes. Until then result must exist, and the
  ! program must not use it; it should have the attribute ASYNCHRONOUS there. There is one for each
  ! of the procedures above, with request before ierror; results must be an array whose elements lie
  ! one after another (else MPI_ERR_BUFFER). Collective, in the order of nonblocking calls. A rank
  ! that finds an error starts nothing, and the others wait for it.
  interface samebits_iallreduce_dot
    module procedure iallreduce_dot_real32_int_r1
    module procedure iallreduce_dot_real32_int_r2
    module procedure iallreduce_dot_real32_int_r3
    module procedure iallreduce_dot_real64_int_r1
    module procedure iallreduce_dot_real64_int_r2
    module procedure iallreduce_dot_real64_int_r3
    module procedure iallreduce_dot_complex32_int_r1
    module procedure iallreduce_dot_complex32_int_r2
    module procedure iallreduce_dot_complex32_int_r3
    module procedure iallreduce_dot_complex64_int_r1
    module procedure iallreduce_dot_complex64_int_r2
    module procedure iallreduce_dot_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure iallreduce_dot_real32_f08_r1
    module procedure iallreduce_dot_real32_f08_r2
    module procedure iallreduce_dot_real32_f08_r3
    module procedure iallreduce_dot_real64_f08_r1
    module procedure iallreduce_dot_real64_f08_r2
    module procedure iallreduce_dot_real64_f08_r3
    module procedure iallreduce_dot_complex32_f08_r1
    module procedure iallreduce_dot_complex32_f08_r2
    module procedure iallreduce_dot_complex32_f08_r3
    module procedure iallreduce_dot_complex64_f08_r1
    module procedure iallreduce_dot_complex64_f08_r2
    module procedure iallreduce_dot_complex64_f08_r3
#endif
  end interface
  interface samebits_iallreduce_conjugated_dot
    module procedure iallreduce_conjugated_dot_real32_int_r1
    module procedure iallreduce_conjugated_dot_real32_int_r2
    module procedure iallreduce_conjugated_dot_real32_int_r3
    module procedure iallreduce_conjugated_dot_real64_int_r1
    module procedure iallreduce_conjugated_dot_real64_int_r2
    module procedure iallreduce_conjugated_dot_real64_int_r3
    module procedure iallreduce_conjugated_dot_complex32_int_r1
    module procedure iallreduce_conjugated_dot_complex32_int_r2
    module procedure iallreduce_conjugated_dot_complex32_int_r3
    module procedure iallreduce_conjugated_dot_complex64_int_r1
    module procedure iallreduce_conjugated_dot_complex64_int_r2
    module procedure iallreduce_conjugated_dot_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure iallreduce_conjugated_dot_real32_f08_r1
    module procedure iallreduce_conjugated_dot_real32_f08_r2
    module procedure iallreduce_conjugated_dot_real32_f08_r3
    module procedure iallreduce_conjugated_dot_real64_f08_r1
    module procedure iallreduce_conjugated_dot_real64_f08_r2
    module procedure iallreduce_conjugated_dot_real64_f08_r3
    module procedure iallreduce_conjugated_dot_complex32_f08_r1
    module procedure iallreduce_conjugated_dot_complex32_f08_r2
    module procedure iallreduce_conjugated_dot_complex32_f08_r3
    module procedure iallreduce_conjugated_dot_complex64_f08_r1
    module procedure iallreduce_conjugated_dot_complex64_f08_r2
    module procedure iallreduce_conjugated_dot_complex64_f08_r3
#endif
  end interface
  interface samebits_iallreduce_dots
    module procedure iallreduce_dots_real32_int
    module procedure iallreduce_dots_real64_int
    module procedure iallreduce_dots_complex32_int
    module procedure iallreduce_dots_complex64_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure iallreduce_dots_real32_f08
    module procedure iallreduce_dots_real64_f08
    module procedure iallreduce_dots_complex32_f08
    module procedure iallreduce_dots_complex64_f08
#endif
  end interface
  interface samebits_iallreduce_conjugated_dots
    module procedure iallreduce_conjugated_dots_real32_int
    module procedure iallreduce_conjugated_dots_real64_int
    module procedure iallreduce_conjugated_dots_complex32_int
    module procedure iallreduce_conjugated_dots_complex64_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure iallreduce_conjugated_dots_real32_f08
    module procedure iallreduce_conjugated_dots_real64_f08
    module procedure iallreduce_conjugated_dots_complex32_f08
    module procedure iallreduce_conjugated_dots_complex64_f08
#endif
  end interface
  interface samebits_iallreduce_norm2
    module procedure iallreduce_norm2_real32_int_r1
    module procedure iallreduce_norm2_real32_int_r2
    module procedure iallreduce_norm2_real32_int_r3
    module procedure iallreduce_norm2_real64_int_r1
    module procedure iallreduce_norm2_real64_int_r2
    module procedure iallreduce_norm2_real64_int_r3
    module procedure iallreduce_norm2_complex32_int_r1
    module procedure iallreduce_norm2_complex32_int_r2
    module procedure iallreduce_norm2_complex32_int_r3
    module procedure iallreduce_norm2_complex64_int_r1
    module procedure iallreduce_norm2_complex64_int_r2
    module procedure iallreduce_norm2_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure iallreduce_norm2_real32_f08_r1
    module procedure iallreduce_norm2_real32_f08_r2
    module procedure iallreduce_norm2_real32_f08_r3
    module procedure iallreduce_norm2_real64_f08_r1
    module procedure iallreduce_norm2_real64_f08_r2
    module procedure iallreduce_norm2_real64_f08_r3
    module procedure iallreduce_norm2_complex32_f08_r1
    module procedure iallreduce_norm2_complex32_f08_r2
    module procedure iallreduce_norm2_complex32_f08_r3
    module procedure iallreduce_norm2_complex64_f08_r1
    module procedure iallreduce_norm2_complex64_f08_r2
    module procedure iallreduce_norm2_complex64_f08_r3
#endif
  end interface
  interface samebits_iallreduce_sum_abs
    module procedure iallreduce_sum_abs_real32_int_r1
    module procedure iallreduce_sum_abs_real32_int_r2
    module procedure iallreduce_sum_abs_real32_int_r3
    module procedure iallreduce_sum_abs_real64_int_r1
    module procedure iallreduce_sum_abs_real64_int_r2
    module procedure iallreduce_sum_abs_real64_int_r3
    module procedure iallreduce_sum_abs_complex32_int_r1
    module procedure iallreduce_sum_abs_complex32_int_r2
    module procedure iallreduce_sum_abs_complex32_int_r3
    module procedure iallreduce_sum_abs_complex64_int_r1
    module procedure iallreduce_sum_abs_complex64_int_r2
    module procedure iallreduce_sum_abs_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure iallreduce_sum_abs_real32_f08_r1
    module procedure iallreduce_sum_abs_real32_f08_r2
    module procedure iallreduce_sum_abs_real32_f08_r3
    module procedure iallreduce_sum_abs_real64_f08_r1
    module procedure iallreduce_sum_abs_real64_f08_r2
    module procedure iallreduce_sum_abs_real64_f08_r3
    module procedure iallreduce_sum_abs_complex32_f08_r1
    module procedure iallreduce_sum_abs_complex32_f08_r2
    module procedure iallreduce_sum_abs_complex32_f08_r3
    module procedure iallreduce_sum_abs_complex64_f08_r1
    module procedure iallreduce_sum_abs_complex64_f08_r2
    module procedure iallreduce_sum_abs_complex64_f08_r3
#endif
  end interface
  interface samebits_iallreduce_weighted_squares
    module procedure iallreduce_weighted_squares_real32_int_r1
    module procedure iallreduce_weighted_squares_real32_int_r2
    module procedure iallreduce_weighted_squares_real32_int_r3
    module procedure iallreduce_weighted_squares_real64_int_r1
    module procedure iallreduce_weighted_squares_real64_int_r2
    module procedure iallreduce_weighted_squares_real64_int_r3
    module procedure iallreduce_weighted_squares_complex32_int_r1
    module procedure iallreduce_weighted_squares_complex32_int_r2
    module procedure iallreduce_weighted_squares_complex32_int_r3
    module procedure iallreduce_weighted_squares_complex64_int_r1
    module procedure iallreduce_weighted_squares_complex64_int_r2
    module procedure iallreduce_weighted_squares_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure iallreduce_weighted_squares_real32_f08_r1
    module procedure iallreduce_weighted_squares_real32_f08_r2
    module procedure iallreduce_weighted_squares_real32_f08_r3
    module procedure iallreduce_weighted_squares_real64_f08_r1
    module procedure iallreduce_weighted_squares_real64_f08_r2
    module procedure iallreduce_weighted_squares_real64_f08_r3
    module procedure iallreduce_weighted_squares_complex32_f08_r1
    module procedure iallreduce_weighted_squares_complex32_f08_r2
    module procedure iallreduce_weighted_squares_complex32_f08_r3
    module procedure iallreduce_weighted_squares_complex64_f08_r1
    module procedure iallreduce_weighted_squares_complex64_f08_r2
    module procedure iallreduce_weighted_squares_complex64_f08_r3
#endif
  end interface
  interface samebits_iallreduce_weighted_dot
    module procedure iallreduce_weighted_dot_real32_int_r1
    module procedure iallreduce_weighted_dot_real32_int_r2
    module procedure iallreduce_weighted_dot_real32_int_r3
    module procedure iallreduce_weighted_dot_real64_int_r1
    module procedure iallreduce_weighted_dot_real64_int_r2
    module procedure iallreduce_weighted_dot_real64_int_r3
    module procedure iallreduce_weighted_dot_complex32_int_r1
    module procedure iallreduce_weighted_dot_complex32_int_r2
    module procedure iallreduce_weighted_dot_complex32_int_r3
    module procedure iallreduce_weighted_dot_complex64_int_r1
    module procedure iallreduce_weighted_dot_complex64_int_r2
    module procedure iallreduce_weighted_dot_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure iallreduce_weighted_dot_real32_f08_r1
    module procedure iallreduce_weighted_dot_real32_f08_r2
    module procedure iallreduce_weighted_dot_real32_f08_r3
    module procedure iallreduce_weighted_dot_real64_f08_r1
    module procedure iallreduce_weighted_dot_real64_f08_r2
    module procedure iallreduce_weighted_dot_real64_f08_r3
    module procedure iallreduce_weighted_dot_complex32_f08_r1
    module procedure iallreduce_weighted_dot_complex32_f08_r2
    module procedure iallreduce_weighted_dot_complex32_f08_r3
    module procedure iallreduce_weighted_dot_complex64_f08_r1
    module procedure iallreduce_weighted_dot_complex64_f08_r2
    module procedure iallreduce_weighted_dot_complex64_f08_r3
#endif
  end interface
  interface samebits_iallreduce_weighted_conjugated_dot
    module procedure iallreduce_weighted_conjugated_dot_real32_int_r1
    module procedure iallreduce_weighted_conjugated_dot_real32_int_r2
    module procedure iallreduce_weighted_conjugated_dot_real32_int_r3
    module procedure iallreduce_weighted_conjugated_dot_real64_int_r1
    module procedure iallreduce_weighted_conjugated_dot_real64_int_r2
    module procedure iallreduce_weighted_conjugated_dot_real64_int_r3
    module procedure iallreduce_weighted_conjugated_dot_complex32_int_r1
    module procedure iallreduce_weighted_conjugated_dot_complex32_int_r2
    module procedure iallreduce_weighted_conjugated_dot_complex32_int_r3
    module procedure iallreduce_weighted_conjugated_dot_complex64_int_r1
    module procedure iallreduce_weighted_conjugated_dot_complex64_int_r2
    module procedure iallreduce_weighted_conjugated_dot_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure iallreduce_weighted_conjugated_dot_real32_f08_r1
    module procedure iallreduce_weighted_conjugated_dot_real32_f08_r2
    module procedure iallreduce_weighted_conjugated_dot_real32_f08_r3
    module procedure iallreduce_weighted_conjugated_dot_real64_f08_r1
    module procedure iallreduce_weighted_conjugated_dot_real64_f08_r2
    module procedure iallreduce_weighted_conjugated_dot_real64_f08_r3
    module procedure iallreduce_weighted_conjugated_dot_complex32_f08_r1
    module procedure iallreduce_weighted_conjugated_dot_complex32_f08_r2
    module procedure iallreduce_weighted_conjugated_dot_complex32_f08_r3
    module procedure iallreduce_weighted_conjugated_dot_complex64_f08_r1
    module procedure iallreduce_weighted_conjugated_dot_complex64_f08_r2
    module procedure iallreduce_weighted_conjugated_dot_complex64_f08_r3
#endif
  end interface
  interface samebits_iallreduce_mean
    module procedure iallreduce_mean_real32_int_r1
    module procedure iallreduce_mean_real32_int_r2
    module procedure iallreduce_mean_real32_int_r3
    module procedure iallreduce_mean_real64_int_r1
    module procedure iallreduce_mean_real64_int_r2
    module procedure iallreduce_mean_real64_int_r3
    module procedure iallreduce_mean_complex32_int_r1
    module procedure iallreduce_mean_complex32_int_r2
    module procedure iallreduce_mean_complex32_int_r3
    module procedure iallreduce_mean_complex64_int_r1
    module procedure iallreduce_mean_complex64_int_r2
    module procedure iallreduce_mean_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure iallreduce_mean_real32_f08_r1
    module procedure iallreduce_mean_real32_f08_r2
    module procedure iallreduce_mean_real32_f08_r3
    module procedure iallreduce_mean_real64_f08_r1
    module procedure iallreduce_mean_real64_f08_r2
    module procedure iallreduce_mean_real64_f08_r3
    module procedure iallreduce_mean_complex32_f08_r1
    module procedure iallreduce_mean_complex32_f08_r2
    module procedure iallreduce_mean_complex32_f08_r3
    module procedure iallreduce_mean_complex64_f08_r1
    module procedure iallreduce_mean_complex64_f08_r2
    module procedure iallreduce_mean_complex64_f08_r3
#endif
  end interface
  interface samebits_iallreduce_variance
    module procedure iallreduce_variance_real32_int_r1
    module procedure iallreduce_variance_real32_int_r2
    module procedure iallreduce_variance_real32_int_r3
    module procedure iallreduce_variance_real64_int_r1
    module procedure iallreduce_variance_real64_int_r2
    module procedure iallreduce_variance_real64_int_r3
    module procedure iallreduce_variance_complex32_int_r1
    module procedure iallreduce_variance_complex32_int_r2
    module procedure iallreduce_variance_complex32_int_r3
    module procedure iallreduce_variance_complex64_int_r1
    module procedure iallreduce_variance_complex64_int_r2
    module procedure iallreduce_variance_complex64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure iallreduce_variance_real32_f08_r1
    module procedure iallreduce_variance_real32_f08_r2
    module procedure iallreduce_variance_real32_f08_r3
    module procedure iallreduce_variance_real64_f08_r1
    module procedure iallreduce_variance_real64_f08_r2
    module procedure iallreduce_variance_real64_f08_r3
    module procedure iallreduce_variance_complex32_f08_r1
    module procedure iallreduce_variance_complex32_f08_r2
    module procedure iallreduce_variance_complex32_f08_r3
    module procedure iallreduce_variance_complex64_f08_r1
    module procedure iallreduce_variance_complex64_f08_r2
    module procedure iallreduce_variance_complex64_f08_r3
#endif
  end interface
  interface samebits_iallreduce_weighted_sum
    module procedure iallreduce_weighted_sum_real32_real32_int_r1
    module procedure iallreduce_weighted_sum_real32_real32_int_r2
    module procedure iallreduce_weighted_sum_real32_real32_int_r3
    module procedure iallreduce_weighted_sum_real32_int32_int_r1
    module procedure iallreduce_weighted_sum_real32_int32_int_r2
    module procedure iallreduce_weighted_sum_real32_int32_int_r3
    module procedure iallreduce_weighted_sum_real32_int64_int_r1
    module procedure iallreduce_weighted_sum_real32_int64_int_r2
    module procedure iallreduce_weighted_sum_real32_int64_int_r3
    module procedure iallreduce_weighted_sum_real64_real64_int_r1
    module procedure iallreduce_weighted_sum_real64_real64_int_r2
    module procedure iallreduce_weighted_sum_real64_real64_int_r3
    module procedure iallreduce_weighted_sum_real64_int32_int_r1
    module procedure iallreduce_weighted_sum_real64_int32_int_r2
    module procedure iallreduce_weighted_sum_real64_int32_int_r3
    module procedure iallreduce_weighted_sum_real64_int64_int_r1
    module procedure iallreduce_weighted_sum_real64_int64_int_r2
    module procedure iallreduce_weighted_sum_real64_int64_int_r3
    module procedure iallreduce_weighted_sum_complex32_complex32_int_r1
    module procedure iallreduce_weighted_sum_complex32_complex32_int_r2
    module procedure iallreduce_weighted_sum_complex32_complex32_int_r3
    module procedure iallreduce_weighted_sum_complex32_real32_int_r1
    module procedure iallreduce_weighted_sum_complex32_real32_int_r2
    module procedure iallreduce_weighted_sum_complex32_real32_int_r3
    module procedure iallreduce_weighted_sum_complex32_int32_int_r1
    module procedure iallreduce_weighted_sum_complex32_int32_int_r2
    module procedure iallreduce_weighted_sum_complex32_int32_int_r3
    module procedure iallreduce_weighted_sum_complex32_int64_int_r1
    module procedure iallreduce_weighted_sum_complex32_int64_int_r2
    module procedure iallreduce_weighted_sum_complex32_int64_int_r3
    module procedure iallreduce_weighted_sum_complex64_complex64_int_r1
    module procedure iallreduce_weighted_sum_complex64_complex64_int_r2
    module procedure iallreduce_weighted_sum_complex64_complex64_int_r3
    module procedure iallreduce_weighted_sum_complex64_real64_int_r1
    module procedure iallreduce_weighted_sum_complex64_real64_int_r2
    module procedure iallreduce_weighted_sum_complex64_real64_int_r3
    module procedure iallreduce_weighted_sum_complex64_int32_int_r1
    module procedure iallreduce_weighted_sum_complex64_int32_int_r2
    module procedure iallreduce_weighted_sum_complex64_int32_int_r3
    module procedure iallreduce_weighted_sum_complex64_int64_int_r1
    module procedure iallreduce_weighted_sum_complex64_int64_int_r2
    module procedure iallreduce_weighted_sum_complex64_int64_int_r3
#ifndef SAMEBITS_NO_MPI_F08
    module procedure iallreduce_weighted_sum_real32_real32_f08_r1
    module procedure iallreduce_weighted_sum_real32_real32_f08_r2
    module procedure iallreduce_weighted_sum_real32_real32_f08_r3
    module procedure iallreduce_weighted_sum_real32_int32_f08_r1
    module procedure iallreduce_weighted_sum_real32_int32_f08_r2
    module procedure iallreduce_weighted_sum_real32_int32_f08_r3
    module procedure iallreduce_weighted_sum_real32_int64_f08_r1
    module procedure iallreduce_weighted_sum_real32_int64_f08_r2
    module procedure iallreduce_weighted_sum_real32_int64_f08_r3
    module procedure iallreduce_weighted_sum_real64_real64_f08_r1
    module procedure iallreduce_weighted_sum_real64_real64_f08_r2
    module procedure iallreduce_weighted_sum_real64_real64_f08_r3
    module procedure iallreduce_weighted_sum_real64_int32_f08_r1
    module procedure iallreduce_weighted_sum_real64_int32_f08_r2
    module procedure iallreduce_weighted_sum_real64_int32_f08_r3
    module procedure iallreduce_weighted_sum_real64_int64_f08_r1
    module procedure iallreduce_weighted_sum_real64_int64_f08_r2
    module procedure iallreduce_weighted_sum_real64_int64_f08_r3
    module procedure iallreduce_weighted_sum_complex32_complex32_f08_r1
    module procedure iallreduce_weighted_sum_complex32_complex32_f08_r2
    module procedure iallreduce_weighted_sum_complex32_complex32_f08_r3
    module procedure iallreduce_weighted_sum_complex32_real32_f08_r1
    module procedure iallreduce_weighted_sum_complex32_real32_f08_r2
    module procedure iallreduce_weighted_sum_complex32_real32_f08_r3
    module procedure iallreduce_weighted_sum_complex32_int32_f08_r1
    module procedure iallreduce_weighted_sum_complex32_int32_f08_r2
    module procedure iallreduce_weighted_sum_complex32_int32_f08_r3
    module procedure iallreduce_weighted_sum_complex32_int64_f08_r1
    module procedure iallreduce_weighted_sum_complex32_int64_f08_r2
    module procedure iallreduce_weighted_sum_complex32_int64_f08_r3
    module procedure iallreduce_weighted_sum_complex64_complex64_f08_r1
    module procedure iallreduce_weighted_sum_complex64_complex64_f08_r2
    module procedure iallreduce_weighted_sum_complex64_complex64_f08_r3
    module procedure iallreduce_weighted_sum_complex64_real64_f08_r1
    module procedure iallreduce_weighted_sum_complex64_real64_f08_r2
    module procedure iallreduce_weighted_sum_complex64_real64_f08_r3
    module procedure iallreduce_weighted_sum_complex64_int32_f08_r1
    module procedure iallreduce_weighted_sum_complex64_int32_f08_r2
    module procedure iallreduce_weighted_sum_complex64_int32_f08_r3
    module procedure iallreduce_weighted_sum_complex64_int64_f08_r1
    module procedure iallreduce_weighted_sum_complex64_int64_f08_r2
    module procedure iallreduce_weighted_sum_complex64_int64_f08_r3
#endif
  end interface

  ! call samebits_sums_create(sums, k, mold, ierror)
  !
  ! Creates a set of k exact sums of elements of the type and kind of mold, whose value is
  ! ignored. It is not freed automatically. The procedures for sets are not collective, except
  ! samebits_sums_allreduce. An error changes nothing, and stops the program if ierror is omitted.
  interface samebits_sums_create
    module procedure sums_create_real32
    module procedure sums_create_real64
    module procedure sums_create_complex32
    module procedure sums_create_complex64
  end interface

  ! call samebits_sums_add(sums, i, value, ierror)
  !
  ! Adds to the sum i, from 1 to k (else MPI_ERR_ARG), an element, or all elements of an array,
  ! with the type and kind that the set was made for (else MPI_ERR_TYPE).
  interface samebits_sums_add
    module procedure sums_add_real32
    module procedure sums_add_real32_r1
    module procedure sums_add_real32_r2
    module procedure sums_add_real32_r3
    module procedure sums_add_real64
    module procedure sums_add_real64_r1
    module procedure sums_add_real64_r2
    module procedure sums_add_real64_r3
    module procedure sums_add_complex32
    module procedure sums_add_complex32_r1
    module procedure sums_add_complex32_r2
    module procedure sums_add_complex32_r3
    module procedure sums_add_complex64
    module procedure sums_add_complex64_r1
    module procedure sums_add_complex64_r2
    module procedure sums_add_complex64_r3
  end interface

  ! call samebits_sums_add_products(sums, i, x, y, conjugate, ierror)
  !
  ! Adds to the sum i the exact product x*y, or those of the elements of two arrays of the same
  ! size (else MPI_ERR_COUNT); of conjg(x) if conjugate is present and .true.
  interface samebits_sums_add_products
    module procedure sums_add_products_real32
    module procedure sums_add_products_real32_r1
    module procedure sums_add_products_real32_r2
    module procedure sums_add_products_real32_r3
    module procedure sums_add_products_real64
    module procedure sums_add_products_real64_r1
    module procedure sums_add_products_real64_r2
    module procedure sums_add_products_real64_r3
    module procedure sums_add_products_complex32
    module procedure sums_add_products_complex32_r1
    module procedure sums_add_products_complex32_r2
    module procedure sums_add_products_complex32_r3
    module procedure sums_add_products_complex64
    module procedure sums_add_products_complex64_r1
    module procedure sums_add_products_complex64_r2
    module procedure sums_add_products_complex64_r3
  end interface

  ! call samebits_sums_add_weighted(sums, i, x, w, ierror)
  !
  ! Adds to the sum i the exact product w*x, or those of two arrays. w is as in samebits_allreduce_weighted_sum.
  interface samebits_sums_add_weighted
    module procedure sums_add_weighted_real32_real32
    module procedure sums_add_weighted_real32_real32_r1
    module procedure sums_add_weighted_real32_real32_r2
    module procedure sums_add_weighted_real32_real32_r3
    module procedure sums_add_weighted_real32_int32
    module procedure sums_add_weighted_real32_int32_r1
    module procedure sums_add_weighted_real32_int32_r2
    module procedure sums_add_weighted_real32_int32_r3
    module procedure sums_add_weighted_real32_int64
    module procedure sums_add_weighted_real32_int64_r1
    module procedure sums_add_weighted_real32_int64_r2
    module procedure sums_add_weighted_real32_int64_r3
    module procedure sums_add_weighted_real64_real64
    module procedure sums_add_weighted_real64_real64_r1
    module procedure sums_add_weighted_real64_real64_r2
    module procedure sums_add_weighted_real64_real64_r3
    module procedure sums_add_weighted_real64_int32
    module procedure sums_add_weighted_real64_int32_r1
    module procedure sums_add_weighted_real64_int32_r2
    module procedure sums_add_weighted_real64_int32_r3
    module procedure sums_add_weighted_real64_int64
    module procedure sums_add_weighted_real64_int64_r1
    module procedure sums_add_weighted_real64_int64_r2
    module procedure sums_add_weighted_real64_int64_r3
    module procedure sums_add_weighted_complex32_complex32
    module procedure sums_add_weighted_complex32_complex32_r1
    module procedure sums_add_weighted_complex32_complex32_r2
    module procedure sums_add_weighted_complex32_complex32_r3
    module procedure sums_add_weighted_complex32_real32
    module procedure sums_add_weighted_complex32_real32_r1
    module procedure sums_add_weighted_complex32_real32_r2
    module procedure sums_add_weighted_complex32_real32_r3
    module procedure sums_add_weighted_complex32_int32
    module procedure sums_add_weighted_complex32_int32_r1
    module procedure sums_add_weighted_complex32_int32_r2
    module procedure sums_add_weighted_complex32_int32_r3
    module procedure sums_add_weighted_complex32_int64
    module procedure sums_add_weighted_complex32_int64_r1
    module procedure sums_add_weighted_complex32_int64_r2
    module procedure sums_add_weighted_complex32_int64_r3
    module procedure sums_add_weighted_complex64_complex64
    module procedure sums_add_weighted_complex64_complex64_r1
    module procedure sums_add_weighted_complex64_complex64_r2
    module procedure sums_add_weighted_complex64_complex64_r3
    module procedure sums_add_weighted_complex64_real64
    module procedure sums_add_weighted_complex64_real64_r1
    module procedure sums_add_weighted_complex64_real64_r2
    module procedure sums_add_weighted_complex64_real64_r3
    module procedure sums_add_weighted_complex64_int32
    module procedure sums_add_weighted_complex64_int32_r1
    module procedure sums_add_weighted_complex64_int32_r2
    module procedure sums_add_weighted_complex64_int32_r3
    module procedure sums_add_weighted_complex64_int64
    module procedure sums_add_weighted_complex64_int64_r1
    module procedure sums_add_weighted_complex64_int64_r2
    module procedure sums_add_weighted_complex64_int64_r3
  end interface

  ! call samebits_sums_value(sums, i, value, ierror)
  !
  ! This rank's sum i, rounded.
  interface samebits_sums_value
    module procedure sums_value_real32
    module procedure sums_value_real64
    module procedure sums_value_complex32
    module procedure sums_value_complex64
  end interface

  ! call samebits_sums_allreduce(sums, results, comm, ierror)
  !
  ! The sums over all ranks, rounded: results(1) to results(k), in one exchange. What this rank
  ! has added stays. Collective; the sets of all ranks must have been created alike.
  interface samebits_sums_allreduce
    module procedure sums_allreduce_real32_int
    module procedure sums_allreduce_real64_int
    module procedure sums_allreduce_complex32_int
    module procedure sums_allreduce_complex64_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure sums_allreduce_real32_f08
    module procedure sums_allreduce_real64_f08
    module procedure sums_allreduce_complex32_f08
    module procedure sums_allreduce_complex64_f08
#endif
  end interface

  ! call samebits_sums_iallreduce(sums, results, comm, request, ierror)
  !
  ! Starts the same: the set may be filled further when it returns. The rest is as in
  ! samebits_iallreduce_dots.
  interface samebits_sums_iallreduce
    module procedure sums_iallreduce_real32_int
    module procedure sums_iallreduce_real64_int
    module procedure sums_iallreduce_complex32_int
    module procedure sums_iallreduce_complex64_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure sums_iallreduce_real32_f08
    module procedure sums_iallreduce_real64_f08
    module procedure sums_iallreduce_complex32_f08
    module procedure sums_iallreduce_complex64_f08
#endif
  end interface

  ! call samebits_set(comm, name, value, ierror)
  !
  ! Sets how reductions on comm are evaluated, overriding the environment: name is
  ! 'arithmetic', 'schedule', 'threads', 'block', 'compress' or 'stores', and value is any
  ! value of SAMEBITS_ARITHMETIC, SAMEBITS_SCHEDULE, SAMEBITS_THREADS, SAMEBITS_BLOCK,
  ! SAMEBITS_COMPRESS or SAMEBITS_STORES. All ranks must call it alike. Existing plans keep the settings they
  ! were made with.
  interface samebits_set
    module procedure set_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure set_f08
#endif
  end interface

  ! call samebits_tune(comm, path, ierror)
  !
  ! Measures the machine on which the ranks of comm run, and has rank 0 write a profile, a
  ! file for SAMEBITS_PROFILE. Collective.
  interface samebits_tune
    module procedure tune_int
#ifndef SAMEBITS_NO_MPI_F08
    module procedure tune_f08
#endif
  end interface

  ! call samebits_share(distribution, total, ranks, rank, start, count, ierror)
  !
  ! Computes which of the elements 1 to total of a distributed array the given rank, from 0 to
  ! ranks-1, should own: count elements from start on. The shares of all ranks follow one
  ! another in rank order; a share may be empty. distribution is 'upper', 'lower', 'power2'
  ! or 'optimized:ALPHA', as samebits.h describes them, or '' for the value of the
  ! environment variable SAMEBITS_DISTRIBUTION. total, start and count are integers of the
  ! same kind, int32 or int64.
  !
  ! Not collective; may be called before MPI_Init. A wrong argument is the error MPI_ERR_ARG,
  ! which stops the program if ierror is omitted. The same holds for the next two procedures.
  interface samebits_share
    module procedure share_int32
    module procedure share_int64
  end interface

  ! call samebits_message_count(counts, messages, ierror)
  !
  ! Counts the messages that the reduction of a distributed array in its binary tree takes if
  ! each partial result is sent by itself; counts(i) is the number of elements of rank i-1.
  interface samebits_message_count
    module procedure message_count_int32
    module procedure message_count_int64
  end interface

  ! call samebits_score(counts, t_send, t_add, score, ierror)
  !
  ! Estimates the time of such a reduction: t_send for each message, plus t_add for each
  ! element of the rank that owns the most. All three are of kind real64.
  interface samebits_score
    module procedure score_int32
    module procedure score_int64
  end interface

  ! call samebits_error_bound(arithmetic, n, largest, sum, bound, ierror)
  !
  ! Bounds the error of a sum of n numbers, none of which exceeds largest in magnitude; sum is
  ! the computed sum, or the exact one. largest, sum and bound have the kind of the summands,
  ! real32 or real64; n is of kind int32 or int64. arithmetic is 'exact', 'tree',
  ! 'prerounded:K', 'prerounded2:K' or 'binned:K', or '' for the value of the environment
  ! variable SAMEBITS_ARITHMETIC. docs/arithmetics.md has the formulas. Too many summands are
  ! the error MPI_ERR_COUNT.
  interface samebits_error_bound
    module procedure error_bound_real32_int32
    module procedure error_bound_real32_int64
    module procedure error_bound_real64_int32
    module procedure error_bound_real64_int64
  end interface

  interface
    ! How many reductions of any kind samebits has intercepted in this process,
    function samebits_calls_intercepted() result(calls) bind(C, name='samebits_calls_intercepted')
      import :: c_int64_t
      integer(c_int64_t) :: calls
    end function
    ! and how many of them it has computed itself.
    function samebits_calls_reproduced() result(calls) bind(C, name='samebits_calls_reproduced')
      import :: c_int64_t
      integer(c_int64_t) :: calls
    end function
  end interface

  ! The numbers of the procedures, the kinds, and the receivers of the results in
  ! src/exports/direct/fortran/.
  integer(c_int), parameter :: ARRAY = 0, ARRAYS = 1, REGION = 2
  integer(c_int), parameter :: DOT = 0, CONJUGATED_DOT = 1, DOTS = 2, CONJUGATED_DOTS = 3, NORM2 = 4, SUM_ABS = 5
  integer(c_int), parameter :: WEIGHTED_SUM = 6, WEIGHTED_SQUARES = 7, WEIGHTED_DOT = 8, WEIGHTED_CONJUGATED_DOT = 9
  integer(c_int), parameter :: MEAN = 10, VARIANCE = 11
  integer(c_int), parameter :: OF_REAL32 = 0, OF_REAL64 = 1, OF_COMPLEX32 = 2, OF_COMPLEX64 = 3, OF_INT32 = 4, OF_INT64 = 5
  integer(c_int), parameter :: FOR_ROOT = 0, FOR_ALL = 1
  integer(c_int64_t), parameter :: NO_STARTS(1) = 0, APART = -1

  interface
    function f_reduce(procedure, local, held, arrays, n, results, room, kind, datatype, op, comm, &
                      to_all, root, starts) result(code) bind(C, name='samebits_f_reduce')
      import :: c_int, c_int64_t, c_ptr
      integer(c_int), value :: procedure, arrays, kind, datatype, op, comm, to_all, root
      type(*), intent(in) :: local(*)
      integer(c_int64_t), value :: held, room
      integer(c_int64_t), intent(in) :: n(*)
      type(c_ptr), value :: results
      integer(c_int64_t), intent(in) :: starts(*)
      integer(c_int) :: code
    end function
    function f_plan(arrays, n, kind, datatype, op, comm, plan, started, starts) result(code) &
      bind(C, name='samebits_f_plan')
      import :: c_int, c_int64_t, c_ptr
      integer(c_int), value :: arrays, kind, datatype, op, comm, started
      integer(c_int64_t), intent(in) :: n(*)
      type(c_ptr), intent(inout) :: plan
      integer(c_int64_t), intent(in) :: starts(*)
      integer(c_int) :: code
    end function
    function f_plan_reduce(plan, local, held, results, room, kind, datatype, to_all, root) &
      result(code) bind(C, name='samebits_f_plan_reduce')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: plan, results
      type(*), intent(in) :: local(*)
      integer(c_int64_t), value :: held, room
      integer(c_int), value :: kind, datatype, to_all, root
      integer(c_int) :: code
    end function
    function f_pieces(local, held, starts, started, lengths, pieces, result, kind, datatype, op, &
      comm, to_all, root) result(code) bind(C, name='samebits_f_pieces')
      import :: c_int, c_int64_t, c_ptr
      type(*), intent(in) :: local(*)
      integer(c_int64_t), value :: held
      integer(c_int64_t), intent(in) :: starts(*), lengths(*)
      type(c_ptr), value :: result
      integer(c_int), value :: started, pieces, kind, datatype, op, comm, to_all, root
      integer(c_int) :: code
    end function
    function f_plan_pieces(starts, started, lengths, pieces, kind, datatype, op, comm, plan) &
      result(code) bind(C, name='samebits_f_plan_pieces')
      import :: c_int, c_int64_t, c_ptr
      integer(c_int64_t), intent(in) :: starts(*), lengths(*)
      integer(c_int), value :: started, pieces, kind, datatype, op, comm
      type(c_ptr), intent(inout) :: plan
      integer(c_int) :: code
    end function
    function f_plan_reduce_counts(plan, local, held, n, counts, results, room, kind, datatype, &
      to_all, root) result(code) bind(C, name='samebits_f_plan_reduce_counts')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: plan, results
      type(*), intent(in) :: local(*)
      integer(c_int64_t), value :: held, room
      integer(c_int64_t), intent(in) :: n(*)
      integer(c_int), value :: counts, kind, datatype, to_all, root
      integer(c_int) :: code
    end function
    function c_plan_free(plan) result(code) bind(C, name='samebits_plan_free')
      import :: c_int, c_ptr
      type(c_ptr), intent(inout) :: plan
      integer(c_int) :: code
    end function
    function f_accumulator_create(arithmetic, summands, kind, datatype, accumulator) result(code) &
      bind(C, name='samebits_f_accumulator_create')
      import :: c_char, c_int, c_int64_t, c_ptr
      character(kind=c_char), intent(in) :: arithmetic(*)
      integer(c_int64_t), value :: summands
      integer(c_int), value :: kind, datatype
      type(c_ptr), intent(inout) :: accumulator
      integer(c_int) :: code
    end function
    function f_accumulator_add(accumulator, values, n, kind) result(code) bind(C, name='samebits_f_accumulator_add')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: accumulator
      type(*), intent(in) :: values(*)
      integer(c_int64_t), value :: n
      integer(c_int), value :: kind
      integer(c_int) :: code
    end function
    function f_accumulator_add_products(accumulator, x, of_x, y, of_y, kind, conjugate) result(code) &
      bind(C, name='samebits_f_accumulator_add_products')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: accumulator
      type(*), intent(in) :: x(*), y(*)
      integer(c_int64_t), value :: of_x, of_y
      integer(c_int), value :: kind, conjugate
      integer(c_int) :: code
    end function
    function f_accumulator_value(accumulator, value, kind) result(code) &
      bind(C, name='samebits_f_accumulator_value')
      import :: c_int, c_ptr
      type(c_ptr), value :: accumulator, value
      integer(c_int), value :: kind
      integer(c_int) :: code
    end function
    function f_accumulator_reduce(accumulator, comm, to_all, root) result(code) &
      bind(C, name='samebits_f_accumulator_reduce')
      import :: c_int, c_ptr
      type(c_ptr), value :: accumulator
      integer(c_int), value :: comm, to_all, root
      integer(c_int) :: code
    end function
    function f_accumulator_handles(accumulator, datatype, op) result(code) &
      bind(C, name='samebits_f_accumulator_handles')
      import :: c_int, c_ptr
      type(c_ptr), value :: accumulator
      integer(c_int), intent(inout) :: datatype, op
      integer(c_int) :: code
    end function
    function c_accumulator_free(accumulator) result(code) bind(C, name='samebits_accumulator_free')
      import :: c_int, c_ptr
      type(c_ptr), intent(inout) :: accumulator
      integer(c_int) :: code
    end function
    function c_accumulator_merge(into, other) result(code) bind(C, name='samebits_accumulator_merge')
      import :: c_int, c_ptr
      type(c_ptr), value :: into, other
      integer(c_int) :: code
    end function
    function c_accumulator_clear(accumulator) result(code) bind(C, name='samebits_accumulator_clear')
      import :: c_int, c_ptr
      type(c_ptr), value :: accumulator
      integer(c_int) :: code
    end function
    function c_accumulator_size(accumulator, bytes) result(code) bind(C, name='samebits_accumulator_size')
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: accumulator
      integer(c_size_t), intent(inout) :: bytes
      integer(c_int) :: code
    end function
    function c_accumulator_write(accumulator, bytes, size) result(code) bind(C, name='samebits_accumulator_write')
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: accumulator
      type(*), intent(inout) :: bytes(*)
      integer(c_size_t), value :: size
      integer(c_int) :: code
    end function
    function c_accumulator_read(accumulator, bytes, size) result(code) bind(C, name='samebits_accumulator_read')
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: accumulator
      type(*), intent(in) :: bytes(*)
      integer(c_size_t), value :: size
      integer(c_int) :: code
    end function
function f_vectors(procedure, x, of_x, k, ys, of_ys, w, of_w, weights, of_weights, mask, of_mask, ddof, &
                       results, room, kind, datatype, comm, request) result(code) bind(C, name='samebits_f_vectors')
      import :: c_int, c_int64_t, c_ptr
      integer(c_int), value :: procedure, k, weights, of_weights, ddof, kind, datatype, comm
      type(*), intent(in) :: x(*), ys(*), w(*), mask(*)
      integer(c_int64_t), value :: of_x, of_ys, of_w, of_mask, room
      type(c_ptr), value :: results
      integer(c_int), intent(inout), optional :: request
      integer(c_int) :: code
    end function
    function f_sums_create(k, kind, datatype, sums) result(code) bind(C, name='samebits_f_sums_create')
      import :: c_int, c_ptr
      integer(c_int), value :: k, kind, datatype
      type(c_ptr), intent(inout) :: sums
      integer(c_int) :: code
    end function
    function f_sums_add(sums, i, values, n, kind) result(code) bind(C, name='samebits_f_sums_add')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: sums
      type(*), intent(in) :: values(*)
      integer(c_int64_t), value :: n
      integer(c_int), value :: i, kind
      integer(c_int) :: code
    end function
    function f_sums_add_products(sums, i, x, of_x, y, of_y, kind, conjugate) result(code) &
      bind(C, name='samebits_f_sums_add_products')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: sums
      type(*), intent(in) :: x(*), y(*)
      integer(c_int64_t), value :: of_x, of_y
      integer(c_int), value :: i, kind, conjugate
      integer(c_int) :: code
    end function
    function f_sums_add_weighted(sums, i, x, of_x, w, of_w, kind, weights, of_weights) result(code) &
      bind(C, name='samebits_f_sums_add_weighted')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: sums
      type(*), intent(in) :: x(*), w(*)
      integer(c_int64_t), value :: of_x, of_w
      integer(c_int), value :: i, kind, weights, of_weights
      integer(c_int) :: code
    end function
    function f_sums_value(sums, i, value, kind) result(code) bind(C, name='samebits_f_sums_value')
      import :: c_int, c_ptr
      type(c_ptr), value :: sums, value
      integer(c_int), value :: i, kind
      integer(c_int) :: code
    end function
    function f_sums_allreduce(sums, results, room, kind, comm, request) result(code) &
      bind(C, name='samebits_f_sums_allreduce')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: sums, results
      integer(c_int64_t), value :: room
      integer(c_int), value :: kind, comm
      integer(c_int), intent(inout), optional :: request
      integer(c_int) :: code
    end function
    function c_sums_free(sums) result(code) bind(C, name='samebits_sums_free')
      import :: c_int, c_ptr
      type(c_ptr), intent(inout) :: sums
      integer(c_int) :: code
    end function
    function c_sums_merge(into, other) result(code) bind(C, name='samebits_sums_merge')
      import :: c_int, c_ptr
      type(c_ptr), value :: into, other
      integer(c_int) :: code
    end function
    function c_sums_clear(sums) result(code) bind(C, name='samebits_sums_clear')
      import :: c_int, c_ptr
      type(c_ptr), value :: sums
      integer(c_int) :: code
    end function
    function f_csr_multiply(row_pointers, of_row_pointers, columns, of_columns, wide, values, of_values, x, y, of_y, &
                            kind, base) result(code) bind(C, name='samebits_f_csr_multiply')
      import :: c_int, c_int64_t
      type(*), intent(in) :: row_pointers(*), columns(*), values(*), x(*)
      integer(c_int64_t), value :: of_row_pointers, of_columns, of_values, of_y
      integer(c_int), value :: wide, kind, base
      type(*), intent(inout) :: y(*)
      integer(c_int) :: code
    end function
    function f_set(comm, name, value) result(code) bind(C, name='samebits_f_set')
      import :: c_char, c_int
      integer(c_int), value :: comm
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int) :: code
    end function
    function f_tune(comm, path) result(code) bind(C, name='samebits_f_tune')
      import :: c_char, c_int
      integer(c_int), value :: comm
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int) :: code
    end function
    function f_share(distribution, total, ranks, rank, start, count) result(code) bind(C, name='samebits_f_share')
      import :: c_char, c_int, c_int64_t
      character(kind=c_char), intent(in) :: distribution(*)
      integer(c_int64_t), value :: total, ranks, rank
      integer(c_int64_t), intent(inout) :: start, count
      integer(c_int) :: code
    end function
    function f_message_count(counts, ranks, messages) result(code) bind(C, name='samebits_f_message_count')
      import :: c_int, c_int64_t
      integer(c_int64_t), intent(in) :: counts(*)
      integer(c_int64_t), value :: ranks
      integer(c_int64_t), intent(inout) :: messages
      integer(c_int) :: code
    end function
    function f_score(counts, ranks, t_send, t_add, score) result(code) bind(C, name='samebits_f_score')
      import :: c_double, c_int, c_int64_t
      integer(c_int64_t), intent(in) :: counts(*)
      integer(c_int64_t), value :: ranks
      real(c_double), value :: t_send, t_add
      real(c_double), intent(inout) :: score
      integer(c_int) :: code
    end function
    function f_error_bound_real32(arithmetic, n, largest, sum, bound) result(code) &
      bind(C, name='samebits_f_error_bound_float')
      import :: c_char, c_float, c_int, c_int64_t
      character(kind=c_char), intent(in) :: arithmetic(*)
      integer(c_int64_t), value :: n
      real(c_float), value :: largest, sum
      real(c_float), intent(inout) :: bound
      integer(c_int) :: code
    end function
    function f_error_bound_real64(arithmetic, n, largest, sum, bound) result(code) &
      bind(C, name='samebits_f_error_bound')
      import :: c_char, c_double, c_int, c_int64_t
      character(kind=c_char), intent(in) :: arithmetic(*)
      integer(c_int64_t), value :: n
      real(c_double), value :: largest, sum
      real(c_double), intent(inout) :: bound
      integer(c_int) :: code
    end function
    pure function c_sum_real32(x, n) result(sum) bind(C, name='samebits_sum_float')
      import :: c_double, c_float, c_size_t
      real(c_float), intent(in) :: x(*)
      integer(c_size_t), intent(in), value :: n
      real(c_float) :: sum
    end function
    pure function c_dot_real32(x, y, n) result(dot) bind(C, name='samebits_dot_float')
      import :: c_double, c_float, c_size_t
      real(c_float), intent(in) :: x(*), y(*)
      integer(c_size_t), intent(in), value :: n
      real(c_float) :: dot
    end function
    pure function c_sum_real64(x, n) result(sum) bind(C, name='samebits_sum_double')
      import :: c_double, c_float, c_size_t
      real(c_double), intent(in) :: x(*)
      integer(c_size_t), intent(in), value :: n
      real(c_double) :: sum
    end function
    pure function c_dot_real64(x, y, n) result(dot) bind(C, name='samebits_dot_double')
      import :: c_double, c_float, c_size_t
      real(c_double), intent(in) :: x(*), y(*)
      integer(c_size_t), intent(in), value :: n
      real(c_double) :: dot
    end function
    pure subroutine c_sum_complex32(x, n, sum) bind(C, name='samebits_sum_float_complex')
      import :: c_double_complex, c_float_complex, c_size_t
      complex(c_float_complex), intent(in) :: x(*)
      integer(c_size_t), intent(in), value :: n
      complex(c_float_complex), intent(out) :: sum
    end subroutine
    pure subroutine c_dot_complex32(x, y, n, dot) bind(C, name='samebits_dot_float_complex')
      import :: c_double_complex, c_float_complex, c_size_t
      complex(c_float_complex), intent(in) :: x(*), y(*)
      integer(c_size_t), intent(in), value :: n
      complex(c_float_complex), intent(out) :: dot
    end subroutine
    pure subroutine c_conjugated_dot_complex32(x, y, n, dot) bind(C, name='samebits_conjugated_dot_float_complex')
      import :: c_double_complex, c_float_complex, c_size_t
      complex(c_float_complex), intent(in) :: x(*), y(*)
      integer(c_size_t), intent(in), value :: n
      complex(c_float_complex), intent(out) :: dot
    end subroutine
    pure subroutine c_sum_complex64(x, n, sum) bind(C, name='samebits_sum_double_complex')
      import :: c_double_complex, c_float_complex, c_size_t
      complex(c_double_complex), intent(in) :: x(*)
      integer(c_size_t), intent(in), value :: n
      complex(c_double_complex), intent(out) :: sum
    end subroutine
    pure subroutine c_dot_complex64(x, y, n, dot) bind(C, name='samebits_dot_double_complex')
      import :: c_double_complex, c_float_complex, c_size_t
      complex(c_double_complex), intent(in) :: x(*), y(*)
      integer(c_size_t), intent(in), value :: n
      complex(c_double_complex), intent(out) :: dot
    end subroutine
    pure subroutine c_conjugated_dot_complex64(x, y, n, dot) bind(C, name='samebits_conjugated_dot_double_complex')
      import :: c_double_complex, c_float_complex, c_size_t
      complex(c_double_complex), intent(in) :: x(*), y(*)
      integer(c_size_t), intent(in), value :: n
      complex(c_double_complex), intent(out) :: dot
    end subroutine
    function c_error_message() result(text) bind(C, name='samebits_error_message')
      import :: c_ptr
      type(c_ptr) :: text
    end function
    function c_version() result(text) bind(C, name='samebits_version')
      import :: c_ptr
      type(c_ptr) :: text
    end function
    function c_strlen(text) result(length) bind(C, name='strlen')
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function
  end interface

contains

  ! Frees a plan. Not collective. Does nothing if none was made.
  subroutine samebits_plan_free(plan, ierror)
    type(samebits_plan), intent(inout) :: plan
    integer, intent(out), optional :: ierror

    call return_code(c_plan_free(plan%address), ierror)
  end subroutine

  ! Frees an accumulator. Does nothing if none was made.
  subroutine samebits_accumulator_free(accumulator, ierror)
    type(samebits_accumulator), intent(inout) :: accumulator
    integer, intent(out), optional :: ierror

    call return_code(c_accumulator_free(accumulator%address), ierror)
  end subroutine

  ! Adds the contents of another accumulator, which must have been created alike (else
  ! MPI_ERR_ARG) and is left unchanged.
  subroutine samebits_accumulator_merge(accumulator, other, ierror)
    type(samebits_accumulator), intent(in) :: accumulator, other
    integer, intent(out), optional :: ierror

    call return_code(c_accumulator_merge(accumulator%address, other%address), ierror, handled=.false.)
  end subroutine

  ! Makes an accumulator empty again.
  subroutine samebits_accumulator_clear(accumulator, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    integer, intent(out), optional :: ierror

    call return_code(c_accumulator_clear(accumulator%address), ierror, handled=.false.)
  end subroutine

  ! Writes an accumulator as samebits_accumulator_size bytes, the same on every machine.
  subroutine samebits_accumulator_write(accumulator, bytes, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    integer(int8), intent(inout), contiguous :: bytes(:)
    integer, intent(out), optional :: ierror

    call return_code(c_accumulator_write(accumulator%address, bytes, size(bytes, kind=c_size_t)), &
      ierror, handled=.false.)
  end subroutine

  ! Replaces the contents of an accumulator by those that were written, from one that was
  ! created alike (else MPI_ERR_ARG).
  subroutine samebits_accumulator_read(accumulator, bytes, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    integer(int8), intent(in), contiguous :: bytes(:)
    integer, intent(out), optional :: ierror

    call return_code(c_accumulator_read(accumulator%address, bytes, size(bytes, kind=c_size_t)), &
      ierror, handled=.false.)
  end subroutine

  ! Why the last procedure of this module that failed did so, as a sentence, or an empty string.
  function samebits_error_message() result(message)
    character(len=:), allocatable :: message

    message = text_at(c_error_message())
  end function

  ! The version of the library, as 'major.minor.patch'.
  function samebits_version() result(version)
    character(len=:), allocatable :: version

    version = text_at(c_version())
  end function

  function text_at(address) result(text)
    type(c_ptr), intent(in) :: address
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: characters(:)
    integer :: length, i

    length = int(c_strlen(address))
    call c_f_pointer(address, characters, [length])
    allocate (character(len=length) :: text)
    do i = 1, length
      text(i:i) = characters(i)
    end do
  end function

  ! The datatype that is passed to a user-defined operator.
  function type_of(kind) result(datatype)
    integer(c_int), intent(in) :: kind
    integer(c_int) :: datatype
#ifndef SAMEBITS_NO_MPI_F08
    block
      use mpi_f08, only: MPI_REAL, MPI_DOUBLE_PRECISION, MPI_COMPLEX, MPI_DOUBLE_COMPLEX
      integer :: names(OF_REAL32:OF_COMPLEX64)

      names = [MPI_REAL%MPI_VAL, MPI_DOUBLE_PRECISION%MPI_VAL, MPI_COMPLEX%MPI_VAL, MPI_DOUBLE_COMPLEX%MPI_VAL]
      datatype = int(names(kind), c_int)
    end block
#else
    include 'mpif.h'
    integer, parameter :: NAMES(OF_REAL32:OF_COMPLEX64) = [MPI_REAL, MPI_DOUBLE_PRECISION, MPI_COMPLEX, MPI_DOUBLE_COMPLEX]

    datatype = int(NAMES(kind), c_int)
#endif
  end function

  ! Without ierror, an error has gone to the error handler of the communicator, if there is
  ! one; otherwise the program must not continue.
  subroutine return_code(code, ierror, handled)
    integer(c_int), intent(in) :: code
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: handled

    if (present(ierror)) then
      ierror = int(code)
    else if (present(handled)) then
      if (code /= 0 .and. .not. handled) then
        write (error_unit, '(a)') samebits_error_message()
        error stop 'samebits: an error that no error handler gets'
      end if
    end if
  end subroutine

  subroutine share_int32(distribution, total, ranks, rank, start, count, ierror)
    character(len=*), intent(in) :: distribution
    integer(int32), intent(in) :: total
    integer, intent(in) :: ranks, rank
    integer(int32), intent(inout) :: start, count
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: first, many
    integer(c_int) :: code

    code = f_share(trim(distribution)//c_null_char, int(total, c_int64_t), int(ranks, c_int64_t), &
      int(rank, c_int64_t), first, many)
    if (code == 0) then
      ! There need not be a number after the last element.
      start = int(min(first, int(huge(start), c_int64_t)), int32)
      count = int(many, int32)
    end if
    call return_code(code, ierror, handled=.false.)
  end subroutine

  subroutine message_count_int32(counts, messages, ierror)
    integer(int32), intent(in) :: counts(:)
    integer(int32), intent(inout) :: messages
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: many
    integer(c_int) :: code

    code = f_message_count(int(counts, c_int64_t), size(counts, kind=c_int64_t), many)
    if (code == 0) messages = int(many, int32)
    call return_code(code, ierror, handled=.false.)
  end subroutine

  subroutine score_int32(counts, t_send, t_add, score, ierror)
    integer(int32), intent(in) :: counts(:)
    real(real64), intent(in) :: t_send, t_add
    real(real64), intent(inout) :: score
    integer, intent(out), optional :: ierror

    call return_code(f_score(int(counts, c_int64_t), size(counts, kind=c_int64_t), t_send, t_add, score), &
      ierror, handled=.false.)
  end subroutine

  subroutine share_int64(distribution, total, ranks, rank, start, count, ierror)
    character(len=*), intent(in) :: distribution
    integer(int64), intent(in) :: total
    integer, intent(in) :: ranks, rank
    integer(int64), intent(inout) :: start, count
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: first, many
    integer(c_int) :: code

    code = f_share(trim(distribution)//c_null_char, int(total, c_int64_t), int(ranks, c_int64_t), &
      int(rank, c_int64_t), first, many)
    if (code == 0) then
      ! There need not be a number after the last element.
      start = int(min(first, int(huge(start), c_int64_t)), int64)
      count = int(many, int64)
    end if
    call return_code(code, ierror, handled=.false.)
  end subroutine

  subroutine message_count_int64(counts, messages, ierror)
    integer(int64), intent(in) :: counts(:)
    integer(int64), intent(inout) :: messages
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: many
    integer(c_int) :: code

    code = f_message_count(int(counts, c_int64_t), size(counts, kind=c_int64_t), many)
    if (code == 0) messages = int(many, int64)
    call return_code(code, ierror, handled=.false.)
  end subroutine

  subroutine score_int64(counts, t_send, t_add, score, ierror)
    integer(int64), intent(in) :: counts(:)
    real(real64), intent(in) :: t_send, t_add
    real(real64), intent(inout) :: score
    integer, intent(out), optional :: ierror

    call return_code(f_score(int(counts, c_int64_t), size(counts, kind=c_int64_t), t_send, t_add, score), &
      ierror, handled=.false.)
  end subroutine

  subroutine error_bound_real32_int32(arithmetic, n, largest, sum, bound, ierror)
    character(len=*), intent(in) :: arithmetic
    integer(int32), intent(in) :: n
    real(real32), intent(in) :: largest, sum
    real(real32), intent(inout) :: bound
    integer, intent(out), optional :: ierror

    call return_code(f_error_bound_real32(trim(arithmetic)//c_null_char, int(n, c_int64_t), largest, sum, &
      bound), ierror, handled=.false.)
  end subroutine

  subroutine error_bound_real32_int64(arithmetic, n, largest, sum, bound, ierror)
    character(len=*), intent(in) :: arithmetic
    integer(int64), intent(in) :: n
    real(real32), intent(in) :: largest, sum
    real(real32), intent(inout) :: bound
    integer, intent(out), optional :: ierror

    call return_code(f_error_bound_real32(trim(arithmetic)//c_null_char, int(n, c_int64_t), largest, sum, &
      bound), ierror, handled=.false.)
  end subroutine

  subroutine error_bound_real64_int32(arithmetic, n, largest, sum, bound, ierror)
    character(len=*), intent(in) :: arithmetic
    integer(int32), intent(in) :: n
    real(real64), intent(in) :: largest, sum
    real(real64), intent(inout) :: bound
    integer, intent(out), optional :: ierror

    call return_code(f_error_bound_real64(trim(arithmetic)//c_null_char, int(n, c_int64_t), largest, sum, &
      bound), ierror, handled=.false.)
  end subroutine

  subroutine error_bound_real64_int64(arithmetic, n, largest, sum, bound, ierror)
    character(len=*), intent(in) :: arithmetic
    integer(int64), intent(in) :: n
    real(real64), intent(in) :: largest, sum
    real(real64), intent(inout) :: bound
    integer, intent(out), optional :: ierror

    call return_code(f_error_bound_real64(trim(arithmetic)//c_null_char, int(n, c_int64_t), largest, sum, &
      bound), ierror, handled=.false.)
  end subroutine

  pure function sum_real32_r1(x) result(sum)
    real(real32), intent(in), contiguous :: x(:)
    real(real32) :: sum

    sum = c_sum_real32(x, size(x, kind=c_size_t))
  end function

  pure function sum_real32_r2(x) result(sum)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32) :: sum

    sum = c_sum_real32(x, size(x, kind=c_size_t))
  end function

  pure function sum_real32_r3(x) result(sum)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32) :: sum

    sum = c_sum_real32(x, size(x, kind=c_size_t))
  end function

  pure function dot_real32_r1(x, y, conjugate) result(dot)
    real(real32), intent(in), contiguous :: x(:), y(:)
    logical, intent(in), optional :: conjugate
    real(real32) :: dot

    if (size(x, kind=c_size_t) /= size(y, kind=c_size_t)) error stop 'samebits_dot: x and y have different sizes'
    dot = c_dot_real32(x, y, size(x, kind=c_size_t))
    associate (unused => present(conjugate)) ! real numbers are their own conjugates
    end associate
  end function

  pure function dot_real32_r2(x, y, conjugate) result(dot)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :)
    logical, intent(in), optional :: conjugate
    real(real32) :: dot

    if (size(x, kind=c_size_t) /= size(y, kind=c_size_t)) error stop 'samebits_dot: x and y have different sizes'
    dot = c_dot_real32(x, y, size(x, kind=c_size_t))
    associate (unused => present(conjugate)) ! real numbers are their own conjugates
    end associate
  end function

  pure function dot_real32_r3(x, y, conjugate) result(dot)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    logical, intent(in), optional :: conjugate
    real(real32) :: dot

    if (size(x, kind=c_size_t) /= size(y, kind=c_size_t)) error stop 'samebits_dot: x and y have different sizes'
    dot = c_dot_real32(x, y, size(x, kind=c_size_t))
    associate (unused => present(conjugate)) ! real numbers are their own conjugates
    end associate
  end function

  pure function sum_real64_r1(x) result(sum)
    real(real64), intent(in), contiguous :: x(:)
    real(real64) :: sum

    sum = c_sum_real64(x, size(x, kind=c_size_t))
  end function

  pure function sum_real64_r2(x) result(sum)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64) :: sum

    sum = c_sum_real64(x, size(x, kind=c_size_t))
  end function

  pure function sum_real64_r3(x) result(sum)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64) :: sum

    sum = c_sum_real64(x, size(x, kind=c_size_t))
  end function

  pure function dot_real64_r1(x, y, conjugate) result(dot)
    real(real64), intent(in), contiguous :: x(:), y(:)
    logical, intent(in), optional :: conjugate
    real(real64) :: dot

    if (size(x, kind=c_size_t) /= size(y, kind=c_size_t)) error stop 'samebits_dot: x and y have different sizes'
    dot = c_dot_real64(x, y, size(x, kind=c_size_t))
    associate (unused => present(conjugate)) ! real numbers are their own conjugates
    end associate
  end function

  pure function dot_real64_r2(x, y, conjugate) result(dot)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :)
    logical, intent(in), optional :: conjugate
    real(real64) :: dot

    if (size(x, kind=c_size_t) /= size(y, kind=c_size_t)) error stop 'samebits_dot: x and y have different sizes'
    dot = c_dot_real64(x, y, size(x, kind=c_size_t))
    associate (unused => present(conjugate)) ! real numbers are their own conjugates
    end associate
  end function

  pure function dot_real64_r3(x, y, conjugate) result(dot)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    logical, intent(in), optional :: conjugate
    real(real64) :: dot

    if (size(x, kind=c_size_t) /= size(y, kind=c_size_t)) error stop 'samebits_dot: x and y have different sizes'
    dot = c_dot_real64(x, y, size(x, kind=c_size_t))
    associate (unused => present(conjugate)) ! real numbers are their own conjugates
    end associate
  end function

  pure function sum_complex32_r1(x) result(sum)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32) :: sum

    call c_sum_complex32(x, size(x, kind=c_size_t), sum)
  end function

  pure function sum_complex32_r2(x) result(sum)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32) :: sum

    call c_sum_complex32(x, size(x, kind=c_size_t), sum)
  end function

  pure function sum_complex32_r3(x) result(sum)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32) :: sum

    call c_sum_complex32(x, size(x, kind=c_size_t), sum)
  end function

  pure function dot_complex32_r1(x, y, conjugate) result(dot)
    complex(real32), intent(in), contiguous :: x(:), y(:)
    logical, intent(in), optional :: conjugate
    complex(real32) :: dot

    if (size(x, kind=c_size_t) /= size(y, kind=c_size_t)) error stop 'samebits_dot: x and y have different sizes'
    if (present(conjugate)) then
      if (conjugate) then
        call c_conjugated_dot_complex32(x, y, size(x, kind=c_size_t), dot)
        return
      end if
    end if
    call c_dot_complex32(x, y, size(x, kind=c_size_t), dot)
  end function

  pure function dot_complex32_r2(x, y, conjugate) result(dot)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :)
    logical, intent(in), optional :: conjugate
    complex(real32) :: dot

    if (size(x, kind=c_size_t) /= size(y, kind=c_size_t)) error stop 'samebits_dot: x and y have different sizes'
    if (present(conjugate)) then
      if (conjugate) then
        call c_conjugated_dot_complex32(x, y, size(x, kind=c_size_t), dot)
        return
      end if
    end if
    call c_dot_complex32(x, y, size(x, kind=c_size_t), dot)
  end function

  pure function dot_complex32_r3(x, y, conjugate) result(dot)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    logical, intent(in), optional :: conjugate
    complex(real32) :: dot

    if (size(x, kind=c_size_t) /= size(y, kind=c_size_t)) error stop 'samebits_dot: x and y have different sizes'
    if (present(conjugate)) then
      if (conjugate) then
        call c_conjugated_dot_complex32(x, y, size(x, kind=c_size_t), dot)
        return
      end if
    end if
    call c_dot_complex32(x, y, size(x, kind=c_size_t), dot)
  end function

  pure function sum_complex64_r1(x) result(sum)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64) :: sum

    call c_sum_complex64(x, size(x, kind=c_size_t), sum)
  end function

  pure function sum_complex64_r2(x) result(sum)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64) :: sum

    call c_sum_complex64(x, size(x, kind=c_size_t), sum)
  end function

  pure function sum_complex64_r3(x) result(sum)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64) :: sum

    call c_sum_complex64(x, size(x, kind=c_size_t), sum)
  end function

  pure function dot_complex64_r1(x, y, conjugate) result(dot)
    complex(real64), intent(in), contiguous :: x(:), y(:)
    logical, intent(in), optional :: conjugate
    complex(real64) :: dot

    if (size(x, kind=c_size_t) /= size(y, kind=c_size_t)) error stop 'samebits_dot: x and y have different sizes'
    if (present(conjugate)) then
      if (conjugate) then
        call c_conjugated_dot_complex64(x, y, size(x, kind=c_size_t), dot)
        return
      end if
    end if
    call c_dot_complex64(x, y, size(x, kind=c_size_t), dot)
  end function

  pure function dot_complex64_r2(x, y, conjugate) result(dot)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :)
    logical, intent(in), optional :: conjugate
    complex(real64) :: dot

    if (size(x, kind=c_size_t) /= size(y, kind=c_size_t)) error stop 'samebits_dot: x and y have different sizes'
    if (present(conjugate)) then
      if (conjugate) then
        call c_conjugated_dot_complex64(x, y, size(x, kind=c_size_t), dot)
        return
      end if
    end if
    call c_dot_complex64(x, y, size(x, kind=c_size_t), dot)
  end function

  pure function dot_complex64_r3(x, y, conjugate) result(dot)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    logical, intent(in), optional :: conjugate
    complex(real64) :: dot

    if (size(x, kind=c_size_t) /= size(y, kind=c_size_t)) error stop 'samebits_dot: x and y have different sizes'
    if (present(conjugate)) then
      if (conjugate) then
        call c_conjugated_dot_complex64(x, y, size(x, kind=c_size_t), dot)
        return
      end if
    end if
    call c_dot_complex64(x, y, size(x, kind=c_size_t), dot)
  end function

  subroutine accumulator_size_int32(accumulator, bytes, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    integer(int32), intent(inout) :: bytes
    integer, intent(out), optional :: ierror
    integer(c_size_t) :: number
    integer(c_int) :: code

    code = c_accumulator_size(accumulator%address, number)
    if (code == 0) bytes = int(number, int32)
    call return_code(code, ierror, handled=.false.)
  end subroutine

  subroutine accumulator_size_int64(accumulator, bytes, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    integer(int64), intent(inout) :: bytes
    integer, intent(out), optional :: ierror
    integer(c_size_t) :: number
    integer(c_int) :: code

    code = c_accumulator_size(accumulator%address, number)
    if (code == 0) bytes = int(number, int64)
    call return_code(code, ierror, handled=.false.)
  end subroutine

  subroutine accumulator_create_real32(accumulator, mold, arithmetic, summands, ierror)
    type(samebits_accumulator), intent(out) :: accumulator
    real(real32), intent(in) :: mold
    character(len=*), intent(in), optional :: arithmetic
    integer(int64), intent(in), optional :: summands
    integer, intent(out), optional :: ierror
    character(len=:), allocatable :: name
    integer(c_int64_t) :: most

    associate (unused => mold)
    end associate
    name = ''
    if (present(arithmetic)) name = trim(arithmetic)
    most = 0
    if (present(summands)) most = summands
    call return_code(f_accumulator_create(name//c_null_char, most, OF_REAL32, type_of(OF_REAL32), &
      accumulator%address), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_real32(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real32), intent(in) :: value
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, [value], 1_c_int64_t, OF_REAL32), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_real32_r1(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real32), intent(in), contiguous :: value(:)
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, value, size(value, kind=c_int64_t), OF_REAL32), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_real32_r2(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real32), intent(in), contiguous :: value(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, value, size(value, kind=c_int64_t), OF_REAL32), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_real32_r3(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real32), intent(in), contiguous :: value(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, value, size(value, kind=c_int64_t), OF_REAL32), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_products_real32_r1(accumulator, x, y, conjugate, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real32), intent(in), contiguous :: x(:), y(:)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_accumulator_add_products(accumulator%address, x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_REAL32, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_products_real32_r2(accumulator, x, y, conjugate, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real32), intent(in), contiguous :: x(:, :), y(:, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_accumulator_add_products(accumulator%address, x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_REAL32, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_products_real32_r3(accumulator, x, y, conjugate, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_accumulator_add_products(accumulator%address, x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_REAL32, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_value_real32(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real32), intent(inout), target :: value
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_value(accumulator%address, c_loc(value), OF_REAL32), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_create_real64(accumulator, mold, arithmetic, summands, ierror)
    type(samebits_accumulator), intent(out) :: accumulator
    real(real64), intent(in) :: mold
    character(len=*), intent(in), optional :: arithmetic
    integer(int64), intent(in), optional :: summands
    integer, intent(out), optional :: ierror
    character(len=:), allocatable :: name
    integer(c_int64_t) :: most

    associate (unused => mold)
    end associate
    name = ''
    if (present(arithmetic)) name = trim(arithmetic)
    most = 0
    if (present(summands)) most = summands
    call return_code(f_accumulator_create(name//c_null_char, most, OF_REAL64, type_of(OF_REAL64), &
      accumulator%address), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_real64(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real64), intent(in) :: value
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, [value], 1_c_int64_t, OF_REAL64), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_real64_r1(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real64), intent(in), contiguous :: value(:)
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, value, size(value, kind=c_int64_t), OF_REAL64), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_real64_r2(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real64), intent(in), contiguous :: value(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, value, size(value, kind=c_int64_t), OF_REAL64), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_real64_r3(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real64), intent(in), contiguous :: value(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, value, size(value, kind=c_int64_t), OF_REAL64), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_products_real64_r1(accumulator, x, y, conjugate, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real64), intent(in), contiguous :: x(:), y(:)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_accumulator_add_products(accumulator%address, x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_REAL64, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_products_real64_r2(accumulator, x, y, conjugate, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real64), intent(in), contiguous :: x(:, :), y(:, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_accumulator_add_products(accumulator%address, x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_REAL64, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_products_real64_r3(accumulator, x, y, conjugate, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_accumulator_add_products(accumulator%address, x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_REAL64, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_value_real64(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    real(real64), intent(inout), target :: value
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_value(accumulator%address, c_loc(value), OF_REAL64), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_create_complex32(accumulator, mold, arithmetic, summands, ierror)
    type(samebits_accumulator), intent(out) :: accumulator
    complex(real32), intent(in) :: mold
    character(len=*), intent(in), optional :: arithmetic
    integer(int64), intent(in), optional :: summands
    integer, intent(out), optional :: ierror
    character(len=:), allocatable :: name
    integer(c_int64_t) :: most

    associate (unused => mold)
    end associate
    name = ''
    if (present(arithmetic)) name = trim(arithmetic)
    most = 0
    if (present(summands)) most = summands
    call return_code(f_accumulator_create(name//c_null_char, most, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      accumulator%address), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_complex32(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real32), intent(in) :: value
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, [value], 1_c_int64_t, OF_COMPLEX32), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_complex32_r1(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real32), intent(in), contiguous :: value(:)
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, value, size(value, kind=c_int64_t), OF_COMPLEX32), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_complex32_r2(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real32), intent(in), contiguous :: value(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, value, size(value, kind=c_int64_t), OF_COMPLEX32), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_complex32_r3(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real32), intent(in), contiguous :: value(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, value, size(value, kind=c_int64_t), OF_COMPLEX32), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_products_complex32_r1(accumulator, x, y, conjugate, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real32), intent(in), contiguous :: x(:), y(:)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_accumulator_add_products(accumulator%address, x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_COMPLEX32, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_products_complex32_r2(accumulator, x, y, conjugate, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_accumulator_add_products(accumulator%address, x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_COMPLEX32, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_products_complex32_r3(accumulator, x, y, conjugate, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_accumulator_add_products(accumulator%address, x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_COMPLEX32, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_value_complex32(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real32), intent(inout), target :: value
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_value(accumulator%address, c_loc(value), OF_COMPLEX32), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_create_complex64(accumulator, mold, arithmetic, summands, ierror)
    type(samebits_accumulator), intent(out) :: accumulator
    complex(real64), intent(in) :: mold
    character(len=*), intent(in), optional :: arithmetic
    integer(int64), intent(in), optional :: summands
    integer, intent(out), optional :: ierror
    character(len=:), allocatable :: name
    integer(c_int64_t) :: most

    associate (unused => mold)
    end associate
    name = ''
    if (present(arithmetic)) name = trim(arithmetic)
    most = 0
    if (present(summands)) most = summands
    call return_code(f_accumulator_create(name//c_null_char, most, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      accumulator%address), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_complex64(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real64), intent(in) :: value
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, [value], 1_c_int64_t, OF_COMPLEX64), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_complex64_r1(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real64), intent(in), contiguous :: value(:)
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, value, size(value, kind=c_int64_t), OF_COMPLEX64), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_complex64_r2(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real64), intent(in), contiguous :: value(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, value, size(value, kind=c_int64_t), OF_COMPLEX64), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_complex64_r3(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real64), intent(in), contiguous :: value(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_add(accumulator%address, value, size(value, kind=c_int64_t), OF_COMPLEX64), &
      ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_products_complex64_r1(accumulator, x, y, conjugate, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real64), intent(in), contiguous :: x(:), y(:)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_accumulator_add_products(accumulator%address, x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_COMPLEX64, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_products_complex64_r2(accumulator, x, y, conjugate, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_accumulator_add_products(accumulator%address, x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_COMPLEX64, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_add_products_complex64_r3(accumulator, x, y, conjugate, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_accumulator_add_products(accumulator%address, x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_COMPLEX64, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine accumulator_value_complex64(accumulator, value, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    complex(real64), intent(inout), target :: value
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_value(accumulator%address, c_loc(value), OF_COMPLEX64), ierror, handled=.false.)
  end subroutine

  subroutine plan_allreduce_real32_r1(plan, local, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), &
      FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_real32_r2(plan, local, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:, :)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), &
      FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_real32_r3(plan, local, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:, :, :)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), &
      FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_real32_int32_r1(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL32, &
      type_of(OF_REAL32), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_real32_int32_r2(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL32, &
      type_of(OF_REAL32), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_real32_int32_r3(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL32, &
      type_of(OF_REAL32), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_real32_int64_r1(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL32, &
      type_of(OF_REAL32), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_real32_int64_r2(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL32, &
      type_of(OF_REAL32), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_real32_int64_r3(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL32, &
      type_of(OF_REAL32), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_real64_r1(plan, local, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), &
      FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_real64_r2(plan, local, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:, :)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), &
      FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_real64_r3(plan, local, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:, :, :)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), &
      FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_real64_int32_r1(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL64, &
      type_of(OF_REAL64), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_real64_int32_r2(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL64, &
      type_of(OF_REAL64), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_real64_int32_r3(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL64, &
      type_of(OF_REAL64), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_real64_int64_r1(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL64, &
      type_of(OF_REAL64), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_real64_int64_r2(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL64, &
      type_of(OF_REAL64), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_real64_int64_r3(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL64, &
      type_of(OF_REAL64), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_complex32_r1(plan, local, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), &
      FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_complex32_r2(plan, local, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:, :)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), &
      FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_complex32_r3(plan, local, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:, :, :)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), &
      FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_complex32_int32_r1(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX32, &
      type_of(OF_COMPLEX32), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_complex32_int32_r2(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX32, &
      type_of(OF_COMPLEX32), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_complex32_int32_r3(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX32, &
      type_of(OF_COMPLEX32), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_complex32_int64_r1(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX32, &
      type_of(OF_COMPLEX32), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_complex32_int64_r2(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX32, &
      type_of(OF_COMPLEX32), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_complex32_int64_r3(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX32, &
      type_of(OF_COMPLEX32), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_complex64_r1(plan, local, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), &
      FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_complex64_r2(plan, local, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:, :)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), &
      FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_complex64_r3(plan, local, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:, :, :)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), &
      FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_complex64_int32_r1(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX64, &
      type_of(OF_COMPLEX64), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_complex64_int32_r2(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX64, &
      type_of(OF_COMPLEX64), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_complex64_int32_r3(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX64, &
      type_of(OF_COMPLEX64), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_complex64_int64_r1(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX64, &
      type_of(OF_COMPLEX64), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_complex64_int64_r2(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX64, &
      type_of(OF_COMPLEX64), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_allreduce_counts_complex64_int64_r3(plan, local, n, results, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX64, &
      type_of(OF_COMPLEX64), FOR_ALL, 0_c_int), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_real32_r1(plan, local, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), &
      FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_real32_r2(plan, local, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:, :)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), &
      FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_real32_r3(plan, local, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:, :, :)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), &
      FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_real32_int32_r1(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL32, &
      type_of(OF_REAL32), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_real32_int32_r2(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL32, &
      type_of(OF_REAL32), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_real32_int32_r3(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL32, &
      type_of(OF_REAL32), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_real32_int64_r1(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL32, &
      type_of(OF_REAL32), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_real32_int64_r2(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL32, &
      type_of(OF_REAL32), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_real32_int64_r3(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL32, &
      type_of(OF_REAL32), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_real64_r1(plan, local, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), &
      FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_real64_r2(plan, local, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:, :)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), &
      FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_real64_r3(plan, local, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:, :, :)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), &
      FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_real64_int32_r1(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL64, &
      type_of(OF_REAL64), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_real64_int32_r2(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL64, &
      type_of(OF_REAL64), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_real64_int32_r3(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL64, &
      type_of(OF_REAL64), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_real64_int64_r1(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL64, &
      type_of(OF_REAL64), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_real64_int64_r2(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL64, &
      type_of(OF_REAL64), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_real64_int64_r3(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_REAL64, &
      type_of(OF_REAL64), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_complex32_r1(plan, local, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), &
      FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_complex32_r2(plan, local, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:, :)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), &
      FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_complex32_r3(plan, local, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:, :, :)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), &
      FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_complex32_int32_r1(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX32, &
      type_of(OF_COMPLEX32), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_complex32_int32_r2(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX32, &
      type_of(OF_COMPLEX32), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_complex32_int32_r3(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX32, &
      type_of(OF_COMPLEX32), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_complex32_int64_r1(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX32, &
      type_of(OF_COMPLEX32), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_complex32_int64_r2(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX32, &
      type_of(OF_COMPLEX32), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_complex32_int64_r3(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX32, &
      type_of(OF_COMPLEX32), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_complex64_r1(plan, local, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), &
      FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_complex64_r2(plan, local, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:, :)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), &
      FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_complex64_r3(plan, local, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:, :, :)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce(plan%address, local, size(local, kind=c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), &
      FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_complex64_int32_r1(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX64, &
      type_of(OF_COMPLEX64), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_complex64_int32_r2(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX64, &
      type_of(OF_COMPLEX64), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_complex64_int32_r3(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX64, &
      type_of(OF_COMPLEX64), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_complex64_int64_r1(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX64, &
      type_of(OF_COMPLEX64), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_complex64_int64_r2(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX64, &
      type_of(OF_COMPLEX64), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine plan_reduce_counts_complex64_int64_r3(plan, local, n, results, root, ierror)
    type(samebits_plan), intent(in) :: plan
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: root
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_plan_reduce_counts(plan%address, local, size(local, kind=c_int64_t), &
      int(n, c_int64_t), size(n, kind=c_int), place, size(results, kind=c_int64_t), OF_COMPLEX64, &
      type_of(OF_COMPLEX64), FOR_ROOT, int(root, c_int)), ierror, handled=c_associated(plan%address))
  end subroutine

  subroutine csr_multiply_real32_int32(row_pointers, columns, values, x, y, base, ierror)
    integer(int32), intent(in), contiguous :: row_pointers(:), columns(:)
    real(real32), intent(in), contiguous :: values(:), x(:)
    real(real32), intent(inout), contiguous :: y(:)
    integer, intent(in), optional :: base
    integer, intent(out), optional :: ierror
    integer(c_int) :: from

    from = 1
    if (present(base)) from = int(base, c_int)
    call return_code(f_csr_multiply(row_pointers, size(row_pointers, kind=c_int64_t), &
      columns, size(columns, kind=c_int64_t), 0_c_int, values, size(values, kind=c_int64_t), x, &
      y, size(y, kind=c_int64_t), OF_REAL32, from), ierror, handled=.false.)
  end subroutine

  subroutine csr_multiply_real32_int64(row_pointers, columns, values, x, y, base, ierror)
    integer(int64), intent(in), contiguous :: row_pointers(:), columns(:)
    real(real32), intent(in), contiguous :: values(:), x(:)
    real(real32), intent(inout), contiguous :: y(:)
    integer, intent(in), optional :: base
    integer, intent(out), optional :: ierror
    integer(c_int) :: from

    from = 1
    if (present(base)) from = int(base, c_int)
    call return_code(f_csr_multiply(row_pointers, size(row_pointers, kind=c_int64_t), &
      columns, size(columns, kind=c_int64_t), 1_c_int, values, size(values, kind=c_int64_t), x, &
      y, size(y, kind=c_int64_t), OF_REAL32, from), ierror, handled=.false.)
  end subroutine

  subroutine csr_multiply_real64_int32(row_pointers, columns, values, x, y, base, ierror)
    integer(int32), intent(in), contiguous :: row_pointers(:), columns(:)
    real(real64), intent(in), contiguous :: values(:), x(:)
    real(real64), intent(inout), contiguous :: y(:)
    integer, intent(in), optional :: base
    integer, intent(out), optional :: ierror
    integer(c_int) :: from

    from = 1
    if (present(base)) from = int(base, c_int)
    call return_code(f_csr_multiply(row_pointers, size(row_pointers, kind=c_int64_t), &
      columns, size(columns, kind=c_int64_t), 0_c_int, values, size(values, kind=c_int64_t), x, &
      y, size(y, kind=c_int64_t), OF_REAL64, from), ierror, handled=.false.)
  end subroutine

  subroutine csr_multiply_real64_int64(row_pointers, columns, values, x, y, base, ierror)
    integer(int64), intent(in), contiguous :: row_pointers(:), columns(:)
    real(real64), intent(in), contiguous :: values(:), x(:)
    real(real64), intent(inout), contiguous :: y(:)
    integer, intent(in), optional :: base
    integer, intent(out), optional :: ierror
    integer(c_int) :: from

    from = 1
    if (present(base)) from = int(base, c_int)
    call return_code(f_csr_multiply(row_pointers, size(row_pointers, kind=c_int64_t), &
      columns, size(columns, kind=c_int64_t), 1_c_int, values, size(values, kind=c_int64_t), x, &
      y, size(y, kind=c_int64_t), OF_REAL64, from), ierror, handled=.false.)
  end subroutine

  subroutine csr_multiply_complex32_int32(row_pointers, columns, values, x, y, base, ierror)
    integer(int32), intent(in), contiguous :: row_pointers(:), columns(:)
    complex(real32), intent(in), contiguous :: values(:), x(:)
    complex(real32), intent(inout), contiguous :: y(:)
    integer, intent(in), optional :: base
    integer, intent(out), optional :: ierror
    integer(c_int) :: from

    from = 1
    if (present(base)) from = int(base, c_int)
    call return_code(f_csr_multiply(row_pointers, size(row_pointers, kind=c_int64_t), &
      columns, size(columns, kind=c_int64_t), 0_c_int, values, size(values, kind=c_int64_t), x, &
      y, size(y, kind=c_int64_t), OF_COMPLEX32, from), ierror, handled=.false.)
  end subroutine

  subroutine csr_multiply_complex32_int64(row_pointers, columns, values, x, y, base, ierror)
    integer(int64), intent(in), contiguous :: row_pointers(:), columns(:)
    complex(real32), intent(in), contiguous :: values(:), x(:)
    complex(real32), intent(inout), contiguous :: y(:)
    integer, intent(in), optional :: base
    integer, intent(out), optional :: ierror
    integer(c_int) :: from

    from = 1
    if (present(base)) from = int(base, c_int)
    call return_code(f_csr_multiply(row_pointers, size(row_pointers, kind=c_int64_t), &
      columns, size(columns, kind=c_int64_t), 1_c_int, values, size(values, kind=c_int64_t), x, &
      y, size(y, kind=c_int64_t), OF_COMPLEX32, from), ierror, handled=.false.)
  end subroutine

  subroutine csr_multiply_complex64_int32(row_pointers, columns, values, x, y, base, ierror)
    integer(int32), intent(in), contiguous :: row_pointers(:), columns(:)
    complex(real64), intent(in), contiguous :: values(:), x(:)
    complex(real64), intent(inout), contiguous :: y(:)
    integer, intent(in), optional :: base
    integer, intent(out), optional :: ierror
    integer(c_int) :: from

    from = 1
    if (present(base)) from = int(base, c_int)
    call return_code(f_csr_multiply(row_pointers, size(row_pointers, kind=c_int64_t), &
      columns, size(columns, kind=c_int64_t), 0_c_int, values, size(values, kind=c_int64_t), x, &
      y, size(y, kind=c_int64_t), OF_COMPLEX64, from), ierror, handled=.false.)
  end subroutine

  subroutine csr_multiply_complex64_int64(row_pointers, columns, values, x, y, base, ierror)
    integer(int64), intent(in), contiguous :: row_pointers(:), columns(:)
    complex(real64), intent(in), contiguous :: values(:), x(:)
    complex(real64), intent(inout), contiguous :: y(:)
    integer, intent(in), optional :: base
    integer, intent(out), optional :: ierror
    integer(c_int) :: from

    from = 1
    if (present(base)) from = int(base, c_int)
    call return_code(f_csr_multiply(row_pointers, size(row_pointers, kind=c_int64_t), &
      columns, size(columns, kind=c_int64_t), 1_c_int, values, size(values, kind=c_int64_t), x, &
      y, size(y, kind=c_int64_t), OF_COMPLEX64, from), ierror, handled=.false.)
  end subroutine

  subroutine allreduce_array_real32_int_r1(local, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_real32_int_r2(local, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_real32_int_r3(local, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real32_int32_int_r1(local, n, results, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real32_int32_int_r2(local, n, results, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real32_int32_int_r3(local, n, results, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_real32_int32_int_r1(local, starts, lengths, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real32_int32_int_r2(local, starts, lengths, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real32_int32_int_r3(local, starts, lengths, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_real32_int32_int_r1(local, start, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real32_int32_int_r2(local, start, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real32_int32_int_r3(local, start, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_arrays_real32_int64_int_r1(local, n, results, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real32_int64_int_r2(local, n, results, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real32_int64_int_r3(local, n, results, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_real32_int64_int_r1(local, starts, lengths, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real32_int64_int_r2(local, starts, lengths, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real32_int64_int_r3(local, starts, lengths, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_real32_int64_int_r1(local, start, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real32_int64_int_r2(local, start, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real32_int64_int_r3(local, start, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_array_real64_int_r1(local, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_real64_int_r2(local, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_real64_int_r3(local, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real64_int32_int_r1(local, n, results, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real64_int32_int_r2(local, n, results, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real64_int32_int_r3(local, n, results, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_real64_int32_int_r1(local, starts, lengths, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real64_int32_int_r2(local, starts, lengths, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real64_int32_int_r3(local, starts, lengths, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_real64_int32_int_r1(local, start, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real64_int32_int_r2(local, start, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real64_int32_int_r3(local, start, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_arrays_real64_int64_int_r1(local, n, results, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real64_int64_int_r2(local, n, results, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real64_int64_int_r3(local, n, results, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_real64_int64_int_r1(local, starts, lengths, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real64_int64_int_r2(local, starts, lengths, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real64_int64_int_r3(local, starts, lengths, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_real64_int64_int_r1(local, start, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real64_int64_int_r2(local, start, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real64_int64_int_r3(local, start, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_array_complex32_int_r1(local, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_complex32_int_r2(local, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_complex32_int_r3(local, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex32_int32_int_r1(local, n, results, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex32_int32_int_r2(local, n, results, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex32_int32_int_r3(local, n, results, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_complex32_int32_int_r1(local, starts, lengths, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex32_int32_int_r2(local, starts, lengths, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex32_int32_int_r3(local, starts, lengths, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_complex32_int32_int_r1(local, start, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex32_int32_int_r2(local, start, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex32_int32_int_r3(local, start, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_arrays_complex32_int64_int_r1(local, n, results, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex32_int64_int_r2(local, n, results, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex32_int64_int_r3(local, n, results, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_complex32_int64_int_r1(local, starts, lengths, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex32_int64_int_r2(local, starts, lengths, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex32_int64_int_r3(local, starts, lengths, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_complex32_int64_int_r1(local, start, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex32_int64_int_r2(local, start, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex32_int64_int_r3(local, start, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_array_complex64_int_r1(local, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_complex64_int_r2(local, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_complex64_int_r3(local, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex64_int32_int_r1(local, n, results, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex64_int32_int_r2(local, n, results, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex64_int32_int_r3(local, n, results, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_complex64_int32_int_r1(local, starts, lengths, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex64_int32_int_r2(local, starts, lengths, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex64_int32_int_r3(local, starts, lengths, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_complex64_int32_int_r1(local, start, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex64_int32_int_r2(local, start, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex64_int32_int_r3(local, start, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_arrays_complex64_int64_int_r1(local, n, results, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex64_int64_int_r2(local, n, results, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex64_int64_int_r3(local, n, results, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_complex64_int64_int_r1(local, starts, lengths, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex64_int64_int_r2(local, starts, lengths, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex64_int64_int_r3(local, starts, lengths, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_complex64_int64_int_r1(local, start, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex64_int64_int_r2(local, start, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex64_int64_int_r3(local, start, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_array_real32_int_r1(local, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_real32_int_r2(local, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_real32_int_r3(local, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real32_int32_int_r1(local, n, results, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real32_int32_int_r2(local, n, results, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real32_int32_int_r3(local, n, results, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_real32_int32_int_r1(local, starts, lengths, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real32_int32_int_r2(local, starts, lengths, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real32_int32_int_r3(local, starts, lengths, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_real32_int32_int_r1(local, start, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real32_int32_int_r2(local, start, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real32_int32_int_r3(local, start, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_arrays_real32_int64_int_r1(local, n, results, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real32_int64_int_r2(local, n, results, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real32_int64_int_r3(local, n, results, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_real32_int64_int_r1(local, starts, lengths, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real32_int64_int_r2(local, starts, lengths, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real32_int64_int_r3(local, starts, lengths, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_real32_int64_int_r1(local, start, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real32_int64_int_r2(local, start, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real32_int64_int_r3(local, start, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    real(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_array_real64_int_r1(local, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_real64_int_r2(local, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_real64_int_r3(local, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real64_int32_int_r1(local, n, results, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real64_int32_int_r2(local, n, results, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real64_int32_int_r3(local, n, results, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_real64_int32_int_r1(local, starts, lengths, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real64_int32_int_r2(local, starts, lengths, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real64_int32_int_r3(local, starts, lengths, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_real64_int32_int_r1(local, start, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real64_int32_int_r2(local, start, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real64_int32_int_r3(local, start, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_arrays_real64_int64_int_r1(local, n, results, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real64_int64_int_r2(local, n, results, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real64_int64_int_r3(local, n, results, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_real64_int64_int_r1(local, starts, lengths, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real64_int64_int_r2(local, starts, lengths, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real64_int64_int_r3(local, starts, lengths, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_real64_int64_int_r1(local, start, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real64_int64_int_r2(local, start, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real64_int64_int_r3(local, start, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    real(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_array_complex32_int_r1(local, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_complex32_int_r2(local, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_complex32_int_r3(local, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex32_int32_int_r1(local, n, results, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex32_int32_int_r2(local, n, results, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex32_int32_int_r3(local, n, results, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_complex32_int32_int_r1(local, starts, lengths, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex32_int32_int_r2(local, starts, lengths, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex32_int32_int_r3(local, starts, lengths, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_complex32_int32_int_r1(local, start, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex32_int32_int_r2(local, start, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex32_int32_int_r3(local, start, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_arrays_complex32_int64_int_r1(local, n, results, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex32_int64_int_r2(local, n, results, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex32_int64_int_r3(local, n, results, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_complex32_int64_int_r1(local, starts, lengths, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex32_int64_int_r2(local, starts, lengths, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex32_int64_int_r3(local, starts, lengths, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_complex32_int64_int_r1(local, start, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex32_int64_int_r2(local, start, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex32_int64_int_r3(local, start, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_array_complex64_int_r1(local, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_complex64_int_r2(local, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_complex64_int_r3(local, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex64_int32_int_r1(local, n, results, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex64_int32_int_r2(local, n, results, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex64_int32_int_r3(local, n, results, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_complex64_int32_int_r1(local, starts, lengths, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex64_int32_int_r2(local, starts, lengths, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex64_int32_int_r3(local, starts, lengths, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_complex64_int32_int_r1(local, start, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex64_int32_int_r2(local, start, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex64_int32_int_r3(local, start, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_arrays_complex64_int64_int_r1(local, n, results, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex64_int64_int_r2(local, n, results, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex64_int64_int_r3(local, n, results, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_complex64_int64_int_r1(local, starts, lengths, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex64_int64_int_r2(local, starts, lengths, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex64_int64_int_r3(local, starts, lengths, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_complex64_int64_int_r1(local, start, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex64_int64_int_r2(local, start, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex64_int64_int_r3(local, start, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: op
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine plan_arrays_real32_int32_int(n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_real32_int32_int(starts, n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), n(:)
    real(real32), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_real32_int32_int(starts, lengths, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_real32_int64_int(n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_real32_int64_int(starts, n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), n(:)
    real(real32), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_real32_int64_int(starts, lengths, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_REAL32, type_of(OF_REAL32), int(op, c_int), int(comm, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_real64_int32_int(n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_real64_int32_int(starts, n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), n(:)
    real(real64), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_real64_int32_int(starts, lengths, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_real64_int64_int(n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_real64_int64_int(starts, n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), n(:)
    real(real64), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_real64_int64_int(starts, lengths, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_REAL64, type_of(OF_REAL64), int(op, c_int), int(comm, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_complex32_int32_int(n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_complex32_int32_int(starts, n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), n(:)
    complex(real32), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_complex32_int32_int(starts, lengths, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_complex32_int64_int(n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_complex32_int64_int(starts, n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), n(:)
    complex(real32), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_complex32_int64_int(starts, lengths, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op, c_int), int(comm, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_complex64_int32_int(n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_complex64_int32_int(starts, n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), n(:)
    complex(real64), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_complex64_int32_int(starts, lengths, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_complex64_int64_int(n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_complex64_int64_int(starts, n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), n(:)
    complex(real64), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_complex64_int64_int(starts, lengths, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(in) :: mold
    integer, intent(in) :: op
    integer, intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out) :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op, c_int), int(comm, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine accumulator_allreduce_int(accumulator, comm, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_accumulator_reduce(accumulator%address, int(comm, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine accumulator_reduce_int(accumulator, root, comm, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    integer, intent(in) :: root
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_accumulator_reduce(accumulator%address, int(comm, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine accumulator_handles_int(accumulator, datatype, op, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    integer, intent(inout) :: datatype
    integer, intent(inout) :: op
    integer, intent(out) :: ierror
    integer(c_int) :: of_datatype, of_op
    integer(c_int) :: code

    code = f_accumulator_handles(accumulator%address, of_datatype, of_op)
    if (code == 0) then
      datatype = of_datatype
      op = of_op
    end if
    call return_code(code, ierror, handled=.false.)
  end subroutine

  subroutine set_int(comm, name, value, ierror)
    integer, intent(in) :: comm
    character(len=*), intent(in) :: name, value
    integer, intent(out) :: ierror

    call return_code(f_set(int(comm, c_int), trim(name)//c_null_char, trim(value)//c_null_char), ierror)
  end subroutine

  subroutine tune_int(comm, path, ierror)
    integer, intent(in) :: comm
    character(len=*), intent(in) :: path
    integer, intent(out) :: ierror

    call return_code(f_tune(int(comm, c_int), trim(path)//c_null_char), ierror)
  end subroutine

#ifndef SAMEBITS_NO_MPI_F08

  subroutine allreduce_array_real32_f08_r1(local, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_real32_f08_r2(local, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_real32_f08_r3(local, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real32_int32_f08_r1(local, n, results, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real32_int32_f08_r2(local, n, results, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real32_int32_f08_r3(local, n, results, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_real32_int32_f08_r1(local, starts, lengths, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real32_int32_f08_r2(local, starts, lengths, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real32_int32_f08_r3(local, starts, lengths, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_real32_int32_f08_r1(local, start, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real32_int32_f08_r2(local, start, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real32_int32_f08_r3(local, start, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_arrays_real32_int64_f08_r1(local, n, results, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real32_int64_f08_r2(local, n, results, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real32_int64_f08_r3(local, n, results, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_real32_int64_f08_r1(local, starts, lengths, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real32_int64_f08_r2(local, starts, lengths, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real32_int64_f08_r3(local, starts, lengths, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_real32_int64_f08_r1(local, start, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real32_int64_f08_r2(local, start, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real32_int64_f08_r3(local, start, result, op, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_array_real64_f08_r1(local, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_real64_f08_r2(local, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_real64_f08_r3(local, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real64_int32_f08_r1(local, n, results, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real64_int32_f08_r2(local, n, results, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real64_int32_f08_r3(local, n, results, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_real64_int32_f08_r1(local, starts, lengths, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real64_int32_f08_r2(local, starts, lengths, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real64_int32_f08_r3(local, starts, lengths, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_real64_int32_f08_r1(local, start, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real64_int32_f08_r2(local, start, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real64_int32_f08_r3(local, start, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_arrays_real64_int64_f08_r1(local, n, results, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real64_int64_f08_r2(local, n, results, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_real64_int64_f08_r3(local, n, results, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_real64_int64_f08_r1(local, starts, lengths, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real64_int64_f08_r2(local, starts, lengths, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_real64_int64_f08_r3(local, starts, lengths, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_real64_int64_f08_r1(local, start, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real64_int64_f08_r2(local, start, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_real64_int64_f08_r3(local, start, result, op, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_array_complex32_f08_r1(local, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_complex32_f08_r2(local, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_complex32_f08_r3(local, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex32_int32_f08_r1(local, n, results, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex32_int32_f08_r2(local, n, results, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex32_int32_f08_r3(local, n, results, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_complex32_int32_f08_r1(local, starts, lengths, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex32_int32_f08_r2(local, starts, lengths, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex32_int32_f08_r3(local, starts, lengths, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_complex32_int32_f08_r1(local, start, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex32_int32_f08_r2(local, start, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex32_int32_f08_r3(local, start, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_arrays_complex32_int64_f08_r1(local, n, results, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex32_int64_f08_r2(local, n, results, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex32_int64_f08_r3(local, n, results, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_complex32_int64_f08_r1(local, starts, lengths, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex32_int64_f08_r2(local, starts, lengths, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex32_int64_f08_r3(local, starts, lengths, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_complex32_int64_f08_r1(local, start, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex32_int64_f08_r2(local, start, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex32_int64_f08_r3(local, start, result, op, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_array_complex64_f08_r1(local, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_complex64_f08_r2(local, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_array_complex64_f08_r3(local, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex64_int32_f08_r1(local, n, results, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex64_int32_f08_r2(local, n, results, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex64_int32_f08_r3(local, n, results, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_complex64_int32_f08_r1(local, starts, lengths, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex64_int32_f08_r2(local, starts, lengths, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex64_int32_f08_r3(local, starts, lengths, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_complex64_int32_f08_r1(local, start, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex64_int32_f08_r2(local, start, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex64_int32_f08_r3(local, start, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_arrays_complex64_int64_f08_r1(local, n, results, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex64_int64_f08_r2(local, n, results, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_arrays_complex64_int64_f08_r3(local, n, results, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine allreduce_pieces_complex64_int64_f08_r1(local, starts, lengths, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex64_int64_f08_r2(local, starts, lengths, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_pieces_complex64_int64_f08_r3(local, starts, lengths, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine allreduce_region_complex64_int64_f08_r1(local, start, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex64_int64_f08_r2(local, start, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine allreduce_region_complex64_int64_f08_r3(local, start, result, op, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int, [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_array_real32_f08_r1(local, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_real32_f08_r2(local, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_real32_f08_r3(local, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real32_int32_f08_r1(local, n, results, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real32_int32_f08_r2(local, n, results, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real32_int32_f08_r3(local, n, results, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_real32_int32_f08_r1(local, starts, lengths, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real32_int32_f08_r2(local, starts, lengths, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real32_int32_f08_r3(local, starts, lengths, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_real32_int32_f08_r1(local, start, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real32_int32_f08_r2(local, start, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real32_int32_f08_r3(local, start, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_arrays_real32_int64_f08_r1(local, n, results, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real32_int64_f08_r2(local, n, results, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real32_int64_f08_r3(local, n, results, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_real32_int64_f08_r1(local, starts, lengths, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real32_int64_f08_r2(local, starts, lengths, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real32_int64_f08_r3(local, starts, lengths, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_real32_int64_f08_r1(local, start, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real32_int64_f08_r2(local, start, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real32_int64_f08_r3(local, start, result, op, root, comm, ierror)
    real(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    real(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_array_real64_f08_r1(local, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_real64_f08_r2(local, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_real64_f08_r3(local, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real64_int32_f08_r1(local, n, results, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real64_int32_f08_r2(local, n, results, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real64_int32_f08_r3(local, n, results, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_real64_int32_f08_r1(local, starts, lengths, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real64_int32_f08_r2(local, starts, lengths, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real64_int32_f08_r3(local, starts, lengths, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_real64_int32_f08_r1(local, start, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real64_int32_f08_r2(local, start, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real64_int32_f08_r3(local, start, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_arrays_real64_int64_f08_r1(local, n, results, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real64_int64_f08_r2(local, n, results, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_real64_int64_f08_r3(local, n, results, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_real64_int64_f08_r1(local, starts, lengths, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real64_int64_f08_r2(local, starts, lengths, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_real64_int64_f08_r3(local, starts, lengths, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_real64_int64_f08_r1(local, start, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real64_int64_f08_r2(local, start, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_real64_int64_f08_r3(local, start, result, op, root, comm, ierror)
    real(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    real(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_array_complex32_f08_r1(local, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_complex32_f08_r2(local, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_complex32_f08_r3(local, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex32_int32_f08_r1(local, n, results, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex32_int32_f08_r2(local, n, results, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex32_int32_f08_r3(local, n, results, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_complex32_int32_f08_r1(local, starts, lengths, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex32_int32_f08_r2(local, starts, lengths, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex32_int32_f08_r3(local, starts, lengths, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_complex32_int32_f08_r1(local, start, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex32_int32_f08_r2(local, start, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex32_int32_f08_r3(local, start, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_arrays_complex32_int64_f08_r1(local, n, results, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex32_int64_f08_r2(local, n, results, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex32_int64_f08_r3(local, n, results, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_complex32_int64_f08_r1(local, starts, lengths, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex32_int64_f08_r2(local, starts, lengths, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex32_int64_f08_r3(local, starts, lengths, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_complex32_int64_f08_r1(local, start, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex32_int64_f08_r2(local, start, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex32_int64_f08_r3(local, start, result, op, root, comm, ierror)
    complex(real32), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    complex(real32), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_array_complex64_f08_r1(local, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_complex64_f08_r2(local, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_array_complex64_f08_r3(local, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(ARRAY, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex64_int32_f08_r1(local, n, results, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex64_int32_f08_r2(local, n, results, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex64_int32_f08_r3(local, n, results, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_complex64_int32_f08_r1(local, starts, lengths, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex64_int32_f08_r2(local, starts, lengths, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex64_int32_f08_r3(local, starts, lengths, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_complex64_int32_f08_r1(local, start, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int32), intent(in) :: start
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex64_int32_f08_r2(local, start, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int32), intent(in) :: start
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex64_int32_f08_r3(local, start, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int32), intent(in) :: start
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_arrays_complex64_int64_f08_r1(local, n, results, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex64_int64_f08_r2(local, n, results, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_arrays_complex64_int64_f08_r3(local, n, results, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results)
    call return_code(f_reduce(ARRAYS, local, size(local, kind=c_int64_t), size(n, kind=c_int), int(n, c_int64_t), &
      place, size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), NO_STARTS), ierror)
  end subroutine

  subroutine reduce_pieces_complex64_int64_f08_r1(local, starts, lengths, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex64_int64_f08_r2(local, starts, lengths, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_pieces_complex64_int64_f08_r3(local, starts, lengths, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_pieces(local, size(local, kind=c_int64_t), int(starts, c_int64_t), &
      size(starts, kind=c_int), int(lengths, c_int64_t), size(lengths, kind=c_int), c_loc(result), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine reduce_region_complex64_int64_f08_r1(local, start, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:)
    integer(int64), intent(in) :: start
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex64_int64_f08_r2(local, start, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :)
    integer(int64), intent(in) :: start
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine reduce_region_complex64_int64_f08_r3(local, start, result, op, root, comm, ierror)
    complex(real64), intent(in), contiguous :: local(:, :, :)
    integer(int64), intent(in) :: start
    complex(real64), intent(inout), target :: result
    type(MPI_Op), intent(in) :: op
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    integer(c_int64_t) :: n(1)

    n = size(local, kind=c_int64_t)
    call return_code(f_reduce(REGION, local, n(1), 1_c_int, n, c_loc(result), 1_c_int64_t, &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int), [int(start, c_int64_t)]), ierror)
  end subroutine

  subroutine plan_arrays_real32_int32_f08(n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: n(:)
    real(real32), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_real32_int32_f08(starts, n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), n(:)
    real(real32), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_real32_int32_f08(starts, lengths, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real32), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_real32_int64_f08(n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: n(:)
    real(real32), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_real32_int64_f08(starts, n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), n(:)
    real(real32), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_real32_int64_f08(starts, lengths, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real32), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_REAL32, type_of(OF_REAL32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_real64_int32_f08(n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: n(:)
    real(real64), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_real64_int32_f08(starts, n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), n(:)
    real(real64), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_real64_int32_f08(starts, lengths, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), lengths(:)
    real(real64), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_real64_int64_f08(n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: n(:)
    real(real64), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_real64_int64_f08(starts, n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), n(:)
    real(real64), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_real64_int64_f08(starts, lengths, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), lengths(:)
    real(real64), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_REAL64, type_of(OF_REAL64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_complex32_int32_f08(n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: n(:)
    complex(real32), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_complex32_int32_f08(starts, n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), n(:)
    complex(real32), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_complex32_int32_f08(starts, lengths, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_complex32_int64_f08(n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: n(:)
    complex(real32), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_complex32_int64_f08(starts, n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), n(:)
    complex(real32), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_complex32_int64_f08(starts, lengths, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real32), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_COMPLEX32, type_of(OF_COMPLEX32), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_complex64_int32_f08(n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: n(:)
    complex(real64), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_complex64_int32_f08(starts, n, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), n(:)
    complex(real64), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_complex64_int32_f08(starts, lengths, mold, op, comm, plan, ierror)
    integer(int32), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine plan_arrays_complex64_int64_f08(n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: n(:)
    complex(real64), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, -1_c_int, NO_STARTS), ierror)
  end subroutine

  subroutine plan_regions_complex64_int64_f08(starts, n, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), n(:)
    complex(real64), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan(size(n, kind=c_int), int(n, c_int64_t), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address, size(starts, kind=c_int), int(starts, c_int64_t)), ierror)
  end subroutine

  subroutine plan_pieces_complex64_int64_f08(starts, lengths, mold, op, comm, plan, ierror)
    integer(int64), intent(in) :: starts(:), lengths(:)
    complex(real64), intent(in) :: mold
    type(MPI_Op), intent(in) :: op
    type(MPI_Comm), intent(in) :: comm
    type(samebits_plan), intent(out) :: plan
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_plan_pieces(int(starts, c_int64_t), size(starts, kind=c_int), &
      int(lengths, c_int64_t), size(lengths, kind=c_int), &
      OF_COMPLEX64, type_of(OF_COMPLEX64), int(op%MPI_VAL, c_int), int(comm%MPI_VAL, c_int), &
      plan%address), ierror)
  end subroutine

  subroutine accumulator_allreduce_f08(accumulator, comm, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_reduce(accumulator%address, int(comm%MPI_VAL, c_int), &
      FOR_ALL, 0_c_int), ierror)
  end subroutine

  subroutine accumulator_reduce_f08(accumulator, root, comm, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    integer, intent(in) :: root
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_accumulator_reduce(accumulator%address, int(comm%MPI_VAL, c_int), &
      FOR_ROOT, int(root, c_int)), ierror)
  end subroutine

  subroutine accumulator_handles_f08(accumulator, datatype, op, ierror)
    type(samebits_accumulator), intent(in) :: accumulator
    type(MPI_Datatype), intent(inout) :: datatype
    type(MPI_Op), intent(inout) :: op
    integer, intent(out), optional :: ierror
    integer(c_int) :: of_datatype, of_op
    integer(c_int) :: code

    code = f_accumulator_handles(accumulator%address, of_datatype, of_op)
    if (code == 0) then
      datatype%MPI_VAL = of_datatype
      op%MPI_VAL = of_op
    end if
    call return_code(code, ierror, handled=.false.)
  end subroutine

  subroutine set_f08(comm, name, value, ierror)
    type(MPI_Comm), intent(in) :: comm
    character(len=*), intent(in) :: name, value
    integer, intent(out), optional :: ierror

    call return_code(f_set(int(comm%MPI_VAL, c_int), trim(name)//c_null_char, trim(value)//c_null_char), ierror)
  end subroutine

  subroutine tune_f08(comm, path, ierror)
    type(MPI_Comm), intent(in) :: comm
    character(len=*), intent(in) :: path
    integer, intent(out), optional :: ierror

    call return_code(f_tune(int(comm%MPI_VAL, c_int), trim(path)//c_null_char), ierror)
  end subroutine

#endif

  ! Frees a set of sums. Does nothing if none was made.
  subroutine samebits_sums_free(sums, ierror)
    type(samebits_sums), intent(inout) :: sums
    integer, intent(out), optional :: ierror

    call return_code(c_sums_free(sums%address), ierror)
  end subroutine

  ! Adds the contents of another set, which must have been created alike (else MPI_ERR_ARG) and is
  ! left unchanged.
  subroutine samebits_sums_merge(sums, other, ierror)
    type(samebits_sums), intent(in) :: sums, other
    integer, intent(out), optional :: ierror

    call return_code(c_sums_merge(sums%address, other%address), ierror, handled=.false.)
  end subroutine

  ! Removes all summands.
  subroutine samebits_sums_clear(sums, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(out), optional :: ierror

    call return_code(c_sums_clear(sums%address), ierror, handled=.false.)
  end subroutine

  ! A mask as bytes, and how many there are: -1 if there is no mask.
  function bytes_of_r1(mask) result(bytes)
    logical, intent(in), optional :: mask(:)
    integer(int8), allocatable :: bytes(:)

    if (present(mask)) then
      allocate (bytes, source=merge(1_int8, 0_int8, mask))
    else
      allocate (bytes(0))
    end if
  end function

  function size_of_r1(mask) result(n)
    logical, intent(in), optional :: mask(:)
    integer(c_int64_t) :: n

    n = -1
    if (present(mask)) n = size(mask, kind=c_int64_t)
  end function

  ! A mask as bytes, and how many there are: -1 if there is no mask.
  function bytes_of_r2(mask) result(bytes)
    logical, intent(in), optional :: mask(:, :)
    integer(int8), allocatable :: bytes(:, :)

    if (present(mask)) then
      allocate (bytes, source=merge(1_int8, 0_int8, mask))
    else
      allocate (bytes(0, 0))
    end if
  end function

  function size_of_r2(mask) result(n)
    logical, intent(in), optional :: mask(:, :)
    integer(c_int64_t) :: n

    n = -1
    if (present(mask)) n = size(mask, kind=c_int64_t)
  end function

  ! A mask as bytes, and how many there are: -1 if there is no mask.
  function bytes_of_r3(mask) result(bytes)
    logical, intent(in), optional :: mask(:, :, :)
    integer(int8), allocatable :: bytes(:, :, :)

    if (present(mask)) then
      allocate (bytes, source=merge(1_int8, 0_int8, mask))
    else
      allocate (bytes(0, 0, 0))
    end if
  end function

  function size_of_r3(mask) result(n)
    logical, intent(in), optional :: mask(:, :, :)
    integer(c_int64_t) :: n

    n = -1
    if (present(mask)) n = size(mask, kind=c_int64_t)
  end function

  subroutine sums_create_real32(sums, k, mold, ierror)
    type(samebits_sums), intent(out) :: sums
    integer, intent(in) :: k
    real(real32), intent(in) :: mold
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_sums_create(int(k, c_int), OF_REAL32, type_of(OF_REAL32), sums%address), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_real32(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in) :: value
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), [value], 1_c_int64_t, OF_REAL32), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_real32_r1(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: value(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), value, size(value, kind=c_int64_t), OF_REAL32), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_real32_r2(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: value(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), value, size(value, kind=c_int64_t), OF_REAL32), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_real32_r3(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: value(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), value, size(value, kind=c_int64_t), OF_REAL32), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_products_real32(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in) :: x, y
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror

    call sums_add_products_real32_r1(sums, i, [x], [y], conjugate, ierror)
  end subroutine

  subroutine sums_add_products_real32_r1(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: x(:), y(:)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_sums_add_products(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_REAL32, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_products_real32_r2(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: x(:, :), y(:, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_sums_add_products(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_REAL32, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_products_real32_r3(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_sums_add_products(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_REAL32, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real32_real32(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in) :: x
    real(real32), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_real32_real32_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_real32_real32_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL32, OF_REAL32, type_of(OF_REAL32)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real32_real32_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL32, OF_REAL32, type_of(OF_REAL32)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real32_real32_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL32, OF_REAL32, type_of(OF_REAL32)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real32_int32(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in) :: x
    integer(int32), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_real32_int32_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_real32_int32_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL32, OF_INT32, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real32_int32_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL32, OF_INT32, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real32_int32_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL32, OF_INT32, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real32_int64(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in) :: x
    integer(int64), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_real32_int64_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_real32_int64_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL32, OF_INT64, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real32_int64_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL32, OF_INT64, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real32_int64_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL32, OF_INT64, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_value_real32(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real32), intent(inout), target :: value
    integer, intent(out), optional :: ierror

    call return_code(f_sums_value(sums%address, int(i, c_int), c_loc(value), OF_REAL32), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_create_real64(sums, k, mold, ierror)
    type(samebits_sums), intent(out) :: sums
    integer, intent(in) :: k
    real(real64), intent(in) :: mold
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_sums_create(int(k, c_int), OF_REAL64, type_of(OF_REAL64), sums%address), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_real64(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in) :: value
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), [value], 1_c_int64_t, OF_REAL64), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_real64_r1(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: value(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), value, size(value, kind=c_int64_t), OF_REAL64), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_real64_r2(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: value(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), value, size(value, kind=c_int64_t), OF_REAL64), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_real64_r3(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: value(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), value, size(value, kind=c_int64_t), OF_REAL64), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_products_real64(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in) :: x, y
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror

    call sums_add_products_real64_r1(sums, i, [x], [y], conjugate, ierror)
  end subroutine

  subroutine sums_add_products_real64_r1(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: x(:), y(:)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_sums_add_products(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_REAL64, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_products_real64_r2(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: x(:, :), y(:, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_sums_add_products(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_REAL64, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_products_real64_r3(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_sums_add_products(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_REAL64, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real64_real64(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in) :: x
    real(real64), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_real64_real64_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_real64_real64_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL64, OF_REAL64, type_of(OF_REAL64)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real64_real64_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL64, OF_REAL64, type_of(OF_REAL64)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real64_real64_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL64, OF_REAL64, type_of(OF_REAL64)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real64_int32(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in) :: x
    integer(int32), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_real64_int32_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_real64_int32_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL64, OF_INT32, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real64_int32_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL64, OF_INT32, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real64_int32_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL64, OF_INT32, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real64_int64(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in) :: x
    integer(int64), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_real64_int64_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_real64_int64_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL64, OF_INT64, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real64_int64_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL64, OF_INT64, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_real64_int64_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_REAL64, OF_INT64, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_value_real64(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    real(real64), intent(inout), target :: value
    integer, intent(out), optional :: ierror

    call return_code(f_sums_value(sums%address, int(i, c_int), c_loc(value), OF_REAL64), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_create_complex32(sums, k, mold, ierror)
    type(samebits_sums), intent(out) :: sums
    integer, intent(in) :: k
    complex(real32), intent(in) :: mold
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_sums_create(int(k, c_int), OF_COMPLEX32, type_of(OF_COMPLEX32), sums%address), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_complex32(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in) :: value
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), [value], 1_c_int64_t, OF_COMPLEX32), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_complex32_r1(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: value(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), value, size(value, kind=c_int64_t), OF_COMPLEX32), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_complex32_r2(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: value(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), value, size(value, kind=c_int64_t), OF_COMPLEX32), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_complex32_r3(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: value(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), value, size(value, kind=c_int64_t), OF_COMPLEX32), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_products_complex32(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in) :: x, y
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror

    call sums_add_products_complex32_r1(sums, i, [x], [y], conjugate, ierror)
  end subroutine

  subroutine sums_add_products_complex32_r1(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:), y(:)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_sums_add_products(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_COMPLEX32, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_products_complex32_r2(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_sums_add_products(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_COMPLEX32, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_products_complex32_r3(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_sums_add_products(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_COMPLEX32, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex32_complex32(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in) :: x
    complex(real32), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_complex32_complex32_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_complex32_complex32_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, OF_COMPLEX32, type_of(OF_COMPLEX32)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex32_complex32_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, OF_COMPLEX32, type_of(OF_COMPLEX32)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex32_complex32_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, OF_COMPLEX32, type_of(OF_COMPLEX32)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex32_real32(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in) :: x
    real(real32), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_complex32_real32_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_complex32_real32_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, OF_REAL32, type_of(OF_REAL32)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex32_real32_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, OF_REAL32, type_of(OF_REAL32)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex32_real32_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, OF_REAL32, type_of(OF_REAL32)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex32_int32(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in) :: x
    integer(int32), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_complex32_int32_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_complex32_int32_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, OF_INT32, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex32_int32_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, OF_INT32, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex32_int32_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, OF_INT32, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex32_int64(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in) :: x
    integer(int64), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_complex32_int64_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_complex32_int64_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, OF_INT64, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex32_int64_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, OF_INT64, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex32_int64_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, OF_INT64, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_value_complex32(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real32), intent(inout), target :: value
    integer, intent(out), optional :: ierror

    call return_code(f_sums_value(sums%address, int(i, c_int), c_loc(value), OF_COMPLEX32), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_create_complex64(sums, k, mold, ierror)
    type(samebits_sums), intent(out) :: sums
    integer, intent(in) :: k
    complex(real64), intent(in) :: mold
    integer, intent(out), optional :: ierror

    associate (unused => mold)
    end associate
    call return_code(f_sums_create(int(k, c_int), OF_COMPLEX64, type_of(OF_COMPLEX64), sums%address), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_complex64(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in) :: value
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), [value], 1_c_int64_t, OF_COMPLEX64), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_complex64_r1(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: value(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), value, size(value, kind=c_int64_t), OF_COMPLEX64), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_complex64_r2(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: value(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), value, size(value, kind=c_int64_t), OF_COMPLEX64), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_complex64_r3(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: value(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add(sums%address, int(i, c_int), value, size(value, kind=c_int64_t), OF_COMPLEX64), &
      ierror, handled=.false.)
  end subroutine

  subroutine sums_add_products_complex64(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in) :: x, y
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror

    call sums_add_products_complex64_r1(sums, i, [x], [y], conjugate, ierror)
  end subroutine

  subroutine sums_add_products_complex64_r1(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:), y(:)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_sums_add_products(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_COMPLEX64, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_products_complex64_r2(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_sums_add_products(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_COMPLEX64, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_products_complex64_r3(sums, i, x, y, conjugate, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    logical, intent(in), optional :: conjugate
    integer, intent(out), optional :: ierror
    integer(c_int) :: conjugated

    conjugated = 0
    if (present(conjugate)) conjugated = merge(1_c_int, 0_c_int, conjugate)
    call return_code(f_sums_add_products(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      y, size(y, kind=c_int64_t), OF_COMPLEX64, conjugated), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex64_complex64(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in) :: x
    complex(real64), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_complex64_complex64_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_complex64_complex64_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, OF_COMPLEX64, type_of(OF_COMPLEX64)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex64_complex64_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, OF_COMPLEX64, type_of(OF_COMPLEX64)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex64_complex64_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, OF_COMPLEX64, type_of(OF_COMPLEX64)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex64_real64(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in) :: x
    real(real64), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_complex64_real64_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_complex64_real64_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, OF_REAL64, type_of(OF_REAL64)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex64_real64_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, OF_REAL64, type_of(OF_REAL64)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex64_real64_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, OF_REAL64, type_of(OF_REAL64)), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex64_int32(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in) :: x
    integer(int32), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_complex64_int32_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_complex64_int32_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, OF_INT32, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex64_int32_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, OF_INT32, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex64_int32_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, OF_INT32, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex64_int64(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in) :: x
    integer(int64), intent(in) :: w
    integer, intent(out), optional :: ierror

    call sums_add_weighted_complex64_int64_r1(sums, i, [x], [w], ierror)
  end subroutine

  subroutine sums_add_weighted_complex64_int64_r1(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, OF_INT64, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex64_int64_r2(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, OF_INT64, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_add_weighted_complex64_int64_r3(sums, i, x, w, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    integer, intent(out), optional :: ierror

    call return_code(f_sums_add_weighted(sums%address, int(i, c_int), x, size(x, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, OF_INT64, 0_c_int), ierror, handled=.false.)
  end subroutine

  subroutine sums_value_complex64(sums, i, value, ierror)
    type(samebits_sums), intent(in) :: sums
    integer, intent(in) :: i
    complex(real64), intent(inout), target :: value
    integer, intent(out), optional :: ierror

    call return_code(f_sums_value(sums%address, int(i, c_int), c_loc(value), OF_COMPLEX64), &
      ierror, handled=.false.)
  end subroutine

  ! A nonblocking call: the library's handles are as long as C's int, the program's as its INTEGERs,
  ! which compilers make longer on demand.
  function started_f_vectors(procedure, x, of_x, k, ys, of_ys, w, of_w, weights, of_weights, mask, of_mask, ddof, &
                             results, room, kind, datatype, comm, request) result(code)
    integer(c_int), intent(in) :: procedure, k, weights, of_weights, ddof, kind, datatype, comm
    type(*), intent(in) :: x(*), ys(*), w(*), mask(*)
    integer(c_int64_t), intent(in) :: of_x, of_ys, of_w, of_mask, room
    type(c_ptr), intent(in) :: results
    integer, intent(inout) :: request
    integer(c_int) :: code, handle

    handle = int(request, c_int)
    code = f_vectors(procedure, x, of_x, k, ys, of_ys, w, of_w, weights, of_weights, mask, of_mask, ddof, &
      results, room, kind, datatype, comm, handle)
    request = handle
  end function

  function started_f_sums_allreduce(sums, results, room, kind, comm, request) result(code)
    type(c_ptr), intent(in) :: sums, results
    integer(c_int64_t), intent(in) :: room
    integer(c_int), intent(in) :: kind, comm
    integer, intent(inout) :: request
    integer(c_int) :: code, handle

    handle = int(request, c_int)
    code = f_sums_allreduce(sums, results, room, kind, comm, handle)
    request = handle
  end function

  subroutine sums_allreduce_real32_int(sums, results, comm, ierror)
    type(samebits_sums), intent(in) :: sums
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_sums_allreduce(sums%address, &
      c_loc(results), size(results, kind=c_int64_t), OF_REAL32, &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_real32_int_r1(x, y, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:), y(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_real32_int_r2(x, y, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_real32_int_r3(x, y, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dots_real32_int(x, ys, results, comm, ierror)
    real(real32), intent(in), contiguous :: x(:), ys(:, :)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_real32_int_r1(x, y, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:), y(:), w(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_real32_int_r2(x, y, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_real32_int_r3(x, y, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_real32_int_r1(x, y, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:), y(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_real32_int_r2(x, y, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_real32_int_r3(x, y, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dots_real32_int(x, ys, results, comm, ierror)
    real(real32), intent(in), contiguous :: x(:), ys(:, :)
    real(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_real32_int_r1(x, y, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:), y(:), w(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_real32_int_r2(x, y, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_real32_int_r3(x, y, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_real32_int_r1(x, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_real32_int_r2(x, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_real32_int_r3(x, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_real32_int_r1(x, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_real32_int_r2(x, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_real32_int_r3(x, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_real32_int_r1(x, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_real32_int_r2(x, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_real32_int_r3(x, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_real32_int_r1(x, ddof, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_real32_int_r2(x, ddof, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_real32_int_r3(x, ddof, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_real32_int_r1(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_real32_int_r2(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_real32_int_r3(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_real32_int_r1(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_real32_int_r2(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_real32_int_r3(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_int32_int_r1(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_int32_int_r2(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_int32_int_r3(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_int64_int_r1(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_int64_int_r2(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_int64_int_r3(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine sums_allreduce_real64_int(sums, results, comm, ierror)
    type(samebits_sums), intent(in) :: sums
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_sums_allreduce(sums%address, &
      c_loc(results), size(results, kind=c_int64_t), OF_REAL64, &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_real64_int_r1(x, y, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:), y(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_real64_int_r2(x, y, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_real64_int_r3(x, y, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dots_real64_int(x, ys, results, comm, ierror)
    real(real64), intent(in), contiguous :: x(:), ys(:, :)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_real64_int_r1(x, y, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:), y(:), w(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_real64_int_r2(x, y, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_real64_int_r3(x, y, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_real64_int_r1(x, y, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:), y(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_real64_int_r2(x, y, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_real64_int_r3(x, y, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dots_real64_int(x, ys, results, comm, ierror)
    real(real64), intent(in), contiguous :: x(:), ys(:, :)
    real(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_real64_int_r1(x, y, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:), y(:), w(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_real64_int_r2(x, y, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_real64_int_r3(x, y, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_real64_int_r1(x, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_real64_int_r2(x, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_real64_int_r3(x, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_real64_int_r1(x, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_real64_int_r2(x, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_real64_int_r3(x, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_real64_int_r1(x, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_real64_int_r2(x, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_real64_int_r3(x, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_real64_int_r1(x, ddof, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_real64_int_r2(x, ddof, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_real64_int_r3(x, ddof, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_real64_int_r1(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_real64_int_r2(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_real64_int_r3(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_real64_int_r1(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_real64_int_r2(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_real64_int_r3(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_int32_int_r1(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_int32_int_r2(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_int32_int_r3(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_int64_int_r1(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_int64_int_r2(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_int64_int_r3(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine sums_allreduce_complex32_int(sums, results, comm, ierror)
    type(samebits_sums), intent(in) :: sums
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_sums_allreduce(sums%address, &
      c_loc(results), size(results, kind=c_int64_t), OF_COMPLEX32, &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_complex32_int_r1(x, y, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:), y(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_complex32_int_r2(x, y, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_complex32_int_r3(x, y, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dots_complex32_int(x, ys, results, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:), ys(:, :)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_complex32_int_r1(x, y, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_complex32_int_r2(x, y, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_complex32_int_r3(x, y, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_complex32_int_r1(x, y, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:), y(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_complex32_int_r2(x, y, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_complex32_int_r3(x, y, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dots_complex32_int(x, ys, results, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:), ys(:, :)
    complex(real32), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_complex32_int_r1(x, y, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_complex32_int_r2(x, y, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_complex32_int_r3(x, y, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_complex32_int_r1(x, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_complex32_int_r2(x, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_complex32_int_r3(x, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_complex32_int_r1(x, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_complex32_int_r2(x, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_complex32_int_r3(x, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_complex32_int_r1(x, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_complex32_int_r2(x, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_complex32_int_r3(x, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_complex32_int_r1(x, ddof, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_complex32_int_r2(x, ddof, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_complex32_int_r3(x, ddof, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_complex32_int_r1(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_complex32_int_r2(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_complex32_int_r3(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_complex32_int_r1(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_complex32_int_r2(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_complex32_int_r3(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_real32_int_r1(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_real32_int_r2(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_real32_int_r3(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_int32_int_r1(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_int32_int_r2(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_int32_int_r3(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_int64_int_r1(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_int64_int_r2(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_int64_int_r3(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine sums_allreduce_complex64_int(sums, results, comm, ierror)
    type(samebits_sums), intent(in) :: sums
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_sums_allreduce(sums%address, &
      c_loc(results), size(results, kind=c_int64_t), OF_COMPLEX64, &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_complex64_int_r1(x, y, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:), y(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_complex64_int_r2(x, y, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_complex64_int_r3(x, y, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_dots_complex64_int(x, ys, results, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:), ys(:, :)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_complex64_int_r1(x, y, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_complex64_int_r2(x, y, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_complex64_int_r3(x, y, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_complex64_int_r1(x, y, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:), y(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_complex64_int_r2(x, y, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_complex64_int_r3(x, y, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dots_complex64_int(x, ys, results, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:), ys(:, :)
    complex(real64), intent(inout), contiguous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_complex64_int_r1(x, y, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_complex64_int_r2(x, y, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_complex64_int_r3(x, y, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_complex64_int_r1(x, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_complex64_int_r2(x, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_complex64_int_r3(x, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_complex64_int_r1(x, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_complex64_int_r2(x, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_complex64_int_r3(x, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_complex64_int_r1(x, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_complex64_int_r2(x, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_complex64_int_r3(x, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_complex64_int_r1(x, ddof, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_complex64_int_r2(x, ddof, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_complex64_int_r3(x, ddof, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_complex64_int_r1(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_complex64_int_r2(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_complex64_int_r3(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_complex64_int_r1(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_complex64_int_r2(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_complex64_int_r3(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_real64_int_r1(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_real64_int_r2(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_real64_int_r3(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_int32_int_r1(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_int32_int_r2(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_int32_int_r3(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_int64_int_r1(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_int64_int_r2(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_int64_int_r3(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), target :: result
    integer, intent(in) :: comm
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int)), ierror)
  end subroutine

  subroutine sums_iallreduce_real32_int(sums, results, comm, request, ierror)
    type(samebits_sums), intent(in) :: sums
    real(real32), intent(inout), asynchronous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_sums_allreduce(sums%address, &
      place, room, OF_REAL32, &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dot_real32_int_r1(x, y, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:), y(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dot_real32_int_r2(x, y, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dot_real32_int_r3(x, y, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dots_real32_int(x, ys, results, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:), ys(:, :)
    real(real32), intent(inout), asynchronous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_real32_int_r1(x, y, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:), y(:), w(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_real32_int_r2(x, y, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_real32_int_r3(x, y, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_real32_int_r1(x, y, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:), y(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_real32_int_r2(x, y, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_real32_int_r3(x, y, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dots_real32_int(x, ys, results, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:), ys(:, :)
    real(real32), intent(inout), asynchronous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_real32_int_r1(x, y, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:), y(:), w(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_real32_int_r2(x, y, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_real32_int_r3(x, y, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_norm2_real32_int_r1(x, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_norm2_real32_int_r2(x, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_norm2_real32_int_r3(x, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_real32_int_r1(x, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_real32_int_r2(x, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_real32_int_r3(x, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_mean_real32_int_r1(x, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_mean_real32_int_r2(x, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_mean_real32_int_r3(x, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_variance_real32_int_r1(x, ddof, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_variance_real32_int_r2(x, ddof, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_variance_real32_int_r3(x, ddof, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_real32_int_r1(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_real32_int_r2(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_real32_int_r3(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_real32_int_r1(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_real32_int_r2(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_real32_int_r3(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_int32_int_r1(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_int32_int_r2(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_int32_int_r3(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_int64_int_r1(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_int64_int_r2(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_int64_int_r3(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine sums_iallreduce_real64_int(sums, results, comm, request, ierror)
    type(samebits_sums), intent(in) :: sums
    real(real64), intent(inout), asynchronous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_sums_allreduce(sums%address, &
      place, room, OF_REAL64, &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dot_real64_int_r1(x, y, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:), y(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dot_real64_int_r2(x, y, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dot_real64_int_r3(x, y, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dots_real64_int(x, ys, results, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:), ys(:, :)
    real(real64), intent(inout), asynchronous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_real64_int_r1(x, y, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:), y(:), w(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_real64_int_r2(x, y, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_real64_int_r3(x, y, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_real64_int_r1(x, y, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:), y(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_real64_int_r2(x, y, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_real64_int_r3(x, y, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dots_real64_int(x, ys, results, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:), ys(:, :)
    real(real64), intent(inout), asynchronous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_real64_int_r1(x, y, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:), y(:), w(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_real64_int_r2(x, y, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_real64_int_r3(x, y, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_norm2_real64_int_r1(x, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_norm2_real64_int_r2(x, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_norm2_real64_int_r3(x, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_real64_int_r1(x, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_real64_int_r2(x, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_real64_int_r3(x, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_mean_real64_int_r1(x, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_mean_real64_int_r2(x, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_mean_real64_int_r3(x, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_variance_real64_int_r1(x, ddof, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_variance_real64_int_r2(x, ddof, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_variance_real64_int_r3(x, ddof, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_real64_int_r1(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_real64_int_r2(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_real64_int_r3(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_real64_int_r1(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_real64_int_r2(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_real64_int_r3(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_int32_int_r1(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_int32_int_r2(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_int32_int_r3(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_int64_int_r1(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_int64_int_r2(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_int64_int_r3(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine sums_iallreduce_complex32_int(sums, results, comm, request, ierror)
    type(samebits_sums), intent(in) :: sums
    complex(real32), intent(inout), asynchronous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_sums_allreduce(sums%address, &
      place, room, OF_COMPLEX32, &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dot_complex32_int_r1(x, y, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:), y(:)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dot_complex32_int_r2(x, y, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dot_complex32_int_r3(x, y, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dots_complex32_int(x, ys, results, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:), ys(:, :)
    complex(real32), intent(inout), asynchronous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_complex32_int_r1(x, y, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_complex32_int_r2(x, y, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_complex32_int_r3(x, y, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_complex32_int_r1(x, y, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:), y(:)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_complex32_int_r2(x, y, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_complex32_int_r3(x, y, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dots_complex32_int(x, ys, results, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:), ys(:, :)
    complex(real32), intent(inout), asynchronous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_complex32_int_r1(x, y, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_complex32_int_r2(x, y, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_complex32_int_r3(x, y, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_norm2_complex32_int_r1(x, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_norm2_complex32_int_r2(x, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_norm2_complex32_int_r3(x, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_complex32_int_r1(x, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_complex32_int_r2(x, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_complex32_int_r3(x, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_mean_complex32_int_r1(x, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_mean_complex32_int_r2(x, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_mean_complex32_int_r3(x, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_variance_complex32_int_r1(x, ddof, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_variance_complex32_int_r2(x, ddof, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_variance_complex32_int_r3(x, ddof, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_complex32_int_r1(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_complex32_int_r2(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_complex32_int_r3(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_complex32_int_r1(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_complex32_int_r2(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_complex32_int_r3(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_real32_int_r1(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_real32_int_r2(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_real32_int_r3(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_int32_int_r1(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_int32_int_r2(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_int32_int_r3(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_int64_int_r1(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_int64_int_r2(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_int64_int_r3(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine sums_iallreduce_complex64_int(sums, results, comm, request, ierror)
    type(samebits_sums), intent(in) :: sums
    complex(real64), intent(inout), asynchronous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_sums_allreduce(sums%address, &
      place, room, OF_COMPLEX64, &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dot_complex64_int_r1(x, y, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:), y(:)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dot_complex64_int_r2(x, y, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dot_complex64_int_r3(x, y, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_dots_complex64_int(x, ys, results, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:), ys(:, :)
    complex(real64), intent(inout), asynchronous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_complex64_int_r1(x, y, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_complex64_int_r2(x, y, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_complex64_int_r3(x, y, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_complex64_int_r1(x, y, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:), y(:)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_complex64_int_r2(x, y, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_complex64_int_r3(x, y, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dots_complex64_int(x, ys, results, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:), ys(:, :)
    complex(real64), intent(inout), asynchronous, target :: results(:)
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_complex64_int_r1(x, y, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_complex64_int_r2(x, y, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_complex64_int_r3(x, y, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_norm2_complex64_int_r1(x, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_norm2_complex64_int_r2(x, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_norm2_complex64_int_r3(x, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_complex64_int_r1(x, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_complex64_int_r2(x, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_complex64_int_r3(x, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_mean_complex64_int_r1(x, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_mean_complex64_int_r2(x, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_mean_complex64_int_r3(x, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_variance_complex64_int_r1(x, ddof, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_variance_complex64_int_r2(x, ddof, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_variance_complex64_int_r3(x, ddof, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_complex64_int_r1(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_complex64_int_r2(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_complex64_int_r3(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_complex64_int_r1(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_complex64_int_r2(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_complex64_int_r3(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_real64_int_r1(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_real64_int_r2(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_real64_int_r3(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_int32_int_r1(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_int32_int_r2(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_int32_int_r3(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_int64_int_r1(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_int64_int_r2(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_int64_int_r3(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    integer, intent(in) :: comm
    integer, intent(inout) :: request
    integer, intent(out) :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm, c_int), request), ierror)
  end subroutine

#ifndef SAMEBITS_NO_MPI_F08

  subroutine sums_allreduce_real32_f08(sums, results, comm, ierror)
    type(samebits_sums), intent(in) :: sums
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_sums_allreduce(sums%address, &
      c_loc(results), size(results, kind=c_int64_t), OF_REAL32, &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_real32_f08_r1(x, y, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:), y(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_real32_f08_r2(x, y, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_real32_f08_r3(x, y, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dots_real32_f08(x, ys, results, comm, ierror)
    real(real32), intent(in), contiguous :: x(:), ys(:, :)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_real32_f08_r1(x, y, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:), y(:), w(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_real32_f08_r2(x, y, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_real32_f08_r3(x, y, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_real32_f08_r1(x, y, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:), y(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_real32_f08_r2(x, y, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_real32_f08_r3(x, y, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dots_real32_f08(x, ys, results, comm, ierror)
    real(real32), intent(in), contiguous :: x(:), ys(:, :)
    real(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_real32_f08_r1(x, y, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:), y(:), w(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_real32_f08_r2(x, y, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_real32_f08_r3(x, y, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_real32_f08_r1(x, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_real32_f08_r2(x, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_real32_f08_r3(x, result, comm, ierror)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_real32_f08_r1(x, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_real32_f08_r2(x, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_real32_f08_r3(x, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_real32_f08_r1(x, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_real32_f08_r2(x, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_real32_f08_r3(x, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_real32_f08_r1(x, ddof, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_real32_f08_r2(x, ddof, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_real32_f08_r3(x, ddof, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_real32_f08_r1(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_real32_f08_r2(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_real32_f08_r3(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_real32_f08_r1(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_real32_f08_r2(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_real32_f08_r3(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_int32_f08_r1(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_int32_f08_r2(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_int32_f08_r3(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_int64_f08_r1(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_int64_f08_r2(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real32_int64_f08_r3(x, w, result, comm, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine sums_allreduce_real64_f08(sums, results, comm, ierror)
    type(samebits_sums), intent(in) :: sums
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_sums_allreduce(sums%address, &
      c_loc(results), size(results, kind=c_int64_t), OF_REAL64, &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_real64_f08_r1(x, y, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:), y(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_real64_f08_r2(x, y, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_real64_f08_r3(x, y, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dots_real64_f08(x, ys, results, comm, ierror)
    real(real64), intent(in), contiguous :: x(:), ys(:, :)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_real64_f08_r1(x, y, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:), y(:), w(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_real64_f08_r2(x, y, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_real64_f08_r3(x, y, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_real64_f08_r1(x, y, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:), y(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_real64_f08_r2(x, y, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_real64_f08_r3(x, y, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dots_real64_f08(x, ys, results, comm, ierror)
    real(real64), intent(in), contiguous :: x(:), ys(:, :)
    real(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_real64_f08_r1(x, y, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:), y(:), w(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_real64_f08_r2(x, y, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_real64_f08_r3(x, y, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_real64_f08_r1(x, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_real64_f08_r2(x, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_real64_f08_r3(x, result, comm, ierror)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_real64_f08_r1(x, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_real64_f08_r2(x, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_real64_f08_r3(x, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_real64_f08_r1(x, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_real64_f08_r2(x, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_real64_f08_r3(x, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_real64_f08_r1(x, ddof, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_real64_f08_r2(x, ddof, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_real64_f08_r3(x, ddof, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_real64_f08_r1(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_real64_f08_r2(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_real64_f08_r3(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_real64_f08_r1(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_real64_f08_r2(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_real64_f08_r3(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_int32_f08_r1(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_int32_f08_r2(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_int32_f08_r3(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_int64_f08_r1(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_int64_f08_r2(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_real64_int64_f08_r3(x, w, result, comm, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine sums_allreduce_complex32_f08(sums, results, comm, ierror)
    type(samebits_sums), intent(in) :: sums
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_sums_allreduce(sums%address, &
      c_loc(results), size(results, kind=c_int64_t), OF_COMPLEX32, &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_complex32_f08_r1(x, y, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:), y(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_complex32_f08_r2(x, y, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_complex32_f08_r3(x, y, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dots_complex32_f08(x, ys, results, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:), ys(:, :)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_complex32_f08_r1(x, y, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_complex32_f08_r2(x, y, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_complex32_f08_r3(x, y, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_complex32_f08_r1(x, y, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:), y(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_complex32_f08_r2(x, y, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_complex32_f08_r3(x, y, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dots_complex32_f08(x, ys, results, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:), ys(:, :)
    complex(real32), intent(inout), contiguous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_complex32_f08_r1(x, y, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_complex32_f08_r2(x, y, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_complex32_f08_r3(x, y, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_complex32_f08_r1(x, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_complex32_f08_r2(x, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_complex32_f08_r3(x, result, comm, ierror)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_complex32_f08_r1(x, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_complex32_f08_r2(x, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_complex32_f08_r3(x, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_complex32_f08_r1(x, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_complex32_f08_r2(x, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_complex32_f08_r3(x, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_complex32_f08_r1(x, ddof, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_complex32_f08_r2(x, ddof, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_complex32_f08_r3(x, ddof, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_complex32_f08_r1(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_complex32_f08_r2(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_complex32_f08_r3(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_complex32_f08_r1(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_complex32_f08_r2(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_complex32_f08_r3(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_real32_f08_r1(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_real32_f08_r2(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_real32_f08_r3(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_int32_f08_r1(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_int32_f08_r2(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_int32_f08_r3(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_int64_f08_r1(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_int64_f08_r2(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex32_int64_f08_r3(x, w, result, comm, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine sums_allreduce_complex64_f08(sums, results, comm, ierror)
    type(samebits_sums), intent(in) :: sums
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_sums_allreduce(sums%address, &
      c_loc(results), size(results, kind=c_int64_t), OF_COMPLEX64, &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_complex64_f08_r1(x, y, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:), y(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_complex64_f08_r2(x, y, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dot_complex64_f08_r3(x, y, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_dots_complex64_f08(x, ys, results, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:), ys(:, :)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_complex64_f08_r1(x, y, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_complex64_f08_r2(x, y, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_dot_complex64_f08_r3(x, y, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_complex64_f08_r1(x, y, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:), y(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_complex64_f08_r2(x, y, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dot_complex64_f08_r3(x, y, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_conjugated_dots_complex64_f08(x, ys, results, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:), ys(:, :)
    complex(real64), intent(inout), contiguous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(results), size(results, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_complex64_f08_r1(x, y, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_complex64_f08_r2(x, y, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_conjugated_dot_complex64_f08_r3(x, y, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_complex64_f08_r1(x, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_complex64_f08_r2(x, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_norm2_complex64_f08_r3(x, result, comm, ierror)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror

    call return_code(f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_complex64_f08_r1(x, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_complex64_f08_r2(x, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_sum_abs_complex64_f08_r3(x, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_complex64_f08_r1(x, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_complex64_f08_r2(x, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_mean_complex64_f08_r3(x, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_complex64_f08_r1(x, ddof, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_complex64_f08_r2(x, ddof, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_variance_complex64_f08_r3(x, ddof, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_complex64_f08_r1(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_complex64_f08_r2(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_squares_complex64_f08_r3(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_complex64_f08_r1(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_complex64_f08_r2(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_complex64_f08_r3(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_real64_f08_r1(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_real64_f08_r2(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_real64_f08_r3(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_int32_f08_r1(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_int32_f08_r2(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_int32_f08_r3(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_int64_f08_r1(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_int64_f08_r2(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine allreduce_weighted_sum_complex64_int64_f08_r3(x, w, result, comm, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), target :: result
    type(MPI_Comm), intent(in) :: comm
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int)), ierror)
  end subroutine

  subroutine sums_iallreduce_real32_f08(sums, results, comm, request, ierror)
    type(samebits_sums), intent(in) :: sums
    real(real32), intent(inout), asynchronous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_sums_allreduce(sums%address, &
      place, room, OF_REAL32, &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dot_real32_f08_r1(x, y, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:), y(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dot_real32_f08_r2(x, y, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dot_real32_f08_r3(x, y, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dots_real32_f08(x, ys, results, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:), ys(:, :)
    real(real32), intent(inout), asynchronous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_real32_f08_r1(x, y, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:), y(:), w(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_real32_f08_r2(x, y, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_real32_f08_r3(x, y, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_real32_f08_r1(x, y, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:), y(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_real32_f08_r2(x, y, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_real32_f08_r3(x, y, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dots_real32_f08(x, ys, results, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:), ys(:, :)
    real(real32), intent(inout), asynchronous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_real32_f08_r1(x, y, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:), y(:), w(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_real32_f08_r2(x, y, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_real32_f08_r3(x, y, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_norm2_real32_f08_r1(x, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_norm2_real32_f08_r2(x, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_norm2_real32_f08_r3(x, result, comm, request, ierror)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_real32_f08_r1(x, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_real32_f08_r2(x, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_real32_f08_r3(x, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_mean_real32_f08_r1(x, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_mean_real32_f08_r2(x, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_mean_real32_f08_r3(x, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_variance_real32_f08_r1(x, ddof, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_variance_real32_f08_r2(x, ddof, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_variance_real32_f08_r3(x, ddof, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_real32_f08_r1(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_real32_f08_r2(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_real32_f08_r3(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_real32_f08_r1(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_real32_f08_r2(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_real32_f08_r3(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_int32_f08_r1(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_int32_f08_r2(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_int32_f08_r3(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_int64_f08_r1(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_int64_f08_r2(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real32_int64_f08_r3(x, w, result, comm, request, ierror, mask)
    real(real32), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL32, type_of(OF_REAL32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine sums_iallreduce_real64_f08(sums, results, comm, request, ierror)
    type(samebits_sums), intent(in) :: sums
    real(real64), intent(inout), asynchronous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_sums_allreduce(sums%address, &
      place, room, OF_REAL64, &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dot_real64_f08_r1(x, y, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:), y(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dot_real64_f08_r2(x, y, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dot_real64_f08_r3(x, y, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dots_real64_f08(x, ys, results, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:), ys(:, :)
    real(real64), intent(inout), asynchronous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_real64_f08_r1(x, y, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:), y(:), w(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_real64_f08_r2(x, y, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_real64_f08_r3(x, y, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_real64_f08_r1(x, y, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:), y(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_real64_f08_r2(x, y, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_real64_f08_r3(x, y, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dots_real64_f08(x, ys, results, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:), ys(:, :)
    real(real64), intent(inout), asynchronous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_real64_f08_r1(x, y, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:), y(:), w(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_real64_f08_r2(x, y, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_real64_f08_r3(x, y, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_norm2_real64_f08_r1(x, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_norm2_real64_f08_r2(x, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_norm2_real64_f08_r3(x, result, comm, request, ierror)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_real64_f08_r1(x, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_real64_f08_r2(x, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_real64_f08_r3(x, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_mean_real64_f08_r1(x, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_mean_real64_f08_r2(x, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_mean_real64_f08_r3(x, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_variance_real64_f08_r1(x, ddof, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_variance_real64_f08_r2(x, ddof, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_variance_real64_f08_r3(x, ddof, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_real64_f08_r1(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_real64_f08_r2(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_real64_f08_r3(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_real64_f08_r1(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_real64_f08_r2(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_real64_f08_r3(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_int32_f08_r1(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_int32_f08_r2(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_int32_f08_r3(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_int64_f08_r1(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_int64_f08_r2(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_real64_int64_f08_r3(x, w, result, comm, request, ierror, mask)
    real(real64), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_REAL64, type_of(OF_REAL64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine sums_iallreduce_complex32_f08(sums, results, comm, request, ierror)
    type(samebits_sums), intent(in) :: sums
    complex(real32), intent(inout), asynchronous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_sums_allreduce(sums%address, &
      place, room, OF_COMPLEX32, &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dot_complex32_f08_r1(x, y, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:), y(:)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dot_complex32_f08_r2(x, y, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dot_complex32_f08_r3(x, y, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dots_complex32_f08(x, ys, results, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:), ys(:, :)
    complex(real32), intent(inout), asynchronous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_complex32_f08_r1(x, y, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_complex32_f08_r2(x, y, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_complex32_f08_r3(x, y, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_complex32_f08_r1(x, y, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:), y(:)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_complex32_f08_r2(x, y, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_complex32_f08_r3(x, y, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dots_complex32_f08(x, ys, results, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:), ys(:, :)
    complex(real32), intent(inout), asynchronous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_complex32_f08_r1(x, y, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_complex32_f08_r2(x, y, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_complex32_f08_r3(x, y, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_norm2_complex32_f08_r1(x, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_norm2_complex32_f08_r2(x, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_norm2_complex32_f08_r3(x, result, comm, request, ierror)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_complex32_f08_r1(x, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_complex32_f08_r2(x, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_complex32_f08_r3(x, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_mean_complex32_f08_r1(x, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_mean_complex32_f08_r2(x, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_mean_complex32_f08_r3(x, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_variance_complex32_f08_r1(x, ddof, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_variance_complex32_f08_r2(x, ddof, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_variance_complex32_f08_r3(x, ddof, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_complex32_f08_r1(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(in), contiguous :: w(:)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_complex32_f08_r2(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(in), contiguous :: w(:, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_complex32_f08_r3(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(in), contiguous :: w(:, :, :)
    real(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_complex32_f08_r1(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    complex(real32), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_complex32_f08_r2(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    complex(real32), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_complex32_f08_r3(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    complex(real32), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX32, type_of(OF_COMPLEX32), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_real32_f08_r1(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    real(real32), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_real32_f08_r2(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    real(real32), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_real32_f08_r3(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    real(real32), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL32, type_of(OF_REAL32), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_int32_f08_r1(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_int32_f08_r2(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_int32_f08_r3(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_int64_f08_r1(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_int64_f08_r2(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex32_int64_f08_r3(x, w, result, comm, request, ierror, mask)
    complex(real32), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    complex(real32), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX32, type_of(OF_COMPLEX32), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine sums_iallreduce_complex64_f08(sums, results, comm, request, ierror)
    type(samebits_sums), intent(in) :: sums
    complex(real64), intent(inout), asynchronous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_sums_allreduce(sums%address, &
      place, room, OF_COMPLEX64, &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dot_complex64_f08_r1(x, y, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:), y(:)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dot_complex64_f08_r2(x, y, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dot_complex64_f08_r3(x, y, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_dots_complex64_f08(x, ys, results, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:), ys(:, :)
    complex(real64), intent(inout), asynchronous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_complex64_f08_r1(x, y, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_complex64_f08_r2(x, y, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_dot_complex64_f08_r3(x, y, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_complex64_f08_r1(x, y, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:), y(:)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_complex64_f08_r2(x, y, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dot_complex64_f08_r3(x, y, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_conjugated_dots_complex64_f08(x, ys, results, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:), ys(:, :)
    complex(real64), intent(inout), asynchronous, target :: results(:)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    type(c_ptr) :: place
    integer(c_int64_t) :: room

    place = c_null_ptr
    if (size(results) > 0) place = c_loc(results(1))
    room = size(results, kind=c_int64_t)
    if (room > 1 .and. .not. is_contiguous(results)) room = APART
    call return_code(started_f_vectors(CONJUGATED_DOTS, x, size(x, kind=c_int64_t), &
      size(ys, 2, kind=c_int), ys, size(ys, 1, kind=c_int64_t), &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      place, room, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_complex64_f08_r1(x, y, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:), y(:), w(:)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_complex64_f08_r2(x, y, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :), y(:, :), w(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_conjugated_dot_complex64_f08_r3(x, y, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :), y(:, :, :), w(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_CONJUGATED_DOT, x, size(x, kind=c_int64_t), &
      1_c_int, y, size(y, kind=c_int64_t), &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_norm2_complex64_f08_r1(x, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_norm2_complex64_f08_r2(x, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_norm2_complex64_f08_r3(x, result, comm, request, ierror)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror

    call return_code(started_f_vectors(NORM2, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, x, -1_c_int64_t, 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_complex64_f08_r1(x, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_complex64_f08_r2(x, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_sum_abs_complex64_f08_r3(x, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(SUM_ABS, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_mean_complex64_f08_r1(x, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_mean_complex64_f08_r2(x, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_mean_complex64_f08_r3(x, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(MEAN, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_variance_complex64_f08_r1(x, ddof, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    integer, intent(in) :: ddof
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_variance_complex64_f08_r2(x, ddof, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_variance_complex64_f08_r3(x, ddof, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer, intent(in) :: ddof
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(VARIANCE, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      x, -1_c_int64_t, 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), int(ddof, c_int), &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_complex64_f08_r1(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(in), contiguous :: w(:)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_complex64_f08_r2(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(in), contiguous :: w(:, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_squares_complex64_f08_r3(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(in), contiguous :: w(:, :, :)
    real(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SQUARES, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), 0_c_int, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_complex64_f08_r1(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    complex(real64), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_complex64_f08_r2(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    complex(real64), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_complex64_f08_r3(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    complex(real64), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_COMPLEX64, type_of(OF_COMPLEX64), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_real64_f08_r1(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    real(real64), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_real64_f08_r2(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    real(real64), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_real64_f08_r3(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    real(real64), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_REAL64, type_of(OF_REAL64), bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_int32_f08_r1(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    integer(int32), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_int32_f08_r2(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    integer(int32), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_int32_f08_r3(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer(int32), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT32, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_int64_f08_r1(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:)
    integer(int64), intent(in), contiguous :: w(:)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r1(mask), size_of_r1(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_int64_f08_r2(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :)
    integer(int64), intent(in), contiguous :: w(:, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r2(mask), size_of_r2(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

  subroutine iallreduce_weighted_sum_complex64_int64_f08_r3(x, w, result, comm, request, ierror, mask)
    complex(real64), intent(in), contiguous :: x(:, :, :)
    integer(int64), intent(in), contiguous :: w(:, :, :)
    complex(real64), intent(inout), asynchronous, target :: result
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Request), intent(inout) :: request
    integer, intent(out), optional :: ierror
    logical, intent(in), optional :: mask(:, :, :)

    call return_code(started_f_vectors(WEIGHTED_SUM, x, size(x, kind=c_int64_t), &
      0_c_int, x, 0_c_int64_t, &
      w, size(w, kind=c_int64_t), OF_INT64, 0_c_int, bytes_of_r3(mask), size_of_r3(mask), 0_c_int, &
      c_loc(result), 1_c_int64_t, OF_COMPLEX64, type_of(OF_COMPLEX64), &
      int(comm%MPI_VAL, c_int), request%MPI_VAL), ierror)
  end subroutine

#endif

end module
