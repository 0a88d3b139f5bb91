#!/usr/bin/env bash
# Checks that need a nightly toolchain, and so are no part of `make test`:
#
#     scripts/nightly.sh tsan|miri|fuzz
#
#   tsan   the tests without MPI under ThreadSanitizer. (Not the programs under a
#          launcher: MPI libraries are not compiled for it, and each of their locks
#          would be taken for a race.)
#   miri   the same under Miri, as far as it knows the processor: no assembler
#   fuzz   each target in tests/fuzz/, for FUZZ_SECONDS (60)
#
# What is missing is named, with the command that brings it, and nothing is
# installed: a toolchain is the user's to choose. TOOLCHAIN is another one than
# "nightly".
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."

what=${1:-}
toolchain=${TOOLCHAIN:-nightly}
host=$(uname -m)-unknown-linux-gnu

stop() { # stop MISSING PURPOSE COMMAND
    printf '%s: %s is missing (%s). To install it:\n    %s\n' "$what" "$1" "$2" "$3" >&2
    exit 1
}

need_toolchain() {
    command -v rustup >/dev/null ||
        stop rustup "it chooses between toolchains" "see https://rustup.rs"
    rustup run "$toolchain" rustc --version >/dev/null 2>&1 ||
        stop "the Rust toolchain \"$toolchain\"" "sanitizers, Miri and fuzzing are not in stable Rust" \
            "rustup toolchain install $toolchain"
}

need_component() { # need_component NAME PURPOSE
    rustup component list --toolchain "$toolchain" --installed 2>/dev/null | grep -q "^$1" ||
        stop "the component \"$1\" of the toolchain \"$toolchain\"" "$2" \
            "rustup component add --toolchain $toolchain $1"
}

case $what in
tsan)
    need_toolchain
    need_component rust-src "the standard library has to be built for the sanitizer as well"
    # Ranks are simulated by threads here. Memory that there is not is asked for, too;
    # the sanitizer has functions of libc in the program. (threads_started is left out: it has a
    # pthread_create of its own, in front of the sanitizer's.)
    SIMULATE=threads RUSTFLAGS=-Zsanitizer=thread TSAN_OPTIONS="halt_on_error=1 allocator_may_return_null=1" \
        PROPTEST_CASES=100 \
        rustup run "$toolchain" cargo test --release --locked -Zbuild-std --target "$host" \
        --target-dir target/tsan --lib --test library \
        --no-fail-fast -- --skip a_function_that_others_define_first \
        --skip imported_functions_are_distinguished
    ;;
miri)
    need_toolchain
    need_component miri "the interpreter"
    need_component rust-src "Miri interprets the standard library too"
    # What asks the loader, the kernel or the processor is left out, and what is slow. (That the
    # system compares half of a number Miri takes for an access of the program.)
    export MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-permissive-provenance" PROPTEST_CASES=8
    miri() { rustup run "$toolchain" cargo miri test --locked --target-dir target/miri "$@"; }
    miri --lib -- --skip locate --skip dynamic --skip device --skip futex --skip long_double \
        --skip without_memory_it_fails --skip rounding_is_to_nearest_even \
        --skip only_the_first_claims_a_name --skip threads::tests
    miri --test library any_bytes
    ;;
fuzz)
    need_toolchain
    rustup run "$toolchain" cargo fuzz --version >/dev/null 2>&1 ||
        stop cargo-fuzz "it builds and runs the targets" "cargo install cargo-fuzz"
    for target in tests/fuzz/fuzz_targets/*.rs; do
        target=$(basename "$target" .rs)
        echo "==== $target"
        rustup run "$toolchain" cargo fuzz run --fuzz-dir tests/fuzz --target-dir target/fuzz "$target" -- \
            -max_total_time="${FUZZ_SECONDS:-60}" -max_len=4096
    done
    ;;
*)
    echo "nightly: unknown check \"$what\"; accepted: tsan, miri, fuzz" >&2
    exit 2
    ;;
esac
