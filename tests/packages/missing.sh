#!/usr/bin/env bash
# What is missing is named, with how to install it; only `make setup` and the two commands in README.md,
# `make demo` and `make test`, call a package manager.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"
source_tree tree

# A compiler that does not work, and tools that install one that does.
real=$(command -v cc)
mkdir broken
printf '#!/bin/sh\nexit 1\n' >broken/cc
cat >broken/apt-get <<EOF
#!/bin/sh
echo "\$*" >>"$PWD/apt-calls.txt"
case \$* in *--simulate*) ;; *" install "*) ln -sf "$real" "$PWD/broken/cc" ;; esac
EOF
printf '#!/bin/sh\nexec "$@"\n' >broken/sudo
chmod +x broken/*
export PATH=$PWD/broken:$PATH
: >apt-calls.txt

# missing WHAT COMMAND...
missing() {
    alone "${@:2}"
    [ "$status" != 0 ] || fail "$1" "an exit status other than 0" "$(both)"
    contains "$1" "$(both)" "samebits: missing:" "a C compiler and linker" "compile and link the libraries" \
        "make setup" "apt install" " gcc" " libc6-dev"
    equal "$1: what is called of apt" "" "$(cat apt-calls.txt)"
    equal "$1: what is built" 0 "$(builds)"
}
make=(make -C tree --no-print-directory)
for target in build plugins deb wheel test-rust bench; do missing "make $target" "${make[@]}" $target; done
missing "make install" env -u SUDO_USER "${make[@]}" install PREFIX="$PWD/prefix"
step "CMake: configuring" cmake -S tree/cmake -B by-cmake
missing "CMake" cmake --build by-cmake
contains "several parts" "$(tree/scripts/setup.sh --check build deb 2>&1)" 'make setup PARTS="build deb"'

# Where there is no apt, its commands are not named.
mkdir without
for tool in bash sed dirname printf sort grep cat env; do ln -s "$(command -v $tool)" without/; done
printf '#!/bin/sh\n' >without/dnf
cp broken/cc without/
chmod +x without/dnf
for mode in --check ""; do
    # shellcheck disable=SC2086
    alone PATH="$PWD/without" "$BASH" tree/scripts/setup.sh $mode build
    stopped "no apt: ${mode:-setup}"
    contains "no apt: ${mode:-setup}" "$(cat err)" "a C compiler and linker" \
        "There is no apt on this system: install them with dnf, or load modules that have them"
    equal "no apt: ${mode:-setup}: apt's commands" "" "$(grep -e "make setup" -e "apt install" err)"
done

# Every other target says what it would run.
installing=
for target in $("${make[@]}" help | sed 's/^make \([^ ]*\).*/\1/'); do
    commands=$("${make[@]}" --dry-run "$target" 2>&1)
    ! grep 'scripts/setup\.sh' <<<"$commands" | grep -qv -e --check -e 'setup: ' || installing+=" $target"
done
equal "targets that install" " setup demo test" "$installing"

alone "${make[@]}" setup
succeeded "make setup"
contains "make setup" "$(both)" "setup: installing with apt: gcc libc6-dev" "setup: all is there for: build"
contains "what is called of apt" "$(cat apt-calls.txt)" "update" " install gcc libc6-dev"
alone "${make[@]}" build
succeeded "make build"
alone "${make[@]}" setup PARTS="build everything"
contains "an unknown part" "$(cat err)" 'unknown argument "everything"; accepted: build, '
finish
