"""The data models that programs register."""

from __future__ import annotations

from coluber.core.datamodel.manager import DataModelManager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from coluber.core.types import Type

    # A class of models, which stays what it is.
    _Model = TypeVar("_Model", bound=type)

default_manager = DataModelManager()


def register_model(fetypecls: type[Type]) -> Callable[[_Model], _Model]:
    """Declare that the decorated class is the data model of a class of types.

    Parameters
    ----------
    fetypecls : class derived from Type
        The class.
    """
    if not isinstance(fetypecls, type):
        raise TypeError(f"register_model takes a class of types, not {fetypecls!r}")

    def register(model_class: _Model) -> _Model:
        default_manager.register(fetypecls, model_class)
        return model_class

    return register


register_default = register_model


def register(dmm: DataModelManager, typecls: type[Type]) -> Callable[[_Model], _Model]:
    """Declare, to a manager, that the decorated class is the data model of a class of types.

    Parameters
    ----------
    dmm : DataModelManager
        The manager.
    typecls : class derived from Type
        The class.
    """

    def take(model_class: _Model) -> _Model:
        dmm.register(typecls, model_class)
        return model_class

    return take
