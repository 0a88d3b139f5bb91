# Tests that run unmodified MPI programs under a launcher, without samebits and
# with it, preloaded and linked. Included by c_tests/, fortran_tests/, tests/python/
# and tests/abi/, whose build trees are configured once for each MPI with
#
#   SAMEBITS_MPI       which MPI it is, see below
#   SAMEBITS_LIBRARY   the libsamebits.so to test
#   SAMEBITS_LAUNCHER  its mpiexec, where it is none of Debian's
#
# and that MPI's wrapper compilers.

set(SAMEBITS_MPIS openmpi mpich openmpi5 mpich5 mpich5_abi intel intel_abi smpi)
list(JOIN SAMEBITS_MPIS ", " accepted)
set(SAMEBITS_MPI "" CACHE STRING "one of ${accepted}")
set(SAMEBITS_LIBRARY "" CACHE FILEPATH "the libsamebits.so to test")

if(NOT SAMEBITS_MPI IN_LIST SAMEBITS_MPIS)
  message(FATAL_ERROR "SAMEBITS_MPI is \"${SAMEBITS_MPI}\"; accepted: ${accepted}")
endif()
if(NOT EXISTS "${SAMEBITS_LIBRARY}")
  message(FATAL_ERROR "SAMEBITS_LIBRARY is \"${SAMEBITS_LIBRARY}\", which does not exist; run `make build`")
endif()
if(SAMEBITS_MPI STREQUAL "smpi")
  find_program(SAMEBITS_LAUNCHER NAMES smpirun REQUIRED)
else()
  find_program(SAMEBITS_LAUNCHER NAMES mpiexec.${SAMEBITS_MPI} mpiexec REQUIRED)
endif()

# Ranks may outnumber the cores; in a container the tests may run as root.
# That the programs are right without samebits is seen under Debian's MPIs, and so is what
# does not depend on the MPI: schedules, arithmetics, how a program was built. Under the
# others there is a sample.
set(SAMEBITS_SAMPLE ON)
set(SAMEBITS_PROCS 2 3)
set(SAMEBITS_MODES preload link)
if(SAMEBITS_MPI MATCHES "^(openmpi|mpich)$")
  set(SAMEBITS_SAMPLE OFF)
  set(SAMEBITS_PROCS 1 2 3)
  set(SAMEBITS_MODES none preload link)
endif()
set(SAMEBITS_LAUNCHER_STYLE hydra)
set(SAMEBITS_LAUNCHER_ENVIRONMENT)
if(SAMEBITS_MPI MATCHES "^openmpi")
  set(SAMEBITS_LAUNCHER_STYLE openmpi)
  set(SAMEBITS_LAUNCHER_ENVIRONMENT
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
    OMPI_MCA_mpi_yield_when_idle=1)
  if(SAMEBITS_MPI STREQUAL "openmpi")
    set(SAMEBITS_PROCS 1 2 3 5)
  else()
    # One node: looking for a network takes each launch of Open MPI 5 a second.
    list(APPEND SAMEBITS_LAUNCHER_ENVIRONMENT OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,sm)
  endif()
elseif(SAMEBITS_MPI MATCHES "^mpich5")
  set(SAMEBITS_LAUNCHER_ENVIRONMENT MPIR_CVAR_CH4_PROGRESS_THROTTLE=1)
elseif(SAMEBITS_MPI MATCHES "^intel")
  set(SAMEBITS_LAUNCHER_ENVIRONMENT I_MPI_FABRICS=shm I_MPI_THREAD_YIELD=2)
  # Its ranks poll: three on two cores take minutes. One program has them, once.
  set(SAMEBITS_PROCS 2)
elseif(SAMEBITS_MPI STREQUAL "smpi")
  # One process, which makes a copy of the library for each rank (docs/simgrid.md): so
  # only programs that are linked with it.
  set(SAMEBITS_PROCS 2 3 5 8)
  set(SAMEBITS_MODES link)
  set(SAMEBITS_LAUNCHER_STYLE smpirun)
  get_filename_component(folder "${SAMEBITS_LIBRARY}" DIRECTORY)
  set(SAMEBITS_LAUNCHER_ENVIRONMENT LD_LIBRARY_PATH=${folder})
  set(SAMEBITS_PLATFORM ${CMAKE_CURRENT_LIST_DIR}/../../benches/simulated/cluster64.xml)
  set(SAMEBITS_SMPIRUN ${SAMEBITS_LAUNCHER} -quiet -platform ${SAMEBITS_PLATFORM}
    --cfg=smpi/privatization:dlopen --cfg=smpi/privatize-libs:libsamebits.so.0
    --cfg=contexts/factory:ucontext --cfg=smpi/simulate-computation:no --log=root.thres:error)
