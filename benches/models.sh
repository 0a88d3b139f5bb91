#!/usr/bin/env bash
# Measures the modules for Fortran models (fortran/models) against the algorithms that these have
# published (benches/models), both in one run, under each MPI. What may be set, as variables of the
# environment or of make (`make bench-models RANKS=2`):
#
#     MPI       "openmpi mpich"   the MPI libraries, by the suffixes of their wrappers
#     RANKS     2                 the number of ranks
#     DURATION  1                 seconds for each row
#     ROWS      ""                what the titles of the rows begin with that are measured ("layers 30x30")
#     FLAGS     "-O3 -march=native"   of the compiler, for both
#
# Timings mean something on idle machines only, with no more ranks than cores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

stop() {
    echo "models: $1" >&2
    exit 2
}

[ $# -eq 0 ] || stop "takes variables, no arguments, and got \"$*\""
ranks=${RANKS:-2}
[[ $ranks =~ ^[1-9][0-9]*$ ]] || stop "RANKS=$ranks is not accepted; it takes 1 or more"
[ -f build/libsamebits.so ] || stop "there is no build/libsamebits.so; \"make build\" makes it"
read -ra mpis <<<"${MPI:-openmpi mpich}"
read -ra flags <<<"${FLAGS:--O3 -march=native}"
for mpi in "${mpis[@]}"; do
    command -v "mpifort.$mpi" "mpiexec.$mpi" >/dev/null ||
        stop "MPI=$mpi is not accepted; mpifort.$mpi and mpiexec.$mpi must be in PATH"
done
if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

scripts/fortran_module.sh
modules=fortran/models
for mpi in "${mpis[@]}"; do
    folder=target/benches/$mpi/models
    mkdir -p "$folder"
    # One file after the other: a module has to be there before it is used, and its users follow it.
    objects=() stale=no
    for source in fortran/samebits.F90 fortran_tests/models/stand_ins.F90 \
        $modules/{samebits_efp,samebits_fields,MOM_coms,shr_reprosum_mod}.F90 \
        benches/models/{extended_fixed_point,integer_vectors,turns,workloads,models}.F90; do
        object=$folder/$(basename "$source" .F90).o
        objects+=("$object")
        [ "$object" -nt "$source" ] || stale=yes
        [ "$stale" = no ] ||
            "mpifort.$mpi" "${flags[@]}" -fallow-argument-mismatch -w -J"$folder" -c "$source" -o "$object"
    done
    # samebits comes before the MPI library, which the wrapper names last.
    "mpifort.$mpi" -o "$folder/models" "${objects[@]}" -Wl,--push-state,--no-as-needed \
        "$PWD/build/libsamebits.so" -Wl,--pop-state "-Wl,-rpath,$PWD/build"
    echo "$mpi, ${flags[*]}"
    "mpiexec.$mpi" -n "$ranks" "$folder/models" "${DURATION:-1}" "${ROWS:-}"
done
