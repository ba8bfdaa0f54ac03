"""The machine code of a function by line, and what the optimiser made of it.

Only code that is compiled for debuggers says where it is from, so that the function is compiled once more, with the same
optimisation.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FunctionType
    from typing import Any

    from coluber.core.typing import Signature

_LOCATION = re.compile(r"^!(\d+) = !DILocation\(line: (\d+)")
_PLACED = re.compile(r"!dbg !(\d+)")
_VECTOR = re.compile(
    r"= (?:tail call fast |tail call |call )?(?:f?add|f?sub|f?mul|[fsu]?div|load|fcmp|icmp|and|or|xor|shl|[la]shr|fneg)"
    r"[\w ]*<(\d+) x (\w+)>|store <(\d+) x (\w+)>"
)
_CALL = re.compile(r"\bcall [^@]*@(?:\"([^\"]+)\"|([\w.$]+))\(")
_REMARK = re.compile(r"^.*?:(\d+):\d+: (.*)$")
_VECTORISED = re.compile(r"vectorized loop \(vectorization width: ([\w ]+), interleaved count: (\d+)\)")
_TYPES = {"double": "float64", "float": "float32", "half": "float16"}
# So many instructions of a line are shown.
MOST = 120


@dataclass
class Code:
    """Machine code by line, and notes by line."""

    assembly: dict[int, list[str]]
    notes: dict[int, list[str]]


def code_of(function: FunctionType, options: dict[str, Any], signature: Signature) -> Code | None:
    """Return the code of a specialisation; None where it can't be compiled in this way."""
    from coluber.core.dispatcher import Dispatcher, _native_compile

    kept = {name: value for name, value in options.items() if name not in ("cache", "_fallback", "forceobj")}
    kept.update(debug=True, _dbg_optnone=False, boundscheck=bool(options.get("boundscheck")))
    try:
        twin = Dispatcher(function, kept)
        _native_compile(twin, (tuple(ty.id for ty in signature.args), None))
        notes = _notes(twin._optimised(0))
        for number, texts in _remarks(twin._remarks(0)).items():
            notes[number] = [*texts, *notes.get(number, ())]
        return Code(_assembly(twin._asm(0)), notes)
    except Exception:
        # Types that a signature can't state, such as those of defaults.
        return None


def _assembly(text: str) -> dict[int, list[str]]:
    """Return the instructions by line, by the directives that debuggers get."""
    found: dict[int, list[str]] = defaultdict(list)
    at = 0
    for line in text.splitlines():
        parts = line.split()
        if not parts:
            continue
        if parts[0] == ".loc":
            at = int(parts[2])
        elif parts[0] == ".cfi_endproc":
            at = 0
        elif line[0] == "\t" and not parts[0].startswith((".", "#")) and at:
            found[at].append(line.strip().replace("\t", " "))
    return {number: shortened(steps) for number, steps in found.items()}


def shortened(steps: list[str]) -> list[str]:
    """Return the instructions of a line, the first of them where there are many."""
    return steps if len(steps) <= MOST else [*steps[:MOST], f"... and {len(steps) - MOST} more"]


def _notes(text: str) -> dict[int, list[str]]:
    """Return what the optimised LLVM IR shows of each line."""
    lines = text.splitlines()
    places = {match[1]: int(match[2]) for match in map(_LOCATION.match, lines) if match}
    vectors: dict[int, set[tuple[int, str]]] = defaultdict(set)
    calls: dict[int, Counter[str]] = defaultdict(Counter)
    for line in lines:
        placed = _PLACED.search(line)
        number = places.get(placed[1], 0) if placed else 0
        if number:
            vectors[number].update(_vectors(line))
            calls[number].update(_called(line))
    found: dict[int, list[str]] = defaultdict(list)
    for number, kinds in vectors.items():
        if kinds:
            width, kind = max(kinds)
            found[number].append(f"vectorised: {width} x {_TYPES.get(kind, kind.replace('i', 'int'))} at once")
    for number, names in calls.items():
        found[number] += [text if count == 1 else f"{text} ({count} times)" for text, count in names.items()]
    return dict(found)


def _remarks(text: str) -> dict[int, list[str]]:
    """Return what the loop vectoriser says of loops, by line."""
    found: dict[int, dict[str, None]] = defaultdict(dict)
    for line in text.splitlines():
        match = _REMARK.match(line)
        if match is None or match[1] == "0":
            continue
        said = found[int(match[1])]
        done = _VECTORISED.search(match[2])
        _, refused, why = match[2].partition("loop not vectorized: ")
        if done is not None:
            often = "" if done[2] == "1" else f", {done[2]} times side by side"
            said[f"loop vectorised: {done[1]} elements at once{often}"] = None
        elif refused and not why.startswith("vectorization is not beneficial"):
            said[f"loop not vectorised: {why}"] = None
    return {number: list(said) for number, said in found.items() if said}


def _vectors(line: str) -> Iterator[tuple[int, str]]:
    for match in _VECTOR.finditer(line):
        yield int(match[1] or match[3]), match[2] or match[4]


def _called(line: str) -> Iterator[str]:
    match = _CALL.search(line)
    name = (match[1] or match[2]) if match else ""
    if not name or name.startswith("llvm.") or name == "coluber_trace":
        return
    if not name.startswith("coluber_"):
        yield f"calls {name.partition('$')[0]}, which is not inlined"
    elif "alloc" in name:
        yield "allocates memory"
    elif "raise" in name:
        yield "may raise an exception"
    elif name not in ("coluber_retain", "coluber_release", "coluber_size_mul", "coluber_stack_limit"):
        yield f"calls the runtime: {name.removeprefix('coluber_')}"
