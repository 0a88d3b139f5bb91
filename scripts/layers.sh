# shellcheck shell=bash disable=SC2034 # sourced
# Whose tests cargo runs where the library is tested: its layers below crates/ and the root package.
everything=(--workspace --exclude abi-check --exclude model-check --exclude samebits-math)
layers=("${everything[@]}" --exclude samebits-command --exclude samebits-fortran)
