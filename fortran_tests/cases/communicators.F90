! Other communicators than MPI_COMM_WORLD: halves with the ranks in reverse
! order, one that some processes are not in, a duplicate, MPI_COMM_SELF, one
! between two groups, by every call that MPI defines there. The order of the contributions is that of the communicator's
! ranks.
#include "binding.h"
subroutine communicators_test()
  USE_MPI
  USE_PERSISTENT
  use harness
  use completion, only: complete
  use expectations
  use reductions
  implicit none
  INCLUDE_MPI
  HANDLE_OF(MPI_Comm) :: comm
  integer :: color, ierror
  ! Of one between two groups: this rank's place in its own, how many ranks both have.
  HANDLE_OF(MPI_Comm) :: between
  HANDLE_OF(MPI_Request) :: request
  type(tally) :: before
  integer :: rank, ranks, others, i
  integer, allocatable :: counts(:)
  double precision, asynchronous :: mine(3 * world_size), sums(3 * world_size)
  double precision :: total
  character(len=13), parameter :: FORMS(3) = [character(len=13) :: '', ', nonblocking', ', persistent']

  call MPI_Comm_split(MPI_COMM_WORLD, mod(world_rank, 2), -world_rank, comm, ierror)
  call reduce_over(comm)
  call MPI_Comm_free(comm, ierror)

  color = 0
  if (world_rank == 0) color = MPI_UNDEFINED
  call MPI_Comm_split(MPI_COMM_WORLD, color, -world_rank, comm, ierror)
  if (comm /= MPI_COMM_NULL) then
    call reduce_over(comm)
    call MPI_Comm_free(comm, ierror)
  end if

  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call reduce_over(comm)
  call MPI_Comm_free(comm, ierror)

  call reduce_over(MPI_COMM_SELF)
  call reduce_over(MPI_COMM_WORLD)
  if (world_size > 1) call reduce_between()

