! One rank starts a reduction and then sits in another call, which ends only after the others' MPI_Wait has
! returned: they release it then. c_tests/sitting has many more calls; these are the bindings'.
#include "binding.h"
subroutine elsewhere_test()
  USE_MPI
  USE_PERSISTENT
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use harness
  implicit none
  INCLUDE_MPI
  integer, parameter :: SIZES(4) = [1, 40, 3000, 30000], PLACES = 12, FORMS = 4, TAG = 4, LONG = 300000
  real(dp), asynchronous, allocatable :: x(:), y(:), right(:)
  integer, asynchronous, allocatable :: numbers(:)
  real(dp), asynchronous :: memory(10)
  HANDLE_OF(MPI_Comm) :: comm, blocking, own, others
  HANDLE_OF(MPI_Request) :: request
  HANDLE_OF(MPI_Win) :: window
  HANDLE_OF(MPI_File) :: file
  type(tally) :: before
  character(len=12) :: name
  integer :: place, form, n, turn, sitter, releaser, ierror
  integer(MPI_ADDRESS_KIND), parameter :: SPACE = 80
  integer(int64) :: clock

  if (world_size == 1) return
  allocate (x(SIZES(4)), y(SIZES(4)), right(SIZES(4)), numbers(LONG))
  numbers = world_rank
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, blocking, ierror)
  call MPI_Win_create(memory, SPACE, 8, MPI_INFO_NULL, comm, window, ierror)
  call system_clock(clock)
  write (name, '("elsewhere", i3.3)') mod(clock, 1000_int64)
  call MPI_Bcast(name, len(name), MPI_CHARACTER, 0, comm, ierror)
  call MPI_File_open(comm, name, MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, file, ierror)
  call check(ierror == MPI_SUCCESS, 'MPI_File_open', HERE)
  turn = 0
  do place = 1, PLACES
    sitter = mod(place, world_size)
    releaser = mod(sitter + 1, world_size)
    call MPI_Comm_dup(MPI_COMM_WORLD, own, ierror)
    call MPI_Comm_split(comm, merge(1, 0, world_rank == sitter), world_rank, others, ierror)
    do form = 1, FORMS
      n = SIZES(mod(place + form, 4) + 1)
      turn = turn + 1
      ! MPICH 4.0.2's own persistent reductions hang.
      if (form == 4 .and. .not. library) cycle
      call sit_once()
    end do
    call MPI_Comm_free(own, ierror)
    call MPI_Comm_free(others, ierror)
  end do
  call MPI_File_close(file, ierror)
  call MPI_Win_free(window, ierror)
  call MPI_Comm_free(comm, ierror)
  call MPI_Comm_free(blocking, ierror)

