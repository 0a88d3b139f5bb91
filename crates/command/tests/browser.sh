#!/usr/bin/env bash
# The pages of `samebits report`, opened in Chromium: what they show, in a light and a dark window and
# on paper, and that nothing goes wrong on them.
#
#     crates/command/tests/browser.sh [SAMEBITS]
#
# SAMEBITS is the command, by default build/samebits. With KEEP=FOLDER the pages and the pictures stay
# there. Without Chromium, or python3, the test is skipped (exit status 77).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samebits=$(realpath "${1:-$here/../../../build/samebits}")
reports=$here/reports

skip() {
    echo "skipped: $1"
    exit 77
}
browser=
for name in chromium chromium-browser google-chrome google-chrome-stable; do
    browser=${browser:-$(type -p "$name" || true)}
done
[ -n "$browser" ] || skip "there is no Chromium"
type -p python3 >/dev/null || skip "there is no python3"
[ -x "$samebits" ] || {
    echo "browser: $samebits is not there: build it by \"make build\"" >&2
    exit 2
}

folder=$(mktemp -d)
trap '[ -z "${KEEP:-}" ] || { mkdir -p "$KEEP" && cp "$folder"/*.* "$KEEP"; }; rm -rf "$folder"' EXIT
cd "$folder"
failures=0
fail() {
    echo "FAILED browser: $*"
    failures=$((failures + 1))
}

# A browser's own troubles (no bus, no GPU) are on stderr, too: only what a page's console says counts.
chromium() {
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run \
        --user-data-dir="$folder/profile" --enable-logging=stderr "$@"
}
errors() { grep -F CONSOLE log || true; }

"$samebits" report --no-source -o one.html "$reports/openmpi.json" >/dev/null
"$samebits" report --no-source -o two.html "$reports"/{openmpi,slices}.json >/dev/null
"$samebits" report --no-source -o three.html "$reports"/{openmpi,slices,mpich}.json >/dev/null

# What is to be found in the document, page by page.
declare -A shown=(
    [one]="90 of 5,218 calls were NOT made reproducible|Open MPI v4.1.4|What was NOT made reproducible|one-sided|What is not promised|Where the time went|over message sizes|Words|Results of a program whose reductions are all covered may still differ"
    [two]="Two runs side by side|They differ in: program, arithmetic, schedule.|Run A: simulation|Run B: simulation|What was not as requested"
    [three]="Runs|reductions covered|Colours of|the same in all runs|Words|Run C: simulation|MPICH Version: 4.0.2|Every reduction gives the same bits"
)
for page in one two three; do
    chromium --dump-dom "file://$folder/$page.html" >"$page.dom" 2>log || fail "$page cannot be opened: $(tail -n 3 log)"
    [ -z "$(errors)" ] || fail "$page: the console says: $(errors)"
    IFS='|' read -ra texts <<<"${shown[$page]}"
    for text in "${texts[@]}"; do
        grep -qF -- "$text" "$page.dom" || fail "$page does not show \"$text\""
    done
    # The browser's document has what the file has, element by element: it had nothing to repair.
    python3 - "$page.html" "$page.dom" <<'PYTHON' || fail "$page: the browser had to repair it"
import sys
from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "input", "link", "rect", "line"}


