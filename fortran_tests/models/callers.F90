! The modules called as the models call them: the same keywords, orders, shapes, kinds and declarations,
! with reals of 8 bytes by default in what MOM6 compiles so. Elements are small integers, whose sums
! are known; what hostile ones give, the other tests show.
#include "binding.h"
module callers
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use MOM_coms, only: num_PEs
  use MOM_coms, only: reproducing_sum, reproducing_sum_EFP, EFP_to_real, real_to_EFP, EFP_real_diff
  use MOM_coms, only: EFP_type, operator(+), operator(-), assignment(=), EFP_sum_across_PEs
  use MOM_coms, only: query_EFP_overflow_error, reset_EFP_overflow_error
  use shr_reprosum_mod, only: shr_reprosum_calc, shr_reprosum_tolExceeded, &
                              shr_reprosum_reldiffmax, shr_reprosum_recompute
  use harness, only: check
  use mpi, only: MPI_COMM_WORLD
  use stand_in, only: fatal_message
  implicit none
  private
  public :: models_callers

  integer, parameter :: r8 = selected_real_kind(12)
  integer, parameter :: NI = 4, NJ = 3, NK = 5

  ! As the control structures of MOM6 keep them.
  type :: control
    type(EFP_type) :: mass_prev, water_in
    type(EFP_type), dimension(2) :: iterations
  end type

