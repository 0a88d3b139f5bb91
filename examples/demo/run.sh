#!/usr/bin/env bash
# Shows the problem and the cure: runs programs that know nothing of samebits,
# first without and then with the library, and counts the distinct results.
# Everything is written to target/demo. Exits with 1 if a row has more than
# one result with samebits.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
mkdir -p "$root/target/demo"
cd "$root/target/demo"
# shellcheck source=examples/demo/lib.sh
. "$root/examples/demo/lib.sh"

[ -f "$library" ] || stop "there is no build/libsamebits.so; \"make build\" makes it"

ranks=6
examl_ranks=4

# Whether a*b+c is contracted is up to the compiler; without that, the C and
# the Fortran program hand MPI the same bits.
flags=(-O2 -ffp-contract=off)
for mpi in openmpi mpich; do
    "mpicc.$mpi" "${flags[@]}" -o "sum-c-$mpi" "$root/examples/demo/sum.c" -lm
    "mpifort.$mpi" "${flags[@]}" -o "sum-fortran-$mpi" "$root/examples/demo/sum.f90"
done
cc "${flags[@]}" -o rotor "$root/examples/demo/rotor.c" -lm

# ---- the sums: each function runs one variant of its row, in MODE

declare -A every_sum=([without]="" [with]="") # all lines of results so far

# A line of the sum programs holds a checksum of the whole vector and a number
# of which only the last digits differ.
take_sums() { # take_sums MODE
    local checksum number before=${#results[@]}
    while read -r checksum number; do
        number=${number%[eE]*}
        results+=("${checksum,,} ..${number: -5}")
    done < <(grep -E '^[0-9a-fA-F]{16} +-?[0-9.]+[eE]' output.txt)
    [ "${#results[@]}" -gt "$before" ] || stop "the program printed no result" output.txt errors.txt
    every_sum[$1]+=$(printf '%s\n' "${results[@]:before}")$'\n'
}

openmpi_algorithm() { # openmpi_algorithm MODE LANGUAGE:ALGORITHM
    openmpi "$1" $ranks --mca coll_tuned_use_dynamic_rules 1 \
        --mca coll_tuned_allreduce_algorithm "${2#*:}" "./sum-${2%:*}-openmpi" allreduce
    take_sums "$1"
}

openmpi_roots() { # openmpi_roots MODE LANGUAGE
    openmpi "$1" $ranks "./sum-$2-openmpi" roots
    take_sums "$1"
}

# The component "adapt" adds what a rank's children send as it arrives.
openmpi_adapt() { # openmpi_adapt MODE LANGUAGE:REPETITION
    openmpi "$1" $ranks --mca coll_adapt_priority 90 "./sum-${2%:*}-openmpi" reduce
    take_sums "$1"
}

mpich_algorithm() { # mpich_algorithm MODE LANGUAGE:ALGORITHM
    mpich "$1" $ranks -genv MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM "${2#*:}" \
        "./sum-${2%:*}-mpich" allreduce
    take_sums "$1"
}

mpich_roots() { # mpich_roots MODE LANGUAGE
    mpich "$1" $ranks "./sum-$2-mpich" roots
    take_sums "$1"
}

both_mpis() { # both_mpis MODE MPI:CALL
    "${2%:*}" "$1" $ranks "./sum-c-${2%:*}" "${2#*:}"
    take_sums "$1"
}

# A program without MPI, as on two CPUs: the C library and ours are told which instructions to use.
functions() { # functions MODE CPU
    local with=() cpu=()
    [ "$1" = without ] || with=(LD_PRELOAD="$math_library" SAMEBITS_MATH_VERBOSE=1)
    [ "$2" = new ] || cpu=("GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4" SAMEBITS_MATH_VARIANT=x86-64)
    launch env "${cpu[@]}" "${with[@]}" ./rotor
    [ "$1" = without ] || grep -q '^samebits-math: .* in front of libm' errors.txt ||
        stop "libsamebits_math was not in front" output.txt errors.txt
    local checksum number
    read -r checksum number <output.txt
    results+=("$checksum ..${number: -5}")
}

# The results so far, taken together: no new runs.
all_sums() { # all_sums MODE -
    mapfile -t results < <(printf '%s' "${every_sum[$1]}")
}

# ---- ExaML: infers a tree of 49 DNA sequences, with the lengths of its branches

examl_prepare() {
    local data=/usr/share/doc/examl/testData simd
    # Where the system leaves out documentation, scripts/setup.sh has put it here.
    [ -f "$data/49.gz" ] || data=testData
    [ -f "$data/49.gz" ] || stop "there are no test data of ExaML's; \"make demo\" gets them"
    gzip -dc "$data/49.gz" >49.phy
    cp "$data/49.model" "$data/49.tree" .
    rm -f 49p.binary RAxML_info.49p
    parse-examl -s 49.phy -q 49.model -m DNA -n 49p >output.txt 2>&1 ||
        stop "parse-examl failed" output.txt

    # The choice that Debian's own start script makes.
    examl=/usr/lib/examl/bin/examl
    for simd in avx2 avx sse4.1 ssse3 sse3 sse2; do
        if grep -q "$simd" /proc/cpuinfo && [ -x "$examl-$simd" ]; then
            examl+=-$simd
            break
        fi
    done
}

examl_algorithm() { # examl_algorithm MODE ALGORITHM
    local checksum length
    rm -f ExaML_*.demo*
    openmpi "$1" $examl_ranks --mca coll_tuned_use_dynamic_rules 1 \
        --mca coll_tuned_reduce_algorithm "$2" \
        "$examl" -t 49.tree -m GAMMA -s 49p.binary -n demo
    [ -s ExaML_result.demo ] || stop "ExaML left no final tree" output.txt errors.txt
    checksum=$(sha256sum <ExaML_result.demo)
    length=$(grep -Eom 1 '[0-9]\.[0-9]+' ExaML_result.demo | head -n 1)
    results+=("${checksum%% *} ..${length: -5}")
}

# ---- the table

echo "Sums of $ranks ranks' contributions (examples/demo/sum.c, sum.f90), and a tree inferred by ExaML"
echo "on $examl_ranks ranks; a kicked rotor (examples/demo/rotor.c). None of these programs knows"
echo "of samebits; \"with\" means LD_PRELOAD."
echo
table_head
row "C, Open MPI's allreduce algorithms 1 to 6" short openmpi_algorithm c:{1..6}
row "Fortran, the same" short openmpi_algorithm fortran:{1..6}
row "C, Open MPI's reduce to each root" short openmpi_roots c
row "Fortran, the same" short openmpi_roots fortran
row "C, Open MPI's reduce \"adapt\", repeated" short openmpi_adapt c:{1..10}
row "Fortran, the same" short openmpi_adapt fortran:{1..10}
row "C, MPICH's allreduce algorithms" short mpich_algorithm \
    c:{auto,smp,recursive_doubling,reduce_scatter_allgather,nb}
row "Fortran, MPICH's reduce to each root" short mpich_roots fortran
row "C, Open MPI and MPICH as they come" short both_mpis {openmpi,mpich}:{allreduce,reduce}
row "all the sums above together" short all_sums -
row "C, mathematical functions on two CPUs" short functions new old
examl_prepare
# The first five of seven: each run takes some ten to thirty seconds.
row "ExaML, Open MPI's reduce algorithms 1 to 5" long examl_algorithm {1..5}

echo
if [ "$differs" = 1 ]; then
    echo "FAILED: a row above has several results with samebits."
    exit 1
fi
echo "With samebits every row has one result, and each run shows that it was active."
