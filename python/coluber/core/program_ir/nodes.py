"""Variables, values and statements of the IR that programs see."""

from __future__ import annotations

import operator
from copy import copy

from coluber.core.report import Location

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


class Loc(Location):
    """A place in Python source."""

    def __init__(
        self, filename: str, line: int, col: int | None = None, end_col: int | None = None, maybe_decorator: bool = False
    ) -> None:
        super().__init__(filename, line, col, end_col)

    @classmethod
    def from_function_id(cls, func_id: Any) -> Loc:
        """Return the place where a function begins."""
        return cls(func_id.filename, func_id.firstlineno)

    def with_lineno(self, line: int, col: int | None = None) -> Loc:
        """Return the place of another line of the same file."""
        return type(self)(self.filename, line, col)


unknown_loc = Loc("unknown location", 0, 0)


class Undefined:
    """What is not known; there is one such object."""

    def __new__(cls) -> Undefined:
        """Return the object."""
        return globals().get("UNDEFINED") or super().__new__(cls)

    def __repr__(self) -> str:
        return "Undefined"

    def __reduce__(self) -> str:
        return "UNDEFINED"

    def __deepcopy__(self, memo: object) -> Undefined:
        return self


UNDEFINED = Undefined()

_PLACES = ("loc", "scope")


class Node:
    """Base of all parts: two are equal when all but their places is; each is a key of its own in a dict."""

    loc: Loc

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._parts() == other._parts()

    __hash__ = object.__hash__

    def _parts(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _PLACES}

    def __repr__(self) -> str:
        return str(self)


class AbstractRHS(Node):
    """What a variable can be assigned."""


class Inst(AbstractRHS):
    """What has operands."""

    def list_vars(self) -> list[Var]:
        """Return the variables in it."""
        return list(_variables(self._parts().values()))


def _variables(values: Iterable[Any]) -> Iterator[Var]:
    for value in values:
        if isinstance(value, Var):
            yield value
        elif isinstance(value, Inst):
            yield from value.list_vars()
        elif isinstance(value, (list, tuple)):
            yield from _variables(value)
        elif isinstance(value, dict):
            yield from _variables(value.values())


class Stmt(Inst):
    """A statement of a block."""

    is_terminator = False
    is_exit = False


class Terminator(Stmt):
    """The last statement of a block."""

    is_terminator = True

    def get_targets(self) -> list[int]:
        """Return the labels of the blocks that may follow."""
        return []


# ---------------------------------------------------------------------------------------------------------------- values


class Var(AbstractRHS):
    """A variable.

    Parameters
    ----------
    scope : Scope
        Where it belongs.
    name : str
        Its name; those of the compiler begin with ``$``.
    loc : Loc
        Where it is used.
    """

    def __init__(self, scope: Any, name: str, loc: Loc) -> None:
        self.scope, self.name, self.loc = scope, name, loc

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Var) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Var({self.name}, {self.loc.short()})"

    def __str__(self) -> str:
        return self.name

    def __deepcopy__(self, memo: object) -> Var:
        return type(self)(self.scope, self.name, self.loc)

    @property
    def is_temp(self) -> bool:
        """Whether the compiler made it."""
        return self.name.startswith("$")

    @property
    def unversioned_name(self) -> str:
        """The name in the program."""
        versions = getattr(self.scope, "versions", {})
        return versions.get(self.name, self.name)

    @property
    def versioned_names(self) -> set[str]:
        """The names of all versions of it but the first."""
        return self.scope.get_versions_of(self.unversioned_name)

    @property
    def all_names(self) -> set[str]:
        """The names of all versions of it."""
        return self.versioned_names | {self.unversioned_name}


class _Known(AbstractRHS):
    """A value that is known."""

    value: Any

    def infer_constant(self) -> Any:
        """Return the value."""
        return self.value

    def __deepcopy__(self, memo: object) -> Any:
        return copy(self)


class Const(_Known):
    """A constant."""

    def __init__(self, value: Any, loc: Loc, use_literal_type: bool = True) -> None:
        self.value, self.loc, self.use_literal_type = value, loc, use_literal_type

    def __str__(self) -> str:
        return f"const({type(self.value).__name__}, {self.value})"


class Global(_Known):
    """A global variable, whose value is known."""

    def __init__(self, name: str, value: Any, loc: Loc) -> None:
        self.name, self.value, self.loc = name, value, loc

    def __str__(self) -> str:
        return f"global({self.name}: {self.value})"


