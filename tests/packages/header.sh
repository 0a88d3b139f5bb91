#!/usr/bin/env bash
# The installed header, by itself, has nothing that a compiler would remark on in C99,
# C++98 or anything newer, and may be included twice; so may each of the headers for C++, from C++17
# on, also with OpenMP. (The MPI's own C++ interface, which is long gone from MPI, is left out: Open
# MPI's has.)
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"
install_to "$PWD/prefix"
for file in header.c header.cpp; do
    printf '#include <samebits.h>\n#include <samebits.h>\nint main(void) { return samebits_version() == 0; }\n' >$file
done
for standard in c99 c11 c17; do
    step "$standard" "mpicc.$TEST_MPI" -std=$standard -pedantic -Wall -Wextra -Wstrict-prototypes -Werror \
        -Iprefix/include -fsyntax-only header.c
done
for standard in c++98 c++11 c++20; do
    step "$standard" "mpicxx.$TEST_MPI" -std=$standard -pedantic -Wno-long-long -Wall -Wextra -Werror \
        -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -Iprefix/include -fsyntax-only header.cpp
done
for header in samebits.hpp "samebits/"{accumulator,arrays,element,local,nonblocking,pending,sparse,sums,vector_calls,vectors}.hpp; do
    printf '#include <%s>\n#include <%s>\nint main() { return 0; }\n' "$header" "$header" >header.cpp
    for standard in c++17 "c++20 -fopenmp"; do
        # shellcheck disable=SC2086
        step "$header, $standard" "mpicxx.$TEST_MPI" -std=$standard -pedantic -Wall -Wextra -Wshadow -Wconversion \
            -Werror -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -Iprefix/include -fsyntax-only header.cpp
    done
done
finish
