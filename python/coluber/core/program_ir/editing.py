"""Changes the IR that programs see: variables, labels, blocks, and code that nothing needs."""

from __future__ import annotations

import itertools
from copy import copy
from types import CodeType, FunctionType

from coluber.core.program_ir.nodes import Arg, Expr, Inst, Var
from coluber.core.program_ir.searching import is_pure
from coluber.core.program_ir.statements import Assign, Branch, Del, Jump, Return

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_numbers = itertools.count(1)
_labels = itertools.count(1_000_000)


def mk_unique_var(prefix: str) -> str:
    """Return a name that no variable has."""
    prefix = prefix.replace(".", "_")
    return f"{prefix}.{next(_numbers)}"


def get_unused_var_name(prefix: str, var_table: Any) -> str:
    """Return a name that is not in a table."""
    return next(name for k in itertools.count() if (name := f"{prefix}{k}") not in var_table)


def next_label() -> int:
    """Return a label that no block has."""
    return next(_labels)


# -------------------------------------------------------------------------------------------------------------- variables


def visit_vars(blocks: dict[int, Any], callback: Callable[[Any, Any], Any], cbdata: Any) -> None:
    """Put what a function gives for each variable in its place."""
    for stmt in itertools.chain.from_iterable(block.body for block in blocks.values()):
        visit_vars_stmt(stmt, callback, cbdata)


def visit_vars_stmt(stmt: Any, callback: Callable[[Any, Any], Any], cbdata: Any) -> None:
    """As `visit_vars`, for a statement."""
    parts = _parts(stmt)
    for name in [name for name in parts if name not in ("loc", "scope")]:
        parts[name] = visit_vars_inner(parts[name], callback, cbdata)


def visit_vars_inner(node: Any, callback: Callable[[Any, Any], Any], cbdata: Any) -> Any:
    """As `visit_vars`, for a part of a statement; returns what replaces it."""
    if isinstance(node, Var):
        return callback(node, cbdata)
    if type(node) in (list, tuple):
        return type(node)(visit_vars_inner(item, callback, cbdata) for item in node)
    if isinstance(node, Inst):
        visit_vars_stmt(node, callback, cbdata)
    return node


def _parts(inst: Inst) -> dict[str, Any]:
    """Return what a statement or an operation is made of, by names, to be changed in place."""
    return inst._kws if isinstance(inst, Expr) else vars(inst)


def replace_var_callback(var: Var, vardict: Any) -> Any:
    """Return what a dict has for the name of a variable, or the variable."""
    return vardict.get(var.name, var)


def replace_vars(blocks: dict[int, Any], vardict: Any) -> None:
    """Put other variables in the place of those with the names in a dict."""
    visit_vars(blocks, replace_var_callback, vardict)


def replace_vars_stmt(stmt: Any, vardict: Any) -> None:
    """As `replace_vars`, for a statement."""
    visit_vars_stmt(stmt, replace_var_callback, vardict)


def replace_vars_inner(node: Any, vardict: Any) -> Any:
    """As `replace_vars`, for a part of a statement; returns what replaces it."""
    return visit_vars_inner(node, replace_var_callback, vardict)


def replace_var_names(blocks: dict[int, Any], namedict: dict[str, str]) -> None:
    """Give variables other names."""
    table = get_name_var_table(blocks)
    made = {name: Var(table[name].scope, new, table[name].loc) for name, new in namedict.items() if name in table}
    replace_vars(blocks, made)


def get_name_var_table(blocks: dict[int, Any]) -> dict[str, Var]:
    """Return the variables by their names."""
    table: dict[str, Var] = {}

    def note(var: Var, found: dict[str, Var]) -> Var:
        found.setdefault(var.name, var)
        return var

    visit_vars(blocks, note, table)
    return table


def replace_arg_nodes(block: Any, args: Any) -> None:
    """Put variables in the place of parameters."""
    for stmt in block.body:
        if isinstance(stmt, Assign) and isinstance(stmt.value, Arg):
            stmt.value = args[stmt.value.index]


def replace_returns(blocks: dict[int, Any], target: Var, return_label: int) -> None:
    """Put an assignment and a jump in the place of each return statement."""
    for block in blocks.values():
        if isinstance(block.terminator, Return):
            last = block.body.pop()
            block.append(Assign(last.value, target, last.loc))
            block.append(Jump(return_label, last.loc))


def remove_dels(blocks: dict[int, Any]) -> None:
    """Take out what says where variables are no longer needed."""
    for block in blocks.values():
        block.body = [stmt for stmt in block.body if not isinstance(stmt, Del) or stmt.unbinds]


