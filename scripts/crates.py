#!/usr/bin/env python3
"""The crates that the libraries and the command are made of:

    scripts/crates.py licences       the licences of those that are linked, and their texts
    scripts/crates.py empty FOLDER   empties those in a vendored folder that the build does not need

Cargo.lock and Cargo.toml also name what tests and other systems need, and cargo wants a package
for each of them. An emptied one says that it is there, and has no code.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PRODUCTS = ["samebits", "samebits-command", "samebits-math"]
# Of this build dependency C sources are compiled into a library, those in these folders.
SOURCES = ("core-math-sys", "vendor", ["src/binary32", "src/binary64"])
PLATFORMS = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]


def cargo(*arguments):
    command = [ROOT / "scripts/cargo.sh", *arguments, "--locked"]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


def reached(edges):
    """The names and versions of the packages that the products depend on in these ways."""
    which = [f"--package={product}" for product in PRODUCTS]
    which += [f"--target={platform}" for platform in PLATFORMS]
    tree = cargo("tree", *which, f"--edges={edges}", "--prefix=none", "--format={p}")
    return {tuple(line.split()[:2]) for line in tree.splitlines() if line}


def metadata():
    """What cargo knows of all packages."""
    return json.loads(cargo("metadata", "--format-version=1", f"--filter-platform={PLATFORMS[0]}"))["packages"]


def linked():
    """The packages from crates.io that are in the binaries."""
    names = reached("normal,no-proc-macro")
    found = [package for package in metadata() if package["source"]
             and (package["name"], "v" + package["version"]) in names]
    return sorted(found, key=lambda package: (package["name"], package["version"]))


def without_apache(text):
    """A licence's text; of Apache's, which lies beside this list anyway, whose work it is for."""
    if "Apache License" not in text or "TERMS AND CONDITIONS FOR USE" not in text:
        return text
    whose = re.findall(r"^ *(Copyright (?:\(c\) )?\d.*)$", text, re.MULTILINE)
    return "\n".join([*whose, "Licensed under the Apache License, Version 2.0."])


def licences():
    """What has to be told with the binaries: whose work is in them, and on what terms."""
    packages = linked()
    print(f"samebits is linked with the Rust standard library (MIT OR Apache-2.0, "
          f"https://www.rust-lang.org) and {len(packages)} crates. Where one offers\n"
          f"licences to choose from, MIT is chosen.\n")
    for package in packages:
        print(f"{package['name']} {package['version']}: {package['license']}")
    seen: dict[str, list[str]] = {}
    for package in packages:
        folder = pathlib.Path(package["manifest_path"]).parent
        files = [path for path in sorted(folder.iterdir()) if path.is_file()
                 and re.match(r"(?i)(licen[cs]e|copying|copyright|notice|unlicense)", path.name)]
        # Of two licences, the text of the one that is chosen.
        mit = [path for path in files if "MIT" in path.name.upper()]
        for path in (mit if "MIT" in package["license"] and mit else files):
            text = without_apache(path.read_text(errors="replace").strip())
            seen.setdefault(text, []).append(f"{package['name']} {package['version']}")
    for text, names in seen.items():
        print(f"\n{'-' * 79}\n{', '.join(names)}:\n\n{text}")


def compiled():
    """The same of the C sources, whose files name their authors, under one licence."""
    name, folder, parts = SOURCES
    package = next(package for package in metadata() if package["name"] == name)
    top = pathlib.Path(package["manifest_path"]).parent / folder
    authors: set[str] = set()
    for part in parts:
        for path in sorted((top / part).glob("*/*.c")):
            text = path.read_text()
            if path.stem not in (path.parent.name, path.parent.name + "f"):
                continue  # a test
            if "Permission is hereby granted, free of charge" not in text:
                sys.exit(f"crates: {path} is not under the MIT licence")
            names = re.findall(r"Copyright \(c\) (?:.*and\n)?.*\S", text)
            authors.update(" ".join(each.split()).rstrip(".") for each in names)
    print(f"\n{'-' * 79}\nThe mathematical functions are compiled from {name} {package['version']}:\n")
    print((top / "LICENSE").read_text().strip() + "\n")
    print("\n".join(sorted(authors)))


def empty(folder):
    needed = {f"{name}-{version[1:]}" for name, version in reached("normal,build")}
    for crate in sorted(pathlib.Path(folder).iterdir()):
        if crate.name in needed:
            continue
        checksum = json.loads((crate / ".cargo-checksum.json").read_text())
        manifest = (crate / "Cargo.toml").read_text()
        subprocess.run(["rm", "-r", crate], check=True)
        crate.mkdir()
        (crate / "Cargo.toml").write_text(manifest)
        # cargo asks for the files that it names, whether it compiles them or not.
        named = re.findall(r'^(?:path|build) = "(.*)"$', manifest, re.MULTILINE)
        for name in ["src/lib.rs", *named]:
            (crate / name).parent.mkdir(parents=True, exist_ok=True)
            (crate / name).touch()
        checksum["files"] = {}
        (crate / ".cargo-checksum.json").write_text(json.dumps(checksum))


if __name__ == "__main__":
    if sys.argv[1:] == ["licences"]:
        licences()
        compiled()
    elif sys.argv[1:2] == ["empty"] and len(sys.argv) == 3:
        empty(sys.argv[2])
    else:
        sys.exit(f"crates: unknown arguments {sys.argv[1:]}; accepted: licences, empty FOLDER")
