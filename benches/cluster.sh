#!/usr/bin/env bash
# Measures reductions over several hosts, which are made for it on this machine (scripts/cluster.sh),
# against the MPI library's own, both in one run: a row for each call, MPI library and layout of the
# ranks, with the geometric mean of the ratios and the worst of them (`make bench-cluster`). The
# benchmarks are those of benches/run.sh, which check the bits in the same run: each rank's result is the
# exact sum. What may be set, as variables of the environment or of make:
#
#     CALLS     "allreduce reduce reduce_scatter_block scan iallreduce allreduce_init overlap dot"
#               those of benches/run.sh. overlap: MPI_Iallreduce, a computation of 20 us, 200 us and
#               2 ms, MPI_Wait, all of it; dot: direct calls, of a loop and MPI_Allreduce
#     LAYOUTS   "2x1 4x1 8x1 4x2"   hosts and the ranks of each, under Open MPI
#     MPI       "openmpi mpich5"    also openmpi5, mpich. MPICH's ranks poll without yielding: so they
#               get two hosts of one rank
#     SMALLEST, LARGEST, DURATION   of each benchmark: 8 (of blocks 1K), 8M bytes, 0.5 seconds for a size
#     QUICK     1                   tries it out: up to 64K, hundredths of a second; the figures mean nothing
#     FORMAT    table               table or csv
#     DATA      build/bench-cluster the folder of what each benchmark prints
#
# `worst` is the largest ratio of medians, at a vector of `bytes`; beside it the quartiles of the
# ratios of single repetitions there. `others` is how many cores other programs kept busy just before.
# Timings mean something on an idle machine only.
set -euo pipefail
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. benches/support/busy.sh

stop() {
    echo "bench-cluster: $1" >&2
    exit 2
}

[ $# -eq 0 ] || stop "takes variables, no arguments, and got \"$*\""
case ${FORMAT:=table} in
table | csv) ;;
*) stop "FORMAT=$FORMAT is not accepted; it takes table or csv" ;;
esac
data=${DATA:-build/bench-cluster}
export LARGEST=${LARGEST:-8M} DURATION=${DURATION:-0.5}
[ "${QUICK:-}" != 1 ] || export LARGEST=64K DURATION=0.02 FACTOR=32
for mpi in ${MPI:-openmpi mpich5}; do # before minutes are spent on others
    [[ $mpi != *5 ]] || [ -x "target/mpis/$mpi/bin/mpiexec" ] ||
        stop "MPI=$mpi is not there; \"scripts/mpis.sh $mpi\" installs it"
done
why=$(scripts/cluster.sh run 2 true) || stop "${why#skipped: }"
mkdir -p "$data"
summary=$data/summary.csv

# Of the ratios in what a benchmark has printed: their mean and the worst, for each thing that it measures.
summarise() { # summarise FILE MPI LAYOUT CALL OTHERS
    awk -F , -v start="$2,$3,$4" -v others="$5" '
        /^#/ { next }
        !columns { for (columns = 1; columns <= NF; columns++) at[$columns] = columns; next }
        {
            kind = ("call" in at) ? "/" $at["call"] : ("compute_us" in at) ? "/" $at["compute_us"] "us" : ""
            name = ("whole_ratio" in at) ? "whole_" : "ratio_"
            ratio = $at[("whole_ratio" in at) ? "whole_ratio" : "ratio"]
            bytes = ("bytes" in at) ? $at["bytes"] : 8 * $at["elements"]
            if (!(kind in n)) order[++kinds] = kind
            n[kind]++; sum[kind] += log(ratio)
            band = bytes <= 32768 ? "short" : "long"
            in_band[kind, band]++; of_band[kind, band] += log(ratio)
            if (ratio > worst[kind]) {
                worst[kind] = ratio; where[kind] = bytes
                low[kind] = $at[name "p25"]; high[kind] = $at[name "p75"]
            }
        }
        function mean(sum, n) { return n ? sprintf("%.3f", exp(sum / n)) : "" }
        END {
            for (i = 1; i <= kinds; i++) { k = order[i]
                printf "%s%s,%s,%s,%s,%.3f,%d,%s,%s,%s\n", start, k, mean(sum[k], n[k]),
                    mean(of_band[k, "short"], in_band[k, "short"]), mean(of_band[k, "long"], in_band[k, "long"]),
                    worst[k], where[k], low[k], high[k], others }
        }' "$1"
}

show() { # the lines of a summary, as they are wanted
    if [ "$FORMAT" = csv ]; then
        cat
    else
        awk -F , '{ printf "%-9s %-6s %-22s %9s %9s %9s  %9s %9s %9s %9s %7s\n", $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 }'
    fi
}

echo "# $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sort | uniq -c | sed 's/^ *\([0-9]*\) /\1 x /'), load" \
    "$(cut -d ' ' -f 1 /proc/loadavg): ratios to the MPI library's own, $(date -u +%F)"
head=mpi,layout,call,mean,to_32K,beyond,worst,bytes,25_%,75_%,others
[ "$FORMAT" = csv ] || head=${head//_/ }
echo "$head" | tee "$summary" | show
for mpi in ${MPI:-openmpi mpich5}; do
    layouts=${LAYOUTS:-2x1 4x1 8x1 4x2}
    [[ $mpi == openmpi* ]] || layouts=2x1
    for layout in $layouts; do
        for call in ${CALLS:-allreduce reduce reduce_scatter_block scan iallreduce allreduce_init overlap dot}; do
            file=$data/$call-$mpi-$layout.csv
            others=$(busy_cores)
            MPI=$mpi HOSTS=$layout CALL=$call FORMAT=csv benches/run.sh >"$file.new"
            mv "$file.new" "$file"
            summarise "$file" "$mpi" "$layout" "$call" "$others" | tee -a "$summary" | show
        done
    done
done
