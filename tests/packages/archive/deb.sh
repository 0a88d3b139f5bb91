#!/usr/bin/env bash
# The Debian package: lintian finds no error; it is installed, used and removed again, and its pages link
# to nothing that is not in it. It goes into a folder, so that the machine is left as it is, and works
# there because its files find each other.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/../package.sh"
architecture=$(dpkg --print-architecture)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
package=$root/build/dist/samebits_${version/-/\~}_$architecture.deb

export DEBFULLNAME="Somebody" DEBEMAIL=somebody@debian.org # lintian wants an address that may exist
step "make deb" make -C "$root" --no-print-directory deb
before=$(sha256sum <"$package")
step "scripts/deb.sh, again" "$root/scripts/deb.sh"
equal "the same bytes" "$before" "$(sha256sum <"$package")"
step "lintian" lintian --allow-root --fail-on error "$package"

# What it depends on is here, as it was linked here.
step "the packages that it depends on" \
    dpkg-checkbuilddeps -d "$(dpkg-deb --field "$package" Depends)" /dev/null

mkdir -p there/var/lib/dpkg/{info,updates,triggers}
touch there/var/lib/dpkg/{status,available}
dpkg_there() { # dpkg_there ARGUMENT...: what else is installed is not known there
    dpkg --root="$PWD/there" --log=/dev/null --force-not-root --force-depends "$@"
}
files() { find there -path there/var/lib/dpkg -prune -o -print | sort; }
empty=$(files)
step "installing" dpkg_there --install "$package"
equal "its state" "install ok installed" "$(dpkg-query --admindir=there/var/lib/dpkg -Wf '${Status}' samebits)"
equal "files that differ" "" "$(dpkg_there --verify samebits)"

plain_names
alone there/usr/bin/samebits --version
succeeded "the command"
contains "its version" "$(cat out)" "$version"
for page in samebits samebits-run; do
    [ -s "there/usr/share/man/man1/$page.1.gz" ] || fail "manual pages" "$page" "none"
done
step "completions" bash -n there/usr/share/bash-completion/completions/samebits
contains "copyright" "$(cat there/usr/share/doc/samebits/copyright)" \
    "The samebits developers" "clap_builder" "twox-hash" "CORE-MATH" "Alexei Sibidanov" "/usr/share/common-licenses/Apache-2.0"
# (Of the package base-files, which is not in this folder.)
equal "links that lead nowhere" "" "$(dead_links there | grep -v '/README.md: ../../common-licenses/Apache-2.0$')"
[ -f there/usr/share/doc/samebits/examples/c/first.c ] || fail "examples" "c/first.c" "none"
step "compiling with pkg-config" env PKG_CONFIG_PATH="$PWD/there/usr/lib/$triplet/pkgconfig" \
    bash -c "mpicc '$programs/any.c' \$(pkg-config --cflags --libs samebits) -ldl -o any"
export LD_LIBRARY_PATH=$PWD/there/usr/lib/$triplet
linked_ours "a linked program" ./any
unset LD_LIBRARY_PATH
step "the program, not linked" mpicc "$programs/any.c" -ldl -o unaware
alone there/usr/bin/samebits run -- mpiexec -n 2 ./unaware
succeeded "samebits run"
step "the program without MPI" cc "$programs/math.c" -lm -ldl -o math
ours_exp "samebits run --math" there/usr/bin/samebits run --math ./math

step "removing" dpkg_there --purge samebits
equal "what is left" "$empty" "$(files)"
equal "what dpkg knows" "" "$(dpkg-query --admindir=there/var/lib/dpkg -Wf '${Package}' 2>/dev/null)"
finish
