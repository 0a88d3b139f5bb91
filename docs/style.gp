# What the plots have in common; `docs/plots.sh` sets `csv` and `svg`.
set datafile separator ","
set terminal svg size 960,680 font "Helvetica,Arial,sans-serif,14" background "white" dashed
set output svg
set border 3 linecolor "#606060"
set tics nomirror textcolor "#303030"
set grid ytics linecolor "#e0e0e0" linewidth 1
# Told apart by those who see red and green alike (Okabe and Ito).
blue = "#0072b2"; light_blue = "#a9d3ea"; orange = "#d55e00"; grey = "#606060"
