#!/usr/bin/env bash
# SAMEBITS_TRACE: what is recorded, whatever way the program ends, and what `samebits diff` makes of it.
set -u
. "$(dirname "$0")/lib.sh"
samebits=$(dirname "$TEST_LIBRARY")/samebits

traced() { # traced FOLDER RANKS [VAR=VALUE]... -- PROGRAM...
    local folder=$1 ranks=$2
    shift 2
    launch "$ranks" "$with" SAMEBITS_TRACE="$folder" "$@"
}
compare() { # compare STATUS WHAT A B WORDS...: what diff says, and how it exits
    local expected=$1 what=$2 seen
    "$samebits" diff "$3" "$4" >difference 2>&1
    seen=$?
    equal "$what: exit status of diff" "$expected" "$seen"
    contains "$what" "$(cat difference)" "${@:5}"
}
shown() { "$samebits" show "$@" 2>&1; }

# Two runs of all calls are the same, whatever lies in gaps and padding, and whatever is first used
# when; so are one with samebits' arithmetic and its own schedules.
for run in 1 2; do
    traced "calls-$run" 3 SAMEBITS_TRACE_VALUES=4 SAMEBITS_UNSUPPORTED=native -- "$programs/traced" calls
    succeeded "all calls, run $run"
    silent "all calls, run $run"
done
# 16 of each rank, and where there are persistent ones 4 more.
calls=48
[[ $(shown --rank=0 calls-1) != *MPI_Allreduce_init* ]] || calls=60
compare 0 "all calls" calls-1 calls-2 "No difference" "$calls calls"
traced other 3 SAMEBITS_SCHEDULE=doubling -- "$programs/traced" calls
compare 0 "another schedule" calls-1 other "No difference"
traced native 3 SAMEBITS_ARITHMETIC=native -- "$programs/traced" calls
succeeded "all calls by the MPI library"
contains "native" "$(shown native)" "SAMEBITS_ARITHMETIC=native" "MPI_Iallreduce"

# Sums over distributed vectors are compared whatever the number of ranks, and so are the vectors.
traced vectors-2 2 -- "$programs/vectors"
traced vectors-3 3 -- "$programs/vectors"
traced vectors-other 2 -- "$programs/vectors" other
compare 0 "vectors on two ranks and three" vectors-2 vectors-3 "No difference"
compare 1 "another vector" vectors-3 vectors-other "samebits_allreduce_dots" "element"
contains "vectors" "$(shown --rank=0 vectors-2)" "samebits_allreduce_norm2" "samebits_sums_iallreduce"

text=$(shown --rank=0 calls-1)
for call in MPI_Allreduce MPI_Reduce MPI_Scan MPI_Exscan MPI_Reduce_scatter_block MPI_Iallreduce; do
    contains "what is shown" "$text" "$call"
done
contains "what is shown" "$text" "MPI_MINLOC" "MPI_COMM_WORLD" "MPI_Comm_dup" "MPI_Comm_split" \
    "MPI_Recv" "MPI_Irecv" "MPI_Waitany" "MPI_Probe" "source 1, tag 1" "source 1, tag 2" \
    "source 1, tag 4"
# A communicator of MPI_Comm_idup has the number of that call, though others were made before it was there.
contains "what is shown" "$text" "#2 (MPI_Comm_idup)" "#3 (MPI_Comm_dup)" "#4 (MPI_Comm_dup)"
# What one-sided calls have fetched, in the order in which that was there.
mapfile -t fetched < <(shown --rank=1 calls-1 | grep -o 'MPI_[A-Za-z_]* .*fetched .* from rank [0-9]*' |
    sed 's/ .*fetched/ fetched/')
numbers=(4000000000000000 4014000000000000 3ff0000000000000)
equal "what was fetched" "MPI_Fetch_and_op fetched 0x${numbers[0]} from rank 0
MPI_Compare_and_swap fetched 5 from rank 0
MPI_Get_accumulate fetched 16 bytes, $(cut -d' ' -f5,6 <<<"${fetched[2]-}") from rank 0
MPI_Rget_accumulate fetched 0x${numbers[1]} from rank 0
MPI_Fetch_and_op fetched 0x${numbers[2]} from rank 0" "$(printf '%s\n' "${fetched[@]}")"
# Each start of a persistent reduction, also of the MPI library's own.
if [[ $text == *MPI_Allreduce_init* ]]; then
    for folder in calls-1 native; do
        equal "starts in $folder" 3 "$(shown --rank=0 --json "$folder" |
            grep '"kind":"completed".*MPI_Allreduce_init' | grep -vc '"result":null')"
    done
fi
# Wherever the library was told by Fortran or C, the place is in the program.
lacks "places" "$(grep MPI_Allreduce <<<"$text")" "libmpi" "libsamebits"
# An 8-byte sum of three ranks, whose elements were kept.
contains "values" "$text" "0.6"

# A folder is never used twice, and what is no folder is refused.
traced calls-1 2 -- "$programs/traced" calls
succeeded "a second trace"
equal "folders of two jobs" 2 "$(find calls-1 -mindepth 1 -maxdepth 1 -name 'job-*' | wc -l)"
compare 2 "two jobs in a folder" calls-1 calls-2 "job-"
echo "a file" >file
traced file/inside 2 -- "$programs/traced" calls
stopped "a file in place of a folder"
contains "a file in place of a folder" "$(said)" "SAMEBITS_TRACE=" "is not accepted"
launch 2 "$with" SAMEBITS_TRACE=yes -- "$programs/traced" calls
stopped "a word in place of a folder"
contains "a word in place of a folder" "$(said)" "SAMEBITS_TRACE=yes is not accepted"

