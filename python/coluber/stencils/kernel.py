"""Kernels of stencils with the element's indices as parameters: ``a[-1]`` becomes ``a[i - 1]``."""

from __future__ import annotations

import ast
import linecache
from collections import Counter

from coluber.core.errors import NumbaValueError
from coluber.core.source import definition, function_of, place, stored_names
from coluber.stencils.constants import constant, variables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Set
    from types import FunctionType
    from typing import Any

    from coluber.stencils.neighborhood import Neighborhood


class Kernel:
    """A stencil's kernel, made for arrays of one number of axes.

    Parameters
    ----------
    function : function
        The kernel as it was written.
    arrays : tuple of str
        The parameters that are arrays and may be indexed relatively.
    ndim : int
        Number of axes of the first one.
    neighborhood : tuple of pairs, optional
        The user's neighborhood.
    copies : bool
        Whether relative indices are those of other arrays, which are parameters after the kernel's own.

    Attributes
    ----------
    function : function
        Takes an index for each axis, the kernel's arguments, and the copies.
    relative : list of str
        The parameters that are indexed relatively.
    neighborhood : list of pairs
        The first and the last relative index in each axis.
    """

    def __init__(
        self, function: FunctionType, arrays: tuple[str, ...], ndim: int, neighborhood: Neighborhood | None, copies: bool
    ) -> None:
        node = _definition(function)
        names = Counter(stored_names(node))
        taken = {*names, *(part.id for part in ast.walk(node) if isinstance(part, ast.Name))}
        indices = [_unused(f"i{axis}", taken) for axis in range(ndim)]
        shift = _Shift(function, _aliases(node, arrays, names), indices, variables(node, function), neighborhood)
        if copies:
            shift.copies = {name: _unused(f"{name}_padded", taken) for name in arrays}
        shift.generic_visit(node)
        if not shift.accesses:
            raise NumbaValueError(
                f"the stencil kernel {function.__name__}() does not index an array relatively", loc=place(node, function)
            )
        self.relative = [name for name in arrays if name in shift.accesses]
        self.neighborhood = shift.neighborhood()
        before = [ast.arg(name) for name in indices]
        after = [ast.arg(shift.copies[name]) for name in self.relative if copies]
        node.args.args = [*before, *node.args.args, *after]
        self.function = function_of(ast.fix_missing_locations(node), function)


def _definition(function: FunctionType) -> ast.FunctionDef:
    """Return the definition of a kernel, for the caller to change; its parameters are given by position."""
    node = definition(function)
    if not isinstance(node, ast.FunctionDef):
        code = function.__code__
        read = linecache.getline(code.co_filename, code.co_firstlineno, function.__globals__)
        raise NumbaValueError(
            f"the stencil kernel {function.__qualname__}() cannot be compiled: its source is needed, and "
            f"{code.co_filename} {'does not have it' if read else 'cannot be read'} (line {code.co_firstlineno})"
        )
    node.args.args = [*node.args.posonlyargs, *node.args.args]
    node.args.posonlyargs = []
    return node


def _unused(name: str, taken: Set[str]) -> str:
    """Return a name that a function does not use."""
    name = f"_{name}"
    while name in taken:
        name = f"_{name}"
    return name


def _aliases(node: ast.FunctionDef, arrays: tuple[str, ...], names: Counter[str]) -> dict[str, str]:
    """Return the names of arrays: the parameters, and variables that only ever are one of them."""
    known = {name: name for name in arrays}
    for part in ast.walk(node):
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Name) and part.value.id in known:
            for target in part.targets:
                if isinstance(target, ast.Name) and names[target.id] == 1:
                    known[target.id] = known[part.value.id]
    return known


