#!/usr/bin/env bash
# Under valgrind: no access to memory that is not ours, and none left behind at
# MPI_Finalize but the tables of the process. Errors count where a frame of
# samebits is in their stack; not those inside the MPI library's own MPI_Init and
# MPI_Finalize, and inside what makes communicators for the program, which only pass through us, nor
# those of its MPIX_Alltoallv_init, which leaks whoever calls it.
#
# valgrind computes long double in 64 bits and knows no sticky floating-point
# flags, so the programs that test those are not among these.
set -u
. "$(dirname "$0")/lib.sh"
limit=400

if [ "$TEST_MPI" != openmpi ]; then
    echo "skipped: MPICH polls without yielding; this is done under Open MPI"
    exit 77
fi
if ! command -v valgrind >/dev/null; then
    echo "skipped: valgrind is not installed"
    [ "${CI:-}" != true ] || exit 1
    exit 77
fi

# Bytes that may stay: the library in use, its name and path, and the tables of
# its datatypes and operators.
tables=8192

# One line for each error in valgrind's XML that is ours: its kind, what it says,
# the innermost frames. The size of what is still reachable is summed up at the end.
ours() {
    awk '
        function value(line) { sub(/^ *<[^>]*>/, "", line); sub(/<.*/, "", line); return line }
        /^<error>/ { error = 1; mine = passing = frames = 0; what = where = "" }
        error && /<kind>/ { kind = value($0) }
        error && /<what>|<text>/ { what = value($0) }
        error && /<leakedbytes>/ { bytes = value($0) }
        error && /<obj>/ { object = value($0) }
        error && /<obj>.*\/libsamebits\.so</ { mine = 1 }
        error && /<fn>(P?MPI_Init|P?MPI_Init_thread|ompi_mpi_init|ompi_mpi_finalize|P?MPIX_Alltoallv_init|P?MPI_Comm_(dup|split)|P?MPI_Intercomm_(create|merge))</ &&
            object ~ /\/libmpi\.so/ { passing = 1 }
        error && /<fn>/ && frames++ < 12 { where = where " < " value($0) }
        /^<\/error>/ {
            error = 0
            if (!mine || passing) next
            if (kind == "Leak_StillReachable") kept += bytes
            else print kind ": " what where
        }
        END { print "still reachable: " kept + 0 }' "$1"
}

check() { # check WHAT PROGRAM [ARG]... [-- VAR=VALUE...]: a program of c_tests, on two ranks
    local what=$1 file kept command=("$programs/../../$2")
    shift 2
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        command+=("$1")
        shift
    done
    rm -f ./*.xml
    launch 2 "$with" TEST_EXPECT=preload "${@:2}" -- valgrind --xml=yes --xml-file=%p.xml \
        --leak-check=full --show-leak-kinds=all --num-callers=40 "${command[@]}"
    succeeded "$what"
    equal "$what: files of valgrind" 2 "$(compgen -G '*.xml' | wc -l)"
    for file in *.xml; do
        contains "$what: valgrind came to its end" "$(tail -n 3 "$file")" "</valgrindoutput>"
        ours "$file" >errors
        kept=$(sed -n 's/^still reachable: //p' errors)
        equal "$what: errors" "" "$(grep -v '^still reachable' errors)"
        [ "$kept" -gt 0 ] && [ "$kept" -le "$tables" ] ||
            fail "$what: bytes still reachable" "1 to $tables" "$kept"
    done
}

cases=(sum product integers user_operator absolute_addresses communicators errors)
check "reductions" reductions 390 "${cases[@]}"
equal "reductions: cases that passed" "${#cases[@]}" "$(grep -c '^==== passed' out)"
check "threads" threads
check "errors of direct calls" array_errors.linked
check "partials merged by the MPI library" behaviour/programs/direct -- SAMEBITS_SCHEDULE=native
check "layouts in slices" reductions 390 layouts -- SAMEBITS_SCHEDULE=slices
# A kind of call each, with strings and tables of their own.
check "a report" behaviour/programs/kinds world self split reversed -- \
    SAMEBITS_REPORT=report.txt SAMEBITS_VERBOSE=1
finish
