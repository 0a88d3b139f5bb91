#!/usr/bin/env bash
# The wheel: it asks for no newer glibc than its name says, is installed by pip, starts a program in
# Python under an MPI from PyPI, and is removed again. It is made of the source archive, as dist.sh has
# built it.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/../package.sh"
tree=$(realpath "../dist/samebits-$version")
for_wheel "${tree%/*}/compiled" "$tree" # build/dist is for what is optimised
wheel=$WHEEL/dist/samebits-$version-py3-none-manylinux_2_28_$(uname -m).whl

step "make wheel" make -C "$tree" --no-print-directory wheel
before=$(sha256sum <"$wheel")
step "scripts/wheel.sh, again" "$tree/scripts/wheel.sh"
equal "the same bytes" "$before" "$(sha256sum <"$wheel")"
step "auditwheel" "$root/target/wheel-tools/bin/python" -m auditwheel show "$wheel"
newest=$(tr '\n' ' ' <step.txt | sed -nE 's/.*platform tag: *"manylinux_2_([0-9]+)_.*/\1/p')
[ "${newest:-99}" -le 28 ] || fail "auditwheel" "manylinux_2_28, or older" "$(cat step.txt)"
# An exception unwinds through the library by the program's unwinder, which is libgcc_s'.
contains "its unwinder" "$(readelf -d "$WHEEL/build/libsamebits.so")" "[libgcc_s.so.1]"
equal "unwinders of its own" "" "$(nm "$WHEEL/build/libsamebits.so" | grep ' [tTwW] _Unwind_')"

step "Open MPI 5 from PyPI" "$root/scripts/mpis.sh" openmpi5
"$root/target/mpis/openmpi5/bin/pip" freeze >requirements.txt
step "a fresh environment" python3 -m venv fresh
step "an MPI and mpi4py" fresh/bin/pip --quiet install -r requirements.txt
files() { find fresh -name __pycache__ -prune -o -print | sort; }
before=$(files)
step "installing" fresh/bin/pip --quiet install --no-index "$wheel"
step "its requirements" fresh/bin/pip check

# What programs have in PATH, once the environment is activated.
export PATH=$PWD/fresh/bin:$PATH
for command in samebits "python -m samebits"; do
    # shellcheck disable=SC2086
    alone $command --version
    succeeded "$command"
    contains "$command: the version" "$(cat out)" "$version"
done
alone python -m samebits path
equal "python -m samebits path" "$(echo "$PWD"/fresh/lib/python3*/site-packages/samebits/lib/libsamebits.so)" \
    "$(cat out)"
[ -f "$(cat out)" ] || fail "python -m samebits path" "a file" "$(cat out)"

alone python -m samebits path math
equal "python -m samebits path math" \
    "$(echo "$PWD"/fresh/lib/python3*/site-packages/samebits/lib/libsamebits_math.so)" "$(cat out)"
step "the program without MPI" cc "$programs/math.c" -lm -ldl -o math
ours_exp "the mathematical functions" LD_PRELOAD="$(cat out)" ./math

cat >prog.py <<'END'
import ctypes

import numpy
import samebits
from mpi4py import MPI

mine = numpy.array([0.1 * (MPI.COMM_WORLD.rank + 1)])
total = numpy.empty(1)
MPI.COMM_WORLD.Allreduce(mine, total)
reproduced = ctypes.CDLL(None).samebits_calls_reproduced
reproduced.restype = ctypes.c_uint64
assert reproduced() == 1
assert samebits.allreduce(mine).hex() == total[0].hex()
print(total[0].hex())
END
export OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,sm PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
alone python -m samebits run -- mpirun -n 2 python prog.py
succeeded "mpi4py"
equal "mpi4py: what it prints" "$(times 2 0x1.3333333333334p-2)" "$(cat out)"

# What is in it can be linked with.
unset OMPI_MCA_pml OMPI_MCA_btl
prefix=$(echo "$PWD"/fresh/lib/python3*/site-packages/samebits)
step "compiling with pkg-config" env PKG_CONFIG_PATH="$prefix/lib/pkgconfig" \
    bash -c "mpicc.openmpi '$programs/any.c' \$(pkg-config --cflags --libs samebits) -ldl -o any"
export LD_LIBRARY_PATH=$prefix/lib
linked_ours "a linked program" ./any
unset LD_LIBRARY_PATH

equal "links that lead nowhere" "" "$(dead_links "$prefix")"
alone python -m samebits path modules
equal "python -m samebits path modules" "$prefix/share/modulefiles" "$(cat out)"
alone python -m samebits path somewhere
stopped "python -m samebits path somewhere"
contains "python -m samebits path somewhere" "$(cat err)" 'unknown path "somewhere"; accepted: nothing (the library), math, modules'
# shellcheck disable=SC2016 # the inner shell's
alone MODULEPATH="$prefix/share/modulefiles" bash -c '
    . /usr/share/lmod/lmod/init/bash
    module load samebits
    type -p samebits
    echo "$LD_LIBRARY_PATH"
'
succeeded "its module file"
equal "its module file" "$prefix/bin/samebits
$prefix/lib" "$(cat out)"

step "removing" fresh/bin/pip --quiet uninstall --yes samebits
equal "what is left" "$before" "$(files)"
finish
