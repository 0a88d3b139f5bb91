! Every predefined operator on every datatype of Fortran: what the standard defines
! gives the oracle's bits, in place and not, at every root, or is passed on where it
! is associative as it is; what this MPI rejects stays rejected.
#include "binding.h"
subroutine every_pair_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int8, int64, sp => real32, dp => real64
  use harness
  use elements
  use tree_oracle, only: tree_fold, SUM_BY_TREE => OP_SUM, FORM_REAL, FORM_COMPLEX
  use values, only: is_nan, quiet_nan
  implicit none
  INCLUDE_MPI

  HANDLE_OF(MPI_Comm) :: comm
  HANDLE_OF(MPI_Op) :: ops(0:OPERATORS - 1)
  HANDLE_OF(MPI_Datatype) :: wide
  integer :: evaluated, passed_on, rejected, ierror

  ops = [MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_BAND, MPI_LOR, MPI_BOR, MPI_LXOR, MPI_BXOR, &
         MPI_MINLOC, MPI_MAXLOC]
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
  evaluated = 0
  passed_on = 0
  rejected = 0

  call check_datatype('MPI_INTEGER', MPI_INTEGER, element(FORTRAN_INTEGER, INTEGER_4, 0))
  call check_datatype('MPI_INTEGER1', MPI_INTEGER1, element(FORTRAN_INTEGER, INTEGER_1, 0))
  call check_datatype('MPI_INTEGER2', MPI_INTEGER2, element(FORTRAN_INTEGER, INTEGER_2, 0))
  call check_datatype('MPI_INTEGER4', MPI_INTEGER4, element(FORTRAN_INTEGER, INTEGER_4, 0))
  call check_datatype('MPI_INTEGER8', MPI_INTEGER8, element(FORTRAN_INTEGER, INTEGER_8, 0))
  call check_datatype('MPI_AINT', MPI_AINT, element(FORTRAN_INTEGER, INTEGER_8, 0))
  ! Open MPI 4.1 compares these without their sign.
  call check_datatype('MPI_OFFSET', MPI_OFFSET, element(FORTRAN_INTEGER, UNSIGNED_8, 0))
  call check_datatype('MPI_COUNT', MPI_COUNT, element(FORTRAN_INTEGER, INTEGER_8, 0))
  call check_datatype('MPI_LOGICAL', MPI_LOGICAL, element(LOGICAL_TYPE, INTEGER_4, 0))
  call check_datatype('MPI_BYTE', MPI_BYTE, element(BYTES, UNSIGNED_1, 0))
  call check_datatype('MPI_REAL', MPI_REAL, element(REAL_TYPE, SINGLE, 0))
  call check_datatype('MPI_REAL4', MPI_REAL4, element(REAL_TYPE, SINGLE, 0))
  call check_datatype('MPI_REAL8', MPI_REAL8, element(REAL_TYPE, DOUBLE, 0))
  call check_datatype('MPI_REAL16', MPI_REAL16, element(REAL_TYPE, BINARY128, 0))
  call check_datatype('MPI_DOUBLE_PRECISION', MPI_DOUBLE_PRECISION, element(REAL_TYPE, DOUBLE, 0))
  call check_datatype('MPI_COMPLEX', MPI_COMPLEX, element(COMPLEX_TYPE, SINGLE, 0))
  call check_datatype('MPI_COMPLEX8', MPI_COMPLEX8, element(COMPLEX_TYPE, SINGLE, 0))
  call check_datatype('MPI_COMPLEX16', MPI_COMPLEX16, element(COMPLEX_TYPE, DOUBLE, 0))
  call check_datatype('MPI_COMPLEX32', MPI_COMPLEX32, element(COMPLEX_TYPE, BINARY128, 0))
  call check_datatype('MPI_DOUBLE_COMPLEX', MPI_DOUBLE_COMPLEX, element(COMPLEX_TYPE, DOUBLE, 0))
  call check_datatype('MPI_2INTEGER', MPI_2INTEGER, element(PAIR, INTEGER_4, INTEGER_4))
  call check_datatype('MPI_2REAL', MPI_2REAL, element(PAIR, SINGLE, SINGLE))
  call check_datatype('MPI_2DOUBLE_PRECISION', MPI_2DOUBLE_PRECISION, element(PAIR, DOUBLE, DOUBLE))
  call MPI_Type_create_f90_real(6, 37, wide, ierror)
  call check_datatype('f90_real(6, 37)', wide, element(REAL_TYPE, SINGLE, 0))
  call MPI_Type_create_f90_complex(15, 307, wide, ierror)
  call check_datatype('f90_complex(15, 307)', wide, element(COMPLEX_TYPE, DOUBLE, 0))
  ! Not every MPI has 16-byte ones.
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  call MPI_Type_create_f90_real(18, 4931, wide, ierror)
  if (ierror == MPI_SUCCESS) call check_datatype('f90_real(18, 4931)', wide, element(REAL_TYPE, LONG_DOUBLE, 0))
  call MPI_Type_create_f90_complex(18, 4931, wide, ierror)
  if (ierror == MPI_SUCCESS) call check_datatype('f90_complex(18, 4931)', wide, element(COMPLEX_TYPE, LONG_DOUBLE, 0))

  call check(evaluated > 30 .and. passed_on > 40 .and. rejected > 100, 'there are pairs of every kind', HERE)
  call MPI_Comm_free(comm, ierror)

