#!/usr/bin/env bash
# A linker for rustc whose programs run with glibc 2.28 or newer: zig's, which knows the symbols of
# every version. ZIG is the command.
#
# zig would link its own unwinder in place of libgcc_s. What unwinds through the library, a C++
# exception of the program's, has to meet one unwinder on its way.
set -euo pipefail
# This machine's libgcc_s may itself need a newer glibc, which is no matter of the program's.
arguments=("-Wl,--allow-shlib-undefined")
for argument; do
    case $argument in
    -lgcc_s) arguments+=("$(gcc -print-file-name=libgcc_s.so.1)") ;;
    *) arguments+=("$argument") ;;
    esac
done
exec "${ZIG:?}" cc -target "$(uname -m)-linux-gnu.2.28" "${arguments[@]}"
