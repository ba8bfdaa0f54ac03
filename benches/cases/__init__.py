"""Groups of rows. Each module has ``rows(context)``, a generator of the group's rows."""

from __future__ import annotations

from benches.cases import (
    call_overhead,
    containers,
    elementwise,
    emulator,
    first_call,
    imports,
    library,
    machine_code,
    memory,
    porting,
    programs,
    run_time,
    threads,
)

GROUPS = (
    imports,
    first_call,
    memory,
    call_overhead,
    run_time,
    emulator,
    machine_code,
    library,
    elementwise,
    threads,
    containers,
    programs,
    porting,
)

__all__ = [
    "GROUPS",
    "call_overhead",
    "containers",
    "elementwise",
    "emulator",
    "first_call",
    "imports",
    "library",
    "machine_code",
    "memory",
    "porting",
    "programs",
    "run_time",
    "threads",
]
