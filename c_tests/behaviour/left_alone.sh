#!/usr/bin/env bash
# A process that makes no MPI call, and an MPI program that makes no reduction,
# do and print what they would without the library, whatever its variables say.
set -u
. "$(dirname "$0")/lib.sh"

# same WHAT [VAR=VALUE]... -- COMMAND [ARG]...: with the library and these
# variables as without
same() {
    local what=$1 variables=() before
    shift
    while [ "$1" != -- ]; do
        variables+=("$1")
        shift
    done
    shift
    alone "$@"
    before=$(both)$'\nexit status: '$status
    alone "$with" "${variables[@]}" "$@"
    equal "$what, ${variables[*]:-without variables}" "$before" \
        "$(both)"$'\nexit status: '"$status"
}

loud=(SAMEBITS_VERBOSE=1 SAMEBITS_REPORT=1)
wrong=(SAMEBITS_ARITHMETIC=exat SAMEBITS_ARITMETIC=tree)
for variables in "" "${loud[*]}" "${wrong[*]}"; do
    # shellcheck disable=SC2206 # several words
    set_to=($variables)
    same bash "${set_to[@]}" -- bash -c 'echo out; echo err >&2; exit 3'
    same /bin/true "${set_to[@]}" -- /bin/true
    same pipe "${set_to[@]}" -- bash -c 'echo a | cat | sort; kill -TERM $$'
    same "bash that starts others" "${set_to[@]}" -- \
        bash -c '(exit 5); echo $?; sleep 0 & wait $!; x=$(echo a); exec printf "%s\n" "$x"'
    if command -v python3 >/dev/null; then
        same python3 "${set_to[@]}" -- python3 -c 'import sys; print(sys.argv); sys.exit(4)'
        same "python3 that starts others" "${set_to[@]}" -- python3 -c '
import os, subprocess, threading
print(subprocess.run(["sh", "-c", "echo a; exit 6"], capture_output=True))
thread = threading.Thread(target=print, args=("a thread",))
thread.start()
thread.join()
os._exit(os.waitstatus_to_exitcode(os.wait()[1]) if os.fork() else 7)'
        # Loaded late, and asked: nothing was intercepted.
        alone "${set_to[@]}" python3 -c "
import ctypes
library = ctypes.CDLL('$TEST_LIBRARY')
print(library.samebits_calls_intercepted())"
        succeeded "python3 that loads the library, ${set_to[*]}"
        equal "python3 that loads the library, ${set_to[*]}" "$(printf 'stdout: 0\nstderr: ')" "$(both)"
    fi
    same "the launcher's version" "${set_to[@]}" -- "$TEST_LAUNCHER" --version
    same "a program with MPI that makes no MPI call" "${set_to[@]}" -- "$programs/nothing" leave
done

for variables in NONE=1 SAMEBITS_ARITHMETIC=tree SAMEBITS_SCHEDULE=slices; do
    launch 3 "$with" "$variables" -- "$programs/nothing"
    succeeded "no reduction, $variables"
    equal "no reduction, $variables: what is printed" \
        "$(printf 'stdout: 3 ranks, together 126\nstderr: ')" "$(both)"
done

# What a rank starts, with and without the library; a shell that starts the rank has it in any case.
# shellcheck disable=SC2016
starts=(bash -c 'echo "shell: $LD_PRELOAD"; exec "$0" child' "$programs/nothing")
launch 1 "$with" SAMEBITS_CHILDREN=with -- "${starts[@]}" : \
    1 "$with" SAMEBITS_CHILDREN=without -- "${starts[@]}"
succeeded "what a rank starts"
equal "what a rank starts" "$(printf '%s\n' "child: " "child: $TEST_LIBRARY" "shell: $TEST_LIBRARY" \
    "shell: $TEST_LIBRARY" "2 ranks, together 84" | LC_ALL=C sort)" "$(LC_ALL=C sort out)"

# The launcher and whatever it starts with the library, not the ranks alone.
alone "$with" "$TEST_LAUNCHER" -n 2 "$programs/nothing"
succeeded "the launcher too"
equal "the launcher too" "$(printf 'stdout: 2 ranks, together 84\nstderr: ')" "$(both)"
alone "$with" SAMEBITS_VERBOSE=1 "$TEST_LAUNCHER" -n 2 "$programs/sum"
succeeded "the launcher too, with a sum"
equal "the launcher too, with a sum: lines of samebits" 1 "$(said | wc -l)"
finish
