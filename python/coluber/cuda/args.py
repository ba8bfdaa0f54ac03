"""`coluber.cuda.host.arguments` where Numba has it."""

from coluber.cuda.host.arguments import ArgHint, In, InOut, Out, wrap_arg

__all__ = ["ArgHint", "In", "InOut", "Out", "wrap_arg"]
