# How many calls took how long, MPI's own and ours, a panel for each MPI and number of ranks;
# `files` are what benches/consistency has printed.
set terminal svg size 960,1000 font "Helvetica,Arial,sans-serif,14" background "white" dashed
set multiplot layout words(files),1 margins 0.085,0.86,0.06,0.92 spacing 0,0.085 \
    title "MPI_Allreduce of one double: how many calls took how long" font ",16" noenhanced
set logscale xy
set yrange [0.7:*]
set xtics format "%g"
set ytics format "10^{%L}"
set ylabel "calls" offset 1,0
set key outside right top samplen 1.5 spacing 1.2 noenhanced
# (Bins of nobody lie below the floor: there is no logarithm of none.)
drawn(name) = column(name) > 0 ? column(name) : 0.5
do for [f = 1:words(files)] {
    file = word(files, f)
    if (f == words(files)) { set xlabel "time of the slowest rank [µs]" offset 0,0.5 }
    set title run(file) font ",15" offset 0,-0.6
    plot file using "from_us":(drawn("mpi")) with steps linewidth 2 linecolor rgb grey \
             title "MPI's own", \
         file using "from_us":(drawn("ours")) with steps linewidth 2 linecolor rgb blue \
             title "samebits"
}
unset multiplot
