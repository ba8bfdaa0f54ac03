"""Addresses of C functions that allocate memory which compiled code owns."""

from __future__ import annotations

from coluber import _native

c_helpers = {"get_api": _native.helper_address("get_api")}
"""``get_api`` gives the address of a table: allocate, allocate_external, manage_memory, acquire, release, get_data."""


def memsys_enable_stats() -> None:
    """Do nothing: allocations are always counted."""


def memsys_disable_stats() -> None:
    """Do nothing: allocations are always counted."""


def memsys_stats_enabled() -> bool:
    """Whether allocations are counted: they are."""
    return True
