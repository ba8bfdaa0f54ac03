"""The compiler under measurement, chosen by the environment.

The functions to measure are written once, as a user would write them, with ``from benches.implementation import njit``.
Each worker process sets ``COLUBER_BENCH_MODULE`` before it imports them: ``coluber``, ``numba``, or ``python``, which leaves
the functions as they are.
"""

from __future__ import annotations

import importlib
import os
from typing import Any

MODULE_NAME = os.environ.get("COLUBER_BENCH_MODULE", "python")


def _interpreted(function: Any) -> Any:
    return function


module: Any = None if MODULE_NAME == "python" else importlib.import_module(MODULE_NAME)
njit: Any = _interpreted if module is None else module.njit