endif()

# What programs are linked with so that their ranks give their cores to each other while they wait
# (yielding.c), where the MPI library has no setting for it.
set(SAMEBITS_YIELDING)
get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if(SAMEBITS_MPI MATCHES "^mpich" AND "C" IN_LIST languages)
  add_library(samebits_yielding SHARED ${CMAKE_CURRENT_LIST_DIR}/yielding.c)
  target_link_libraries(samebits_yielding PRIVATE ${CMAKE_DL_LIBS})
  # (One word: CMake leaves out a flag that it has seen before.)
  set(SAMEBITS_YIELDING
    "-Wl,--push-state,--no-as-needed,-rpath,${CMAKE_CURRENT_BINARY_DIR},$<TARGET_FILE:samebits_yielding>,--pop-state")
endif()

# What a launcher needs in its environment, in the test of that name. Launches of Open MPI
# that begin and end at the same time make and remove one folder in /tmp, and fail now and
# then: each test has its own.
function(samebits_environment out test)
  set(environment ${SAMEBITS_LAUNCHER_ENVIRONMENT})
  if(SAMEBITS_MPI MATCHES "^openmpi")
    string(MD5 folder ${test})
    string(SUBSTRING ${folder} 0 8 folder)
    set(folder ${CMAKE_BINARY_DIR}/tmp/${folder})
    if(SAMEBITS_MPI STREQUAL "openmpi")
      list(APPEND environment OMPI_MCA_orte_tmpdir_base=${folder})
    else()
      file(MAKE_DIRECTORY ${folder})
      list(APPEND environment TMPDIR=${folder})
    endif()
  elseif(SAMEBITS_MPI STREQUAL "smpi")
    # The copies of all runs have the same names.
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/tmp/${test})
    list(APPEND environment TMPDIR=${CMAKE_BINARY_DIR}/tmp/${test})
  endif()
  set(${out} "${environment}" PARENT_SCOPE)
endfunction()

