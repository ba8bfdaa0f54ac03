"""What each neutral instruction is in the IR that programs see."""

from __future__ import annotations

import builtins
import operator

from coluber.core.program_ir.nodes import Const, Expr, FreeVar, Global, Var, Yield
from coluber.core.program_ir.statements import (
    Assign,
    Branch,
    Del,
    DelAttr,
    DelItem,
    Jump,
    Raise,
    Return,
    SetAttr,
    SetItem,
)
from coluber.core.program_ir.stream import UnreadableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BINARY = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "@": operator.matmul, "<<": operator.lshift, ">>": operator.rshift,
    "&": operator.and_, "|": operator.or_, "^": operator.xor,
}  # fmt: skip
INPLACE = {
    "+": operator.iadd, "-": operator.isub, "*": operator.imul, "/": operator.itruediv, "//": operator.ifloordiv,
    "%": operator.imod, "**": operator.ipow, "@": operator.imatmul, "<<": operator.ilshift, ">>": operator.irshift,
    "&": operator.iand, "|": operator.ior, "^": operator.ixor,
}  # fmt: skip
COMPARE = {
    "<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
UNARY = {"+": operator.pos, "-": operator.neg, "~": operator.invert, "not": operator.not_}


# What the variables are called that hold the managers of with statements.
MANAGER = "with_manager"


def is_manager(var: Var) -> bool:
    """Whether a variable holds the manager of a with statement."""
    return var.name.startswith("$") and MANAGER in var.name


class Operations:
    """One method for each instruction; what a stack is, and where statements go, is said by the class that has them."""

    stack: list[Any]

    # ---------------------------------------------------------------------------------------------- constants and names

    def op_load_const(self, value: Any) -> None:
        self.push(Const(value, self.loc), "const")

    def op_load_global(self, name: str) -> None:
        self.push(Global(name, self.reader.global_value(name), self.loc), "load_global")

    def op_load_builtin(self, name: str) -> None:
        self.push(Global(name, getattr(builtins, name), self.loc), "load_builtin")

    def op_load_fast(self, number: int) -> None:
        variable = self.reader.variable(self.local(self.reader.stream.local_names[number]), self.loc)
        if self.reader.may_be_unbound(number, self.span.start):
            # What handles that is behind this block, not where the value is used.
            self.push(variable, "load_fast")
        else:
            self.stack.append(variable)

    def op_store_fast(self, number: int) -> None:
        self.store(self.reader.stream.local_names[number])

    def op_delete_fast(self, number: int) -> None:
        self.block.append(Del(self.local(self.reader.stream.local_names[number]), self.loc, unbinds=True))

    def op_delete_deref(self, number: int) -> None:
        self.block.append(Del(self.reader.stream.deref_names[number], self.loc, unbinds=True))

    def op_load_fast_and_clear(self, number: int) -> None:
        from coluber.core.program_ir.reading import Saved

        name = self.reader.stream.local_names[number]
        self.stack.append(Saved(name, f"{name}.{self.instr.offset}"))

    def op_make_cell(self, number: int) -> None:
        pass

    def op_load_deref(self, number: int) -> None:
        stream = self.reader.stream
        name = stream.deref_names[number]
        if number < stream.cell_count:
            variable = self.reader.variable(name, self.loc)
            if self.reader.is_changed_inside(name):
                # A call may change it before the value is used.
                self.push(variable, "load_deref")
            else:
                self.stack.append(variable)
            return
        index = number - stream.cell_count
        self.push(FreeVar(index, name, self.reader.free_value(index), self.loc), "load_deref")

    def op_load_closure(self, number: int) -> None:
        stream = self.reader.stream
        if number < stream.cell_count:
            self.stack.append(self.reader.variable(stream.deref_names[number], self.loc))
        else:
            self.op_load_deref(number)

    def op_store_deref(self, number: int) -> None:
        stream = self.reader.stream
        if number >= stream.cell_count:
            # It can't be compiled, be it with passes or without.
            name = stream.deref_names[number]
            raise UnreadableError(f"assignment to the variable '{name}' of a function that is not compiled", loc=self.loc)
        self.store(stream.deref_names[number])

    # ------------------------------------------------------------------------------------------------------- attributes

    def op_load_attr(self, name: str) -> None:
        self.push(Expr.getattr(self.pop(), name, self.loc), "load_attr")

    def op_store_attr(self, name: str) -> None:
        value, target = self.pop_many(2)
        self.block.append(SetAttr(target, name, value, self.loc))

    def op_delete_attr(self, name: str) -> None:
        self.block.append(DelAttr(self.pop(), name, self.loc))

    def op_subscript(self) -> None:
        value, index = self.pop_many(2)
        self.push(Expr.getitem(value, index, self.loc), "binary_subscr")

    def op_store_subscript(self) -> None:
        value, target, index = self.pop_many(3)
        self.block.append(SetItem(target, index, value, self.loc))

    def op_delete_subscript(self) -> None:
        target, index = self.pop_many(2)
        self.block.append(DelItem(target, index, self.loc))

    # -------------------------------------------------------------------------------------------------------- operators

    def op_unary(self, symbol: str) -> None:
        self.push(Expr.unary(UNARY[symbol], self.pop(), self.loc), "unary")

    def op_binary(self, symbol: str) -> None:
        lhs, rhs = self.pop_many(2)
        self.push(Expr.binop(BINARY[symbol], lhs, rhs, self.loc), f"binop_{BINARY[symbol].__name__.strip('_')}")

    def op_inplace(self, symbol: str) -> None:
        lhs, rhs = self.pop_many(2)
        made = Expr.inplace_binop(INPLACE[symbol], BINARY[symbol], lhs, rhs, self.loc)
        self.push(made, f"binop_{INPLACE[symbol].__name__}")

    def op_compare(self, symbol: str) -> None:
        lhs, rhs = self.pop_many(2)
        self.push(Expr.binop(COMPARE[symbol], lhs, rhs, self.loc), "compare_op")

    def op_is(self, invert: bool) -> None:
        lhs, rhs = self.pop_many(2)
        self.push(Expr.binop(operator.is_not if invert else operator.is_, lhs, rhs, self.loc), "is_op")

    def op_contains(self, invert: bool) -> None:
        item, container = self.pop_many(2)
        self.push(Expr.binop(operator.contains, item, container, self.loc), "contains_op")
        if invert:
            self.push(Expr.unary(operator.not_, self.pop(), self.loc), "contains_op")

    def op_to_bool(self) -> None:
        self._call_builtin("bool", [self.pop()], "to_bool")

    def op_get_len(self) -> None:
        self._call_builtin("len", [self.stack[-1]], "get_len")

    def _call_builtin(self, name: str, args: list[Any], what: str) -> Var:
        function = self.new(name)
        self.block.append(Assign(Global(name, getattr(builtins, name), self.loc), function, self.loc))
        return self.push(Expr.call(function, args, (), self.loc), what)

    # ------------------------------------------------------------------------------------------------------- containers

    def op_build_tuple(self, count: int) -> None:
        self.push(Expr.build_tuple(self.pop_many(count), self.loc), "build_tuple")

    def op_build_list(self, count: int) -> None:
        self.push(Expr.build_list(self.pop_many(count), self.loc), "build_list")

    def op_build_set(self, count: int) -> None:
        self.push(Expr.build_set(self.pop_many(count), self.loc), "build_set")

    def op_build_map(self, count: int) -> None:
        items = self.pop_many(2 * count)
        pairs = list(zip(items[::2], items[1::2], strict=True))
        self.push(Expr.build_map(pairs, count, None, {}, self.loc), "build_map")

    def op_build_string(self, count: int) -> None:
        self.push(Expr("build_string", self.loc, items=self.pop_many(count)), "build_string")

    def op_build_slice(self, count: int) -> None:
        self._call_builtin("slice", self.pop_many(count), "build_slice")

    def _change(self, op: str, depth: int, **operands: Any) -> None:
        """Put something into the container at a depth of the stack, which gets a new variable."""
        target = self.stack[-depth]
        made = self.new(op)
        self.block.append(Assign(Expr(op, self.loc, target=target, **operands), made, self.loc))
        self.stack[-depth] = made

    def op_list_append(self, depth: int) -> None:
        self._change("list_append", depth, value=self.pop())

    def op_list_extend(self, depth: int) -> None:
        value = self.pop()
        if not self._spells_list(depth, value):
            self._change("list_extend", depth, value=value)

    def _spells_list(self, depth: int, value: Var) -> bool:
        """Write a list of constants out, which CPython makes of a tuple."""
        last = self.block.body[-2:]
        if depth != 1 or len(last) != 2 or last[1].target is not value or last[0].target is not self.stack[-1]:
            return False
        empty, items = last[0].value, last[1].value
        if not (isinstance(empty, Expr) and empty.op == "build_list" and not empty.items and isinstance(items, Const)):
            return False
        if type(items.value) is not tuple:
            return False
        del self.block.body[-2:]
        self.pop()
        self.push(Expr.build_list([self.constant(item) for item in items.value], self.loc), "build_list")
        return True

    def op_set_add(self, depth: int) -> None:
        self._change("set_add", depth, value=self.pop())

    def op_set_update(self, depth: int) -> None:
        self._change("set_update", depth, value=self.pop())

    def op_map_add(self, depth: int) -> None:
        key, value = self.pop_many(2)
        self._change("map_add", depth, key=key, value=value)

    def op_dict_merge(self, depth: int) -> None:
        self._change("dict_merge", depth, value=self.pop())

    def op_dict_update(self, depth: int) -> None:
        self._change("dict_update", depth, value=self.pop())

    def op_list_to_tuple(self) -> None:
        self.push(Expr("list_to_tuple", self.loc, value=self.pop()), "list_to_tuple")

    def op_unpack(self, count: int) -> None:
        self._unpack(Expr.exhaust_iter(self.pop(), count, self.loc), count)

    def op_unpack_ex(self, before: int, after: int) -> None:
        self._unpack(Expr("unpack_ex", self.loc, value=self.pop(), before=before, after=after), before + after + 1)

    def _unpack(self, items: Expr, count: int) -> None:
        whole = self.push(items, "unpack_sequence")
        self.pop()
        for k in range(count):
            self.push(Expr.static_getitem(whole, k, None, self.loc), "unpack_sequence")
        self.stack[len(self.stack) - count :] = reversed(self.stack[len(self.stack) - count :])

    # ------------------------------------------------------------------------------------------------------------- text

    def op_convert(self, conversion: str) -> None:
        self.push(Expr("convert_value", self.loc, value=self.pop(), conversion=conversion), "convert_value")

    def op_format(self, has_spec: bool) -> None:
        spec = self.pop() if has_spec else None
        self.push(Expr("format_value", self.loc, value=self.pop(), spec=spec), "format_value")

    # ------------------------------------------------------------------------------------------------------------ calls

    def op_make_function(self, defaults: bool, kwdefaults: bool, annotations: bool, closure: bool) -> None:
        code = self.reader.stream.instrs and self.pop()
        cells = self.pop() if closure else None
        if annotations:
            self.drop(self.pop())
        named = self.pop() if kwdefaults else None
        given = self.pop() if defaults else None
        definition = next(stmt.value for stmt in reversed(self.block.body) if getattr(stmt, "target", None) is code)
        made = Expr.make_function(None, definition.value, cells, given, self.loc)
        if named is not None:
            made.kwdefaults = named
        self.push(made, "make_function")

    def op_call(self, count: int, names: tuple[str, ...]) -> None:
        function, *args = self.pop_many(count + 1)
        if self._is_exit(function, args):
            self.push(Expr("with_exit", self.loc, value=function, exception=None), "with_exit")
            return
        positional = len(args) - len(names)
        kws = list(zip(names, args[positional:], strict=True))
        self.push(Expr.call(function, args[:positional], kws or (), self.loc), "call")

    def op_call_ex(self, has_kwargs: bool) -> None:
        varkwarg = self.pop() if has_kwargs else None
        function, vararg = self.pop_many(2)
        self.push(Expr.call(function, [], (), self.loc, vararg=vararg, varkwarg=varkwarg), "call_function_ex")

    def op_import_name(self, name: str) -> None:
        level, fromlist = self.pop_many(2)
        self.push(Expr("import_name", self.loc, name=name, level=level, fromlist=fromlist), "import_name")

    def op_import_from(self, name: str) -> None:
        self.push(Expr("import_from", self.loc, value=self.stack[-1], name=name), "import_from")

    # --------------------------------------------------------------------------------------------------------- patterns

    def op_match_mapping(self) -> None:
        self.push(Expr("match_mapping", self.loc, value=self.stack[-1]), "match_mapping")

    def op_match_sequence(self) -> None:
        self.push(Expr("match_sequence", self.loc, value=self.stack[-1]), "match_sequence")

    def op_match_keys(self) -> None:
        value, keys = self.stack[-2:]
        self.push(Expr("match_keys", self.loc, value=value, keys=keys), "match_keys")

    def op_match_class(self, positional: int) -> None:
        value, cls, names = self.pop_many(3)
        self.push(Expr("match_class", self.loc, value=value, cls=cls, names=names, positional=positional), "match_class")

    # ----------------------------------------------------------------------------------------------------- control flow

    def op_get_iter(self) -> None:
        self.push(Expr.getiter(self.pop(), self.loc), "get_iter")

    def op_for_iter(self, exhausted: int) -> None:
        iterator = self.pop()
        pair = self.push(Expr.iternext(iterator, self.loc), "for_iter")
        self.pop()
        item = self.push(Expr.pair_first(pair, self.loc), "for_iter")
        found = self.push(Expr.pair_second(pair, self.loc), "for_iter")
        del self.stack[-2:]
        leave = self.enter(exhausted)
        self.stack.extend((iterator, item))
        self.block.append(Branch(found, self.enter(self.span.end), leave, self.loc))

    def op_jump(self, target: int) -> None:
        self.block.append(Jump(self.enter(target), self.loc))

    def op_pop_jump_if(self, when: str, target: int) -> None:
        value = self.pop()
        if when in ("none", "not none"):
            fn = operator.is_ if when == "none" else operator.is_not
            condition = self.push(Expr.binop(fn, value, self.constant(None), self.loc), "pred")
        else:
            condition = self._call_builtin("bool", [value], "pred")
        self.pop()
        jump, go_on = self.enter(target), self.enter(self.span.end)
        labels = (go_on, jump) if when == "false" else (jump, go_on)
        self.block.append(Branch(condition, *labels, self.loc))

    def op_return(self) -> None:
        value = self.push(Expr.cast(self.pop(), self.loc), "return_value")
        self.block.append(Return(value, self.loc))

    def op_yield(self) -> None:
        number = self.reader.numbers[" yields"] = self.reader.numbers.get(" yields", 0) + 1
        self.push(Yield(self.pop(), self.loc, number), "yield_value")

    def op_get_yield_from_iter(self) -> None:
        self.op_get_iter()

    def op_yield_from(self) -> None:
        self.push(Expr("yield_from", self.loc, value=self.pop()), "yield_from")

    def op_nothing(self) -> None:
        pass

    def op_raise(self, argc: int) -> None:
        cause = self.pop() if argc == 2 else None
        handled = self._handled()
        again = argc == 0 and handled is not None
        raised = Raise(handled if again else self.pop() if argc else None, self.loc)
        raised.again, raised.handled, raised.cause = again, None if again else handled, cause
        self.block.append(raised)

    def op_reraise(self) -> None:
        raised = Raise(self.pop(), self.loc)
        raised.again = True
        self.block.append(raised)

    def _handled(self) -> Var | None:
        """Return the exception that is being handled."""
        from coluber.core.program_ir.reading import Previous

        return next((item.handled for item in reversed(self.stack) if isinstance(item, Previous)), None)

    def op_push_exc_info(self) -> None:
        from coluber.core.program_ir.reading import Previous

        caught = self.pop()
        self.stack.extend((Previous(caught), caught))

    def op_pop_except(self) -> None:
        self.pop()

    def op_check_exc_match(self) -> None:
        classes = self.pop()
        self.push(Expr("exception_match", self.loc, value=self.stack[-1], classes=classes), "exception_match")

    # ---------------------------------------------------------------------------------------------------- with statements

    def op_before_with(self) -> None:
        manager = self.pop()
        kept = self.push(manager, MANAGER)
        self.push(Expr("with_enter", self.loc, value=kept), "with_enter")

    def op_with_except_start(self) -> None:
        manager, exception = self.stack[-4], self.stack[-1]
        self.push(Expr("with_exit", self.loc, value=manager, exception=exception), "with_exit")

    def _is_exit(self, function: Any, args: list[Any]) -> bool:
        """Whether a call is that of ``__exit__`` at the normal end of a block."""
        return isinstance(function, Var) and is_manager(function) and len(args) == 3

    # ------------------------------------------------------------------------------------------------------------ stack

    def op_copy(self, depth: int) -> None:
        self.stack.append(self.stack[-depth])

    def op_swap(self, depth: int) -> None:
        self.stack[-1], self.stack[-depth] = self.stack[-depth], self.stack[-1]

    def op_pop(self) -> None:
        self.pop()
