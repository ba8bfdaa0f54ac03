"""`coluber.extending`, where Numba has what extends kernels."""

import sys

from coluber import extending

sys.modules[__name__] = extending
