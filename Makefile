# The front end: sets up, builds, tests and shows samebits. Each target is a
# script in scripts/ or examples/demo/, which can also be run by itself.
#
# setup installs what is missing, and so do demo and test, with which everybody begins. The others
# name it and stop (scripts/setup.sh --check).

.DEFAULT_GOAL := help
.NOTPARALLEL:

.PHONY: setup
setup: ## installs with apt what a build needs, or what is named (PARTS="test docs" ...: scripts/setup.sh)
	@scripts/setup.sh $${PARTS:-build}
	@echo "setup: all is there for: $${PARTS:-build}"

.PHONY: build
build: ## build/libsamebits.so and libsamebits_math.so (needs cargo and a C compiler)
	@scripts/build.sh

.PHONY: plugins
plugins: ## builds plug-ins that make programs independent of the number of ranks (PLUGINS=petsc ...)
	@scripts/setup.sh --check build plugins
	@scripts/is_built.sh || scripts/build.sh
	@scripts/plugins.sh

# What is built is installed as it is: cargo may not be there for whoever installs. Nor does it
# build under sudo, where it would leave files that the user cannot change.
.PHONY: install
install: ## installs to PREFIX=/usr/local (LIBDIR=..., DESTDIR=...: scripts/install.sh)
	@[ -n "$$SUDO_USER" ] || scripts/is_built.sh || scripts/build.sh
	@scripts/install.sh

.PHONY: uninstall
uninstall: ## removes what install has installed there (PREFIX=..., DATADIR=..., DESTDIR=...: scripts/uninstall.sh)
	@scripts/uninstall.sh

.PHONY: dist
dist: ## makes a source archive that builds without network, and recipes, in build/dist/
	@scripts/setup.sh --check build dist
	@scripts/dist.sh

.PHONY: deb
deb: ## makes a Debian package in build/dist/ (DEBFULLNAME=... DEBEMAIL=...: its maintainer)
	@scripts/setup.sh --check build deb
	@scripts/is_built.sh || scripts/build.sh
	@scripts/deb.sh

.PHONY: wheel
wheel: ## makes a wheel for pip in build/dist/, for glibc 2.28 or newer (a build of its own)
	@scripts/setup.sh --check build wheel
	@scripts/wheel.sh

.PHONY: demo
demo: ## shows the problem and the cure on programs that know nothing of samebits (installs what is missing)
	@scripts/setup.sh build demo
	@scripts/build.sh
	@examples/demo/run.sh

.PHONY: check
check: ## what to run after a change: unit tests, and one launch of each kind under Open MPI
	@scripts/setup.sh --check build test
	@scripts/check.sh

.PHONY: test
test: ## runs the tests, under Debian's Open MPI and MPICH (installs what is missing)
	@scripts/setup.sh build test math
	@scripts/test.sh rust math openmpi mpich

.PHONY: test-all
test-all: ## runs all tests: those of test and the longer ones, lint, model-check, test-mpis, -cluster, -smpi, -packages, -plugins
	@scripts/setup.sh --check test-all
	@# (Beside packages, which takes minutes of one core, come first those that leave one idle.)
	@scripts/test.sh lints docs mpis packages math_aarch64 rust math model browser smpi python plugins openmpi mpich long openmpi5 mpich5 mpich5_abi intel intel_abi cluster

.PHONY: test-rust
test-rust: ## runs the tests that need no MPI
	@scripts/setup.sh --check build test
	@scripts/test.sh rust

.PHONY: test-math
test-math: ## runs the tests of the mathematical functions (needs MPFR and qemu-user)
	@scripts/setup.sh --check build math
	@scripts/test.sh math

.PHONY: lint
lint: ## checks formatting, lints of Rust, C, Python and scripts, licences, examples/extending, the documentation's site
	@scripts/setup.sh --check build lint docs
	@scripts/test.sh lints docs

