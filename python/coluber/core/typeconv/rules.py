"""The conversions between the compiler's own types."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from coluber.core.typeconv import Conversion
    from coluber.core.types import Type


class TypeManager:
    """Says how types convert."""

    def check_compatible(self, fromty: Type, toty: Type) -> Conversion | None:
        """Return how a value of the first type becomes one of the second, or None."""
        from coluber.core.typing.conversions import conversion

        return conversion(fromty, toty)


default_type_manager = TypeManager()