class Elements(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.all = [], []

    def handle_starttag(self, tag, attributes):
        self.all.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.all.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID and self.open.pop() != tag:
            sys.exit(f"</{tag}> ends another element, at {self.getpos()}")


def elements(path):
    parser = Elements()
    parser.feed(open(path, encoding="utf-8").read())
    if parser.open:
        sys.exit(f"{path}: {parser.open} are not ended")
    return parser.all


if elements(sys.argv[1]) != elements(sys.argv[2]):
    sys.exit("other elements")
PYTHON
done

# This would be seen: what a page must not do is refused, and said on the console.
sed 's|</footer>|&<img src="x.png" alt=""><script>document.title = "ran"</script>|' one.html >bad.html
chromium --dump-dom "file://$folder/bad.html" >bad.dom 2>log || true
[ -n "$(errors)" ] || fail "a picture and a script are refused: the console says nothing"
! grep -q "<title>ran" bad.dom || fail "a script has run"

# Pictures: their size, and the colours on them.
picture() { # picture NAME PAGE COLOURS ARGUMENTS: colours as 1a8f63, or -1a8f63 for none
    local name=$1 page=$2 colours=$3 width=${width:-1100}
    chromium --window-size="$width",2400 --screenshot="$folder/$name.png" "${@:4}" \
        "file://$folder/$page.html" >/dev/null 2>log || fail "$name: no picture: $(tail -n 3 log)"
    python3 - "$name.png" "$colours" "$width" <<'PYTHON' || fail "$name: it does not look right"
import struct
import sys
import zlib


def pixels(path):
    """The colours of a PNG of 8 bits, and how often each is there."""
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "a PNG"
    place, packed = 8, b""
    while place < len(data):
        (length,), kind = struct.unpack(">I", data[place : place + 4]), data[place + 4 : place + 8]
        body = data[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        place += 12 + length
    assert (width, height, depth) == (int(sys.argv[3]), 2400, 8), (width, height, depth)
    step = {2: 3, 6: 4}[colours]
    raw, row, counts = zlib.decompress(packed), bytearray(width * step), {}
    for y in range(height):
        start = y * (width * step + 1)
        way, line = raw[start], bytearray(raw[start + 1 : start + 1 + width * step])
        for i in range(len(line)):
            left = line[i - step] if i >= step else 0
            above, corner = row[i], row[i - step] if i >= step else 0
            if way == 1:
                line[i] = (line[i] + left) & 255
            elif way == 2:
                line[i] = (line[i] + above) & 255
            elif way == 3:
                line[i] = (line[i] + (left + above) // 2) & 255
            elif way == 4:
                guess = left + above - corner
                far = [abs(guess - left), abs(guess - above), abs(guess - corner)]
                line[i] = (line[i] + (left, above, corner)[far.index(min(far))]) & 255
        for i in range(0, len(line), step):
            colour = bytes(line[i : i + 3]).hex()
            counts[colour] = counts.get(colour, 0) + 1
        row = line
    return counts


counts = pixels(sys.argv[1])
usual = max(counts, key=counts.get)
wanted, *others = sys.argv[2].split()
if usual != wanted:
    sys.exit(f"the paper is {usual}, and not {wanted}")
for colour in others:
    if (counts.get(colour.lstrip("-"), 0) > 30) == colour.startswith("-"):
        sys.exit(f"{colour}: {counts.get(colour.lstrip('-'), 0)} pixels")
PYTHON
}
# The paper, what was reproduced, what was not, communication, gather.
picture light one "ffffff 1a8f63 d0442d 2f6fb7"
picture dark one "14181d 2fae7d e8634d 5a9be0" --blink-settings=preferredColorScheme=0
picture side-by-side two "ffffff 2f6fb7 8d5bb5"
# In a narrow window a table shows by a shadow at its edge that there is more of it.
width=520 picture narrow one "ffffff c9c9c9"

for page in one two; do
    chromium --no-pdf-header-footer --print-to-pdf="$folder/$page.pdf" "file://$folder/$page.html" \
        >/dev/null 2>log || fail "$page: no PDF: $(tail -n 3 log)"
    python3 - "$page.pdf" <<'PYTHON' || fail "$page.pdf: it is no document of two to twelve pages"
import re
import sys

data = open(sys.argv[1], "rb").read()
pages = len(re.findall(rb"/Type\s*/Page\b", data))
sys.exit(not (data.startswith(b"%PDF-") and 2 <= pages <= 12))
PYTHON
done

[ "$failures" -eq 0 ] || exit 1
echo "browser: passed ($("$browser" --version 2>/dev/null | head -n 1))"