contains

  subroutine check_datatype(name, datatype, e)
    character(len=*), intent(in) :: name
    HANDLE_OF(MPI_Datatype), intent(in) :: datatype
    type(element), intent(in) :: e
    character(len=60) :: label
    type(tally) :: before
    integer(int64) :: x(8), y(8)
    integer :: op

    if (datatype == MPI_DATATYPE_NULL) return
    x = 0
    do op = 0, OPERATORS - 1
      write (label, '("operator ", i0, " on ", a)') op, name
      ! Whether this MPI takes the pair shows without elements.
      before = calls_so_far()
      call MPI_Allreduce(x, y, 0, datatype, ops(op), comm, ierror)
      call check_call(before, .false., label, HERE)
      if (ierror /= MPI_SUCCESS) then
        before = calls_so_far()
        call MPI_Allreduce(x, y, 1, datatype, ops(op), comm, ierror)
        call check_call(before, .false., label, HERE)
        call check(ierror /= MPI_SUCCESS, trim(label)//' is rejected', HERE)
        rejected = rejected + 1
      else if (is_defined(e, int(op, c_int)) /= 0) then
        call check_defined(label, datatype, e, op, 13)
        if (is_floating(e) /= 0) then
          evaluated = evaluated + 1
        else
          passed_on = passed_on + 1
        end if
      end if
    end do
  end subroutine

  ! Buffers of one type serve for all: MPI is told what they hold by the handle.
  subroutine check_defined(label, datatype, e, op, n)
    character(len=*), intent(in) :: label
    HANDLE_OF(MPI_Datatype), intent(in) :: datatype
    type(element), intent(in) :: e
    integer, intent(in) :: op, n
    integer(int64) :: send(4 * n + 1), recv(4 * n + 1)
    integer(int8) :: mine(n * int(element_size(e))), right(n * int(element_size(e)))
    integer(int8) :: column(world_size * int(element_size(e)))
    type(tally) :: before
    integer :: i, root, bytes
    logical :: ours

    bytes = int(element_size(e))
    ours = is_floating(e) /= 0
    do i = 0, n - 1
      call fill_column(e, op, i, world_size, column)
      mine(i * bytes + 1:(i + 1) * bytes) = column(world_rank * bytes + 1:(world_rank + 1) * bytes)
      call reduce(e, op, column, right(i * bytes + 1:(i + 1) * bytes))
    end do
    send = transfer([mine, [(0_int8, i = 1, 8)]], send)

    recv = -1
    before = calls_so_far()
    call MPI_Allreduce(send, recv, n, datatype, ops(op), comm, ierror)
    call check_call(before, ours, 'MPI_Allreduce '//label, HERE)
    call compare(recv, right, 'MPI_Allreduce '//label)

    recv = send
    before = calls_so_far()
    call MPI_Allreduce(MPI_IN_PLACE, recv, n, datatype, ops(op), comm, ierror)
    call check_call(before, ours, 'MPI_Allreduce in place '//label, HERE)
    call compare(recv, right, 'MPI_Allreduce in place '//label)

    do root = 0, world_size - 1
      recv = -1
      before = calls_so_far()
      call MPI_Reduce(send, recv, n, datatype, ops(op), root, comm, ierror)
      call check_call(before, ours, 'MPI_Reduce '//label, HERE)
      if (world_rank == root) call compare(recv, right, 'MPI_Reduce '//label)

      before = calls_so_far()
      if (world_rank == root) then
        recv = send
        call MPI_Reduce(MPI_IN_PLACE, recv, n, datatype, ops(op), root, comm, ierror)
        call compare(recv, right, 'MPI_Reduce in place '//label)
      else
        call MPI_Reduce(send, recv, n, datatype, ops(op), root, comm, ierror)
      end if
      call check_call(before, ours, 'MPI_Reduce in place '//label, HERE)
    end do
  end subroutine

  ! The oracle's sums of floats and doubles are exact; other policies have the tree's.
  subroutine reduce(e, op, column, right)
    type(element), intent(in) :: e
    integer, intent(in) :: op
    integer(int8), intent(in) :: column(:)
    integer(int8), intent(out) :: right(:)
    real(dp) :: c(2, world_size), total(2)
    integer :: width, form, i

    if (exact_sums .or. op /= OP_SUM .or. e%value /= SINGLE .and. e%value /= DOUBLE) then
      call reduce_column(e, op, column, world_size, right)
      return
    end if
    width = merge(2, 1, e%shape == COMPLEX_TYPE)
    form = merge(FORM_COMPLEX, FORM_REAL, width == 2)
    c = 0
    if (e%value == SINGLE) then
      c(:width, :) = reshape(real(transfer(column, [0.0_sp]), dp), [width, world_size])
    else
      c(:width, :) = reshape(transfer(column, [0.0_dp]), [width, world_size])
    end if
    total = tree_fold(SUM_BY_TREE, form, merge(4, 8, e%value == SINGLE), c)
    where ([(is_nan(total(i)), i = 1, 2)]) total = quiet_nan()
    if (e%value == SINGLE) then
      right = transfer(real(total(:width), sp), right)
    else
      right = transfer(total(:width), right)
    end if
  end subroutine

  subroutine compare(recv, right, what)
    integer(int64), intent(in) :: recv(:)
    integer(int8), intent(in) :: right(:)
    character(len=*), intent(in) :: what

    call check(ierror == MPI_SUCCESS, what//' failed', HERE)
    if (.not. library) return             ! any MPI is right, within rounding
    call check(all(transfer(recv, right, size(right)) == right), what//' has other bits', HERE)
  end subroutine

end subroutine
