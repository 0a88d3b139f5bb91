# What is filled in of package/, for the installation and for the source tree itself, in which
# build/ may be named as if samebits were installed there. Sourced.
# shellcheck shell=bash disable=SC2034

version=$(sed -n 's/^version *= *"\([^"]*\)".*/\1/p' Cargo.toml)
major=${version%%.*}
rust_version=$(sed -n 's/^rust-version *= *"\([^"]*\)".*/\1/p' Cargo.toml)

# The time of the last commit, or the one that a source archive gives its files: what is made of
# the same source has the same bytes.
source_time() {
    if [ -e .git ]; then git log -1 --format=%ct; else stat --format=%Y Cargo.toml; fi
}

# Where the prefix lies, seen from a folder below it.
way_up() { # way_up DIR
    local up=${1//[!\/]/}
    echo "..${up//\//\/..}"
}

filled() { # filled SOURCE: its text, with the values of the variables that it names
    local text name
    text=$(<"$1")
    for name in version major rust_version sha256 libdir includedir datadir module models up; do
        text=${text//"@$name@"/"${!name-}"}
    done
    printf '%s\n' "$text"
}

# fill PUT DIR: fills in the files below DIR, a path from the prefix like libdir, includedir and
# module, the source of the Fortran module, and models, the folder of those for models. PUT gets the
# path of each from the prefix, and reads its text.
fill() {
    local up
    up=$(way_up "$2/pkgconfig")
    filled package/samebits.pc.in | "$1" "$2/pkgconfig/samebits.pc"
    filled package/samebits-math.pc.in | "$1" "$2/pkgconfig/samebits-math.pc"
    up=$(way_up "$2/cmake/samebits")
    filled package/samebitsConfig.cmake.in | "$1" "$2/cmake/samebits/samebitsConfig.cmake"
    filled package/samebitsConfigVersion.cmake.in |
        "$1" "$2/cmake/samebits/samebitsConfigVersion.cmake"
}
