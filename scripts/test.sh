#!/usr/bin/env bash
# Builds the library and runs the tests: scripts/test.sh rust|openmpi|mpich ...
#
# A part that fails does not keep the later ones from running; the summary at
# the end names each, and the exit status is 0 only if none failed.
set -euo pipefail
exec </dev/null # launchers read the terminal otherwise
cd "$(dirname "${BASH_SOURCE[0]}")/.."

summary=()
failed=0

part() { # part NAME COMMAND ...
    local name=$1 start=$SECONDS result=passed
    shift
    printf '\n==== %s\n' "$name"
    if ! "$@"; then
        result=FAILED
        failed=1
    fi
    summary+=("$(printf '%-28s %-8s %4d s' "$name" "$result" $((SECONDS - start)))")
}

# rustfmt and clippy check the style of the source, not what it does: a
# machine without them can still tell whether samebits works there.
part_if_installed() { # part_if_installed NAME CARGO-COMMAND ARGUMENT ...
    local name=$1
    shift
    if scripts/cargo.sh "$1" --version >/dev/null 2>&1; then
        part "$name" scripts/cargo.sh "$@"
    else
        printf '\n==== %s: skipped, cargo %s is not installed\n' "$name" "$1"
        summary+=("$(printf '%-28s skipped, cargo %s is not installed' "$name" "$1")")
    fi
}

# A newer clippy than ours may know more to say; that is no failure for a user.
lints=()
[ "${CI:-}" != true ] || lints=(-D warnings)

# shellcheck disable=SC2317 # called by part
cmake_project() { # cmake_project MPI SOURCE JOBS CONFIGURE-ARGUMENT ...
    local mpi=$1 source=$2 jobs=$3 tree=target/tests/$1/${2%_tests}
    shift 3
    cmake -S "$source" -B "$tree" -DSAMEBITS_MPI="$mpi" \
        -DSAMEBITS_LIBRARY="$PWD/build/libsamebits.so" "$@" &&
        cmake --build "$tree" --parallel "$(nproc)" &&
        ctest --test-dir "$tree" --output-on-failure --no-tests=error --parallel "$jobs"
}

# Jobs: MPICH's ranks poll without yielding, so that two of its tests at once
# on two cores are slower than one after the other.
under_mpi() { # under_mpi MPI NAME JOBS
    local compilers=(-DCMAKE_C_COMPILER="mpicc.$1")
    part "C and C++, $2" cmake_project "$1" c_tests "$3" \
        "${compilers[@]}" -DCMAKE_CXX_COMPILER="mpicxx.$1"
    part "Fortran, $2" cmake_project "$1" fortran_tests "$3" \
        "${compilers[@]}" -DCMAKE_Fortran_COMPILER="mpifort.$1"
}

for what; do
    case $what in
    rust | openmpi | mpich) ;;
    *)
        echo "test: unknown part \"$what\"; accepted: rust, openmpi, mpich" >&2
        exit 2
        ;;
    esac
done

part "build" scripts/build.sh
if [ "$failed" = 1 ]; then
    # An old library must not be tested in place of the one that did not build.
    summary+=("everything else: not run, there is no library")
    set --
fi
for what; do
    case $what in
    rust)
        part_if_installed "formatting" fmt --check
        part_if_installed "lints" clippy --release --locked --all-targets -- "${lints[@]}"
        part "Rust" scripts/cargo.sh test --release --locked --no-fail-fast
        ;;
    openmpi) under_mpi openmpi "Open MPI" $(($(nproc) < 2 ? 1 : 2)) ;;
    mpich) under_mpi mpich "MPICH" 1 ;;
    esac
done

printf '\n==== summary\n'
printf '%s\n' "${summary[@]}"
exit "$failed"
