"""The commands that run a script and report what was compiled of it."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def annotate(run: Callable[[], int], script: str, output: str | None, text: bool) -> int:
    """Run a script; then write the page of its functions, and print their typed IR if that is asked for.

    Parameters
    ----------
    run : callable
        Runs the script, and returns the exit status.
    script : str
        Its path, for the title.
    output : str, optional
        Where the page is written.
    text : bool
        Whether to print the typed IR.
    """
    from coluber.reports import links, recording

    with recording.recorded() as made, links.to_page(output):
        try:
            return run()
        finally:
            # Also after an exception of the script.
            functions = recording.of_program(made)
            if text:
                for function in functions:
                    function.inspect_types()
            if output is not None:
                _write(output, script, functions)


def _write(output: str, script: str, functions: list[object]) -> None:
    from coluber.reports.collect import report
    from coluber.reports.page import page

    with open(output, "w", encoding="utf-8") as file:
        file.write(page(map(report, functions), f"What was compiled of {os.path.basename(script)}"))
    print(f"The report is in {output}.", file=sys.stderr)
