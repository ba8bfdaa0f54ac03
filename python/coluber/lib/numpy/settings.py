"""``np.errstate``: compiled code gives no warnings of floating point, so that nothing needs to be silenced."""

from __future__ import annotations

from dataclasses import dataclass

from coluber.core import errors
from coluber.core.extending import implements
from coluber.lib.kinds import is_none, literal_str

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@dataclass
class Silence:
    """What a ``with`` statement goes through where nothing changes."""

    depth: int

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, kind: object, value: object, traceback: object) -> None:
        """Do nothing."""


@implements("numpy.errstate")
def errstate(
    *,
    call: Any = None,
    all: Any = None,  # noqa: A002
    divide: Any = None,
    over: Any = None,
    under: Any = None,
    invalid: Any = None,
) -> FunctionType:
    """Return a context in which floating point errors are ignored, as they always are."""
    for name, ty in (("all", all), ("divide", divide), ("over", over), ("under", under), ("invalid", invalid)):
        if not is_none(ty) and literal_str(ty, name) not in ("ignore", "warn"):
            raise errors.UnsupportedError(
                f"numpy.errstate({name}='{literal_str(ty, name)}'): compiled code ignores such errors"
            )

    def impl(*, call=None, all=None, divide=None, over=None, under=None, invalid=None):  # noqa: A002
        return Silence(0)

    return impl
