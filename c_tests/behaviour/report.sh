#!/usr/bin/env bash
# SAMEBITS_REPORT: what was done with which calls, counted once, to stderr or
# appended to a file, as text or as JSON.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"

policy="arithmetic=auto schedule=auto unsupported=warn"
heading() { # heading LEADER...: the report's first lines, as many as leaders
    local leader
    for leader; do echo "3 ranks; $policy, communicators led by rank $leader"; done
}
headings() { # headings FILE: who wrote them, in order of rank
    sed -nE 's/^samebits report: [0-9.]+, in front of .* \(.*\), (3 ranks; .*)$/\1/p' "$1" | sort
}
# Below each row of what was made reproducible, and no other, is where its time has gone, which
# adds up to that in the row: one rank by itself has nobody to wait for.
parts='^ {6}(communication (N), local (N), gather (N), other (N)|local (N), other (N))$'
parts=${parts//N/[0-9]+\\.[0-9]{6\}}
add_up() { # add_up WHAT FILE
    local line wanted='' ours='' rows=0
    while IFS= read -r line; do
        if [[ $line =~ ^\ \ [^\ ].*:$ ]]; then
            ours=$line
        elif [[ $line =~ $parts ]]; then
            local sum=0 part
            for part in "${BASH_REMATCH[@]:2}"; do sum=$((sum + 10#0${part/./})); done
            equal "$1: the sum of $line" "$wanted" "$sum"
            wanted='' rows=$((rows + 1))
        else
            equal "$1: what comes before $line is below its row" "" "$wanted"
            if [[ $ours == "  made reproducible:" && $line =~ ^\ {4}(MPIX?|samebits)_.*\ ([0-9]+\.[0-9]{6})\  ]]; then
                wanted=$((10#${BASH_REMATCH[2]/./}))
            fi
        fi
    done <"$2"
    equal "$1: the last row" "" "$wanted"
    [ "$rows" -gt 0 ] || fail "$1" "rows with the parts of their time" "$(cat "$2")"
}
spent() { # spent WORDS PART FILE: microseconds of a part below the row with these words
    grep -A1 -E -- "$1" "$3" | sed -nE "s/^ {6}.*$2 ([0-9]+)\.([0-9]{6}).*/\1\2/p" | head -n 1
}
took() { # took WHAT MICROSECONDS
    [ -n "$2" ] && [ "$((10#$2))" -gt 0 ] || fail "$1" "some time" "${2:-no such row}"
}
# The same of a report that is JSON: each line is an object, and its numbers add up.
in_json() { # in_json WHAT EXPECTED headings|rows FILE
    local seen
    seen=$("$here/json_report.py" "$3" "$4" 2>&1)
    equal "$1" "$(LC_ALL=C sort <<<"$2")" "$seen"
}
ran() { # ran WHAT: the program came to its end
    succeeded "$1"
    equal "$1: what the program prints" "done" "$(cat out)"
}

# (A long vector earns the communicator shared memory; those behind it are by that, too.)
world="\
made reproducible: MPI_Allreduce MPI_DOUBLE MPI_SUM 3 300 2400 exact, gather
made reproducible: MPI_Allreduce MPI_DOUBLE MPI_SUM 2 200007 1600056 exact, node
made reproducible: MPI_Allreduce MPI_C_DOUBLE_COMPLEX MPI_SUM 1 3 48 exact, node
made reproducible: MPI_Allreduce MPI_DOUBLE_INT MPI_MAXLOC 1 4 48 tree, node
made reproducible: MPI_Allreduce MPI_LONG_DOUBLE MPI_MIN 1 5 80 tree, node
made reproducible: MPI_Allreduce f90 datatype MPI_SUM 1 6 48 exact, node
made reproducible: MPI_Allreduce MPI_DOUBLE user-defined 2 18 144 tree, node
made reproducible: MPI_Allreduce MPI_INT user-defined 2 22 88 tree, node
made reproducible: MPI_Reduce MPI_FLOAT MPI_PROD 3 30 120 tree, node
made reproducible: MPI_Reduce derived datatype user-defined 1 8 128 tree, node
passed on to the MPI library: MPI_Allreduce MPI_INT MPI_SUM 2 10 40 associative as it is
passed on to the MPI library: MPI_Reduce MPI_UNSIGNED_CHAR MPI_BOR 1 6 6 associative as it is
passed on to the MPI library: MPI_Allreduce MPI_DOUBLE MPI_SUM 2 0 0 no elements
passed on to the MPI library: MPI_Allreduce MPI_DOUBLE MPI_BAND 1 1 8 an operator that MPI does not define on the datatype
passed on to the MPI library: MPI_Allreduce MPI_DOUBLE MPI_OP_NULL 1 1 8 arguments that the MPI library rejects
passed on to the MPI library: MPI_Reduce MPI_DOUBLE MPI_SUM 1 1 8 arguments that the MPI library rejects"

# Every kind of call, on stderr. (Some rejected calls make Open MPI print.)
launch 3 "$with" SAMEBITS_REPORT=1 -- "$programs/kinds" world
ran "the world"
equal "the world: who reports" "$(heading 0)" "$(headings err)"
same_rows "the world" "$world" err
lacks "the world" "$(cat err)" "NOT made reproducible"
add_up "the world" err
took "the world: communication" "$(spent 'MPI_DOUBLE +MPI_SUM .*node' communication err)"
equal "the world: to gather" 0 "$((10#$(spent 'MPI_DOUBLE +MPI_SUM .*node' gather err)))"

# The same to a file, and nothing on stderr; then another run appends to it.
launch 3 "$with" SAMEBITS_REPORT=report.txt -- "$programs/kinds" world
ran "to a file"
silent "to a file"
equal "to a file: who reports" "$(heading 0)" "$(headings report.txt)"
same_rows "to a file" "$world" report.txt
cp report.txt before.txt
launch 3 "$with" SAMEBITS_REPORT=report.txt -- "$programs/kinds" self
ran "appended"
if ! cmp -s -n "$(wc -c <before.txt)" before.txt report.txt; then
    fail "appended" "the earlier report, and then another" "$(cat report.txt)"
fi
equal "appended: headings" "$(heading 0 0)" "$(headings report.txt)"

# Ranks alone with MPI_COMM_SELF: only the first one counts its own.
launch 3 "$with" SAMEBITS_REPORT=self.txt SAMEBITS_FILE_MODE=600 -- "$programs/kinds" self
equal "the mode of the report's file" 600 "$(stat -c %a self.txt)"
ran "self"
self="made reproducible: MPI_Allreduce MPI_DOUBLE MPI_SUM 1 13 104 exact, one rank"
equal "self: who reports" "$(heading 0)" "$(headings self.txt)"
same_rows "self" "$self" self.txt

# A communicator is counted by its own first rank, which need not be that of
# the world: here ranks 0 and 1, then 2.
alone="made reproducible: MPI_Allreduce MPI_DOUBLE MPI_SUM 2 42 336 exact, one rank"
others="made reproducible: MPI_Allreduce MPI_DOUBLE MPI_SUM 2 40 320 exact, gather"
launch 3 "$with" SAMEBITS_REPORT=split.txt -- "$programs/kinds" split
ran "split"
equal "split: who reports" "$(heading 0 1)" "$(headings split.txt)"
same_rows "split" "$alone"$'\n'"$others" split.txt

launch 3 "$with" SAMEBITS_REPORT=reversed.txt -- "$programs/kinds" reversed
ran "reversed"
equal "reversed: who reports" "$(heading 2)" "$(headings reversed.txt)"
same_rows "reversed" \
    "made reproducible: MPI_Reduce MPI_FLOAT MPI_SUM 2 60 240 exact, gather" reversed.txt

# Shared memory that a communicator has earned goes to the next one of the same ranks, from its
# first reduction on; and one of many that live shortly earns it.
launch 3 "$with" SAMEBITS_REPORT=lives.txt -- "$programs/kinds" lives
ran "lives"
same_rows "lives" "made reproducible: MPI_Allreduce MPI_DOUBLE MPI_SUM 6 400160 3201280 exact, node" \
    lives.txt
launch 2 "$with" SAMEBITS_REPORT=credit.txt -- "$programs/kinds" credit
ran "credit"
by_node=$(rows credit.txt | sed -n 's/.* MPI_SUM \([0-9]*\) .* exact, node$/\1/p')
[ "${by_node:-0}" -ge 500 ] ||
    fail "credit: by shared memory" "most of 2000 calls" "$(rows credit.txt)"

# The schedule and the arithmetic that were asked for.
policy="arithmetic=tree schedule=slices unsupported=warn"
launch 3 "$with" SAMEBITS_REPORT=slices.txt SAMEBITS_SCHEDULE=slices SAMEBITS_ARITHMETIC=tree \
    -- "$programs/kinds" self split
ran "tree and slices"
equal "tree and slices: who reports" "$(heading 0 1)" "$(headings slices.txt)"
contains "tree and slices" "$(rows slices.txt)" "MPI_DOUBLE MPI_SUM 2 40 320 tree, slices"
lacks "tree and slices" "$(rows slices.txt)" gather exact
add_up "tree and slices" slices.txt

# Persistent ones count each time they are started, one that is passed on likewise.
init=MPI_Allreduce_init
[ "$TEST_MPI" != openmpi ] || init=MPIX_Allreduce_init # Open MPI 4's
persistent="\
made reproducible: $init MPI_DOUBLE MPI_SUM 5 25 200 exact, persistent
made reproducible: $init MPI_FLOAT MPI_SUM 2 14 56 exact, persistent
passed on to the MPI library: $init MPI_INT MPI_SUM 3 6 24 associative as it is"
never="  persistent reductions that were never started: 1"

# Other calls than MPI_Allreduce. A schedule that gives no prefixes refuses none: they get another.
policy="arithmetic=auto schedule=slices unsupported=error"
instead="exact, gather in place of slices (it does not perform scans)"
launch 3 "$with" SAMEBITS_REPORT=others.txt SAMEBITS_SCHEDULE=slices SAMEBITS_UNSUPPORTED=error \
    -- "$programs/kinds" others persistent
ran "others"
equal "others: who reports" "$(heading 0)" "$(headings others.txt)"
same_rows "others" "\
made reproducible: MPI_Reduce_scatter MPI_DOUBLE MPI_SUM 1 6 48 exact, slices
made reproducible: MPI_Scan MPI_DOUBLE MPI_SUM 1 10 80 $instead
made reproducible: MPI_Exscan MPI_DOUBLE MPI_SUM 1 11 88 $instead
made reproducible: MPI_Reduce_local MPI_DOUBLE MPI_SUM 1 4 32 tree, one rank
$persistent" others.txt
contains "others" "$(cat others.txt)" "$never"
add_up "others" others.txt

# Each part where it is: longer vectors, in slices, by halves, and around a ring.
for schedule in slices halving ring chain exchange; do
    ranks=3
    [ $schedule != exchange ] || ranks=2
    launch $ranks "$with" SAMEBITS_REPORT=parts.txt SAMEBITS_SCHEDULE=$schedule \
        -- "$programs/long_sum"
    ran "$schedule"
    add_up "$schedule" parts.txt
    for part in communication local gather other; do
        took "$schedule: $part" "$(spent "exact, $schedule" $part parts.txt)"
    done
    rm parts.txt
done
policy="arithmetic=auto schedule=auto unsupported=warn"

# One rank: no schedule that it does not need, no time for what nobody does.
launch 1 "$with" SAMEBITS_REPORT=one.txt SAMEBITS_SCHEDULE=slices -- "$programs/kinds" world self
ran "one rank"
add_up "one rank" one.txt
lacks "one rank" "$(cat one.txt)" gather slices, communicat "1 ranks"
contains "one rank" "$(cat one.txt)" ", 1 rank; arithmetic=auto schedule=slices unsupported=warn"
rm one.txt

# Nothing intercepted: said so, and nothing else.
launch 3 "$with" SAMEBITS_REPORT=1 -- "$programs/nothing"
succeeded "nothing"
equal "nothing: who reports" "$(heading 0)" "$(headings err)"
equal "nothing: lines below the heading" "  no reduction of this rank was intercepted" \
    "$(sed '/^samebits report: /d' err)"

# As JSON: the same rows, and a line for each who reports; another run appends to it.
launch 3 "$with" SAMEBITS_REPORT=world.json -- "$programs/kinds" world
ran "as JSON"
silent "as JSON"
in_json "as JSON: who reports" "$(heading 0)" headings world.json
in_json "as JSON" "$world" rows world.json
launch 3 "$with" SAMEBITS_REPORT=split.json -- "$programs/kinds" split
ran "split as JSON"
launch 3 "$with" SAMEBITS_REPORT=split.json SAMEBITS_SCHEDULE=slices \
    -- "$programs/kinds" others persistent
ran "others as JSON"
others="\
made reproducible: MPI_Reduce_scatter MPI_DOUBLE MPI_SUM 1 6 48 exact, slices
made reproducible: MPI_Scan MPI_DOUBLE MPI_SUM 1 10 80 $instead
made reproducible: MPI_Exscan MPI_DOUBLE MPI_SUM 1 11 88 $instead
made reproducible: MPI_Reduce_local MPI_DOUBLE MPI_SUM 1 4 32 tree, one rank
$persistent
${never#  }"
in_json "split and others as JSON" "$(rows split.txt)"$'\n'"$others" rows split.json
launch 3 "$with" SAMEBITS_REPORT=nothing.json -- "$programs/nothing"
succeeded "nothing as JSON"
in_json "nothing as JSON" "no reduction of this rank was intercepted" rows nothing.json
# The first rank of each host has a line. (Here rank 1 takes itself for one.)
if [ "$TEST_MPI" = openmpi ] || [ "$TEST_MPI" = mpich ]; then
    launch 1 "$with" SAMEBITS_REPORT=hosts.json -- "$programs/kinds" world : \
        1 "$with" SAMEBITS_REPORT=hosts.json -- /usr/bin/env OMPI_COMM_WORLD_LOCAL_RANK=0 MPI_LOCALRANKID=0 \
        "$programs/kinds" world
    succeeded "hosts as JSON"
    equal "hosts as JSON: who writes a line" "$(printf '"rank":%d,"local_ranks":2\n' 0 1)" \
        "$(grep -o '"rank":[0-9]*,"local_ranks":[0-9]*' hosts.json | sort)"
    equal "hosts as JSON: who has counted something" 1 "$(grep -cv '"rows":\[\]' hosts.json)"
fi
rm ./*.json

# Where it cannot be written, it is for people to read, on stderr.
ln -s /dev/full full.json
launch 3 "$with" SAMEBITS_REPORT=full.json -- "$programs/kinds" self
ran "a full disk"
contains "a full disk" "$(said)" "samebits: the report cannot be written to" "here it is"
same_rows "a full disk" "$self" err
rm full.json

for setting in SAMEBITS_REPORT=0 NONE=1; do
    launch 3 "$with" "$setting" -- "$programs/kinds" world split
    ran "$setting"
    silent "$setting"
done
equal "files left behind" "before.txt credit.txt err lives.txt others.txt out report.txt reversed.txt self.txt slices.txt split.txt" \
    "$(echo *)"
finish
