#!/usr/bin/env bash
# Tests PETSc's pipelined solvers over hosts that are made on this machine (scripts/cluster.sh), under Open
# MPI: all their sums are MPI_Iallreduce, which the MPI library drives there (SAMEBITS_PROGRESS). With
# samebits in front the residuals and solutions have one result on one host and on several, however the
# ranks are placed, and by each schedule; with the plug-in also on one rank. Natively they depend on the
# MPI library's algorithm.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

stop() { # stop MESSAGE [FILE ...]
    printf 'pipelined: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || tail -q -n 20 "$@" >&2
    exit 1
}
skip() { # skip REASON
    echo "skipped: $1"
    exit 77
}

name=PETSc
pkg-config --exists "$name" || name=petsc
pkg-config --exists "$name" || skip "pkg-config finds no PETSc"
library=$PWD/build/libsamebits.so plugin=$PWD/build/libsamebits_petsc.so
[ -f "$library" ] || stop "there is no build/libsamebits.so; \"make build\" makes it"
scripts/cluster.sh run 1 true

for variable in $(compgen -e SAMEBITS_) PETSC_OPTIONS; do unset "$variable"; done
export OMPI_MCA_rmaps_base_oversubscribe=1 OMP_NUM_THREADS=1
if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
tree=$PWD/target/tests/plugins/pipelined
mkdir -p "$tree"
export OMPI_MCA_orte_tmpdir_base=$tree # or jobs on hosts of one name would share a folder in /tmp
read -ra flags <<<"$(pkg-config --cflags --libs "$name")"
mpicc.openmpi -O1 -w -o "$tree/pipelined" plugins/petsc/test/pipelined.c "${flags[@]}" \
    -Wl,-rpath,"$(pkg-config --variable=libdir "$name")" -lm

independent=pipecg,pipecgrr,pipelcg,pipeprcg,pipecr,groppcg,pipefcg,pipefgmres,pgmres,pipegcr,pipebcgs
solvers=$independent,pipecg2 # which adds up a rank's share in a loop of its own

# run LAYOUT RANKS WORD ...: prints to output; words are the launcher's. Ranks on several hosts do not know
# that they outnumber the cores.
run() {
    local layout=$1 ranks=$2 launcher=(mpiexec.openmpi)
    shift 2
    [ "$layout" = 1 ] || launcher=(tests/cmake/over_hosts.sh openmpi "$layout" mpiexec.openmpi --mca mpi_yield_when_idle 1)
    rm -f "$tree/report"
    timeout --kill-after=10 120 "${launcher[@]}" -n "$ranks" "$@" "$tree/pipelined" -solvers "$solvers" \
        >"$tree/output" 2>"$tree/errors" || stop "this failed on $layout hosts: $*" "$tree/output" "$tree/errors"
    ! grep '^samebits:' "$tree/errors" >&2 || stop "samebits says something on $layout hosts: $*"
}

# front LAYOUT [VARIABLE=VALUE]: with samebits in front, on 4 ranks
front() {
    run "$1" 4 -x LD_PRELOAD="$library" -x SAMEBITS_REPORT="$tree/report" ${2:+-x "$2"}
    awk -v hosts="$1" '
        / NOT made reproducible/            { wrong = 1 }
        /^  made reproducible:/             { inside = 1 }
        /^  passed on/                      { inside = 0 }
        inside && $1 == "MPI_Iallreduce"    { made += $4 }
        /^  driven by the MPI library/      { driven += $(NF - 1) }
        END { exit wrong || made < 400 || driven != (hosts == "1" ? 0 : made) }' "$tree/report" ||
        stop "on $1 hosts ${2:-}: not every reduction was driven, if on several hosts" "$tree/report"
}

# same EXPECTED WHAT: all residuals and solutions of the last run
same() { diff "$1" "$tree/output" >"$tree/difference" || stop "$2 give other results" "$tree/difference"; }

front 1
mv "$tree/output" "$tree/expected"
for layout in 4x1 2x2 2x2:cyclic; do
    front $layout
    same "$tree/expected" "4 ranks on $layout hosts"
done
for schedule in halving doubling ring; do
    front 4x1 SAMEBITS_SCHEDULE=$schedule
    same "$tree/expected" "4 ranks on 4 hosts by $schedule"
done
for algorithm in 1 3; do # of the ring, and of halves
    run 1 4 --mca coll_libnbc_iallreduce_algorithm $algorithm
    mv "$tree/output" "$tree/native.$algorithm"
done
! cmp -s "$tree/native.1" "$tree/native.3" || stop "natively nothing depends on the MPI library's algorithm"
echo "pipelined: ${solvers//,/, }: one result on 4 ranks, on one host and on several"

solvers=$independent
if [ -f "$plugin" ]; then
    run 1 1 -x PETSC_OPTIONS="-dll_append $plugin"
    mv "$tree/output" "$tree/expected"
    run 2x2 4 -x PETSC_OPTIONS="-dll_append $plugin"
    same "$tree/expected" "with the plug-in, 4 ranks on 2x2 hosts"
    echo "pipelined: with the plug-in one result on 1 rank, and on 4 on several hosts"
else
    echo "skipped: there is no build/libsamebits_petsc.so; \"make plugins\" makes it"
fi
echo "passed"
