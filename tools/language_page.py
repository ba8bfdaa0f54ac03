"""``docs/language.md``: what Coluber does with the words of Python, from the rows of ``tests/language``.

``python tools/language_page.py`` prints the page, ``--write`` writes it.
"""

from __future__ import annotations

import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "language.md"

HEAD = """# Python in compiled code

A test runs an example of each row and compares it with Python. What is refused says so by a message; object mode takes it
([object-mode.md](object-mode.md)). `tools/language_page.py` writes this page.
"""


def text() -> str:
    """Return the page."""
    from tests.language.rows import AREAS

    parts = [HEAD]
    for area, rows in AREAS.items():
        lines = [f"## {area}", "", "| feature | |", "|---|---|"]
        lines += [f"| {row.feature} | {row.answer} |" for row in rows]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def main() -> None:
    """Print or write the page."""
    sys.path.insert(0, str(PAGE.parents[1]))
    if "--write" in sys.argv:
        PAGE.write_text(text())
    else:
        print(text(), end="")


if __name__ == "__main__":
    main()
