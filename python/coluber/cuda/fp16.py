"""`coluber.cuda.kernel.fp16`, where Numba has it."""

import sys

from coluber.cuda.kernel import fp16

sys.modules[__name__] = fp16
