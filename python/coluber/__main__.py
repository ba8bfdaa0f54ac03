"""``python -m coluber``: run a script that says ``import numba`` with Coluber, or show what is installed."""

from __future__ import annotations

import argparse
import os
import sys

USAGE = """coluber run SCRIPT [ARGS ...]      run a script; its 'import numba' gives Coluber
       coluber run -m MODULE [ARGS ...]   run a module that way
       coluber cache info|clear|prune     show, empty or shorten the cache of machine code
       coluber -s                         show the system, the versions and the settings"""


def main(argv: list[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    arguments = sys.argv[1:] if argv is None else argv
    if arguments[:1] == ["run"]:
        return _run(arguments[1:])
    if arguments[:1] == ["cache"]:
        from coluber.core.cache_command import main as cache

        return cache(arguments[1:])
    parser = argparse.ArgumentParser(prog="coluber", usage=USAGE)
    parser.add_argument("-s", "--sysinfo", action="store_true", help="show the system, the versions and the settings")
    parser.add_argument("--version", action="store_true", help="show Coluber's version")
    chosen = parser.parse_args(arguments)
    if chosen.version:
        import coluber

        print(coluber.__version__)
    elif chosen.sysinfo:
        from coluber.core.sysinfo import system_information

        print(system_information(), end="")
    else:
        parser.print_usage()
    return 0


def _run(arguments: list[str]) -> int:
    as_module = arguments[:1] == ["-m"]
    arguments = arguments[1:] if as_module else arguments
    if not arguments or arguments[0].startswith("-"):
        print(f"usage: {USAGE}", file=sys.stderr)
        return 2

    import runpy

    import coluber

    coluber.install_as_numba()
    sys.argv = arguments
    if as_module:
        sys.path.insert(0, os.getcwd())
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    elif not os.path.exists(arguments[0]):
        print(f"coluber: no such file: {arguments[0]}", file=sys.stderr)
        return 2
    else:
        sys.path.insert(0, os.path.dirname(os.path.abspath(arguments[0])))
        runpy.run_path(arguments[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
