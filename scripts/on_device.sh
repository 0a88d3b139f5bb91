#!/usr/bin/env bash
# All checks and measurements that need an NVIDIA GPU, in less than two minutes:
#
#     scripts/on_device.sh                   packs, and runs it here
#     scripts/on_device.sh pack FOLDER       packs what a machine with a GPU needs, which has no compiler
#                                            and no network
#     bash FOLDER/on_device.sh run [RESULTS] runs it there; the folder RESULTS gets what was printed
#     scripts/on_device.sh table RESULTS     writes its times to docs/data/device.csv and docs/how-it-works.md
#
# Reductions run under MPI libraries from PyPI, which know nothing of GPUs. Set may be:
#
#     MPIS       "openmpi5 mpich5", when it is packed (scripts/mpis.sh)
#     LIBRARY    the libsamebits.so that is packed: build/libsamebits.so
#     TEST_CUDA  the driver, if it is not where programs find libcuda.so.1; "stub" for a rehearsal
#     LIMIT      seconds for all of it: 115
#     PYTHON     with mpi4py, and CuPy or PyTorch: python3
#
# Nothing else than a driver is needed: no CUDA, and no header of it. CuPy and PyTorch are tried where
# Python has them.
set -euo pipefail

stop() { # stop MESSAGE
    echo "on_device: $1" >&2
    exit 2
}

# ---- Packing ----

# Each program: its name, and its sources beside those in c_tests/support/.
programs="device_programs c_tests/device_programs.c c_tests/gpu/cuda.c
device_matrix c_tests/device_matrix.c
devices c_tests/devices.c c_tests/gpu/shapes.c
array_devices c_tests/array_devices.c
accumulator_devices c_tests/accumulator_devices.c
costs benches/device/device.c benches/support/timing.c c_tests/gpu/cuda.c"

compile() { # compile MPI FOLDER: the programs, for this MPI
    local compiler=target/mpis/$1/bin/mpicc name sources support
    local -a flags=(-std=gnu11 -O1 -ffp-contract=off -w -Ic_tests -Ic_tests/support -Iinclude)
    mkdir -p "$2" target/device
    rm -f target/device/*.o # also those of files that are gone
    for support in c_tests/support/{array_driver,by_request,checks,datatypes,drawn,driver,elements,groups,intercomm,level_oracle,maps,oracle,painted,sums,values}.c; do
        "$compiler" "${flags[@]}" -c "$support" -o "target/device/$(basename "$support" .c).o"
    done
    rm -f target/device/libsupport.a
    ar rcs target/device/libsupport.a target/device/*.o
    while read -r name sources; do
        local -a linked=()
        # shellcheck disable=SC2054 # the linker's commas
        case $name in # what calls functions of samebits.h
        array_devices | accumulator_devices) linked=(-Wl,--no-as-needed "$library" -Wl,--as-needed) ;;
        esac
        # shellcheck disable=SC2086 # a list
        "$compiler" "${flags[@]}" $sources "${linked[@]}" target/device/libsupport.a \
            -o "$2/$name" -lm -ldl -lpthread
    done <<<"$programs"
}

# What the wheel of an MPI library has installed, without its compilers' part.
copy_mpi() { # copy_mpi MPI FOLDER
    local root=target/mpis/$1 record
    record=("$root"/lib/python3*/site-packages/"${1%5}"-*.dist-info/RECORD)
    [ -f "${record[0]}" ] || stop "there is no ${record[0]}; scripts/mpis.sh $1 installs it"
    mkdir -p "$2"
    # Its paths are relative to lib/python3.N/site-packages.
    cut -d, -f1 "${record[0]}" | sed -n 's|^\.\./\.\./\.\./||p; t; s|^\.\./\.\./|lib/|p' |
        grep -vE '^include/|libmpi_abi|^bin/mpi(cc|cxx|c\+\+)' |
        tar -C "$root" -cf - -T - | tar -C "$2" -xf -
}

