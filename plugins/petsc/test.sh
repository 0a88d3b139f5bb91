#!/usr/bin/env bash
# Tests the plug-in for PETSc under Open MPI: each operation on vectors and matrices of 5 kinds of values
# gives the same bits on 1 to 5 ranks, however the elements are cut.
#
#     plugins/petsc/test.sh              the plug-in that `make plugins` has built
#     plugins/petsc/test.sh DIRECTORY …  one for each PETSc, by its PETSC_DIR, which is built first
#     plugins/petsc/test.sh hosts        over hosts that are made on this machine (scripts/cluster.sh)
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

stop() { # stop MESSAGE [FILE ...]
    printf 'petsc: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || tail -q -n 20 "$@" >&2
    exit 1
}

for variable in $(compgen -e SAMEBITS_) PETSC_OPTIONS; do unset "$variable"; done
export OMPI_MCA_rmaps_base_oversubscribe=1 OMP_NUM_THREADS=1
if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
tree=target/tests/plugins/petsc
mkdir -p "$tree"
numbers= # real or complex

compile() { # compile NAME: for the PETSc of PETSC_DIR, or of pkg-config
    local flags name=PETSc path=${PKG_CONFIG_PATH:-} folder
    [ -z "${PETSC_DIR:-}" ] || path=$PETSC_DIR/${PETSC_ARCH:-.}/lib/pkgconfig:$PETSC_DIR/lib/pkgconfig:$path
    PKG_CONFIG_PATH=$path pkg-config --exists "$name" || name=petsc
    read -ra flags <<<"$(PKG_CONFIG_PATH=$path pkg-config --cflags --libs "$name")"
    folder=$(PKG_CONFIG_PATH=$path pkg-config --variable=libdir "$name")
    mpicc.openmpi -O1 -w -rdynamic -o "$tree/$1" "plugins/petsc/test/$1.c" "${flags[@]}" -Wl,-rpath,"$folder" -lm -ldl
}

# run RANKS PLUGIN ARGUMENT ...: without a plug-in if that is empty
run() { run_program operations "$@"; }
launcher=(mpiexec.openmpi) limit=120
run_program() { # run_program NAME RANKS PLUGIN ARGUMENT ...
    timeout --kill-after=10 "$limit" "${launcher[@]}" -n "$2" -x PETSC_OPTIONS="${3:+-dll_append $3}" \
        "$tree/$1" "${@:4}" >"$tree/output" 2>"$tree/errors"
}

# Sums of magnitudes of complex numbers are rounded.
of_integers() { if [ "$numbers" = complex ]; then grep -v magnitudes "$1"; else cat "$1"; fi; }

test_plugin() { # test_plugin FILE
    local plugin=$1 case ranks cut
    compile operations
    run 1 "$plugin" || stop "this failed: operations" "$tree/output" "$tree/errors"
    cp "$tree/output" "$tree/expected"
    for case in "2 even" "3 first" "5 uneven"; do
        read -r ranks cut <<<"$case"
        run "$ranks" "$plugin" -cut "$cut" ||
            stop "this failed on $ranks ranks: operations -cut $cut" "$tree/output" "$tree/errors"
        diff "$tree/expected" "$tree/output" >"$tree/difference" ||
            stop "operations on $ranks ranks, cut $cut, differ from 1 rank" "$tree/difference"
    done
    numbers=real
    ! grep -q "^VecDot [^ ]* [^ ]*$" "$tree/output" || numbers=complex
    run 1 "$plugin" -values integers || stop "this failed: operations -values integers" "$tree/errors"
    of_integers "$tree/output" >"$tree/expected"
    for ranks in 1 3; do # integers are summed exactly in any order
        run $ranks "" -values integers || stop "this failed without the plug-in" "$tree/errors"
        diff "$tree/expected" <(of_integers "$tree/output") >"$tree/difference" ||
            stop "operations on integers differ from PETSc's own on $ranks ranks" "$tree/difference"
    done
    test_routes "$plugin"
    test_changes "$plugin"
    echo "petsc: vectors and matrices of 5 kinds of $numbers values have the same bits on 1, 2, 3 and 5 ranks"
}

