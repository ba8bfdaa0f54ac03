"""Values of several types as the scalars that LLVM functions take, and as members of one structure in memory."""

from __future__ import annotations

from coluber.core.datamodel.models import _flat, _gather, _parts, _spread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, MutableSequence, Sequence
    from typing import Any

    from coluber.core.datamodel.manager import DataModelManager
    from coluber.core.types import Type


class ArgPacker:
    """Passes values to LLVM functions whose parameters are scalars.

    Parameters
    ----------
    dmm : DataModelManager
        Finds data models.
    fe_args : sequence of Type
        The types of the values.
    """

    def __init__(self, dmm: DataModelManager, fe_args: Sequence[Type]) -> None:
        self._models = [dmm.lookup(ty) for ty in fe_args]
        self._types = [model.get_argument_type() for model in self._models]

    @property
    def argument_types(self) -> tuple[Any, ...]:
        """The LLVM types of the parameters."""
        return tuple(leaf for ty in self._types for leaf in _flat(ty))

    def as_arguments(self, builder: Any, values: Sequence[Any]) -> tuple[Any, ...]:
        """Return the scalars that values consist of."""
        _check_count("values", len(values), len(self._models))
        pairs = zip(self._models, values, strict=True)
        return tuple(leaf for model, value in pairs for leaf in _spread(builder, model.as_argument(builder, value)))

    def from_arguments(self, builder: Any, args: Sequence[Any]) -> list[Any]:
        """Return the values that consist of scalars."""
        _check_count("scalars", len(args), len(self.argument_types))
        leaves = iter(args)
        pairs = zip(self._models, self._types, strict=True)
        return [model.from_argument(builder, _gather(builder, ty, leaves)) for model, ty in pairs]

    def assign_names(self, args: Sequence[Any], names: Sequence[str]) -> None:
        """Name parameters after the values that they are parts of: ``name``, or ``name.0``, ``name.1`` and so on."""
        found = [leaf for name, ty in zip(names, self._types, strict=True) for leaf in _names(name, ty)]
        for argument, name in zip(args, found, strict=True):
            argument.name = name


def _check_count(what: str, given: int, wanted: int) -> None:
    if given != wanted:
        raise TypeError(f"{wanted} {what} are needed, not {given}")


def _names(name: str, be_type: Any) -> Iterator[str]:
    parts = _parts(be_type)
    if parts is None:
        yield name
        return
    for k, part in enumerate(parts):
        yield from _names(f"{name}.{k}", part)


class DataPacker:
    """Keeps values in memory, as members of one structure.

    Parameters
    ----------
    dmm : DataModelManager
        Finds data models.
    fe_types : sequence of Type
        The types of the values.
    """

    def __init__(self, dmm: DataModelManager, fe_types: Sequence[Type]) -> None:
        self._types = list(fe_types)
        self._models = [dmm.lookup(ty) for ty in fe_types]

    def as_data(self, builder: Any, values: Sequence[Any]) -> Any:
        """Return the structure with values."""
        from coluber.core.cgutils import make_anonymous_struct

        pairs = zip(self._models, values, strict=True)
        members = [model.as_data(builder, value) for model, value in pairs]
        return make_anonymous_struct(builder, members)

    def load(self, builder: Any, ptr: Any) -> list[tuple[Type, Any]]:
        """Return the types and the values of the structure at an address."""
        from coluber.core.cgutils import gep_inbounds

        models = enumerate(self._models)
        values = [model.load_from_data_pointer(builder, gep_inbounds(builder, ptr, 0, k)) for k, model in models]
        return list(zip(self._types, values, strict=True))

    def load_into(self, builder: Any, ptr: Any, formal_list: MutableSequence[Any]) -> None:
        """Put the values of the structure at an address into a list, whose items they replace."""
        for k, (_, value) in enumerate(self.load(builder, ptr)):
            formal_list[k] = value
