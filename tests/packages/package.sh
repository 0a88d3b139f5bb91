# What the scripts share: installing into a folder of their own, building programs and
# seeing that the sums of a program are ours. Sourced; starting ranks and the checks are
# those of the behaviour tests.
# shellcheck shell=bash disable=SC2034,SC2154
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${tests%/tests/packages}
# shellcheck source=c_tests/behaviour/lib.sh
. "$root/c_tests/behaviour/lib.sh"

# Nor may it decide where things are installed or found. (make hands on its variables.)
unset PREFIX DESTDIR LIBDIR INCLUDEDIR DATADIR MAKEFLAGS MAKEOVERRIDES
unset CMAKE_PREFIX_PATH PKG_CONFIG_PATH samebits_ROOT samebits_DIR

# For builds that show that something builds, where optimising would show nothing more. Crates of the
# library that the command needs too are compiled once.
not_optimised=(CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=false COMMAND_PROFILE=release)

# for_wheel FOLDER TREE: the source archive that is unpacked in TREE is compiled, and linked, as for a
# wheel, into FOLDER: once, whoever does it.
for_wheel() {
    local linker
    linker=CARGO_TARGET_$(uname -m | tr '[:lower:]' '[:upper:]')_UNKNOWN_LINUX_GNU_LINKER
    ZIG=$(echo "$root"/target/wheel-tools/lib/python3*/site-packages/ziglang/zig)
    export WHEEL=$1 CARGO_TARGET_DIR=$1 ZIG "$linker=$2/scripts/zig_cc.sh" "${not_optimised[@]}"
}

# step WHAT COMMAND...: a step that the rest needs; on failure the script ends.
step() {
    local what=$1
    shift
    "$@" >step.txt 2>&1 && return
    fail "$what" "that it succeeds" "$(tail -n 40 step.txt)"
    exit 1
}

# install_to PREFIX [VAR=VALUE]...
install_to() {
    local to=$1
    shift
    step "installing" env "$@" PREFIX="$to" "$root/scripts/install.sh"
}

# source_tree FOLDER: a copy of what samebits is built and installed from, and a cargo beside it
# that takes the library under test and what lies in build/ for what it has built, and notes how often
# it has to.
source_tree() {
    mkdir -p "$1" bin
    cp -r "$root"/{Cargo.toml,Cargo.lock,Makefile,build.rs,cmake,crates,docs,examples,fortran} \
        "$root"/{include,package,scripts,src} "$root"/{README,CHANGELOG,CONTRIBUTING}.md "$root"/LICENSE* "$1"
    mkdir -p "$1/tests"
    cp -r "$root/tests/conformance" "$1/tests"
    : >cargo-calls.txt
    cat >bin/cargo <<EOF
#!/bin/sh
[ "\$1" != --version ] || { echo "cargo 99.0.0"; exit; }
echo "\$*" >>"$PWD/cargo-calls.txt"
echo '{"filenames":["$TEST_LIBRARY","$math_library","$root/build/samebits"]}'
EOF
    printf '#!/bin/sh\necho rustc 99.0.0\n' >bin/rustc
    chmod +x bin/*
    export CARGO="$PWD/bin/cargo" RUSTC="$PWD/bin/rustc"
}

# The compilers and launchers of this MPI by the names that others know them by.
# (MPICH's launcher looks for its helpers beside itself.)
plain_names() {
    local tool
    mkdir -p bin
    for tool in mpicc mpicxx mpifort mpiexec mpirun; do
        printf '#!/bin/sh\nexec %s.%s "$@"\n' $tool "$TEST_MPI" >bin/$tool
        chmod +x bin/$tool
    done
    export PATH=$PWD/bin:$PATH
}

# builds: how often cargo was called to build the libraries.
builds() { grep -c -e --release cargo-calls.txt; }

# dead_links FOLDER: links in its pages that lead to no file
dead_links() {
    local page link
    find "$1" -name '*.md' | while read -r page; do
        awk '/^ *```/ { code = !code } !code' "$page" | grep -oE '\]\([^) ]+\)' |
            sed -E 's/^..//; s/[#)].*//' | while read -r link; do
            [[ $link = *://* ]] || [ -e "${page%/*}/$link" ] || echo "$page: $link"
        done
    done
}

# What pkg-config knows the MPI library by.
declare -A packages=([openmpi]=ompi-c [mpich]=mpich)
mpi_package=${packages[$TEST_MPI]}

# The number of the version, for the names of libraries.
version=$(sed -n 's/^version *= *"\([^"]*\)".*/\1/p' "$root/Cargo.toml")
soname=libsamebits.so.${version%%.*}
math_soname=libsamebits_math.so.${version%%.*}
math_library=$root/build/libsamebits_math.so

# ours WHAT PROGRAM [VAR=VALUE]...: its MPI_Allreduce is samebits'.
ours() {
    launch 3 "${@:3}" -- "$2"
    succeeded "$1"
}

# ours_exp WHAT [VAR=VALUE]... [COMMAND...] PROGRAM: the exp of programs/math.c is ours. The argument is one
# for which glibc 2.36 rounds in the other direction.
ours_exp() {
    alone "${@:2}" -0x1.0e9ae2627e1p-2
    succeeded "$1"
    equal "$1: exp" 0x1.8919630179a29p-1 "$(cat out)"
}

# linked_ours WHAT PROGRAM: and samebits is linked, once, in front of every MPI library.
linked_ours() {
    local libraries
    libraries=$(readelf -d "$2" | sed -nE 's/.*\(NEEDED\).*\[(lib(samebits|mpi).*)\]/\1/p')
    equal "$1: the first library of samebits and MPI" "$soname" "$(head -n 1 <<<"$libraries")"
    equal "$1: how often samebits is linked" 1 "$(grep -c samebits <<<"$libraries")"
    ours "$1" "$2"
}

# consumer WHAT PREFIX LANGUAGES MPI|samebits [CMAKE-ARGUMENT]...: somebody's CMake
# project, which looks for this one first, is built and each of its programs run. (Without a
# PREFIX the arguments say where samebits is.)
consumer() {
    local what=$1 built=0 program
    step "$what: configuring" cmake -S "$tests/consumer" -B "build-$what" \
        -DCMAKE_PREFIX_PATH="$2" -DLANGUAGES="$3" -DFIRST="$4" -DMPI_PACKAGE="$mpi_package" "${@:5}"
    step "$what: building" cmake --build "build-$what"
    for program in "build-$what"/programs/*; do
        linked_ours "$what: ${program##*/}" "./$program"
        built=$((built + 1))
    done
    [ "$built" -ge 2 ] || fail "$what" "programs" "$built of them"
}
