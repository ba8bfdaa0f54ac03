"""The examples of the user guide: its code runs, and gives what the page says."""

from __future__ import annotations

import doctest
import linecache
import re
from pathlib import Path
from types import CodeType

import pytest

DOCS = Path(__file__).parents[2] / "docs"

# Pages whose code is all there: what is marked `python` runs, what is marked `pycon` is compared.
PAGES = sorted(page.name for page in DOCS.glob("*.md") if "```pycon" in page.read_text())

FENCE = re.compile(r"^```(python|pycon)\n(.*?)^```$", re.M | re.S)

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def compile_cell(code: str, name: str) -> CodeType:
    """Compile a piece of a page; its source is known as that of a notebook's cell is."""
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    return compile(code, name, "exec", dont_inherit=True)


def test_the_guide_has_pages_with_examples():
    assert {"first-steps.md", "types-and-errors.md", "arrays.md", "cuda.md"} <= set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_examples(page):
    text = (DOCS / page).read_text()
    if "import scipy" in text or "from scipy" in text:
        pytest.importorskip("scipy")
    namespace = {"__name__": f"docs.{page.removesuffix('.md').replace('-', '_')}"}
    # Without this the -v of pytest would count.
    runner = doctest.DocTestRunner(verbose=False, optionflags=OPTIONS)
    failures = []
    names = [namespace]
    for fence in FENCE.finditer(text):
        kind, code = fence.groups()
        line = text.count("\n", 0, fence.start()) + 1
        if kind == "python":
            exec(compile_cell(code, f"<{page}, line {line}>"), namespace)
            continue
        test = doctest.DocTestParser().get_doctest(code, namespace, page, str(DOCS / page), line)
        runner.run(test, out=failures.append, clear_globs=False)
        namespace = test.globs
        names.append(namespace)
    # Classes of compiled code live on, and with them what their methods see.
    for seen in names:
        seen.clear()
    assert not failures, "".join(failures)


def test_every_page_is_in_the_table_of_contents_once():
    listed = re.findall(r"^([\w-]+)$", (DOCS / "index.md").read_text(), re.M)
    assert sorted(listed) == sorted(page.stem for page in DOCS.glob("*.md") if page.stem != "index")
