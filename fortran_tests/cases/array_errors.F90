! What is wrong with a call of the module samebits comes back in ierror, once through the
! communicator's error handler, with a message that counts from 1, on every rank that can
! know of it; the result is left as it was, nobody waits, and the next call works.
#include "binding.h"
subroutine array_errors_test()
  USE_MPI
  use, intrinsic :: iso_fortran_env, only: int64, sp => real32, dp => real64
  use samebits
  use harness
  use operators, only: lean
  implicit none
  INCLUDE_MPI

  HANDLE_OF(MPI_Comm) :: comm
  HANDLE_OF(MPI_Errhandler) :: counting
  HANDLE_OF(MPI_Op) :: op
  real(dp) :: x(5) = [1, 2, 3, 4, 5], result, results(2)
  integer, save :: handled, wrong, ierror
  logical :: here
  character(len=40) :: elsewhere

  call check(library, 'nothing is tested without the library', HERE)
  handled = 0
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call MPI_Comm_create_errhandler(count_error, counting, ierror)
  call MPI_Comm_set_errhandler(comm, counting, ierror)
  call MPI_Op_create(lean, .false., op, ierror)
  wrong = world_size - 1
  here = world_rank == wrong
  write (elsewhere, '("rank ", i0, " cannot take part")') wrong

  call on_all_ranks()
  call on_one_rank()
  call regions()
  call plans()
#if defined(BINDING_F08)
  call without_ierror()
#endif

  call MPI_Op_free(op, ierror)
  call MPI_Errhandler_free(counting, ierror)
  call MPI_Comm_free(comm, ierror)
  call no_communicator()

