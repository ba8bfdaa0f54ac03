"""What a report says of a function, gathered by line."""

from __future__ import annotations

import dis
import linecache
import re
from collections import defaultdict
from dataclasses import dataclass, field
from types import CodeType

from coluber.reports import machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FunctionType
    from typing import Any

    from coluber.core.typing import Signature

_PLACE = re.compile(r" @(\d+):\d+-\d+:\d+$")


@dataclass
class Version:
    """One compiled specialisation of a function, or of a loop of it.

    Attributes
    ----------
    title : str
        Its types.
    lines : range
        The lines that it is made of.
    stages : list of (str, float)
        What was done to compile it, and for how many milliseconds.
    ir : dict
        By line the typed IR.
    assembly : dict
        By line the machine code.
    notes : dict
        By line what the optimiser made of it.
    facts : list of str
        What is said of a kernel as a whole.
    """

    title: str
    lines: range
    stages: list[tuple[str, float]] = field(default_factory=list)
    ir: dict[int, list[str]] = field(default_factory=dict)
    assembly: dict[int, list[str]] = field(default_factory=dict)
    notes: dict[int, list[str]] = field(default_factory=dict)
    facts: list[str] = field(default_factory=list)


@dataclass
class FunctionReport:
    """What is known of a function.

    Attributes
    ----------
    source : list of (int, str)
        Its lines, with their numbers.
    versions : list of Version
        What was compiled of it.
    reasons : list of str
        Why it runs in object mode; empty where it does not, or was asked to.
    interpreted : dict
        By line what the interpreter runs.
    refused : dict
        By its first line why a loop was not compiled.
    """

    name: str
    filename: str
    source: list[tuple[int, str]]
    versions: list[Version]
    object_mode: bool
    reasons: list[str]
    interpreted: dict[int, list[str]]
    refused: dict[int, list[str]]

    @property
    def first(self) -> int:
        """Its first line; 0 where the source is not known."""
        return self.source[0][0] if self.source else 0

    @property
    def compiled_lines(self) -> set[int]:
        """The lines of which there is compiled code in each of the versions that has them."""
        return {number for version in self.versions for number in version.lines if number in self.interpreted}


def report(dispatcher: Any) -> FunctionReport:
    """Return the report of a jitted function."""
    function = dispatcher.py_func
    source = _source(function)
    everything = range(source[0][0], source[-1][0] + 1) if source else range(0)
    if dispatcher._runs_in_kernels:
        versions = _versions_of_kernel(dispatcher, everything)
    else:
        whole = dispatcher if dispatcher.nopython_signatures else _for_callers(dispatcher)
        versions = [_version(whole, k, s, everything) for k, s in enumerate(whole.nopython_signatures)]
        versions += _versions_in_kernels(dispatcher, everything)
    mode = dispatcher.__dict__.get("_object_mode")
    if mode is not None:
        versions += _versions_of_loops(mode)
    return FunctionReport(
        name=function.__qualname__,
        filename=function.__code__.co_filename,
        source=source,
        versions=versions,
        object_mode=mode is not None,
        reasons=[] if mode is None else mode.reasons,
        interpreted=_instructions(function.__code__),
        refused={} if mode is None else _refusals(mode),
    )


def _versions_of_kernel(kernel: Any, lines: range) -> list[Version]:
    from coluber.reports.kernels import describe, signatures_of

    versions = []
    for k, signature in enumerate(signatures_of(kernel)):
        types = ", ".join(str(ty) for ty in signature.args)
        made = Version(f"({types})", lines)
        if kernel.nopython_signatures:
            made.ir = ir_by_line(kernel._placed_ir(k))
            made.stages = [_stage(row) for row in kernel._timings(k).splitlines()]
        describe(made, kernel, signature.args, kernel.py_func.__code__.co_filename)
        versions.append(made)
    return versions