pack() { # pack FOLDER
    cd "$(dirname "${BASH_SOURCE[0]}")/.."
    local mpi scratch
    library=${LIBRARY:-build/libsamebits.so}
    [ -f "$library" ] || stop "there is no $library; \"make build\" builds it"
    command -v cc >/dev/null || stop "there is no C compiler (cc); on Debian: apt-get install gcc"
    # shellcheck disable=SC2086 # a list
    scripts/mpis.sh ${MPIS:=openmpi5 mpich5}
    mkdir -p "$1" target
    scratch=$(mktemp -d)
    # shellcheck disable=SC2064 # this folder
    trap "rm -rf '$scratch'" EXIT
    for mpi in $MPIS; do
        compile "$mpi" "$scratch/$mpi/programs"
        copy_mpi "$mpi" "$scratch/$mpi/root"
    done
    cp "$library" "$scratch/libsamebits.so"
    ln -s libsamebits.so "$scratch/libsamebits.so.0"
    cp tests/python/on_device.py "$scratch"
    cc -std=gnu11 -O1 -fPIC -shared c_tests/gpu/counted_cuda.c c_tests/gpu/cuda.c \
        -o "$scratch/libcuda.so.counted" -ldl
    # For a rehearsal without a device.
    mkdir "$scratch/stub"
    cc -std=gnu11 -O1 -w -fPIC -shared -DSTUB_DRIVER='"stub_cuda.h"' -Wl,-soname,libcuda.so.1 \
        c_tests/gpu/memory.c -o "$scratch/stub/libcuda.so.1" -lpthread
    tar -C "$scratch" -czf "$1/device.tar.gz" .
    cp scripts/on_device.sh "$1/on_device.sh"
    echo "on_device: packed into $1: $(du -sh "$1" | cut -f1)"
}

# ---- Running ----

find_driver() {
    local folder
    if [ -z "${TEST_CUDA:-}" ]; then
        for folder in ${LD_LIBRARY_PATH:+${LD_LIBRARY_PATH//:/ }} /usr/lib/x86_64-linux-gnu /usr/lib64 \
            /usr/local/nvidia/lib64 /usr/local/nvidia/lib /usr/lib/wsl/lib /usr/lib/aarch64-linux-gnu; do
            [ -n "${TEST_CUDA:-}" ] || [ ! -e "$folder/libcuda.so.1" ] || TEST_CUDA=$folder/libcuda.so.1
        done
        [ -n "${TEST_CUDA:-}" ] ||
            TEST_CUDA=$(ldconfig -p 2>/dev/null | sed -n 's/.*libcuda\.so\.1 .*=> //p' | head -n 1)
    fi
    if [ "$TEST_CUDA" = stub ]; then TEST_CUDA=$here/stub/libcuda.so.1; fi
    [ -n "$TEST_CUDA" ] || stop "there is no NVIDIA driver: libcuda.so.1 is not found; TEST_CUDA may name it"
    [ -e "$TEST_CUDA" ] || stop "TEST_CUDA is \"$TEST_CUDA\", which does not exist"
    TEST_CUDA=$(realpath -s "$TEST_CUDA")
    export TEST_CUDA
}

# What is in the environment of all ranks.
environment_of() { # environment_of MPI: sets `settings` and `launcher`
    local root=$here/$1/root
    settings=(PATH="$root/bin:$PATH" LD_LIBRARY_PATH="$root/lib:$here${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
        HOME="${HOME:-$here}" TMPDIR="$here/tmp" TEST_EXPECT=preload TEST_CUDA="$TEST_CUDA" TEST_DRIVER="$here/libcuda.so.counted")
    case $1 in
    openmpi*)
        # One node, and nothing else than its memory.
        # shellcheck disable=SC2054 # Open MPI's commas
        settings+=(OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
            PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
            PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe OMPI_MCA_mpi_yield_when_idle=1
            OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,sm)
        launcher=("$root/bin/mpiexec")
        preload=(-x "LD_PRELOAD=$here/libsamebits.so")
        ;;
    *)
        settings+=(MPIR_CVAR_CH4_PROGRESS_THROTTLE=1)
        launcher=("$root/bin/mpiexec" -launcher fork)
        preload=(-genv LD_PRELOAD "$here/libsamebits.so")
        ;;
    esac
}

failed=0
table=()

# What a launch that has to fail prints.
to_fail_with=

