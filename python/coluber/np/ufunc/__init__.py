"""Ufuncs of NumPy whose loops are compiled: ``vectorize`` and ``guvectorize`` on the processor."""

from __future__ import annotations

_PUBLIC = frozenset(
    """
    vectorize guvectorize threading_layer get_num_threads set_num_threads get_thread_id get_parallel_chunksize
    set_parallel_chunksize
    """.split()
)


def __getattr__(name: str) -> object:
    """Return what the package has under the same name, or a module of this one."""
    if name in _PUBLIC:
        from coluber.core import public

        return public.load(name)
    from coluber.core.missing import module_or_missing

    return module_or_missing(__name__, name)