.PHONY: model-check
model-check: ## runs the shared-memory protocol of two and three ranks in the orders in which they may come
	@scripts/setup.sh --check build
	@scripts/test.sh model

.PHONY: test-openmpi
test-openmpi: ## runs the C and Fortran tests, and those of the package, under Open MPI
	@scripts/setup.sh --check build test
	@scripts/test.sh openmpi

.PHONY: test-mpich
test-mpich: ## runs the C and Fortran tests, and those of the package, under MPICH
	@scripts/setup.sh --check build test
	@scripts/test.sh mpich

.PHONY: test-packages
test-packages: ## builds, installs, uses and removes what dist, deb and wheel make (minutes)
	@scripts/setup.sh --check build test dist deb wheel test-packages
	@scripts/test.sh packages

.PHONY: test-aarch64
test-aarch64: ## runs the tests that need no MPI on an emulated aarch64 (qemu-user)
	@scripts/setup.sh --check build
	@scripts/aarch64.sh || [ $$? -eq 77 ] # 77: skipped

.PHONY: test-large
test-large: ## reduces more elements than an int counts (18 GB of memory, minutes)
	@scripts/setup.sh --check build test
	@scripts/build.sh
	@scripts/test_large.sh

.PHONY: test-programs programs
test-programs: ## runs PETSc, ELPA, Trilinos and others in variants (needs 160 MB of packages; PROGRAMS=...)
programs: export WRITE = 1
programs: ## runs them, and writes the tables of docs/programs.md, petsc.md, sundials.md and functions.md
test-programs programs:
	@scripts/setup.sh --check build programs plugins test-plugins
	@scripts/build.sh
	@scripts/plugins.sh
	@tests/programs/run.sh

.PHONY: test-plugins
test-plugins: ## tests the plug-ins under Open MPI (needs what they are for)
	@scripts/setup.sh --check build plugins test-plugins
	@scripts/test.sh plugins

.PHONY: test-petscs
test-petscs: ## tests the plug-in for PETSc with real and complex numbers, 32- and 64-bit indices (needs them)
	@scripts/setup.sh --check build plugins petscs
	@scripts/is_built.sh || scripts/build.sh
	@plugins/petsc/test.sh /usr/lib/petscdir/petsc*3*/*-real /usr/lib/petscdir/petsc*3*/*-complex

.PHONY: bench-plugins
bench-plugins: ## measures what the plug-ins cost (PLUGINS=petsc REPETITIONS=5 ...: plugins/bench.sh)
	@scripts/setup.sh --check build plugins test-plugins
	@scripts/is_built.sh || scripts/build.sh
	@scripts/plugins.sh
	@plugins/bench.sh

