"""python -m samebits: the command samebits; `python -m samebits path` prints the library's path, and
`python -m samebits path math` that of the mathematical functions'."""

import os
import sys

import samebits


def main():
    if sys.argv[1:] == ["path"]:
        print(samebits.library)
    elif sys.argv[1:] == ["path", "math"]:
        print(samebits.math_library)
    else:
        os.execv(samebits.command, ["samebits", *sys.argv[1:]])


if __name__ == "__main__":
    main()
