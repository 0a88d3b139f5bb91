#!/usr/bin/env bash
# An error handler stays what it is where samebits makes a communicator of its own; and one that
# another thread sets at that time stays, too.
set -u
. "$(dirname "$0")/lib.sh"

handler() { # handler WHAT EXPECTED
    succeeded "$1"
    equal "$1: the handler" "$(printf "rank %d: $2\n" 0 1)" "$(sort out)"
}
launch 2 "$with" SAMEBITS_SCHEDULE=halving -- "$programs/handler"
handler "undisturbed" MPI_ERRORS_ARE_FATAL

launch 2 "$with:$programs/libsets_handler.so" SAMEBITS_SCHEDULE=halving -- "$programs/handler"
handler "set meanwhile" MPI_ERRORS_RETURN
finish
