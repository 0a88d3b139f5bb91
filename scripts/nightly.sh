#!/usr/bin/env bash
# Checks that are no part of `make test-all`, because they take hours, more memory than most machines
# have, or tools that are the user's to choose:
#
#     scripts/nightly.sh [math|aarch64|large|hosts|miri|tsan|mutants|fuzz]
#
# With no argument all of them, after a list of what they are; a summary comes at the end. What this
# machine lacks is named, with the command that brings it, and nothing is installed; that check is
# skipped, and by itself ends with status 77. TOOLCHAIN is another Rust toolchain than "nightly", and
# FUZZ_SECONDS (60) how long each target is fuzzed. Each day of the year has another sample of mutants.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/layers.sh
. scripts/layers.sh

checks=(
    "math     the mathematical functions on twenty times as many arguments as in test-all (MPFR, qemu-user)"
    "aarch64  the tests without MPI on an emulated aarch64 (qemu-user)"
    "large    reductions of 2^31 + 3 elements, under Open MPI and MPICH (18 GB of memory)"
    "hosts    a rank in each other call of MPI's during each kind of reduction; 10,000 random programs (as root)"
    "miri     the tests without MPI under Miri, as far as it knows the processor: no assembler"
    "tsan     the tests without MPI under ThreadSanitizer"
    "mutants  a sample of defects: does a test notice each? (hours)"
    "fuzz     what comes from outside, each target of tests/fuzz/ for ${FUZZ_SECONDS:-60} s"
)

all() {
    local check name status start failed=0 log summary=()
    echo "What \`make test-all\` does not run:"
    printf '    %s\n' "${checks[@]}"
    mkdir -p target
    log=$(mktemp -p target nightly.XXXXXX)
    trap 'rm -f "$log"' EXIT
    for check in "${checks[@]}"; do
        name=${check%% *} start=$SECONDS status=0
        printf '\n==== %s\n' "$check"
        "$BASH" scripts/nightly.sh "$name" 2>&1 | tee "$log" || status=$?
        case $status in
        0) summary+=("$(printf '%-9s passed  %5d s' "$name" $((SECONDS - start)))") ;;
        77) summary+=("$(printf '%-9s skipped: %s' "$name" "$(tail -n 1 "$log" | sed 's/^ *//')")") ;;
        *) summary+=("$(printf '%-9s FAILED  %5d s' "$name" $((SECONDS - start)))") && failed=1 ;;
        esac
    done
    printf '\n==== summary\n'
    printf '%s\n' "${summary[@]}"
    exit $failed
}

[ $# -gt 0 ] || all
what=$1
toolchain=${TOOLCHAIN:-nightly}
host=$(uname -m)-unknown-linux-gnu

stop() { # stop MISSING PURPOSE COMMAND
    printf '%s: %s is missing (%s). To install it:\n    %s\n' "$what" "$1" "$2" "$3" >&2
    echo "$1 is missing" >&2
    exit 77
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
math)
    scripts/setup.sh --check build math || exit 77
    TEST_MATH_CASES=10 exec scripts/cargo.sh test --release --locked --no-fail-fast --package samebits-math
    ;;
aarch64)
    scripts/setup.sh --check build aarch64 || exit 77
    exec scripts/aarch64.sh library
    ;;
large)
    scripts/setup.sh --check build test || exit 77
    scripts/is_built.sh || scripts/build.sh
    exec scripts/test_large.sh
    ;;
hosts)
    scripts/setup.sh --check build test mpis cluster || exit 77
    EXHAUSTIVE=ON exec scripts/test.sh mpis cluster
    ;;
mutants)
    export SEED=${SEED:-$((10#$(date +%j) % 12))}
    exec scripts/mutants.sh
    ;;
tsan)
    # (Not the programs under a launcher: MPI libraries are not compiled for it, and each of their locks
    # would be taken for a race.)
    need_toolchain
    need_component rust-src "the standard library has to be built for the sanitizer as well"
    # Ranks are simulated by threads here. Memory that there is not is asked for, too;
    # the sanitizer has functions of libc in the program. (threads_started is left out: it has a
    # pthread_create of its own, in front of the sanitizer's.)
    SIMULATE=threads RUSTFLAGS=-Zsanitizer=thread TSAN_OPTIONS="halt_on_error=1 allocator_may_return_null=1" \
        PROPTEST_CASES=100 \
        rustup run "$toolchain" cargo test --release --locked -Zbuild-std --target "$host" \
        --target-dir target/tsan "${layers[@]}" --lib --test library \
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
    miri "${layers[@]}" --lib -- --skip locate --skip dynamic --skip device --skip futex --skip long_double \
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
    echo "nightly: unknown check \"$what\"; accepted: math, aarch64, large, hosts, miri, tsan, mutants, fuzz" >&2
    exit 2
    ;;
esac
