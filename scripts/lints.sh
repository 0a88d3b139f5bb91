#!/usr/bin/env bash
# Looks for mistakes in what is not Rust, without running it:
#
#     scripts/lints.sh scripts|c|python ...
#
#   scripts  every shell script, by shellcheck
#   c        the benchmarks and examples, by the compiler's warnings. (The C tests and the plug-ins are
#            compiled with them anyway.)
#   python   every program and module, by mypy, which is installed from PyPI into target/mypy/
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

[ $# -gt 0 ] || set -- scripts c python
for what; do
    case $what in
    scripts | c | python) "lint_$what" ;;
    *)
        echo "lints: unknown argument \"$what\"; accepted: scripts, c, python" >&2
        exit 2
        ;;
    esac
done
