"""From the IR that programs see to neutral instructions: variables become variables of the function, blocks follow by jumps."""

from __future__ import annotations

import builtins
from types import CellType, CodeType, FunctionType

from coluber.core.errors import UnsupportedError
from coluber.core.program_ir.emission import Emission
from coluber.core.program_ir.emission_values import CAUGHT, UnwritableError
from coluber.core.program_ir.nodes import UNDEFINED, Const, Expr, FreeVar, Global, Var
from coluber.core.program_ir.statements import Assign

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.program_ir.function import Block, FunctionIR
    from coluber.core.program_ir.nodes import Loc

# The attribute in which the compiler finds the instructions of a function.
ASSEMBLED = "__coluber_stream__"
# The attribute with what passes have made of a function.
CHANGED = "__coluber_changed__"

_SIMPLE = (type(None), bool, int, float, complex, str, bytes, type(...), CodeType)


def write_function(func_ir: FunctionIR, like: FunctionType, after: str = "") -> FunctionType:
    """Return a function with the code of an IR.

    Parameters
    ----------
    func_ir : FunctionIR
        The IR.
    like : function
        Where the name, the globals, the closure and the defaults come from.
    after : str
        Which pass has made the IR, for messages.

    Raises
    ------
    UnsupportedError
        There is something in the IR that means nothing to the compiler.
    """
    try:
        writer = Writer(func_ir, like)
        writer.write()
    except UnwritableError as error:
        made_by = f", which the pass {after} has left," if after else ""
        where = f"{error.stmt}" if error.stmt is not None else "the IR"
        message = f"`{where}`{made_by} can't be compiled: {error.reason}"
        raise UnsupportedError(message, loc=error.loc or func_ir.loc) from error
    return writer.function()