# Runs a launch for so many seconds at most; its output goes to the log, and to the screen if it
# fails or is a measurement.
try() { # try TITLE SECONDS MPI RANKS PROGRAM [ARGUMENT...]
    local title=$1 seconds=$2 mpi=$3 ranks=$4 left begin=$SECONDS status=0 outcome log
    shift 4
    left=$((limit - SECONDS))
    [ "$seconds" -le "$left" ] || seconds=$left
    log=$here/launch.log
    if [ "$seconds" -lt 5 ]; then
        outcome="NOT RUN: no time is left" failed=1
    else
        local -a settings launcher preload
        environment_of "$mpi"
        mkdir -p "$here/tmp"
        env "${settings[@]}" timeout -k 3 "$seconds" "${launcher[@]}" -n "$ranks" "${preload[@]}" "$@" \
            >"$log" 2>&1 </dev/null || status=$?
        if [ -n "$to_fail_with" ] && [ $status != 77 ]; then
            # Another status than that of a launch which says so is one of no interest.
            if grep -qE "$to_fail_with" "$log"; then status=0; else status="$status, without its message"; fi
        fi
        case $status in
        0) outcome="ok: $(sed -n 's/ checks on rank 0.*/ checks/p' "$log" | tail -n 1)" ;;
        77) outcome="skipped: $(tail -n 1 "$log" | cut -c1-100)" ;;
        124 | 137) outcome="FAILED: not done after $seconds s" failed=1 ;;
        *) outcome="FAILED: status $status" failed=1 ;;
        esac
        { echo "==== $title ($mpi, ranks: $ranks): $outcome"; cat "$log"; } >>"$all"
        case $outcome in
        FAILED*)
            echo "---- $title ($mpi, ranks: $ranks): $outcome"
            # What failed, not what the launcher says of it.
            { grep -E 'FAILED|samebits:|cannot|error|Error' "$log" || cat "$log"; } 2>/dev/null | head -n 15 | cut -c1-300 || true
            { echo; echo "==== $title ($mpi, ranks: $ranks): $outcome"; tail -n 40 "$log" | cut -c1-300; } >>"$here/failures"
            ;;
        esac
        case $title in
        costs*)
            { echo "==== $title, $mpi"; cat "$log"; } >>"$results/on_device-costs.txt"
            echo "---- $title, $mpi"
            cat "$log"
            ;;
        esac
        rm -f "$log"
    fi
    outcome=${outcome%: }
    table+=("$(printf '%-34s %-9s %5s %5s s  %s' "$title" "$mpi" "$ranks" $((SECONDS - begin)) "$outcome")")
}

try_all() {
    local mpi programs ranks first=${mpis%% *}
    for mpi in $mpis; do
        programs=$here/$mpi/programs
        try "contexts, streams, threads" 40 "$mpi" 2 "$programs/device_programs"
        try "every reduction and datatype" 40 "$mpi" 2 "$programs/device_matrix"
        try "direct calls: accumulators" 20 "$mpi" 1 "$programs/accumulator_devices"
        try "direct calls: arrays" 20 "$mpi" 2 "$programs/array_devices"
        [ "$mpi" = "$first" ] || continue
        for ranks in 1 2 4; do
            try "costs" 20 "$mpi" "$ranks" "$programs/costs" ${LONGEST:+"$LONGEST"}
        done
        try "CuPy" 25 "$mpi" 2 "$python" "$here/on_device.py" cupy
        try "PyTorch" 40 "$mpi" 2 "$python" "$here/on_device.py" torch
        to_fail_with="cannot be copied: cu[A-Za-z0-9_]* failed with error [0-9]"
        try "a kernel that fails is named" 20 "$mpi" 1 "$python" "$here/on_device.py" trap
        to_fail_with=
    done
    for mpi in $mpis; do
        try "buffers of every shape and kind" 30 "$mpi" 2 "$here/$mpi/programs/devices"
    done
    TEST_PIN_ERROR=2 try "no memory can be pinned" 30 "$first" 2 "$here/$first/programs/devices"
    try "contexts, streams, threads" 20 "$first" 4 "$here/$first/programs/device_programs"
    try "CuPy" 20 "${mpis##* }" 2 "$python" "$here/on_device.py" cupy
}

