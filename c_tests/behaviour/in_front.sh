#!/usr/bin/env bash
# Whoever keeps the program's calls from coming to samebits is named, once, and so is the MPI
# library where samebits was loaded behind it; who hands them on is not. Where no call comes at
# all, MPI_Init and MPI_Finalize among them, the report says why there is nothing in it.
set -u
. "$(dirname "$0")/lib.sh"
tool=$programs/libtool.so
looks_up=$programs/libtool_looking_up.so
hands_on=$programs/libtool_handing_on.so
mpi=$(ldd "$programs/sum" | sed -nE 's|.*=> (/[^ ]*/libmpi[^ /]*) .*|\1|p' | head -n 1)

# start LIBRARIES PROGRAM [ARG]...: with a report
start() {
    rm -f report.txt
    launch 2 ${1:+"LD_PRELOAD=$1"} SAMEBITS_REPORT=report.txt -- "${@:2}"
}

undisturbed() { # undisturbed WHAT: the program does what it should
    succeeded "$1"
    equal "$1: the sums" "$(printf 'rank %d has the sum 3\n' 0 1)" "$(grep 'has the sum' out | sort)"
}

named() { # named WHAT TEXT...: one line, with these texts
    undisturbed "$1"
    equal "$1: lines of samebits" 1 "$(said | wc -l)"
    contains "$1" "$(said)" "${@:2}"
}

reported() { # reported WHAT TEXT...: in the report, which has a line alone
    equal "$1: lines in the report" 1 "$(grep -v '^samebits report: ' report.txt | wc -l)"
    contains "$1: the report" "$(cat report.txt)" "${@:2}"
}

# Tools that pass everything on to PMPI_: not one call reaches samebits, but MPI_Init_thread.
# From the first it is seen when it is loaded, from the second when nothing has come.
before="$tool intercepts MPI_Allreduce before samebits"
start "$tool:$TEST_LIBRARY" "$programs/sum"
named "a tool" "$before and calls PMPI_Allreduce itself" "not reproducible"
reported "a tool" "samebits: no report: $before"
start "$tool:$TEST_LIBRARY" "$programs/sum" thread
named "a tool, MPI_Init_thread" "$before and calls PMPI_Allreduce itself"
reported "a tool, MPI_Init_thread" "  no reduction of this rank was intercepted: $before"

before="$looks_up intercepts MPI_Allreduce before samebits, and passes none of these calls on"
start "$looks_up:$TEST_LIBRARY" "$programs/sum"
named "a tool that looks functions up" "$before" "not reproducible"
reported "a tool that looks functions up" "samebits: no report: $before"
start "$looks_up:$TEST_LIBRARY" "$programs/sum" thread reduce
succeeded "a tool that looks functions up, MPI_Init_thread"
contains "a tool that looks functions up, MPI_Init_thread" "$(said)" "$before"
reported "a tool that looks functions up, MPI_Init_thread" "was intercepted: $before"

# One that is a part of the program comes before all that is preloaded.
start "$TEST_LIBRARY" "$programs/sum_with_tool"
named "a tool in the program" "$programs/sum_with_tool intercepts MPI_Allreduce before samebits" \
    "It is linked into the program: link it as a shared library, with libsamebits.so before it"
reported "a tool in the program" "samebits: no report: $programs/sum_with_tool intercepts"

start "$TEST_LIBRARY" "$programs/sum_by_pmpi"
named "a program that calls PMPI_" "nothing is reproducible" "calls the PMPI_ functions itself"
reported "a program that calls PMPI_" "samebits: no report: the program" "calls the PMPI_ functions itself"
start "$TEST_LIBRARY" "$programs/sum_looked_up"
named "a program that looks MPI up" "nothing is reproducible" "looked up MPI's functions in the MPI library"
reported "a program that looks MPI up" "samebits: no report: the program" "looked up MPI's functions"
start "$TEST_LIBRARY" "$programs/mpi_inside"
succeeded "a program with MPI in it"
contains "a program with MPI in it" "$(said)" "nothing is reproducible: the MPI library is linked into the program statically"
reported "a program with MPI in it" "samebits: no report: the MPI library is linked into the program statically"
# A wrong value, which no call has come to be stopped by.
launch 2 "$with" SAMEBITS_REPORT=1 SAMEBITS_ARITHMETIC=exat -- "$programs/sum_by_pmpi"
undisturbed "a program that calls PMPI_, and a wrong value"
contains "a program that calls PMPI_, and a wrong value" "$(said)" "SAMEBITS_ARITHMETIC=exat is not accepted"

start "$mpi:$TEST_LIBRARY" "$programs/sum"
named "the MPI library in front" "loaded after the MPI library ($mpi)" "not reproducible"
reported "the MPI library in front" "samebits: no report: loaded after the MPI library ($mpi)"

ours() { # ours WHAT CALLS PRELOADED PROGRAM [ARG]...: nothing is said, and the calls were ours
    start "${@:3}"
    succeeded "$1"
    silent "$1"
    equal "$1: calls that were ours" "$2" "$(rows report.txt | grep -cE '^made reproducible: (MPI_A|samebits_a)llreduce')"
}
ours "a tool behind" 1 "$TEST_LIBRARY:$tool" "$programs/sum"
ours "the MPI library behind" 1 "$TEST_LIBRARY:$mpi" "$programs/sum"
ours "a tool that hands on" 1 "$hands_on:$TEST_LIBRARY" "$programs/sum"
launch 2 LD_PRELOAD="$hands_on:$TEST_LIBRARY" -- "$programs/nothing"
succeeded "a tool that hands on, and no reduction"
silent "a tool that hands on, and no reduction"

# A program that gets the library late, by a plug-in whose direct calls work.
plugin=$programs/libplugin.so
for way in "local before" "global after"; do
    # shellcheck disable=SC2086 # two words
    ours "a plug-in, $way" 1 "" "$programs/plugs_in" "$plugin" $way
    undisturbed "a plug-in, $way"
done
launch 2 SAMEBITS_VERBOSE=0 -- "$programs/plugs_in" "$plugin" global before unused
succeeded "a plug-in that is not used"
silent "a plug-in that is not used"

# No MPI program, though an MPI library is loaded into it.
alone LD_PRELOAD="$tool:$TEST_LIBRARY" SAMEBITS_REPORT=1 bash -c 'echo a | cat'
succeeded "a shell with a tool"
equal "a shell with a tool" "$(printf 'stdout: a\nstderr: ')" "$(both)"
finish
