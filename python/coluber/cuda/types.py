"""`coluber.types`, where Numba has the types of kernels."""

import sys

from coluber import types

sys.modules[__name__] = types