def insert_dels(func_ir: Any, extend_lifetimes: bool = False) -> None:
    """Say behind the last statement that needs a variable that it is no longer needed."""
    from coluber.core.analysis import compute_cfg_from_blocks, compute_live_map, compute_use_defs

    blocks = func_ir.blocks
    graph, usedefs = compute_cfg_from_blocks(blocks), compute_use_defs(blocks)
    live = compute_live_map(graph, blocks, usedefs.usemap, usedefs.defmap)
    for label in graph.nodes():
        needed = set().union(*(live[other] for other, _ in graph.successors(label)))
        blocks[label].body = _with_dels(blocks[label].body, needed, extend_lifetimes)


def _with_dels(body: list[Any], needed: set[str], extend_lifetimes: bool) -> list[Any]:
    made: list[Any] = []
    seen = set(needed)
    for stmt in reversed(body):
        names = sorted({var.name for var in stmt.list_vars()} - seen) if hasattr(stmt, "list_vars") else []
        seen.update(names)
        dels = [Del(name, stmt.loc) for name in names]
        made[:0] = [stmt, *dels] if not stmt.is_terminator and not extend_lifetimes else [*dels, stmt]
    return made


def remove_args(blocks: dict[int, Any]) -> None:
    """Take out the statements that give parameters their values."""
    for block in blocks.values():
        block.body = [stmt for stmt in block.body if not (isinstance(stmt, Assign) and isinstance(stmt.value, Arg))]


# ----------------------------------------------------------------------------------------------------------------- labels


def find_max_label(blocks: dict[int, Any]) -> int:
    """Return the highest label."""
    return max(blocks)


def _with_labels(blocks: dict[int, Any], labels: dict[int, int]) -> dict[int, Any]:
    made = {}
    for label, block in blocks.items():
        last = block.terminator
        if block.handler is not None:
            block.handler = labels[block.handler]
        if isinstance(last, Jump):
            block.body[-1] = Jump(labels[last.target], last.loc)
        elif isinstance(last, Branch):
            block.body[-1] = Branch(last.cond, labels[last.truebr], labels[last.falsebr], last.loc)
        made[labels[label]] = block
    return made


def add_offset_to_labels(blocks: dict[int, Any], offset: int) -> dict[int, Any]:
    """Return the blocks under higher labels."""
    return _with_labels(blocks, {label: label + offset for label in blocks})


def rename_labels(blocks: dict[int, Any]) -> dict[int, Any]:
    """Return the blocks that can be reached under the labels 0, 1, 2 and so on."""
    order = find_topo_order(blocks)
    return _with_labels({label: blocks[label] for label in order}, {label: k for k, label in enumerate(order)})


flatten_labels = rename_labels


def find_topo_order(blocks: dict[int, Any], cfg: Any = None) -> list[int]:
    """Return the labels, each behind those of blocks that come before it on ways without a turn back."""
    from coluber.core.analysis import compute_cfg_from_blocks

    return (cfg or compute_cfg_from_blocks(blocks)).topo_order()


def simplify_CFG(blocks: dict[int, Any]) -> dict[int, Any]:  # noqa: N802 - the public name
    """Return the blocks without those that only jump, and with those in one that follow each other alone."""
    from coluber.core.analysis import compute_cfg_from_blocks

    first = min(blocks)
    jumps = {
        label: block.terminator.target
        for label, block in blocks.items()
        if len(block.body) == 1 and label != first and isinstance(block.terminator, Jump)
    }

    def end(label: int) -> int:
        seen = set()
        while label in jumps and label not in seen:
            seen.add(label)
            label = jumps[label]
        return label

    kept = {label: block for label, block in blocks.items() if end(label) == label}
    for block in kept.values():
        if block.handler is not None:
            block.handler = end(block.handler)
        for name in ("target", "truebr", "falsebr"):
            if name in vars(block.terminator) and isinstance(block.terminator, (Jump, Branch)):
                block.body[-1] = copy(block.terminator)
                setattr(block.terminator, name, end(getattr(block.terminator, name)))
    graph = compute_cfg_from_blocks(kept)
    for label in [label for label in graph.topo_order() if label != first]:
        before = [other for other, _ in graph.predecessors(label)]
        is_next = len(before) == 1 and isinstance(kept[before[0]].terminator, Jump) and before[0] != label
        if is_next and kept[before[0]].handler == kept[label].handler:
            kept[before[0]].body[-1:] = kept.pop(label).body
            graph = compute_cfg_from_blocks(kept)
    return {label: block for label, block in kept.items() if label in graph.nodes()}


# -------------------------------------------------------------------------------------------------------------- dead code


