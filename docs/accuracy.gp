# Absolute error of sums over the number of summands; columns of examples/accuracy.rs.
set title "Sums of exponentially distributed numbers (λ = 10^{-8}): distance from the exact sum, rounded" \
    font ",16" offset 0,-0.2
# A correct sum lies on a line of its own: no logarithm shows it.
zero = 1e-9
on(error) = error > 0 ? error : zero
set logscale x 2
set logscale y
set xrange [2**4:2**22]
set yrange [zero / 6:1e17]
set xtics 16 format "2^{%L}"
set xtics 4
set ytics format "10^{%L}"
set ytics 1e-7, 1000
set ytics add ("0" zero)
set arrow from graph 0, first zero to graph 1, first zero nohead linecolor "#303030" linewidth 1
set xlabel "summands N" offset 0,0.3
set ylabel "absolute error" offset 0.5,0
set key left top Left reverse samplen 2.5 spacing 1.2 width -2 maxrows 5
green = "#009e73"; purple = "#cc79a7"
plot csv using "summands":"single 1 bound" \
         with lines linewidth 1.5 dashtype 2 linecolor rgb grey title "bound of single 1", \
     "" using "summands":"single 2 bound" \
         with lines linewidth 1.5 dashtype 2 linecolor rgb blue title "bound of single 2", \
     "" using "summands":"double 1 bound" \
         with lines linewidth 1.5 dashtype 3 linecolor rgb orange title "bound of double 1", \
     "" using "summands":(on(column("single 1"))) \
         with lines linewidth 1.8 linecolor rgb grey title "single 1", \
     "" using "summands":(on(column("single 2"))) \
         with lines linewidth 1.8 linecolor rgb blue title "single 2", \
     "" using "summands":(on(column("double 1"))) \
         with lines linewidth 1.8 linecolor rgb orange title "double 1", \
     "" using "summands":(on(column("conventional"))) \
         with lines linewidth 1.2 linecolor rgb purple title "conventional", \
     "" using "summands":(on(column("single 3")) * 0.8) \
         with points pointtype 7 pointsize 0.3 linecolor rgb green title "single 3", \
     "" using "summands":(on(column("double 2")) * 0.5) \
         with points pointtype 7 pointsize 0.3 linecolor rgb light_blue title "double 2"