run() { # run [RESULTS]
    local folder mpi
    SECONDS=0
    folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
    limit=${LIMIT:-115}
    [ -f "$folder/device.tar.gz" ] || stop "there is no $folder/device.tar.gz; scripts/on_device.sh pack makes it"
    here=$(mktemp -d)
    # shellcheck disable=SC2064 # this folder
    trap "rm -rf '$here'" EXIT
    tar -C "$here" -xzf "$folder/device.tar.gz"
    find_driver
    results=${1:-$here}
    mkdir -p "$results"
    results=$(cd "$results" && pwd)
    all=$results/on_device-log.txt
    : >"$all"
    rm -f "$results/on_device-costs.txt"
    python=$(command -v "${PYTHON:-python3}" || echo python3)
    mpis=
    for mpi in "$here"/*/programs; do
        mpi=$(basename "$(dirname "$mpi")")
        # Open MPI first: it is the faster one where ranks wait for cores.
        if [ "$mpi" = openmpi5 ]; then mpis="$mpi${mpis:+ $mpis}"; else mpis="${mpis:+$mpis }$mpi"; fi
    done
    {
        echo "driver: $TEST_CUDA; $(nproc) cores; $(uname -sr)"
        nvidia-smi --query-gpu=name,driver_version,pcie.link.gen.max,pcie.link.width.max --format=csv,noheader 2>/dev/null || true
    } | tee -a "$all"
    try_all
    {
        echo
        printf '%-34s %-9s %5s %7s  %s\n' what MPI ranks took outcome
        printf '%s\n' "${table[@]}"
        cat "$here/failures" 2>/dev/null || true
        [ $failed = 0 ] && echo "on_device: all passed, in $SECONDS s" || echo "on_device: FAILED, in $SECONDS s"
    } | tee "$results/on_device-summary.txt"
    return $failed
}

# ---- Figures ----

table() { # table RESULTS
    local costs=$1/on_device-costs.txt
    [ -f "$costs" ] || stop "there is no $costs"
    cd "$(dirname "${BASH_SOURCE[0]}")/.."
    local page=docs/how-it-works.md figures=docs/data/device.csv rows
    # Each line of "MPI_Allreduce on N ranks", with what the device is.
    awk 'BEGIN { print "device,ranks,bytes,host_us,pinned_us,device_us" }
        /^[A-Z].*, CUDA [0-9.]+$/ { device = $0; gsub(/,/, "", device) }
        /^MPI_Allreduce on / { ranks = $3 + 0; next }
        /^(====|$)/ { ranks = 0 }
        ranks && $1 ~ /^[0-9]+$/ { print device "," ranks "," $1 "," $2 "," $3 "," $4 }' "$costs" >"$figures"
    rows=$(awk -F, '
        NR > 1 {
            if (!($3 in host)) order[++n] = $3
            host[$3, $2] = $4; device[$3, $2] = $6; host[$3] = 1; all[$2] = 1; name = $1
        }
        END {
            printf "| bytes, on an %s |", name
            for (p = 1; p <= 64; p++) if (p in all) printf " %d ranks, host | device |", p
            printf "\n|---:|"
            for (p = 1; p <= 64; p++) if (p in all) printf "---:|---:|"
            printf "\n"
            for (i = 1; i <= n; i++) {
                printf "| %d |", order[i]
                for (p = 1; p <= 64; p++) if (p in all) printf " %s | %s |", host[order[i], p], device[order[i], p]
                printf "\n"
            }
        }' "$figures" | sed 's/| 1 ranks/| 1 rank/')
    ROWS=$rows awk '
        /made by "scripts\/on_device.sh table": begin/ { print; print ""; print ENVIRON["ROWS"]; print ""; skip = 1; next }
        /<!-- end -->/ { skip = 0 }
        !skip' "$page" >"$page.new"
    mv "$page.new" "$page"
    echo "on_device: wrote $figures and the table of $page"
}

case ${1:-} in
table)
    [ $# -eq 2 ] || stop "table takes the folder of the results"
    table "$(realpath "$2")"
    ;;
pack)
    [ $# -eq 2 ] || stop "pack takes a folder"
    pack "$2"
    ;;
run)
    [ $# -le 2 ] || stop "run takes one folder at most, for results"
    run "${2:-}"
    ;;
"")
    folder=$(dirname "${BASH_SOURCE[0]}")/../target/device/packed
    pack "$folder"
    exec bash "$folder/on_device.sh" run
    ;;
*) stop "unknown \"$1\"; accepted: pack, run, table, or nothing" ;;
esac
