"""MPI reductions that give the same bits on every run.

As a file, samebits stands in front of the MPI library: `prefix`, `library` and `command` say where
it lies, and `python -m samebits` is its command. As a module it reduces NumPy arrays that are
distributed over the ranks of an mpi4py communicator: the bits of a result depend neither on the
number of ranks nor on how the arrays are cut. docs/python.md has examples.

The functions need numpy and mpi4py, which are imported when the first of them is used.
"""

from __future__ import annotations

import importlib
import pathlib
import typing

if typing.TYPE_CHECKING:
    from ._accumulator import Accumulator as Accumulator
    from ._arrays import Plan as Plan
    from ._arrays import allreduce as allreduce
    from ._arrays import allreduce_arrays as allreduce_arrays
    from ._arrays import allreduce_pieces as allreduce_pieces
    from ._arrays import reduce as reduce
    from ._library import Error as Error
    from ._library import version as version
    from ._local import csr_multiply as csr_multiply
    from ._local import local_dot as local_dot
    from ._local import local_sum as local_sum
    from ._nonblocking import idot as idot
    from ._nonblocking import idots as idots
    from ._nonblocking import imean as imean
    from ._nonblocking import inorm as inorm
    from ._nonblocking import isum_abs as isum_abs
    from ._nonblocking import ivariance as ivariance
    from ._nonblocking import ivdot as ivdot
    from ._nonblocking import ivdots as ivdots
    from ._nonblocking import iweighted_dot as iweighted_dot
    from ._nonblocking import iweighted_squares as iweighted_squares
    from ._nonblocking import iweighted_sum as iweighted_sum
    from ._nonblocking import iweighted_vdot as iweighted_vdot
    from ._requests import Request as Request
    from ._sums import Sums as Sums
    from ._vectors import dot as dot
    from ._vectors import dots as dots
    from ._vectors import mean as mean
    from ._vectors import norm as norm
    from ._vectors import sum_abs as sum_abs
    from ._vectors import variance as variance
    from ._vectors import vdot as vdot
    from ._vectors import vdots as vdots
    from ._vectors import weighted_dot as weighted_dot
    from ._vectors import weighted_squares as weighted_squares
    from ._vectors import weighted_sum as weighted_sum
    from ._vectors import weighted_vdot as weighted_vdot

# Files below it find each other by where they lie, as below any prefix.
prefix: pathlib.Path = pathlib.Path(__file__).resolve().parent
library: pathlib.Path = prefix / "lib" / "libsamebits.so"
math_library: pathlib.Path = prefix / "lib" / "libsamebits_math.so"
command: pathlib.Path = prefix / "bin" / "samebits"

# What is where. It is imported late, because the command needs neither numpy nor mpi4py.
_MODULES = {
    "_accumulator": ["Accumulator"],
    "_arrays": ["Plan", "allreduce", "allreduce_arrays", "allreduce_pieces", "reduce"],
    "_library": ["Error", "version"],
    "_local": ["csr_multiply", "local_dot", "local_sum"],
    "_nonblocking": [
        "idot",
        "idots",
        "imean",
        "inorm",
        "isum_abs",
        "ivariance",
        "ivdot",
        "ivdots",
        "iweighted_dot",
        "iweighted_squares",
        "iweighted_sum",
        "iweighted_vdot",
    ],
    "_requests": ["Request"],
    "_sums": ["Sums"],
    "_vectors": [
        "dot",
        "dots",
        "mean",
        "norm",
        "sum_abs",
        "variance",
        "vdot",
        "vdots",
        "weighted_dot",
        "weighted_squares",
        "weighted_sum",
        "weighted_vdot",
    ],
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = ["command", "library", "math_library", "prefix", *_MODULE_OF]


def __getattr__(name: str) -> typing.Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'samebits' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"samebits.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
