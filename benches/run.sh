#!/usr/bin/env bash
# Measures reductions with samebits in front against the MPI library's own, both
# in one run (benches/allreduce; benches/overlap, where a program computes meanwhile;
# benches/completion: programs without them), schedules and ways of compression against each other
# (benches/ways; and kinds of stores), how evenly they take their time (benches/consistency), or reductions of
# distributed arrays against a loop and MPI's own (benches/array), under each MPI; or measures
# the machine (benches/tune), or compares what follows from that with what is measured
# (benches/predict). What may be set, as variables of the environment or of make
# (`make bench RANKS=4 MPI=openmpi`):
#
#     MPI       "openmpi mpich"   the MPI libraries: by the suffixes of their wrappers, or of
#                                 those that scripts/mpis.sh installs: openmpi5, mpich5
#     RANKS     2                 the number of ranks, or several: "2 4"
#     HOSTS                       in place of RANKS: hosts that are made for it on this machine
#                                 (scripts/cluster.sh), and the ranks of each: 4x2, or 1+2+1
#     CALL      allreduce         allreduce, reduce, reduce_scatter_block, reduce_scatter,
#                                 scan, exscan;
#                                 iallreduce, ireduce, ireduce_scatter_block, ireduce_scatter,
#                                 iscan, iexscan: with MPI_Wait;
#                                 allreduce_init, reduce_init, reduce_scatter_block_init,
#                                 reduce_scatter_init, scan_init, exscan_init: MPI_Start and
#                                 MPI_Wait, on requests made once for each size;
#                                 array;
#                                 dot: dot products, norms and sets of sums, beside a vectorised loop
#                                 and MPI_Allreduce (of the others SMALLEST, LARGEST, FACTOR, DURATION
#                                 and FORMAT);
#                                 overlap: MPI_Iallreduce, a computation, MPI_Wait: how much
#                                 longer that takes than the computation alone, which takes
#                                 20 us, 200 us and 2 ms (of the others
#                                 SMALLEST, LARGEST, FACTOR, DURATION and FORMAT, and COMPUTE);
#                                 completion: what a program without nonblocking and
#                                 persistent reductions pays in MPI_Wait and its like (two
#                                 ranks; of the others FORMAT alone);
#                                 schedules: all of them, and the
#                                 automatic choice, allreduces of doubles in turn; compression:
#                                 likewise each SAMEBITS_COMPRESS, on sparse vectors; stores:
#                                 likewise each SAMEBITS_STORES, in shared memory, with the
#                                 deciles beside the medians (LAUNCHER_ARGUMENTS binds the
#                                 ranks to the cores that are compared);
#                                 consistency: reductions of one
#                                 double, each timed by itself (of the others FORMAT alone,
#                                 and CALLS, 100000 of them); or pass_on: what a call costs
#                                 that samebits passes on (one rank; no other variable);
#                                 trace: what SAMEBITS_TRACE costs a reduction on one rank,
#                                 beside two passes of XXH3 over its bytes (no other variable);
#                                 progress: what another rank waits for while one waits in a
#                                 reduction (of the others FORMAT alone); lifetimes:
#                                 communicators that are made, reduce k times and are freed (of
#                                 the others DURATION and FORMAT);
#                                 predict: each schedule's predicted time beside its
#                                 measured one, and the automatic choice beside the best
#                                 (of the others SMALLEST, LARGEST, DURATION and FORMAT);
#                                 tune: measures the machine for SAMEBITS_PROFILE (`make
#                                 tune`; of the others PROFILE alone)
#     DATATYPE  double            double or float (array, schedules, compression,
#                                 stores: double alone);
#                                 pair: two contiguous doubles, with OP=user
#     OP        sum               with CALL=allreduce and the other calls: MPI_SUM, or user: a
#                                 commutative operator of the user's, which adds
#     SMALLEST  8                 bytes of the shortest vector, a power of two; with
#                                 CALL=compression 64K, with stores 4K, with
#                                 reduce_scatter(_block) 1K, with DATATYPE=pair 16
#     LARGEST   128M              bytes of the longest vector; with CALL=schedules 16M, with
#                                 CALL=compression 4M, with stores and overlap 8M, with nonblocking and
#                                 persistent calls 8M (samebits takes no more memory for one
#                                 than SAMEBITS_NONBLOCKING_MEMORY: the vectors of all ranks)
#     FACTOR    4                 with CALL=schedules, compression, stores and overlap: from one
#                                 length to the next (compression: 8, stores: 2)
#     COMPUTE   "20 200 2000"     with CALL=overlap: microseconds of the computations
#     ZEROS     0                 with CALL=schedules and compression: shares of the
#                                 contributions that are zero (compression:
#                                 "0 0.5 0.9 0.99 0.999")
#     SCHEDULES "ring halving"    with CALL=compression: the schedules that are compared
#     SIZES     460 ... 21410970  with CALL=array, in place of these two: elements of the
#                                 arrays over all ranks, ten sizes unless others are named
#     ARITHMETIC tree             with CALL=array: tree or exact
#     SHAPE     one               with CALL=array: one array in rank order; many: eight in each call;
#                                 pieces: one in blocks of 64 elements, dealt round-robin;
#                                 changing: one that is cut in another way in each call
#     DURATION  0.5               seconds spent in the calls of each size
#     FORMAT    table             table or csv
#     PROFILE   build/profile-MPI.txt
#                                 with CALL=tune: the file that is written (for one MPI)
#     LAUNCHER_ARGUMENTS          further arguments of mpiexec (hosts, binding)
#
# and the SAMEBITS_ variables, which the ranks get as they are here. Timings mean
# something on idle machines only, with no more ranks than cores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

