"""Finds the data model of a type."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.types import Type


class DataModelManager:
    """The data models by classes of types."""

    def __init__(self) -> None:
        self._classes: dict[type, Any] = {}
        self._known: dict[Type, Any] = {}
        self._untold: list[Type] = []

    def register(self, fetypecls: type[Type], handler: Any) -> None:
        """Declare the data model of a class of types.

        Parameters
        ----------
        fetypecls : class derived from Type
            The class.
        handler : class derived from DataModel
            Is called with the manager and a type.
        """
        self._classes[fetypecls] = handler
        self._known.clear()
        from coluber.core.types.base import extension_types

        self._untold += extension_types(fetypecls)

    def program_model(self, fetype: Type) -> Any:
        """Return the class of the data model that a program has registered for a type, or None."""
        return next((self._classes[cls] for cls in type(fetype).__mro__ if cls in self._classes), None)

    def tell_all(self) -> None:
        """Tell the compiler of the types that were there before their data models.

        That waits until something is compiled: the class of a data model may name itself, which it can't while it is being
        registered.
        A data model that can't be made is no error here, but in code that uses its type: `lookup` makes it again.
        """
        waiting, self._untold = self._untold, []
        for ty in waiting:
            try:
                self._tell(ty)
            except Exception:
                self._untold.append(ty)

    def tell_compiler(self, fetype: Type) -> None:
        """Tell the compiler what values of a type of a program consist of, if that is known.

        One that is derived from the types of arrays has their data model, unless a program registers another before it is used.
        """
        from coluber.core import types

        if self.program_model(fetype) is not None:
            self._tell(fetype)
        elif isinstance(fetype, types.Array):
            self._untold.append(fetype)

    def _tell(self, fetype: Type) -> None:
        from coluber import _native

        _native.type_set_fields(fetype.id, [field.id for field in self.lookup(fetype).compiled_fields()])

    def lookup(self, fetype: Type) -> Any:
        """Return the data model of a type."""
        found = self._known.get(fetype)
        if found is None:
            handler = self.program_model(fetype)
            if handler is None:
                from coluber.core.datamodel.builtin import model_of

                handler = model_of(fetype)
            found = self._known[fetype] = handler(self, fetype)
        return found

    def __getitem__(self, fetype: Type) -> Any:
        return self.lookup(fetype)

    def copy(self) -> DataModelManager:
        """Return a manager with the same data models."""
        other = DataModelManager()
        other._classes = dict(self._classes)
        return other