class FreeVar(_Known):
    """A variable of an enclosing function, whose value is known."""

    def __init__(self, index: int, name: str, value: Any, loc: Loc) -> None:
        self.index, self.name, self.value, self.loc = index, name, value, loc

    def __str__(self) -> str:
        return f"freevar({self.name}: {self.value})"


class Arg(AbstractRHS):
    """A parameter."""

    def __init__(self, name: str, index: int, loc: Loc) -> None:
        self.name, self.index, self.loc = name, index, loc

    def __str__(self) -> str:
        return f"arg({self.index}, name={self.name})"

    def infer_constant(self) -> Any:
        """Refuse: it is known when the function is called."""
        from coluber.core.errors import ConstantInferenceError

        raise ConstantInferenceError(f"{self} is not a constant", loc=self.loc)


class Yield(Inst):
    """``yield value``; what it gives is what is sent."""

    def __init__(self, value: Var, loc: Loc, index: int) -> None:
        self.value, self.loc, self.index = value, loc, index

    def __str__(self) -> str:
        return f"yield {self.value}"


_SYMBOLS = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.truediv: "/", operator.floordiv: "//",
    operator.mod: "%", operator.pow: "**", operator.matmul: "@", operator.lshift: "<<", operator.rshift: ">>",
    operator.and_: "&", operator.or_: "|", operator.xor: "^", operator.lt: "<", operator.le: "<=", operator.eq: "==",
    operator.ne: "!=", operator.gt: ">", operator.ge: ">=", operator.is_: "is", operator.is_not: "is not",
    operator.contains: "in",
}  # fmt: skip


