#!/usr/bin/env bash
# The largest errors of the complex functions beside those of the C library's, by MPC
# (complex/errors.c): CSV. Ends with 1 if one of ours is larger.
#
#     POINTS    100000    of each function
#     FUNCTION  all       one function's name
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

[ $# -eq 0 ] || {
    echo "complex: takes variables, no arguments, and got \"$*\"" >&2
    exit 2
}
scripts/setup.sh --check build math
target=${CARGO_TARGET_DIR:-target}
scripts/cargo.sh build --quiet --release --locked -p samebits-math
mkdir -p "$target/benches"
gcc -O2 -ffp-contract=off -fno-builtin -Wall -Wextra -o "$target/benches/complex-errors" \
    crates/math/benches/complex/errors.c -lmpc -lmpfr -lgmp -lm -ldl
function=${FUNCTION:-all}
[ "$function" != all ] || function=
"$target/benches/complex-errors" "$target/release/libsamebits_math.so" "${POINTS:-100000}" \
    ${function:+"$function"}
