"""From neutral instructions to the IR that programs see: the values of the stack become variables."""

from __future__ import annotations

import builtins
import dis
from types import CodeType
from typing import NamedTuple

from coluber.core.program_ir.function import Block, FunctionIR, Scope
from coluber.core.program_ir.nodes import UNDEFINED, Arg, Const, Expr, Loc, Var
from coluber.core.program_ir.operations import Operations
from coluber.core.program_ir.statements import Assign, Jump
from coluber.core.program_ir.stream import Handler, Instr, Span, Stream, UnreadableError, spans, successors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FunctionType
    from typing import Any


class Saved(NamedTuple):
    """What lies on the stack while a comprehension uses a variable of the function under a name of its own."""

    variable: str
    alias: str


def read_function(function: FunctionType, func_id: Any = None, jitted: Any = None) -> FunctionIR:
    """Return the IR of a Python function.

    Parameters
    ----------
    function : function
        The function.
    func_id : FunctionIdentity, optional
        What is known of it.
    jitted : Dispatcher, optional
        What its own name means while it has no value: the jitted function is being made.

    Raises
    ------
    UnreadableError
        It has statements that the IR has no words for.
    """
    if func_id is None:
        from coluber.core.compiler import FunctionIdentity

        func_id = FunctionIdentity(function)
    varying: set[tuple[int, int]] = set()
    while True:
        reader = Reader(function, func_id, jitted, varying)
        found = reader.read()
        if reader.varying == varying:
            return found
        varying = reader.varying


class Previous(NamedTuple):
    """What lies on the stack while an exception is handled: the one before it; and the variable of this one."""

    handled: Var


# Lies on the stack below an exception, for the position that raised it.
POSITION = "position"


