! A field that is cut into blocks, as models cut the ocean: each rank has a block with a halo of NaNs.
module layouts
  use values
  use mpi
  implicit none
  private
  public :: NI, NJ, HALO, whole_field, layout, next_layout, block_of_field, flat

  integer, parameter :: NI = 37, NJ = 23, HALO = 2

  ! The ranks 0 to ranks - 1 in px columns and py rows.
  type :: layout
    integer :: ranks = 0, px = 0, py = 0
  end type

  interface flat
    module procedure flat_2d, flat_3d
  end interface

contains

  ! Numbers of 300 binary magnitudes, of which most of the sum cancels; subnormals and ties.
  function whole_field(number) result(field)
    integer, intent(in) :: number
    real(dp) :: field(NI, NJ)
    integer :: i, j, k

    do j = 1, NJ
      do i = 1, NI
        k = (j - 1) * NI + i + 1000 * number
        field(i, j) = (1 + mod(k * 7919, 4099) / 4096.0_dp) * 2.0_dp**(mod(k * 37, 301) - 150)
        if (mod(k, 2) == 0) field(i, j) = -field(i, j)
        if (mod(k, 11) == 0) field(i, j) = mod(k, 5) * tiny(1.0_dp) * epsilon(1.0_dp)
      end do
    end do
    do i = 1, NI - 1, 2
      field(i + 1, 7:12) = -field(i, 7:12)
    end do
    field(3, 7) = field(3, 7) * (1 + epsilon(1.0_dp))
  end function

  ! From one layout to the next: each number of ranks, in each way. false after the last one.
  logical function next_layout(most, this)
    integer, intent(in) :: most
    type(layout), intent(inout) :: this

    do
      if (this%px == this%ranks) this = layout(this%ranks + 1, 0, 0)
      this%px = this%px + 1
      next_layout = this%ranks <= most
      if (mod(this%ranks, this%px) == 0) exit
    end do
    this%py = this%ranks / this%px
  end function

  ! The block of a rank, with its halo.
  function block_of_field(field, this, rank) result(block)
    real(dp), intent(in) :: field(NI, NJ)
    type(layout), intent(in) :: this
    integer, intent(in) :: rank
    real(dp), allocatable :: block(:, :)
    integer :: is, ie, js, je, x, y

    x = mod(rank, this%px)
    y = rank / this%px
    is = x * NI / this%px + 1
    ie = (x + 1) * NI / this%px
    js = y * NJ / this%py + 1
    je = (y + 1) * NJ / this%py
    allocate (block(ie - is + 1 + 2 * HALO, je - js + 1 + 2 * HALO), source=quiet_nan())
    block(HALO + 1:HALO + ie - is + 1, HALO + 1:HALO + je - js + 1) = field(is:ie, js:je)
  end function

  function flat_2d(field) result(elements)
    real(dp), intent(in) :: field(:, :)
    real(dp) :: elements(size(field))

    elements = reshape(field, [size(field)])
  end function

  function flat_3d(field) result(elements)
    real(dp), intent(in) :: field(:, :, :)
    real(dp) :: elements(size(field))

    elements = reshape(field, [size(field)])
  end function
end module
