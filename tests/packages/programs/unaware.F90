! What unaware.c does, in Fortran.
program unaware
  use, intrinsic :: iso_c_binding
  use mpi
  implicit none

  interface
    function dlsym(handle, name) bind(c)
      import :: c_ptr, c_funptr, c_char
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr) :: dlsym
    end function
  end interface
  abstract interface
    function counter() bind(c)
      import :: c_int64_t
      integer(c_int64_t) :: counter
    end function
  end interface

  double precision, parameter :: contributions(0:2) = [1d0, 1d300, -1d300]
  double precision :: total
  integer(c_int64_t) :: seen, ours
  integer :: rank, ranks, ierror
  logical :: wrong

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  if (ranks /= 3) then
    print *, 'started on', ranks, 'ranks, and not on 3'
    call MPI_Abort(MPI_COMM_WORLD, 2, ierror)
  end if
  total = 0
  call MPI_Allreduce(contributions(rank), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, &
                     MPI_COMM_WORLD, ierror)

  seen = counted('samebits_calls_intercepted')
  ours = counted('samebits_calls_reproduced')
  wrong = total /= 1 .or. seen /= 1 .or. ours /= 1
  if (wrong) print *, 'the sum is', total, ', and not 1; of one call samebits saw', seen, &
    'and evaluated', ours
  call MPI_Finalize(ierror)
  if (wrong) stop 1

contains

  function counted(name)
    character(*), intent(in) :: name
    integer(c_int64_t) :: counted
    type(c_funptr) :: found
    procedure(counter), pointer :: read_counter

    counted = -1
    found = dlsym(c_null_ptr, name // c_null_char) ! the null pointer is RTLD_DEFAULT
    if (.not. c_associated(found)) return
    call c_f_procpointer(found, read_counter)
    counted = read_counter()
  end function
end program
