! Two ways to compute the same, in turn, in one run.
module turns
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  use mpi
  implicit none
  private
  public :: take_turns, numbers, start_turns

  abstract interface
    subroutine work()
    end subroutine
  end interface

  integer, parameter :: MOST = 20000
  real(real64), save :: duration
  character(len=:), allocatable, save :: beginning
  integer, save :: rank

contains

  ! Only the rows whose titles begin so are measured.
  subroutine start_turns(seconds, wanted)
    real(real64), intent(in) :: seconds
    character(len=*), intent(in) :: wanted
    integer :: ranks, ierror

    duration = seconds
    beginning = wanted
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
    if (rank > 0) return
    print '(i0, a)', ranks, ' ranks; microseconds of the slowest one'
    print '(a34, 2(a12, a12, a8))', '', 'theirs, min', 'ours, min', 'ratio', 'median', 'median', 'ratio'
  end subroutine

  ! Both compute results, which differ by at most a few units in the last place.
  subroutine take_turns(title, theirs, ours, their_results, our_results)
    character(len=*), intent(in) :: title
    procedure(work) :: theirs, ours
    real(real64), intent(in) :: their_results(:), our_results(:)
    real(real64), allocatable :: times(:, :)
    real(real64) :: begin
    integer :: turn, done, last, ierror

    if (index(title, beginning) /= 1) return
    allocate (times(2, MOST))
    begin = MPI_Wtime()
    last = MOST
    turn = 0
    do while (turn < last)
      turn = turn + 1
      times(1, turn) = time_of(theirs)
      times(2, turn) = time_of(ours)
      if (turn == 1) then
        if (any(abs(their_results - our_results) > 4 * spacing(our_results))) then
          write (error_unit, '(2a)') trim(title), ': the results differ'
          call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
        end if
      end if
      if (mod(turn, 8) == 0) then
        done = merge(turn, 0, MPI_Wtime() - begin > duration)
        call MPI_Bcast(done, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
        if (done > 0) last = turn
      end if
    end do
    call show(title, slowest(times(:, :last)))
  end subroutine

  real(real64) function time_of(do_it)
    procedure(work) :: do_it
    integer :: ierror

    call PMPI_Barrier(MPI_COMM_WORLD, ierror)
    call PMPI_Barrier(MPI_COMM_WORLD, ierror)
    time_of = MPI_Wtime()
    call do_it()
    time_of = MPI_Wtime() - time_of
  end function

  function slowest(times) result(of_all)
    real(real64), intent(in) :: times(:, :)
    real(real64) :: of_all(size(times, 1), size(times, 2))
    integer, allocatable :: whole(:)
    integer :: ierror

    allocate (whole(size(times)))
    whole = nint(reshape(times, [size(times)]) * 1.0e9_real64)
    call PMPI_Allreduce(MPI_IN_PLACE, whole, size(whole), MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierror)
    of_all = reshape(whole * 1.0e-3_real64, shape(times))
  end function

  subroutine show(title, times)
    character(len=*), intent(in) :: title
    real(real64), intent(in) :: times(:, :)
    real(real64) :: least(2), middle(2)
    integer :: k

    do k = 1, 2
      least(k) = minval(times(k, :))
      middle(k) = median(times(k, :))
    end do
    if (rank == 0) print '(a34, 2(2f12.2, f8.2))', &
      title, least, least(2) / least(1), middle, middle(2) / middle(1)
  end subroutine

  ! Half of the values are at most so large.
  real(real64) function median(values)
    real(real64), intent(in) :: values(:)
    real(real64) :: low, high
    integer :: step

    low = minval(values)
    high = maxval(values)
    do step = 1, 50
      median = (low + high) / 2
      if (2 * count(values <= median) >= size(values)) then
        high = median
      else
        low = median
      end if
    end do
  end function

  ! Of both signs and six decimal magnitudes, others on each rank.
  function numbers(n) result(values)
    integer, intent(in) :: n
    real(real64) :: values(n), exponents(n)
    integer :: seed_size

    call random_seed(size=seed_size)
    call random_seed(put=spread(4711 + rank, 1, seed_size))
    call random_number(values)
    call random_number(exponents)
    values = (values - 0.3_real64) * 10**(6 * exponents - 3)
  end function
end module
