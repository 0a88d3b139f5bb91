#!/usr/bin/env bash
# How many defects the tests without MPI would notice: a sample of the mutants that cargo-mutants
# makes of the arithmetic, the schedules and the policy, every 12th of some 3,700.
#
#     SEED     0      which sample: 0 to 11
#     JOBS     2      mutants that are tried at the same time
#     TIMEOUT  300    seconds after which a mutant's tests are taken to hang
#
# What was missed is listed at the end, and in target/mutants/mutants.out/. It takes an hour or two;
# cargo-mutants and cargo-nextest are the user's to install: cargo install --locked cargo-mutants.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/layers.sh
. scripts/layers.sh

for tool in mutants nextest; do
    cargo "$tool" --version >/dev/null 2>&1 || {
        echo "mutants: cargo-$tool is missing. To install it:" >&2
        echo "    cargo install --locked cargo-$tool" >&2
        echo "cargo-$tool is missing" >&2
        exit 77
    }
done
rm -rf target/mutants
mkdir -p target/mutants

excluded=("${layers[@]:1}") # (all but --workspace)
# (Status 2: some were missed; 3: tests of some hang.)
status=0
cargo mutants --file 'crates/sum/src/**' --file 'crates/fold/src/**' --file 'crates/schedule/src/**' --file 'crates/policy/src/**' \
    --shard "${SEED:-0}/12" --sharding round-robin --jobs "${JOBS:-2}" --timeout "${TIMEOUT:-300}" \
    --output target/mutants --profile mutants --test-tool nextest --baseline skip --colors never \
    --test-workspace=true "${excluded[@]/#/-C=}" -C=--lib -C=--test=library || status=$?
case $status in 0 | 2 | 3) ;; *) exit "$status" ;; esac
cd target/mutants/mutants.out
for outcome in caught timeout unviable missed; do
    printf '%-9s %4d\n' "$outcome" "$(wc -l <$outcome.txt)"
done
printf '\nmissed:\n'
cat missed.txt
