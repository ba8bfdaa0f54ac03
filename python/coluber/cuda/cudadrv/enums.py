"""Names and numbers of the CUDA driver's interface where Numba has them: ``CU_...`` and ``CUDA_...``."""

from coluber.cuda.host.enums import ATTRIBUTES as _ATTRIBUTES
from coluber.cuda.host.enums import FLAGS as _FLAGS
from coluber.cuda.host.enums import RESULTS as _RESULTS

globals().update({f"CU_DEVICE_ATTRIBUTE_{name}": code for name, code in _ATTRIBUTES.items()} | _RESULTS | _FLAGS)