# Killed, a rank leaves what it has done.
traced killed 3 -- "$programs/traced" killed
[ "$status" -ne 0 ] || fail "a rank that is killed" "an exit status other than 0" 0
contains "killed" "$(shown killed)" "did not reach MPI_Finalize" "Rank 0 was inside MPI_Allreduce"
equal "reductions of the rank that was killed" 10 \
    "$(shown --rank=1 --json killed | grep -c '"kind":"reduction"')"

# Whatever is passed, a trace changes nothing: wrong arguments give the errors that they give without it,
# absolute addresses and gaps are read as the library reads them.
cases=(absolute_addresses layouts errors intercommunicators by_request exceptions cxx uncovered)
traced hostile 2 TEST_EXPECT=preload SAMEBITS_TRACE_VALUES=4 -- "$programs/../../reductions" 200 "${cases[@]}"
succeeded "calls of all kinds, traced"
equal "calls of all kinds, traced: cases that passed" "${#cases[@]}" "$(grep -c '^==== passed' out)"

# What follows is the same under every MPI: under Debian's two it is enough.
if [[ $TEST_MPI != openmpi && $TEST_MPI != mpich ]]; then
    finish
    exit 0
fi

# A long run: what comes after the first reductions is digested, and diff says what to trace next.
for odd in 0 15000; do
    traced "long-$odd" 2 SAMEBITS_TRACE_LIMIT=1M -- "$programs/traced" many "$odd"
    succeeded "a long run"
    [ "$(stat -c %s long-"$odd"/job-*/rank-000000.trace)" -lt 1048576 ] ||
        fail "a long run" "less than 1 MiB" "$(stat -c %s long-"$odd"/job-*/rank-000000.trace)"
done
compare 0 "a long run" long-0 long-0 "No difference"
traced long-none 2 SAMEBITS_TRACE_LIMIT=1M -- "$programs/traced" many -1
compare 1 "a long run" long-none long-15000 "SAMEBITS_TRACE_FROM=14336"
for odd in -1 15000; do
    traced "from$odd" 2 SAMEBITS_TRACE_LIMIT=1M SAMEBITS_TRACE_FROM=14336 -- \
        "$programs/traced" many "$odd"
done
compare 1 "a long run, in full where it differs" from-1 from15000 \
    "rank 1 contributes different values to its reduction 15001"

# A request that another thread starts while the call that has completed another one has not returned,
# and whose handle it got.
alone LD_PRELOAD="$TEST_LIBRARY:$programs/libafter_wait.so" SAMEBITS_TRACE=reused "$programs/reused"
if [ "$status" -ne 77 ]; then # MPI_THREAD_MULTIPLE is there
    succeeded "a handle that is used again"
    contains "a handle that is used again" "$(shown reused)" "source 0, tag 1" "source 0, tag 2"
fi

# On one rank without a launcher.
# The folder may be reached through a link; who may read what is in it is chosen.
mkdir real
ln -s real single
alone "$with" SAMEBITS_TRACE=single SAMEBITS_FILE_MODE=600 "$programs/traced" killed
succeeded "one rank"
equal "modes of the job's folder and of its file" "700 600" \
    "$(stat -c %a real/job-* real/job-*/*.trace | xargs)"
equal "reductions of one rank" 11 "$(shown --json single | grep -c '"kind":"reduction"')"

# Defects, each of them found where it is: on which rank, between which calls, by what.
defect() { # defect NAME WORDS...
    local chance
    for chance in 0 1; do
        traced "$1-$chance" 3 SAMEBITS_TRACE_VALUES=1 -- "$programs/defects" "$1" "$chance"
        succeeded "$1 $chance"
    done
    compare 1 "$1" "$1-0" "$1-1" "${@:2}"
}
line() { # line TEXT: where it is in the program
    echo "defects.c:$(grep -nF -- "$1" "$(dirname "$0")/programs/defects.c" | head -n 1 | cut -d: -f1)"
}
sum=$(line "MPI_Allreduce(&mine, &norm")
most=$(line "MPI_Allreduce(&mine, &most")
defect race "The program differs" "rank 1 contributes different values to its reduction 7" "$sum" "$most" \
    "Contributions that differ:  rank 1" "ulps"
defect arrival "The program differs" "rank 0 contributes different values to its reduction 7" "$sum" \
    "$most" "took source 2, tag 7" "took source 1, tag 7" "$(line "MPI_Recv(&other")"
defect tickets "The program differs" "rank 1 contributes different values to its reduction 7" "$sum" "$most" \
    "one-sided calls fetched different values" "fetched 1 from rank 0" "fetched 0 from rank 0" "MPI_Fetch_and_op" \
    "$(line "MPI_Fetch_and_op(&one")"
defect flow "The program's flow differs" "reduction 11" "no further reduction" "$sum"
# The reduction alone: by two algorithms of the MPI library's, where it has a choice, or by it and by
# samebits.
more=TEST=1 one=SAMEBITS_ARITHMETIC=native other=SAMEBITS_ARITHMETIC=exact
if [ "$TEST_MPI" = openmpi ]; then
    more="OMPI_MCA_coll_tuned_use_dynamic_rules=1 SAMEBITS_ARITHMETIC=native"
    one=OMPI_MCA_coll_tuned_allreduce_algorithm=2 other=OMPI_MCA_coll_tuned_allreduce_algorithm=3
fi
chance=0
for by in "$one" "$other"; do
    # shellcheck disable=SC2086 # two variables
    traced "reduction-$chance" 5 $more "$by" -- "$programs/defects" reduction "$chance"
    succeeded "a reduction with $by"
    chance=$((chance + 1))
done
compare 1 "another reduction" reduction-0 reduction-1 "The reduction differs" \
    "all ranks contribute the same" "${one#*=}" "${other#*=}" "$sum"
finish
