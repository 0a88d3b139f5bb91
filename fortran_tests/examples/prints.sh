#!/usr/bin/env bash
# prints.sh LINE COMMAND ...: the command succeeds, and prints this line and no other (a *
# stands for anything).
set -u
line=$1
shift
if ! printed=$("$@"); then
    echo "failed: $*"
    exit 1
fi
# shellcheck disable=SC2053 # a pattern
if [[ $printed != $line ]]; then
    printf 'expected: %s\nprinted:  %s\n' "$line" "$printed"
    exit 1
fi
