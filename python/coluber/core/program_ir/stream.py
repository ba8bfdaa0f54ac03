"""The compiler's neutral instructions as data, and the blocks that they form."""

from __future__ import annotations

from typing import NamedTuple

from coluber.core.errors import UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Instructions behind which control goes elsewhere; those with a target have it as last operand.
ENDS = ("jump", "return", "raise", "reraise")
JUMPS = ("jump", "pop_jump_if", "for_iter")

# What handlers consist of that only put variables back into their place, or leave the function.
_TIDYING = ("copy", "swap", "pop", "store_fast", "restore_cell", "pop_except", "reraise")


class UnreadableError(UnsupportedError):
    """Code that has no neutral instructions, or something without words in the IR, which is left to the compiler."""


class Instr(NamedTuple):
    """An instruction: its name and operands, its place in the source (lines and columns) and its offset in the bytecode."""

    row: tuple[Any, ...]
    place: tuple[Any, ...]
    offset: int

    @property
    def name(self) -> str:
        """What it does."""
        return self.row[0]

    @property
    def target(self) -> int | None:
        """The position of the instruction that it may jump to."""
        return self.row[-1] if self.row[0] in JUMPS else None


class Handler(NamedTuple):
    """Where an exception goes, how much of the stack stays, and whether a position lies below the exception."""

    target: int
    depth: int
    lasti: bool


class Stream(NamedTuple):
    """The instructions of a function."""

    instrs: list[Instr]
    handlers: list[tuple[int, int, int, int, bool]]
    local_names: list[str]
    deref_names: list[str]
    cell_count: int

    @classmethod
    def of(cls, code: Any) -> Stream:
        """Return the instructions of a code object.

        Raises
        ------
        UnreadableError
            No compiler of Python makes such code.
        """
        from coluber import _native

        try:
            instrs, *rest = _native.neutral_stream(code)
        except ValueError as error:
            reason = ascii(str(error))[1:-1]
            raise UnreadableError(f"the code of {code.co_name!a} can't be given to passes: {reason}") from error
        return cls(_with_delegations([Instr(*instr) for instr in instrs]), *rest)

    def handler_at(self, at: int) -> Handler | None:
        """Return the handler of the program for exceptions of an instruction.

        Handlers that only put variables of comprehensions or the exception that was handled before back, or that end
        generators, are none of the program's: what they raise again goes to the handler around them.
        """
        for row in self.handlers:
            if row[0] <= at < row[1]:
                tidied = self._end_of_tidying(row[2])
                return Handler(*row[2:]) if tidied is None else self.handler_at(tidied)
        return None

    def _end_of_tidying(self, at: int) -> int | None:
        """Return the last instruction of a handler that only tidies up."""
        while self.instrs[at].name in _TIDYING:
            if self.instrs[at].name == "reraise":
                return at
            at += 1
        return at if self.instrs[at].row[:2] == ("other", "STOPITERATION_ERROR") else None


def _with_delegations(instrs: list[Instr]) -> list[Instr]:
    """Put one instruction in the place of the loop that hands out the items of a ``yield from``; positions stay."""
    found = list(instrs)
    for k, instr in enumerate(instrs):
        if instr.name == "send":
            start = k - 1 if instrs[k - 1].row == ("load_const", None) else k
            found[k] = Instr(("yield_from",), instr.place, instr.offset)
            for other in range(start, instr.row[1]):
                if other != k:
                    found[other] = Instr(("nothing",), *instrs[other][1:])
    return found


class Span(NamedTuple):
    """The instructions of a block."""

    start: int
    end: int


def spans(stream: Stream) -> dict[int, Span]:
    """Return the blocks that can be reached, by the position of their first instruction. Each has one handler, or none."""
    instrs = stream.instrs
    leaders = {0, *(at for row in stream.handlers for at in row[:3])}
    for k, instr in enumerate(instrs):
        if instr.target is not None:
            leaders.update((instr.target, k + 1))
        elif instr.name in ENDS:
            leaders.add(k + 1)
    found: dict[int, Span] = {}
    work = [0]
    while work:
        start = work.pop()
        if start in found:
            continue
        end = start + 1
        while end not in leaders:
            end += 1
        found[start] = Span(start, end)
        work.extend(successors(stream, found[start]))
        handler = stream.handler_at(start)
        if handler is not None:
            work.append(handler.target)
    return dict(sorted(found.items()))


def successors(stream: Stream, span: Span) -> list[int]:
    """Return where control may go behind a block: the next one first."""
    last = stream.instrs[span.end - 1]
    following = [] if last.name in ENDS else [span.end]
    return following if last.target is None else [*following, last.target]