.PHONY: conformance
conformance: ## checks the test vectors in docs/vectors with the reference implementation in Python
	@scripts/setup.sh --check conformance
	@tests/conformance/reference.py docs/vectors/*.txt

.PHONY: nightly
nightly: ## lists and runs what test-all does not: aarch64, 2^31 elements, hosts, Miri, TSan, mutants, fuzzing (hours)
	@scripts/nightly.sh

.PHONY: tsan miri fuzz
tsan: ## the tests without MPI under ThreadSanitizer (needs a nightly toolchain)
miri: ## the tests without MPI under Miri (needs a nightly toolchain)
fuzz: ## fuzzes what comes from outside (needs a nightly toolchain and cargo-fuzz)
tsan miri fuzz:
	@scripts/nightly.sh $@

.PHONY: mutants
mutants: ## a sample of defects: does a test notice each? (needs cargo-mutants and cargo-nextest)
	@scripts/mutants.sh

.PHONY: bench
bench: ## measures reductions against the MPI library's own (RANKS=2 ...: benches/run.sh)
	@scripts/setup.sh --check build bench
	@scripts/build.sh
	@benches/run.sh

.PHONY: tune
tune: ## measures this machine for SAMEBITS_PROFILE (RANKS=2 MPI=openmpi PROFILE=...: benches/run.sh)
	@scripts/setup.sh --check build tune
	@scripts/build.sh
	@CALL=tune benches/run.sh

.PHONY: bench-kernels
bench-kernels: ## measures the sums of one process (DATATYPE=double ...: benches/kernels.sh)
	@scripts/setup.sh --check build bench-kernels
	@benches/kernels.sh

.PHONY: bench-models
bench-models: ## measures the modules for Fortran models against published algorithms (RANKS=2 ...: benches/models.sh)
	@scripts/setup.sh --check build bench
	@scripts/build.sh
	@benches/models.sh

.PHONY: bench-short
bench-short: ## measures sums and dot products of a few numbers (DATATYPE=double ...: benches/short)
	@scripts/setup.sh --check build
	@scripts/cargo.sh bench --quiet --locked --bench short

.PHONY: bench-csr
bench-csr: ## measures sparse matrices times vectors (DATATYPE=double ...: benches/csr)
	@scripts/setup.sh --check build
	@scripts/cargo.sh bench --quiet --locked --bench csr

.PHONY: bench-local-dot
bench-local-dot: ## measures exact dot products of one process (DATATYPE=double ...: benches/local_dot)
	@scripts/setup.sh --check build
	@scripts/cargo.sh bench --quiet --locked --bench local_dot

.PHONY: bench-threads
bench-threads: ## measures from what size on threads are worth it (THREADS=2 ...: benches/threads)
	@scripts/setup.sh --check build
	@scripts/cargo.sh bench --quiet --locked --bench threads

.PHONY: bench-math
bench-math: ## measures the mathematical functions against libm's, and writes docs/functions.md
	@scripts/setup.sh --check build
	@benches/math.sh

.PHONY: plots
plots: ## makes the plots in docs/ anew
	@scripts/setup.sh --check build plots
	@docs/plots.sh

.PHONY: test-mpis
test-mpis: ## runs the tests under Open MPI 5, MPICH 5, Intel MPI and the standard ABI (PyPI)
	@scripts/setup.sh --check build test mpis
	@scripts/test.sh mpis openmpi5 mpich5 mpich5_abi intel intel_abi python

.PHONY: test-cluster
test-cluster: ## runs C tests over hosts that are made on this machine, with a network between them (needs root)
	@scripts/setup.sh --check build test mpis cluster
	@scripts/test.sh mpis cluster

.PHONY: test-smpi
test-smpi: ## runs C tests on a cluster that SimGrid's SMPI simulates, up to 64 ranks
	@scripts/setup.sh --check build test smpi
	@scripts/test.sh smpi

.PHONY: bench-simulated
bench-simulated: ## compares schedules by simulated time (RANKS=64 ...: benches/simulated/run.sh)
	@scripts/setup.sh --check build smpi
	@scripts/build.sh
	@benches/simulated/run.sh

.PHONY: performance
performance: ## measures what docs/performance.md shows, and writes it (benches/performance.sh)
	@scripts/setup.sh --check build bench bench-kernels smpi plots
	@scripts/build.sh
	@benches/performance.sh

.PHONY: header
header: ## writes what is made from the source anew: samebits.h, the signatures for Python, the Fortran module, lists of docs/policy.md, LICENSE-CRATES
	@scripts/setup.sh --check build conformance
	BLESS=1 scripts/cargo.sh test --profile tests --locked --test texts -- generated:: header:: signatures::
	scripts/fortran_module.sh
	mkdir -p build && scripts/crates.py licences >build/LICENSE-CRATES && mv build/LICENSE-CRATES .

.PHONY: docs
docs: ## builds the documentation into build/docs/, a site with search
	@scripts/setup.sh --check docs
	@scripts/docs.sh

.PHONY: clean
clean: ## removes build/ and target/
	rm -rf build target

.PHONY: help
help: ## lists these targets
	@sed -n 's/^\([a-z0-9-]*\): ## \(.*\)/make \1	\2/p' Makefile | expand -t 20
