"""``python -m coluber``: run a script that says ``import numba`` with Coluber, or show what is installed."""

from __future__ import annotations

import argparse
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

USAGE = """coluber run SCRIPT [ARGS ...]                    run a script; its 'import numba' gives Coluber
       coluber run -m MODULE [ARGS ...]                 run a module that way
       coluber annotate SCRIPT [-o FILE] [ARGS ...]     run a script, and write a page of what was compiled of it
       coluber annotate -m MODULE [-o FILE] [ARGS ...]  the same for a module
       coluber cache info|clear|prune                   show, empty or shorten the cache of machine code
       coluber [OPTIONS] SCRIPT [ARGS ...]              as run, with Numba's options
       coluber -s | --sysinfo, --sys-json FILE          show the system, the versions and the settings, or write them
       coluber -g | --gdbinfo                           show the debugger that numba.gdb() starts"""

# Options that are settings.
_DUMPS = {
    "dump_llvm": "DUMP_LLVM",
    "dump_optimized": "DUMP_OPTIMIZED",
    "dump_assembly": "DUMP_ASSEMBLY",
    "debug": "DEBUGINFO_DEFAULT",
}


# The exit status where what reads the output has ended, as that of programs that a signal for it ends.
_NOBODY_READS = 141


def main(argv: list[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    try:
        status = _main(argv)
        # What is left is written here: Python's own attempt would print an error that nothing can catch.
        if not getattr(sys.stdout, "closed", True):
            sys.stdout.flush()
    except BrokenPipeError:
        output = _number_of_output()
        if output is None or not _is_unread(output):
            raise
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output)
        return _NOBODY_READS
    return status


def _number_of_output() -> int | None:
    """Return the number of the file that is written to; None where the script has put something else into its place."""
    try:
        return sys.stdout.fileno()
    except (AttributeError, ValueError, OSError):
        return None


def _is_unread(number: int) -> bool:
    """Whether nobody reads a pipe any more. The script may have pipes of its own."""
    import select

    asked = select.poll()
    asked.register(number, 0)
    return any(found & select.POLLERR for _, found in asked.poll(0))


def _main(argv: list[str] | None) -> int:
    arguments = sys.argv[1:] if argv is None else argv
    if arguments[:1] == ["run"]:
        return _run(arguments[1:])
    if arguments[:1] == ["cache"]:
        from coluber.core.cache_command import main as cache

        return cache(arguments[1:])
    if arguments[:1] == ["annotate"]:
        return _annotate(arguments[1:])
    chosen = _parser().parse_args(arguments)
    if chosen.version:
        import coluber

        print(coluber.__version__)
    elif chosen.sysinfo or chosen.sys_json:
        return _show_system(chosen.sys_json)
    elif chosen.script and not chosen.gdbinfo:
        return _run_with_options(chosen)
    elif chosen.gdbinfo or chosen.debug:
        from coluber.misc.gdb_hook import gdb_information

        print(gdb_information(), end="")
    else:
        _parser().print_usage()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="coluber", usage=USAGE)
    parser.add_argument("-s", "--sysinfo", action="store_true", help="show the system, the versions and the settings")
    parser.add_argument("--sys-json", metavar="FILE", help="write the same as JSON")
    parser.add_argument("--version", action="store_true", help="show Coluber's version")
    parser.add_argument("--annotate", action="store_true", help="print the typed operations of the script's functions")
    parser.add_argument("--annotate-html", metavar="FILE", help="write a page of what was compiled, line by line")
    parser.add_argument("--dump-llvm", action="store_true", help="print the LLVM IR of what is compiled")
    parser.add_argument("--dump-optimized", action="store_true", help="print the optimised LLVM IR")
    parser.add_argument("--dump-assembly", action="store_true", help="print the machine code")
    parser.add_argument("-g", "--debug", action="store_true", help="compile for debuggers; without a script as --gdbinfo")
    parser.add_argument("--gdbinfo", action="store_true", help="show which gdb numba.gdb() starts")
    parser.add_argument("script", nargs="?", help="the script that is run")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="its arguments")
    return parser


def _show_system(path: str | None) -> int:
    from coluber.core.sysinfo import rows, system_information

    if path is None:
        print(system_information(), end="")
        return 0
    import json

    try:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(dict(rows()), file, indent=2)
    except OSError as error:
        print(f"coluber: can't write {path}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def _run_with_options(chosen: argparse.Namespace) -> int:
    from coluber.core import config

    for option, setting in _DUMPS.items():
        if getattr(chosen, option):
            setattr(config, setting, 1)
    script = [chosen.script, *chosen.arguments]
    if not chosen.annotate and not chosen.annotate_html:
        return _run(script)
    from coluber.reports.command import annotate

    return annotate(lambda: _run(script), chosen.script, chosen.annotate_html, chosen.annotate)


def _annotate(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="coluber annotate")
    parser.add_argument("-m", "--module", action="store_true", help="run the module SCRIPT")
    parser.add_argument("script", help="the script that is run")
    parser.add_argument("-o", "--output", metavar="FILE", help="where the page is written; by default its name with .html")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="arguments of the script")
    chosen, rest = parser.parse_known_args(arguments)
    script = [*(["-m"] if chosen.module else []), chosen.script, *_without_output(chosen, rest)]
    from coluber.reports.command import annotate

    name = chosen.script.rpartition(".")[2] if chosen.module else os.path.splitext(chosen.script)[0]
    output = chosen.output or f"{name}.html"
    return annotate(lambda: _run(script), chosen.script, output, text=False)


def _without_output(chosen: argparse.Namespace, rest: list[str]) -> list[str]:
    """Return the script's arguments; ``-o FILE`` may stand behind the script."""
    given = [*chosen.arguments, *rest]
    if given[:1] in (["-o"], ["--output"]) and len(given) > 1:
        chosen.output = given[1]
        return given[2:]
    return given


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
    sys.excepthook = _print_as_of_script
    if as_module:
        sys.path.insert(0, os.getcwd())
        if not _has_module(arguments[0]):
            print(f"coluber: no module named {arguments[0]}", file=sys.stderr)
            return 2
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    elif not os.path.exists(arguments[0]):
        print(f"coluber: no such file: {arguments[0]}", file=sys.stderr)
        return 2
    else:
        sys.path.insert(0, os.path.dirname(os.path.abspath(arguments[0])))
        runpy.run_path(arguments[0], run_name="__main__")
    return 0


def _print_as_of_script(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    """Print an exception that a script has not caught as Python does, from the script's own frames on."""
    own = os.path.dirname(os.path.abspath(__file__)) + os.sep
    rest = traceback
    while rest is not None and (rest.tb_frame.f_globals.get("__name__") == "runpy" or _file_of(rest).startswith(own)):
        rest = rest.tb_next
    # A script that is no Python has no frames.
    if rest is not None or isinstance(error, SyntaxError):
        error.__traceback__ = traceback = rest
    sys.__excepthook__(kind, error, traceback)


def _file_of(traceback: TracebackType) -> str:
    return os.path.abspath(traceback.tb_frame.f_code.co_filename)


def _has_module(name: str) -> bool:
    """Whether there is a module of this name; its packages are imported."""
    from importlib.util import find_spec

    try:
        return find_spec(name) is not None
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        return False


if __name__ == "__main__":
    raise SystemExit(main())
