! MPI_BOTTOM: a datatype whose numbers lie at absolute addresses, reduced with a
! user-defined operator, in place (two buffers cannot share the addresses).
#include "binding.h"
subroutine bottom_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use harness
  use operators
  use tree_oracle, only: tree_over
  implicit none
  INCLUDE_MPI

  ! In a common block, so that the compiler expects calls that are not given it
  ! to change it. (MPICH 4.0.2's MPI_F_SYNC_REG of mpif.h crashes.)
  real(dp), target :: store(24)
  common /bottom_store/ store
  integer, parameter :: AT_STORE(5) = [4, 5, 6, 15, 16]
  HANDLE_OF(MPI_Op) :: op
  HANDLE_OF(MPI_Datatype) :: absolute, kinds(2)
  type(tally) :: before
  real(dp) :: nothing(1)
  integer :: root, ierror

  datatypes_right = .true.
  ! Without samebits an operator for which the bracketing does not matter.
  place_weight = merge(WEIGHT, 1.0_dp, library)
  place_length = [3, 2]
  call MPI_Get_address(store(4), place(1), ierror)
  call MPI_Get_address(store(15), place(2), ierror)
  kinds = MPI_DOUBLE_PRECISION
  call MPI_Type_create_struct(2, place_length, place, kinds, absolute, ierror)
  call MPI_Type_commit(absolute, ierror)
  datatype_wanted = absolute
  call MPI_Op_create(lean_at_places, .false., op, ierror)

  call fill()
  before = calls_so_far()
  call MPI_Allreduce(MPI_IN_PLACE, MPI_BOTTOM, 1, absolute, op, MPI_COMM_WORLD, ierror)
  call check_call(before, .true., 'MPI_Allreduce with MPI_BOTTOM', HERE)
  call verify('MPI_Allreduce with MPI_BOTTOM')

  do root = 0, world_size - 1
    ! Open MPI 4.1.4 by itself leaves MPI_BOTTOM as it was at the root of 8.
    if (.not. library .and. world_size >= 8) exit
    call fill()
    before = calls_so_far()
    if (world_rank == root) then
      call MPI_Reduce(MPI_IN_PLACE, MPI_BOTTOM, 1, absolute, op, root, MPI_COMM_WORLD, ierror)
    else
      call MPI_Reduce(MPI_BOTTOM, nothing, 1, absolute, op, root, MPI_COMM_WORLD, ierror)
    end if
    call check_call(before, .true., 'MPI_Reduce with MPI_BOTTOM', HERE)
    if (world_rank == root) call verify('MPI_Reduce with MPI_BOTTOM')
  end do

  call check(datatypes_right, 'the operator was given another datatype or length', HERE)
  call MPI_Op_free(op, ierror)
  call MPI_Type_free(absolute, ierror)

contains

  real(dp) function number(i, rank)
    integer, intent(in) :: i, rank

    number = 10 * i + rank
    if (library) number = 1.0_dp / number + rank * 1e6_dp
  end function

  subroutine fill()
    integer :: i

    store = -1
    store(AT_STORE) = [(number(i, world_rank), i = 1, 5)]
  end subroutine

  subroutine verify(what)
    character(len=*), intent(in) :: what
    real(dp) :: c(5, 0:world_size - 1), right(5)
    character(len=100) :: line
    integer :: i, rank

    do rank = 0, world_size - 1
      c(:, rank) = [(number(i, rank), i = 1, 5)]
    end do
    right = sum(c, 2)
    if (library) right = tree_over(c, leaned, [integer ::])
    do i = 1, 5
      if (transfer(store(AT_STORE(i)), 0_int64) == transfer(right(i), 0_int64)) cycle
      write (line, '(a, ", index ", i0, ", expected ", z16.16, ", got ", z16.16)') &
        what, i - 1, right(i), store(AT_STORE(i))
      call fail(line, HERE)
    end do
    call check(count(store == -1) == size(store) - 5, what//': written into a gap', HERE)
  end subroutine

end subroutine
