# Where an installation lies, for scripts/install.sh and scripts/uninstall.sh: prefix, libdir, includedir
# and datadir, the last three below prefix, and destination, the prefix with DESTDIR before it. From the
# environment, as scripts/install.sh says. Sourced from the root; caller is the folder of the caller,
# and stop MESSAGE ends the script.
# shellcheck shell=bash disable=SC2034,SC2154

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

stage=${DESTDIR:+$(cd "$caller" && realpath --canonicalize-missing --no-symlinks -- "$DESTDIR")}
destination=$stage$prefix

# The manifest: what scripts/install.sh has put there, a path a line. Files and links by their paths from
# the prefix, so that this may be moved; folders that were not there before with a slash at their ends,
# the prefix itself as ./ and those above it by their whole paths.
manifest=$datadir/samebits/manifest.txt
staged="# With DESTDIR: the folders are the stage's."

folders() { # folders MANIFEST: from the deepest on
    local which
    for which in '[^#/.].*/' '\.[^/].*/' '\./' '/\(.*/\)\?'; do
        grep -x "$which" "$1" | LC_ALL=C sort -ru || true
    done
}

path_of() { # path_of ENTRY
    case $1 in
    ./) echo "$destination" ;;
    /*) echo "$stage$1" ;;
    *) echo "$destination/$1" ;;
    esac
}
