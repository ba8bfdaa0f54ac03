"""The neutral instructions of what is assigned in the IR that programs see."""

from __future__ import annotations

import operator

from coluber.core.program_ir.nodes import UNDEFINED, Const, Expr, FreeVar, Global, Inst, Var, Yield
from coluber.core.program_ir.operations import BINARY, COMPARE, INPLACE, UNARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.program_ir.nodes import Loc
    from coluber.core.program_ir.writing import Writer

_BINARY = {fn: ("binary", symbol) for symbol, fn in BINARY.items()}
_BINARY |= {fn: ("compare", symbol) for symbol, fn in COMPARE.items()}
_BINARY |= {fn: ("inplace", symbol) for symbol, fn in INPLACE.items()}
_BINARY |= {operator.is_: ("is", False), operator.is_not: ("is", True), operator.contains: ("contains", False)}
_UNARY = {fn: symbol for symbol, fn in UNARY.items()}


class UnwritableError(Exception):
    """Something in the IR that has no instructions.

    Parameters
    ----------
    reason : str
        Why.
    stmt : object
        The statement, once it is known.
    loc : Loc
        Where it is.
    """

    def __init__(self, reason: str, stmt: Any = None, loc: Loc | None = None) -> None:
        super().__init__(reason)
        self.reason, self.stmt, self.loc = reason, stmt, loc


# The variable in which a handler finds what it caught.
CAUGHT = "$caught"


