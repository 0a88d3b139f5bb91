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
# Prints the files that it writes; a manifest among them names them for scripts/uninstall.sh.
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

# shellcheck source=scripts/destination.sh
. scripts/destination.sh
module=$datadir/samebits/fortran/samebits.F90 models=$datadir/samebits/fortran/models
case $prefix/$libdir in
*,*) stop "the library's folder would be \"$prefix/$libdir\"; linkers cut their options at commas" ;;
esac

# What an earlier installation has left is in the manifest, too. It is written at the end, whatever the
# end is, so that scripts/uninstall.sh can remove what is there.
text=$(mktemp)
record=$(mktemp)
made() { echo "$1" >>"$record"; }

folder() { # folder PATH: makes it, where it is not there
    local missing=() dir=${1%/}
    while [ ! -d "${dir:-/}" ]; do
        missing+=("$dir/")
        dir=${dir%/*}
    done
    mkdir -p "$1" || return
    for dir in "${missing[@]}"; do
        case $dir in
        "$destination/") made ./ ;;
        "$destination/"*) made "${dir#"$destination/"}" ;;
        *) made "${dir#"$stage"}" ;;
        esac
    done
}

# shellcheck disable=SC2317 # called by trap
finish() {
    local file=$destination/$manifest
    if grep -q '[^/]$' "$record"; then # a file
        folder "${file%/*}"
        made "$manifest"
        {
            echo "# What \"make install\" of samebits $version has installed, and \"make uninstall\" removes."
            [ -z "$stage" ] || echo "$staged"
            { cat "$record" && earlier "$file"; } | LC_ALL=C sort -u
        } >"$file.$$"
        mv -f "$file.$$" "$file"
        echo "$file"
    else # what was made for nothing
        folders "$record" | while read -r dir; do rmdir "$(path_of "$dir")"; done
    fi
    rm -f "$text" "$record"
}

# What is still there of what an earlier manifest names. (A stage's folders are not this system's.)
earlier() { # earlier FILE
    local line copied=false
    [ -f "$1" ] || return 0
    [ -n "$stage" ] || ! grep -qxF "$staged" "$1" || copied=true
    while IFS= read -r line; do
        if [[ $line = \#* ]] || { [ $copied = true ] && [[ $line = */ ]]; }; then continue; fi
        if [[ $line = /* ]] || [ -e "$destination/$line" ] || [ -L "$destination/$line" ]; then
            echo "$line"
        fi
    done <"$1"
}
trap finish EXIT

for dir in "$libdir" "$includedir" "$datadir"; do
    if ! folder "$destination/$dir" || [ ! -w "$destination/$dir" ]; then
        stop "cannot write to \"$destination/$dir\"; choose another PREFIX, or install as another user"
    fi
done

# A rename leaves the old library to the programs that have it mapped.
put() { # put MODE SOURCE TARGET: TARGET is a path from the prefix
    local target=$destination/$3
    folder "${target%/*}"
    install -m "$1" "$2" "$target.$$"
    mv -f "$target.$$" "$target"
    made "$3"
    echo "$target"
}

link() { # link TO TARGET
    ln -sf "$1" "$destination/$2"
    made "$2"
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
fill put_text "$libdir"
up=$(way_up "$datadir/modulefiles/samebits")
filled package/modulefile.in | put_text "$datadir/modulefiles/samebits/$version"
filled package/modulefile.lua.in | put_text "$datadir/modulefiles/samebits/$version.lua"
# As in the source, so that links from page to page, and to examples, lead somewhere.
for file in LICENSE LICENSE-{APACHE,CRATES,MIT} {README,CHANGELOG,CONTRIBUTING}.md docs/*.{md,svg,json} \
    docs/vectors/*.{md,txt} tests/conformance/reference.py examples/README.md \
    examples/{c,independent}/*.c examples/independent/*.h examples/fortran/*.f90 examples/extending/*.patch; do
    put 644 "$file" "$datadir/doc/samebits/$file"
done
