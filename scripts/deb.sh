#!/usr/bin/env bash
# Makes build/dist/samebits_VERSION_ARCHITECTURE.deb of what scripts/build.sh has built: what
# scripts/install.sh installs, as Debian wants it. DEBFULLNAME and DEBEMAIL are its maintainer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/package.sh
. scripts/package.sh
umask 022

[ $# -eq 0 ] || {
    echo "deb: takes no arguments, and got \"$*\"" >&2
    exit 2
}
architecture=$(dpkg-architecture -qDEB_HOST_ARCH)
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
SOURCE_DATE_EPOCH=$(source_time)
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-The samebits developers} <${DEBEMAIL:-$(id -un)@$(hostname -f)}>"
debian_version=${version/-/\~} # 1.0.0-rc.1 is older than 1.0.0

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
root=$temporary/root
# (Plug-ins would make it depend on PETSc and SUNDIALS.)
DESTDIR=$root PREFIX=/usr LIBDIR=lib/$multiarch PLUGINS='' scripts/install.sh >/dev/null
share=$root/usr/share doc=$root/usr/share/doc/samebits
libraries=("$root/usr/lib/$multiarch"/libsamebits{,_math}.so."$version")
binaries=("${libraries[@]}" "$root/usr/bin/samebits")

strip --strip-unneeded --remove-section=.comment --remove-section=.note "${binaries[@]}"
chmod 644 "${libraries[@]}"
mkdir -p "$share/zsh/vendor-completions"
mv "$share/zsh/site-functions/_samebits" "$share/zsh/vendor-completions/"
rmdir "$share/zsh/site-functions"
rm -r "$share/modulefiles"           # what they would add is where everybody looks
rm "$share/samebits/manifest.txt"    # dpkg has its own

# The licences are in the copyright file, the changes in the changelog.
{
    printf 'samebits\n\n'
    cat LICENSE LICENSE-MIT
    printf '\nThe Apache License, Version 2.0, is in /usr/share/common-licenses/Apache-2.0.\n\n'
    cat LICENSE-CRATES
} >"$doc/copyright"
rm "$doc"/LICENSE*
mv "$doc/CHANGELOG.md" "$doc/NEWS.md"
# Links to them lead to where they are now.
sed -i 's|(CHANGELOG\.md)|(NEWS.md.gz)|; s|(LICENSE-APACHE)|(../../common-licenses/Apache-2.0)|; s|(LICENSE-MIT)|(copyright)|' \
    "$doc/README.md"
gzip --best --no-name "$doc/NEWS.md" "$share"/man/man1/*.1
cat <<END | gzip --best --no-name >"$doc/changelog.gz"
samebits ($debian_version) unstable; urgency=medium

  * What has changed is in NEWS.md.gz.

 -- $maintainer  $(LC_ALL=C date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
END

# Which packages have the libraries that the binaries are linked with, as control's Depends.
mkdir "$temporary/debian" "$root/DEBIAN"
printf 'Source: samebits\n\nPackage: samebits\nArchitecture: any\n' >"$temporary/debian/control"
depends=$(cd "$temporary" && dpkg-shlibdeps -O "${binaries[@]}" | sed -n 's/^shlibs:Depends=//p')

cat >"$root/DEBIAN/control" <<END
Package: samebits
Version: $debian_version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du --summarize --block-size=1024 "$root/usr" | cut -f 1)
Depends: $depends
Suggests: mpi-default-bin, mpi-default-dev, pkgconf
Section: science
Priority: optional
Description: MPI reductions that give the same bits on every run
 A shared library in front of any MPI library makes the results of
 reductions depend on the ranks' contributions only: not on the algorithm,
 the placement of the ranks, the size of the message or the MPI library.
 Programs are neither changed nor compiled anew.
 .
 The command samebits starts programs with it, and shows and compares what
 was reduced in two runs. What it takes to link programs with the library is
 here too: its headers, a Fortran module, a CMake package and samebits.pc.
 .
 A second library, in front of libm, has mathematical functions that give
 the same bits on every processor.
END
printf '%s %s samebits (>= %s)\n' libsamebits "$major" "$debian_version" \
    libsamebits_math "$major" "$debian_version" >"$root/DEBIAN/shlibs"
echo "activate-noawait ldconfig" >"$root/DEBIAN/triggers"
(cd "$root" && find usr -type f -print0 | sort --zero-terminated | xargs -0 md5sum) >"$root/DEBIAN/md5sums"

mkdir -p build/dist
result=build/dist/samebits_${debian_version}_$architecture.deb
dpkg-deb --root-owner-group --build "$root" "$temporary/made.deb" >/dev/null
mv -f "$temporary/made.deb" "$result"
echo "$result"
