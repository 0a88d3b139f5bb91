! The ways in which a program completes a request, each in its turn: by itself, or in an array with
! null requests, at another place from time to time, and with a message from this rank to itself.
! Of the functions that complete any or some requests, and of MPI_Testall, the message is sent only
! after they were asked for the first time, so that it is known what they have to say.
#include "binding.h"
module completion
  USE_MPI
  use harness
  implicit none
  private
  public :: complete
  INCLUDE_MPI

  integer, parameter :: WAYS = 11
  integer, parameter :: SLOTS = 5
  integer :: turn = 0, counts_from = -1

  ! Of the message.
  integer, asynchronous :: message_sent, message_received

  interface
    subroutine test_yield() bind(C)
    end subroutine
  end interface

contains

  ! Afterwards it is MPI_REQUEST_NULL, or, if it is persistent, what it was.
  subroutine complete(request, what, persistent)
    HANDLE_OF(MPI_Request), intent(inout) :: request
    character(len=*), intent(in) :: what
    logical, intent(in), optional :: persistent
    HANDLE_OF(MPI_Request) :: was, after, list(SLOTS)
    STATUS(status)
    STATUSES(statuses, SLOTS)
    integer :: way, ours, theirs, sending, received, found, indices(SLOTS), tag, i, ierror
    logical :: flag

    if (counts_from < 0) call see_from_what_it_counts()
    was = request
    after = MPI_REQUEST_NULL
    if (present(persistent)) then
      if (persistent) after = request
    end if
    way = mod(turn, WAYS) + 1
    ours = mod(turn / WAYS, SLOTS) + 1
    theirs = mod(ours + 1, SLOTS) + 1
    sending = mod(ours + 3, SLOTS) + 1
    turn = turn + 1

    select case (way)
    case (1)
      call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
      call must(.true., 'MPI_Wait', HERE)
    case (2)
      do
        call MPI_Test(request, flag, status, ierror)
        call must(.true., 'MPI_Test', HERE)
        if (flag) exit
        call must(request == was, 'MPI_Test of what is not complete', HERE)
        call test_yield()
      end do
    case (3)
      ! (Not with MPI_STATUS_IGNORE: the flag of Open MPI 4 is then always false.)
      call MPI_Request_get_status(request, flag, status, ierror)
      do while (.not. flag)
        call must(request == was, 'MPI_Request_get_status', HERE)
        call test_yield()
        call MPI_Request_get_status(request, flag, status, ierror)
      end do
      call must(request == was, 'MPI_Request_get_status of what is complete', HERE)
      call MPI_Wait(request, status, ierror)
      call must(.true., 'MPI_Wait after MPI_Request_get_status', HERE)
    case (4)
      call post()
      call send()
      call MPI_Waitall(SLOTS, list, MPI_STATUSES_IGNORE, ierror)
      call must(.true., 'MPI_Waitall', HERE)
      call all_done()
    case (5)
      call post()
      call send()
      call MPI_Waitall(SLOTS, list, statuses, ierror)
      call must(.true., 'MPI_Waitall with statuses', HERE)
      call must(SOURCE_OF(statuses, theirs) == 0, 'the status of a message, MPI_Waitall', HERE)
      call must(TAG_OF(statuses, theirs) == tag, 'the tag in its status, MPI_Waitall', HERE)
      call all_done()
    case (6)
      call post()
      call MPI_Testall(SLOTS, list, flag, statuses, ierror)
      call must(.not. flag, 'MPI_Testall while a message is missing', HERE)
      call must(list(ours) == was, 'a request after MPI_Testall without success', HERE)
      call send()
      do
        call MPI_Testall(SLOTS, list, flag, statuses, ierror)
        call must(.true., 'MPI_Testall', HERE)
        if (flag) exit
        call test_yield()
      end do
      call must(TAG_OF(statuses, theirs) == tag, 'the status of a message, MPI_Testall', HERE)
      call all_done()
    case (7)
      call post()
      call MPI_Testall(SLOTS, list, flag, MPI_STATUSES_IGNORE, ierror)
      call must(.not. flag, 'MPI_Testall while a message is missing', HERE)
      call send()
      do
        call MPI_Testall(SLOTS, list, flag, MPI_STATUSES_IGNORE, ierror)
        if (flag) exit
        call test_yield()
      end do
      call must(.true., 'MPI_Testall without statuses', HERE)
      call all_done()
    case (8)
      call post()
      call MPI_Waitany(SLOTS, list, found, status, ierror)
      call must(is(found, ours), 'the index of MPI_Waitany', HERE)
      call must(list(ours) == after, 'the request after MPI_Waitany', HERE)
      call send()
      do received = 1, 2 ! the message as it is sent and as it arrives
        call MPI_Waitany(SLOTS, list, found, status, ierror)
        call must(is(found, theirs) .or. is(found, sending), 'the index of MPI_Waitany, a message', HERE)
        if (is(found, theirs)) call must(TAG_OF_ONE(status) == tag, 'a message, MPI_Waitany', HERE)
      end do
      call MPI_Waitany(SLOTS, list, found, MPI_STATUS_IGNORE, ierror)
      call must(found < 0, 'MPI_Waitany when nothing is left', HERE)
      call all_done()
    case (9)
      call post()
      do
        call MPI_Testany(SLOTS, list, found, flag, status, ierror)
        call must(flag .or. list(ours) == was, 'MPI_Testany', HERE)
        if (flag) exit
        call must(found < 0, 'the index of MPI_Testany without success', HERE)
        call test_yield()
      end do
      call must(is(found, ours), 'the index of MPI_Testany', HERE)
      call must(list(ours) == after, 'the request after MPI_Testany', HERE)
      call send()
      received = 0
      do while (received < 2)
        call MPI_Testany(SLOTS, list, found, flag, MPI_STATUS_IGNORE, ierror)
        if (.not. flag) cycle
        call must(is(found, theirs) .or. is(found, sending), 'the index of MPI_Testany, a message', HERE)
        received = received + 1
      end do
      call MPI_Testany(SLOTS, list, found, flag, status, ierror)
      call must(flag .and. found < 0, 'MPI_Testany when nothing is left', HERE)
      call all_done()
    case (10)
      call post()
      call MPI_Waitsome(SLOTS, list, found, indices, statuses, ierror)
      call must(found == 1 .and. is(indices(1), ours), 'the indices of MPI_Waitsome', HERE)
      call must(list(ours) == after, 'the request after MPI_Waitsome', HERE)
      call send()
      received = 0
      do while (received < 2)
        call MPI_Waitsome(SLOTS, list, found, indices, statuses, ierror)
        call must(found >= 1, 'how many MPI_Waitsome found', HERE)
        do i = 1, found
          call must(is(indices(i), theirs) .or. is(indices(i), sending), &
                    'an index of MPI_Waitsome, a message', HERE)
        end do
        received = received + found
      end do
      call MPI_Waitsome(SLOTS, list, found, indices, MPI_STATUSES_IGNORE, ierror)
      call must(found == MPI_UNDEFINED, 'MPI_Waitsome when nothing is left', HERE)
      call all_done()
    case (11)
      ! All of them at once, so that what is ours comes among others.
      call post()
      call send()
      received = 0
      do while (received < 3)
        call MPI_Testsome(SLOTS, list, found, indices, statuses, ierror)
        call must(found >= 0 .and. found <= 3 - received, 'how many MPI_Testsome found', HERE)
        do i = 1, found
          if (is(indices(i), theirs)) then
            call must(TAG_OF(statuses, i) == tag, 'the status of a message, MPI_Testsome', HERE)
          else if (is(indices(i), ours)) then
            call must(list(ours) == after, 'the request after MPI_Testsome', HERE)
          else
            call must(is(indices(i), sending), 'an index of MPI_Testsome', HERE)
          end if
        end do
        received = received + found
        if (found == 0) call test_yield()
      end do
      call MPI_Testsome(SLOTS, list, found, indices, MPI_STATUSES_IGNORE, ierror)
      call must(found == MPI_UNDEFINED, 'MPI_Testsome when nothing is left', HERE)
      call all_done()
    end select
    call must(request == after, 'the request afterwards', HERE)

  contains

    subroutine must(condition, which, file, line)
      logical, intent(in) :: condition
      character(len=*), intent(in) :: which, file
      integer, intent(in) :: line

      if (condition .and. ierror == MPI_SUCCESS) return
      call fail(which//', '//what, file, line)
    end subroutine

    ! Whether an index names this place. MPICH 4.0.2 counts from 0 in mpi_f08 (and gives one more
    ! than MPI_UNDEFINED elsewhere); what is made reproducible is named as MPI has it.
    logical function is(index, place)
      integer, intent(in) :: index, place

      is = index == place
      if (counts_from == 0 .and. .not. (library .and. place == ours)) is = index == place - 1
    end function

    subroutine post()
      tag = 1000 + mod(turn, 1000)
      message_received = -1
      list = MPI_REQUEST_NULL
      list(ours) = request
      call MPI_Irecv(message_received, 1, MPI_INTEGER, 0, tag, MPI_COMM_SELF, list(theirs), ierror)
    end subroutine

    subroutine send()
      message_sent = tag
      call MPI_Isend(message_sent, 1, MPI_INTEGER, 0, tag, MPI_COMM_SELF, list(sending), ierror)
    end subroutine

    ! Every other request is null.
    subroutine all_done()
      request = list(ours)
      do i = 1, SLOTS
        if (i /= ours) call must(list(i) == MPI_REQUEST_NULL, 'a request beside it', HERE)
      end do
      call must(message_received == tag, 'a message beside it', HERE)
    end subroutine

  end subroutine

  ! The index of the first request.
  subroutine see_from_what_it_counts()
    HANDLE_OF(MPI_Request) :: one(1)
    integer :: ierror

    call MPI_Isend(message_sent, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_SELF, one(1), ierror)
    call MPI_Waitany(1, one, counts_from, MPI_STATUS_IGNORE, ierror)
  end subroutine

end module
