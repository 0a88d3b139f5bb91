! The elements of c_tests/support/elements.h, as Fortran calls them: what every
! predefined operator makes of every kind of number.
module elements
  use, intrinsic :: iso_c_binding, only: c_int, c_size_t, c_ptr
  implicit none
  public

  enum, bind(C)
    enumerator :: INTEGER_1, INTEGER_2, INTEGER_4, INTEGER_8, INTEGER_16
    enumerator :: UNSIGNED_1, UNSIGNED_2, UNSIGNED_4, UNSIGNED_8
    enumerator :: HALF, SINGLE, DOUBLE, LONG_DOUBLE, BINARY128
  end enum
  enum, bind(C)
    enumerator :: OP_MAX, OP_MIN, OP_SUM, OP_PROD, OP_LAND, OP_BAND, OP_LOR, OP_BOR, OP_LXOR, OP_BXOR, &
                  OP_MINLOC, OP_MAXLOC, OPERATORS
  end enum
  enum, bind(C)
    enumerator :: C_INTEGER, FORTRAN_INTEGER, LOGICAL_TYPE, BYTES, REAL_TYPE, COMPLEX_TYPE, PAIR
  end enum

  type, bind(C) :: element
    integer(c_int) :: shape, value, index
  end type

  interface
    pure integer(c_int) function is_defined(e, operator_kind) bind(C)
      import :: element, c_int
      type(element), intent(in) :: e
      integer(c_int), value :: operator_kind
    end function
    pure integer(c_int) function is_floating(e) bind(C)
      import :: element, c_int
      type(element), intent(in) :: e
    end function
    pure integer(c_size_t) function element_size(e) bind(C)
      import :: element, c_size_t
      type(element), intent(in) :: e
    end function
    subroutine fill_element(e, operator_kind, to, rank, index) bind(C)
      import :: element, c_int, c_size_t, c_ptr
      type(element), intent(in) :: e
      integer(c_int), value :: operator_kind, rank
      type(c_ptr), value :: to
      integer(c_size_t), value :: index
    end subroutine
    subroutine reduce_elements(e, operator_kind, result, contributions, ranks) bind(C)
      import :: element, c_int, c_ptr
      type(element), intent(in) :: e
      integer(c_int), value :: operator_kind, ranks
      type(c_ptr), value :: result, contributions
    end subroutine
  end interface

contains

  ! What the ranks contribute to an element of the vector, as bytes, in rank order.
  subroutine fill_column(e, op, at, ranks, column)
    use, intrinsic :: iso_c_binding, only: c_loc
    use, intrinsic :: iso_fortran_env, only: int8
    type(element), intent(in) :: e
    integer, intent(in) :: op, at, ranks
    integer(int8), intent(out), target :: column(:)
    integer :: rank

    do rank = 0, ranks - 1
      call fill_element(e, int(op, c_int), c_loc(column(1 + rank * int(element_size(e)))), &
                        int(rank, c_int), int(at, c_size_t))
    end do
  end subroutine

  subroutine reduce_column(e, op, column, ranks, right)
    use, intrinsic :: iso_c_binding, only: c_loc
    use, intrinsic :: iso_fortran_env, only: int8
    type(element), intent(in) :: e
    integer, intent(in) :: op, ranks
    integer(int8), intent(in), target :: column(:)
    integer(int8), intent(out), target :: right(:)

    right = 0
    call reduce_elements(e, int(op, c_int), c_loc(right), c_loc(column), int(ranks, c_int))
  end subroutine

end module
