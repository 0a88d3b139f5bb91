#!/usr/bin/env bash
# What to run after a change: the tests that need no launcher, those that take longest left out, and one
# launch of each kind under Debian's Open MPI. Some seconds to a minute and a half, once it has been built.
#
#     a C program, preloaded; another, linked; Fortran, preloaded (mpi_f08); Fortran, linked (the module
#     samebits); Python; and the command, which starts the first one
#
# The library is cargo's dev profile, which compiles again what has changed and no more. `make test` has
# the rest, with the library as it is installed. Where mpi4py is not, Python is skipped.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/layers.sh
. scripts/layers.sh

built=${CARGO_TARGET_DIR:-target}/debug
tree=$PWD/target/check
launcher=mpiexec.openmpi
mkdir -p "$tree"
failed=0

step() { # step NAME COMMAND ...: says how long it took, and what it printed if it failed
    local name=$1 start=$SECONDS status=0
    shift
    "$@" >"$tree/log" 2>&1 || status=$?
    if [ $status = 0 ]; then
        printf '%-34s passed  %3d s\n' "$name" $((SECONDS - start))
    else
        printf '%-34s FAILED  %3d s\n' "$name" $((SECONDS - start))
        scripts/failures.sh "$tree/log"
        failed=1
    fi
    return $status
}

# Under the names by which programs look for them, and beside each other.
library() {
    local major
    scripts/cargo.sh build --locked -p samebits -p samebits-command || return
    major=$(sed -n 's/^version = "\([0-9]*\).*/\1/p' Cargo.toml | head -n 1)
    ln -sf "$(realpath "$built")"/{libsamebits.so,samebits} "$tree" &&
        ln -sf libsamebits.so "$tree/libsamebits.so.$major"
}

# Of tests/rust/library.rs, those that take no long time without optimisation.
tests_of_library() {
    PROPTEST_CASES=16 scripts/cargo.sh test --locked --test library -- "${quick[@]}"
}

launch() { # launch PROJECT "TARGET ..." TEST CONFIGURE-ARGUMENT ...
    local project=$1 targets test=$3
    read -ra targets <<<"$2"
    shift 3
    cmake -S "$project" -B "$tree/$project" -DSAMEBITS_MPI=openmpi \
        -DSAMEBITS_LIBRARY="$tree/libsamebits.so" "$@" || return
    [ ${#targets[@]} -eq 0 ] ||
        cmake --build "$tree/$project" --parallel "$(nproc)" --target "${targets[@]}" || return
    ctest --test-dir "$tree/$project" --output-on-failure --no-tests=error -R "^${test//./\\.}\$"
}

command_starts() { # the C program, which sees that it is evaluated
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 TEST_EXPECT=preload \
        "$tree/samebits" run -- "$launcher" -n 2 "$tree/c_tests/reductions" 60 environment
}

quick=(accumulator_facts binned choice:: cost:: exact_sum fixed_width nodes::scratch nodes::what opening
    schedules::scratch schedules::without turns user_operator)
# Debian's Python may have mpi4py, and scripts/mpis.sh installs it. Which MPI it uses, the C program says.
python=target/mpis/openmpi5/bin/python
[ -x "$python" ] || python=python3
c=(-DCMAKE_C_COMPILER=mpicc.openmpi -DCMAKE_CXX_COMPILER=mpicxx.openmpi)
fortran=(-DCMAKE_C_COMPILER=mpicc.openmpi -DCMAKE_Fortran_COMPILER=mpifort.openmpi)

step "the library and the command" library || exit 1
step "unit tests" scripts/cargo.sh test --locked "${layers[@]}" --lib || true
step "tests without a launcher" tests_of_library || true
step "C, preloaded" launch c_tests reductions environment.preload.p2 "${c[@]}" || true
step "C, linked" launch c_tests direct.linked sets_of_sums.link.p2 "${c[@]}" || true
step "Fortran, preloaded" launch fortran_tests without_ierror.f08 without_ierror.f08.preload.p3 "${fortran[@]}" || true
step "Fortran, linked" launch fortran_tests dot_product examples.dot_product.p2 "${fortran[@]}" || true
if "$python" -c 'import mpi4py, numpy' 2>/dev/null; then
    libmpi=$(ldd "$tree/c_tests/reductions" 2>/dev/null | sed -n 's/.*libmpi\.so.* => \([^ ]*\).*/\1/p')
    step "Python" launch tests/python "" module.preload.p3 -DSAMEBITS_PYTHON="$(command -v "$python")" \
        -DSAMEBITS_LIBMPI="$libmpi" || true
else
    printf '%-34s skipped, there is no mpi4py (scripts/mpis.sh openmpi5 installs it)\n' "Python"
fi
step "the command" command_starts || true
exit $failed