class Expr(Inst):
    """An operation on variables; its operands are attributes.

    Parameters
    ----------
    op : str
        What is done: ``binop``, ``call``, ``getattr`` and so on.
    loc : Loc
        Where.
    **kws
        The operands.
    """

    def __init__(self, op: str, loc: Loc, **kws: Any) -> None:
        for name, value in (("op", op), ("loc", loc), ("_kws", kws)):
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in self._kws:
            return self._kws[name]
        raise AttributeError(f"the expression {self.__dict__.get('op')} has no {name}", name=name, obj=self)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("op", "loc", "_kws"):
            object.__setattr__(self, name, value)
        else:
            self._kws[name] = value

    def __copy__(self) -> Expr:
        return Expr(self.op, self.loc, **self._kws)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_expr, (self.op, self.loc, self._kws)

    @classmethod
    def binop(cls, fn: Any, lhs: Var, rhs: Var, loc: Loc) -> Expr:
        """``lhs op rhs``; `fn` is the function of module `operator`."""
        return cls("binop", loc, fn=fn, lhs=lhs, rhs=rhs, static_lhs=UNDEFINED, static_rhs=UNDEFINED)

    @classmethod
    def inplace_binop(cls, fn: Any, immutable_fn: Any, lhs: Var, rhs: Var, loc: Loc) -> Expr:
        """``lhs op= rhs``."""
        parts = {"fn": fn, "immutable_fn": immutable_fn, "lhs": lhs, "rhs": rhs}
        return cls("inplace_binop", loc, **parts, static_lhs=UNDEFINED, static_rhs=UNDEFINED)

    @classmethod
    def unary(cls, fn: Any, value: Var, loc: Loc) -> Expr:
        """``op value``."""
        return cls("unary", loc, fn=fn, value=value)

    @classmethod
    def call(
        cls, func: Var, args: Any, kws: Any, loc: Loc, vararg: Any = None, varkwarg: Any = None, target: Any = None
    ) -> Expr:
        """``func(*args, **kws)``; `kws` are pairs of a name and a variable, `vararg` is what follows a star."""
        return cls("call", loc, func=func, args=args, kws=kws, vararg=vararg, varkwarg=varkwarg, target=target)

    @classmethod
    def build_tuple(cls, items: Any, loc: Loc) -> Expr:
        """``(*items,)``."""
        return cls("build_tuple", loc, items=items)

    @classmethod
    def build_list(cls, items: Any, loc: Loc) -> Expr:
        """``[*items]``."""
        return cls("build_list", loc, items=items)

    @classmethod
    def build_set(cls, items: Any, loc: Loc) -> Expr:
        """``{*items}``."""
        return cls("build_set", loc, items=items)

    @classmethod
    def build_map(cls, items: Any, size: int, literal_value: Any, value_indexes: Any, loc: Loc) -> Expr:
        """Make a dict of pairs of variables."""
        return cls("build_map", loc, items=items, size=size, literal_value=literal_value, value_indexes=value_indexes)

    @classmethod
    def pair_first(cls, value: Var, loc: Loc) -> Expr:
        """Take the item that `iternext` has found."""
        return cls("pair_first", loc, value=value)

    @classmethod
    def pair_second(cls, value: Var, loc: Loc) -> Expr:
        """Whether `iternext` has found an item."""
        return cls("pair_second", loc, value=value)

    @classmethod
    def getiter(cls, value: Var, loc: Loc) -> Expr:
        """``iter(value)``."""
        return cls("getiter", loc, value=value)

    @classmethod
    def iternext(cls, value: Var, loc: Loc) -> Expr:
        """Look for the next item of an iterator: the item, and whether there is one."""
        return cls("iternext", loc, value=value)

    @classmethod
    def exhaust_iter(cls, value: Var, count: int, loc: Loc) -> Expr:
        """Make a tuple of the items of `value`, of which there must be `count`."""
        return cls("exhaust_iter", loc, value=value, count=count)

    @classmethod
    def getattr(cls, value: Var, attr: str, loc: Loc) -> Expr:
        """``value.attr``."""
        return cls("getattr", loc, value=value, attr=attr)

    @classmethod
    def getitem(cls, value: Var, index: Var, loc: Loc) -> Expr:
        """``value[index]``."""
        return cls("getitem", loc, value=value, index=index, fn=operator.getitem)

    @classmethod
    def typed_getitem(cls, value: Var, dtype: Any, index: Var, loc: Loc) -> Expr:
        """``value[index]`` of a known type."""
        return cls("typed_getitem", loc, value=value, dtype=dtype, index=index, fn=operator.getitem)

    @classmethod
    def static_getitem(cls, value: Var, index: Any, index_var: Any, loc: Loc) -> Expr:
        """``value[index]`` with a constant."""
        return cls("static_getitem", loc, value=value, index=index, index_var=index_var, fn=operator.getitem)

    @classmethod
    def cast(cls, value: Var, loc: Loc) -> Expr:
        """Take a value as what the function returns."""
        return cls("cast", loc, value=value)

    @classmethod
    def phi(cls, loc: Loc) -> Expr:
        """One of several values, by the block that control comes from."""
        return cls("phi", loc, incoming_values=[], incoming_blocks=[])

    @classmethod
    def make_function(cls, name: Any, code: Any, closure: Any, defaults: Any, loc: Loc) -> Expr:
        """Make an inner function."""
        return cls("make_function", loc, name=name, code=code, closure=closure, defaults=defaults)

    @classmethod
    def null(cls, loc: Loc) -> Expr:
        """Nothing."""
        return cls("null", loc)

    @classmethod
    def undef(cls, loc: Loc) -> Expr:
        """Leave a variable without a value."""
        return cls("undef", loc)

    @classmethod
    def dummy(cls, op: str, info: Any, loc: Loc) -> Expr:
        """Make an operation of the program's own, which has to be replaced before the code is compiled."""
        return cls(op, loc, info=info)

    def list_vars(self) -> list[Var]:
        """Return the variables in it."""
        return list(_variables(self._kws.values()))

    def infer_constant(self) -> Any:
        """Refuse: only a function knows what its variables are."""
        from coluber.core.errors import ConstantInferenceError

        raise ConstantInferenceError(f"{self} is not a constant", loc=self.loc)

    def __str__(self) -> str:
        known = self._kws.keys()
        if self.op == "binop" and known >= {"fn", "lhs", "rhs"}:
            return f"{self.lhs} {_SYMBOLS.get(self.fn, self.fn)} {self.rhs}"
        if self.op == "call" and known >= {"func", "args", "kws", "vararg", "varkwarg"}:
            names = [f"{name}={value}" for name, value in self.kws]
            stars = [f"{star}{value}" for star, value in (("*", self.vararg), ("**", self.varkwarg)) if value is not None]
            return f"call {self.func}({', '.join([*map(str, self.args), *names, *stars])})"
        return f"{self.op}({', '.join(f'{name}={value}' for name, value in self._kws.items())})"


def _made_expr(op: str, loc: Loc, kws: dict[str, Any]) -> Expr:
    return Expr(op, loc, **kws)
