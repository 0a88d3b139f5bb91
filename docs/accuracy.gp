# Absolute error of sums over the number of summands; columns of examples/accuracy.rs.
set title "Sums of exponentially distributed numbers (λ = 10^{-8}): distance from the exact sum, rounded once" \
    font ",16" offset 0,-0.2
# A correct sum lies on a floor of its own, as no logarithm shows it; one curve a little
# below the other, where they would cover each other.
floor = 1e-10
on(error, step) = error > 0 ? error : floor / 6.0**step
set logscale x 2
set logscale y
set xrange [2**4:2**22]
set yrange [floor / 2000:1e19]
set xtics 16, 4 format "2^{%L}"
set ytics 1e-7, 1000, 1e15 format "10^{%L}"
set ytics add ("0" floor / 3)
unset mytics
set object rectangle from graph 0, graph 0 to graph 1, first floor * 6 \
    behind fillcolor rgb "#f0f0f0" fillstyle solid noborder
set label "grey floor: no difference at all" at graph 0.985, first floor / 200 right font ",12" \
    textcolor rgb grey
set xlabel "summands N" offset 0,0.3
set ylabel "absolute error" offset 0.5,0
set key left top Left reverse samplen 2.5 spacing 1.2 width 1 maxrows 3
green = "#009e73"; purple = "#cc79a7"
plot csv using "summands":"single 1 bound" \
         with lines linewidth 1.5 dashtype 2 linecolor rgb grey title "bound of single 1", \
     "" using "summands":"single 2 bound" \
         with lines linewidth 1.5 dashtype 2 linecolor rgb blue title "bound of single 2 and double 1", \
     "" using "summands":(on(column("conventional"), 0)) \
         with lines linewidth 1.5 linecolor rgb purple title "conventional", \
     "" using "summands":(on(column("single 1"), 0)) \
         with lines linewidth 2 linecolor rgb grey title "single 1", \
     "" using "summands":(on(column("single 2"), 0)) \
         with lines linewidth 2 linecolor rgb blue title "single 2", \
     "" using "summands":(on(column("single 3"), 1)) \
         with lines linewidth 2 linecolor rgb green title "single 3", \
     "" using "summands":(on(column("double 1"), 0)) \
         with lines linewidth 2 linecolor rgb orange title "double 1", \
     "" using "summands":(on(column("double 2"), 2)) \
         with lines linewidth 2 linecolor rgb light_blue title "double 2"