def dead_code_elimination(func_ir: Any, typemap: Any = None, alias_map: Any = None, arg_aliases: Any = None) -> bool:
    """Take out assignments that nothing reads and that do nothing else; returns whether there were any."""
    changed = any_change = True
    any_change = False
    while changed:
        used = set(_read_names(func_ir.blocks))
        changed = False
        for block in func_ir.blocks.values():
            kept = [stmt for stmt in block.body if not _is_dead(func_ir, stmt, used)]
            changed |= len(kept) != len(block.body)
            block.body = kept
        any_change |= changed
    func_ir._definitions = type(func_ir).definitions_of(func_ir.blocks)
    return any_change


def remove_dead(blocks: Any, args: Any, func_ir: Any, *ignored: Any, **also_ignored: Any) -> bool:
    """As `dead_code_elimination`."""
    return dead_code_elimination(func_ir)


def _read_names(blocks: dict[int, Any]) -> Iterator[str]:
    from coluber.core.analysis import _read

    for block in blocks.values():
        for stmt in block.body:
            if not isinstance(stmt, Del):
                yield from _read(stmt)


def _is_dead(func_ir: Any, stmt: Any, used: set[str]) -> bool:
    if isinstance(stmt, Del):
        return not stmt.unbinds and stmt.value not in used
    if not isinstance(stmt, Assign) or stmt.target.name in used or isinstance(stmt.value, Arg):
        return False
    return is_pure(func_ir, stmt.value)


# ------------------------------------------------------------------------------------------------------- code of functions


def compile_to_numba_ir(
    mk_func: Any, glbls: dict[str, Any], typingctx: Any = None, targetctx: Any = None, arg_typs: Any = None,
    typemap: Any = None, calltypes: Any = None,
) -> Any:  # fmt: skip
    """Return the IR of a function, or of an inner function, whose globals are given; its variables and labels are new.

    Where argument types and a typemap are given, the types of its variables are added to that, and signatures to `calltypes`.
    """
    from coluber.core.errors import UnsupportedError
    from coluber.core.program_ir.reading import read_function

    code = mk_func.code if isinstance(mk_func, Expr) else mk_func if isinstance(mk_func, CodeType) else mk_func.__code__
    closure = getattr(mk_func, "__closure__", None)
    if code.co_freevars and closure is None:
        raise UnsupportedError(f"{code.co_qualname} uses variables of another function: give it what it needs as globals")
    function = FunctionType(code, glbls, code.co_name, getattr(mk_func, "__defaults__", None), closure)
    function.__qualname__ = code.co_qualname
    made = read_function(function)
    if arg_typs is not None and typemap is not None:
        _add_types(made, function, arg_typs, typemap, calltypes)
    names = get_name_var_table(made.blocks)
    new = {name: mk_unique_var(name) for name in names}
    if arg_typs is not None and typemap is not None:
        for name, unique in new.items():
            typemap[unique] = typemap.pop(f" {name}", None)
    replace_var_names(made.blocks, new)
    made.blocks = add_offset_to_labels(made.blocks, next_label())
    for _ in made.blocks:
        next(_labels)
    for _ in range(max(made.blocks) - min(made.blocks)):
        next(_labels)
    made._definitions = type(made).definitions_of(made.blocks)
    return made


def _add_types(made: Any, function: FunctionType, arg_typs: Any, typemap: Any, calltypes: Any) -> None:
    from coluber.core.compiler import FunctionIdentity, State
    from coluber.core.program_ir.steps import infer
    from coluber.core.typing.context import typing_context

    state = State(
        func_ir=made, func_id=FunctionIdentity(function), args=tuple(arg_typs), typingctx=typing_context,
    )  # fmt: skip
    infer(state)
    typemap.update((f" {name}", ty) for name, ty in state.typemap.items())
    if calltypes is not None:
        calltypes.update(state.calltypes)


def get_ir_of_code(glbls: dict[str, Any], fcode: CodeType) -> Any:
    """Return the IR of a code object."""
    from coluber.core.program_ir.reading import read_function

    return read_function(FunctionType(fcode, glbls, fcode.co_name))


def dump_block(label: int, block: Any) -> None:
    """Print a block."""
    print(f"{label}:")
    for stmt in block.body:
        print(f"    {stmt}")


def dump_blocks(blocks: dict[int, Any]) -> None:
    """Print blocks."""
    for label, block in blocks.items():
        dump_block(label, block)


def transfer_scope(block: Any, scope: Any) -> Any:
    """Move the variables of a block to a scope."""
    if block.scope is not scope:
        for name, var in block.scope.localvars.items():
            scope.localvars.setdefault(name, var)
        block.scope = scope
    return block


def fixup_var_define_in_scope(blocks: dict[int, Any]) -> None:
    """Tell the scopes of blocks of all variables in them."""
    for block in blocks.values():
        for name, var in get_name_var_table({0: block}).items():
            block.scope.localvars.setdefault(name, var)
