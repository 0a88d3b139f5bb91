"""python -m samebits: the command samebits; `python -m samebits path` prints the library's path,
`python -m samebits path math` that of the mathematical functions', and `python -m samebits path modules`
the folder with the module files, for `module use`."""

import os
import sys

import samebits

PATHS = {
    (): samebits.library,
    ("math",): samebits.math_library,
    ("modules",): samebits.prefix / "share" / "modulefiles",
}


def main():
    if sys.argv[1:2] != ["path"]:
        os.execv(samebits.command, ["samebits", *sys.argv[1:]])
    what = tuple(sys.argv[2:])
    if what not in PATHS:
        sys.exit(f'samebits: unknown path "{" ".join(what)}"; accepted: nothing (the library), math, modules')
    print(PATHS[what])


if __name__ == "__main__":
    main()
