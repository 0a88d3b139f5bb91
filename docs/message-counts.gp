# Messages over elements, a panel for each distribution; columns of
# examples/message_counts.rs: from, to, then fewest, mean and most for each.
set multiplot layout 2,2 columnsfirst margins 0.075,0.985,0.095,0.865 spacing 0.055,0.12 \
    title "Messages on p = 256 ranks: nodes of the binary tree whose children lie on different ranks" font ",16"
p = 256
set logscale x 2
set xrange [p:p * 2**11]
set xtics p, 4 format "2^{%L}"
set yrange [0:3200]
set ytics 500
middle(from, to) = sqrt(from * (to + 1.0))
bound(N) = (p - 1) * (log((N - 1.0) / p) / log(2) + 1)

set style fill solid 1 noborder
set key left top Left reverse samplen 2.5 spacing 1.15
do for [name in "lower optimized upper power2"] {
    least = name . " least"; mean = name . " mean"; most = name . " most"
    # The legend stands in the first panel; only there is the bound.
    if (name eq "lower") { set key on } else { set key off }
    set title (name eq "optimized" ? "optimized (alpha 0.2)" : name) font ",15" offset 0,-0.6
    set ylabel (name eq "lower" || name eq "optimized" ? "messages" : "") offset 1,0
    set xlabel (name eq "optimized" || name eq "power2" ? "elements N" : "") offset 0,0.5
    # Boxes and no line along their tops: the peaks are narrow.
    plot csv using "from":least:"from":(column("to") + 1):least:most \
             with boxxyerror linecolor rgb light_blue title "fewest to most nearby", \
         "" using (middle(column("from"), column("to"))):mean \
             with lines linewidth 2 linecolor rgb blue title "mean", \
         p - 1 with lines linewidth 1.5 dashtype 3 linecolor rgb grey title "p - 1", \
         (name eq "lower" ? bound(x) : NaN) with lines linewidth 1.5 dashtype 2 \
             linecolor rgb orange title "bound (equation 2.5)"
}
unset multiplot
