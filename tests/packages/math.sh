#!/usr/bin/env bash
# The mathematical functions, for programs without MPI: preloaded, by the command, and linked by
# pkg-config and by CMake.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/package.sh"
install_to "$PWD/prefix"
mv prefix "moved prefix"
prefix="$PWD/moved prefix"

# linked WHAT PROGRAM: it asks for our library once, and not for libm before it
linked() {
    equal "$1: the libraries" "$math_soname" "$(readelf -d "$2" |
        sed -nE 's/.*\(NEEDED\).*\[(lib(samebits.*|m\..*))\]/\1/p' | paste -sd ' ' | sed 's/ libm\.so\.6$//')"
    ours_exp "$1" "$2"
}

step "compiling" cc -O2 "$programs/math.c" -o program -lm -ldl
alone ./program -0x1.0e9ae2627e1p-2
stopped "the program by itself"

# LD_PRELOAD is cut at spaces.
ln -s "$prefix" link
for name in libsamebits_math.so "$math_soname" "libsamebits_math.so.$version"; do
    ours_exp "$name" LD_PRELOAD="$PWD/link/lib/$name" ./program
done
alone LD_PRELOAD="$PWD/link/lib/libsamebits_math.so" SAMEBITS_MATH_VERBOSE=1 ./program 0
contains "SAMEBITS_MATH_VERBOSE" "$(cat err)" "samebits-math: $version, in front of libm ("
ours_exp "the command" "$root/build/samebits" run --math --library="$PWD/link/lib/libsamebits.so" ./program
contains "the command: what it says" "$(cat err)" "$PWD/link/lib/libsamebits_math.so is in front of libm"

export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
libdir=$(pkg-config --variable=libdir samebits-math)
for language in c c++; do
    step "pkg-config, $language" eval "cc -x $language -fpermissive -O2 '$programs/math.c' -x none -o by-$language" \
        "$(pkg-config --libs samebits-math) -lm -ldl -Wl,-rpath,$libdir"
    linked "pkg-config, $language" "./by-$language"
done

# A project that has no MPI.
mkdir project
cat >project/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.20)
project(program LANGUAGES C)
find_package(samebits $version REQUIRED COMPONENTS math)
if(TARGET samebits::samebits OR MPI_FOUND)
  message(FATAL_ERROR "MPI was looked for")
endif()
add_executable(program $programs/math.c)
target_link_libraries(program m samebits::math \${CMAKE_DL_LIBS})
END
step "CMake: configuring" cmake -S project -B build -DCMAKE_PREFIX_PATH="$prefix"
step "CMake: building" cmake --build build
linked "CMake" ./build/program
sed -i 's/COMPONENTS math/COMPONENTS maths/' project/CMakeLists.txt
if cmake -S project -B refused -DCMAKE_PREFIX_PATH="$prefix" >step.txt 2>&1; then
    fail "CMake: an unknown component" "an exit status other than 0" "$(cat step.txt)"
fi
contains "CMake: an unknown component" "$(tr -s '\n ' ' ' <step.txt)" 'no component "maths"; its components are mpi and math'
finish
