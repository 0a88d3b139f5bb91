#!/usr/bin/env bash
# Builds the plug-ins for libraries that do their global sums themselves, each as
# build/libsamebits_NAME.so: `make plugins`. What may be set, as a variable of the environment or of
# make:
#
#     PLUGINS       "petsc sundials"
#     PETSC_DIR     where PETSc is (and PETSC_ARCH), if not where pkg-config looks
#     SUNDIALS_DIR  where SUNDIALS is, if not where pkg-config or the compiler looks
#     MPICC         the MPI's compiler that the library was built with: the one that PETSc names,
#                   mpicc.openmpi, or mpicc
#     CFLAGS        more arguments of the compiler
#     BUILD         where the plug-ins go: build
#
# A plug-in is loaded beside libsamebits.so, and needs it only then: none is needed to build samebits.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

stop() { # stop MESSAGE
    echo "plugins: $1" >&2
    exit 1
}

[ $# -eq 0 ] || stop "takes variables, no arguments, and got \"$*\""
all="petsc sundials"
for plugin in ${PLUGINS:=$all}; do
    [[ " $all " == *" $plugin "* ]] || stop "unknown plug-in \"$plugin\"; accepted: ${all// /, }"
done
folder=${BUILD:-build}
mkdir -p "$folder"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# ---- What each plug-in is compiled and linked with ----
#
# Each function sets `found`, the compiler's arguments by which it finds the library's headers,
# `linked`, the linker's arguments, and may set `compiler`. MPI is found in the program.

find_petsc() {
    local name=PETSc directory
    if [ -n "${PETSC_DIR:-}" ]; then
        for directory in "$PETSC_DIR/${PETSC_ARCH:-.}" "$PETSC_DIR"; do
            [ ! -d "$directory/lib/pkgconfig" ] ||
                export PKG_CONFIG_PATH=$directory/lib/pkgconfig:${PKG_CONFIG_PATH:-}
        done
    fi
    pkg-config --exists "$name" || name=petsc
    pkg-config --exists "$name" || stop "pkg-config finds no PETSc (PETSC_DIR is \"${PETSC_DIR:-}\"); \
\"make setup PARTS=plugins\" installs Debian's"
    # What a compiler would warn of in these headers is not ours.
    read -ra found <<<"$(pkg-config --cflags "$name" | sed 's/-I/-isystem/g')"
    local private=0 # in one of these folders: a PETSc that is not installed has two
    for directory in "${found[@]#-isystem}"; do
        [ ! -f "$directory/petsc/private/vecimpl.h" ] || private=1
    done
    [ $private = 1 ] ||
        stop "PETSc's private headers are missing: there is no petsc/private/vecimpl.h in ${found[*]#-isystem}"
    compiler=$(pkg-config --variable=ccompiler "$name")
    directory=$(pkg-config --variable=libdir "$name")
    compgen -G "$directory/libpetsc*.so" >/dev/null ||
        stop "there is no shared library of PETSc (libpetsc*.so) in $directory"
    # PETSc may be loaded for one library alone, as Python does, so that the plug-in names it. It brings
    # samebits along, which lies beside it. It stays loaded when PETSc is finalised, whose tables go on
    # referring to it.
    [ -f build/libsamebits.so ] || stop "there is no build/libsamebits.so; \"make build\" makes it"
    read -ra linked <<<"$(pkg-config --libs "$name")"
    linked+=(-Lbuild -lsamebits "-Wl,-rpath,\$ORIGIN" "-Wl,-z,nodelete")
}

find_sundials() {
    if [ -n "${SUNDIALS_DIR:-}" ]; then
        [ -f "$SUNDIALS_DIR/include/nvector/nvector_parallel.h" ] ||
            stop "SUNDIALS_DIR=$SUNDIALS_DIR has no include/nvector/nvector_parallel.h"
        found=(-isystem "$SUNDIALS_DIR/include")
    elif pkg-config --exists sundials_nvecparallel 2>/dev/null; then
        read -ra found <<<"$(pkg-config --cflags sundials_nvecparallel)"
    fi
    # SUNDIALS is found in the program. The plug-in is preloaded, also into shells that start it.
    linked=("-Wl,-z,lazy" -ldl -lm)
}

# ---- The same for all ----

# Every element of a vector has to be computed by the same operations: no multiplication may be fused
# with an addition in one loop and not in the next.
build() { # build NAME
    local name=$1 source objects=() more
    read -ra more <<<"${CFLAGS:-}"
    for source in plugins/"$name"/*.c; do
        objects+=("$scratch/$name-${source##*/}.o")
        "$compiler" -std=c11 -O3 -g -fPIC -fvisibility=hidden -ffp-contract=off \
            -Wall -Wextra -Wshadow -Wconversion -Werror=implicit -Werror=incompatible-pointer-types \
            -Iinclude "${found[@]}" "${more[@]}" -c "$source" -o "${objects[-1]}" ||
            stop "$source does not compile"
    done
    "${CC:-cc}" -shared "${objects[@]}" "${linked[@]}" -o "$scratch/libsamebits_$name.so"
    mv -f "$scratch/libsamebits_$name.so" "$folder/libsamebits_$name.so"
    echo "$folder/libsamebits_$name.so"
}

for plugin in $PLUGINS; do
    found=() linked=() compiler=
    "find_$plugin"
    compiler=${MPICC:-$compiler}
    # Where several MPIs are installed, Debian's libraries are for Open MPI.
    [ "${compiler:=mpicc}" != mpicc ] || ! command -v mpicc.openmpi >/dev/null || compiler=mpicc.openmpi
    command -v "$compiler" >/dev/null || stop "there is no $compiler; name the MPI's compiler by MPICC"
    build "$plugin"
done
