"""mpi4py's own tests, of all that samebits comes in front of: reductions of every kind, on
intercommunicators too, operators, and what completes requests, beside point-to-point messages."""

import os
import runpy
import sys

from mpi4py import MPI
from support import counter, with_samebits, world

TESTS = """cco_buf cco_obj cco_nb_buf cco_nb_vec cco_pr_buf cco_pr_vec cco_vec op request status threads
comm errhandler errorcode exceptions objmodel grequest attributes p2p_buf p2p_obj rma"""

program = os.path.join(os.environ["TEST_FOLDER"], "main.py")
included = [argument for name in TESTS.split() for argument in ("-i", f"test_{name}")]
# In front of a library without sessions mpi4py finds samebits' functions, which return an error.
sessions = ["-x", "Session", "-x", "testSafeFreeCreated", "-e", "test_exceptions"]
left_out = sessions if with_samebits and MPI.Get_version() < (4, 0) else []
sys.argv = [program, "--no-builddir", "--quiet", *included, *left_out]
try:
    runpy.run_path(program, run_name="__main__")
    status = None
except SystemExit as ended:
    status = ended.code
assert not status, f"mpi4py's tests ended with {status}"

if with_samebits:
    seen, ours = counter("samebits_calls_intercepted")(), counter("samebits_calls_reproduced")()
    assert seen > ours > 100, f"{seen} reductions, {ours} of which were made reproducible"
world.Barrier()
