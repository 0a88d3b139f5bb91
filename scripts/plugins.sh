#!/usr/bin/env bash
# Builds the plug-ins for libraries that do their global sums themselves, each as
# build/libsamebits_NAME.so: `make plugins`. What may be set, as a variable of the environment or of
# make:
#
#     PLUGINS       "petsc sundials"
#     MPICC         the MPI's compiler that the library was built with: mpicc.openmpi, or mpicc
#     SUNDIALS_DIR  where SUNDIALS is, if not where the compiler looks: $SUNDIALS_DIR/include
#     PETSC_DIR     where PETSc is (and PETSC_ARCH), if not where pkg-config looks
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
if [ -z "${MPICC:-}" ]; then
    MPICC=$(type -p mpicc.openmpi || type -p mpicc) || stop "there is no mpicc; name one by MPICC"
fi
folder=${BUILD:-build}
mkdir -p "$folder"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What the library in question needs to be found, as arguments of the compiler: sets `found`.
find_sundials() {
    found=()
    if [ -n "${SUNDIALS_DIR:-}" ]; then
        [ -f "$SUNDIALS_DIR/include/nvector/nvector_parallel.h" ] ||
            stop "SUNDIALS_DIR=$SUNDIALS_DIR has no include/nvector/nvector_parallel.h"
        found=(-isystem "$SUNDIALS_DIR/include")
    elif pkg-config --exists sundials_nvecparallel 2>/dev/null; then
        read -ra found <<<"$(pkg-config --cflags sundials_nvecparallel)"
    fi
}

# It is linked with neither MPI nor its library: it finds both in the program, and a program without
# them still starts.
build() { # build NAME
    local name=$1 source objects=()
    for source in plugins/"$name"/*.c; do
        objects+=("$scratch/$name-${source##*/}.o")
        "$MPICC" -std=c11 -O2 -g -fPIC -fvisibility=hidden -ffp-contract=off \
            -Wall -Wextra -Werror -Wshadow -Wconversion -Iinclude "${found[@]}" \
            -c "$source" -o "${objects[-1]}" || stop "$source does not compile"
    done
    "${CC:-cc}" -shared -Wl,-z,lazy "${objects[@]}" -ldl -lm -o "$scratch/libsamebits_$name.so"
    mv -f "$scratch/libsamebits_$name.so" "$folder/libsamebits_$name.so"
    echo "$folder/libsamebits_$name.so"
}

for plugin in $PLUGINS; do
    if [ -x "plugins/$plugin/build.sh" ]; then
        "plugins/$plugin/build.sh" "$folder/libsamebits_$plugin.so"
        echo "$folder/libsamebits_$plugin.so"
    else
        "find_$plugin"
        build "$plugin"
    fi
done