contains

  subroutine sit_once()
    logical :: sits, receives
    integer :: i, number

    sits = world_rank == sitter
    x(:n) = [(1.0_dp / (1 + mod(7 * i + 13 * world_rank + turn, 101)) + mod(i + world_rank, 3), i = 1, n)]
    y = -1
    right = -1
    receives = form /= 2 .or. world_rank == releaser
    before = calls_so_far()
    select case (form)
    case (1, 4)
      call MPI_Allreduce(x, right, n, MPI_DOUBLE_PRECISION, MPI_SUM, blocking, ierror)
    case (2)
      call MPI_Reduce(x, right, n, MPI_DOUBLE_PRECISION, MPI_SUM, releaser, blocking, ierror)
    case (3)
      call MPI_Scan(x, right, n, MPI_DOUBLE_PRECISION, MPI_SUM, blocking, ierror)
    end select
    call MPI_Barrier(comm, ierror)
    if (mod(turn, 2) == 1 .and. .not. sits) call begin_late()
    select case (form)
    case (1)
      call MPI_Iallreduce(x, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, own, request, ierror)
    case (2)
      call MPI_Ireduce(x, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, releaser, own, request, ierror)
    case (3)
      call MPI_Iscan(x, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, own, request, ierror)
    case (4)
      call MPI_Allreduce_init(x, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, own, MPI_INFO_NULL, request, ierror)
      call MPI_Start(request, ierror)
    end select
    call check(ierror == MPI_SUCCESS, 'starting a reduction', HERE)
    if (sits) call sit()
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call check(ierror == MPI_SUCCESS, 'MPI_Wait', HERE)
    if (.not. sits) then
      call MPI_Barrier(others, ierror)
      if (place > 5) then
        call sit()
      else if (world_rank == releaser) then
        call release()
      end if
    end if
    if (form == 4) call MPI_Request_free(request, ierror)
    call check(request == MPI_REQUEST_NULL, 'the request', HERE)
    number = merge(3, 2, place == 12)
    call check_calls(before, number, 'a reduction elsewhere', HERE)
    if (receives .and. library) call check(all(transfer(y(:n), [0_int64]) == transfer(right(:n), [0_int64])), &
                                           'the bits of a reduction elsewhere', HERE)
  end subroutine

  ! The sitter sits where it is by then.
  subroutine begin_late()
    integer(int64) :: first, now, rate

    call system_clock(first, rate)
    now = first
    do while (now - first < rate / 300)
      call system_clock(now)
    end do
  end subroutine

  subroutine sit()
    HANDLE_OF(MPI_Comm) :: made
    HANDLE_OF(MPI_Request) :: receiving(2)
    real(dp), asynchronous :: value
    real(dp) :: sum
    integer(MPI_OFFSET_KIND) :: at
    integer(MPI_ADDRESS_KIND) :: displacement
    integer :: i
    logical :: flag

    select case (place)
    case (1)
      call MPI_Recv(numbers, LONG, MPI_INTEGER, releaser, TAG, comm, MPI_STATUS_IGNORE, ierror)
    case (2)
      call MPI_Ssend(numbers, 1, MPI_INTEGER, releaser, TAG, comm, ierror)
    case (3)
      call MPI_Probe(releaser, TAG, comm, MPI_STATUS_IGNORE, ierror)
      call MPI_Recv(numbers, LONG, MPI_INTEGER, releaser, TAG, comm, MPI_STATUS_IGNORE, ierror)
    case (4)
      do i = 1, 2
        call MPI_Irecv(numbers(i), 1, MPI_INTEGER, releaser, TAG + i, comm, receiving(i), ierror)
      end do
      call MPI_Waitall(2, receiving, MPI_STATUSES_IGNORE, ierror)
    case (5)
      ! It asks for the reduction itself, until that is complete.
      flag = .false.
      do while (.not. flag)
        call begin_late()
        call MPI_Test(request, flag, MPI_STATUS_IGNORE, ierror)
      end do
      call MPI_Recv(numbers, LONG, MPI_INTEGER, releaser, TAG, comm, MPI_STATUS_IGNORE, ierror)
    case (6)
      call MPI_Barrier(comm, ierror)
    case (7)
      call MPI_Bcast(numbers, LONG, MPI_INTEGER, releaser, comm, ierror)
    case (8)
      call MPI_Comm_dup(comm, made, ierror)
      call MPI_Comm_free(made, ierror)
    case (9)
      call MPI_Comm_split(comm, mod(world_rank, 2), world_rank, made, ierror)
      call MPI_Comm_free(made, ierror)
    case (10)
      displacement = world_rank
      value = turn
      call MPI_Win_fence(0, window, ierror)
      call MPI_Put(value, 1, MPI_DOUBLE_PRECISION, releaser, displacement, 1, MPI_DOUBLE_PRECISION, window, ierror)
      call MPI_Win_fence(0, window, ierror)
    case (11)
      at = 400 * world_rank
      call MPI_File_write_at_all(file, at, numbers, 100, MPI_INTEGER, MPI_STATUS_IGNORE, ierror)
    case (12)
      call MPI_Allreduce(x, sum, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierror)
    end select
    call check(ierror == MPI_SUCCESS, 'the call to sit in', HERE)
  end subroutine

  ! From the first five.
  subroutine release()
    integer :: i

    select case (place)
    case (1, 3, 5)
      call MPI_Send(numbers, merge(LONG, 1, place == 1), MPI_INTEGER, sitter, TAG, comm, ierror)
    case (2)
      call MPI_Recv(numbers, 1, MPI_INTEGER, sitter, TAG, comm, MPI_STATUS_IGNORE, ierror)
    case (4)
      do i = 1, 2
        call MPI_Send(numbers, 1, MPI_INTEGER, sitter, TAG + i, comm, ierror)
      end do
    end select
    call check(ierror == MPI_SUCCESS, 'the call that releases', HERE)
  end subroutine

end subroutine
