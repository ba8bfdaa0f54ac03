"""`coluber.cuda.kernel.fp8`, where Numba has it."""

import sys

from coluber.cuda.kernel import fp8

sys.modules[__name__] = fp8
