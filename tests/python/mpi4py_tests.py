"""mpi4py's own tests, of all that samebits comes in front of: reductions of every kind, on
intercommunicators too, operators, and what completes requests, beside point-to-point messages. With
SAMEBITS_PROGRESS=always the MPI library drives those that are nonblocking, which the report has to say."""

import os
import runpy
import sys

from mpi4py import MPI
from support import counter, with_samebits, world

TESTS = """cco_buf cco_obj cco_nb_buf cco_nb_vec cco_pr_buf cco_pr_vec cco_vec op request status threads
comm errhandler errorcode exceptions objmodel grequest attributes p2p_buf p2p_obj rma"""

# (A report is added to what the file has already.)
driven = os.environ.get("SAMEBITS_PROGRESS") == "always"
before = os.path.getsize(os.environ["SAMEBITS_REPORT"]) if driven else 0

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

if driven:
    rank = world.Get_rank()
    MPI.Finalize()  # where rank 0 writes the report
    if rank == 0:
        with open(os.environ["SAMEBITS_REPORT"], encoding="utf-8") as report:
            report.seek(before)
            assert "  driven by the MPI library" in report.read(), "no reduction was driven"
