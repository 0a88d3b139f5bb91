#!/usr/bin/env bash
# Builds build/libsamebits_petsc.so against the PETSc of PETSC_DIR (and PETSC_ARCH), or that of
# pkg-config:
#
#     plugins/petsc/build.sh [OUTPUT]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

stop() { # stop MESSAGE
    echo "plugins: $1" >&2
    exit 1
}

[ -f build/libsamebits.so ] || stop "there is no build/libsamebits.so; \"make build\" makes it"
output=${1:-build/libsamebits_petsc.so}

if [ -n "${PETSC_DIR:-}" ]; then
    for folder in "$PETSC_DIR/${PETSC_ARCH:-.}" "$PETSC_DIR"; do
        [ ! -d "$folder/lib/pkgconfig" ] || PKG_CONFIG_PATH=$folder/lib/pkgconfig:${PKG_CONFIG_PATH:-}
    done
    export PKG_CONFIG_PATH
fi
name=PETSc
pkg-config --exists "$name" || name=petsc
pkg-config --exists "$name" || stop "pkg-config finds no PETSc (PETSC_DIR is \"${PETSC_DIR:-}\"); \
\"scripts/setup.sh plugins\" installs Debian's"
read -ra flags <<<"$(pkg-config --cflags "$name" | sed 's/-I/-isystem/g')" # warnings there are not ours
folder=$(pkg-config --variable=libdir "$name")
[ -f "$folder/../include/petsc/private/vecimpl.h" ] ||
    stop "PETSc's private headers are missing (include/petsc/private/vecimpl.h beside $folder)"

# The compiler that PETSc was built with knows its MPI; Debian's PETSc is for Open MPI.
compiler=${MPICC:-$(pkg-config --variable=ccompiler "$name")}
[ "${compiler:-mpicc}" != mpicc ] || ! command -v mpicc.openmpi >/dev/null || compiler=mpicc.openmpi
command -v "${compiler:=mpicc}" >/dev/null || stop "PETSc's compiler $compiler was not found; set MPICC"

# It stays loaded when PETSc is finalised, whose tables go on referring to it.
#
# Every element of a vector has to be computed by the same operations: no multiplication may be
# fused with an addition in one loop and not in the next.
"$compiler" -std=c11 -O3 -ffp-contract=off -fPIC -fvisibility=hidden -shared -Wall -Wextra -Werror \
    -Iinclude "${flags[@]}" plugins/petsc/*.c -o "$output" \
    -Wl,-rpath,'$ORIGIN' -Wl,-z,nodelete -Lbuild -lsamebits
