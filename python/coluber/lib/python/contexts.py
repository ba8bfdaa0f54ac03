"""Context managers that are generators: those of module ``contextlib``, and the package's own."""

from __future__ import annotations

from coluber.core.extending import implements
from coluber.core.threads import set_parallel_chunksize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("coluber.enter_generator")
def enter_generator(manager: Any) -> FunctionType:
    """Return what a manager yields: what ``with`` gives."""

    def impl(manager):
        try:
            return next(manager)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    return impl


@implements("coluber.exit_generator")
def exit_generator(manager: Any, error: Any = None) -> FunctionType:
    """Run what a manager has behind its ``yield``; true when it takes the exception."""

    def impl(manager):
        try:
            next(manager)
        except StopIteration:
            return False
        raise RuntimeError("generator didn't stop")

    def impl_error(manager, error):
        try:
            manager.throw(error)
        except StopIteration:
            return True
        raise RuntimeError("generator didn't stop after throw()")

    return impl if error is None else impl_error


@implements("contextlib.contextmanager")
def contextmanager(func: Any) -> FunctionType:
    """Return the generator function of an inner function: a call of it gives a generator, which ``with`` knows."""
    return lambda func: func


@implements("contextlib.suppress")
def suppress(*exceptions: Any) -> FunctionType:
    """Return a manager that takes exceptions of some classes."""

    def impl(*exceptions):
        try:  # noqa: SIM105
            yield
        except exceptions:
            pass

    return impl


@implements("contextlib.nullcontext")
def nullcontext(enter_result: Any = None) -> FunctionType:
    """Return a manager that does nothing."""

    def impl(enter_result=None):
        yield enter_result

    return impl


@implements("contextlib.closing")
def closing(thing: Any) -> FunctionType:
    """Return a manager that closes something."""

    def impl(thing):
        try:
            yield thing
        finally:
            thing.close()

    return impl


@implements("coluber.core.threads.parallel_chunksize")
def parallel_chunksize(n: Any) -> FunctionType:
    """Return a manager that sets how many iterations of a parallel loop are handed out at a time."""

    def impl(n):
        before = set_parallel_chunksize(n)
        try:
            yield before
        finally:
            set_parallel_chunksize(before)

    return impl
