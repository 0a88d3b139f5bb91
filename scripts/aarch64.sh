#!/usr/bin/env bash
# Runs tests that need no MPI on an emulated aarch64 processor, with NEON: built by a cross compiler,
# run by qemu-user.
#
#     scripts/aarch64.sh [library|math]
#
# library are the tests of libsamebits; math is the one of libsamebits_math that its special numbers give
# the same bits as on x86-64 (a minute, most of which compiles). Both, if nothing is said.
#
# `make setup PARTS=aarch64` installs Debian's qemu-user and cross compiler. Rust's standard library for
# aarch64 is rustup's, or for a rustc that is Debian's from the package of the same version. That
# one belongs to a foreign architecture, and adding one would change what apt
# does on the whole system: so it is only unpacked, under target/aarch64/.
# Where a piece cannot be had, that is said, and the exit status is 77.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/layers.sh
. scripts/layers.sh

target=aarch64-unknown-linux-gnu
tree=$PWD/target/aarch64

skip() { # skip REASON
    echo "skipped: aarch64: $1"
    exit 77
}

has_std() { # has_std FOLDER
    compgen -G "$1/libstd-*.rlib" >/dev/null
}

# apt with lists of its own, as on a machine of the other architecture; no root needed.
apt_arm64() { # apt_arm64 ARGUMENT ...
    apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 \
        -o Dir::State::Lists="$scratch/lists" -o Dir::State::status=/dev/null \
        -o Dir::Cache="$scratch" -o APT::Sandbox::User= -o Acquire::Languages=none \
        "$@" >>"$scratch/log" 2>&1
}

# Debian's standard library in the version of the installed rustc, unpacked; in std.
unpack_debian_std() {
    local ours package unpacked
    ours=$(dpkg-query --search "$(scripts/cargo.sh --rustc --print target-libdir)/libstd-*.rlib" \
        2>/dev/null | sed -n '1s/:.*//p') || true
    [ -n "$ours" ] || skip "rustc has no standard library for aarch64, and is neither rustup's nor Debian's"
    # shellcheck disable=SC2016 # dpkg-query's own variable
    package=$ours=$(dpkg-query --show --showformat='${Version}\n' "$ours" | head -n 1)
    unpacked=$tree/${package/=/-}
    std=$unpacked/usr/lib/rustlib/$target/lib
    ! has_std "$std" || return 0
    echo "aarch64: unpacking Debian's $package for arm64 in ${unpacked#"$PWD/"}"
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    mkdir -p "$scratch/lists/partial" "$scratch/archives/partial"
    # A list that cannot be had may be another package's.
    apt_arm64 update || true
    (cd "$scratch" && apt_arm64 download "$package") || {
        tail -n 5 "$scratch/log" >&2
        skip "apt has no $package for arm64"
    }
    mkdir -p "$unpacked"
    dpkg-deb --extract "$scratch"/*.deb "$unpacked"
}

what=${1:-library math}
case $what in
library | math | "library math") ;;
*)
    echo "aarch64: \"$what\" is not known; accepted: library, math" >&2
    exit 2
    ;;
esac
[ "$(uname -m)" != aarch64 ] || skip "this machine is one, and make test-rust runs the same tests"
scripts/setup.sh --check aarch64

std= # where the standard library is, if rustc does not know by itself
if ! has_std "$(scripts/cargo.sh --rustc --print target-libdir --target "$target")"; then
    sysroot=$(scripts/cargo.sh --rustc --print sysroot)
    case $sysroot in
    */toolchains/*)
        echo "aarch64: missing: Rust's standard library for aarch64. To install it:" >&2
        echo "    rustup target add --toolchain ${sysroot##*/} $target" >&2
        exit 77
        ;;
    *) unpack_debian_std ;;
    esac
fi

export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
[ -z "$std" ] || export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUSTFLAGS=-L$std
export CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc

run() { # run CARGO-ARGUMENT ...
    scripts/cargo.sh test --release --locked --no-fail-fast --target "$target" --target-dir "$tree" "$@"
}

status=0
if [[ $what = *library* ]]; then
    # The tests that look at the source only are left out: no processor changes it.
    tests=("${layers[@]}" --lib --test library --test threads_started)
    # qemu has no process_vm_readv (ENOSYS), so what cannot be read is not found out there.
    run "${tests[@]}" -- --skip unreadable_addresses_are_recognised_without_a_crash || status=1
fi
if [[ $what = *math* ]]; then
    run --package samebits-math --test special || status=1
fi
exit $status
