! The ranks of a layout, as the PE list of the stand-ins, and what its ranks hold.
module communicators
  use mpi
  use layouts
  use stand_in, only: comm
  use values
  implicit none
  private
  public :: enter, leave, with_halo

  integer, public, protected, save :: rank = -1      ! in the layout; -1 outside

contains

  ! Those ranks of MPI_COMM_WORLD that are in it, in one order or in the other.
  logical function enter(this)
    type(layout), intent(in) :: this
    integer :: world, key, color, ierror

    call MPI_Comm_rank(MPI_COMM_WORLD, world, ierror)
    color = merge(1, MPI_UNDEFINED, world < this%ranks)
    key = merge(world, -world, mod(this%px, 2) == 1)
    call MPI_Comm_split(MPI_COMM_WORLD, color, key, comm, ierror)
    enter = comm /= MPI_COMM_NULL
    rank = -1
    if (enter) call MPI_Comm_rank(comm, rank, ierror)
  end function

  subroutine leave()
    integer :: ierror

    if (comm /= MPI_COMM_NULL) call MPI_Comm_free(comm, ierror)
    comm = MPI_COMM_WORLD
  end subroutine

  ! This rank's blocks of several fields.
  function with_halo(fields, this) result(blocks)
    real(dp), intent(in) :: fields(:, :, :)
    type(layout), intent(in) :: this
    real(dp), allocatable :: blocks(:, :, :), first(:, :)
    integer :: k

    first = block_of_field(fields(:, :, 1), this, rank)
    allocate (blocks(size(first, 1), size(first, 2), size(fields, 3)))
    do k = 1, size(fields, 3)
      blocks(:, :, k) = block_of_field(fields(:, :, k), this, rank)
    end do
  end function
end module