contains

  subroutine count_error(comm, code)
    HANDLE_OF(MPI_Comm) :: comm
    integer :: code

    if (code /= MPI_SUCCESS .and. comm /= MPI_COMM_NULL) handled = handled + 1
  end subroutine

  ! The call that has stored ierror failed with that class, or did not fail.
  subroutine expect(class, words, what, line)
    integer, intent(in) :: class, line
    character(len=*), intent(in) :: words, what
    integer :: seen, times

    call MPI_Error_class(ierror, seen, times)
    call check(seen == class, what//': '//samebits_error_message(), __FILE__, line)
    call check(handled == merge(0, 1, class == MPI_SUCCESS), what//': the error handler was not called once', &
               __FILE__, line)
    handled = 0
    if (class /= MPI_SUCCESS) then
      call check(index(samebits_error_message(), trim(words)) > 0, &
                 what//': the message is "'//samebits_error_message()//'"', __FILE__, line)
      call check(result == -1 .and. all(results == -1), what//' touched a result', __FILE__, line)
    end if
    if (world_rank == 0) then
      call samebits_allreduce_array(x, result, MPI_SUM, comm, ierror)
    else
      call samebits_allreduce_array(x(1:0), result, MPI_SUM, comm, ierror)
    end if
    call check(ierror == MPI_SUCCESS .and. result == 15, 'the call after '//what, __FILE__, line)
    result = -1
    results = -1
  end subroutine

  ! Who is wrong says why, the others that it is.
  function words(own)
    character(len=*), intent(in) :: own
    character(len=max(len(own), len(elsewhere))) :: words

    words = merge(own//repeat(' ', len(words) - len(own)), &
                  elsewhere//repeat(' ', len(words) - len(elsewhere)), here)
  end function

  subroutine on_all_ranks()
    result = -1
    results = -1
    call samebits_allreduce_array(x, result, MPI_OP_NULL, comm, ierror)
    call expect(MPI_ERR_OP, 'samebits_allreduce_array: the operator is MPI_OP_NULL', 'no operator', __LINE__)
    call samebits_allreduce_array(x, result, MPI_BAND, comm, ierror)
    call expect(MPI_ERR_OP, 'samebits_allreduce_array: ', 'bits of reals', __LINE__)
    call samebits_reduce_array(x, result, MPI_SUM, -1, comm, ierror)
    call expect(MPI_ERR_ROOT, 'samebits_reduce_array: the root is -1', 'a negative root', __LINE__)
    call samebits_reduce_arrays(x, [2, 3], results, MPI_SUM, world_size, comm, ierror)
    call expect(MPI_ERR_ROOT, 'samebits_reduce_arrays: the root is', 'a root that is no rank', __LINE__)
    call samebits_allreduce_array(x(1:0), result, op, comm, ierror)
    call expect(MPI_ERR_COUNT, 'no rank holds an element', 'an operator without an identity', __LINE__)
    call samebits_set(comm, 'arithmetic', 'exakt', ierror)
    call expect(MPI_ERR_ARG, 'samebits_set: arithmetic=exakt is not accepted', 'an unknown arithmetic', __LINE__)
    call samebits_set(comm, 'report', '1', ierror)
    call expect(MPI_ERR_ARG, 'samebits_set: report cannot be set', 'an unknown choice', __LINE__)
  end subroutine

  subroutine on_one_rank()
    integer :: n(2), room

    n = [2, merge(4, 3, here)]
    call samebits_allreduce_arrays(x, n, results, MPI_SUM, comm, ierror)
    call expect(MPI_ERR_COUNT, words('samebits_allreduce_arrays: local has 5 elements, and n adds up to 6'), &
                'lengths that are too long', __LINE__)
    n = [merge(-1, 2, here), merge(6, 3, here)]
    call samebits_allreduce_arrays(x, int(n, int64), results, MPI_SUM, comm, ierror)
    call expect(MPI_ERR_COUNT, words('the share of array 1 has -1 elements'), 'a negative length', __LINE__)
    room = merge(1, 2, here)
    call samebits_allreduce_arrays(x, [2, 3], results(1:room), MPI_SUM, comm, ierror)
    call expect(MPI_ERR_COUNT, words('results has 1 elements; there are 2 arrays'), 'too little room', __LINE__)
    room = merge(0, 2, here)
    call samebits_reduce_arrays(x, [2, 3], results(1:room), MPI_SUM, wrong, comm, ierror)
    call expect(MPI_ERR_COUNT, words('results has 0 elements'), 'no room on the root', __LINE__)
    ! Only the root needs room.
    room = merge(2, 0, here)
    call samebits_reduce_arrays(x, [2, 3], results(1:room), MPI_SUM, wrong, comm, ierror)
    call expect(MPI_SUCCESS, '', 'no room where none is needed', __LINE__)
    call samebits_reduce_array(x, result, MPI_SUM, merge(-7, wrong, here), comm, ierror)
    call expect(MPI_ERR_ROOT, words('the root is -7'), 'no root on one rank', __LINE__)
    if (world_size == 1) return
    call samebits_allreduce_array(x, result, pick(here, MPI_PROD, MPI_SUM), comm, ierror)
    call expect(MPI_ERR_OP, 'op=MPI_PROD); ', 'another operator', __LINE__)
  end subroutine

  function pick(first, one, other)
    logical, intent(in) :: first
    HANDLE_OF(MPI_Op), intent(in) :: one, other
    HANDLE_OF(MPI_Op) :: pick

    pick = other
    if (first) pick = one
  end function

  subroutine regions()
    call samebits_allreduce_region(x, 5 * world_rank + 2, result, MPI_SUM, comm, ierror)
    call expect(MPI_ERR_COUNT, 'samebits_allreduce_region: no rank holds element 1', 'a gap', __LINE__)
    call samebits_allreduce_region(x, merge(0, 5 * world_rank + 1, here), result, MPI_SUM, comm, ierror)
    call expect(MPI_ERR_ARG, words('the share begins at index 0; the first index is 1'), &
                'an index that is too small', __LINE__)
    call samebits_allreduce_region(x(1:merge(5, 0, world_rank == 0)), -huge(1_int64), result, MPI_SUM, comm, ierror)
    call expect(MPI_ERR_ARG, merge('begins at index -922337', 'rank 0 cannot take part', world_rank == 0), &
                'the smallest index', __LINE__)
    call samebits_allreduce_region(x(1:merge(5, 0, world_rank == 0)), merge(1, -9, world_rank == 0), result, &
                                   MPI_SUM, comm, ierror)
    call expect(MPI_SUCCESS, '', 'an empty share anywhere', __LINE__)
    if (world_size > 1) then
      call samebits_reduce_region(x, world_rank + 1, result, MPI_SUM, 0, comm, ierror)
      call expect(MPI_ERR_COUNT, 'ranks 0 and 1 both hold element 2', 'an overlap', __LINE__)
    end if
    call plans_of_regions()
  end subroutine

  subroutine plans_of_regions()
    integer(int64) :: starts(2)
    type(samebits_plan) :: plan

    starts = [2 * world_rank + 1, 3 * world_rank + 3]
    call samebits_plan_regions(starts, [2_int64, 3_int64], x(1), MPI_SUM, comm, plan, ierror)
    call expect(MPI_ERR_COUNT, 'samebits_plan_regions: array 2: no rank holds elements 1 to 2', &
                'a gap in the second array', __LINE__)
    call samebits_plan_regions(starts(1:merge(1, 2, here)), [2_int64, 0_int64], x(1), MPI_SUM, comm, plan, ierror)
    call expect(MPI_ERR_ARG, words('starts has 1 elements, and n has 2'), 'too few starts', __LINE__)
    call samebits_plan_allreduce(plan, x, results, ierror)
    call check(ierror == MPI_ERR_ARG .and. handled == 0, 'a plan that was not made', HERE)
    call samebits_plan_free(plan, ierror)
    call expect(MPI_SUCCESS, '', 'freeing it', __LINE__)
  end subroutine

  subroutine plans()
    type(samebits_plan) :: plan
    real(sp) :: single(5), totals(2)
    complex(dp) :: wide(5), sums(2)

    call samebits_plan_arrays([merge(-3, 2, here), 3], x(1), MPI_SUM, comm, plan, ierror)
    call expect(MPI_ERR_COUNT, words('samebits_plan_arrays: the share of array 1 has -3 elements'), &
                'a plan of a negative length', __LINE__)
    call samebits_plan_arrays([2, 3], x(1), MPI_SUM, comm, plan, ierror)
    call expect(MPI_SUCCESS, '', 'a plan', __LINE__)

    call samebits_plan_allreduce(plan, x(1:merge(4, 5, here)), results, ierror)
    call expect(MPI_ERR_COUNT, words('samebits_plan_allreduce: local has 4 elements; the plan is for 5'), &
                'too few elements for a plan', __LINE__)
    call samebits_plan_allreduce(plan, x, results(1:merge(1, 2, here)), ierror)
    call expect(MPI_ERR_COUNT, words('results has 1 elements; there are 2 arrays'), 'too little room for a plan', __LINE__)
    call samebits_plan_reduce(plan, x, results, world_size, ierror)
    call expect(MPI_ERR_ROOT, 'samebits_plan_reduce: the root is', 'a root that is no rank', __LINE__)

    single = 1
    totals = -1
    call samebits_plan_allreduce(plan, single, totals, ierror)
    call check(all(totals == -1), 'totals of another kind', HERE)
    call expect(MPI_ERR_TYPE, 'the plan was made for elements of another type', 'another kind', __LINE__)
    wide = 1
    sums = -1
    if (here) then
      call samebits_plan_reduce(plan, wide, sums, wrong, ierror)
    else
      call samebits_plan_reduce(plan, x, results, wrong, ierror)
    end if
    call check(all(sums == -1), 'sums of another type', HERE)
    call expect(MPI_ERR_TYPE, 'another type', 'another type on the root', __LINE__)

    call samebits_plan_allreduce(plan, x, results, ierror)
    call check(all(results == [3 * world_size, 12 * world_size]), 'the plan after its errors', HERE)
    call expect(MPI_SUCCESS, '', 'the plan after its errors', __LINE__)
    call samebits_plan_free(plan, ierror)
    call expect(MPI_SUCCESS, '', 'freeing a plan', __LINE__)
  end subroutine

#if defined(BINDING_F08)
  ! The error handler has the error; nothing else does.
  subroutine without_ierror()
    type(samebits_plan) :: plan

    call samebits_allreduce_array(x, result, MPI_OP_NULL, comm)
    call check(handled == 1 .and. result == -1, 'no operator, no ierror', HERE)
    call samebits_set(comm, 'report', '1')
    call check(handled == 2, 'an unknown choice, no ierror', HERE)
    call samebits_plan_arrays([5], x(1), MPI_SUM, comm, plan)
    call samebits_plan_reduce(plan, x(1:4), results, 0)
    call check(handled == 3, 'too few elements for a plan, no ierror', HERE)
    call samebits_plan_reduce(plan, x, results, 0)
    call samebits_plan_free(plan)
    call check(results(1) == merge(15 * world_size, -1, world_rank == 0), 'a plan, no ierror', HERE)
    handled = 0
    results = -1
    call samebits_reduce_region(x, int(5 * world_rank + 1, int64), result, MPI_SUM, 0, comm)
    call check(result == merge(15 * world_size, -1, world_rank == 0), 'a region, no ierror', HERE)
    result = -1
  end subroutine
#endif

  subroutine no_communicator()
    integer :: class, code

    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, code)
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, code)
    call samebits_allreduce_array(x, result, MPI_SUM, MPI_COMM_NULL, ierror)
    call MPI_Error_class(ierror, class, code)
    call check(class == MPI_ERR_COMM .and. result == -1, 'MPI_COMM_NULL', HERE)
    call samebits_allreduce_array(x, result, MPI_SUM, MPI_COMM_SELF, ierror)
    call check(ierror == MPI_SUCCESS .and. result == 15, 'MPI_COMM_SELF', HERE)
  end subroutine

end subroutine
