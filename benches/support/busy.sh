# shellcheck shell=bash # it is sourced
# The cores that are busy while nothing of a benchmark's runs.
busy_cores() {
    local before after
    sum() { awk '/^cpu / { print $2 + $3 + $4 + $7 + $8 }' /proc/stat; }
    before=$(sum) && sleep 0.5 && after=$(sum)
    awk -v ticks=$((after - before)) -v second="$(getconf CLK_TCK)" 'BEGIN { printf "%.1f\n", ticks / second / 0.5 }'
}