# Transposed products of PETSc's own aijsell are wrong.
but_aijsell() { grep -v "aijsell, MatMultTranspose" "$1"; }

test_routes() { # test_routes PLUGIN
    local ranks file=(-file "$tree/routes.bin")
    compile routes
    run_program routes 1 "$1" "${file[@]}" || stop "this failed: routes" "$tree/output" "$tree/errors"
    cp "$tree/output" "$tree/routes.expected"
    for ranks in 2 5; do
        run_program routes $ranks "$1" "${file[@]}" ||
            stop "this failed on $ranks ranks: routes" "$tree/output" "$tree/errors"
        diff "$tree/routes.expected" "$tree/output" >"$tree/difference" ||
            stop "routes on $ranks ranks differ from 1 rank" "$tree/difference"
    done
    run_program routes 3 "$1" "${file[@]}" -integers || stop "this failed: routes -integers" "$tree/errors"
    cp "$tree/output" "$tree/routes.expected"
    run_program routes 1 "" "${file[@]}" -integers || stop "routes failed without the plug-in" "$tree/errors"
    diff <(but_aijsell "$tree/routes.expected") <(but_aijsell "$tree/output") >"$tree/difference" ||
        stop "routes of integers differ from PETSc's own" "$tree/difference"
}

# Products see what was changed, by whichever route, since they had a matrix prepared.
test_changes() { # test_changes PLUGIN
    local ranks
    compile changes
    run_program changes 1 "" || stop "changes failed without the plug-in" "$tree/errors"
    cp "$tree/output" "$tree/changes.expected"
    for ranks in 1 2 3 5; do
        run_program changes $ranks "$1" || stop "this failed on $ranks ranks: changes" "$tree/output" "$tree/errors"
        diff "$tree/changes.expected" "$tree/output" >"$tree/difference" ||
            stop "products on $ranks ranks do not see a change" "$tree/difference"
        [ "$numbers" = complex ] || grep -q "^prepared: [1-9]" "$tree/errors" ||
            stop "no product is by a prepared matrix on $ranks ranks" "$tree/errors"
    done
}

built_beside() { # built_beside FOLDER: a plug-in, with the library that it brings along
    mkdir -p "$1"
    ln -sf "$PWD/build/libsamebits.so" "$1/$(cd build && compgen -G 'libsamebits.so.*')"
    BUILD=$1 PLUGINS=petsc scripts/plugins.sh >/dev/null
}

plugin=$PWD/build/libsamebits_petsc.so
if [ "$*" = hosts ]; then
    [ -f "$plugin" ] || { echo "skipped: there is no build/libsamebits_petsc.so; \"make plugins\" makes it" && exit 77; }
    scripts/cluster.sh run 1 true
    compile operations
    compile routes
    run 1 "$plugin" || stop "this failed: operations" "$tree/output" "$tree/errors"
    mv "$tree/output" "$tree/expected"
    run_program routes 1 "$plugin" -file "$tree/routes.bin" || stop "this failed: routes" "$tree/errors"
    mv "$tree/output" "$tree/routes.expected"
    launcher=(tests/cmake/over_hosts.sh openmpi 1+2+1 mpiexec.openmpi) limit=300
    export OMPI_MCA_mpi_yield_when_idle=1 # the hosts' ranks outnumber the cores
    run 4 "$plugin" -cut uneven || stop "this failed over hosts, 1+2+1: operations" "$tree/output" "$tree/errors"
    diff "$tree/expected" "$tree/output" >"$tree/difference" ||
        stop "operations over hosts, 1+2+1, differ from 1 rank" "$tree/difference"
    run_program routes 4 "$plugin" -file "$tree/routes.bin" ||
        stop "this failed over hosts, 1+2+1: routes" "$tree/output" "$tree/errors"
    diff "$tree/routes.expected" "$tree/output" >"$tree/difference" ||
        stop "routes over hosts, 1+2+1, differ from 1 rank" "$tree/difference"
    echo "passed"
    exit
