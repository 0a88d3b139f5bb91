#!/usr/bin/env bash
# The command samebits over hosts: run, diff, show, report and doctor, also where a folder is not shared by the
# hosts, so that each has the files of its own ranks, and where their processors are different ones.
set -u
. "$(dirname "$0")/hosts_lib.sh"
[ -x "$samebits" ] || { echo "skipped: there is no $samebits" && exit 77; }

command_() { # command_ "ARGUMENTS of samebits" LAYOUT PROGRAM [ARG]...
    BEFORE="$samebits $1 --" across "$2" -- "${@:3}"
}
# The same, where node2's ranks first do what is said in words of sh.
command_where() { # command_where WORDS "ARGUMENTS of samebits" LAYOUT PROGRAM [ARG]...
    BEFORE="$samebits $2 --" node2_does "$1" "$3" -- "${@:4}"
}
compared() { # compared STATUS WHAT A B WORDS...: what diff says of them, and how it exits
    alone "$samebits" diff "$3" "$4"
    equal "$2: exit status of diff" "$1" "$status"
    contains "$2" "$(cat out)" "${@:5}"
}
traces() { find "$1" -name '*.trace' | wc -l; } # traces FOLDER: how many

many=2x2 placed_otherwise=2x2:cyclic ranks=4
[ -z "$polls" ] || many=2x1 placed_otherwise=2x1 ranks=2

# Two runs, placed in two ways.
command_ "run --trace=first" $many "$programs/sum"
sums "samebits run" $ranks
command_ "run --trace=second --report=second.json" $placed_otherwise "$programs/sum"
sums "samebits run, placed otherwise" $ranks
compared 0 "two runs" first second "No difference"
alone "$samebits" report second.json -o second.html
succeeded "samebits report"
contains "samebits report" "$(cat second.html)" MPI_Allreduce "<dd>$ranks</dd>"
lacks "samebits report: it is one run" "$(cat second.html)" "Run B"

# Folders that are not shared: a host has its own ranks' files, of the same job, and its own report.
mkdir here there
command_where "mount --bind '$PWD/there' '$PWD/here'" "run --trace=here/trace --report=here/report.json" $many \
    "$programs/sum"
sums "folders of each host's own" $ranks
silent "folders of each host's own"
equal "folders of each host's own: files" "$((ranks / 2)) $((ranks / 2))" "$(traces here) $(traces there)"
equal "folders of each host's own: the job" "$(ls here/trace)" "$(ls there/trace)"
# What is missing is named.
missing="rank 1 of 2 has no file"
[ $ranks = 2 ] || missing="ranks 2 and 3 of 4 have no file"
compared 2 "one host's files" first here/trace "$missing"
alone "$samebits" show here/trace
contains "one host's files: samebits show" "$(both)" "$missing"
present="ranks 0 and 1 of 4 have no file"
[ $ranks != 2 ] || present="rank 0 of 2 has no file"
compared 2 "the other host's files" first there/trace "$present"
# Both hosts' files in one folder are a whole trace.
cp -r here/trace all
cp -r there/trace/. all
compared 0 "all hosts' files in one folder" first all "No difference"
for host in here there; do
    alone "$samebits" report $host/report.json -o $host.html
    succeeded "samebits report, $host"
done
alone "$samebits" report here/report.json there/report.json -o both.html
succeeded "samebits report of both hosts' files"
lacks "samebits report of both hosts' files: it is one run" "$(cat both.html)" "Run B"

# What ranks say of their hosts. (They know their processor by the kernel's file.)
command_ doctor $many "$programs/sum"
contains "samebits doctor" "$(cat out)" node1 node2 "all ranks have the same CPU" "every rank has loaded samebits"
sed 's/^model name.*/model name\t: Another CPU/; s/ avx512[a-z0-9_]*//g; s/ avx2\b//' /proc/cpuinfo >cpuinfo
cat >prepared <<EOF
#!/bin/sh
"$root/scripts/cluster.sh" on node2 mount --bind "$PWD/cpuinfo" /proc/cpuinfo && exec "\$@"
EOF
chmod +x prepared
BEFORE="$PWD/prepared $samebits doctor --" across $many -- "$programs/sum"
contains "samebits doctor, another CPU on a host" "$(cat out)" "the ranks have different CPUs" "Another CPU: " "on node2"
finish
