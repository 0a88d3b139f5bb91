# Time of the sum of a distributed array over its elements, three ways; columns of
# benches/array: medians with the 1st and the 99th percentile. The file's first line says
# what was measured.
csv = word(files, 1)
set title system("sed -n '1s/^# //p' '" . csv . "'") noenhanced font ",16" offset 0,-0.2
set logscale xy
set xrange [300:4e7]
set xtics format "10^{%L}"
set ytics format "10^{%L}"
set mxtics 10
set mytics 10
set xlabel "elements, over all ranks" offset 0,0.3
set ylabel "time [µs], of the slowest rank" offset 0.5,0
set key left top Left reverse samplen 2.5 spacing 1.2 noenhanced
array ways[3] = ["peer", "array", "plan"]
array names[3] = ["loop and MPI_Allreduce", "samebits_allreduce_array", "samebits_plan_allreduce"]
array hues[3] = [grey, orange, blue]
# Side by side, as the bars would cover each other.
array moved[3] = [0.96, 1, 1.04]
plot for [i = 1:3] csv using (column("elements") * moved[i]):ways[i]."_median_us" \
         with lines linewidth 2 linecolor rgb hues[i] notitle, \
     for [i = 1:3] "" using (column("elements") * moved[i]):ways[i]."_median_us": \
             ways[i]."_p1_us":ways[i]."_p99_us" \
         with yerrorbars linewidth 1.5 pointtype 7 pointsize 0.6 linecolor rgb hues[i] \
         title names[i]
