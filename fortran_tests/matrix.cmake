# In which circumstances the cases run. Every pair of values of two columns is in a row,
# which is looked at here, and on more than one rank unless one rank is part of the pair.
#
#   binding   mpifh, module, f08
#   mode      preload, link
#   ranks     those of this MPI
#   policy    plain; strict: SAMEBITS_ARITHMETIC=tree and SAMEBITS_UNSUPPORTED=error
#   schedule  auto, slices
#
# Without samebits (none) the cases are right by themselves, which depends on little: a row
# for each binding. (MPICH polls without yielding: three ranks on two cores take long.)
if(SAMEBITS_MPI STREQUAL "openmpi")
  set(MATRIX
    "mpifh  preload 1 strict auto"
    "mpifh  link    2 plain  slices"
    "mpifh  link    3 strict slices"
    "mpifh  preload 5 strict auto"
    "module link    1 plain  auto"
    "module link    2 strict auto"
    "module preload 3 plain  slices"
    "module link    5 plain  auto"
    "f08    preload 1 plain  slices"
    "f08    preload 2 plain  slices"
    "f08    link    3 strict auto"
    "f08    link    5 plain  slices")
  set(MATRIX_NONE "mpifh 3" "module 2" "f08 5")
else()
  set(MATRIX
    "mpifh  link    1 strict auto"
    "mpifh  link    2 plain  slices"
    "mpifh  preload 3 strict auto"
    "module preload 1 plain  slices"
    "module link    2 strict auto"
    "module preload 3 plain  slices"
    "f08    link    1 plain  auto"
    "f08    preload 2 strict slices"
    "f08    link    3 plain  auto")
  set(MATRIX_NONE "mpifh 2" "module 2" "f08 2")
endif()

# Sets the values of a row, separated by blanks, to the variables that are named.
macro(samebits_columns row)
  string(REGEX REPLACE " +" ";" columns "${row}")
  foreach(variable IN ITEMS ${ARGN})
    list(POP_FRONT columns ${variable})
  endforeach()
endmacro()

function(samebits_look_for_pairs)
  set(columns_0 mpifh module f08)
  set(columns_1 preload link)
  set(columns_2 ${SAMEBITS_PROCS})
  set(columns_3 plain strict)
  set(columns_4 auto slices)
  set(covered)
  foreach(row IN LISTS MATRIX)
    samebits_columns("${row}" value_0 value_1 value_2 value_3 value_4)
    foreach(i RANGE 3)
      math(EXPR next "${i} + 1")
      foreach(j RANGE ${next} 4)
        if(value_2 GREATER 1 OR i EQUAL 2 OR j EQUAL 2)
          list(APPEND covered "${value_${i}} and ${value_${j}}")
        endif()
      endforeach()
    endforeach()
  endforeach()
  foreach(i RANGE 3)
    math(EXPR next "${i} + 1")
    foreach(j RANGE ${next} 4)
      foreach(value IN LISTS columns_${i})
        foreach(other IN LISTS columns_${j})
          if(NOT "${value} and ${other}" IN_LIST covered)
            message(FATAL_ERROR "MATRIX has no row with ${value} and ${other}")
          endif()
        endforeach()
      endforeach()
    endforeach()
  endforeach()
endfunction()
samebits_look_for_pairs()
