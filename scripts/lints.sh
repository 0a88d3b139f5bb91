#!/usr/bin/env bash
# Looks for mistakes in what is not Rust, without running it, and in what Rust programs are promised:
#
#     scripts/lints.sh scripts|c|python|interface|format ...
#
#   scripts    every shell script, by shellcheck
#   c          the benchmarks and examples, by the compiler's warnings. (The C tests and the plug-ins are
#              compiled with them anyway.)
#   python     every program and module, by mypy, which is installed from PyPI into target/mypy/
#   interface  what the crate samebits-sum promises, against its list in crates/sum/interface.txt: a line
#              that is gone or different breaks programs. With BLESS=1 the list is written.
#              (cargo-semver-checks finds more, and is 400 crates that each run would compile.)
#   format     how C and C++ are written, by clang-format. Its versions differ, so one that
#              settings/clang-format.yaml is not for is not used (exit status 77). With BLESS=1 the files
#              are written.
#
# Under CI (CI=true) a warning in C is an error; elsewhere a newer compiler may know more to say.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# mpi4py and NumPy are there for their types.
mypy=(mypy==2.4.1 mpi4py==4.1.2 numpy)

files() { # files PATTERN ...: those of the source whose names match
    local names=() pattern
    for pattern; do names+=(-o -name "$pattern"); done
    find . \( -path ./target -o -path ./build -o -path ./shared -o -name .git \) -prune -o \
        \( "${names[@]:1}" \) -type f -print | sort
}

lint_scripts() {
    { files '*.sh' && echo .ci/run; } |
        xargs -n 20 -P "$(nproc)" shellcheck --external-sources --source-path=SCRIPTDIR --severity=warning
}

# (Some warnings come late in a compilation.)
lint_c() {
    local failed=0 file options
    for file in benches/*/*.c examples/*/*.c; do
        options=(-std=c99 -pedantic)
        # (Some benchmarks share values of benches/allreduce: see benches/run.sh.)
        [[ $file = examples/* ]] || options=(-std=c11 -Ibenches/support -Ibenches/allreduce)
        mpicc.openmpi -c -o /dev/null -O1 -Wall -Wextra ${CI:+-Werror} -Iinclude "${options[@]}" "$file" || failed=1
    done
    return "$failed"
}

# (What is generated is as its generator writes it, and examples are laid out for their readers.)
lint_format() {
    local settings=scripts/settings/clang-format.yaml wanted found how=(--dry-run -Werror)
    wanted=$(sed -n 's/^# clang-format \([0-9]*\).*/\1/p' "$settings")
    found=$(clang-format --version 2>/dev/null | sed -n 's/.* version \([0-9]*\).*/\1/p') || found=
    [ "$found" = "$wanted" ] || {
        echo "skipped: clang-format ${found:-} is here, and version $wanted is asked"
        return 77
    }
    [ "${BLESS:-}" != 1 ] || how=(-i)
    files '*.c' '*.h' '*.cpp' '*.hpp' |
        grep -vxE './include/samebits(\.h|/(nonblocking|vector_calls|vectors)\.hpp)|./examples/.*|./c_tests/support/.*_table\.h|./crates/math/src/fast/tables\.[ch]' |
        xargs -n 40 -P "$(nproc)" clang-format --style="file:$settings" "${how[@]}"
}

lint_python() {
    local tools=target/mypy folder failed=0 installed
    mapfile -t installed < <(cat "$tools/installed" 2>/dev/null)
    if [ "${installed[*]}" != "${mypy[*]}" ]; then
        rm -rf "$tools"
        python3 -m venv "$tools"
        "$tools/bin/pip" install --quiet --disable-pip-version-check "${mypy[@]}"
        echo "${mypy[*]}" >"$tools/installed"
    fi
    # Folder by folder: modules of two have one name. What the tests import is the package.
    while read -r folder; do
        echo "$folder"
        MYPYPATH=$(dirname "$(dirname "$(files _signatures.py)")") \
            "$tools/bin/mypy" --check-untyped-defs --ignore-missing-imports --no-error-summary \
            --cache-dir "$tools/cache" "$folder"/*.py || failed=1
    done < <(files '*.py' | sed 's|/[^/]*$||' | sort -u)
    return "$failed"
}

lint_interface() {
    local list=crates/sum/interface.txt folder=target/interface
    # (RUSTC_BOOTSTRAP: its JSON is for those who ask for it.)
    RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$folder scripts/cargo.sh rustdoc --quiet --locked --lib \
        --package samebits-sum --features serde -- -Z unstable-options --output-format json --cap-lints allow
    scripts/interface.py "$folder/doc/samebits_sum.json" >"$folder/interface.txt"
    [ "${BLESS:-}" != 1 ] || cp "$folder/interface.txt" "$list"
    diff -u "$list" "$folder/interface.txt" || {
        echo "lints: samebits-sum promises something else; where that is meant, \"BLESS=1 scripts/lints.sh interface\" writes $list" >&2
        return 1
    }
}

[ $# -gt 0 ] || set -- scripts c python interface format
for what; do
    case $what in
    scripts | c | python | interface | format) "lint_$what" ;;
    *)
        echo "lints: unknown argument \"$what\"; accepted: scripts, c, python, interface, format" >&2
        exit 2
        ;;
    esac
done
