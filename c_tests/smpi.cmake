# The tests under SimGrid's SMPI, on a simulated cluster: a sample of the others, linked,
# at numbers of ranks that no machine here has. Left out is what
#   - SMPI 3.32 does not have: sessions, threads, MPI_Comm_idup (newer_functions), datatypes by
#     precision and range (errors), C++'s complex numbers, for which its header names symbols that
#     it does not declare (cxx)
#   - ends it: an operator that it does not know on a datatype (every_pair), traps of the
#     floating-point units, in which it computes times (environment)
#   - is seen from outside the process, where the ranks are processes: policies that
#     differ, ranks that die, memory (behaviour/, many_communicators)
#   - does not depend on the MPI library: distributions, bounds, how programs are built,
#     stub drivers of GPUs

samebits_add_test(NAME sum_exact SOURCES sum.c)
samebits_add_test(NAME sum_exact VARIANT slices SOURCES sum.c PROCS 3 8 ENV SAMEBITS_SCHEDULE=slices)
samebits_add_test(NAME sum_exact VARIANT tree SOURCES sum.c PROCS 3 8
  ENV SAMEBITS_ARITHMETIC=tree TEST_ARITHMETIC=tree)
samebits_add_test(NAME sum_exact VARIANT binned SOURCES sum.c PROCS 3 8
  ENV SAMEBITS_ARITHMETIC=binned TEST_ARITHMETIC=binned:3)
samebits_add_test(NAME many_ranks SOURCES many_ranks.c PROCS 64)
samebits_add_test(NAME product SOURCES product.c)
samebits_add_test(NAME extrema SOURCES extrema.c PROCS 3)
samebits_add_test(NAME locations SOURCES locations.c PROCS 3)
samebits_add_test(NAME long_double SOURCES long_double.c PROCS 3)
samebits_add_test(NAME integers SOURCES integers.c PROCS 3)
samebits_add_test(NAME user_operator SOURCES user_operator.c)
samebits_add_test(NAME layouts SOURCES layouts.c PROCS 3)
samebits_add_test(NAME absolute_addresses SOURCES absolute_addresses.c PROCS 3)
samebits_add_test(NAME arrays SOURCES arrays.c support/array_driver.c)
samebits_add_test(NAME arrays VARIANT threads SOURCES arrays.c support/array_driver.c
  ENV SAMEBITS_THREADS=3 PROCS 3)
samebits_add_test(NAME arrays VARIANT native SOURCES arrays.c support/array_driver.c
  ENV SAMEBITS_SCHEDULE=native PROCS 5)
samebits_add_test(NAME plans SOURCES plans.c support/array_driver.c)
samebits_add_test(NAME array_errors SOURCES array_errors.c PROCS 3)
samebits_add_test(NAME accumulators SOURCES accumulators.c PROCS 2 3)
samebits_add_test(NAME communicators SOURCES communicators.c)
samebits_add_test(NAME by_request SOURCES by_request.c PROCS 3)
samebits_add_test(NAME simulated_requests SOURCES simulated_requests.c PROCS 3)
samebits_add_test(NAME uncovered SOURCES uncovered.c PROCS 3)
samebits_add_test(NAME exceptions SOURCES exceptions.cpp PROCS 3)

# Where ranks go on with their reductions in the calls that complete these (behaviour.simulated asks the
# report whether they do).
function(driven name procs)
  samebits_add_runs(${name}.driven MODE link COMMAND $<TARGET_FILE:${name}.linked>
    ENV SAMEBITS_PROGRESS=always PROCS ${procs} TIMEOUT 120)
endfunction()
driven(by_request 3)
driven(communicators 3)
driven(locations 3)
driven(simulated_requests 8)

# What is said there (behaviour/simulated.sh), by programs that are linked with samebits in
# front of SMPI and behind it.
function(said_program name)
  add_executable(${name} behaviour/programs/sum.c)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/programs)
  target_link_libraries(${name} PRIVATE "-Wl,--push-state,--no-as-needed" ${ARGN} "-Wl,--pop-state")
endfunction()
said_program(sum ${SAMEBITS_LIBRARY})
said_program(behind simgrid ${SAMEBITS_LIBRARY})
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/run)
add_test(NAME behaviour.simulated
  COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/behaviour/simulated.sh
  WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/run)
samebits_environment(for_launcher behaviour.simulated)
set_tests_properties(behaviour.simulated PROPERTIES
  ENVIRONMENT "TEST_MPI=smpi;TEST_LAUNCHER=${SAMEBITS_LAUNCHER};TEST_LAUNCHER_STYLE=smpirun;TEST_LIBRARY=${SAMEBITS_LIBRARY};TEST_PROGRAMS=${CMAKE_CURRENT_BINARY_DIR}/programs;TEST_PLATFORM=${SAMEBITS_PLATFORM};${for_launcher}"
  TIMEOUT 120)
