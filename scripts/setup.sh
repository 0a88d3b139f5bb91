#!/usr/bin/env bash
# Sees to it that what samebits needs is on the machine:
#
#     scripts/setup.sh [--check] build|test|lint|dist|deb|wheel|test-packages|aarch64|mpis|smpi|demo|
#                      programs|tune|bench|bench-kernels|plots|docs|browser|plugins|test-plugins|
#                      petscs|math|conformance|cluster|make|test-all ...
#
# What is missing is installed with apt (as root or through sudo). With --check, and where there is no
# apt, it is named, with what it is for and how to install it, and nothing is done. With nothing
# missing this takes a moment and prints nothing. test-all is what all parts of `make test-all` need.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

rust_version=$(sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' Cargo.toml)
missing=()  # what is missing, in words
packages=() # the Debian packages that bring it; in capitals: see install

need() { # need NAME PURPOSE "PACKAGE ..." CHECK [ARGUMENT ...]
    local name=$1 purpose=$2 brought_by
    read -ra brought_by <<<"$3"
    shift 3
    "$@" >/dev/null 2>&1 && return
    name=$(printf '%-46s %s' "$name" "$purpose")
    [[ " ${missing[*]} " != *" $name "* ]] || return 0 # test and demo share some
    missing+=("$name")
    packages+=("${brought_by[@]}")
}

have() { # have COMMAND ...
    local command
    for command; do
        command -v "$command" || return 1
    done
}

# gcc comes without the C library's headers and start files where recommended
# packages are not installed, so only a program that links shows that it works.
can_link() { # can_link COMPILER LANGUAGE
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' |
        "$1" -x "$2" -o /dev/null -
}

has_file() { # has_file PATTERN ...
    local pattern
    for pattern; do
        compgen -G "$pattern" && return
    done
    return 1
}

# Kokkos by itself, or Trilinos'; distributions that have neither do without.
kokkos_package() {
    local package
    for package in libkokkos-dev libtrilinos-kokkos-dev; do
        [ -z "$(LC_ALL=C apt-cache policy "$package" 2>/dev/null | sed -n 's/ *Candidate: //p' | grep -v none)" ] ||
            { echo "$package" && return; }
    done
    return 1
}

# (What apt has is known only once it has its lists.)
has_kokkos() {
    has_file '/usr/include/Kokkos_Core.hpp' '/usr/include/*/Kokkos_Core.hpp' \
        '/usr/local/include/Kokkos_Core.hpp' && return
    command -v apt-get || return 0
    [ -n "$(apt-cache madison libc6-dev)" ] && ! kokkos_package
}

has_petsc() { # that of PETSC_DIR, or of pkg-config
    [ -n "${PETSC_DIR:-}" ] || pkg-config --exists PETSc || pkg-config --exists petsc
}

has_sundials() { # that of SUNDIALS_DIR, of pkg-config, or where the compiler looks
    [ -n "${SUNDIALS_DIR:-}" ] || pkg-config --exists sundials_nvecparallel ||
        has_file /usr/include/nvector/nvector_parallel.h
}

has_mpicc() { # MPICC, or what there is
    [ -n "${MPICC:-}" ] || have mpicc.openmpi || have mpicc
}

need_petsc64_complex() {
    need PETSc "with complex numbers and 64-bit indices" libpetsc64-complex-dev \
        has_file '/usr/lib/petscdir/petsc64*/*-complex'
}

need_petsc_examples() {
    need "PETSc's tutorials" "its programs" PETSC-EXAMPLES \
        has_file '/usr/share/petsc/3*/share/petsc/examples/src/ksp/ksp/tutorials/ex2.c'
}

need_openmpi() {
    need mpiexec.openmpi "runs programs under Open MPI" openmpi-bin have mpiexec.openmpi
    need "mpicc.openmpi mpicxx.openmpi mpifort.openmpi" "compile programs for Open MPI" \
        libopenmpi-dev have mpicc.openmpi mpicxx.openmpi mpifort.openmpi
}

need_mpi() {
    need gfortran "compiles the Fortran programs" gfortran have gfortran
    need_openmpi
    need mpiexec.mpich "runs programs under MPICH" mpich have mpiexec.mpich
    need "mpicc.mpich mpicxx.mpich mpifort.mpich" "compile programs for MPICH" \
        libmpich-dev have mpicc.mpich mpicxx.mpich mpifort.mpich
}

look() { # look WHAT ...
    local what
    missing=() packages=()
    for what; do
        case $what in
        build)
            need "cargo and rustc, $rust_version or newer" "build the libraries" CARGO \
                scripts/cargo.sh --version
            need "a C compiler and linker" "compile and link the libraries" "gcc libc6-dev" can_link cc c
            ;;
        test)
            need make "runs the tests" make have make
            need python3 "checks the test vectors" python3 have python3
            need "python3 with mpmath" "computes the tables of vector functions" python3-mpmath \
                python3 -c 'import mpmath'
            need cmake "builds the C and Fortran tests" cmake have cmake ctest
            need g++ "compiles the C++ tests" "g++ libc6-dev" can_link g++ c++
            need pkg-config "says how to link with samebits" pkgconf have pkg-config
            need Kokkos "sums in threads (C++)" KOKKOS has_kokkos
            need valgrind "looks for lost memory and wrong accesses" valgrind have valgrind
            need_mpi
            need libclang "reads the MPI headers (tests/abi)" libclang-dev \
                has_file '/usr/lib*/libclang.so*' '/usr/lib/llvm*/lib/libclang.so*' \
                '/usr/lib/*/libclang-[0-9]*.so*'
            need "clang's own headers" "read the MPI headers (tests/abi)" libclang-dev \
                has_file '/usr/lib/llvm*/lib/clang/*/include/stddef.h' \
                '/usr/lib*/clang/*/include/stddef.h'
            ;;
        lint)
            need shellcheck "looks for errors in scripts" shellcheck have shellcheck
            need clang-format "checks how C and C++ are written" clang-format have clang-format
            need "python3 with venv and pip" "installs mypy, which checks types" python3-venv \
                python3 -c 'import ensurepip, venv'
            need mpicc.openmpi "compiles the benchmarks and examples" libopenmpi-dev have mpicc.openmpi
            need xxhash.h "is what a trace is compared with" libxxhash-dev has_file "/usr/include/xxhash.h" "/usr/local/include/xxhash.h"
            ;;
        dist)
            need git "says what goes into the source archive" git have git
            need python3 "says which crates do" python3 have python3
            ;;
        deb)
            need "dpkg-deb dpkg-shlibdeps" "make Debian packages" dpkg-dev have dpkg-deb dpkg-shlibdeps
            need strip "takes line numbers out of the library" binutils have strip
            ;;
        wheel)
            need "python3 with venv and pip" "installs zig, and packs the wheel" python3-venv \
                python3 -c 'import ensurepip, venv'
            need strip "takes line numbers out of the library" binutils have strip
            ;;
        test-packages)
            need lintian "checks Debian packages" lintian have lintian
            need Lmod "reads module files" lmod has_file /usr/share/lmod/lmod/libexec/lmod
            need "Environment Modules" "read module files in Tcl" ENVIRONMENT-MODULES \
                has_file target/environment-modules/modulecmd.tcl '/usr/lib/*/modulecmd.tcl'
            ;;
        aarch64)
            need qemu-aarch64 "runs programs for aarch64" qemu-user have qemu-aarch64
            need "aarch64-linux-gnu-gcc and a C library" "link programs for aarch64" \
                "gcc-aarch64-linux-gnu libc6-dev-arm64-cross" can_link aarch64-linux-gnu-gcc c
            ;;
        mpis)
            need "python3 with venv and pip" "installs MPI libraries from PyPI" python3-venv \
                python3 -c 'import ensurepip, venv'
            ;;
        smpi)
            need "smpicc smpicxx smpirun" "simulate a cluster (SimGrid)" libsimgrid-dev \
                have smpicc smpicxx smpirun
            need cmake "builds the C tests" cmake have cmake ctest
            need g++ "compiles the C++ tests" "g++ libc6-dev" can_link g++ c++
            ;;
        demo)
            need_mpi
            need ExaML "the real program of the demo" examl \
                has_file '/usr/lib/examl/bin/examl-[!O]*'
            need "ExaML's test data" "the input of that program" EXAML-DATA \
                has_file /usr/share/doc/examl/testData/49.gz target/demo/testData/49.gz
            ;;
        programs) # of which some 160 MB are downloaded
            need_openmpi
            need g++ "compiles the C++ programs" "g++ libc6-dev" can_link g++ c++
            need pkg-config "says how to link with PETSc and ELPA" pkgconf have pkg-config
            need PETSc "solves linear systems" libpetsc-real-dev \
                has_file '/usr/lib/petscdir/petsc3*/*-real/lib/pkgconfig/PETSc.pc'
            need_petsc_examples
            need ELPA "solves eigenvalue problems" libelpa-dev has_file '/usr/include/elpa*/elpa/elpa.h'
            need Trilinos "solves linear systems, in C++" \
                "libtrilinos-belos-dev libtrilinos-tpetra-dev libtrilinos-teuchos-dev libtrilinos-kokkos-dev libtrilinos-kokkos-kernels-dev" \
                has_file /usr/include/trilinos/Teuchos_ConfigDefs.hpp
            need dolfinx "solves differential equations, in Python" python3-dolfinx-real \
                has_file '/usr/lib/petsc*/lib/python3/dist-packages/dolfinx/__init__.py'
            need LAMMPS "simulates molecules" lammps have lmp
            need "Debian's mpi4py" "uses MPI from Python" python3-mpi4py \
                /usr/bin/python3 -c 'import mpi4py'
            need "Debian's NumPy" "calls mathematical functions" python3-numpy \
                /usr/bin/python3 -c 'import numpy'
            ;;
        tune) need_mpi ;;
        bench)
            need_mpi
            need xxhash.h "is what a trace is compared with" libxxhash-dev has_file "/usr/include/xxhash.h" "/usr/local/include/xxhash.h"
            ;;
        bench-kernels)
            need g++ "compiles std::accumulate" "g++ libc6-dev" can_link g++ c++
            ;;
        plots) need gnuplot "draws the plots" gnuplot-nox have gnuplot ;;
        docs)
            need "python3 with venv and pip" "builds the documentation" python3-venv \
                python3 -c 'import ensurepip, venv'
            ;;
        browser) need chromium "opens the pages of samebits report" chromium have chromium ;;
        plugins) # as scripts/plugins.sh looks for them
            need mpicc "compiles for the MPI of these libraries" libopenmpi-dev has_mpicc
            if [[ " ${PLUGINS:-petsc} " = *" petsc "* ]]; then
                need pkg-config "says where libraries are" pkgconf have pkg-config
                need PETSc "solves linear and nonlinear systems" libpetsc-real-dev has_petsc
            fi
            if [[ " ${PLUGINS:-sundials} " = *" sundials "* ]]; then
                need SUNDIALS "solves differential equations" libsundials-dev has_sundials
            fi
            ;;
        test-plugins)
            need_openmpi
            need_petsc_examples
            need_petsc64_complex
            need "SUNDIALS's examples" "its programs" SUNDIALS-EXAMPLES \
                has_file /usr/share/doc/libsundials-dev/examples/cvode target/sundials/examples/cvode
            ;;
        petscs) # real and complex numbers, indices of 32 and 64 bits
            need_openmpi
            need PETSc "with real numbers" libpetsc-real-dev has_file '/usr/lib/petscdir/petsc3*/*-real'
            need PETSc "with complex numbers" libpetsc-complex-dev has_file '/usr/lib/petscdir/petsc3*/*-complex'
            need PETSc "with real numbers and 64-bit indices" libpetsc64-real-dev \
                has_file '/usr/lib/petscdir/petsc64*/*-real'
            need_petsc64_complex
            ;;
        math)
            need MPFR "is what the functions' results are compared with" libmpfr-dev \
                has_file /usr/include/mpfr.h /usr/local/include/mpfr.h
            need nm "lists the exported symbols" binutils have nm
            need qemu-x86_64 "runs programs on other processors" qemu-user have qemu-x86_64
            need MPC "computes complex functions exactly" libmpc-dev has_file /usr/include/mpc.h \
                /usr/local/include/mpc.h
            ;;
        cluster) need ip "joins the hosts that tests make" iproute2 have ip ;;
        conformance) need python3 "checks the test vectors" python3 have python3 ;;
        make) need make "runs everything" make have make ;;
        *)
            echo "setup: unknown argument \"$what\"; accepted: build, test, lint, dist, deb, wheel, test-packages, aarch64, mpis, smpi, demo, programs, tune, bench, bench-kernels, plots, docs, browser, plugins, test-plugins, petscs, math, conformance, cluster, make, test-all" >&2
            exit 2
            ;;
        esac
    done
}

