#!/usr/bin/env python3
"""Packs a folder as a wheel: package/wheel.py FOLDER VERSION INTO (scripts/wheel.sh).

The folder has the package samebits/, in which a prefix lies. The same folder gives the same bytes;
SOURCE_DATE_EPOCH is the time of the files.
"""

import base64
import hashlib
import os
import pathlib
import platform
import re
import sys
import time
import zipfile

folder, into = pathlib.Path(sys.argv[1]), sys.argv[3]
version = re.sub(r"-([a-z]+)\.?", r"\1", sys.argv[2])  # 1.0.0-rc.1 is pip's 1.0.0rc1
root = pathlib.Path(__file__).resolve().parent.parent
tag = f"py3-none-manylinux_2_28_{platform.machine()}"
info = f"samebits-{version}.dist-info"

METADATA = f"""\
Metadata-Version: 2.4
Name: samebits
Version: {version}
Summary: MPI reductions that give the same bits on every run, in front of any MPI library
License-Expression: MIT OR Apache-2.0
License-File: LICENSE
License-File: LICENSE-MIT
License-File: LICENSE-APACHE
License-File: LICENSE-CRATES
Keywords: mpi,reproducible,floating-point,reduction,hpc
Requires-Python: >=3.8
Provides-Extra: mpi
Requires-Dist: mpi4py>=3.1; extra == 'mpi'
Requires-Dist: numpy; extra == 'mpi'
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

"""
WHEEL = f"Wheel-Version: 1.0\nGenerator: samebits\nRoot-Is-Purelib: false\nTag: {tag}\n"
ENTRY_POINTS = "[console_scripts]\nsamebits = samebits.__main__:main\n"


def packed():
    """The files: name, mode, text. Wheels have no links; what a link leads to is there instead."""
    for path in sorted((folder / "samebits").rglob("*")):
        # Nobody looks for the library by its full name.
        if path.is_file() and not path.name.endswith(f".so.{sys.argv[2]}"):
            executable = path.parent.name in ("bin", "lib") and path.suffix != ".cmake"
            yield str(path.relative_to(folder)), 0o755 if executable else 0o644, path.read_bytes()
    for name in ("LICENSE", "LICENSE-MIT", "LICENSE-APACHE", "LICENSE-CRATES"):
        yield f"{info}/licenses/{name}", 0o644, (root / name).read_bytes()
    yield f"{info}/METADATA", 0o644, METADATA.encode() + (root / "README.md").read_bytes()
    yield f"{info}/WHEEL", 0o644, WHEEL.encode()
    yield f"{info}/entry_points.txt", 0o644, ENTRY_POINTS.encode()


os.makedirs(into, exist_ok=True)
result = pathlib.Path(into) / f"samebits-{version}-{tag}.whl"
fresh = result.with_suffix(f".{os.getpid()}")
when = time.gmtime(max(int(os.environ["SOURCE_DATE_EPOCH"]), 315532800))[:6]  # zip begins in 1980
record = []
with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:

    def add(name, mode, text):
        entry = zipfile.ZipInfo(name, when)
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        wheel.writestr(entry, text)

    for name, mode, text in packed():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(text)}\n")
        add(name, mode, text)
    add(f"{info}/RECORD", 0o644, "".join(record) + f"{info}/RECORD,,\n")
fresh.replace(result)
print(result)