class _Shift(ast.NodeTransformer):
    """Adds the element's indices to relative ones, and notes which there are."""

    def __init__(
        self,
        function: FunctionType,
        arrays: dict[str, str],
        indices: list[str],
        local: dict[str, int | None],
        given: Neighborhood | None,
    ) -> None:
        self.function = function
        self.arrays = arrays
        self.indices = indices
        self.local = local
        self.given = given
        self.copies: dict[str, str] = {}
        self.accesses: set[str] = set()
        self._found: list[set[int]] = [set() for _ in indices]

    def neighborhood(self) -> Neighborhood:
        """Return the neighborhood that was given, or that of the indices."""
        return self.given or tuple((min(found), max(found)) for found in self._found)

    def _fail(self, message: str, node: ast.AST) -> Any:
        raise NumbaValueError(f"stencil kernel {self.function.__name__}(): {message}", loc=place(node, self.function))

    # ---------------------------------------------------------------------------------------------------------- nodes

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Shift the index of an array."""
        if not isinstance(node.value, ast.Name) or node.value.id not in self.arrays:
            return self.generic_visit(node)
        name = self.arrays[node.value.id]
        if not isinstance(node.ctx, ast.Load):
            self._fail(f"the array '{name}' is indexed relatively, its elements cannot be assigned", node)
        self.accesses.add(name)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if len(parts) != len(self.indices) or any(isinstance(part, ast.Starred) for part in parts):
            self._fail(f"an index of '{name}' must have {len(self.indices)} parts, one for each axis", node)
        shifted = [self._part(part, name, axis) for axis, part in enumerate(parts)]
        index = shifted[0] if len(shifted) == 1 else ast.copy_location(ast.Tuple(shifted, ast.Load()), node.slice)
        array = ast.copy_location(ast.Name(self.copies.get(name, name), ast.Load()), node.value)
        return ast.copy_location(ast.Subscript(array, index, ast.Load()), node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Refuse that an array's name gets another value."""
        if not isinstance(node.ctx, ast.Load) and node.id in self.arrays and self.arrays[node.id] == node.id:
            self._fail(f"the array '{node.id}' cannot be assigned", node)
        return node

    def _scope(self, node: Any) -> ast.AST:
        """Visit a function inside of the kernel, whose parameters hide names."""
        arrays = self.arrays
        hidden = {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}
        self.arrays = {name: array for name, array in arrays.items() if name not in hidden}
        changed = self.generic_visit(node)
        self.arrays = arrays
        return changed

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Visit a function inside of the kernel."""
        return self._scope(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Visit a function inside of the kernel."""
        return self._scope(node)

    # -------------------------------------------------------------------------------------------------------- indices

    def _part(self, part: ast.expr, name: str, axis: int) -> ast.expr:
        if not isinstance(part, ast.Slice):
            return self._shifted(part, name, axis, 0)
        if part.lower is None or part.upper is None:
            self._fail(f"a slice of '{name}' needs both ends", part)
        if part.step is not None and (constant(part.step, self.function, self.local) or 0) < 1:
            self._fail(f"the step of a slice of '{name}' must be a positive constant", part)
        lower, upper = self._shifted(part.lower, name, axis, 0), self._shifted(part.upper, name, axis, -1)
        return ast.copy_location(ast.Slice(lower, upper, part.step), part)

    def _shifted(self, part: ast.expr, name: str, axis: int, last: int) -> ast.expr:
        """Return the sum of the element's index and a relative one; `last` leads from this to the element that is read."""
        value = constant(part, self.function, self.local)
        self._note(value, part, name, axis, last)
        index = ast.copy_location(ast.Name(self.indices[axis], ast.Load()), part)
        if value == 0:
            return index
        relative = self.visit(part) if value is None else ast.copy_location(ast.Constant(value), part)
        return ast.copy_location(ast.BinOp(index, ast.Add(), relative), part)

    def _note(self, value: int | None, part: ast.expr, name: str, axis: int, last: int) -> None:
        if self.given is None:
            if isinstance(part, ast.Constant) and value is None:
                self._fail(f"an index of '{name}' must be an integer, not {part.value!r}", part)
            if value is None:
                self._fail(f"an index of '{name}' is not constant, so that the option 'neighborhood' is needed", part)
            self._found[axis].add(value + last)
        elif value is not None and not _is_within(value + last, self.given[axis]):
            self._fail(f"the index {value} of '{name}' is outside of the neighborhood, {self.given[axis]} in axis {axis}", part)


def _is_within(index: int, bounds: tuple[int | str, int | str]) -> bool:
    """Whether an index is within the neighborhood in an axis, as far as that is known."""
    first, last = bounds
    return (isinstance(first, str) or first <= index) and (isinstance(last, str) or index <= last)
