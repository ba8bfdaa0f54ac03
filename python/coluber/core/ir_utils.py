"""Helpers for passes and rewrites of programs; the functions are those of `coluber.core.program_ir`."""

from __future__ import annotations

from coluber.core.analysis import compute_cfg_from_blocks, compute_live_map, compute_use_defs
from coluber.core.program_ir.editing import (
    add_offset_to_labels,
    compile_to_numba_ir,
    dead_code_elimination,
    dump_block,
    dump_blocks,
    find_max_label,
    find_topo_order,
    fixup_var_define_in_scope,
    flatten_labels,
    get_ir_of_code,
    get_name_var_table,
    get_unused_var_name,
    mk_unique_var,
    next_label,
    remove_args,
    remove_dead,
    remove_dels,
    rename_labels,
    replace_arg_nodes,
    replace_returns,
    replace_var_callback,
    replace_var_names,
    replace_vars,
    replace_vars_inner,
    replace_vars_stmt,
    simplify_CFG,
    transfer_scope,
    visit_vars,
    visit_vars_inner,
    visit_vars_stmt,
)
from coluber.core.program_ir.function import build_definitions
from coluber.core.program_ir.searching import (
    GuardException,
    find_build_sequence,
    find_callname,
    find_const,
    find_outer_value,
    get_definition,
    get_stmt_writes,
    guard,
    index_var_of_get_setitem,
    is_get_setitem,
    is_getitem,
    is_namedtuple_class,
    is_operator_or_getitem,
    is_setitem,
    require,
    set_index_var_of_get_setitem,
)

__all__ = [
    "GuardException", "add_offset_to_labels", "build_definitions", "compile_to_numba_ir", "compute_cfg_from_blocks",
    "compute_live_map", "compute_use_defs", "dead_code_elimination", "dump_block", "dump_blocks", "find_build_sequence",
    "find_callname", "find_const", "find_max_label", "find_outer_value", "find_topo_order", "fixup_var_define_in_scope",
    "flatten_labels", "get_definition", "get_ir_of_code", "get_name_var_table", "get_stmt_writes",
    "get_unused_var_name", "guard", "index_var_of_get_setitem", "is_get_setitem", "is_getitem", "is_namedtuple_class",
    "is_operator_or_getitem", "is_setitem", "mk_unique_var", "next_label", "remove_args", "remove_dead", "remove_dels",
    "rename_labels", "replace_arg_nodes", "replace_returns", "replace_var_callback", "replace_var_names",
    "replace_vars", "replace_vars_inner", "replace_vars_stmt", "require", "set_index_var_of_get_setitem",
    "simplify_CFG", "transfer_scope", "visit_vars", "visit_vars_inner", "visit_vars_stmt",
]  # fmt: skip


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have core.ir_utils.{name} yet", name)
