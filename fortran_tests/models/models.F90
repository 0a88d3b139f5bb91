! The modules for models (../../fortran/models), on each number of ranks up to that of this launch and
! in each layout of them. Exact sums do not depend on the policy.
program models
  use callers, only: models_callers
  use harness
  implicit none

  call start()
  call efp_numbers_test()
  call models_callers()
  call mom_sums_test(world_size)
  call parts_of_fields_test(world_size)
  call fms_sums_test(world_size)
  call shr_sums_test(world_size)
  call finish()
end program
