"""How values of each type lie in LLVM registers and memory, as extensions see them."""

from __future__ import annotations

from coluber.core.datamodel import models
from coluber.core.datamodel.manager import DataModelManager
from coluber.core.datamodel.models import CompositeModel, PrimitiveModel, StructModel
from coluber.core.datamodel.registry import default_manager, register, register_default, register_model

core_models = models

__all__ = [
    "CompositeModel",
    "DataModelManager",
    "PrimitiveModel",
    "StructModel",
    "core_models",
    "default_manager",
    "models",
    "register",
    "register_default",
    "register_model",
]
