"""Signatures, and the type of a Python value."""

from __future__ import annotations

from coluber.core.typing.templates import Signature, signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Signature", "signature"]


def __getattr__(name: str) -> Any:
    """Load the function ``typeof`` at first use."""
    if name == "typeof":
        from coluber.core.typing.typeof import typeof

        return typeof
    if name in ("make_concrete_template", "fold_arguments"):
        from coluber.core.typing import templates

        return getattr(templates, name)
    if name in ("BaseContext", "Context"):
        from coluber.core.typing import context

        return getattr(context, name)
    from coluber.core.missing import module_or_missing

    return module_or_missing(__name__, name)
