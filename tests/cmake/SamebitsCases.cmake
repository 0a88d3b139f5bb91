# Many programs in one launch: each is a case of one executable (c_tests/support/cases.c),
# and a test of its own that shows what came of it in that launch (cases.sh).

# samebits_add_cases(<name> CASES <source>... [SOURCES <file>...] [LINKED_ONLY] [PRELOADED_ONLY]
#                    [COMPILE_OPTIONS <option>...] [LINK_OPTIONS <option>...])
#
# Makes the executables <name>, and <name>.linked with the library in front. A source
# names a case: sum.c has the case sum. SOURCES are no cases. A case is compiled once for all
# executables of a folder that have no COMPILE_OPTIONS.
function(samebits_add_cases name)
  cmake_parse_arguments(arg "LINKED_ONLY;PRELOADED_ONLY" "" "CASES;SOURCES;COMPILE_OPTIONS;LINK_OPTIONS" ${ARGN})
  set(objects)
  set(table)
  foreach(source IN LISTS arg_CASES)
    get_filename_component(case ${source} NAME_WE)
    set(compiled case.${case})
    if(arg_COMPILE_OPTIONS)
      set(compiled ${name}.${case})
    endif()
    if(NOT TARGET ${compiled})
      add_library(${compiled} OBJECT ${source})
      target_compile_definitions(${compiled} PRIVATE TEST_CASE=case_${case})
      target_compile_options(${compiled} PRIVATE ${arg_COMPILE_OPTIONS})
    endif()
    list(APPEND objects $<TARGET_OBJECTS:${compiled}>)
    string(APPEND table "CASE(${case})\n")
  endforeach()
  file(CONFIGURE OUTPUT tables/${name}/cases_table.h CONTENT "${table}")
  # The main program knows the table, and is one of both executables.
  add_library(${name}.main OBJECT support/cases.c ${arg_SOURCES})
  target_include_directories(${name}.main PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/tables/${name})
  target_compile_options(${name}.main PRIVATE ${arg_COMPILE_OPTIONS})
  set(targets ${name} ${name}.linked)
  if(arg_LINKED_ONLY)
    set(targets ${name}.linked)
  elseif(arg_PRELOADED_ONLY)
    set(targets ${name})
  endif()
  foreach(target IN LISTS targets)
    add_executable(${target} $<TARGET_OBJECTS:${name}.main> ${objects})
    target_link_options(${target} PRIVATE ${arg_LINK_OPTIONS})
    if(target STREQUAL "${name}.linked")
      # In front of the MPI library, see samebits_add_test.
      target_link_libraries(${target} PRIVATE
        "-Wl,--push-state,--no-as-needed" ${SAMEBITS_LIBRARY} "-Wl,--pop-state")
    endif()
  endforeach()
endfunction()

# samebits_run_cases(<name> CASES <case>... MODES none|preload|link... PROCS <p>...
#                    [VARIANT <variant>] [ENV <VAR=VALUE>...] [TIMEOUT <seconds of a case>]
#                    [PROGRAM <target>] [HOSTS <layout>... [LABEL <label>]])
#
# Adds for each mode and number of ranks one launch, the test <name>[.<variant>].<mode>.p<N>,
# and a test <case>[.<variant>].<mode>.p<N> for each case. Chosen by itself (ctest -R) such a
# test launches its case alone. The program is <name>, or another target, or that with .linked
# behind it. With HOSTS the ranks are on several hosts (over_hosts.sh has the layouts, which say how many
# ranks there are): the launches are then called <name>[.<variant>].<mode>.<layout>, with the label hosts
# or another one.
function(samebits_run_cases name)
  cmake_parse_arguments(arg "" "VARIANT;TIMEOUT;PROGRAM;LABEL" "CASES;MODES;PROCS;ENV;HOSTS" ${ARGN})
  if(arg_HOSTS)
    set(arg_PROCS ${arg_HOSTS})
  endif()
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_CASES OR NOT arg_MODES OR NOT arg_PROCS)
    message(FATAL_ERROR "samebits_run_cases: CASES, MODES and PROCS are needed; unknown: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(NOT arg_PROGRAM)
    set(arg_PROGRAM ${name})
  endif()
  if(NOT arg_LABEL)
    set(arg_LABEL hosts)
  endif()
  set(variant)
  if(arg_VARIANT)
    set(variant .${arg_VARIANT})
  endif()
  foreach(mode IN LISTS arg_MODES)
    set(target ${arg_PROGRAM})
    set(environment TEST_EXPECT=${mode} ${arg_ENV})
    if(mode STREQUAL "link")
      set(target ${arg_PROGRAM}.linked)
    elseif(mode STREQUAL "preload")
      list(APPEND environment LD_PRELOAD=${SAMEBITS_LIBRARY})
    endif()
    foreach(procs IN LISTS arg_PROCS)
      if(arg_HOSTS)
        set(run ${variant}.${mode}.${procs})
        samebits_launch_over_hosts(launch ${procs} ${environment})
      else()
        set(run ${variant}.${mode}.p${procs})
        samebits_launch(launch ${procs} ${environment})
      endif()
      list(LENGTH arg_CASES most)
      math(EXPR most "${arg_TIMEOUT} * ${most}")
      foreach(test ${name} ${arg_CASES})
        set(what one)
        set(cases ${test})
        set(limit ${arg_TIMEOUT})
        if(test STREQUAL name)
          set(what all)
          set(cases ${arg_CASES})
          set(limit ${most})
        endif()
        add_test(NAME ${test}${run} COMMAND bash ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/cases.sh ${what}
          ${CMAKE_BINARY_DIR}/cases/${name}${run} ${arg_TIMEOUT}
          ${launch} $<TARGET_FILE:${target}> -- ${cases})
        samebits_environment(for_launcher ${test}${run})
        math(EXPR limit "${limit} + 60")
        set_tests_properties(${test}${run} PROPERTIES
          ENVIRONMENT "${for_launcher}" TIMEOUT ${limit} SKIP_RETURN_CODE 77)
        if(what STREQUAL "one")
          set_tests_properties(${test}${run} PROPERTIES DEPENDS ${name}${run})
        elseif(NOT arg_HOSTS)
          # The longest begin first, so that nothing waits for them at the end.
          set_tests_properties(${test}${run} PROPERTIES COST ${procs}0)
        endif()
        if(arg_HOSTS)
          set_tests_properties(${test}${run} PROPERTIES LABELS ${arg_LABEL})
        endif()
      endforeach()
    endforeach()
  endforeach()
endfunction()
