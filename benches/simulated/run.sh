#!/usr/bin/env bash
# Compares the schedules with each other and with the MPI library's own allreduce, by
# simulated time on a described cluster: SimGrid's SMPI runs benches/simulated/simulated.c
# on as many ranks as there are nodes, in one process. The bits are checked in the same
# run. What may be set, as variables of the environment or of make
# (`make bench-simulated RANKS=256`):
#
#     RANKS       64             the number of ranks, up to 1024, each on a node of its own
#     SIZES       "8 256 ..."    bytes of the vectors (K, M: 1024s); fewer unless named where
#                                there are many ranks
#     CALL        allreduce      or iallreduce, ireduce: with MPI_Wait, compared with the fastest
#                                that SMPI has for all of SELECTOR, blocking and nonblocking
#     SCHEDULES   all            those to compare, "gather slices"; all that the library knows
#     ARITHMETIC  exact          what SAMEBITS_ARITHMETIC takes
#     COMPUTATION no             yes: the time that this machine computes between MPI calls
#                                passes on the simulated clock too (it is noise in part, and
#                                that of the MPI library's own operators is not in it)
#     SELECTOR    ompi           whose choice of algorithms the simulated MPI library follows:
#                                ompi, mpich, mvapich2, impi or default; for a nonblocking CALL
#                                several, by default "ompi mpich mvapich2 impi"
#                                (MPI_Ireduce: without impi)
#     PLATFORM    cluster64.xml  another description of a cluster
#     REPETITIONS 2              calls of each kind, the fastest of which is shown
#     FORMAT      table          table or csv
#
# p = 1000 takes a few GB in /tmp and of memory, and a quarter of an hour: RANKS=1000 SIZES="8 1K".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

stop() {
    echo "bench-simulated: $1" >&2
    exit 2
}

[ $# -eq 0 ] || stop "takes variables, no arguments, and got \"$*\""
ranks=${RANKS:-64}
[[ $ranks =~ ^[1-9][0-9]*$ && $ranks -le 1024 ]] || stop "RANKS=$ranks is not accepted; it takes a number from 1 to 1024"
[ -f build/libsamebits.so ] || stop "there is no build/libsamebits.so; \"make build\" makes it"
command -v smpicc smpirun >/dev/null || stop "smpicc and smpirun must be in PATH"
call=${CALL:-allreduce}
case $call in
allreduce) what=MPI_Allreduce selectors=${SELECTOR:-ompi} ;;
iallreduce) what="MPI_Iallreduce with MPI_Wait" selectors=${SELECTOR:-ompi mpich mvapich2 impi} ;;
# (For impi SimGrid 3.32 takes a flat tree whose receives it does not let take time.)
ireduce) what="MPI_Ireduce with MPI_Wait" selectors=${SELECTOR:-ompi mpich mvapich2} ;;
*) stop "CALL=$call is not accepted; it takes allreduce, iallreduce or ireduce" ;;
esac
case ${COMPUTATION:-no} in
yes | no) ;;
*) stop "COMPUTATION=$COMPUTATION is not accepted; it takes yes or no" ;;
esac
if [ "$ranks" -le 64 ]; then
    nodes=64 sizes="8 256 4K 64K 512K"
elif [ "$ranks" -le 256 ]; then
    nodes=256 sizes="8 256 4K 64K"
else
    nodes=1024 sizes="8 256 4K"
fi
platform=${PLATFORM:-benches/simulated/cluster$nodes.xml}
[ -f "$platform" ] || stop "PLATFORM=$platform does not exist"

# Each rank gets a copy of the library: without what debuggers read, 1000 take less room.
folder=target/benches/smpi
mkdir -p "$folder"
strip -o "$folder/libsamebits.so.0" build/libsamebits.so
smpicc -std=gnu11 -O2 -Wall -Wextra -ffp-contract=off -DSMPI_NO_OVERRIDE_MALLOC -Iinclude -Ibenches/allreduce -Ibenches/support \
    -o "$folder/simulated" benches/simulated/simulated.c benches/allreduce/values.c benches/support/fail.c benches/support/schedules.c \
    -Wl,--push-state,--no-as-needed "$folder/libsamebits.so.0" -Wl,--pop-state

arguments=(--call="$call" --arithmetic="${ARITHMETIC:-exact}" --repetitions="${REPETITIONS:-2}")
comma_separated() { # comma_separated "WORD ..."
    local words
    IFS=' ,' read -ra words <<<"$1"
    (IFS=, && echo "${words[*]}")
}
arguments+=(--sizes="$(comma_separated "${SIZES:-$sizes}")")

mark=
[ "${FORMAT:-table}" = table ] || mark="# "
echo "${mark}$what of MPI_DOUBLE, MPI_SUM, ${ARITHMETIC:-exact}, $ranks ranks on ${platform##*/}, \
algorithms of $selectors, simulated us, computation: ${COMPUTATION:-no}"

# (Of alltoallv SimGrid 3.32 chooses an algorithm that takes powers of two only.)
# A message costs its sender and its receiver 300 ns each, and its bytes the bandwidth of
# the links: the factors by which SMPI bends both were measured on an older network.
TMPDIR=$(mktemp -d)
export TMPDIR LD_LIBRARY_PATH=$PWD/$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
trap 'rm -rf "$TMPDIR"' EXIT
export SAMEBITS_UNSUPPORTED=error
simulate() { # simulate SELECTOR ARGUMENT...
    smpirun -quiet -np "$ranks" -platform "$platform" \
        --cfg=smpi/privatization:dlopen --cfg=smpi/privatize-libs:libsamebits.so.0 \
        --cfg=smpi/coll-selector:"$1" --cfg=smpi/alltoallv:ring \
        --cfg=smpi/simulate-computation:"${COMPUTATION:-no}" --cfg=smpi/host-speed:1Gf \
        --cfg=smpi/cpu-threshold:0 --cfg=smpi/wtime:0 \
        --cfg=smpi/lat-factor:0:1 --cfg=smpi/bw-factor:0:1 \
        --cfg=smpi/os:0:3e-7:0 --cfg=smpi/or:0:3e-7:0 --cfg=smpi/ois:0:3e-7:0 \
        --cfg=network/crosstraffic:no --log=root.thres:error "$folder/simulated" "${arguments[@]}" "${@:2}"
}

# The least that the MPI library takes by the algorithms of any of them. (Some of SimGrid 3.32's end in a
# deadlock, and what comes after that length is left out.)
if [ "$call" != allreduce ]; then
    for selector in $selectors; do
        simulate "$selector" --schedules=none --format=csv | tail -n +2 | cut -d , -f 1,2
    done >"$TMPDIR/own" 2>"$TMPDIR/err" || true
    others=$(awk -F , '!($1 in least) { order[++n] = $1 } !($1 in least) || $2 < least[$1] { least[$1] = $2 }
        END { for (i = 1; i <= n; i++) printf "%s%s", least[order[i]], i < n ? "," : "" }' "$TMPDIR/own")
    arguments+=(--others="$others")
    export SAMEBITS_PROGRESS=always SAMEBITS_REPORT=$TMPDIR/report.txt
fi
[ -z "${SCHEDULES:-}" ] || arguments+=(--schedules="$(comma_separated "$SCHEDULES")")
simulate "${selectors%% *}" --format="${FORMAT:-table}"
[ "$call" = allreduce ] || grep -qF "driven by the MPI library (simulated)" "$TMPDIR/report.txt" ||
    stop "no reduction has gone on while its ranks waited for it"
