#!/usr/bin/env bash
# The module files: Lmod reads both languages, Environment Modules theirs; each finds the installation
# from where it lies, also through links from a site's own tree, and says so where it has been copied.
set -u
# shellcheck source=tests/packages/package.sh
. "$(dirname "$0")/../package.sh"
install_to "$PWD/prefix"
ln -s prefix current
files=prefix/share/modulefiles/samebits

# A site's trees: its own folder with links to the files, that folder as a link, links to links,
# copies; and files whose folders are fewer than those of an installation.
for language in lua tcl; do
    file=$version$([ $language = tcl ] || echo .lua)
    mkdir -p {by_file,by_link,copied}/$language/samebits by_folder/$language
    ln -s "$PWD/$files/$file" by_file/$language/samebits/
    ln -s "../../../by_file/$language/samebits/$file" by_link/$language/samebits/
    ln -s "$PWD/$files" by_folder/$language/samebits
    cp "$files/$file" copied/$language/samebits/
    mkdir -p own/$language/share/modulefiles/samebits
    ln -s "$PWD"/prefix/{bin,lib} own/$language/
    cp "$files/$file" own/$language/share/modulefiles/samebits/
done

# loaded TOOL MODULEPATH: what its user has then, and is left after it is unloaded
loaded() {
    # shellcheck disable=SC2016 # the inner shell's
    alone MODULEPATH="$2" bash -c '
        if [ "$0" = lmod ]; then
            . /usr/share/lmod/lmod/init/bash
        else
            module() { eval "$(tclsh "$0" bash "$@")"; }
        fi
        module load samebits || exit
        type -p samebits
        echo "$LD_LIBRARY_PATH $PKG_CONFIG_PATH $CMAKE_PREFIX_PATH"
        module unload samebits
        echo "$(type -p samebits)$LD_LIBRARY_PATH$PKG_CONFIG_PATH"
    ' "$1"
}

# tree WHAT TOOL MODULEPATH PREFIX
tree() {
    loaded "$2" "$3"
    succeeded "$1"
    equal "$1" "$4/bin/samebits
$4/lib $4/lib/pkgconfig $4" "$(cat out)"
}

environment_modules=$root/target/environment-modules/modulecmd.tcl # scripts/setup.sh has unpacked it
[ -f "$environment_modules" ] || environment_modules=$(compgen -G '/usr/lib/*/modulecmd.tcl')
for with in "lmod lua" "lmod tcl" "$environment_modules tcl"; do
    tool=${with% *} language=${with##* }
    what="${tool##*/}, $language"
    tree "$what: the installation" "$tool" "$PWD/own/$language/share/modulefiles" "$PWD/own/$language"
    for way in by_file by_link by_folder; do
        tree "$what: $way" "$tool" "$PWD/$way/$language" "$PWD/prefix"
    done
    loaded "$tool" "$PWD/copied/$language"
    contains "$what: a copy" "$(tr -s '\n ' ' ' <err)" "samebits: there is no $PWD/lib/libsamebits.so" \
        "link to it instead of copying it"
    [ "$(grep -c "$PWD" out)" = 0 ] || fail "$what: a copy" "nothing that is set" "$(cat out)"
done
# The name by which a site knows the prefix stays.
tree "a link to the prefix" lmod "$PWD/current/share/modulefiles" "$PWD/current"
tree "a link to the prefix, Tcl" "$environment_modules" "$PWD/current/share/modulefiles" "$PWD/current"
finish