class Reader:
    """Makes the IR of one function.

    Parameters
    ----------
    function, func_id, jitted
        As for `read_function`.
    varying : set of tuple of int
        The places of the stack, at the beginnings of blocks, to which different values come on different ways. Others are found
        meanwhile, and noted in the attribute of this name; what was read is right where there are none.
    """

    def __init__(self, function: FunctionType, func_id: Any, jitted: Any, varying: set[tuple[int, int]]) -> None:
        self.function, self.func_id, self.jitted = function, func_id, jitted
        self.known_varying, self.varying = varying, set(varying)
        self.code: CodeType = function.__code__
        self.stream = Stream.of(self.code)
        self.loc = Loc(self.code.co_filename, self.code.co_firstlineno)
        self.scope = Scope(None, self.loc)
        self.spans = spans(self.stream)
        self.labels = self._labels()
        self.stacks: dict[int, list[Any]] = {0: []}
        self.numbers: dict[str, int] = {}
        self.shared: set[str] | None = None

    def read(self) -> FunctionIR:
        """Return the function."""
        blocks = self._entry()
        work, done = [0], set()
        while work:
            start = work.pop()
            if start in done:
                continue
            done.add(start)
            simulated = Simulation(self, self.spans[start], self.stacks[start], blocks)
            block = blocks[self.labels[start]] = simulated.run()
            work.extend(reversed(successors(self.stream, self.spans[start])))
            handler = self.stream.handler_at(start)
            if handler is not None:
                block.handler = self._enter_handler(handler, self.stacks[start], block)
                work.append(handler.target)
        names = self.code.co_varnames[: self._parameter_count()]
        ordered = dict(sorted(blocks.items()))
        is_generator = bool(self.code.co_flags & 0x20)
        return FunctionIR(ordered, is_generator, self.func_id, self.loc, None, len(names), list(names))

    def _enter_handler(self, handler: Handler, stack: list[Any], block: Block) -> int:
        """Note the stack with which an exception comes to a handler; returns its label."""
        label = self.labels[handler.target]
        caught = self.variable(f"$caught{label}.0", self.place(self.stream.instrs[handler.target]))
        entry = [*stack[: handler.depth], *([POSITION] if handler.lasti else []), caught]
        known = self.stacks.setdefault(handler.target, entry)
        if known != entry:
            raise self.unsupported("a try statement within an expression", block.loc)
        return label

    def caught_by(self, start: int) -> Var | None:
        """Return the variable of the exception that a handler begins with; None for other blocks."""
        stack = self.stacks[start]
        last = stack[-1] if stack else None
        return last if isinstance(last, Var) and last.name == f"$caught{self.labels[start]}.0" else None

    def unsupported(self, what: str, loc: Loc) -> UnreadableError:
        """Return the error for what has no words in the IR."""
        name = self.code.co_qualname
        return UnreadableError(f"{what} of {name} can't be given to passes and rewrites of programs", loc=loc)

    def place(self, instr: Instr) -> Loc:
        """Return where an instruction comes from."""
        line, end_line, col, end_col = instr.place
        if line is None:
            return self.loc
        return Loc(self.code.co_filename, line, col, end_col if end_line == line else None)

    def variable(self, name: str, loc: Loc) -> Var:
        """Return a variable at a place."""
        self.scope.get_or_define(name, loc)
        return Var(self.scope, name, loc)

    def temporary(self, name: str, loc: Loc) -> Var:
        """Return a variable of the compiler's whose name no other has."""
        number = self.numbers[name] = self.numbers.get(name, -1) + 1
        return self.variable(f"${name}.{number}", loc)

    def global_value(self, name: str) -> Any:
        """Return what a global or builtin name means."""
        known = self.function.__globals__
        return known[name] if name in known else getattr(builtins, name, self._not_bound_yet(name))

    def free_value(self, index: int) -> Any:
        """Return the value of a variable of an enclosing function."""
        try:
            return (self.function.__closure__ or ())[index].cell_contents
        except (IndexError, ValueError):
            return self._not_bound_yet(self.code.co_freevars[index])

    def _not_bound_yet(self, name: str) -> Any:
        return self.jitted if self.jitted is not None and name == self.function.__name__ else UNDEFINED

    def may_be_unbound(self, number: int, start: int) -> bool:
        """Whether reading a variable may raise something that the program handles."""
        return number >= self._parameter_count() and self.stream.handler_at(start) is not None

    def is_changed_inside(self, name: str) -> bool:
        """Whether an inner function assigns to a variable of this one."""
        if self.shared is None:
            self.shared = set(_assigned_inside(self.code))
        return name in self.shared

    def enter(self, start: int, stack: list[Any], block: Block, loc: Loc) -> int:
        """Note the stack with which control comes to a block; returns its label.

        Values that are others on different ways get a variable that each of the blocks before assigns.
        """
        if start not in self.stacks:
            self.stacks[start] = [self._joined(start, k, item) for k, item in enumerate(stack)]
        for k, (item, known) in enumerate(zip(stack, self.stacks[start], strict=True)):
            if isinstance(known, Var) and item.name != known.name:
                self.varying.add((start, k))
                block.append(Assign(item, self.variable(known.name, loc), loc))
        return self.labels[start]

    def _joined(self, start: int, depth: int, item: Any) -> Any:
        """Return what a value is called at the beginning of a block."""
        if not isinstance(item, Var) or (start, depth) not in self.known_varying:
            return item
        return self.variable(f"$phi{self.labels[start]}.{depth}", item.loc)

    def _labels(self) -> dict[int, int]:
        labels: dict[int, int] = {}
        least = 1 if self._is_entered_again() else 0
        for start in self.spans:
            offset = 0 if start == 0 else self.stream.instrs[start].offset
            labels[start] = least = max(offset, least)
            least += 1
        return labels

    def _is_entered_again(self) -> bool:
        return any(0 in successors(self.stream, span) for span in self.spans.values())

    def _parameter_count(self) -> int:
        code = self.code
        return code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)

    def _entry(self) -> dict[int, Block]:
        """Return the block that gives parameters their values: the first one, or one in front of it."""
        block = Block(self.scope, self.loc)
        for k, name in enumerate(self.code.co_varnames[: self._parameter_count()]):
            block.append(Assign(Arg(name, k, self.loc), self.variable(name, self.loc), self.loc))
        if self.labels[0] != 0:
            block.append(Jump(self.labels[0], self.loc))
        return {0: block}


