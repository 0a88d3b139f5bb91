# Reductions that go on while their ranks are elsewhere in MPI, and that complete by any call: as the MPI
# library drives them where it can, over hosts, or on one node if it is told to (SAMEBITS_PROGRESS), and otherwise.
#
#   SAMEBITS_EXHAUSTIVE  each rank sits in each call during each kind of reduction of each size, and there are
#                        10,000 random programs; else there is a sample of both
option(SAMEBITS_EXHAUSTIVE "all ways to sit in other calls, and 10,000 random programs" OFF)
set(sample TEST_PROGRAMS=60 TEST_CALLS=30)
set(limit TIMEOUT 300)
if(SAMEBITS_EXHAUSTIVE)
  set(limit TIMEOUT 1800)
  set(sample TEST_PROGRAMS=10000 TEST_CALLS=30 TEST_ALL=1)
endif()

set(sitting messages completions collectives communicators windows files)
list(TRANSFORM sitting PREPEND sit_in_)
set(under_way outstanding freed_communicators random_requests)
set(sources ${under_way})
list(APPEND sources ${sitting})
list(TRANSFORM sources REPLACE "^sit_in_" "sitting/sit_in_")
list(TRANSFORM sources APPEND .c)
samebits_add_cases(driven CASES ${sources} SOURCES sitting/sitting.c)
samebits_add_test(NAME threads_by_turns SOURCES threads_by_turns.c PROCS 2 MODES preload)
samebits_add_test(NAME ends_at_once SOURCES ends_at_once.c PROCS 2 3 MODES preload)
samebits_add_test(NAME ends_at_once VARIANT first SOURCES ends_at_once.c PROCS 2 MODES preload ENV TEST_NUMBER=1)

# Where the MPI library drives them; the report counts them.
set(driven)
set(says)
set(always)
if(SAMEBITS_MPI MATCHES "^(openmpi|openmpi5|mpich5)$")
  set(driven TEST_DRIVEN=1)
  set(says SAYS "driven by the MPI library")
  set(always SAMEBITS_PROGRESS=always TEST_DRIVEN=1)
endif()
# (Debian leaves out what Open MPI needs for one-sided calls over TCP.)
set(tcp)
if(SAMEBITS_MPI STREQUAL "openmpi")
  set(tcp OMPI_MCA_osc=pt2pt)
endif()

# As it is by default, on one node.
if(NOT SAMEBITS_SAMPLE)
  samebits_run_cases(driven CASES ${sitting} outstanding freed_communicators MODES preload PROCS 2)
endif()
# Driven there.
if(driven)
  samebits_run_cases(driven VARIANT always CASES ${sitting} ${under_way} MODES preload PROCS 2
    ENV ${always} ${sample} ${limit} ${says})
  foreach(program threads_by_turns threads_by_request ends_at_once)
    samebits_add_runs(${program}.always MODE preload COMMAND $<TARGET_FILE:${program}> PROCS 2 TIMEOUT 120
      ENV ${always})
  endforeach()
  samebits_add_runs(ends_at_once.first_always MODE preload COMMAND $<TARGET_FILE:ends_at_once> PROCS 2 TIMEOUT 120
    ENV ${always} TEST_NUMBER=1)
  samebits_add_test(NAME outstanding_by_pmpi SOURCES outstanding.c PROCS 2 MODES preload
    COMPILE_OPTIONS -DBY_PMPI ENV ${always})
  target_link_libraries(outstanding_by_pmpi PRIVATE ${CMAKE_DL_LIBS})
endif()
if(SAMEBITS_MPI STREQUAL "mpich5") # which makes no progress in some calls (stalls_mpich)
  samebits_run_cases(driven VARIANT none CASES sit_in_windows MODES preload PROCS 2 ENV SAMEBITS_PROGRESS=none)
  samebits_run_cases(driven VARIANT none CASES sit_in_windows MODES preload HOSTS 2x1 ENV SAMEBITS_PROGRESS=none)
endif()

# driven_over_hosts(<layout>...): the cases, and in the last one the programs that start MPI or end it in ways
# of their own.
function(driven_over_hosts)
  samebits_run_cases(driven CASES ${sitting} outstanding freed_communicators MODES preload HOSTS ${ARGN}
    ENV ${driven} ${tcp} ${says})
  samebits_run_cases(driven VARIANT sample CASES random_requests MODES preload HOSTS ${ARGN} ENV ${driven} ${sample}
    ${limit})
  list(POP_BACK ARGN layout)
  foreach(program threads_by_turns threads_by_request ends_at_once)
    set(test ${program}.preload.${layout})
    samebits_launch_over_hosts(launch ${layout} TEST_EXPECT=preload LD_PRELOAD=${SAMEBITS_LIBRARY})
    add_test(NAME ${test} COMMAND bash ${launch} $<TARGET_FILE:${program}>)
    samebits_environment(for_launcher ${test})
    set_tests_properties(${test} PROPERTIES
      ENVIRONMENT "${for_launcher}" TIMEOUT 120 SKIP_RETURN_CODE 77 LABELS hosts)
  endforeach()
endfunction()
if(SAMEBITS_MPI STREQUAL "openmpi")
  driven_over_hosts(4x1 2x2)
elseif(NOT SAMEBITS_MPI MATCHES "_abi$")
  driven_over_hosts(2x1)
endif()
if(SAMEBITS_EXHAUSTIVE)
  set(layouts 2x1)
  if(SAMEBITS_MPI STREQUAL "openmpi")
    set(layouts 4x1 1+2+1 2x2:cyclic)
  endif()
  samebits_run_cases(driven VARIANT all CASES ${sitting} MODES preload HOSTS ${layouts} ENV ${driven} ${tcp} ${sample}
    ${limit})
  samebits_run_cases(driven VARIANT all CASES ${sitting} MODES preload PROCS 2 ENV ${always} ${sample} ${limit})
  set_tests_properties(driven.all.preload.p2 PROPERTIES LABELS hosts) # whose part is exhaustive
endif()
add_dependencies(hosts driven threads_by_turns threads_by_request ends_at_once)