# The launcher's arguments that start <procs> ranks with these variables.
function(samebits_launch out procs)
  if(SAMEBITS_LAUNCHER_STYLE STREQUAL "smpirun")
    set(${out} ${CMAKE_COMMAND} -E env ${ARGN} ${SAMEBITS_SMPIRUN} -np ${procs} PARENT_SCOPE)
    return()
  endif()
  set(command ${SAMEBITS_LAUNCHER} -n ${procs})
  foreach(setting IN LISTS ARGN)
    if(SAMEBITS_LAUNCHER_STYLE STREQUAL "openmpi")
      list(APPEND command -x ${setting})
    else()
      string(REGEX MATCH "^([^=]*)=(.*)$" matched ${setting})
      list(APPEND command -genv ${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
    endif()
  endforeach()
  set(${out} ${command} PARENT_SCOPE)
endfunction()

# The same over hosts, in a layout as over_hosts.sh has them.
function(samebits_launch_over_hosts out layout)
  string(REGEX REPLACE ":.*" "" sum ${layout})
  string(REPLACE x * sum ${sum})
  math(EXPR procs ${sum})
  samebits_launch(launch ${procs} ${ARGN})
  set(${out} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/over_hosts.sh ${SAMEBITS_MPI} ${layout} ${launch} PARENT_SCOPE)
endfunction()

# samebits_add_test(NAME <name> SOURCES <file>...
#                   [VARIANT <name>]        a further run of the same program
#                   [ENV <VAR=VALUE>...]    in the ranks' environment
#                   [PROCS <p>...]          instead of the MPI's usual numbers
#                   [MODES none|preload|link ...]
#                   [COMPILE_OPTIONS <option>...] [LINK_OPTIONS <option>...]
#                   [TIMEOUT <seconds>])
#
# Adds the tests <name>[.<variant>].<mode>.p<N>. In the mode `none` the program
# runs without the library; a variant that is made by SAMEBITS_ variables makes
# no difference there and is left out. Where there is a sample only, it has no variants,
# the usual numbers of ranks at most, and three linked ranks. A program may say with exit status 77
# that it has nothing to test under this MPI.
function(samebits_add_test)
  cmake_parse_arguments(arg "" "NAME;VARIANT;TIMEOUT"
    "SOURCES;ENV;PROCS;MODES;COMPILE_OPTIONS;LINK_OPTIONS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME OR NOT arg_SOURCES)
    message(FATAL_ERROR "samebits_add_test: NAME and SOURCES are needed; unknown: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(SAMEBITS_SAMPLE AND arg_VARIANT)
    return()
  endif()
  set(title ${arg_NAME})
  if(arg_VARIANT)
    string(APPEND title .${arg_VARIANT})
  endif()
  if(NOT arg_PROCS)
    set(arg_PROCS ${SAMEBITS_PROCS})
  elseif(SAMEBITS_SAMPLE)
    list(FILTER arg_PROCS INCLUDE REGEX "^[123]$")
  endif()
  if(NOT arg_MODES)
    set(arg_MODES ${SAMEBITS_MODES})
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  if(arg_ENV MATCHES "SAMEBITS_")
    list(REMOVE_ITEM arg_MODES none)
  endif()
  if(NOT TARGET ${arg_NAME} AND NOT TARGET ${arg_NAME}.linked)
    # Compiled once, where there are two programs of it.
    if("link" IN_LIST arg_MODES AND NOT arg_MODES STREQUAL "link")
      add_library(${arg_NAME}.objects OBJECT ${arg_SOURCES})
      target_compile_options(${arg_NAME}.objects PRIVATE ${arg_COMPILE_OPTIONS})
      set(arg_SOURCES $<TARGET_OBJECTS:${arg_NAME}.objects>)
    endif()
    # A program that names functions of the library is nothing without it.
    if(NOT arg_MODES STREQUAL "link")
      add_executable(${arg_NAME} ${arg_SOURCES})
    endif()
    if("link" IN_LIST arg_MODES)
      # In front of the MPI library, which the wrapper compiler names last, and
      # kept although no symbol of the program names us.
      add_executable(${arg_NAME}.linked ${arg_SOURCES})
      target_link_libraries(${arg_NAME}.linked PRIVATE
        "-Wl,--push-state,--no-as-needed" ${SAMEBITS_LIBRARY} "-Wl,--pop-state")
    endif()
    foreach(target ${arg_NAME} ${arg_NAME}.linked)
      if(TARGET ${target})
        target_compile_options(${target} PRIVATE ${arg_COMPILE_OPTIONS})
        target_link_options(${target} PRIVATE ${arg_LINK_OPTIONS})
      endif()
    endforeach()
  endif()
  foreach(mode IN LISTS arg_MODES)
    set(target ${arg_NAME})
    if(mode STREQUAL "link")
      set(target ${arg_NAME}.linked)
    endif()
    set(program $<TARGET_FILE:${target}>)
    set(procs ${arg_PROCS})
    if(SAMEBITS_SAMPLE AND mode STREQUAL "link" AND 3 IN_LIST procs)
      set(procs 3)
    endif()
    samebits_add_runs(${title} MODE ${mode} COMMAND ${program}
      ENV ${arg_ENV} PROCS ${procs} TIMEOUT ${arg_TIMEOUT})
  endforeach()
endfunction()

# samebits_add_runs(<title> MODE none|preload|link COMMAND <program> [<arg>...]
#                   PROCS <p>... TIMEOUT <seconds> [ENV <VAR=VALUE>...])
#
# Adds the tests <title>.<mode>.p<N> of a program that is there already.
function(samebits_add_runs title)
  cmake_parse_arguments(arg "" "MODE;TIMEOUT" "COMMAND;ENV;PROCS" ${ARGN})
  set(environment TEST_EXPECT=${arg_MODE} ${arg_ENV})
  if(arg_MODE STREQUAL "preload")
    list(APPEND environment LD_PRELOAD=${SAMEBITS_LIBRARY})
  endif()
  if(NOT 3 IN_LIST SAMEBITS_PROCS) # where three take too long
    list(TRANSFORM arg_PROCS REPLACE "^3$" "2")
    list(REMOVE_DUPLICATES arg_PROCS)
  endif()
  foreach(procs IN LISTS arg_PROCS)
    set(test ${title}.${arg_MODE}.p${procs})
    samebits_launch(launch ${procs} ${environment})
    add_test(NAME ${test} COMMAND ${launch} ${arg_COMMAND})
    samebits_environment(for_launcher ${test})
    set_tests_properties(${test} PROPERTIES
      ENVIRONMENT "${for_launcher}"
      TIMEOUT ${arg_TIMEOUT}
      SKIP_RETURN_CODE 77)
    if(SAMEBITS_MPI STREQUAL "openmpi5") # whose launcher does not always start anything
      set_tests_properties(${test} PROPERTIES
        SKIP_REGULAR_EXPRESSION "PMIx server's listener thread failed to start")
    elseif(SAMEBITS_MPI STREQUAL "smpi") # where the exit status is not every rank's
      set_tests_properties(${test} PROPERTIES FAIL_REGULAR_EXPRESSION "FAILED |Deadlock")
    endif()
  endforeach()
endfunction()
