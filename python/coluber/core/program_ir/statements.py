"""Statements of the IR that programs see."""

from __future__ import annotations

from coluber.core.program_ir.nodes import Loc, Stmt, Terminator, Var

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Assign(Stmt):
    """``target = value``, where the value is a variable, an expression or a known value."""

    def __init__(self, value: Any, target: Var, loc: Loc) -> None:
        self.value, self.target, self.loc = value, target, loc

    def __str__(self) -> str:
        return f"{self.target} = {self.value}"


class SetItem(Stmt):
    """``target[index] = value``."""

    def __init__(self, target: Var, index: Var, value: Var, loc: Loc) -> None:
        self.target, self.index, self.value, self.loc = target, index, value, loc

    def __str__(self) -> str:
        return f"{self.target}[{self.index}] = {self.value}"


class StaticSetItem(Stmt):
    """``target[index] = value`` with a constant index."""

    def __init__(self, target: Var, index: Any, index_var: Any, value: Var, loc: Loc) -> None:
        self.target, self.index, self.index_var, self.value, self.loc = target, index, index_var, value, loc

    def __str__(self) -> str:
        return f"{self.target}[{self.index!r}] = {self.value}"


class DelItem(Stmt):
    """``del target[index]``."""

    def __init__(self, target: Var, index: Var, loc: Loc) -> None:
        self.target, self.index, self.loc = target, index, loc

    def __str__(self) -> str:
        return f"del {self.target}[{self.index}]"


class SetAttr(Stmt):
    """``target.attr = value``."""

    def __init__(self, target: Var, attr: str, value: Var, loc: Loc) -> None:
        self.target, self.attr, self.value, self.loc = target, attr, value, loc

    def __str__(self) -> str:
        return f"({self.target}).{self.attr} = {self.value}"


class DelAttr(Stmt):
    """``del target.attr``."""

    def __init__(self, target: Var, attr: str, loc: Loc) -> None:
        self.target, self.attr, self.loc = target, attr, loc

    def __str__(self) -> str:
        return f"del ({self.target}).{self.attr}"


class StoreMap(Stmt):
    """``dct[key] = value``."""

    def __init__(self, dct: Var, key: Var, value: Var, loc: Loc) -> None:
        self.dct, self.key, self.value, self.loc = dct, key, value, loc

    def __str__(self) -> str:
        return f"{self.dct}[{self.key}] = {self.value}"


class Del(Stmt):
    """Says that a variable is not needed any more; it means nothing, unless it is a ``del`` statement of the program.

    Parameters
    ----------
    value : str
        The name.
    loc : Loc
        Where.
    unbinds : bool, optional
        Whether the program says ``del``.
    """

    def __init__(self, value: str, loc: Loc, unbinds: bool = False) -> None:
        self.value, self.loc, self.unbinds = value, loc, unbinds

    def __str__(self) -> str:
        return f"del {self.value}"


class Print(Stmt):
    """``print(*args)``."""

    def __init__(self, args: Any, vararg: Any, loc: Loc) -> None:
        self.args, self.vararg, self.loc = tuple(args), vararg, loc
        self.consts: dict[int, Any] = {}

    def __str__(self) -> str:
        return f"print({', '.join(map(str, self.args))})"


class Raise(Terminator):
    """``raise exception``."""

    is_exit = True
    # Whether an exception that was caught is raised on; otherwise the one that is being handled there, if that is known; and
    # the one that follows ``from``.
    again = False
    handled: Var | None = None
    cause: Var | None = None

    def __init__(self, exception: Any, loc: Loc) -> None:
        self.exception, self.loc = exception, loc

    def __str__(self) -> str:
        return f"raise {self.exception}" if self.cause is None else f"raise {self.exception} from {self.cause}"


class StaticRaise(Terminator):
    """``raise exc_class(*exc_args)`` with constants."""

    is_exit = True
    # The exception that is being handled there, if that is known.
    handled: Var | None = None

    def __init__(self, exc_class: Any, exc_args: Any, loc: Loc) -> None:
        self.exc_class, self.exc_args, self.loc = exc_class, exc_args, loc

    def __str__(self) -> str:
        return f"<static> raise {self.exc_class.__name__}({', '.join(map(repr, self.exc_args or ()))})"


class DynamicRaise(Terminator):
    """``raise exc_class(*exc_args)``, where the arguments are constants and variables."""

    is_exit = True

    def __init__(self, exc_class: Any, exc_args: Any, loc: Loc) -> None:
        self.exc_class, self.exc_args, self.loc = exc_class, exc_args, loc

    def __str__(self) -> str:
        return f"<dynamic> raise {self.exc_class.__name__}({', '.join(map(str, self.exc_args or ()))})"


class Return(Terminator):
    """``return value``."""

    is_exit = True

    def __init__(self, value: Var, loc: Loc) -> None:
        self.value, self.loc = value, loc

    def __str__(self) -> str:
        return f"return {self.value}"


class Jump(Terminator):
    """Goes on with the block of a label."""

    def __init__(self, target: int, loc: Loc) -> None:
        self.target, self.loc = target, loc

    def __str__(self) -> str:
        return f"jump {self.target}"

    def get_targets(self) -> list[int]:
        """Return the label."""
        return [self.target]


class Branch(Terminator):
    """Goes on with one of two blocks, by the truth of a variable."""

    def __init__(self, cond: Var, truebr: int, falsebr: int, loc: Loc) -> None:
        self.cond, self.truebr, self.falsebr, self.loc = cond, truebr, falsebr, loc

    def __str__(self) -> str:
        return f"branch {self.cond}, {self.truebr}, {self.falsebr}"

    def get_targets(self) -> list[int]:
        """Return the labels."""
        return [self.truebr, self.falsebr]
