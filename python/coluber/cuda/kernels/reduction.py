"""Reductions, where Numba has them."""

from coluber.cuda.reduction import Reduce

__all__ = ["Reduce"]