contains

  subroutine models_callers()
    call check(kind(1.0) == r8, 'reals of 8 bytes', HERE)
    call cam()
    call fv()
    call mediator()
    call homme()
    call energy_statistics()
    call means_of_rows()
    call means_of_layers()
    call stocks()
    call arrays_of_EFP()
    call check(fatal_message == '', fatal_message, HERE)
  end subroutine

  ! Means over the physics grid: more columns than there are, and the check of the tolerance.
  subroutine cam()
    integer, parameter :: nlcols = 6, nflds = 3
    integer :: ifld, count
    real(r8), allocatable :: xfld(:, :)
    real(r8) :: arr_gmean(nflds), rel_diff(2, nflds), flash_freq(2, 5:7), wrk2(1)
    logical :: exceeded

    allocate (xfld(nlcols, nflds))
    count = 4
    do ifld = 1, nflds
      xfld(:, ifld) = ifld
    end do
    shr_reprosum_reldiffmax = 1.0e-8_r8
    call shr_reprosum_calc(xfld, arr_gmean, count, nlcols, nflds, &
                           gbl_count=count * num_PEs(), commid=MPI_COMM_WORLD, rel_diff=rel_diff)
    call check(all(nint(arr_gmean) == [4, 8, 12] * num_PEs()), 'gmean', HERE)
    exceeded = shr_reprosum_tolExceeded('gmean', nflds, .true., 6, rel_diff)
    call check(.not. exceeded .and. .not. shr_reprosum_recompute, 'gmean/tolerance', HERE)
    shr_reprosum_reldiffmax = -1

    flash_freq = 2
    call shr_reprosum_calc(flash_freq, wrk2, 6, 6, 1, commid=MPI_COMM_WORLD)
    call check(nint(wrk2(1)) == 12 * num_PEs(), 'chunks', HERE)
  end subroutine

  ! Sums over a row of points of two components at once, and into a part of an array.
  subroutine fv()
    real(r8) :: uva(NI, NK, 2), uvs(NK, 2), rel_diff(2, NK, 2), n_pole(9), sum(2)

    uva(:, :, 1) = 1
    uva(:, :, 2) = -3
    call shr_reprosum_calc(uva, uvs, NI, NI, 2 * NK, gbl_count=NI, commid=MPI_COMM_WORLD, rel_diff=rel_diff)
    call check(all(nint(uvs(:, 1)) == NI * num_PEs()) .and. all(nint(uvs(:, 2)) == -3 * NI * num_PEs()), &
               'poles', HERE)
    n_pole = 1
    sum = 0
    call shr_reprosum_calc(n_pole, sum(2:2), 2, 9, 1, gbl_count=9, commid=MPI_COMM_WORLD)
    call check(all(nint(sum) == [0, 2 * num_PEs()]), 'a pole', HERE)
  end subroutine

  subroutine mediator()
    real(r8), allocatable :: local_summands(:, :)
    real(r8) :: global_sums(2)

    allocate (local_summands(NI, 2), source=1.0_r8)
    call shr_reprosum_calc(arr=local_summands, arr_gsum=global_sums, nsummands=NI, dsummands=NI, nflds=2, &
                           commid=MPI_COMM_WORLD)
    call check(all(nint(global_sums) == NI * num_PEs()), 'a mediator', HERE)
  end subroutine

  subroutine homme()
    real(c_double) :: send(NI, NJ), recv(NJ)

    send = 2
    call compose_repro_sum(send, recv, NI, NJ, MPI_COMM_WORLD)
    call check(all(nint(recv) == 2 * NI * num_PEs()), 'from C', HERE)
  end subroutine

  subroutine compose_repro_sum(send, recv, nlocal, nfld, comm) bind(c)
    use shr_reprosum_mod, only: repro_sum => shr_reprosum_calc
    integer(kind=c_int), value, intent(in) :: nlocal, nfld, comm
    real(kind=c_double), intent(in) :: send(nlocal, nfld)
    real(kind=c_double), intent(out) :: recv(nfld)

    call repro_sum(send, recv, nlocal, nlocal, nfld, commid=comm)
  end subroutine

  ! MOM6's and SIS2's statistics: sums of layers, sums on this PE that are added up together, and
  ! budgets that are kept in extended fixed point from call to call.
  subroutine energy_statistics()
    type(control), pointer :: CS
    type(EFP_type) :: mass_EFP, mass_chg_EFP
    type(EFP_type), dimension(3) :: EFP_list
    real, dimension(NI, NJ, NK) :: tmp1
    real, dimension(NI, NJ) :: water
    real :: mass_tot, mass_lay(NK), mass_anom
    integer :: isr, ier, jsr, jer, call_number

    allocate (CS)
    isr = 2
    ier = NI
    jsr = 1
    jer = NJ
    tmp1 = 1.0
    water = 2.0
    do call_number = 1, 2
      mass_tot = reproducing_sum(tmp1, isr, ier, jsr, jer, sums=mass_lay, EFP_sum=mass_EFP, unscale=2.0)
      EFP_list(1) = reproducing_sum_EFP(water, isr, ier, jsr, jer, only_on_PE=.true.)
      EFP_list(2) = reproducing_sum_EFP(tmp1(:, :, 2), isr, ier, jsr, jer, only_on_PE=.true., unscale=4.0)
      EFP_list(3) = real_to_EFP(real(call_number))
      call EFP_sum_across_PEs(EFP_list, 3)
      if (call_number == 1) then
        CS%mass_prev = mass_EFP
        CS%water_in = real_to_EFP(0.0)
      end if
      CS%water_in = CS%water_in + EFP_list(1)
      mass_chg_EFP = mass_EFP - CS%mass_prev
      mass_anom = EFP_to_real(mass_chg_EFP - CS%water_in)
      CS%mass_prev = mass_EFP
    end do
    call check(nint(mass_tot) == 9 * NK * num_PEs() .and. all(nint(mass_lay) == 9 * num_PEs()), 'mass', HERE)
    call check(nint(EFP_to_real(EFP_list(2))) == 4 * 9 * num_PEs(), 'a layer, unscaled', HERE)
    call check(nint(EFP_to_real(EFP_list(3))) == 2 * num_PEs(), 'a number of each PE', HERE)
    call check(nint(mass_anom) == -36 * num_PEs(), 'a budget', HERE)
    call check(abs(EFP_real_diff(CS%mass_prev, mass_EFP)) <= 0, 'no change', HERE)

    CS%iterations(:) = real_to_EFP(0.0)
    CS%iterations(1) = CS%iterations(1) + real_to_EFP(real(NJ))
    CS%iterations(2) = CS%iterations(2) + real_to_EFP(1.0)
    call EFP_sum_across_PEs(CS%iterations, 2)
    call check(nint(EFP_to_real(CS%iterations(1)) / EFP_to_real(CS%iterations(2))) == NJ, 'iterations', HERE)
    deallocate (CS)
  end subroutine

  ! Arrays that begin elsewhere, and of which a part is summed.
  subroutine means_of_rows()
    type(EFP_type), allocatable, dimension(:) :: asum, mask_sum
    real :: array(NI, -1:NJ + 2)
    integer :: i, j

    array = 0.0
    array(:, 1:NJ) = 3.0
    call reset_EFP_overflow_error()
    allocate (asum(-1:NJ + 2), mask_sum(-1:NJ + 2))
    do j = -1, NJ + 2
      asum(j) = real_to_EFP(0.0)
      mask_sum(j) = real_to_EFP(0.0)
    end do
    do i = 1, NI
      do j = 1, NJ
        asum(j) = asum(j) + real_to_EFP(array(i, j) * j)
        mask_sum(j) = mask_sum(j) + real_to_EFP(1.0)
      end do
    end do
    call EFP_sum_across_PEs(asum(1:NJ), NJ)
    call EFP_sum_across_PEs(mask_sum(1:NJ), NJ)
    call check(.not. query_EFP_overflow_error(), 'no overflow', HERE)
    do j = 1, NJ
      call check(nint(EFP_to_real(asum(j)) / EFP_to_real(mask_sum(j))) == 3 * j, 'the mean of a row', HERE)
    end do
    ! Checksums take parts of arrays by their bounds.
    call check(nint(reproducing_sum(array(2:3, 1:NJ))) == 6 * NJ * num_PEs(), 'a part', HERE)
  end subroutine

  subroutine means_of_layers()
    call of_layers(NK)
  end subroutine

  subroutine of_layers(nz)
    integer, intent(in) :: nz
    type(EFP_type) :: laysums(2 * nz)
    real, dimension(NI, NJ, nz) :: temperature, weight
    real :: global_temp_scalar, global_weight_scalar
    integer :: k

    weight = 2.0
    do k = 1, nz
      temperature(:, :, k) = k * weight(:, :, k)
    end do
    global_temp_scalar = reproducing_sum(temperature, EFP_lay_sums=laysums(1:nz), only_on_PE=.true., unscale=8.0)
    global_weight_scalar = reproducing_sum(weight, EFP_lay_sums=laysums(nz + 1:2 * nz), only_on_PE=.true., &
                                           unscale=8.0)
    call check(nint(global_temp_scalar / global_weight_scalar) == (nz + 1) / 2, 'on this PE', HERE)
    call EFP_sum_across_PEs(laysums, 2 * nz)
    do k = 1, nz
      call check(nint(EFP_to_real(laysums(k)) / EFP_to_real(laysums(nz + k))) == k, 'the mean of a layer', HERE)
    end do
  end subroutine

  subroutine stocks()
    type(EFP_type), dimension(4) :: values
    integer :: ranks

    call tracer_stocks(values(2:))
    values(1) = real_to_EFP(0.0)
    call EFP_sum_across_PEs(values, 4)
    call check(nint(EFP_to_real(values(4))) == 3 * num_PEs(), 'stocks', HERE)
    ranks = num_PEs()
    call check(abs(EFP_to_real(values(1))) <= 0 .and. ranks > 0, 'no stock', HERE)
  end subroutine

  subroutine tracer_stocks(stocks)
    type(EFP_type), dimension(:), intent(out) :: stocks
    integer :: m

    do m = 1, size(stocks)
      stocks(m) = real_to_EFP(real(m))
    end do
  end subroutine

  ! Assignments of whole structures and of overlapping parts.
  subroutine arrays_of_EFP()
    type(EFP_type) :: a(4)
    type(control) :: first, second
    integer :: m

    call tracer_stocks(a)
    a(2:4) = a(1:3)
    call check(all([(nint(EFP_to_real(a(m))), m=1, 4)] == [1, 1, 2, 3]), 'parts that overlap', HERE)
    a(1) = a(1)
    a(4) = a(4) + a(4)
    call check(nint(EFP_to_real(a(1))) == 1 .and. nint(EFP_to_real(a(4))) == 6, 'itself', HERE)
    first%mass_prev = a(4)
    second = first
    first%mass_prev = a(1)
    call check(nint(EFP_to_real(second%mass_prev)) == 6, 'a copy', HERE)
    call check(abs(EFP_to_real(second%water_in)) <= 0, 'a copy of what was not assigned', HERE)
  end subroutine
end module
