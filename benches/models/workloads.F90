! What models sum, each by the published algorithm and by the modules of ../../fortran/models.
module workloads
  use, intrinsic :: iso_fortran_env, only: real64
  use extended_fixed_point
  use integer_vectors
  use turns
  use mpi
  use MOM_coms, only: reproducing_sum, EFP_type, operator(+), assignment(=), real_to_EFP, EFP_to_real, &
                      EFP_list_sum_across_PEs
  use shr_reprosum_mod, only: shr_reprosum_calc
  implicit none
  private
  public :: field, layers, rows, fields
  integer, parameter :: HALO = 4

contains

  ! A field without its halo.
  subroutine field(ni, nj)
    integer, intent(in) :: ni, nj
    real(real64), allocatable :: a(:, :)
    real(real64), target :: theirs(1), ours(1)
    character(len=34) :: title

    a = reshape(numbers((ni + 2 * HALO) * (nj + 2 * HALO)), [ni + 2 * HALO, nj + 2 * HALO])
    write (title, '(a, i0, "x", i0)') 'reproducing_sum ', ni, nj
    call take_turns(title, their_sum, our_sum, theirs, ours)

  contains

    subroutine their_sum()
      theirs(1) = fixed_point_sum(a, HALO + 1, HALO + ni, HALO + 1, HALO + nj, MPI_COMM_WORLD)
    end subroutine

    subroutine our_sum()
      ours(1) = reproducing_sum(a, HALO + 1, HALO + ni, HALO + 1, HALO + nj)
    end subroutine
  end subroutine

  ! The sum of each layer.
  subroutine layers(ni, nj, nk)
    integer, intent(in) :: ni, nj, nk
    real(real64), allocatable :: a(:, :, :)
    real(real64), target :: theirs(nk), ours(nk)
    real(real64) :: all_layers
    character(len=34) :: title

    allocate (a(ni + 2 * HALO, nj + 2 * HALO, nk))
    a = reshape(numbers(size(a)), shape(a))
    write (title, '(a, i0, 2("x", i0))') 'layers ', ni, nj, nk
    call take_turns(title, their_sums, our_sums, theirs, ours)

  contains

    subroutine their_sums()
      call fixed_point_sums(a, HALO + 1, HALO + ni, HALO + 1, HALO + nj, theirs, MPI_COMM_WORLD)
    end subroutine

    subroutine our_sums()
      all_layers = reproducing_sum(a, HALO + 1, HALO + ni, HALO + 1, HALO + nj, sums=ours)
    end subroutine
  end subroutine

  ! Elements that are added to numbers in fixed point one by one.
  subroutine rows(ni, nj)
    integer, intent(in) :: ni, nj
    real(real64), allocatable :: a(:, :)
    real(real64), target :: theirs(nj), ours(nj)
    character(len=34) :: title

    a = reshape(numbers(ni * nj), [ni, nj])
    write (title, '(a, i0, "x", i0)') 'real_to_EFP, + ', ni, nj
    call take_turns(title, their_rows, our_rows, theirs, ours)

  contains

    subroutine their_rows()
      call fixed_point_rows(a, 1, ni, 1, nj, theirs, MPI_COMM_WORLD)
    end subroutine

    subroutine our_rows()
      type(EFP_type) :: row(nj)
      integer :: i, j

      do j = 1, nj
        row(j) = real_to_EFP(0.0_real64)
        do i = 1, ni
          row(j) = row(j) + real_to_EFP(a(i, j))
        end do
      end do
      call EFP_list_sum_across_PEs(row, nj)
      do j = 1, nj
        ours(j) = EFP_to_real(row(j))
      end do
    end subroutine
  end subroutine

  subroutine fields(n, many)
    integer, intent(in) :: n, many
    real(real64), allocatable :: a(:, :)
    real(real64), target :: theirs(many), ours(many)
    character(len=34) :: title

    a = reshape(numbers(n * many), [n, many])
    write (title, '(a, i0, "x", i0)') 'shr_reprosum_calc ', n, many
    call take_turns(title, their_sums, our_sums, theirs, ours)

  contains

    subroutine their_sums()
      call integer_vector_sums(a, theirs, n, many, MPI_COMM_WORLD)
    end subroutine

    subroutine our_sums()
      call shr_reprosum_calc(a, ours, n, n, many, commid=MPI_COMM_WORLD)
    end subroutine
  end subroutine
end module
