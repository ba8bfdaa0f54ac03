"""The neutral instructions of each statement of the IR that programs see."""

from __future__ import annotations

from coluber.core.program_ir.emission_values import UnwritableError, Values
from coluber.core.program_ir.nodes import Arg, Expr, Var
from coluber.core.program_ir.statements import Assign, Branch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.program_ir.function import Block
    from coluber.core.program_ir.writing import Writer


class Emission(Values):
    """Gives statements to a writer: a method for each class of statements."""

    def __init__(self, writer: Writer) -> None:
        super().__init__(writer)
        # Conditions that branches ask for themselves, and of what.
        self.tested: dict[str, Var] = {}

    def block(self, label: int, block: Block) -> None:
        """Write a block."""
        body = list(block.body)
        at = 0
        while at < len(body):
            stmt = body[at]
            try:
                if self._is_next(stmt):
                    at = self._iteration(body, at)
                    continue
                if not self._is_tested(body, at):
                    self.statement(stmt)
            except UnwritableError as error:
                error.stmt, error.loc = error.stmt or stmt, error.loc or getattr(stmt, "loc", None)
                raise
            except Exception as error:
                # Whatever a program has put where variables belong.
                reason = f"{type(error).__name__}: {error}"
                raise UnwritableError(reason, stmt, getattr(stmt, "loc", None)) from error
            at += 1

    # ------------------------------------------------------------------------------------------------------- statements

    def statement(self, stmt: Any) -> None:
        """Write a statement."""
        self.loc = getattr(stmt, "loc", None)
        method = getattr(self, f"stmt_{type(stmt).__name__}", None)
        if method is None:
            raise UnwritableError(f"{type(stmt).__name__} is no statement that the compiler knows")
        method(stmt)

    def stmt_Assign(self, stmt: Assign) -> None:
        value = stmt.value
        if isinstance(value, Arg):
            self._argument(value, stmt.target)
            return
        if isinstance(value, Expr):
            self.loc = value.loc or self.loc
        self.value(value)
        self.store(stmt.target)

    def _argument(self, value: Arg, target: Var) -> None:
        names = self.writer.like.__code__.co_varnames
        if not 0 <= value.index < self.writer._parameter_count():
            raise UnwritableError(f"the function has no parameter {value.index}")
        name = names[value.index]
        if name != target.name:
            known = Var(target.scope, name, target.loc)
            self.writer.definitions.setdefault(name, []).append(value)
            self.load(known)
            self.store(target)

    def stmt_SetItem(self, stmt: Any) -> None:
        self.load_all((stmt.value, stmt.target, stmt.index))
        self.emit("store_subscript")

    def stmt_StaticSetItem(self, stmt: Any) -> None:
        self.load_all((stmt.value, stmt.target))
        self.constant(stmt.index)
        self.emit("store_subscript")

    def stmt_DelItem(self, stmt: Any) -> None:
        self.load_all((stmt.target, stmt.index))
        self.emit("delete_subscript")

    def stmt_SetAttr(self, stmt: Any) -> None:
        self.load_all((stmt.value, stmt.target))
        self.emit("store_attr", self.name(stmt.attr))

    def stmt_DelAttr(self, stmt: Any) -> None:
        self.load(stmt.target)
        self.emit("delete_attr", self.name(stmt.attr))

    def stmt_StoreMap(self, stmt: Any) -> None:
        self.load_all((stmt.value, stmt.dct, stmt.key))
        self.emit("store_subscript")

    def stmt_Del(self, stmt: Any) -> None:
        if stmt.unbinds:
            cell = self.writer.cells.get(stmt.value)
            row = ("delete_fast", self.writer.local(stmt.value)) if cell is None else ("delete_deref", cell)
            self.emit(*row)

    def stmt_Print(self, stmt: Any) -> None:
        self.constant(print)
        if stmt.vararg is not None:
            self._star(stmt.args, stmt.vararg)
            self.emit("call_ex", False)
        else:
            self.emit("call", self.load_all(stmt.args), ())
        self.emit("pop")

    def stmt_Raise(self, stmt: Any) -> None:
        if stmt.exception is None:
            self.emit("raise", 0)
            return
        if stmt.again:
            self.load(stmt.exception)
            self.emit("reraise")
            return
        if stmt.handled is not None:
            # The compiler finds there in which context the exception is raised.
            self.load(stmt.handled)
        self.load(stmt.exception)
        if stmt.cause is not None:
            self.load(stmt.cause)
        self.emit("raise", 1 if stmt.cause is None else 2)

    def stmt_StaticRaise(self, stmt: Any) -> None:
        if stmt.exc_class is None:
            self.emit("raise", 0)
            return
        handled = getattr(stmt, "handled", None)
        if handled is not None:
            self.load(handled)
        self.constant(stmt.exc_class)
        args = stmt.exc_args or ()
        for value in args:
            if isinstance(value, Var):
                self.load(value)
            else:
                self.constant(value)
        self.emit("call", len(args), ())
        self.emit("raise", 1)

    stmt_DynamicRaise = stmt_StaticRaise

    def stmt_Return(self, stmt: Any) -> None:
        self.load(stmt.value)
        self.emit("return")

    def stmt_Jump(self, stmt: Any) -> None:
        self.writer.jump(self.loc, "jump", stmt.target)

    def stmt_Branch(self, stmt: Branch) -> None:
        self.load(self.tested.get(getattr(stmt.cond, "name", ""), stmt.cond))
        self.writer.jump(self.loc, "pop_jump_if", "true", stmt.truebr)
        self.writer.jump(self.loc, "jump", stmt.falsebr)

    def _tested(self, cond: Any) -> Var | None:
        """Return the variable whose truth is asked for, where ``bool`` is called for the branch alone."""
        call = self.writer.definition(cond) if isinstance(cond, Var) else None
        is_call = isinstance(call, Expr) and call.op == "call" and self.writer.uses.get(cond.name) == 2
        if not is_call or len(call.args) != 1 or call.kws or call.vararg is not None or call.varkwarg is not None:
            return None
        return call.args[0] if self.writer.is_builtin(call.func, bool) else None

    def _is_tested(self, body: list[Any], at: int) -> bool:
        """Whether a statement calls ``bool`` for the branch behind it, which asks for the truth itself."""
        stmt = body[at]
        rest = body[at + 1 :]
        if not (isinstance(stmt, Assign) and rest and isinstance(rest[-1], Branch) and rest[-1].cond == stmt.target):
            return False
        tested = self._tested(stmt.target)
        if tested is None or any(isinstance(other, Assign) and other.target == tested for other in rest):
            return False
        self.tested[stmt.target.name] = tested
        return True

    # -------------------------------------------------------------------------------------------------------- iteration

    def _is_next(self, stmt: Any) -> bool:
        return isinstance(stmt, Assign) and isinstance(stmt.value, Expr) and stmt.value.op == "iternext"

    def _iteration(self, body: list[Any], at: int) -> int:
        """Write a step of an iterator, and what takes it apart; returns where the rest of the block begins."""
        pair, iterator = body[at].target, body[at].value.value
        parts = {"pair_first": None, "pair_second": None}
        end = at + 1
        while end < len(body) and self._is_part(body[end], pair):
            parts[body[end].value.op] = body[end].target
            end += 1
        self.loc = body[at].loc
        last = body[end] if end < len(body) else None
        is_loop = isinstance(last, Branch) and last.cond == parts["pair_second"] and self.writer.uses.get(last.cond.name) == 2
        if is_loop:
            self._loop_head(iterator, parts["pair_first"], last)
            return end + 1
        self._step(iterator, parts["pair_first"], parts["pair_second"])
        return end

    def _is_part(self, stmt: Any, pair: Var) -> bool:
        is_expr = isinstance(stmt, Assign) and isinstance(stmt.value, Expr)
        return is_expr and stmt.value.op in ("pair_first", "pair_second") and stmt.value.value == pair

    def _loop_head(self, iterator: Var, item: Var | None, branch: Branch) -> None:
        self.load(iterator)
        self.writer.jump(self.loc, "for_iter", branch.falsebr)
        self._take(iterator, item)
        self.writer.jump(branch.loc, "jump", branch.truebr)

    def _step(self, iterator: Var, item: Var | None, found: Var | None) -> None:
        """Write a step that is not the head of a loop: whether there is an item is a value."""
        flag = found.name if found is not None else f"{iterator.name}.found"
        self.constant(False)
        self.store_name(flag)
        self.load(iterator)
        head = self.emit("for_iter", None)
        self._take(iterator, item)
        self.constant(True)
        self.store_name(flag)
        row, *rest = self.writer.instrs[head]
        self.writer.instrs[head] = ((row[0], len(self.writer.instrs)), *rest)

    def _take(self, iterator: Var, item: Var | None) -> None:
        """Keep the item that an iterator gave, and the iterator as it is then."""
        if item is None:
            self.emit("pop")
        else:
            self.store(item)
        self.store(iterator)
