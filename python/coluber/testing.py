"""How packages that extend the compiler find and run their tests, where they use Numba's functions for that."""

from __future__ import annotations

import os
import unittest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["load_testsuite", "run_tests"]


def load_testsuite(loader: unittest.TestLoader, dir: str) -> unittest.TestSuite:  # noqa: A002
    """Return the tests in the files of a folder, and of the packages in it, whose names start with ``test``.

    Parameters
    ----------
    loader : unittest.TestLoader
        Finds the tests.
    dir : str
        The folder, a package.
    """
    suite = unittest.TestSuite()
    for name in sorted(os.listdir(dir)):
        path = os.path.join(dir, name)
        if name.startswith("test") and name.endswith(".py") and os.path.isfile(path):
            suite.addTests(loader.loadTestsFromName(_module_of(path, loader)))
        elif os.path.isfile(os.path.join(path, "__init__.py")):
            suite.addTests(loader.discover(path, top_level_dir=_top(loader)))
    return suite


def _top(loader: unittest.TestLoader) -> str:
    found: Any = getattr(loader, "_top_level_dir", None)
    return str(found or os.getcwd())


def _module_of(path: str, loader: unittest.TestLoader) -> str:
    relative = os.path.relpath(path, _top(loader))
    return os.path.splitext(relative)[0].replace(os.sep, ".")


def run_tests(
    argv: list[str] | None = None,
    defaultTest: str | None = None,  # noqa: N803
    topleveldir: str | None = None,
    xmloutput: str | None = None,
    verbosity: int = 1,
    nomultiproc: bool = False,
) -> unittest.TestResult:
    """Run tests by the command line of `unittest`; returns their result.

    Parameters
    ----------
    argv : list of str, optional
        The command line, with the program's name first; by default that of the process.
    defaultTest : str, optional
        What is run if the command line names no test.
    topleveldir : str, optional
        The folder from which modules are imported.
    xmloutput, nomultiproc
        Accepted; there is no output as XML, and tests run in this process.
    verbosity : int
        As of ``unittest.main``.
    """
    loader = unittest.TestLoader()
    loader._top_level_dir = topleveldir  # type: ignore[attr-defined]
    run = unittest.main(
        module=None, defaultTest=defaultTest, argv=argv, testLoader=loader, verbosity=verbosity, exit=False
    )  # fmt: skip
    return run.result
