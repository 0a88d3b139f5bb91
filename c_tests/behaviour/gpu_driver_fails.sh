#!/usr/bin/env bash
# A GPU's driver that fails: the function and its error are named, and the error
# goes through the caller's error handler; buffers of the host are served all the
# same, and a device pointer is not touched although the driver does not know it.
set -u
. "$(dirname "$0")/lib.sh"

failing="\
host to host: MPI_SUCCESS, 1 reproduced
1 2
device to host: MPI_ERR_OTHER, 0 reproduced
host to device: MPI_ERR_OTHER, 0 reproduced
afterwards: MPI_SUCCESS, 1 reproduced
1 2"

# expect WHAT STUB COPY_ERROR QUERY_ERROR MESSAGE...
expect() {
    local what=$1 stub=$2 copy=$3 query=$4 text=() message
    shift 4
    for message; do
        text+=("samebits: MPI_Allreduce: a buffer on a GPU cannot be copied: $message")
    done
    launch 1 "$with" -- "$programs/gpu" "$TEST_GPU/$stub" "$copy" "$query"
    succeeded "$what"
    equal "$what: what becomes of the calls" "$failing" "$(cat out)"
    equal "$what: what is said" "$(printf '%s\n' "${text[@]}")" "$(said)"
}

expect "CUDA, copies fail" cuda/libcuda.so.1 700 0 \
    "cuMemcpyDtoH_v2 failed with error 700" "cuMemcpyHtoD_v2 failed with error 700"
expect "CUDA, questions fail" cuda/libcuda.so.1 0 700 \
    "cuPointerGetAttribute failed with error 700" "cuPointerGetAttribute failed with error 700"
for hip in hip5/libamdhip64.so.5 hip6/libamdhip64.so.6; do
    expect "$hip, copies fail" $hip 719 0 \
        "hipMemcpy failed with error 719" "hipMemcpy failed with error 719"
    expect "$hip, questions fail" $hip 0 719 \
        "hipPointerGetAttributes failed with error 719" \
        "hipPointerGetAttributes failed with error 719"
done

# By default the error ends the job, whichever rank has it.
launch 2 "$with" -- "$programs/gpu" "$TEST_GPU/cuda/libcuda.so.1" 700 0 fatal
stopped "fatal"
equal "fatal: what is said" \
    "samebits: MPI_Allreduce: a buffer on a GPU cannot be copied: cuMemcpyDtoH_v2 failed with error 700" \
    "$(said)"
finish
