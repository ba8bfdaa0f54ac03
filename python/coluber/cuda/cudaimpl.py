"""Where Numba's programs register lowerings for kernels; here kernels and other functions share them."""

from __future__ import annotations

from coluber.core.imputils import builtin_registry as registry

__all__ = ["lower", "lower_attr", "lower_constant", "registry"]

lower = registry.lower
lower_attr = registry.lower_getattr
lower_constant = registry.lower_constant
