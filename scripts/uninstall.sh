#!/usr/bin/env bash
# Removes what scripts/install.sh has installed: the files that its manifest names, and those folders
# that it has made, where nothing else is in them. PREFIX, DATADIR and DESTDIR, from the environment, say
# where, as they did then; of a prefix that was moved, where it is now. Prints what it removes.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."

stop() { # stop MESSAGE
    echo "uninstall: $1" >&2
    exit 2
}

[ $# -eq 0 ] || stop "takes no arguments, and got \"$*\"; PREFIX and the like are environment variables"
# shellcheck source=scripts/destination.sh
. scripts/destination.sh

file=$destination/$manifest
[ -f "$file" ] || stop "there is no \"$file\", which says what was installed. PREFIX, DATADIR and DESTDIR \
have to be those of \"make install\"; what samebits has installed before it had a manifest is removed by hand"
mapfile -t files < <(grep '^[^#].*[^/]$' "$file" | grep -vxF "$manifest" || true)
mapfile -t folders < <(folders "$file")

# Nothing is removed unless all can be.
for name in "${files[@]}" "${folders[@]}"; do
    case /$name/ in
    */../* | //*[!/]/) stop "\"$file\" names \"$name\", which is not below the prefix; nothing is removed" ;;
    esac
done
for name in "${files[@]}" "$manifest"; do
    parent=$destination/$name
    parent=${parent%/*}
    [ ! -d "$parent" ] || [ -w "$parent" ] ||
        stop "cannot write to \"$parent\"; nothing is removed. Uninstall as the user who has installed"
done

remove() { # remove PATH
    if [ -d "$1" ] && [ ! -L "$1" ]; then
        echo "uninstall: \"$1\" is a folder by now, and stays" >&2
    elif [ -e "$1" ] || [ -L "$1" ]; then
        rm -f "$1"
        echo "$1"
    fi
}
for name in "${files[@]}"; do remove "$destination/$name"; done
# Of what was copied from a stage, the folders that others may use were not made by samebits.
copied=false
[ -n "$stage" ] || ! grep -qxF "$staged" "$file" || copied=true
remove "$file" # last, so that whoever is interrupted can begin again
for name in "${folders[@]}"; do
    [ $copied = false ] || [[ $name = [!/]*/samebits/* ]] || continue
    # (Those above the prefix only where that has not been moved.)
    [[ $name != /* ]] || [[ $prefix/ = "$name"* ]] || continue
    path=$(path_of "$name")
    # Others may have put something into it.
    if rmdir "$path" 2>/dev/null; then echo "$path"; fi
done
