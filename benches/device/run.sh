#!/usr/bin/env bash
# Builds the benchmark, checks it under compute-sanitizer, compares bits, measures, and prints a short
# table last:
#
#     run.sh FOLDER
#
# Log and figures go to FOLDER. Beside this script may lie cccl.tar.xz (headers of CCCL from 3.1 on,
# which have CUB's gpu_to_gpu) and bench.built (for where nvcc does not build it). Nothing takes
# longer than its timeout: a minute and a half in all, four at most.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit
out=$(mkdir -p "$1" && cd "$1" && pwd) || exit
exec > >(tee "$out/kernels-log.txt") 2>&1
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
began=$SECONDS
step() { printf '\n==== %s (after %d s)\n' "$1" $((SECONDS - began)); }

step 'the machine'
nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,memory.total --format=csv,noheader
command -v nvcc >/dev/null || PATH=$PATH:/usr/local/cuda/bin
nvcc --version | tail -n 2
# shellcheck disable=SC2016 # Python
CUBLAS=$(timeout 20 python3 -c 'import glob, site, sys
print(*sum((glob.glob(p + "/nvidia/*/lib/libcublas.so.1[23]") for p in site.getsitepackages()), [])[:1])')
if [ -n "$CUBLAS" ]; then export CUBLAS; else unset CUBLAS; fi
echo "cuBLAS: ${CUBLAS-as the loader finds it}"

step 'building'
compile() { # compile NAME [FLAG ...]
    timeout 60 nvcc -std=c++17 -O3 -arch=sm_90 -Xptxas -v "${@:2}" -c -o "$build/$1.o" "$1.cu" >"$build/$1.log" 2>&1
}
jobs=()
for name in bench double_sums double_dots floats; do
    compile $name &
    jobs+=($!)
done
{
    { [ -e cccl.tar.xz ] && tar -xJf cccl.tar.xz -C "$build" &&
        compile cub -DHAVE_GPU_TO_GPU -I "$build/cccl"; } || { cat "$build/cub.log"; compile cub; }
} &
jobs+=($!)
bench=$build/bench
built=1
for job in "${jobs[@]}"; do wait "$job" || built=0; done
[ $built = 1 ] && nvcc -arch=sm_90 -o "$bench" "$build"/*.o -ldl || built=0
cat "$build"/*.log >"$out/kernels-checks.txt"
if [ $built = 0 ]; then
    grep -h -m 5 error "$build"/*.log
    echo 'not built here: bench.built instead'
    bench=./bench.built
fi
grep -h -o 'Used [0-9]* registers' "$out/kernels-checks.txt" | sort | uniq -c

status=0
for tool in memcheck racecheck; do
    step "compute-sanitizer, $tool"
    timeout 40 compute-sanitizer --tool $tool "$bench" check >"$build/$tool.txt" 2>&1
    failed=$?
    [ $failed = 0 ] || { status=1; echo "status $failed"; }
    tail -n 4 "$build/$tool.txt"
    cat "$build/$tool.txt" >>"$out/kernels-checks.txt"
done

step 'counters'
timeout 40 ncu --clock-control none --kernel-name-base function -k regex:reduce_kernel --section SpeedOfLight \
    --section ComputeWorkloadAnalysis --section WarpStateStats "$bench" profile >"$out/kernels-counters.txt" 2>&1
echo "status $?"
grep -E 'reduce_kernel|Duration|DRAM Throughput|Issue Slots Busy|SM Busy|Executed Ipc Active|Warp Cycles Per Issued' \
    "$out/kernels-counters.txt" | cut -c 1-120

step 'bits and times'
timeout 120 "$bench" measure "$out/kernels.csv"
failed=$?
[ $failed = 0 ] || { status=1; echo "status $failed"; }
step 'done'
exit $status
