#!/usr/bin/env bash
# Measures what docs/performance.md shows: writes docs/data/*.csv, each file what one
# benchmark has printed, then the plots and the tables (`make performance`).
# What may be set, as variables of the environment or of make:
#
#     PARTS      "machine allreduce calls schedules consistency compression simulated
#                kernels arrays"   those to be measured again; the others stay as they are;
#                cores: over 1 to 16 ranks and threads, on a machine with as many cores; hosts: over
#                several hosts, as root (benches/cluster.sh)
#     SIMULATED  "64 256"   numbers of simulated ranks; 256 take longer than all the rest
#     QUICK                 1: a few lengths, a few repetitions, 16 simulated ranks: tries it out
#
# Timings mean something on an idle machine only. What stops in the middle leaves the data
# of that benchmark as they were.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[ $# -eq 0 ] || {
    echo "performance: takes variables, no arguments, and got \"$*\"" >&2
    exit 2
}
data=docs/data
fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT
mkdir -p "$data"

keep() { # keep NAME COMMAND ...
    local start=$SECONDS
    "${@:2}" >"$fresh"
    cp "$fresh" "$data/$1.csv"
    echo "$data/$1.csv: $((SECONDS - start)) s"
}

# Where there are more ranks than cores MPICH's wait for each other without letting others
# run: so Open MPI alone.
runs=("openmpi 2" "mpich 2" "openmpi 4")

bench() { # bench NAME CALL [VARIABLE=VALUE ...]
    local run mpi ranks
    for run in "${runs[@]}"; do
        read -r mpi ranks <<<"$run"
        keep "$1-$mpi-$ranks" env FORMAT=csv MPI="$mpi" RANKS="$ranks" CALL="$2" "${@:3}" benches/run.sh
    done
}

version() { # version COMMAND ...: the first line that it prints
    "$@" 2>/dev/null | sed -n 1p
}

describe() {
    echo "what,which"
    echo "processor,$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sort | uniq -c | sed 's/^ *\([0-9]*\) /\1 x /')"
    echo "vector units,$(sed -n '/^flags/{s/.*: //p;q}' /proc/cpuinfo | tr ' ' '\n' | grep -E '^(avx2|avx512f)$' | paste -sd ' ')"
    echo "system,$(uname -sr | sed "s/-.*//")"
    echo "Open MPI,$(version mpiexec.openmpi --version | sed 's/.* //')"
    echo "MPICH,$(version mpichversion | sed 's/.*[[:space:]]//')"
    echo "SimGrid,$(version smpirun -version | sed -n 's/.*[Vv]ersion \([0-9.]*\).*/\1/p')"
    echo "compilers,$(version rustc --version | cut -d ' ' -f 1-2); $(version cc --version)"
    echo "samebits,$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | sed -n 1p)"
    echo "measured,$(date -u +%F)"
}

simulate() {
    local call name ranks
    for call in allreduce iallreduce ireduce; do
        name=simulated_$call
        for ranks in $simulated; do
            keep "${name%_allreduce}-$ranks" env FORMAT=csv CALL="$call" RANKS="$ranks" "${simulation[@]}" \
                benches/simulated/run.sh
        done
    done
}

# Ranks, or threads of one, on cores of their own.
cores() {
    local number on_ranks mpi
    keep cores_machine describe
    for number in 1 2 4 8 16; do
        [ "$number" -le "$(nproc)" ] || break
        on_ranks=(env FORMAT=csv DURATION=0.2 MPI=openmpi RANKS="$number")
        keep "cores_ranks-openmpi-$number" "${on_ranks[@]}" CALL=array ARITHMETIC=exact \
            SIZES="504850 21410970" benches/run.sh
        keep "cores_threads-openmpi-$number" "${on_ranks[@]}" RANKS=1 CALL=array ARITHMETIC=exact \
            SIZES="504850 21410970" SAMEBITS_THREADS="$number" \
            LAUNCHER_ARGUMENTS="--bind-to none" benches/run.sh
        keep "cores_dot-openmpi-$number" "${on_ranks[@]}" CALL=dot FACTOR=64 benches/run.sh
        [ "$number" -gt 1 ] || continue
        for mpi in openmpi mpich; do
            keep "cores_allreduce-$mpi-$number" "${on_ranks[@]}" MPI="$mpi" LARGEST=8M benches/run.sh
        done
    done
}

simulated=${SIMULATED:-64 256}
of_hosts=0.12 allreduce=() calls=(DURATION=0.3 LARGEST=8M) schedules=(DURATION=1) compression=(DURATION=1 SMALLEST=512K) evenness=100000
simulation=(REPETITIONS=1) kernels=() arrays=()
if [ "${QUICK:-}" = 1 ]; then
    simulated=${SIMULATED:-16} evenness=2000 simulation+=(SIZES="8 4K")
    allreduce=(DURATION=0.01 LARGEST=64K) calls=("${allreduce[@]}") schedules=(DURATION=0.01 LARGEST=64K FACTOR=32)
    compression=(DURATION=0.01 SMALLEST=64K LARGEST=64K) kernels=(SIZES="230 4096" REPETITIONS=3)
    arrays=(SIZES="460 504850") of_hosts=0.02
fi

for part in ${PARTS:-machine allreduce calls schedules consistency compression simulated kernels arrays}; do
    case $part in
    machine) keep machine describe ;;
    allreduce) bench allreduce allreduce "${allreduce[@]}" ;;
    calls)
        for call in reduce reduce_scatter_block scan exscan allreduce_init; do
            bench "$call" "$call" "${calls[@]}"
        done
        runs+=("openmpi 3")
        bench iallreduce iallreduce "${calls[@]}"
        bench iallreduce_gather iallreduce "${calls[@]}" SAMEBITS_SCHEDULE=gather
        ;;
    schedules) bench schedules schedules "${schedules[@]}" ;;
    consistency) bench consistency consistency CALLS="$evenness" ;;
    compression) bench compression compression "${compression[@]}" ;;
    simulated) simulate ;;
    arrays)
        for run in "openmpi 2" "mpich 2"; do
            read -r mpi ranks <<<"$run"
            for arithmetic in tree exact; do
                keep "array_$arithmetic-$mpi-$ranks" env FORMAT=csv MPI="$mpi" RANKS="$ranks" CALL=array \
                    ARITHMETIC="$arithmetic" "${arrays[@]}" benches/run.sh
            done
        done
        ;;
    cores) cores ;;
    hosts) keep hosts env FORMAT=csv DURATION="$of_hosts" LARGEST=2M benches/cluster.sh ;;
    kernels) keep kernels env FORMAT=csv "${kernels[@]}" benches/kernels.sh ;;
    *)
        echo "performance: PARTS=$PARTS is not accepted; it takes machine, allreduce, calls," \
            "schedules, consistency, compression, simulated, kernels, arrays, cores and hosts" >&2
        exit 2
        ;;
    esac
done

docs/plots.sh performance-allreduce performance-iallreduce performance-allreduce_init \
    performance-schedules performance-consistency performance-simulated performance-array_tree
BLESS=1 scripts/cargo.sh test --quiet --profile tests --locked --test texts performance
