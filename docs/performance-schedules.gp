# Every schedule as a share of MPI's own over the length of the vector, a panel for each MPI and
# number of ranks; `files` are what benches/ways has printed.
set terminal svg size 960,1250 font "Helvetica,Arial,sans-serif,14" background "white" dashed
set multiplot layout words(files),1 margins 0.075,0.84,0.05,0.94 spacing 0,0.065 \
    title "MPI_Allreduce of doubles: every schedule as a share of the MPI library's own" font ",16" noenhanced
set logscale x 2
set logscale y
set xtics 8, 16 format "2^{%L}"
set ylabel "share" offset 1,0
set key outside right top samplen 1.5 spacing 1.05 noenhanced
do for [f = 1:words(files)] {
    file = word(files, f)
    if (f == words(files)) { set xlabel "bytes of the vector" offset 0,0.5 }
    set title run(file) font ",15" offset 0,-0.6
    plot 1 with lines linewidth 1.5 dashtype 2 linecolor rgb grey notitle, \
         for [name in columns(file, 5, 0)] file using "bytes":(column(name) / column("mpi_us")) \
             with linespoints linewidth (name eq "auto" ? 4 : 1.5) pointtype kind(name) pointsize 0.5 \
             dashtype dashes(name) linecolor rgb hue(name) title name
}
unset multiplot
