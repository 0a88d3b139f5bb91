# Simulated time of every schedule over the length of the vector, a panel for each number of
# ranks; `files` are what benches/simulated has printed.
set terminal svg size 960,1000 font "Helvetica,Arial,sans-serif,14" background "white" dashed
set multiplot layout words(files),1 margins 0.085,0.84,0.06,0.93 spacing 0,0.085 \
    title "MPI_Allreduce of doubles on a simulated cluster" font ",16" noenhanced
set logscale x 2
set logscale y
set xtics 8, 16 format "2^{%L}"
set ytics format "10^{%L}"
set ylabel "simulated time [µs]" offset 1,0
set key outside right top samplen 1.5 spacing 1.05 noenhanced
do for [f = 1:words(files)] {
    file = word(files, f)
    if (f == words(files)) { set xlabel "bytes of the vector" offset 0,0.5 }
    set title run(file) font ",15" offset 0,-0.6
    plot file using "bytes":"mpi" with lines linewidth 3 dashtype 2 linecolor rgb grey \
             title "MPI's own", \
         for [name in columns(file, 3, 2)] file using "bytes":name with linespoints \
             linewidth 1.5 pointtype kind(name) pointsize 0.5 dashtype dashes(name) \
             linecolor rgb hue(name) title name
}
unset multiplot
