#!/usr/bin/env bash
# Installs the libraries that scripts/build.sh has built, and what it takes to link
# with them. From the environment:
#
#   PREFIX      an absolute path; /usr/local if not set
#   LIBDIR, INCLUDEDIR, DATADIR
#               below PREFIX; lib, include and share if not set
#   DESTDIR     stands before PREFIX where files are written, but in none of them
#   BUILD       the folder that scripts/build.sh has built into; build if not set
#   PLUGINS     the plug-ins that are installed if scripts/plugins.sh has built them; all if not set
#
# The installed files find each other by where they lie, so that the prefix may be
# moved. `make install` and CMake's install (cmake/CMakeLists.txt) both come here.
# Prints the files that it writes.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
umask 022

# shellcheck source=scripts/package.sh
. scripts/package.sh

stop() { # stop MESSAGE
    echo "install: $1" >&2
    exit 2
}

[ $# -eq 0 ] || stop "takes no arguments, and got \"$*\"; PREFIX and the like are environment variables"
build=${BUILD:-build}
libraries=(libsamebits libsamebits_math)
for library in "${libraries[@]}"; do
    [ -f "$build/$library.so" ] || stop "there is no $build/$library.so; \"make build\" makes it"
done

prefix=${PREFIX-/usr/local}
case $prefix in
/*) ;;
*) stop "PREFIX is \"$prefix\", but has to be an absolute path" ;;
esac
while [[ $prefix = */ ]]; do prefix=${prefix%/}; done

# The folder DIR as a path from the prefix, from which it may be given already.
below() { # below NAME DIR
    local dir=${2#"$prefix/"}
    while [[ $dir = */ ]]; do dir=${dir%/}; done
    case /$dir/ in
    //*) stop "$1 is \"$2\", but has to be below PREFIX, which is \"$prefix/\"" ;;
    */./* | */../* | *//*) stop "$1 is \"$2\", but must not contain \".\", \"..\" or \"//\"" ;;
    esac
    echo "$dir"
}
libdir=$(below LIBDIR "${LIBDIR-lib}")
includedir=$(below INCLUDEDIR "${INCLUDEDIR-include}")
datadir=$(below DATADIR "${DATADIR-share}")
module=$datadir/samebits/fortran/samebits.F90 models=$datadir/samebits/fortran/models
case $prefix/$libdir in
*,*) stop "the library's folder would be \"$prefix/$libdir\"; linkers cut their options at commas" ;;
esac

destination=${DESTDIR:+$(cd "$caller" && realpath --canonicalize-missing --no-symlinks -- "$DESTDIR")}$prefix
for dir in "$libdir" "$includedir" "$datadir"; do
    if ! mkdir -p "$destination/$dir" || [ ! -w "$destination/$dir" ]; then
        stop "cannot write to \"$destination/$dir\"; choose another PREFIX, or install as another user"
    fi
done

# A rename leaves the old library to the programs that have it mapped.
put() { # put MODE SOURCE TARGET: TARGET is a path from the prefix
    local target=$destination/$3
    mkdir -p "${target%/*}"
    install -m "$1" "$2" "$target.$$"
    mv -f "$target.$$" "$target"
    echo "$target"
}

link() { # link TO TARGET
    ln -sf "$1" "$destination/$2"
    echo "$destination/$2"
}

for library in "${libraries[@]}"; do
    put 755 "$build/$library.so" "$libdir/$library.so.$version"
    link "$library.so.$version" "$libdir/$library.so.$major"
    link "$library.so.$major" "$libdir/$library.so"
done
# Each is for one PETSc or SUNDIALS, and lies beside the library.
for plugin in ${PLUGINS-petsc sundials}; do
    [ ! -f "$build/libsamebits_$plugin.so" ] || put 755 "$build/libsamebits_$plugin.so" "$libdir/libsamebits_$plugin.so"
done
# It finds the libraries beside or near it.
if [ -f "$build/samebits" ]; then
    put 755 "$build/samebits" bin/samebits
    for page in "$build"/manual/*.1; do
        put 644 "$page" "$datadir/man/man1/${page##*/}"
    done
    put 644 "$build/completions/bash" "$datadir/bash-completion/completions/samebits"
    put 644 "$build/completions/zsh" "$datadir/zsh/site-functions/_samebits"
    put 644 "$build/completions/fish" "$datadir/fish/vendor_completions.d/samebits.fish"
fi
for header in include/samebits.h include/samebits.hpp include/samebits/*.hpp; do
    put 644 "$header" "$includedir/${header#include/}"
done
# Files of compiled modules differ between compilers, so programs compile its source.
if [ -f fortran/samebits.F90 ]; then
    put 644 fortran/samebits.F90 "$module"
    for file in fortran/models/*.F90; do
        put 644 "$file" "$models/${file##*/}"
    done
fi

put_text() { # put_text TARGET, whose text it reads
    cat >"$text"
    put 644 "$text" "$1"
}
text=$(mktemp)
trap 'rm -f "$text"' EXIT
fill put_text "$libdir"
up=$(way_up "$datadir/modulefiles/samebits")
filled package/modulefile.in | put_text "$datadir/modulefiles/samebits/$version"
filled package/modulefile.lua.in | put_text "$datadir/modulefiles/samebits/$version.lua"
for file in LICENSE LICENSE-APACHE LICENSE-MIT README.md CHANGELOG.md docs/*.md docs/*.svg docs/*.json; do
    put 644 "$file" "$datadir/doc/samebits/$file"
done