def _assigned_inside(code: CodeType) -> Iterator[str]:
    """Yield the variables that inner functions assign to."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            steps = dis.get_instructions(inner)
            yield from (step.argval for step in steps if step.opname in ("STORE_DEREF", "DELETE_DEREF"))
            yield from _assigned_inside(inner)


class Simulation(Operations):
    """Runs the instructions of a block on a stack of variables."""

    def __init__(self, reader: Reader, span: Span, stack: list[Any], blocks: dict[int, Block]) -> None:
        self.reader, self.span = reader, span
        self.stack = list(stack)
        self.instr = reader.stream.instrs[span.start]
        self.loc = reader.place(self.instr)
        is_first = span.start == 0 and reader.labels[0] == 0
        self.block = blocks[0] if is_first else Block(reader.scope, self.loc)
        caught = reader.caught_by(span.start)
        if caught is not None:
            self.block.append(Assign(Expr("caught_exception", self.loc), caught, self.loc))

    def run(self) -> Block:
        """Return the block."""
        for k in range(*self.span):
            self.instr = self.reader.stream.instrs[k]
            self.loc = self.reader.place(self.instr)
            name, *operands = self.instr.row
            operation = getattr(self, f"op_{name}", None)
            if operation is None:
                what = operands[0] if name == "other" else f"the operation {name}"
                raise self.unsupported(what)
            operation(*operands)
        if not self.block.is_terminated:
            self.block.append(Jump(self.enter(self.span.end), self.loc))
        return self.block

    def enter(self, start: int) -> int:
        """Go on with a block; returns its label."""
        return self.reader.enter(start, self.stack, self.block, self.loc)

    def unsupported(self, what: str) -> UnreadableError:
        """Return the error for what has no words in the IR."""
        return self.reader.unsupported(what, self.loc)

    # ------------------------------------------------------------------------------------------------------- variables

    def new(self, name: str) -> Var:
        """Return a new variable of the compiler's, named after the instruction."""
        return self.reader.temporary(f"{self.instr.offset}{name}", self.loc)

    def local(self, name: str) -> str:
        """Return what a variable of the function is called here."""
        inner = (item.alias for item in reversed(self.stack) if isinstance(item, Saved) and item.variable == name)
        return next(inner, name)

    def push(self, value: Any, name: str) -> Var:
        """Assign a value to a new variable, which goes on the stack."""
        target = self.new(name)
        self.block.append(Assign(value, target, self.loc))
        self.stack.append(target)
        return target

    def constant(self, value: Any) -> Var:
        """Return a variable that has a constant."""
        target = self.new("const")
        self.block.append(Assign(Const(value, self.loc), target, self.loc))
        return target

    def pop(self) -> Any:
        """Take a value off the stack."""
        return self.stack.pop()

    def pop_many(self, count: int) -> list[Any]:
        """Take values off the stack, in the order in which they came."""
        taken = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        return taken

    def drop(self, var: Any) -> None:
        """Take back how a value was computed, which nothing needs: it was the last that this block did for the stack."""
        made = next((stmt for stmt in reversed(self.block.body) if getattr(stmt, "target", None) == var), None)
        if not isinstance(var, Var) or not var.is_temp or not isinstance(made, Assign):
            return
        at = next(k for k, stmt in enumerate(self.block.body) if stmt is made)
        del self.block.body[at]
        for operand in made.list_vars():
            if operand != var:
                self.drop(operand)

    def store(self, name: str) -> None:
        """Assign what is on top of the stack to a variable of the function."""
        value = self.pop()
        if isinstance(value, Saved):
            return
        name = self.local(name)
        self._keep(name)
        target = self.reader.variable(name, self.loc)
        if self._is_fresh(value):
            self.block.body[-1].target = target
            return
        self.block.append(Assign(value, target, self.loc))

    def _keep(self, name: str) -> None:
        """Copy a variable that is about to change wherever it is on the stack."""
        if not any(isinstance(item, Var) and item.name == name for item in self.stack):
            return
        copied = self.new("copy")
        kept = Assign(self.reader.variable(name, self.loc), copied, self.loc)
        # What the variable gets may have been computed by the last statement, which reads its old value.
        self.block.append(kept)
        self.stack = [copied if isinstance(item, Var) and item.name == name else item for item in self.stack]

    def _is_fresh(self, value: Var) -> bool:
        """Whether a variable has been assigned by the last statement, and is nowhere else."""
        last = self.block.body[-1] if self.block.body else None
        if not isinstance(last, Assign) or last.target is not value or not value.is_temp:
            return False
        is_update = isinstance(last.value, Expr) and last.value.op in ("inplace_binop", "yield", "yield_from")
        return not is_update and all(item is not value for item in self.stack)