stop() {
    echo "bench: $1" >&2
    exit 2
}

[ $# -eq 0 ] || stop "takes variables, no arguments, and got \"$*\""
[ "${SAMEBITS_ARITHMETIC:-}" != native ] ||
    stop "SAMEBITS_ARITHMETIC=native leaves nothing to compare: the calls would not be evaluated by samebits"
hosts=${HOSTS:-}
[[ -z $hosts || $hosts =~ ^[1-9][0-9]*(x[1-9][0-9]*|(\+[1-9][0-9]*)+)$ ]] ||
    stop "HOSTS=$hosts is not accepted; it takes the number of hosts and of ranks on each, 4x2, or 1+2+1"
[[ -z $hosts || -z ${RANKS:-} ]] || stop "HOSTS=$hosts says how many ranks there are; RANKS=$RANKS is not accepted beside it"
case $hosts in
'') read -ra numbers <<<"${RANKS:-2}" ;;
*x*) numbers=($((${hosts%x*} * ${hosts#*x}))) ;;
*) numbers=($((hosts))) ;;
esac
for ranks in "${numbers[@]}"; do
    [[ $ranks =~ ^[1-9][0-9]*$ ]] || stop "RANKS=$RANKS is not accepted; it takes numbers from 1 on"
done
[ -f build/libsamebits.so ] || stop "there is no build/libsamebits.so; \"make build\" makes it"
read -ra mpis <<<"${MPI:-openmpi mpich}"
read -ra launcher_arguments <<<"${LAUNCHER_ARGUMENTS:-}"
accepted="openmpi, mpich, openmpi5, mpich5 or several of them"
tool() { # tool NAME MPI: the wrapper compiler or the launcher of an MPI library
    case $2 in
    openmpi5 | mpich5) echo "$PWD/target/mpis/$2/bin/$1" ;;
    *) echo "$1.$2" ;;
    esac
}
[ ${#mpis[@]} -gt 0 ] || stop "MPI=$MPI is not accepted; it takes $accepted"
for mpi in "${mpis[@]}"; do
    case $mpi in
    openmpi5 | mpich5) there="\"scripts/mpis.sh $mpi\" installs it" ;;
    *) there="mpicc.$mpi and mpiexec.$mpi must be in PATH" ;;
    esac
    command -v "$(tool mpicc "$mpi")" "$(tool mpiexec "$mpi")" >/dev/null ||
        stop "MPI=$mpi is not accepted; it takes $accepted, and $there"
done

call=${CALL:-allreduce} benchmark=
case $call in
allreduce | reduce | reduce_scatter_block | reduce_scatter | scan | exscan | \
    iallreduce | ireduce | ireduce_scatter_block | ireduce_scatter | iscan | iexscan | \
    allreduce_init | reduce_init | reduce_scatter_block_init | reduce_scatter_init | scan_init | exscan_init)
    benchmark=allreduce smallest=8 largest=128M
    case $call in i* | *_init) largest=8M ;; esac
    [ "${DATATYPE:-}" != pair ] || smallest=16
    # An element for each rank.
    case $call in *reduce_scatter*) smallest=1K ;; esac
    arguments=(--call="$call" --datatype="${DATATYPE:-double}" --operator="${OP:-sum}"
        --smallest="${SMALLEST:-$smallest}" --largest="${LARGEST:-$largest}")
    ;;
