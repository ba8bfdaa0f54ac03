"""Functions whose ``assert`` statements a test runner has rewritten: the compiler is given them as they are written.

pytest makes calls of its own functions of them, which explain what was compared. Modules that it has rewritten have its name
`MARK` among their globals.
"""

from __future__ import annotations

from types import CodeType
from weakref import WeakKeyDictionary

from coluber.core.source import definition, replacement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

MARK = "@pytest_ar"

_written: WeakKeyDictionary[FunctionType, FunctionType] = WeakKeyDictionary()


def as_written(function: FunctionType) -> FunctionType:
    """Return a function without what pytest has made of its assertions; itself where there is nothing, or no source."""
    if not _is_rewritten(function.__code__):
        return function
    if function not in _written:
        node = definition(function)
        if node is None:
            return function
        _written[function] = replacement(node, function)
    return _written[function]


def _is_rewritten(code: CodeType) -> bool:
    return MARK in code.co_names or any(isinstance(part, CodeType) and _is_rewritten(part) for part in code.co_consts)
