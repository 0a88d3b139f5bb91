#!/usr/bin/env python3
"""Prints the rows of a report that is JSON in the form in which lib.sh prints those of one that is
text, and before them who reports; fails where a line is no JSON or its numbers do not add up.

    json_report.py headings|rows FILE
"""
import json
import sys
from decimal import Decimal

SECTIONS = {
    "reproduced": "made reproducible",
    "passed on": "passed on to the MPI library",
    "not reproduced": "NOT made reproducible",
}


def how(row):
    if row["reason"]:
        text = row["reason"]
    else:
        text = f"{row['arithmetic']}, {row['schedule']}"
    if row["in_place_of"]:
        text += " in place of {schedule} ({reason})".format(**row["in_place_of"])
    if row["first_call"]:
        text += f"; first at {row['first_call']}"
    return text


def check(row):
    assert (row["parts"] is not None) == (row["outcome"] == "reproduced"), row
    if row["parts"]:
        assert sum(row["parts"].values()) == row["seconds"], row
    sizes = row["sizes"]
    assert sum(size["calls"] for size in sizes) == row["calls"], row
    seconds = sum(size["seconds"] for size in sizes)
    assert abs(seconds - row["seconds"]) <= Decimal("0.0000005"), row
    least = sum(size["calls"] * size["from"] for size in sizes)
    most = sum(size["calls"] * size["to"] for size in sizes)
    assert least <= row["bytes"] <= most, row
    assert sizes == sorted(sizes, key=lambda size: size["from"]), row


def heading(report):
    policy = " ".join(f"{name}={value}" for name, value in report["policy"].items())
    return f"{report['ranks']} ranks; {policy}, communicators led by rank {report['rank']}"


what, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    text = file.read()
assert text.endswith("\n"), "the last line is complete"
lines = []
for line in text.splitlines():
    report = json.loads(line, parse_float=Decimal, parse_constant=sys.exit)
    assert report["began"] <= report["written"], report
    for row in report["rows"]:
        check(row)
    if what == "headings":
        lines.append(heading(report))
    if report["never_started"]:
        lines.append(f"persistent reductions that were never started: {report['never_started']}")
    if report["nothing_intercepted"]:
        lines.append("no reduction of this rank was intercepted")
    if what == "rows":
        names = ["call", "datatype", "operator", "calls", "elements", "bytes"]
        for row in report["rows"]:
            words = " ".join(str(row[name]) for name in names)
            lines.append(f"{SECTIONS[row['outcome']]}: {words} {how(row)}")
print("\n".join(sorted(lines)))