overlap)
    [ "${DATATYPE:-double}" = double ] || stop "DATATYPE=$DATATYPE is not accepted with CALL=overlap"
    arguments=(--smallest="${SMALLEST:-8}" --largest="${LARGEST:-8M}" --factor="${FACTOR:-4}"
        --compute="${COMPUTE:-20 200 2000}")
    ;;
completion) arguments=() numbers=(2) ;;
array)
    [ "${DATATYPE:-double}" = double ] || stop "DATATYPE=$DATATYPE is not accepted with CALL=array"
    arguments=(--arithmetic="${ARITHMETIC:-tree}" --shape="${SHAPE:-one}")
    IFS=' ,' read -ra sizes <<<"${SIZES:-}"
    [ ${#sizes[@]} -eq 0 ] || arguments+=(--sizes="$(IFS=, && echo "${sizes[*]}")")
    ;;
dot)
    [ "${DATATYPE:-double}" = double ] || stop "DATATYPE=$DATATYPE is not accepted with CALL=dot"
    arguments=(--smallest="${SMALLEST:-8}" --largest="${LARGEST:-64M}" --factor="${FACTOR:-8}")
    ;;
schedules | compression | stores)
    benchmark=ways
    [ "${DATATYPE:-double}" = double ] || stop "DATATYPE=$DATATYPE is not accepted with CALL=$call"
    smallest=8 largest=16M factor=4 zeros=0 ways=
    if [ "$call" = compression ]; then
        smallest=64K largest=4M factor=8 zeros="0 0.5 0.9 0.99 0.999"
        for schedule in ${SCHEDULES:-ring halving}; do
            for compress in off bits idx auto; do
                ways+="$schedule $compress:schedule=$schedule,compress=$compress;"
            done
        done
    elif [ "$call" = stores ]; then
        smallest=4K largest=8M factor=2
        # The kinds that the processor has.
        kinds="ordinary prefetch stream auto"
        [ "$(uname -m)" = x86_64 ] || kinds="ordinary auto"
        for kind in $kinds; do
            ways+="$kind:schedule=node,stores=$kind;"
        done
    fi
    arguments=(--smallest="${SMALLEST:-$smallest}" --largest="${LARGEST:-$largest}"
        --factor="${FACTOR:-$factor}" --zeros="${ZEROS:-$zeros}")
    [ -z "$ways" ] || arguments+=(--ways="$ways")
    [ "$call" != stores ] || arguments+=(--show=deciles)
    # One that does not take a reduction says so.
    export SAMEBITS_UNSUPPORTED=error
    ;;
consistency) arguments=(--calls="${CALLS:-100000}") ;;
progress) arguments=() ;;
trace) arguments=() numbers=(1) ;;
lifetimes) arguments=(--duration="${DURATION:-0.2}") ;;
predict)
    arguments=(--smallest="${SMALLEST:-8}" --largest="${LARGEST:-16M}" --duration="${DURATION:-2}")
    ;;