list_missing() { printf '    %s\n' "${missing[@]}"; }

stop() { # stop MESSAGE: says what is missing and why it is not installed
    echo "setup: $1. Missing:" >&2
    list_missing >&2
    elsewhere >&2
    exit 1
}

# What can be done without apt. (Names of packages differ from one system to the next.)
elsewhere() {
    local manager
    if ! command -v apt-get >/dev/null; then
        for manager in dnf zypper yum pacman apk; do command -v "$manager" && break; done >/dev/null ||
            manager="this system's package manager"
        echo "There is no apt on this system: install them with $manager, or load modules that have them."
    fi
    if [[ " ${packages[*]} " = *" CARGO "* ]]; then
        echo "(https://rustup.rs installs a cargo that is new enough into your home folder, without root.)"
    fi
}

name_missing() { # name_missing PART ...: says what is missing, and how it is installed
    local parts=" PARTS=\"$*\""
    [ $# -gt 1 ] || parts=" PARTS=$*"
    [ "$*" != build ] || parts=
    echo "samebits: missing:"
    list_missing
    if command -v apt-get >/dev/null; then
        choose
        echo "To install them with apt, as root or through sudo:"
        echo "    make setup$parts"
        if [ ${#debian[@]} -gt 0 ]; then
            echo "or by hand:"
            echo "    apt install ${debian[*]}"
        fi
        [ ${#unknown[@]} -eq 0 ] ||
            echo "(apt's lists name no ${unknown[*]} that is new enough; \"make setup\" fetches newer lists first.)"
    fi
    elsewhere
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Debian's own cargo where it is new enough (Debian 13), otherwise the newer
# one that Debian 12 carries for its web browsers; certificates to fetch crates.
debian_cargo() {
    local package version
    for package in cargo cargo-web; do
        version=$(LC_ALL=C apt-cache policy "$package" | sed -n 's/ *Candidate: //p')
        if [ "${version:-(none)}" != "(none)" ] && dpkg --compare-versions "$version" ge "$rust_version"; then
            echo "$package" "${package/cargo/rustc}" ca-certificates
            return
        fi
    done
    return 1
}

# Some things are not installed but unpacked below target/: slim images leave /usr/share/doc out of
# what they install, and with it the data and examples that some packages bring along; and Environment
# Modules' package cannot be installed beside Lmod's.
unpack() { # unpack PACKAGE PATTERN FOLDER: what matches it in the package
    ! has_file "/$2" >/dev/null || return 0
    echo "setup: unpacking ${2##*/} of $1 into $3"
    mkdir -p "$3"
    (cd "$scratch" && apt-get -qq download "$1" >>log 2>&1) &&
        dpkg-deb --fsys-tarfile "$scratch/$1"_*.deb |
        tar -x --strip-components="$(tr / '\n' <<<"$2" | wc -l)" -C "$3" --wildcards "./$2"
}

apt_install() { # apt_install PACKAGE ...
    local removed
    # Nothing of the user's is removed behind their back (cargo-web conflicts
    # with an older cargo that apt has installed).
    removed=$(LC_ALL=C apt-get --simulate --no-install-recommends install "$@" 2>>"$log" |
        sed -n 's/^Remv \([^ ]*\).*/\1/p' | paste -sd ' ')
    [ -z "$removed" ] || stop "installing $* would remove $removed; \
do that by hand with \"apt-get install $*\", or put a newer cargo into PATH"

    echo "setup: installing with apt: $*"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq --yes --no-remove \
        --no-install-recommends install "$@" >>"$log" 2>&1 </dev/null
}

# By what the packages that are missing are installed: debian, which apt installs; unpacked, see unpack;
# unknown, for which apt knows no package.
choose() {
    local package chosen cargo
    debian=() unpacked=() unknown=()
    for package in "${packages[@]}"; do
        case $package in
        CARGO)
            if chosen=$(debian_cargo); then
                read -ra cargo <<<"$chosen"
                debian+=("${cargo[@]}")
            else
                unknown+=(cargo)
            fi
            ;;
        KOKKOS) ! chosen=$(kokkos_package) || debian+=("$chosen") ;;
        EXAML-DATA) unpacked+=("examl usr/share/doc/examl/testData target/demo") ;;
        SUNDIALS-EXAMPLES) unpacked+=("libsundials-dev usr/share/doc/libsundials-dev/examples target/sundials") ;;
        ENVIRONMENT-MODULES)
            unpacked+=("environment-modules usr/lib/*/modulecmd.tcl target/environment-modules")
            ;;
        PETSC-EXAMPLES) # whose package has PETSc's version in its name
            chosen=$(apt-cache pkgnames libpetsc3 2>/dev/null | sed -n '/-dev-examples$/p' | sort -V | tail -n 1)
            [ -z "$chosen" ] || debian+=("$chosen")
            ;;
        *) debian+=("$package") ;;
        esac
    done
    [ ${#debian[@]} -eq 0 ] || mapfile -t debian < <(printf '%s\n' "${debian[@]}" | sort -u)
}

install() {
    local each package
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    log=$scratch/log
    # Old lists may still do, so that a failure here is not yet the end.
    as_root apt-get -qq update >"$log" 2>&1 || true

    choose
    [ ${#unknown[@]} -eq 0 ] || stop "apt has no cargo that is new enough; put one into PATH"
    if [ ${#debian[@]} -gt 0 ]; then
        apt_install "${debian[@]}" || {
            tail -n 30 "$log" >&2
            stop "apt-get failed"
        }
    fi
    for each in "${unpacked[@]}"; do
        read -ra package <<<"$each"
        unpack "${package[@]}" || {
            tail -n 30 "$log" >&2
            stop "unpacking failed: $each"
        }
    done
}

check=false
[ "${1:-}" != --check ] || { check=true && shift; }
if [[ " $* " = *" test-all "* ]]; then
    asked=(build test lint math aarch64 docs mpis smpi cluster browser dist deb wheel test-packages plugins test-plugins)
else
    asked=()
fi
for part; do [ "$part" = test-all ] || asked+=("$part"); done
look "${asked[@]}"
if [ ${#missing[@]} -gt 0 ]; then
    [ $check = false ] || { name_missing "$@" >&2 && exit 1; }
    command -v apt-get >/dev/null || stop "nothing is installed"
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || stop "apt needs root or sudo, and this is neither"
    install
    hash -r
    look "${asked[@]}"
    [ ${#missing[@]} -eq 0 ] || stop "apt installed its packages, but something is still not found"
fi
# (Not installed, and tests do without it where it cannot be had.)
if [ $check = false ] && [[ " ${asked[*]} " = *" math "* ]]; then scripts/other-glibc.sh; fi