contains

  ! Rank 0 and the others: each group gets the sum of the other one.
  subroutine reduce_between()
    HANDLE_OF(MPI_Comm) :: group
    integer :: form

    color = merge(0, 1, world_rank == 0)
    call MPI_Comm_split(MPI_COMM_WORLD, color, world_rank, group, ierror)
    call MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, 1 - color, 5, between, ierror)
    call MPI_Comm_free(group, ierror)
    call MPI_Comm_rank(between, rank, ierror)
    call MPI_Comm_size(between, ranks, ierror)
    others = merge(world_size - 1, 1, world_rank == 0)
    total = others
    if (world_rank == 0) total = world_size * (world_size + 1) / 2 - 1
    ! As many in all as in equal blocks.
    counts = [(merge(1, 0, i == 1), i=1, ranks)]
    counts(ranks) = 2 * others * ranks - merge(1, 0, ranks > 1)
    mine = world_rank + 1
    ! (By request the MPI libraries' own ones do not all work.)
    do form = BLOCKING, merge(PERSISTENT, BLOCKING, library)
      call between_groups(form)
      call to_a_root(form)
      call in_blocks(form)
      call in_some_blocks(form)
    end do
    call MPI_Comm_free(between, ierror)
  end subroutine

  subroutine between_groups(form)
    integer, intent(in) :: form

    call begin()
    select case (form)
    case (BLOCKING)
      call MPI_Allreduce(mine, sums, 3, MPI_DOUBLE_PRECISION, MPI_SUM, between, ierror)
    case (NONBLOCKING)
      call MPI_Iallreduce(mine, sums, 3, MPI_DOUBLE_PRECISION, MPI_SUM, between, request, ierror)
    case (PERSISTENT)
      call MPI_Allreduce_init(mine, sums, 3, MPI_DOUBLE_PRECISION, MPI_SUM, between, MPI_INFO_NULL, request, ierror)
    end select
    call end_with(form, 3, 'between two groups')
  end subroutine

  ! To the last rank, whose neighbours get nothing.
  subroutine to_a_root(form)
    integer, intent(in) :: form
    integer :: root

    root = MPI_PROC_NULL
    if (world_rank == 0) root = world_size - 2
    if (world_rank == world_size - 1) root = MPI_ROOT
    call begin()
    select case (form)
    case (BLOCKING)
      call MPI_Reduce(mine, sums, 3, MPI_DOUBLE_PRECISION, MPI_SUM, root, between, ierror)
    case (NONBLOCKING)
      call MPI_Ireduce(mine, sums, 3, MPI_DOUBLE_PRECISION, MPI_SUM, root, between, request, ierror)
    case (PERSISTENT)
      call MPI_Reduce_init(mine, sums, 3, MPI_DOUBLE_PRECISION, MPI_SUM, root, between, MPI_INFO_NULL, request, ierror)
    end select
    call end_with(form, merge(3, 0, root == MPI_ROOT), 'between two groups to a root')
  end subroutine

  subroutine in_blocks(form)
    integer, intent(in) :: form

    call begin()
    select case (form)
    case (BLOCKING)
      call MPI_Reduce_scatter_block(mine, sums, 2 * others, MPI_DOUBLE_PRECISION, MPI_SUM, between, ierror)
    case (NONBLOCKING)
      call MPI_Ireduce_scatter_block(mine, sums, 2 * others, MPI_DOUBLE_PRECISION, MPI_SUM, between, request, ierror)
    case (PERSISTENT)
      call MPI_Reduce_scatter_block_init(mine, sums, 2 * others, MPI_DOUBLE_PRECISION, MPI_SUM, between, MPI_INFO_NULL, &
                                         request, ierror)
    end select
    call end_with(form, 2 * others, 'between two groups, in blocks')
  end subroutine

  subroutine in_some_blocks(form)
    integer, intent(in) :: form

    call begin()
    select case (form)
    case (BLOCKING)
      call MPI_Reduce_scatter(mine, sums, counts, MPI_DOUBLE_PRECISION, MPI_SUM, between, ierror)
    case (NONBLOCKING)
      call MPI_Ireduce_scatter(mine, sums, counts, MPI_DOUBLE_PRECISION, MPI_SUM, between, request, ierror)
    case (PERSISTENT)
      call MPI_Reduce_scatter_init(mine, sums, counts, MPI_DOUBLE_PRECISION, MPI_SUM, between, MPI_INFO_NULL, &
                                   request, ierror)
    end select
    call end_with(form, counts(rank + 1), 'between two groups, in blocks of unequal lengths')
  end subroutine

  subroutine begin()
    sums = -1
    before = calls_so_far()
  end subroutine

  ! This rank gets so many elements.
  subroutine end_with(form, n, what)
    integer, intent(in) :: form, n
    character(len=*), intent(in) :: what
    character(len=:), allocatable :: named
    integer :: starts

    named = what//trim(FORMS(form))
    call check(ierror == MPI_SUCCESS, 'ierror '//named, HERE)
    do starts = 1, merge(2, 1, form == PERSISTENT)
      if (form == PERSISTENT) then ! each start counts
        sums = -1
        before = calls_so_far()
        call MPI_Start(request, ierror)
      end if
      call check_call(before, .true., named, HERE)
      if (form /= BLOCKING) call complete(request, named, persistent=form == PERSISTENT)
      call check(all(sums(:n) == total) .and. all(sums(n + 1:) == -1), named, HERE)
    end do
    if (form == PERSISTENT) call MPI_Request_free(request, ierror)
  end subroutine

  subroutine reduce_over(comm)
    HANDLE_OF(MPI_Comm), intent(in) :: comm
    type(expectation) :: e
    integer :: rank, ranks

    call MPI_Comm_rank(comm, rank, ierror)
    call MPI_Comm_size(comm, ranks, ierror)
    e = expect('MPI_DOUBLE_PRECISION MPI_SUM', OP_SUM, FORM_REAL, 8, rank, ranks, library, exact_sums)
    call reduce_double(e, MPI_DOUBLE_PRECISION, MPI_SUM, comm, PERIOD, EVERY_ROOT)
    call reduce_double(e, MPI_DOUBLE_PRECISION, MPI_SUM, comm, 9001, 0)
    e = expect('MPI_COMPLEX MPI_PROD', OP_PROD, FORM_COMPLEX, 4, rank, ranks, library, exact_sums)
    call reduce_complex(e, MPI_COMPLEX, MPI_PROD, comm, PERIOD, ranks - 1)
  end subroutine

end subroutine
