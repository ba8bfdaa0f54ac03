"""``argparse.Namespace`` in compiled code, which is treated as other namespaces are."""

from __future__ import annotations

import argparse

from coluber.core.extending import implements
from coluber.lib.python.namespaces import class_for, counterpart_of, made_of, original_of, write_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

__all__ = ["counterpart_of", "original_of", "write_back"]


@implements("argparse.Namespace")
def namespace(**given: Any) -> FunctionType:
    """Make a namespace of names."""
    return made_of(argparse.Namespace, tuple(given))


# As in `namespaces`.
class_for(argparse.Namespace, ())
