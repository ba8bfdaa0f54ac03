"""Scopes, blocks and functions of the IR that programs see."""

from __future__ import annotations

import sys
from copy import copy, deepcopy

from coluber.core.errors import NotDefinedError, RedefinedError, VerificationError
from coluber.core.program_ir.nodes import Expr, Inst, Loc, Node, Var
from coluber.core.program_ir.statements import Assign

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class VarMap(dict):
    """Variables by name."""

    def define(self, name: str, var: Var) -> None:
        """Add a variable; its name must be new."""
        if name in self:
            raise RedefinedError(name)
        self[name] = var

    def get(self, name: str) -> Var:  # type: ignore[override]
        """Return the variable of a name."""
        if name not in self:
            raise NotDefinedError(name)
        return self[name]


class Scope(Node):
    """The variables of a function.

    Parameters
    ----------
    parent : Scope or None
        The scope around it.
    loc : Loc
        Where it begins.
    """

    def __init__(self, parent: Scope | None, loc: Loc) -> None:
        self.parent, self.loc = parent, loc
        self.localvars = VarMap()
        # The names of versions of variables, and what the program calls these.
        self.versions: dict[str, str] = {}

    def define(self, name: str, loc: Loc) -> Var:
        """Return a new variable."""
        made = Var(self, name, loc)
        self.localvars.define(name, made)
        return made

    def get(self, name: str) -> Var:
        """Return the newest version of a variable."""
        versions = [version for version, own in self.versions.items() if own == name]
        return self.get_exact(versions[-1] if versions else name)

    def get_exact(self, name: str) -> Var:
        """Return the variable with exactly this name."""
        if name in self.localvars:
            return self.localvars[name]
        if self.parent is None:
            raise NotDefinedError(name)
        return self.parent.get_exact(name)

    def get_or_define(self, name: str, loc: Loc) -> Var:
        """Return the variable of a name; a new one where there is none."""
        return self.localvars[name] if name in self.localvars else self.define(name, loc)

    def redefine(self, name: str, loc: Loc, rename: bool = True) -> Var:
        """Return a new version of a variable, whose name is that of the first with a number."""
        if name not in self.localvars:
            return self.define(name, loc)
        if not rename:
            return self.localvars[name]
        number = 1
        while f"{name}.{number}" in self.localvars:
            number += 1
        self.versions[f"{name}.{number}"] = name
        return self.define(f"{name}.{number}", loc)

    def get_versions_of(self, name: str) -> set[str]:
        """Return the names of the versions of a variable."""
        return {version for version, own in self.versions.items() if own == name}

    def make_temp(self, loc: Loc) -> Var:
        """Return a variable of the compiler's."""
        number = len(self.localvars)
        while f"$.{number}" in self.localvars:
            number += 1
        return self.define(f"$.{number}", loc)

    @property
    def has_parent(self) -> bool:
        """Whether there is a scope around it."""
        return self.parent is not None

    def __deepcopy__(self, memo: object) -> Scope:
        return self

    def __str__(self) -> str:
        return f"Scope(has_parent={self.has_parent}, num_vars={len(self.localvars)})"


