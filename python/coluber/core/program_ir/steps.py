"""What the passes of this compiler's names do when a pipeline is run over the IR that programs see."""

from __future__ import annotations

from coluber.core.program_ir.nodes import Const, Expr, Var
from coluber.core.program_ir.statements import Assign, SetItem, StaticSetItem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from coluber.core.types import Type


def read(state: Any) -> bool:
    """Make the IR of the function."""
    from coluber.core.program_ir.reading import read_function

    function, dispatcher = state.func_id.func, state.get("dispatcher")
    jitted = dispatcher if getattr(dispatcher, "py_func", None) is function else None
    state.func_ir = read_function(function, state.func_id, jitted)
    return True


def rewrite_untyped(state: Any) -> bool:
    """Apply the rewrites that need no types."""
    if state.flags.no_rewrites:
        return False
    from coluber.core.program_ir.statics import use_constants
    from coluber.core.rewrites import rewrite_registry

    use_constants(state.func_ir)
    rewrite_registry.apply("before-inference", state)
    return True


def rewrite_typed(state: Any) -> bool:
    """Apply the rewrites that need types."""
    if state.flags.no_rewrites:
        return False
    from coluber.core.rewrites import rewrite_registry

    rewrite_registry.apply("after-inference", state)
    return True


def infer(state: Any) -> bool:
    """Find the types of the variables, as the compiler does for the code that the IR stands for."""
    from coluber import _native
    from coluber.core.program_ir.writing import write_function
    from coluber.core.types.base import from_id

    made = write_function(state.func_ir, state.func_id.func, state.get("last_pass", ""))
    numbers = tuple(ty.id for ty in state.args)
    wanted, note = state.get("wanted"), state.get("before_inference")
    if note is not None:
        note(made)
    try:
        result, found = _native.variables(_dispatcher(state), made, numbers, None if wanted is None else wanted.id)
    except Exception:
        state.is_untypable = True
        raise
    state.return_type = from_id(result)
    state.typemap = _typemap(state, [(name, from_id(number)) for name, number in found])
    state.calltypes = _calltypes(state)
    return False


def _dispatcher(state: Any) -> Any:
    """Return the jitted function that is compiled; a new one where programs run passes themselves."""
    if state.get("dispatcher") is None:
        from coluber.core.decorators import compiled

        state.dispatcher = compiled(state.func_id.func, {})
    return state.dispatcher


class TypeMap(dict):
    """The types of variables; what no control flow reaches has none."""

    def __missing__(self, name: str) -> Type:
        from coluber.core.types import undefined

        return undefined


def _typemap(state: Any, found: list[tuple[str, Type]]) -> TypeMap:
    from coluber.core import types

    known = TypeMap((f"arg.{name}", ty) for name, ty in zip(state.func_ir.arg_names, state.args, strict=False))
    for name, ty in found:
        known[name] = ty if known.get(name, ty) == ty else _meeting(state, known[name], ty)
    for block in state.func_ir.blocks.values():
        for stmt in block.find_insts(Assign):
            _add_type(state, known, stmt, types)
    return known


def _meeting(state: Any, one: Type, other: Type) -> Type:
    return state.typingctx.unify_types(one, other) or other


def _add_type(state: Any, known: TypeMap, stmt: Assign, types: Any) -> None:
    """Add the type of a variable that exists in the IR alone; constants have literal types."""
    name, value = stmt.target.name, stmt.value
    if isinstance(value, Const) and isinstance(value.value, (bool, int, str)):
        single = len(state.func_ir._definitions.get(name, ())) == 1
        known[name] = types.literal(value.value) if single else known.get(name, types.undefined)
    elif name not in known and isinstance(value, Expr):
        if value.op == "iternext":
            items = (
                other.target.name
                for block in state.func_ir.blocks.values()
                for other in block.find_insts(Assign)
                if isinstance(other.value, Expr) and other.value.op == "pair_first" and other.value.value == stmt.target
            )
            known[name] = types.Pair(known[next(items, "")], types.boolean)
        elif value.op in ("pair_second", "call"):
            # Whether there is an item, and what branches ask for.
            known[name] = types.boolean


def _calltypes(state: Any) -> dict[Any, Any]:
    """Return the signature of each operation: the types of its result and its operands."""
    from coluber.core import types
    from coluber.core.typing import Signature

    typemap = state.typemap
    found: dict[Any, Any] = {}
    for block in state.func_ir.blocks.values():
        for stmt in block.body:
            if isinstance(stmt, Assign) and isinstance(stmt.value, Expr):
                operands = _operands(stmt.value)
                if operands is not None:
                    found[stmt.value] = Signature(typemap[stmt.target.name], [typemap[var.name] for var in operands])
            elif isinstance(stmt, (SetItem, StaticSetItem)):
                index = stmt.index if isinstance(stmt, SetItem) else stmt.index_var
                given = [typemap[var.name] for var in (stmt.target, index, stmt.value) if isinstance(var, Var)]
                found[stmt] = Signature(types.none, given)
    return found


_OPERANDS: dict[str, Callable[[Expr], list[Var]]] = {
    "binop": lambda expr: [expr.lhs, expr.rhs],
    "inplace_binop": lambda expr: [expr.lhs, expr.rhs],
    "unary": lambda expr: [expr.value],
    "call": lambda expr: [*expr.args, *(var for _, var in expr.kws)],
    "getitem": lambda expr: [expr.value, expr.index],
    "static_getitem": lambda expr: [expr.value, *([expr.index_var] if expr.index_var is not None else [])],
    "getiter": lambda expr: [expr.value],
    "iternext": lambda expr: [expr.value],
}


def _operands(expr: Expr) -> list[Var] | None:
    operands = _OPERANDS.get(expr.op)
    return None if operands is None else operands(expr)


def ask_about_jitted(state: Any) -> bool:
    """Ask callables of the program which calls of jitted functions are inlined."""
    from coluber.core.inlining import registered

    if not registered:
        return False
    from coluber.core.program_ir.inlining import inline_jitted

    return inline_jitted(state)


def ask_about_implementations(state: Any) -> bool:
    """Ask callables of the program which uses of implementations are inlined."""
    from coluber.core.inlining import registered

    if not registered:
        return False
    from coluber.core.program_ir.inlining import inline_overloads

    return inline_overloads(state)


def preserve(state: Any) -> bool:
    """Keep a copy of the IR among the metadata."""
    state.metadata["preserved_ir"] = state.func_ir.copy()
    return False


def remove_dead_code(state: Any) -> bool:
    """Take out what nothing needs."""
    from coluber.core.program_ir.editing import dead_code_elimination

    return dead_code_elimination(state.func_ir)


def simplify(state: Any) -> bool:
    """Put blocks together that follow each other."""
    from coluber.core.program_ir.editing import simplify_CFG

    state.func_ir.blocks = simplify_CFG(state.func_ir.blocks)
    return True


# Passes that are not here have nothing to do on this IR: the compiler does their work on its own.
STEPS: dict[str, Callable[[Any], bool]] = {
    "TranslateByteCode": read,
    "GenericRewrites": rewrite_untyped,
    "InlineInlinables": ask_about_jitted,
    "NopythonTypeInference": infer,
    "InlineOverloads": ask_about_implementations,
    "NopythonRewrites": rewrite_typed,
    "PreserveIR": preserve,
    "DeadCodeElimination": remove_dead_code,
    "SimplifyCFG": simplify,
}
