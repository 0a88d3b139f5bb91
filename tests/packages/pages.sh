#!/usr/bin/env bash
# The commands in README.md and all other pages, each page's one after the other in a copy of its
# own of the source tree, with samebits installed in /opt/samebits (that is, in a folder of this test's).
#
# Blocks of the languages `sh` and `console` are run, unless a comment right in front of the block
# says otherwise. Each line that a console shows has to be printed, but for numbers and paths:
#
#     <!-- not run: REASON -->
#     <!-- under: openmpi -->     or mpich: only there
#     <!-- file: NAME -->         the block (a program, say) is put into that file before
#
# tests/rust/docs.rs checks that there is no other comment, and no command in another block. Under another
# MPI than Debian's Open MPI only pages are run that have a block for it: the other pages' programs are
# compiled and run there by other tests (behaviour.examples, examples.*, cxx_*).
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"
source_tree tree
cp -r "$root/benches" tree
install_to "$PWD/prefix"
export PATH=$PWD/prefix/bin:$PATH # where somebody who has installed it finds the command
cp -r "$root/build" tree/build
rm -rf tree/build/dist
cp "$TEST_LIBRARY" tree/build/libsamebits.so
plain_names
step "the program" mpicc "$programs/any.c" -ldl -o tree/your_program
cp tree/your_program tree/program
cp "$programs/any.c" tree/program.c
export LC_ALL=C
limit=200 # for all of a page

# commands PAGE: what to run, as a script; files are written at once. What a console is to show
# goes to the file LINE.shown, what it has shown to LINE.seen.
commands() {
    awk -v mpi="$TEST_MPI" '
        /^<!-- / { mark[$2 == "not" ? "not" : $2] = $(NF - 1); next }
        /^ *```/ && !inside {
            inside = 1; language = $1; sub(/^`*/, "", language)
            indent = match($0, /`/) - 1
            file = mark["file:"]
            run = language ~ /^(sh|console)$/ && !("not" in mark) &&
                (!("under:" in mark) || mark["under:"] == mpi)
            seen = "../" NR ".seen"
            if (run) print "echo " NR " >../line" (language == "console" ? "; : >" seen : "")
            next
        }
        /^ *```$/ { inside = 0; split("", mark); next }
        !inside { split("", mark); next }
        { line = substr($0, indent + 1) }
        file != "" { print line >("page/" file) }
        run && language == "sh" { print line }
        run && language == "console" && sub(/^\$ /, "", line) { print line " >>" seen " 2>&1"; next }
        run && language == "console" { shown = seen; sub(/seen$/, "shown", shown); print line >substr(shown, 4) }
    ' "$1" | sed "s|/opt/samebits|$PWD/prefix|g"
}

# shape: numbers and paths do not matter
shape() { sed -E 's/[0-9]+(\.[0-9]+)*/N/g; s/\(\/[^)]*\)/(PATH)/' "$@"; }

run=0
cd "$root" && pages=(*.md examples/*.md fortran_tests/*.md docs/*.md docs/vectors/*.md) && cd - >/dev/null || exit 1
for page in "${pages[@]}"; do
    [ "$TEST_MPI" = openmpi ] || grep -q "^<!-- under: $TEST_MPI -->" "$root/$page" || continue
    rm -f ./*.seen ./*.shown line
    rm -rf page
    mkdir page
    commands "$root/$page" >commands.sh
    [ -s commands.sh ] || continue
    cp -rn tree/. page # (and leaves the files of the page)
    (cd page && exec timeout "$limit" bash -eu ../commands.sh) >out 2>err
    status=$?
    succeeded "$page:$(cat line)"
    for shown in *.shown; do
        [ -e "$shown" ] || continue
        missing=$(shape "$shown" | grep -vxFf <(shape "${shown%.shown}.seen"))
        equal "$page:${shown%.shown}: lines that are missing in
$(cat "${shown%.shown}.seen")" "" "$missing"
    done
    run=$((run + $(grep -c '>../line' commands.sh)))
done
few=15
[ "$TEST_MPI" = openmpi ] || few=4
[ "$run" -ge $few ] || fail "blocks that were run" "$few or more" "$run"
finish
