#!/usr/bin/env python3
"""Lists what a crate promises, a line for each item, from rustdoc's JSON:

    scripts/interface.py FILE.json

What is hidden in the documentation is promised to nobody, and not listed.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

FORMATS = range(40, 100)  # of rustdoc's; the parts used here have been the same since then

# Traits that the compiler gives a type by itself, and that programs cannot name.
INTERNAL = {"Freeze", "UnsafeUnpin", "StructuralPartialEq"}

Node = Any  # of JSON


def comma(parts: Any) -> str:
    return ", ".join(parts)


def arguments(args: Node) -> str:
    """What stands in angle brackets or parentheses behind a path."""
    if not args:
        return ""
    if "parenthesized" in args:
        function = args["parenthesized"]
        return f"({comma(map(ty, function['inputs']))})" + returned(function["output"])
    args = args.get("angle_bracketed", {})
    parts = []
    kind: str
    value: Node
    for arg in args.get("args", []):
        kind, value = next(iter(arg.items())) if isinstance(arg, dict) else (arg, "_")
        parts.append(ty(value) if kind == "type" else value["expr"] if kind == "const" else value)
    for constraint in args.get("constraints", []):
        (kind, value), = constraint["binding"].items()
        value = bounds(value) if kind == "constraint" else ty(value["type"]) if "type" in value else str(value)
        parts.append(f"{constraint['name']}{': ' if kind == 'constraint' else ' = '}{value}")
    return f"<{comma(parts)}>" if parts else ""


def path(node: Node) -> str:
    """Without its modules, which are as the source imports them."""
    return node["path"].split("::")[-1] + arguments(node["args"])


def bounds(nodes: Node) -> str:
    parts = []
    for bound in nodes:
        if "trait_bound" in bound:
            trait = bound["trait_bound"]
            parts.append({"maybe": "?"}.get(trait["modifier"], "") + path(trait["trait"]))
        else:
            parts.append(str(next(iter(bound.values()))))
    return " + ".join(parts)


def returned(output: Node) -> str:
    return f" -> {ty(output)}" if output else ""


def ty(node: Node) -> str:
    """A type, as it is written in Rust."""
    (kind, value), = node.items()
    if kind in ("generic", "primitive"):
        return value
    if kind == "resolved_path":
        return path(value)
    if kind == "tuple":
        return f"({comma(map(ty, value))})"
    if kind == "slice":
        return f"[{ty(value)}]"
    if kind == "array":
        return f"[{ty(value['type'])}; {value['len']}]"
    if kind == "borrowed_ref":
        lifetime = f"{value['lifetime']} " if value["lifetime"] else ""
        return f"&{lifetime}{'mut ' if value['is_mutable'] else ''}{ty(value['type'])}"
    if kind == "impl_trait":
        return f"impl {bounds(value)}"
    if kind == "qualified_path":
        trait = f" as {path(value['trait'])}" if value["trait"] else ""
        return f"<{ty(value['self_type'])}{trait}>::{value['name']}"
    return f"{kind} {json.dumps(value, sort_keys=True)}"  # seldom


def generics(node: Node) -> tuple[str, str]:
    """Parameters, and the conditions behind."""
    parameters = []
    for parameter in node["params"]:
        (kind, value), = parameter["kind"].items()
        if kind == "type" and value["is_synthetic"]:
            continue
        default = value.get("default")
        bound = bounds(value["bounds"]) if kind == "type" else ty(value["type"]) if kind == "const" else ""
        parameters.append(
            ("const " if kind == "const" else "") + parameter["name"] + (f": {bound}" if bound else "")
            + (f" = {default if isinstance(default, str) else ty(default)}" if default else ""))
    conditions = []
    for condition in node["where_predicates"]:
        (kind, value), = condition.items()
        if kind == "bound_predicate":
            conditions.append(f"{ty(value['type'])}: {bounds(value['bounds'])}")
        else:
            conditions.append(json.dumps(value, sort_keys=True))
    return (f"<{comma(parameters)}>" if parameters else "",
            f" where {comma(conditions)}" if conditions else "")


def function(name: str, node: Node) -> str:
    header = node["header"]
    words = "".join(f"{word} " for word in ("const", "async", "unsafe") if header[f"is_{word}"])
    parameters, conditions = generics(node["generics"])
    inputs = comma(f"{argument}: {ty(kind)}" for argument, kind in node["sig"]["inputs"])
    return f"{words}fn {name}{parameters}({inputs}){returned(node['sig']['output'])}{conditions}"


class Crate:
    def __init__(self, data: Node) -> None:
        self.index: dict[str, Node] = data["index"]
        self.root: int = data["root"]

    def items(self, ids: list[int]) -> Iterator[Node]:
        return (self.index[str(id)] for id in ids if str(id) in self.index)

    def lines(self, item: Node, place: str, name: str | None = None) -> Iterator[str]:
        """The item and what is in it. Its place is a path."""
        (kind, node), = item["inner"].items()
        name = name or item["name"] or ""
        here = f"{place}::{name}" if place else name
        if kind == "module":
            for inner in self.items(node["items"]):
                yield from self.lines(inner, here)
        elif kind == "use":
            target = self.index.get(str(node["id"]))
            if target is None:
                yield f"{place}: use {node['source']} as {node['name']}"
            elif node["is_glob"]:
                for inner in self.items(target["inner"]["module"]["items"]):
                    yield from self.lines(inner, place)
            else:
                yield from self.lines(target, place, node["name"])
        elif kind == "function":
            yield f"{place}: {function(name, node)}"
        elif kind in ("struct", "enum", "union", "trait"):
            parameters, conditions = generics(node["generics"])
            above = f": {bounds(node['bounds'])}" if node.get("bounds") else ""
            yield f"{place}: {kind} {name}{parameters}{above}{conditions}"
            shape = node.get("kind", {})
            fields = list(shape.values())[0] if isinstance(shape, dict) and shape else []
            fields = fields["fields"] if isinstance(fields, dict) else fields
            inside = [id for id in fields if id is not None] + node.get("variants", []) + node.get("items", [])
            for inner in self.items(inside):
                yield from self.lines(inner, here)
            for implementation in self.items(node.get("impls", [])):
                yield from self.implemented(implementation, here)
        elif kind == "struct_field":
            yield f"{place}: {name}: {ty(node)}"
        elif kind in ("assoc_const", "constant"):
            yield f"{place}: const {name}: {ty(node['type'])}"
        elif kind == "assoc_type":
            yield f"{place}: type {name}: {bounds(node['bounds'])}"
        else:
            yield f"{place}: {kind} {name}"

    def implemented(self, item: Node, here: str) -> Iterator[str]:
        """Methods, and the names of traits. (What is implemented for all types says nothing of this one.)"""
        node = item["inner"]["impl"]
        if node["blanket_impl"] or (node["trait"] and path(node["trait"]) in INTERNAL):
            return
        if not node["trait"]:
            for inner in self.items(node["items"]):
                yield from self.lines(inner, here)
            return
        parameters, conditions = generics(node["generics"])
        sign = "!" if node["is_negative"] else ""
        yield f"{here}: impl{parameters} {sign}{path(node['trait'])} for {ty(node['for'])}{conditions}"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("interface: one argument is needed, the JSON that rustdoc has written")
    with open(sys.argv[1], encoding="utf-8") as file:
        data = json.load(file)
    if data["format_version"] not in FORMATS:
        sys.exit(f"interface: rustdoc's format {data['format_version']} is not known")
    crate = Crate(data)
    print("\n".join(sorted(set(crate.lines(crate.index[str(crate.root)], "")))))


main()