class Writer:
    """Writes the instructions of one function."""

    def __init__(self, func_ir: FunctionIR, like: FunctionType) -> None:
        self.func_ir, self.like = func_ir, like
        code = like.__code__
        self.locals: dict[str, int] = {}
        for name in code.co_varnames[: self._parameter_count()]:
            self.local(name)
        self.definitions: dict[str, list[Any]] = {}
        self.uses: dict[str, int] = {}
        self._note_variables()
        self.cells = self._captured()
        self.extra: dict[str, Any] = {}
        self.instrs: list[tuple[Any, ...]] = []
        # Jumps whose operands are labels, by position.
        self.jumps: list[int] = []
        self.starts: dict[int, int] = {}
        # Ranges of instructions and the labels that their exceptions go to.
        self.ranges: list[tuple[int, int, int]] = []
        self.handlers: list[tuple[int, int, int, int, bool]] = []

    def _parameter_count(self) -> int:
        code = self.like.__code__
        return code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)

    def _note_variables(self) -> None:
        for block in self.func_ir.blocks.values():
            for stmt in block.body:
                if isinstance(stmt, Assign):
                    self.definitions.setdefault(stmt.target.name, []).append(stmt.value)
                for var in getattr(stmt, "list_vars", list)():
                    self.uses[var.name] = self.uses.get(var.name, 0) + 1

    # -------------------------------------------------------------------------------------------------------- variables

    def local(self, name: str) -> int:
        """Return the number of a variable."""
        return self.locals.setdefault(name, len(self.locals))

    def definition(self, value: Any) -> Any:
        """Return what a variable is assigned, if that is one thing; None otherwise. Anything else is its own."""
        seen = 0
        while isinstance(value, Var) and seen < len(self.definitions):
            found = self.definitions.get(value.name, [])
            value = found[0] if len(found) == 1 else None
            seen += 1
        return value

    def is_builtin(self, var: Var, value: Any) -> bool:
        """Whether a variable is a certain object."""
        found = self.definition(var)
        return isinstance(found, (Global, FreeVar, Const)) and found.value is value

    def closure_items(self, make: Expr) -> list[Var]:
        """Return the variables that an inner function captures."""
        if make.closure is None:
            return []
        items = make.closure if isinstance(make.closure, (list, tuple)) else None
        if isinstance(make.closure, Var):
            built = self.definition(make.closure)
            items = built.items if isinstance(built, Expr) and built.op == "build_tuple" else None
        if items is None:
            raise UnwritableError("what the inner function captures is not a tuple of variables", make, make.loc)
        return list(items)

    def free_index(self, var: Var) -> int | None:
        """Return which variable of an enclosing function this one is."""
        found = self.definition(var)
        return found.index if isinstance(found, FreeVar) else None

    def _captured(self) -> dict[str, int]:
        """Return the numbers of the variables that inner functions share."""
        found: dict[str, int] = {}
        for block in self.func_ir.blocks.values():
            for make in block.find_exprs("make_function"):
                for var in self.closure_items(make):
                    if self.free_index(var) is None:
                        found.setdefault(var.name, len(found))
        return found

    def value_name(self, name: str, value: Any) -> str:
        """Return the name under which the function finds an object that none of its globals is."""
        for known, found in self.extra.items():
            if found is value:
                return known
        made = f".{name}{len(self.extra)}"
        self.extra[made] = value
        return made

    def free_number(self, index: int) -> int:
        """Return the number of a variable of an enclosing function."""
        return len(self.cells) + index

    # ----------------------------------------------------------------------------------------------------- instructions

    def emit(self, loc: Loc | None, *row: Any) -> int:
        """Add an instruction; returns its position."""
        line = getattr(loc, "line", None) or None
        col, end_col = getattr(loc, "col", None), getattr(loc, "end_col", None)
        known = line is not None and col is not None and end_col is not None
        self.instrs.append((row, (line, line, col, end_col) if known else (line, line, None, None), 2 * len(self.instrs)))
        return len(self.instrs) - 1

    def jump(self, loc: Loc | None, *row: Any) -> None:
        """Add a jump to a label."""
        self.jumps.append(self.emit(loc, *row))

    def load_value(self, name: str, value: Any, loc: Loc | None) -> None:
        """Load an object: a constant, or one that the function finds by a name."""
        if type(value) is tuple and not _is_simple(value):
            for item in value:
                self.load_value(name, item, loc)
            self.emit(loc, "build_tuple", len(value))
        elif type(value) is slice:
            for part in (value.start, value.stop, value.step):
                self.load_value(name, part, loc)
            self.emit(loc, "build_slice", 3)
        elif _is_simple(value):
            self.emit(loc, "load_const", value)
        else:
            made = self.value_name(name, value)
            self.emit(loc, "load_deref", self.free_number(len(self.like.__code__.co_freevars) + [*self.extra].index(made)))

    def load_global(self, value: Global) -> None:
        """Load a global: by its name where that means the same in the function."""
        scope = self.like.__globals__
        known = scope[value.name] if value.name in scope else getattr(builtins, value.name, UNDEFINED)
        if known is value.value or value.value is UNDEFINED:
            self.emit(value.loc, "load_global", value.name)
        else:
            self.load_value(value.name, value.value, value.loc)

    # --------------------------------------------------------------------------------------------------------- function

    def write(self) -> None:
        """Write the blocks that can be reached, the first one first."""
        if not self.func_ir.blocks:
            raise UnwritableError("there are no blocks", loc=self.func_ir.loc)
        for number in self.cells.values():
            self.emit(self.func_ir.loc, "make_cell", number)
        emission = Emission(self)
        for label in self._order():
            block, start = self.func_ir.blocks[label], len(self.instrs)
            self.starts[label] = start
            emission.block(label, block)
            if block.handler is not None:
                self.ranges.append((start, len(self.instrs), block.handler))
        self._write_landings()
        for at in self.jumps:
            (*row, label), *rest = self.instrs[at]
            self.instrs[at] = ((*row, self.starts[label]), *rest)

    def _write_landings(self) -> None:
        """Write where exceptions come to: the handler finds them in a variable."""
        landings: dict[int, int] = {}
        for start, end, label in self.ranges:
            if label not in landings:
                landings[label] = self.emit(self.func_ir.blocks[label].loc, "store_fast", self.local(CAUGHT))
                self.jump(self.func_ir.blocks[label].loc, "jump", label)
            self.handlers.append((start, end, landings[label], 0, False))

    def _order(self) -> list[int]:
        first = min(self.func_ir.blocks)
        seen, work = [first], [first]
        while work:
            for label in self._targets(work.pop()):
                if label not in seen:
                    seen.append(label)
                    work.append(label)
        return sorted(seen)

    def _targets(self, label: int) -> list[int]:
        block: Block = self.func_ir.blocks[label]
        if not block.is_terminated:
            last = block.body[-1] if block.body else None
            raise UnwritableError(f"block {label} does not end with a jump, branch, return or raise", last, block.loc)
        targets = [*block.terminator.get_targets(), *([] if block.handler is None else [block.handler])]
        for target in targets:
            if target not in self.func_ir.blocks:
                raise UnwritableError(f"there is no block {target}", block.terminator, block.terminator.loc)
        return targets

    def function(self) -> FunctionType:
        """Return the function, in whose attribute the compiler finds what was written."""
        like, code = self.like, self.like.__code__
        free = (*code.co_freevars, *self.extra)
        closure = (*(like.__closure__ or ()), *map(CellType, self.extra.values()))
        made = FunctionType(code.replace(co_freevars=free), like.__globals__, like.__name__, like.__defaults__, closure)
        made.__kwdefaults__, made.__qualname__, made.__module__ = like.__kwdefaults__, like.__qualname__, like.__module__
        made.__dict__.update((name, value) for name, value in like.__dict__.items() if name != CHANGED)
        names = [*self.cells, *free]
        made.__dict__[ASSEMBLED] = (self.instrs, self.handlers, [*self.locals], names, len(self.cells))
        return made


def _is_simple(value: Any) -> bool:
    if type(value) is tuple or type(value) is frozenset:
        return all(map(_is_simple, value))
    return type(value) in _SIMPLE
