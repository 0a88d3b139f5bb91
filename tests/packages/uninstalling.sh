#!/usr/bin/env bash
# `make uninstall` removes what `make install` has installed, and nothing else: files of others stay, and
# folders that were there before; so it does from a prefix that was moved, from a stage, and after
# several installations. Where it cannot, it says so and removes nothing.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"

everything() { find "$1" -printf '%P %y %l\n' | sort; }

# made MAKE-ARGUMENT...: make, of the source tree, which is built
made() {
    alone env -u MAKEFLAGS make -C "$root" --no-print-directory "$@"
    succeeded "make $*"
}

mkdir fresh
made install PREFIX="$PWD/fresh/opt/samebits"
made uninstall PREFIX="$PWD/fresh/opt/samebits"
contains "uninstall: what it prints" "$(cat out)" "$PWD/fresh/opt/samebits/lib/libsamebits.so.$version
" "$PWD/fresh/opt/samebits/share/samebits/manifest.txt"
equal "what is left" "" "$(everything fresh | sed '/^ d $/d')"

# Folders and files that were there before, or that somebody has put there since.
mkdir -p others/{bin,lib/pkgconfig,share/doc/empty,share/modulefiles}
echo own >others/lib/libm.so
ln -s nowhere others/lib/link
before=$(everything others)
made install PREFIX="$PWD/others" LIBDIR=lib
made uninstall PREFIX="$PWD/others"
equal "others' folders" "$before" "$(everything others)"
made install PREFIX="$PWD/others"
touch others/share/samebits/note others/include/other.h
rm others/bin/samebits
mkdir others/bin/samebits
made uninstall PREFIX="$PWD/others"
contains "a folder in a file's place" "$(cat err)" "\"$PWD/others/bin/samebits\" is a folder by now, and stays"
equal "others' files" "$(sort <<<"$before
bin/samebits d 
include d 
include/other.h f 
share/samebits d 
share/samebits/note f ")" "$(everything others)"

# Chosen folders; without LIBDIR, which the manifest knows; a second installation, elsewhere in the
# prefix; a file that is gone; and a prefix that was moved.
mkdir moved
made install PREFIX="$PWD/moved/old" LIBDIR=lib64
made install PREFIX="$PWD/moved/old" LIBDIR=lib/x86_64-linux-gnu INCLUDEDIR=include/mpi
echo lib/libsamebits.so.0.0.9 >>moved/old/share/samebits/manifest.txt
[ -f moved/old/lib64/libsamebits.so ] || fail "two installations" "lib64/libsamebits.so" "$(everything moved)"
mv moved/old moved/new
made uninstall PREFIX="$PWD/moved/new"
equal "two installations, moved" "" "$(everything moved | sed '/^ d $/d')"

# A stage, and what is copied from it to where others' folders are.
made install PREFIX=/opt/x DESTDIR="$PWD/stage" DATADIR=data
mkdir -p copied/opt/x/{bin,lib,include}
before=$(everything copied)
cp -r stage/opt copied
made uninstall PREFIX=/opt/x DESTDIR="$PWD/stage" DATADIR=data
[ ! -e stage ] || fail "a stage" "nothing" "$(everything stage)"
made uninstall PREFIX="$PWD/copied/opt/x" DATADIR=data
equal "what was copied from a stage: files" "" "$(find copied ! -type d)"
equal "what was copied from a stage: folders" "" "$(comm -23 <(echo "$before") <(everything copied))"

# CMake installs with a manifest as well.
step "CMake: configuring" cmake -S "$root/cmake" -B build
step "CMake: installing" cmake --install build --prefix "$PWD/by-cmake"
made uninstall PREFIX="$PWD/by-cmake"
[ ! -e by-cmake ] || fail "CMake" "nothing" "$(everything by-cmake)"

# refused WHAT TEXT [VAR=VALUE]...
refused() {
    local before
    before=$(everything .)
    alone "${@:3}" "$root/scripts/uninstall.sh"
    stopped "$1"
    contains "$1" "$(cat err)" "$2"
    equal "$1: what is removed" "$(sed '/^\(err\|out\) /d' <<<"$before")" "$(everything . | sed '/^\(err\|out\) /d')"
}
refused "no manifest" "there is no \"$PWD/nowhere/share/samebits/manifest.txt\", which says what was installed" \
    PREFIX="$PWD/nowhere"
refused "a relative PREFIX" 'PREFIX is "nowhere", but has to be an absolute path' PREFIX=nowhere
install_to "$PWD/outside"
for line in ../others/lib/libm.so lib/../../others/lib/libm.so "$PWD/others/lib/libm.so" ../others/; do
    echo "$line" >>outside/share/samebits/manifest.txt
    refused "outside: $line" "names \"$line\", which is not below the prefix; nothing is removed" PREFIX="$PWD/outside"
    sed -i '$d' outside/share/samebits/manifest.txt
done
refused "another DATADIR" "data/samebits/manifest.txt" PREFIX="$PWD/outside" DATADIR=data
chmod 555 outside/lib/pkgconfig
if [ "$(id -u)" != 0 ]; then # root may write there
    refused "no permission" "cannot write to \"$PWD/outside/lib/pkgconfig\"; nothing is removed" PREFIX="$PWD/outside"
fi
alone "$root/scripts/uninstall.sh" --prefix=/nowhere
stopped "an argument"
contains "an argument" "$(cat err)" 'takes no arguments, and got "--prefix=/nowhere"'
finish
