"""Where Numba's programs register templates for kernels; here kernels and other functions share them."""

from __future__ import annotations

from coluber.core.typing.templates import Registry

__all__ = ["register", "register_attr", "register_global", "registry"]

registry = Registry("cudadecl")

register = registry.register
register_attr = registry.register_attr
register_global = registry.register_global
