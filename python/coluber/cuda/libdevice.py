"""`coluber.cuda.kernel.libdevice`, where Numba has it."""

import sys

from coluber.cuda.kernel import libdevice

sys.modules[__name__] = libdevice
