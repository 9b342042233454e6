"""Write the table of English synonyms again from the WordNet 3.0 files of Debian's package wordnet-base.

apt-get install wordnet-base && python tools/build_synonyms.py [/usr/share/wordnet]

One line a set of synonyms, single words in lower case and only sets of two or more; then an empty line, then irregular
forms with their base forms. The table is compressed with xz.
"""

from __future__ import annotations

import lzma
import re
import sys
from pathlib import Path

TARGET = Path(__file__).parent.parent / "src" / "cranfield" / "measures" / "text" / "data" / "synonyms.txt.xz"
PARTS = ("noun", "verb", "adj", "adv")


def read_sets(folder: Path) -> list[str]:
    """The single words of every synset that has at least two of them, without repetition."""
    found: dict[str, None] = {}
    for part in PARTS:
        for line in (folder / f"data.{part}").read_text("utf-8").splitlines():
            if line.startswith(" "):  # the licence
                continue
            fields = line.split("|")[0].split()
            count = int(fields[3], 16)
            # adjectives may carry a mark of their position, such as (p)
            words = {re.sub(r"\(.*\)$", "", word).lower() for word in fields[4 : 4 + 2 * count : 2]}
            single = sorted(word for word in words if "_" not in word)
            if len(single) > 1:
                found[" ".join(single)] = None
    return sorted(found)


def read_irregular(folder: Path, known: set[str]) -> list[str]:
    """Irregular forms of words that have synonyms."""
    found = set()
    for part in PARTS:
        for line in (folder / f"{part}.exc").read_text("utf-8").splitlines():
            form, *bases = line.split()
            if "_" not in form and any(base in known for base in bases):
                found.add(" ".join((form, *(base for base in bases if base in known))))
    return sorted(found)


def main() -> None:
    """Write the table."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/wordnet")
    sets = read_sets(folder)
    irregular = read_irregular(folder, {word for each in sets for word in each.split()})
    text = "\n".join([*sets, "", *irregular]) + "\n"
    TARGET.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(sets)} sets, {len(irregular)} irregular forms, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
