# The site of the documentation: the pages as they lie in the repository, with a table of
# contents and a search. scripts/docs.sh builds it.
import pathlib
import re

root = pathlib.Path(__file__).resolve().parents[2]
project = "samebits"
version = re.findall(r'^version = "(.*)"', (root / "Cargo.toml").read_text(), re.M)[0]
extensions = ["myst_parser"]
include_patterns = ["*.md", "docs/**.md", "examples/README.md"]
exclude_patterns = ["target", "build", ".git", "docs/site", "src", "tests"]
root_doc = "README"
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]  # an ellipsis in an example
html_theme = "furo"
html_title = f"samebits {version}"
html_copy_source = False
html_show_copyright = False

# In the order of the table in README.md; pages that it does not link to come last.
linked = re.findall(r"\]\(((?:docs|examples)/[^)#]*|[A-Z]+)\.md\)", (root / "README.md").read_text())
further = sorted(p.relative_to(root).with_suffix("").as_posix() for p in root.glob("docs/**/*.md"))
table = dict.fromkeys(linked[linked.index("docs/use") :] + further)


def setup(app):
    def with_contents(app, name, source):
        if name == root_doc:
            source[0] += "\n".join(["\n```{toctree}", ":hidden:", *table, "```\n"])

    app.connect("source-read", with_contents)
