"""The module `colorsys`: its own functions are compiled, but for one that may end without a result by what it says."""

from __future__ import annotations

import colorsys
import inspect

from coluber.core.extending import implements
from coluber.lib.kinds import is_real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _compiled(name: str) -> None:
    function: Any = getattr(colorsys, name)
    names = ", ".join(inspect.signature(function).parameters)
    scope: dict[str, Any] = {"__name__": __name__, "function": function, "is_real": is_real}
    exec(f"def own({names}):\n    return function if all(map(is_real, ({names}))) else None\n", scope)
    implements(f"colorsys.{name}")(scope["own"])


for _name in ("rgb_to_yiq", "yiq_to_rgb", "rgb_to_hls", "hls_to_rgb", "rgb_to_hsv", "_v"):
    _compiled(_name)


@implements("colorsys.hsv_to_rgb")
def hsv_to_rgb(h: Any, s: Any, v: Any) -> FunctionType | None:
    """Return the shares of red, green and blue of a colour."""

    def impl(h, s, v):
        if s == 0.0:
            return v, v, v
        whole = int(h * 6.0)
        part = h * 6.0 - whole
        low = v * (1.0 - s)
        falling = v * (1.0 - s * part)
        rising = v * (1.0 - s * (1.0 - part))
        sector = whole % 6
        if sector == 0:
            return v, rising, low
        if sector == 1:
            return falling, v, low
        if sector == 2:
            return low, v, rising
        if sector == 3:
            return low, falling, v
        if sector == 4:
            return rising, low, v
        return v, low, falling

    return impl if is_real(h) and is_real(s) and is_real(v) else None