def _versions_in_kernels(dispatcher: Any, lines: range) -> Iterator[Version]:
    """Yield what kernels made of a function that is not for them alone."""
    from coluber.cuda.compiler import as_device_function
    from coluber.reports.kernels import describe, typed_in_kernels

    for signature in typed_in_kernels(dispatcher):
        types = ", ".join(str(ty) for ty in signature.args)
        made = Version(f"in kernels: ({types})", lines)
        twin = as_device_function(dispatcher)
        describe(made, twin, signature.args, twin.py_func.__code__.co_filename)
        yield made


def _for_callers(dispatcher: Any) -> Any:
    """Return a jitted function that is compiled for what compiled code calls this one with, as Python does not call it."""
    from coluber.core.dispatcher import _native_compile, new_dispatcher

    hidden = ("cache", "_fallback", "forceobj")
    made = new_dispatcher(dispatcher.py_func, {k: v for k, v in dispatcher.targetoptions.items() if k not in hidden})
    for types in dispatcher._typed_for(False):
        try:
            _native_compile(made, (tuple(types), None))
        except Exception:
            # Types that a signature can't state.
            continue
    return made


def _versions_of_loops(mode: Any) -> Iterator[Version]:
    for loop in mode.loops:
        node = loop.plan.node
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        for dispatcher in loop.dispatchers:
            for k, signature in enumerate(dispatcher.nopython_signatures):
                yield _version(dispatcher, k, signature, lines, f"loop at line {loop.lineno}: ")


def _refusals(mode: Any) -> dict[int, list[str]]:
    """Return by line why loops were not compiled."""
    found: dict[int, list[str]] = defaultdict(list)
    for loop in mode.loops:
        for dispatcher in loop.dispatchers:
            found[loop.lineno] += dispatcher._object_mode.reasons
    return dict(found)


def _source(function: FunctionType) -> list[tuple[int, str]]:
    """Return the lines of a function."""
    import inspect

    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        first = function.__code__.co_firstlineno
        lines = linecache.getlines(function.__code__.co_filename, function.__globals__)[first - 1 : first]
    return [(max(first, 1) + k, line.rstrip("\n")) for k, line in enumerate(lines)]


def _version(dispatcher: Any, index: int, signature: Signature, lines: range, what: str = "") -> Version:
    types = ", ".join(str(ty) for ty in signature.args)
    made = Version(f"{what}({types}) -> {signature.return_type}", lines)
    made.ir = ir_by_line(dispatcher._placed_ir(index))
    made.stages = [_stage(row) for row in dispatcher._timings(index).splitlines()]
    code = machine.code_of(dispatcher.py_func, dispatcher.targetoptions, signature)
    if code is not None:
        made.assembly, made.notes = code.assembly, code.notes
    for number, operations in made.ir.items():
        counts = [_number(_count(operations, word), word) for word in ("retain", "release") if _count(operations, word)]
        if counts:
            made.notes.setdefault(number, []).append(f"counts references: {', '.join(counts)}")
    return made


def _number(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _count(operations: list[str], word: str) -> int:
    return sum(re.search(rf"(^|= ){word}\b", operation) is not None for operation in operations)


def _stage(row: str) -> tuple[str, float]:
    name, _, ms = row.partition("\t")
    return name, float(ms)


def ir_by_line(text: str) -> dict[int, list[str]]:
    """Return the operations of a typed IR whose places are known, by line."""
    found: dict[int, list[str]] = defaultdict(list)
    for line in text.splitlines():
        place = _PLACE.search(line)
        if place is not None:
            found[int(place[1])].append(line[: place.start()].strip())
    return dict(found)


def _instructions(code: CodeType) -> dict[int, list[str]]:
    """Return the interpreter's instructions by line; those of functions inside, too."""
    found: dict[int, list[str]] = defaultdict(list)
    line = code.co_firstlineno
    for step in dis.get_instructions(code):
        positions = step.positions
        line = line if positions is None or positions.lineno is None else positions.lineno
        if step.opname not in ("RESUME", "CACHE", "NOP", "PRECALL", "PUSH_NULL", "COPY_FREE_VARS", "MAKE_CELL"):
            found[line].append(f"{step.opname.lower()} {step.argrepr}".strip())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            for number, steps in _instructions(constant).items():
                found[number] += steps
    return dict(found)