class Block(Node):
    """Statements that run one after the other; the last one says what follows.

    Attributes
    ----------
    handler : int or None
        The label of the block that exceptions of the statements go to. It begins with the expression ``caught_exception``.
    """

    handler: int | None = None

    def __init__(self, scope: Scope, loc: Loc) -> None:
        self.scope, self.loc = scope, loc
        self.body: list[Any] = []

    def copy(self) -> Block:
        """Return a block with the same statements."""
        made = Block(self.scope, self.loc)
        made.body = self.body[:]
        if self.handler is not None:
            made.handler = self.handler
        return made

    def find_exprs(self, op: str | None = None) -> Iterator[Expr]:
        """Yield the expressions that are assigned; those with an operation."""
        for stmt in self.body:
            if isinstance(stmt, Assign) and isinstance(stmt.value, Expr) and op in (None, stmt.value.op):
                yield stmt.value

    def find_insts(self, cls: Any = None) -> Iterator[Any]:
        """Yield the statements of a class."""
        return (stmt for stmt in self.body if cls is None or isinstance(stmt, cls))

    def find_variable_assignment(self, name: str) -> Any:
        """Return the last assignment to a variable; None where there is none."""
        found = (stmt for stmt in reversed(self.body) if isinstance(stmt, Assign) and stmt.target.name == name)
        return next(found, None)

    def prepend(self, inst: Any) -> None:
        """Put a statement in front."""
        self.body.insert(0, inst)

    def append(self, inst: Any) -> None:
        """Put a statement at the end."""
        self.body.append(inst)

    def remove(self, inst: Any) -> None:
        """Take a statement out."""
        for k, known in enumerate(self.body):
            if known is inst:
                del self.body[k]
                return
        self.body.remove(inst)

    def clear(self) -> None:
        """Take all statements out."""
        del self.body[:]

    def dump(self, file: Any = None) -> None:
        """Print the statements."""
        for inst in self.body:
            used = sorted(map(str, inst.list_vars())) if isinstance(inst, Inst) else []
            print(f"    {inst!s:<40} {used}", file=file or sys.stdout)

    @property
    def terminator(self) -> Any:
        """The last statement."""
        return self.body[-1]

    @property
    def is_terminated(self) -> bool:
        """Whether the last statement says what follows."""
        return bool(self.body) and getattr(self.body[-1], "is_terminator", False)

    def verify(self) -> None:
        """Raise VerificationError unless the last statement, and no other, says what follows."""
        ends = [k for k, stmt in enumerate(self.body) if getattr(stmt, "is_terminator", False)]
        if ends != [len(self.body) - 1]:
            found = f"those at {ends} of {len(self.body)}" if ends else "none"
            raise VerificationError(f"of the statements of a block only the last says what follows, and here {found}")

    def insert_after(self, stmt: Any, other: Any) -> None:
        """Put a statement behind another one."""
        index = next((k for k, known in enumerate(self.body) if known is other), None)
        self.body.insert((self.body.index(other) if index is None else index) + 1, stmt)

    def insert_before_terminator(self, stmt: Any) -> None:
        """Put a statement in front of the last one."""
        self.body.insert(len(self.body) - 1, stmt)

    def __str__(self) -> str:
        return f"<ir.Block at {self.loc.short()}>"


def build_definitions(blocks: dict[int, Block], definitions: Any = None) -> dict[str, list[Any]]:
    """Return the values that are assigned to each variable."""
    from collections import defaultdict

    found = defaultdict(list) if definitions is None else definitions
    for block in blocks.values():
        for stmt in block.body:
            if isinstance(stmt, Assign):
                found.setdefault(stmt.target.name, []).append(stmt.value)
    return found


