#!/usr/bin/env bash
# Builds the documentation into build/docs/, a site with search that begins at README.html. A
# link that leads nowhere, or anything else that Sphinx warns of, is an error. Sphinx is
# installed from PyPI, in the versions of docs/site/requirements.txt, into target/docs/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools=target/docs
if ! cmp -s docs/site/requirements.txt "$tools/requirements.txt"; then
    rm -rf "$tools"
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check --requirement docs/site/requirements.txt
    cp docs/site/requirements.txt "$tools"
fi
rm -rf build/docs
"$tools/bin/sphinx-build" --fresh-env --quiet --fail-on-warning --keep-going --builder html \
    --doctree-dir "$tools/doctrees" --conf-dir docs/site . build/docs
echo "build/docs/README.html"
