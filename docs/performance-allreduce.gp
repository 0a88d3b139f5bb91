# Ours as a share of MPI's own over the length of the vector, a curve for each MPI and number of
# ranks; `files` are what benches/allreduce has printed.
if (!exists("call")) call = "MPI_Allreduce"
set title call . " of doubles: time of samebits as a share of the MPI library's own" \
    noenhanced font ",16" offset 0,-0.2
set logscale x 2
set xtics 8, 16 format "2^{%L}"
set yrange [0:*]
set xlabel "bytes of the vector" offset 0,0.3
set ylabel "share (below 1: samebits is faster)" offset 0.5,0
set key right top samplen 2.5 spacing 1.2 noenhanced
array hues[6] = [blue, orange, green, purple, light_blue, grey]
plot 1 with lines linewidth 1.5 dashtype 2 linecolor rgb grey notitle, \
     for [i = 1:words(files)] word(files, i) using "bytes":"ratio" with linespoints \
         linewidth 2 pointtype 7 pointsize 0.5 linecolor rgb hues[i] title run(word(files, i))
