"""The classes of numbers of 8 bits, ``fp8_e5m2`` and its like, and of pairs and fours of them.

A value has one field, its bits, the first number lowest. There is no arithmetic: numbers are converted. Compiled kernels know a
class as one with named fields, and convert by `coluber.lib.cuda.fp8_classes`.
"""

from __future__ import annotations

from coluber.lib.cuda.fp8_formulas import DECODERS, ENCODERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Packed(tuple):
    """What the classes share: a value is a named tuple of its bits, so that kernels take it as an argument.

    Parameters
    ----------
    x : number or vector
        What is converted: a number for classes of one, else a vector of floats. Without it the bits are 0.
    """

    __slots__ = ()

    _fields = ("__x",)
    form = ""
    count = 1

    def __new__(cls, x: Any = None) -> Packed:
        """Convert `x`."""
        items = () if x is None else tuple(x) if cls.count > 1 else (x,)
        if x is not None and len(items) != cls.count:
            raise TypeError(f"{cls.__name__} takes {cls.count} numbers; {len(items)} were given")
        return cls._make([sum(cls._encode(item) << (8 * place) for place, item in enumerate(items))])

    @classmethod
    def _encode(cls, item: Any) -> int:
        import numpy as np

        encoders = ENCODERS[cls.form]
        if isinstance(item, int | np.integer | np.bool_):
            return encoders["whole"](int(item))
        # Those of float64 are floats, those of other sizes are not.
        return encoders["double" if isinstance(item, float) else "single"](float(item))

    @classmethod
    def _make(cls, fields: Iterable[int]) -> Packed:
        """Return the value with the given bits."""
        import numpy as np

        (bits,) = fields
        return tuple.__new__(cls, (np.dtype(f"uint{8 * cls.count}").type(bits),))

    @property
    def _bits(self) -> int:
        return int(self[0])

    def items(self) -> tuple[Any, ...]:
        """Return the numbers as float32."""
        import numpy as np

        decode = DECODERS[self.form]
        return tuple(np.float32(decode((self._bits >> (8 * place)) & 255)) for place in range(self.count))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the number as an array without axes; integers saturate, and NaN becomes 0."""
        import numpy as np

        wanted = np.dtype(dtype or np.float32)
        if wanted.kind in "iu":
            limits = np.iinfo(wanted)
            return np.array(min(max(int(self), limits.min), limits.max), wanted)
        return np.array(bool(self) if wanted.kind == "b" else float(self), wanted)

    def __float__(self) -> float:
        if self.count != 1:
            raise TypeError(f"a value of {type(self).__name__} is more than one number")
        return float(self.items()[0])

    def __int__(self) -> int:
        number = float(self)
        limit = (1 << 64) - 1
        return 0 if number != number else int(number) if abs(number) <= limit else limit if number > 0 else -limit

    def __bool__(self) -> bool:
        return self.form == "e8m0" or self._bits & 0x7F != 0

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._bits == other._bits

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((type(self), self._bits))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self.items()))})"


setattr(Packed, "__x", property(lambda self: self._bits, doc="The bits, the first number lowest."))


def _make(form: str, count: int) -> type[Packed]:
    name = f"fp8{'' if count == 1 else f'x{count}'}_{form}"
    members = {
        "__slots__": (),
        "__module__": __name__,
        "__doc__": f"Numbers of 8 bits in the format {form.upper()}: {count}.",
        "form": form,
        "count": count,
    }
    return type(name, (Packed,), members)


CLASSES = {made.__name__: made for form in DECODERS for count in (1, 2, 4) for made in [_make(form, count)]}

globals().update(CLASSES)
