#!/usr/bin/env bash
# What is installed, and where: `make install` and CMake do the same; folders can be
# chosen; what cannot be done is refused in words, before anything is written. The pages that are
# installed link to nothing that is not. (uninstalling.sh removes it.)
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"

# installed FOLDER: its files with their modes, and its links with where they lead
installed() { (cd "$1" && find . -type l -printf '%P -> %l\n' -o -type f -printf '%P %m\n' | sort); }

# Everybody may look into the folders.
folders() { equal "$1: modes of the folders" 755 "$(find "$2"/* -type d -printf '%m\n' | sort -u)"; }

expected() { # expected LIBDIR INCLUDEDIR DATADIR
    sort <<EOF
$1/libsamebits.so -> $soname
$1/$soname -> libsamebits.so.$version
$1/libsamebits.so.$version 755
$1/libsamebits_math.so -> $math_soname
$1/$math_soname -> libsamebits_math.so.$version
$1/libsamebits_math.so.$version 755
$(cd "$root/build" && find . -maxdepth 1 -name 'libsamebits_*.so' ! -name libsamebits_math.so -printf "$1/%f 755\n")
$1/cmake/samebits/samebitsConfig.cmake 644
$1/cmake/samebits/samebitsConfigVersion.cmake 644
$1/pkgconfig/samebits-math.pc 644
$1/pkgconfig/samebits.pc 644
$2/samebits.h 644
$2/samebits.hpp 644
$(cd "$root/include" && printf "$2/%s 644\n" samebits/*.hpp)
$3/doc/samebits/LICENSE 644
$3/doc/samebits/LICENSE-APACHE 644
$3/doc/samebits/LICENSE-CRATES 644
$3/doc/samebits/LICENSE-MIT 644
$(cd "$root" && printf "$3/doc/samebits/%s 644\n" README.md CHANGELOG.md CONTRIBUTING.md docs/*.{md,svg,json} \
    docs/vectors/*.{md,txt} tests/conformance/reference.py examples/README.md \
    examples/{c,independent}/*.c examples/independent/*.h examples/fortran/*.f90 examples/extending/*.patch)
$3/modulefiles/samebits/$version 644
$3/modulefiles/samebits/$version.lua 644
$3/samebits/manifest.txt 644
bin/samebits 755
$(cd "$root/build/manual" && printf "$3/man/man1/%s 644\n" samebits.1 samebits-*.1)
$3/bash-completion/completions/samebits 644
$3/zsh/site-functions/_samebits 644
$3/fish/vendor_completions.d/samebits.fish 644
$([ ! -f "$root/fortran/samebits.F90" ] || echo "$3/samebits/fortran/samebits.F90 644")
$(cd "$root/fortran" && printf "$3/samebits/fortran/%s 644\n" models/*.F90)
EOF
}

umask 077
step "make install" make -C "$root" --no-print-directory install PREFIX="$PWD/made"
equal "make install: the files" "$(expected lib include share | sed '/^$/d')" "$(installed made)"
folders "make install" made
step "make install: comparing" cmp "$TEST_LIBRARY" made/lib/libsamebits.so
step "make install: comparing" cmp "$math_library" made/lib/libsamebits_math.so
equal "the SONAMEs" "$soname $math_soname" "$(readelf -d made/lib/libsamebits{,_math}.so |
    sed -nE 's/.*\(SONAME\).*\[(.*)\]/\1/p' | paste -sd ' ')"
for package in samebits samebits-math; do
    equal "the version of $package" "$version" "$(PKG_CONFIG_PATH=made/lib/pkgconfig pkg-config --modversion $package)"
done
equal "places in the files" "" "$(grep -rIlF "$PWD" made; grep -rIlE '@[a-z]+@' made)"
equal "links that lead nowhere" "" "$(dead_links made)"
[ "$(grep -rhoE '\]\([^)]*\)' made/share/doc | wc -l)" -gt 200 ] || fail "links" "more than 200 of them" "fewer"

step "CMake: configuring" cmake -S "$root/cmake" -B build
step "CMake: building" cmake --build build
step "CMake: installing" env DESTDIR= cmake --install build --prefix "$PWD/by-cmake"
folders "CMake" by-cmake
step "CMake: comparing" diff -r made by-cmake
equal "CMake: the files" "$(installed made)" "$(installed by-cmake)"
equal "CMake: the manifest" "$(find by-cmake -type f -o -type l | sort)" \
    "$(sed "s|^$PWD/||" build/install_manifest.txt | sort)"

# A second time into the same prefix: the running programs' library is left to them.
exec 3<made/lib/libsamebits.so
step "again" make -C "$root" --no-print-directory install PREFIX="$PWD/made"
equal "again: the files" "$(installed by-cmake)" "$(installed made)"
[ ! /dev/fd/3 -ef made/lib/libsamebits.so ] || fail "again" "another file" "the old one, overwritten"
exec 3<&-

# Folders, given from the prefix or in full, and packagers' DESTDIR, which no file shows.
install_to /opt/x DESTDIR="$PWD/stage" LIBDIR=lib/x86_64-linux-gnu INCLUDEDIR=/opt/x/include/mpi/ DATADIR=/opt/x/data
equal "chosen folders" "$(expected lib/x86_64-linux-gnu include/mpi data | sed '/^$/d')" "$(installed stage/opt/x)"
equal "DESTDIR in the files" "" "$(grep -rIlF "$PWD/stage" stage)"
step "CMake: chosen folders" cmake build -DCMAKE_INSTALL_LIBDIR=lib/x86_64-linux-gnu \
    -DCMAKE_INSTALL_INCLUDEDIR=include/mpi -DCMAKE_INSTALL_DATADIR=data
step "CMake: DESTDIR" env DESTDIR=stage-by-cmake/ cmake --install build --prefix /opt/x
step "CMake: DESTDIR: comparing" diff -r stage stage-by-cmake
equal "CMake: DESTDIR: the manifest" "/opt/x/include/mpi/samebits.h" "$(grep '/samebits\.h$' build/install_manifest.txt)"
install_to / DESTDIR=relative
equal "the root, and a relative DESTDIR" "$(expected lib include share | sed '/^$/d')" "$(installed relative)"

# What is built is not built again: somebody else may install it, who has no cargo.
source_tree tree
make_install() { # make_install WHAT BUILDS [ARGUMENT]...: cargo is called so often
    local before
    before=$(builds)
    step "$1" env -u SUDO_USER make -C tree --no-print-directory install PREFIX="$PWD/unbuilt" "${@:3}"
    equal "$1: builds" "$2" $(($(builds) - before))
}
make_install "a source tree" 1
make_install "a tree that is built" 0
for changed in src/lib.rs src crates/math/src/table.rs Cargo.toml; do
    touch -d "+2 seconds" "tree/$changed"
    make_install "$changed has changed" 1
    touch -d "-1 hour" "tree/$changed"
    make_install "$changed was built" 0
done
for library in libsamebits libsamebits_math; do
    rm tree/build/$library.so
    make_install "no $library" 1
done
unset CARGO RUSTC

refused() { # refused WHAT TEXT VAR=VALUE...
    alone "${@:3}" "$root/scripts/install.sh"
    stopped "$1"
    contains "$1" "$(cat err)" "$2"
    equal "$1: what is written" "" "$(cat out)$(find . -path ./refused/\*)"
}
mkdir refused
refused "a relative PREFIX" 'PREFIX is "refused/x", but has to be an absolute path' PREFIX=refused/x
refused "an empty PREFIX" 'PREFIX is "", but has to be an absolute path' PREFIX=
refused "LIBDIR outside" 'LIBDIR is "/usr/lib", but has to be below PREFIX, which is "' \
    PREFIX="$PWD/refused/x" LIBDIR=/usr/lib
refused "LIBDIR that is PREFIX" "LIBDIR is " PREFIX="$PWD/refused/x" LIBDIR="$PWD/refused/x/"
refused "INCLUDEDIR that leaves" 'INCLUDEDIR is "../include", but must not contain ' \
    PREFIX="$PWD/refused/x" INCLUDEDIR=../include
refused "a comma" "linkers cut their options at commas" PREFIX="$PWD/refused/a,b"
touch file
refused "a file in the way" "cannot write to \"$PWD/file/x/lib\"" PREFIX="$PWD/file/x"
refused "no place for folders" 'cannot write to "/proc/x/lib"' PREFIX=/proc/x
mkdir refused/not && chmod 555 refused/not
if [ "$(id -u)" = 0 ]; then # root may write there
    rmdir refused/not
else
    alone PREFIX="$PWD/refused/not" "$root/scripts/install.sh"
    stopped "no permission"
    contains "no permission" "$(cat err)" "cannot write to \"$PWD/refused/not/lib\""
fi
alone "$root/scripts/install.sh" --prefix=/nowhere
stopped "an argument"
contains "an argument" "$(cat err)" 'takes no arguments, and got "--prefix=/nowhere"'
if cmake --install build --prefix /proc/x >step.txt 2>&1; then
    fail "CMake: no place for folders" "an exit status other than 0" "$(cat step.txt)"
fi
contains "CMake: no place for folders" "$(cat step.txt)" 'cannot write to "/proc/x/lib'
finish
