#!/usr/bin/env bash
# Programs of Debian's that call mathematical functions, as on a processor with fused products and on
# one without: natively, and by `samebits run --math`. GLIBC_TUNABLES takes the instructions from the C
# library, SAMEBITS_MATH_VARIANT from libsamebits_math. (NumPy's own loops are left out, so that it
# calls libm: docs/functions.md.)
#
#     MATH_ROWS   a file to which the table's rows are appended
set -euo pipefail
# shellcheck source=tests/programs/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
enter math
samebits=../../../build/samebits
[ -f ../../../build/libsamebits_math.so ] || stop "there is no build/libsamebits_math.so; \"make build\" makes it"

processors=("-" "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4 SAMEBITS_MATH_VARIANT=x86-64")

# digest OUTPUT COMMAND ...: runs it, and prints a digest of the file
digest() {
    local output=$1
    shift
    [ "$output" = output.txt ] || rm -f "$output"
    timeout --kill-after=10 "$limit" "$@" >output.txt 2>errors.txt </dev/null ||
        stop "this failed: $*" output.txt errors.txt
    [ -s "$output" ] || stop "$* wrote no $output" output.txt errors.txt
    sha256sum <"$output"
}

# math ROW OUTPUT COMMAND ...
math() {
    local row=$1 output=$2 native=() ours=() processor set different same
    shift 2
    echo "$row: ${#processors[@]} processors, natively and by samebits run --math" >&2
    for processor in "${processors[@]}"; do
        set=()
        [ "$processor" = - ] || read -ra set <<<"$processor"
        different=$(digest "$output" env "${set[@]}" "$@")
        native+=("$different")
        same=$(digest "$output" env "${set[@]}" "$samebits" run --math -- "$@")
        grep -q 'libsamebits_math.so is in front of libm' errors.txt || stop "$row: it was not in front" errors.txt
        ours+=("$same")
    done
    different=$(printf '%s\n' "${native[@]}" | sort -u | wc -l)
    same=$(printf '%s\n' "${ours[@]}" | sort -u | wc -l)
    printf '| %s | %s | %s |\n' "$row" "$different" "$same" | tee -a "${MATH_ROWS:-/dev/null}"
    if [ "$same" != 1 ]; then
        failed=1
        echo "FAILED: $row has $same outputs with libsamebits_math" >&2
    fi
}

# The melting crystal of the other test, whose atoms attract each other by exp now.
sed -e 's|^pair_style .*|pair_style      morse 2.5|' -e 's|^pair_coeff .*|pair_coeff      1 1 1.0 5.0 1.1 2.5|' \
    "$root/tests/programs/lammps.in" >morse.in
math "LAMMPS $(version_of lammps), atoms by a Morse potential, 4 ranks" atoms.txt \
    mpiexec.openmpi -n 4 lmp -in morse.in -log none
# shellcheck disable=SC2016
math "Perl $(version_of perl-base), an iteration with exp, log, sin, cos and powers" output.txt perl -e '
    my $x = 0.5;
    for my $n (1 .. 200000) {
        $x = exp(sin($x * 7)) ** 0.3 + log(1 + abs(cos($x))) / $n;
        printf("%.17g\n", $x) if $n % 1000 == 0;
    }'
math "Python $(version_of python3), its module math" output.txt /usr/bin/python3 -c '
from math import *
names = "acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp2 expm1 gamma lgamma log log10 log1p log2 sin sinh tan tanh"
for name in names.split():
    if name in globals():
        f, offset = globals()[name], 1.0 if name == "acosh" else 1e-5
        print(name, [f(offset + 0.99 * i / 10000).hex() for i in range(10000)])
for f in atan2, hypot, pow:
    print(f, [f(1.0 + i / 10000, 3.7 - i / 5000).hex() for i in range(10000)])'
NPY_DISABLE_CPU_FEATURES="FMA3 AVX2 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL" \
    math "NumPy $(version_of python3-numpy), without its own loops" output.txt /usr/bin/python3 -c '
import numpy
x = 1e-3 + 0.998 * numpy.arange(100000) / 100000
for kind in numpy.float64, numpy.float32:
    for name in "exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arctanh cbrt".split():
        print(name, getattr(numpy, name)(x.astype(kind)).tobytes().hex())
    print(numpy.power(x.astype(kind), x[::-1].astype(kind)).tobytes().hex())'
finish
