! The electrostatic potential of a cloud of ions, summed over ranks: what
! sum.c does, in the same order, so that both hand MPI the same contributions.
! The program knows nothing of samebits.
!
!     sum allreduce    MPI_Allreduce
!     sum reduce       MPI_Reduce to rank 0
!     sum roots        MPI_Reduce to each rank in turn
!
! For each reduction it prints a line: a checksum of every bit of the
! potential, and the energy of test charges along the line.
program sum_of_potentials
    use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
    use mpi
    implicit none
    integer, parameter :: points = 4096, ions = 50
    double precision :: contribution(points), potential(points)
    character(len=16) :: which
    integer :: rank, ranks, roots, root, ierr

    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    call contribute()
    call get_command_argument(1, which)
    select case (which)
    case ('allreduce')
        call MPI_Allreduce(contribution, potential, points, MPI_DOUBLE_PRECISION, MPI_SUM, &
                           MPI_COMM_WORLD, ierr)
        if (rank == 0) call print_result()
    case ('reduce', 'roots')
        roots = merge(ranks, 1, which == 'roots')
        do root = 0, roots - 1
            call MPI_Reduce(contribution, potential, points, MPI_DOUBLE_PRECISION, MPI_SUM, root, &
                            MPI_COMM_WORLD, ierr)
            if (rank == root) call print_result()
        end do
    case default
        if (rank == 0) write (error_unit, '(a)') 'usage: sum allreduce|reduce|roots'
        call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
    end select
    call MPI_Finalize(ierr)

contains

    ! Park and Miller's generator: the same numbers in C and in Fortran.
    double precision function uniform(seed)
        integer(int64), intent(inout) :: seed
        seed = mod(seed*48271_int64, 2147483647_int64)
        uniform = real(seed, real64)/2147483647.0d0
    end function

    subroutine contribute()
        integer(int64) :: seed
        double precision :: charge, x, y, z, dx
        integer :: ion, i
        contribution = 0.0d0
        seed = 2025_int64 + 7919_int64*rank
        do ion = 0, ions - 1
            charge = merge(1.0d0, -1.0d0, mod(ion, 2) == 0)
            x = uniform(seed)
            y = uniform(seed)
            z = uniform(seed)
            do i = 0, points - 1
                dx = real(i, real64)/points - x
                contribution(i + 1) = contribution(i + 1) + charge/sqrt(dx*dx + y*y + z*z)
            end do
        end do
    end subroutine

    subroutine print_result()
        double precision :: energy
        integer(int64) :: checksum
        integer :: i
        energy = 0.0d0
        checksum = 0
        do i = 0, points - 1
            energy = energy + merge(potential(i + 1), -potential(i + 1), mod(i, 2) == 0)
            checksum = ieor(ishftc(checksum, 5), transfer(potential(i + 1), checksum))
        end do
        print '(z16.16, 1x, es23.16)', checksum, energy
    end subroutine

end program
