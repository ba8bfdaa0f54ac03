"""`coluber.extending`, where Numba has what extends kernels."""

from __future__ import annotations

import sys

from coluber import extending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from coluber.extending import *  # noqa: F403

sys.modules[__name__] = extending
