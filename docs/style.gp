# What the plots have in common; `docs/plots.sh` sets `csv` and `svg`.
set datafile separator ","
set terminal svg size 960,680 font "Helvetica,Arial,sans-serif,14" background "white" dashed
set output svg
set border 3 linecolor "#606060"
set tics nomirror textcolor "#303030"
set grid ytics linecolor "#e0e0e0" linewidth 1
# Told apart by those who see red and green alike (Okabe and Ito).
blue = "#0072b2"; light_blue = "#a9d3ea"; orange = "#d55e00"; grey = "#606060"
green = "#009e73"; purple = "#cc79a7"

# What a benchmark has printed: of which run it says that it is, and its columns from that number
# on, but for so many at the end.
run(file) = system("sed -n '1{s/.*, \\([0-9]* ranks\\),* \\(on [^,.]*\\|[^,]*\\).*/\\1, \\2/;s/ Version:[[:space:]]*/ /;p}' " . file)
columns(file, from, behind) = system("sed -n '/^bytes/{p;q}' " . file . " | cut -d, -f" . from . \
    "- | awk -F, '{for (i = 1; i <= NF - " . behind . "; i++) printf \"%s \", $i}'")

# Schedules, always drawn alike: seven hues, then the same ones broken, then dotted. (Cells of ten characters.)
schedules = " auto      gather    slices    exchange  node      halving   ring     " . \
    " offload   fnomial   split     chain     chain2    bintree   bintree2  doubling "
number(name) = (strstrt(schedules, " " . name . " ") - 1) / 10
hue(name) = word("#000000 #e69f00 #56b4e9 #009e73 #0072b2 #d55e00 #cc79a7", number(name) % 7 + 1)
kind(name) = 7 + number(name) / 7
dashes(name) = number(name) < 7 ? 1 : number(name) < 14 ? 3 : 2
