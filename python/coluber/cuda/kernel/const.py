"""Memory that does not change: ``cuda.const``."""

from __future__ import annotations

from coluber.cuda.kernel.memory import records
from coluber.cuda.kernel.thread import current

TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy as np


def array_like(array: np.ndarray) -> np.ndarray:
    """Return an array of the program as constant memory.

    Parameters
    ----------
    array : ndarray
        A global or closure variable; compiled code has its elements as they were when the kernel was compiled.

    Returns
    -------
    ndarray
        The same elements, which can't be written.
    """
    current("const.array_like")
    constant = records(array.view())
    constant.flags.writeable = False
    return constant