class FunctionIR:
    """A function.

    Attributes
    ----------
    blocks : dict
        The blocks by their labels; the lowest is where the function begins.
    arg_names, arg_count : tuple of str, int
        The parameters.
    func_id : FunctionIdentity
        Which function it is.
    is_generator : bool
        Whether it has ``yield``.
    """

    def __init__(
        self, blocks: Any, is_generator: bool, func_id: Any, loc: Loc, definitions: Any, arg_count: int, arg_names: Any
    ) -> None:
        self.blocks, self.is_generator, self.func_id, self.loc = blocks, is_generator, func_id, loc
        self.arg_count, self.arg_names = arg_count, arg_names
        self._definitions = build_definitions(blocks) if definitions is None else definitions
        self.block_entry_vars: dict[Any, Any] = {}
        self.generator_info = None

    definitions_of = staticmethod(build_definitions)

    def derive(
        self, blocks: Any, arg_count: Any = None, arg_names: Any = None, force_non_generator: bool = False, loc: Any = None
    ) -> FunctionIR:
        """Return a function of other blocks, with what is not given as in this one."""
        made = copy(self)
        made.blocks, made._definitions = blocks, build_definitions(blocks)
        made.arg_count = self.arg_count if arg_count is None else arg_count
        made.arg_names = self.arg_names if arg_names is None else arg_names
        made.is_generator = self.is_generator and not force_non_generator
        made.loc = self.loc if loc is None else loc
        return made

    def copy(self) -> FunctionIR:
        """Return a function whose blocks are other objects."""
        made = copy(self)
        made.blocks = {label: block.copy() for label, block in self.blocks.items()}
        made.block_entry_vars = {}
        made._definitions = {name: list(values) for name, values in self._definitions.items()}
        return made

    def deepcopy(self) -> FunctionIR:
        """Return a function whose statements are other objects, too."""
        made = self.copy()
        for block in made.blocks.values():
            block.body = [deepcopy(stmt) for stmt in block.body]
        made._definitions = build_definitions(made.blocks)
        return made

    def equal_ir(self, other: object) -> bool:
        """Whether another function has the same blocks."""
        return isinstance(other, FunctionIR) and self.blocks == other.blocks

    def diff_str(self, other: FunctionIR) -> str:
        """Return how another function differs."""
        import difflib

        return "\n".join(difflib.unified_diff(self.dump_to_string().splitlines(), other.dump_to_string().splitlines()))

    def get_block_entry_vars(self, block: Block) -> set[str]:
        """Return the variables that are needed where a block begins."""
        from coluber.core.analysis import compute_cfg_from_blocks, compute_live_map, compute_use_defs

        usedefs = compute_use_defs(self.blocks)
        live = compute_live_map(compute_cfg_from_blocks(self.blocks), self.blocks, usedefs.usemap, usedefs.defmap)
        return next((live[label] for label, known in self.blocks.items() if known is block), set())

    def get_definition(self, value: Any, lhs_only: bool = False) -> Any:
        """Return what a variable is assigned, if that is one thing.

        Parameters
        ----------
        value : Var or str
            The variable. Anything else is its own definition.
        lhs_only : bool
            Whether the last variable in a chain of assignments is wanted.

        Raises
        ------
        KeyError
            It has no definition, or several.
        """
        last = value
        while isinstance(value, (Var, str)):
            last, value = value, self._only_definition(value if isinstance(value, str) else value.name)
        return last if lhs_only else value

    def _only_definition(self, name: str) -> Any:
        found = self._definitions.get(name) or build_definitions(self.blocks).get(name, [])
        if len(found) != 1:
            raise KeyError(f"{name!r} is assigned in {len(found) or 'no'} places")
        return found[0]

    def get_assignee(self, rhs_value: Any, in_blocks: Any = None) -> Var:
        """Return the variable that an expression is assigned to."""
        blocks = self.blocks.values() if in_blocks is None else in_blocks
        for block in [blocks] if isinstance(blocks, Block) else blocks:
            for stmt in (self.blocks[block] if isinstance(block, int) else block).find_insts(Assign):
                if stmt.value is rhs_value or stmt.value == rhs_value:
                    return stmt.target
        raise ValueError(f"{rhs_value} is assigned to nothing")

    def infer_constant(self, name: Any) -> Any:
        """Return the constant that a variable is, or raise ConstantInferenceError."""
        from coluber.core.program_ir.constants import constant_of

        return constant_of(self, name)

    def dump(self, file: Any = None) -> None:
        """Print the blocks."""
        for label, block in sorted(self.blocks.items()):
            handled = "" if block.handler is None else f" (exceptions go to {block.handler})"
            print(f"label {label}:{handled}", file=file or sys.stdout)
            block.dump(file)

    def dump_to_string(self) -> str:
        """Return what `dump` prints."""
        from io import StringIO

        text = StringIO()
        self.dump(text)
        return text.getvalue()

    def __repr__(self) -> str:
        return f"<FunctionIR of {getattr(self.func_id, 'func_qualname', self.func_id)}>"