class Values:
    """Gives values to a writer: a method for each operation."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.loc: Loc | None = None

    def emit(self, *row: Any) -> int:
        """Add an instruction at the place of the present statement."""
        return self.writer.emit(self.loc, *row)

    # -------------------------------------------------------------------------------------------------------- variables

    def load(self, var: Any) -> None:
        """Push a variable, or a constant in its place."""
        if not isinstance(var, Var):
            raise UnwritableError(f"{var!r} stands where a variable belongs")
        cell = self.writer.cells.get(var.name)
        if cell is not None:
            self.emit("load_deref", cell)
            return
        if var.name not in self.writer.definitions and var.name not in self.writer.like.__code__.co_varnames:
            raise UnwritableError(f"the variable '{var.name}' is assigned nowhere")
        self.emit("load_fast", self.writer.local(var.name))

    def load_all(self, items: Any) -> int:
        """Push variables; returns how many."""
        items = list(items)
        for item in items:
            self.load(item)
        return len(items)

    def store(self, var: Any) -> None:
        """Pop a value into a variable."""
        if not isinstance(var, Var):
            raise UnwritableError(f"{var!r} is assigned to, and is no variable")
        self.store_name(var.name)

    def store_name(self, name: str) -> None:
        """Pop a value into the variable of a name."""
        cell = self.writer.cells.get(name)
        if cell is not None:
            self.emit("store_deref", cell)
        else:
            self.emit("store_fast", self.writer.local(name))

    def name(self, name: Any) -> str:
        """Return the name of an attribute or a parameter."""
        if not isinstance(name, str):
            raise UnwritableError(f"{name!r} stands where a name belongs")
        return name

    def constant(self, value: Any) -> None:
        """Push an object."""
        self.writer.load_value("value", value, self.loc)

    # ----------------------------------------------------------------------------------------------------------- values

    def value(self, value: Any) -> None:
        """Push what is assigned."""
        if isinstance(value, Var):
            self.load(value)
        elif isinstance(value, Const):
            self.constant(value.value)
        elif isinstance(value, Global):
            self.writer.load_global(value)
        elif isinstance(value, FreeVar):
            self._free(value)
        elif isinstance(value, Yield):
            self.load(value.value)
            self.emit("yield")
        elif isinstance(value, Expr):
            method = getattr(self, f"expr_{value.op}", None)
            if method is None:
                raise UnwritableError(f"{value.op} is no operation that the compiler knows")
            method(value)
        else:
            kind = "instruction" if isinstance(value, Inst) else "object"
            raise UnwritableError(f"{value!r} is an {kind} that can't be assigned")

    def _free(self, value: FreeVar) -> None:
        names = self.writer.like.__code__.co_freevars
        cells = self.writer.like.__closure__ or ()
        if value.index is not None and value.index < len(names) and names[value.index] == value.name:
            try:
                known = cells[value.index].cell_contents
            except ValueError:
                known = UNDEFINED
            if known is value.value or value.value is UNDEFINED:
                self.emit("load_deref", self.writer.free_number(value.index))
                return
        self.writer.load_value(value.name, value.value, self.loc)

    def expr_binop(self, expr: Expr) -> None:
        self._binary(expr.fn, expr)

    def expr_inplace_binop(self, expr: Expr) -> None:
        self._binary(expr.fn, expr)

    def _binary(self, fn: Any, expr: Expr) -> None:
        row = _BINARY.get(fn) if callable(fn) else None
        if row is None:
            raise UnwritableError(f"{fn!r} is no operator with two operands")
        self.load_all((expr.lhs, expr.rhs))
        self.emit(*row)

    def expr_unary(self, expr: Expr) -> None:
        symbol = _UNARY.get(expr.fn) if callable(expr.fn) else None
        if symbol is None:
            raise UnwritableError(f"{expr.fn!r} is no operator with one operand")
        self.load(expr.value)
        self.emit("unary", symbol)

    def expr_call(self, expr: Expr) -> None:
        if self.writer.is_builtin(expr.func, slice) and len(expr.args) in (2, 3) and not expr.kws and expr.vararg is None:
            self.load_all(expr.args)
            self.emit("build_slice", len(expr.args))
            return
        self.load(expr.func)
        kws = list(expr.kws.items() if isinstance(expr.kws, dict) else expr.kws)
        if expr.vararg is None and expr.varkwarg is None:
            count = self.load_all([*expr.args, *(value for _, value in kws)])
            self.emit("call", count, tuple(self.name(name) for name, _ in kws))
            return
        self._star(expr.args, expr.vararg)
        has_kwargs = bool(kws) or expr.varkwarg is not None
        if has_kwargs:
            self._double_star(kws, expr.varkwarg)
        self.emit("call_ex", has_kwargs)

    def _star(self, args: Any, vararg: Any) -> None:
        if vararg is not None and not args:
            self.load(vararg)
            return
        self.emit("build_list", self.load_all(args))
        if vararg is not None:
            self.load(vararg)
            self.emit("list_extend", 1)
        self.emit("list_to_tuple")

    def _double_star(self, kws: Any, varkwarg: Any) -> None:
        if not kws:
            self.load(varkwarg)
            return
        for name, value in kws:
            self.constant(name)
            self.load(value)
        self.emit("build_map", len(kws))
        if varkwarg is not None:
            self.load(varkwarg)
            self.emit("dict_merge", 1)

    def expr_build_tuple(self, expr: Expr) -> None:
        if expr.items and all(var.name in self.writer.cells for var in expr.items) and self._is_closure(expr):
            # The function that captures them loads the cells itself.
            self.constant(None)
            return
        self.emit("build_tuple", self.load_all(expr.items))

    def _is_closure(self, expr: Expr) -> bool:
        makes = (make for block in self.writer.func_ir.blocks.values() for make in block.find_exprs("make_function"))
        return any(isinstance(make.closure, Var) and self.writer.definition(make.closure) is expr for make in makes)

    def expr_build_list(self, expr: Expr) -> None:
        self.emit("build_list", self.load_all(expr.items))

    def expr_build_set(self, expr: Expr) -> None:
        self.emit("build_set", self.load_all(expr.items))

    def expr_build_map(self, expr: Expr) -> None:
        self.load_all(item for pair in expr.items for item in pair)
        self.emit("build_map", len(expr.items))

    def expr_build_string(self, expr: Expr) -> None:
        self.emit("build_string", self.load_all(expr.items))

    def expr_getiter(self, expr: Expr) -> None:
        self.load(expr.value)
        self.emit("get_iter")

    def expr_exhaust_iter(self, expr: Expr) -> None:
        self.load(expr.value)
        self.emit("unpack", expr.count)
        self._items(expr.count)

    def expr_unpack_ex(self, expr: Expr) -> None:
        self.load(expr.value)
        self.emit("unpack_ex", expr.before, expr.after)
        self._items(expr.before + expr.after + 1)

    def _items(self, count: int) -> None:
        """Make a tuple of values on the stack, the first of which is on top."""
        names = [f"$item.{k}" for k in range(count)]
        for name in names:
            self.emit("store_fast", self.writer.local(name))
        for name in names:
            self.emit("load_fast", self.writer.local(name))
        self.emit("build_tuple", count)

    def expr_getattr(self, expr: Expr) -> None:
        self.load(expr.value)
        self.emit("load_attr", self.name(expr.attr))

    def expr_getitem(self, expr: Expr) -> None:
        self.load_all((expr.value, expr.index))
        self.emit("subscript")

    expr_typed_getitem = expr_getitem

    def expr_static_getitem(self, expr: Expr) -> None:
        self.load(expr.value)
        self.constant(expr.index)
        self.emit("subscript")

    def expr_cast(self, expr: Expr) -> None:
        self.load(expr.value)

    def expr_make_function(self, expr: Expr) -> None:
        defaults = expr.defaults is not None
        if defaults and isinstance(expr.defaults, Var):
            self.load(expr.defaults)
        elif defaults:
            self.constant(expr.defaults)
        named = expr._kws.get("kwdefaults")
        if named is not None:
            self.load(named)
        items = self.writer.closure_items(expr)
        for var in items:
            index = self.writer.free_index(var)
            number = self.writer.cells[var.name] if index is None else self.writer.free_number(index)
            self.emit("load_closure", number)
        if items:
            self.emit("build_tuple", len(items))
        code = self.writer.definition(expr.code) if isinstance(expr.code, Var) else expr.code
        self.emit("load_const", getattr(code, "value", code))
        self.emit("make_function", defaults, named is not None, False, bool(items))

    # -------------------------------------------------------------------------------- operations that only CPython has

    def expr_caught_exception(self, expr: Expr) -> None:
        self.emit("load_fast", self.writer.local(CAUGHT))

    def expr_with_enter(self, expr: Expr) -> None:
        self.load(expr.value)
        self.emit("before_with")
        self.emit("swap", 2)
        self.emit("pop")

    def expr_with_exit(self, expr: Expr) -> None:
        self.load(expr.value)
        if expr.exception is not None:
            self.load(expr.exception)
        self.emit("with_exit", expr.exception is not None)

    def expr_yield_from(self, expr: Expr) -> None:
        self.load(expr.value)
        self.emit("load_const", None)
        step = self.emit("send", None)
        self.emit("yield")
        self.emit("jump", step)
        row, *rest = self.writer.instrs[step]
        self.writer.instrs[step] = ((row[0], len(self.writer.instrs)), *rest)

    def expr_exception_match(self, expr: Expr) -> None:
        self.load_all((expr.value, expr.classes))
        self.emit("check_exc_match")
        self.emit("swap", 2)
        self.emit("pop")

    def _change(self, expr: Expr, *operands: Any) -> None:
        self.load_all((expr.target, *operands))
        self.emit(expr.op, 1)

    def expr_list_append(self, expr: Expr) -> None:
        self._change(expr, expr.value)

    expr_list_extend = expr_set_add = expr_set_update = expr_dict_merge = expr_dict_update = expr_list_append

    def expr_map_add(self, expr: Expr) -> None:
        self._change(expr, expr.key, expr.value)

    def expr_match_mapping(self, expr: Expr) -> None:
        self.load(expr.value)
        self.emit(expr.op)
        self.emit("swap", 2)
        self.emit("pop")

    expr_match_sequence = expr_match_mapping

    def expr_match_keys(self, expr: Expr) -> None:
        self.load(expr.value)
        self._known(expr.keys)
        self.emit("match_keys")
        self.emit("swap", 3)
        self.emit("pop")
        self.emit("pop")

    def expr_match_class(self, expr: Expr) -> None:
        self.load_all((expr.value, expr.cls))
        self._known(expr.names)
        self.emit("match_class", expr.positional)

    def _known(self, var: Var) -> None:
        """Push a variable, as the constant that it is if it is one."""
        found = self.writer.definition(var)
        if isinstance(found, Const):
            self.constant(found.value)
        else:
            self.load(var)

    def expr_list_to_tuple(self, expr: Expr) -> None:
        self.load(expr.value)
        self.emit("list_to_tuple")

    def expr_convert_value(self, expr: Expr) -> None:
        self.load(expr.value)
        self.emit("convert", expr.conversion)

    def expr_format_value(self, expr: Expr) -> None:
        self.load(expr.value)
        if expr.spec is not None:
            self.load(expr.spec)
        self.emit("format", expr.spec is not None)

    def expr_import_name(self, expr: Expr) -> None:
        for operand in (expr.level, expr.fromlist):
            known = self.writer.definition(operand)
            self.constant(known.value)
        self.emit("import_name", expr.name)

    def expr_import_from(self, expr: Expr) -> None:
        self.load(expr.value)
        self.emit("load_attr", expr.name)