tune)
    arguments=()
    [ ${#mpis[@]} -eq 1 ] || [ -z "${PROFILE:-}" ] ||
        stop "PROFILE=$PROFILE is one file, and MPI=\"${mpis[*]}\" are several"
    ;;
pass_on)
    arguments=() numbers=(1)
    # Once a call has been warned of nothing more is done with it; so at once.
    export SAMEBITS_UNSUPPORTED=native
    ;;
*) stop "CALL=$call is not accepted; it takes allreduce, reduce, reduce_scatter_block, reduce_scatter, scan, exscan, each of these nonblocking (iallreduce) or persistent (allreduce_init), overlap, completion, array, dot, schedules, compression, stores, consistency, progress, lifetimes, predict, tune, trace or pass_on" ;;
esac
case $call in
consistency | progress | lifetimes | predict | completion) arguments+=(--format="${FORMAT:-table}") ;;
pass_on | tune | trace) ;;
*) arguments+=(--duration="${DURATION:-0.5}" --format="${FORMAT:-table}") ;;
esac
benchmark=${benchmark:-$call}
# (The values of benches/ways and benches/overlap are those of benches/allreduce.)
sources=("benches/$benchmark"/*.c benches/support/*.c)
[[ $benchmark != ways && $benchmark != overlap ]] || sources+=(-Ibenches/allreduce benches/allreduce/values.c)
mapfile -t variables < <(compgen -e SAMEBITS_)
[ "$call" != pass_on ] || variables=(SAMEBITS_UNSUPPORTED)

if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

# Open MPI's ranks do not know of those of other hosts, and so not that they outnumber the cores.
# MPICH 4.0 hangs in MPI_Finalize over hosts now and then; yielding.c says why, and does nothing else here.
over_hosts() { # over_hosts MPI: the launcher, and its arguments
    local quietly=$PWD/target/benches/$1/finalize.so
    launcher=(tests/cmake/over_hosts.sh "$1" "$hosts" "${launcher[@]}")
    case $1 in
    openmpi*) launcher+=(--mca mpi_yield_when_idle 1) ;;
    mpich)
        cc -shared -fPIC -O2 -o "$quietly" tests/cmake/yielding.c -ldl
        launcher+=(-genv LD_PRELOAD "$quietly" -genv TEST_POLLING 1)
        ;;
    esac
}

measure() { # measure MPI RANKS
    local mpi=$1 ranks=$2 program=target/benches/$1/$benchmark forwarded=() variable
    local arguments=("${arguments[@]}")
    [ "$call" != tune ] || arguments=("${PROFILE:-build/profile-$mpi.txt}")
    mkdir -p "${program%/*}"
    # samebits comes before the MPI library, which the wrapper names last.
    "$(tool mpicc "$mpi")" -std=c11 -O2 -Wall -Wextra -ffp-contract=off -o "$program" \
        -Iinclude -Ibenches/support "${sources[@]}" -Wl,--push-state,--no-as-needed \
        "$PWD/build/libsamebits.so" -Wl,--pop-state "-Wl,-rpath,$PWD/build" -lm -ldl
    for variable in "${variables[@]}"; do
        case $mpi in
        openmpi*) forwarded+=(-x "$variable") ;;
        *) forwarded+=(-genv "$variable" "${!variable}") ;;
        esac
    done
    if [ "$ranks" -gt "$(nproc)" ]; then
        local -x OMPI_MCA_rmaps_base_oversubscribe=1
    fi
    local launcher=("$(tool mpiexec "$mpi")")
    [ -z "$hosts" ] || over_hosts "$mpi"
    "${launcher[@]}" -n "$ranks" "${forwarded[@]}" "${launcher_arguments[@]}" "$PWD/$program" "${arguments[@]}"
}

# What a trace costs: runs with one and without take turns, and the shortest of each counts.
trace() { # trace MPI
    local folder turn
    folder=$(mktemp -d)
    for turn in 1 2 3; do
        measure "$1" 1 >"$folder/without.$turn"
        variables+=(SAMEBITS_TRACE)
        SAMEBITS_TRACE=$folder/trace measure "$1" 1 >"$folder/with.$turn"
        unset 'variables[-1]'
        rm -rf "$folder/trace"
    done
    echo "MPI_Allreduce of doubles on one rank, $1: nanoseconds"
    awk '
        FNR == 1 { traced = FILENAME ~ /\/with\./ }
        { if (!((traced, $1) in best) || $2 < best[traced, $1]) best[traced, $1] = $2
          if (!($1 in hash) || $3 < hash[$1]) hash[$1] = $3
          if (!($1 in seen)) { seen[$1] = 1; order[++n] = $1 } }
        END {
            printf "%10s %12s %12s %12s %16s %8s\n", "bytes", "without", "with a trace", "it costs",
                "two XXH3 passes", "ratio"
            for (i = 1; i <= n; i++) { b = order[i]; cost = best[1, b] - best[0, b]
                printf "%10d %12.1f %12.1f %12.1f %16.1f %8.2f\n", b, best[0, b], best[1, b], cost,
                    hash[b], cost / hash[b] }
        }' "$folder"/with.* "$folder"/without.*
    rm -rf "$folder"
}

first=yes
for mpi in "${mpis[@]}"; do
    for ranks in "${numbers[@]}"; do
        [ "$first" = yes ] || echo
        first=no
        if [ "$call" = trace ]; then trace "$mpi"; else measure "$mpi" "$ranks"; fi
    done
done