fi

if [ $# -gt 0 ]; then
    for directory; do
        export PETSC_DIR=$directory
        built_beside "$tree/other"
        test_plugin "$PWD/$tree/other/libsamebits_petsc.so"
    done
    exit
fi

[ -f "$plugin" ] || stop "there is no build/libsamebits_petsc.so; \"make plugins\" makes it"
test_plugin "$plugin"

# What depends on the number of ranks is named, once, also if single ranks have used it before; and nothing
# else is.
compile named
depends="bjacobi sor asm gasm redundant svd kaczmarz telescope eisenstat tfs gamg hypre ml \
    chebyshev ibcgs fbcgsr pipecg2 vinewtonrsls vinewtonssls ngs"
run_program named 2 "$plugin" -own sor,ilu,jacobi \
    -pc none,jacobi,pbjacobi,bjacobi,sor,asm,gasm,redundant,svd,kaczmarz,telescope,eisenstat,tfs,gamg,hypre,ml \
    -ksp cg,gmres,pipecg,chebyshev,ibcgs,fbcgsr,pipecg2 -snes newtonls,ngmres,vinewtonrsls,vinewtonssls,ngs ||
    stop "this failed: named" "$tree/output" "$tree/errors"
for name in $depends; do
    expected=1
    ! grep -qx "there is no $name" "$tree/output" || expected=0
    [ "$name" != chebyshev ] || name="estimate of Chebyshev's bounds"
    [ "$(grep -c "^samebits: the .*\b$name depends on the number of ranks: .*; instead: " "$tree/errors")" = $expected ] ||
        stop "what depends on the number of ranks is not named once: $name" "$tree/output" "$tree/errors"
done
[ "$(grep -c "^samebits: " "$tree/errors")" -le "$(wc -w <<<"$depends")" ] ||
    stop "what does not depend on the number of ranks is named" "$tree/errors"

# Of two copies one is left out.
built_beside "$tree/other"
run 2 "$plugin,$PWD/$tree/other/libsamebits_petsc.so" -values integers || stop "two copies fail" "$tree/errors"
grep -q "^samebits: .*/other/libsamebits_petsc.so is left out, since $plugin is loaded" "$tree/errors" ||
    stop "the second copy of the plug-in is not named" "$tree/errors"

# The plug-in for another PETSc ends the program. (The other PETSc is this one with other numbers.)
CFLAGS=-DPETSC_USE_64BIT_INDICES=1 built_beside "$tree/other"
! run 2 "$PWD/$tree/other/libsamebits_petsc.so" -values integers || stop "a plug-in for another PETSc is taken"
grep -q "samebits: .* was built for .* indices of 64 bits, but the program has .* of 32 bits" "$tree/errors" ||
    stop "the other PETSc is not named" "$tree/errors"

# By the command, which adds to the user's own options.
export PETSC_OPTIONS="-values integers"
SAMEBITS_VERBOSE=1 build/samebits run --petsc -- mpiexec.openmpi -n 3 "$tree/operations" >"$tree/output" 2>"$tree/errors" ||
    stop "samebits run --petsc fails" "$tree/errors"
diff "$tree/expected" <(of_integers "$tree/output") >"$tree/difference" ||
    stop "samebits run --petsc gives something else" "$tree/difference"
grep -q "^samebits: vectors and matrices of PETSc .* do not depend on the number of ranks" "$tree/errors" ||
    stop "SAMEBITS_VERBOSE=1 does not show the plug-in" "$tree/errors"
unset PETSC_OPTIONS

# One PETSc with other numbers and indices, if there is one; make test-petscs takes all of Debian's.
for directory in /usr/lib/petscdir/petsc64*3*/*-complex; do
    [ ! -d "$directory" ] || "$0" "$directory"
done
echo "passed"
