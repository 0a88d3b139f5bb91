"""The programs of docs/python.md run."""

import contextlib
import io
import pathlib
import re

from support import finish

page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"
programs = re.findall(r"<!-- file: (\S+\.py) -->\n```python\n(.*?)```", page.read_text(), re.S)
assert len(programs) >= 2, programs
for name, program in programs:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, name, "exec"), {"__name__": "__main__"})
    assert printed.getvalue(), f"{name} prints nothing"
finish()
