"""`coluber.cuda.host.devices` where Numba has it."""

from coluber.cuda.host.devices import current_context as get_context
from coluber.cuda.host.devices import gpus, require_context, reset

__all__ = ["get_context", "gpus", "require_context", "reset"]
