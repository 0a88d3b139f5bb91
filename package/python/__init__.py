"""Where samebits is installed: a library in front of MPI, the command beside it."""

import pathlib

# Files below it find each other by where they lie, as below any prefix.
prefix = pathlib.Path(__file__).resolve().parent
library = prefix / "lib" / "libsamebits.so"
command = prefix / "bin" / "samebits"
