#!/usr/bin/env bash
# A GPU's driver that fails: buffers of the host are served all the same; with one
# on the device the function and its error are named and the job is ended, because
# an error on that rank alone would keep the others waiting. A device pointer is not
# touched although the driver does not know it.
set -u
. "$(dirname "$0")/lib.sh"

served="\
host to host: MPI_SUCCESS, 1 reproduced
1 2"

# expect WHAT STUB COPY_ERROR QUERY_ERROR TO_HOST TO_DEVICE: the functions that fail
expect() {
    local what=$1 stub=$2 copy=$3 query=$4 from=device function
    shift 4
    for function; do
        launch 1 "$with" -- "$programs/gpu" "$TEST_GPU/$stub" "$copy" "$query" "$from"
        stopped "$what, $from"
        # (MPICH's launcher may say of its own that a process has ended badly.)
        equal "$what, $from: what becomes of the calls" "$served" "$(sed '/^=====/,$d' out | sed '/^$/d')"
        equal "$what, $from: what is said" "samebits: MPI_Allreduce on rank 0: a buffer on a GPU \
cannot be copied: $function failed with error $((copy + query)); the job is stopped" "$(said)"
        from=host
    done
}

expect "CUDA, copies fail" cuda/libcuda.so.1 700 0 cuMemcpyDtoH_v2 cuMemcpyHtoDAsync_v2
expect "CUDA, questions fail" cuda/libcuda.so.1 0 700 cuPointerGetAttributes cuPointerGetAttributes
# Copies of both directions, and questions, by one function each.
expect "HIP 5, copies fail" hip5/libamdhip64.so.5 719 0 hipMemcpy
expect "HIP 5, questions fail" hip5/libamdhip64.so.5 0 719 hipPointerGetAttributes
expect "HIP 6, copies fail" hip6/libamdhip64.so.6 719 0 hipMemcpy hipMemcpyAsync
expect "HIP 6, questions fail" hip6/libamdhip64.so.6 0 719 hipPointerGetAttributes

# Whichever rank has it, and whatever the error handler.
launch 2 "$with" -- "$programs/gpu" "$TEST_GPU/cuda/libcuda.so.1" 700 0 together
stopped "of two ranks one"
equal "of two ranks one: what is said" "samebits: MPI_Allreduce on rank 0: a buffer on a GPU \
cannot be copied: cuMemcpyDtoH_v2 failed with error 700; the job is stopped" "$(said)"
finish
