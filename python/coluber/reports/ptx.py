"""What the PTX of a kernel shows of each line: accesses to memory that look uncoalesced, barriers, instructions.

How an address changes from one thread of a warp to the next follows from how it is computed of `threadIdx.x`. The analysis is
one of PTX with lines (``lineinfo``), behind LLVM's optimiser, so that it sees what runs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# How a value changes from thread to thread along x: a number (0: it is the same), or one of these.
STRIDED = "strided"  # by a number that is the same for all threads
VARIES = "varies"  # in a way that is not known: it depends on data
GIVEN = "given"  # a parameter of a function that is not inlined

Step = int | str

_LOC = re.compile(r"^\.loc\s+(\d+)\s+(\d+)")
_FILE = re.compile(r'^\s*\.file\s+(\d+)\s+"([^"]*)"')
_REGISTER = re.compile(r"%[a-z]+\d+")
_REGISTERS = re.compile(r"^\s*\.reg \.(\w+)\s+%\w+<(\d+)>")
_ACCESS = re.compile(r"^(ld|st|atom|red)\.")
_WIDTH = re.compile(r"\.(?:v(\d)\.)?[bsuf](\d+)$")
_LOCAL = re.compile(r"\.local[^\n]*__local_depot\d+\[(\d+)\]")
_UNIFORM_REGISTERS = re.compile(r"^%(?:n?ctaid|ntid|nwarpid|gridid|clock\w*|envreg\d+|dynamic_smem_size|warpid|tid\.[yz])")
_BITS = {"b32": 1, "b64": 2, "b16": 1, "b8": 1, "b128": 4}


@dataclass
class Instruction:
    """One instruction: its name with types, its operands, where it is from; ``target`` and ``sources`` are registers."""

    name: str
    operands: list[str]
    line: tuple[str, int]
    text: str

    @property
    def writes(self) -> list[str]:
        """The registers that it sets."""
        if self.name.startswith(("st.", "red.", "bra", "bar", "ret", "exit", "membar", "fence", "call")) or not self.operands:
            return []
        return _REGISTER.findall(self.operands[0])


@dataclass
class Access:
    """An access to global memory that neighbouring threads do not make side by side."""

    line: tuple[str, int]
    what: str
    why: str


@dataclass
class Findings:
    """What the PTX of a function shows.

    Attributes
    ----------
    instructions : dict
        The text of the instructions by file and line.
    notes : dict
        What is said of each file and line.
    global_accesses : int
        Instructions that access global memory.
    uncoalesced : list of Access
        Those of them that look as if they were not coalesced.
    barriers : int
        Instructions at which the threads of a block wait.
    local_bytes : int
        Bytes of local memory of a thread.
    registers : int
        Registers of 32 bits of LLVM's code, before they are assigned.
    """

    instructions: dict[tuple[str, int], list[str]] = field(default_factory=lambda: defaultdict(list))
    notes: dict[tuple[str, int], list[str]] = field(default_factory=lambda: defaultdict(list))
    global_accesses: int = 0
    uncoalesced: list[Access] = field(default_factory=list)
    barriers: int = 0
    local_bytes: int = 0
    registers: int = 0


def findings(ptx: str) -> Findings:
    """Return what PTX with lines shows."""
    made = Findings()
    code = list(_instructions(ptx))
    steps = _steps(code, ".entry" in ptx)
    for instruction in code:
        made.instructions[instruction.line].append(instruction.text)
        _note(made, instruction, steps)
    made.local_bytes = sum(int(size) for size in _LOCAL.findall(ptx))
    rows = filter(None, map(_REGISTERS.match, ptx.splitlines()))
    made.registers = sum(_BITS.get(row[1], 0) * (int(row[2]) - 1) for row in rows)
    return made


def _instructions(ptx: str) -> Iterator[Instruction]:
    files = {row[1]: row[2] for row in map(_FILE.match, ptx.splitlines()) if row}
    at = ("", 0)
    inside = False
    for raw in ptx.splitlines():
        text = raw.strip()
        place = _LOC.match(text)
        if text in ("{", "}"):
            inside = text == "{"
        elif place is not None:
            # Line 0 is code that belongs to no line.
            at = (files.get(place[1], ""), int(place[2])) if place[2] != "0" else at
        elif inside and text.endswith(";") and not text.startswith((".", "//", "$")):
            body = text.rstrip(";")
            if body.startswith("@"):
                body = body.partition(" ")[2].strip()
            name, _, rest = body.partition(" ") if "\t" not in body else body.partition("\t")
            yield Instruction(name.strip(), _operands(rest), at, text.replace("\t", " "))


def _operands(text: str) -> list[str]:
    """Split at commas outside of brackets and braces."""
    found, depth, start = [], 0, 0
    for k, letter in enumerate(text):
        depth += (letter in "[{(") - (letter in "]})")
        if letter == "," and depth == 0:
            found.append(text[start:k].strip())
            start = k + 1
    return [*found, text[start:].strip()] if text.strip() else found


def _steps(code: list[Instruction], kernel: bool) -> dict[str, Step]:
    """Return by register how its value changes from thread to thread; registers of loops are tried until nothing changes."""
    steps: dict[str, Step] = {}
    for _ in range(20):
        changed = False
        for instruction in code:
            new = _result(instruction, steps, kernel)
            for register in instruction.writes if new is not None else ():
                met = _met(steps.get(register), new)
                changed |= met != steps.get(register)
                steps[register] = met
        if not changed:
            break
    return steps


def _met(one: Step | None, other: Step | None) -> Step:
    """Return the step of a value that has one of two."""
    if one is None or one == other:
        return other if other is not None else VARIES
    if other is None:
        return one
    return GIVEN if GIVEN in (one, other) else VARIES


def _result(instruction: Instruction, steps: dict[str, Step], kernel: bool) -> Step | None:
    """Return how the result of an instruction changes; None while its operands are not known."""
    name, operands = instruction.name, instruction.operands
    if name.startswith("ld.param"):
        return 0 if kernel else GIVEN
    given = [_of_operand(operand, steps) for operand in operands[1:]]
    if any(step is None for step in given):
        # A register of a loop whose other definition comes first.
        known = [step for step in given if step is not None]
        return None if not known or not name.startswith(("add", "mov", "selp", "max", "min")) else _sum(known)
    kind = name.partition(".")[0]
    known_steps = [step for step in given if step is not None]
    if kind in ("mov", "cvt", "cvta"):
        return known_steps[0] if len(known_steps) == 1 else _uniform_or_varies(known_steps)
    if kind == "add" or (kind == "or" and operands[-1].lstrip("-").isdigit()):
        return _sum(known_steps)
    if kind == "sub":
        return _sum([known_steps[0], _scaled(known_steps[1], -1)])
    if kind in ("mul", "mad") and ".f" not in name:
        product = _product(operands[1], operands[2], known_steps)
        return product if kind == "mul" else _sum([product, known_steps[2]])
    if kind == "shl":
        return _scaled(known_steps[0], 1 << int(operands[2])) if operands[2].isdigit() else _uniform_or_varies(known_steps)
    if kind == "shr" and operands[2] in ("63", "31") and ".s" in name:
        return 0  # The sign, which is the same for all threads of a loop or a grid.
    if kind in ("selp", "min", "max"):
        first = known_steps[:2]
        return first[0] if first[0] == first[1] else _uniform_or_varies(first)
    return _uniform_or_varies(known_steps)


def _of_operand(operand: str, steps: dict[str, Step]) -> Step | None:
    if operand == "%tid.x" or operand == "%laneid":
        return 1
    if _UNIFORM_REGISTERS.match(operand):
        return 0
    registers = _REGISTER.findall(operand)
    if len(registers) == 1:
        # Predicates are not followed.
        return 0 if registers[0].startswith("%p") else steps.get(registers[0])
    return VARIES if registers else 0


def _sum(steps: list[Step]) -> Step:
    for word in (GIVEN, VARIES):
        if word in steps:
            return word
    if STRIDED in steps:
        return STRIDED
    return sum(step for step in steps if isinstance(step, int))


def _scaled(step: Step, factor: int) -> Step:
    return step * factor if isinstance(step, int) else step


def _product(first: str, second: str, steps: list[Step]) -> Step:
    """Return the step of a product: one by a constant is known, one of the same number in all threads is strided."""
    for text, other in ((second, steps[0]), (first, steps[1])):
        if text.lstrip("-").isdigit():
            return _scaled(other, int(text))
    if GIVEN in steps[:2]:
        return GIVEN
    if steps[0] == 0 or steps[1] == 0:
        other = steps[1] if steps[0] == 0 else steps[0]
        return 0 if other == 0 else other if other == VARIES else STRIDED
    return VARIES


def _uniform_or_varies(steps: list[Step]) -> Step:
    if GIVEN in steps:
        return GIVEN
    return 0 if all(step == 0 for step in steps) else VARIES


def _note(made: Findings, instruction: Instruction, steps: dict[str, Step]) -> None:
    name = instruction.name
    notes = made.notes[instruction.line]
    if name.startswith(("bar.sync", "barrier", "bar.red")) and not name.startswith("bar.warp"):
        made.barriers += 1
        _once(notes, "barrier: the threads of the block wait for each other")
    elif name.startswith("bar.warp"):
        _once(notes, "barrier of a warp")
    if name.startswith(("atom.", "red.")):
        _once(notes, "atomic operation")
    if not _ACCESS.match(name) or not _is_global(name):
        if _ACCESS.match(name) and ".local" in name:
            _once(notes, "local memory of the thread, which lies outside of registers")
        return
    made.global_accesses += 1
    why = _why(instruction, steps)
    if why is not None and not name.startswith(("atom", "red")):
        what = "load" if name.startswith("ld") else "store"
        made.uncoalesced.append(Access(instruction.line, what, why))
        _once(notes, f"looks uncoalesced: {what} of global memory, {why}")


def _once(notes: list[str], text: str) -> None:
    if text not in notes:
        notes.append(text)


def _is_global(name: str) -> bool:
    return not any(f".{space}" in name for space in ("shared", "local", "param", "const"))


def _why(instruction: Instruction, steps: dict[str, Step]) -> str | None:
    """Return why an access looks uncoalesced; None where neighbouring threads access the same element or the next one."""
    address = next((operand for operand in instruction.operands if operand.startswith("[")), "")
    registers = _REGISTER.findall(address)
    width = _WIDTH.search(instruction.name)
    step = steps.get(registers[0]) if registers else 0
    if step is None or step == GIVEN or width is None:
        return None
    size = int(width[1] or 1) * int(width[2]) // 8
    if step == STRIDED:
        return "the next thread in x is a row (or another number of elements that is not known) away"
    if step == VARIES:
        return "its place depends on data"
    if isinstance(step, int) and abs(step) > size:
        return f"the next thread in x is {abs(step)} bytes away, an element has {size}"
    return None
