"""The data models that programs register."""

from __future__ import annotations

from coluber.core.datamodel.manager import DataModelManager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from coluber.core.types import Type

default_manager = DataModelManager()


def register_model(fetypecls: type[Type]) -> Callable[[Any], Any]:
    """Declare that the decorated class is the data model of a class of types.

    Parameters
    ----------
    fetypecls : class derived from Type
        The class.
    """

    def register(model_class: Any) -> Any:
        default_manager.register(fetypecls, model_class)
        return model_class

    return register


register_default = register_model
