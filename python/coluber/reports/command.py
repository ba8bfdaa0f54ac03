"""The commands that run a script and report what was compiled of it."""

from __future__ import annotations

import errno
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def annotate(run: Callable[[], int], script: str, output: str | None, text: bool) -> int:
    """Run a script; then write the page of its functions, and print their typed IR if that is asked for.

    Parameters
    ----------
    run : callable
        Runs the script, and returns 0, or the exit status where there is no such script: then there is no page.
    script : str
        Its path, or the name of the module, for the title.
    output : str, optional
        Where the page is written. The script does not run where that can't be done.
    text : bool
        Whether to print the typed IR.
    """
    from coluber.reports import links, recording

    # The script may change the folder.
    path = None if output is None else os.path.abspath(output)
    complaint = None if path is None else why_not_written(path)
    if complaint is not None:
        print(f"coluber: can't write {output}: {complaint}", file=sys.stderr)
        return 2
    with recording.recorded() as made, links.to_page(output):
        status = 0
        try:
            status = run()
        finally:
            # Also after an exception of the script.
            if status == 0:
                _report(recording.of_program(made), script, path, text)
                if path is not None:
                    print(f"The report is in {output}.", file=sys.stderr)
        return status


def annotate_at_exit(output: str) -> None:
    """Write the page of the functions that are made from now on, when the process ends.

    Parameters
    ----------
    output : str
        Where.
    """
    import atexit

    from coluber.core import dispatcher
    from coluber.reports import recording

    path, script = os.path.abspath(output), sys.argv[0] or "the program"
    made = dispatcher.made = []

    def write() -> None:
        complaint = why_not_written(path)
        if complaint is None:
            _report(recording.of_program(made), script, path, text=False)
        else:
            print(f"coluber: can't write {output}: {complaint}", file=sys.stderr)

    atexit.register(write)


def why_not_written(path: str) -> str | None:
    """Return why a file can't be written; None where it can. What the file has is left as it is."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        # A pipe would wait for its reader, and end for it.
        return None if os.access(path, os.W_OK) else os.strerror(errno.EACCES)
    is_new = not os.path.exists(path)
    try:
        with open(path, "a"):
            pass
    except OSError as error:
        return error.strerror
    if is_new:
        os.remove(path)
    return None


def _report(functions: list[Any], script: str, path: str | None, text: bool) -> None:
    if text:
        for function in functions:
            function.inspect_types()
    if path is not None:
        _write(path, script, functions)


def _write(path: str, script: str, functions: list[Any]) -> None:
    from coluber.reports.collect import report
    from coluber.reports.page import page

    with open(path, "w", encoding="utf-8") as file:
        file.write(page(map(report, functions), f"What was compiled of {os.path.basename(script)}"))
