"""Where Numba's programs register data models for kernels; here kernels and other functions share them."""

from __future__ import annotations

from coluber.core.datamodel import default_manager as cuda_data_manager
from coluber.core.datamodel import register_model

__all__ = ["cuda_data_manager", "register_model"]
