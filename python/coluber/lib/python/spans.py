"""The class that stands for ``datetime.timedelta`` in compiled code.

Spans up to some hundred thousand years are computed with as one int64 of microseconds; for longer ones CPython is asked.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from coluber.core.types import int64, uint64
from coluber.lib.python import date_hosts as host
from coluber.lib.python.calendars import DAY, SECOND
from coluber.lib.python.fraction_numbers import as_float
from coluber.lib.python.wide import divided, magnitude, multiplied, whole, with_sign
from coluber.lib.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MOST_DAYS = 999_999_999
"""How many days a span has at most."""

_SHORT = 50_000_000
"""Days up to which a span has less than 2**62 microseconds."""

MARK = ()
"""What a class has under a name by which its objects are told from others.

It is no number: the compiler would look for methods that assign to it.
"""

_LARGE_FACTOR = 1 << 25
_LARGE = 2.0**61

_BY_ZERO = text_of(lambda: datetime.timedelta(1) / datetime.timedelta(0))
_WHOLE_BY_ZERO = text_of(lambda: datetime.timedelta(1) // 0)
_REST_BY_ZERO = text_of(lambda: datetime.timedelta(1) % datetime.timedelta(0))
_PAIR_BY_ZERO = text_of(lambda: divmod(datetime.timedelta(1), datetime.timedelta(0)))


def span_of(fields: tuple[int, int, int]) -> TimeDelta:
    """Return the span with days, seconds and microseconds in their ranges."""
    return TimeDelta(fields[0], fields[1], fields[2])


def made(days: int, microseconds: int) -> TimeDelta:
    """Return a span of days and any number of microseconds."""
    days = days + microseconds // DAY
    rest = microseconds % DAY
    if days < -MOST_DAYS or days > MOST_DAYS:
        return span_of(host.span(days, 0, rest))
    return TimeDelta(days, rest // SECOND, rest % SECOND)


def is_short(span: TimeDelta) -> bool:
    """Whether the microseconds of a span are an int64 with room for sums and products by two."""
    return -_SHORT < span.days < _SHORT


def in_day(span: TimeDelta) -> int:
    """Return the microseconds of a span without its days."""
    return span.seconds * SECOND + span.microseconds


def total(span: TimeDelta) -> int:
    """Return the microseconds of a short span."""
    return span.days * DAY + in_day(span)


def scaled(value: int, above: int, below: int) -> int:
    """Return the integer nearest to ``value * above / below``, the even one of two; it has less than 63 bits."""
    is_negative = ((value < 0) != (above < 0)) != (below < 0)
    high, low = multiplied(magnitude(value), magnitude(above))
    divisor = magnitude(below)
    _, quotient, _, rest = divided(high, low, uint64(0), divisor)
    other = divisor - rest
    if rest > other or (rest == other and (quotient & uint64(1)) != uint64(0)):
        quotient = quotient + uint64(1)
    return with_sign(is_negative, quotient)


def _comparison(of_numbers: Callable[[int, int], bool]) -> Any:
    """Return the special method of an ordering, by days or, where they are equal, by microseconds."""

    def compare(self: Any, other: Any) -> Any:
        if not hasattr(other, "_is_span"):
            return NotImplemented
        if self.days != other.days:
            return of_numbers(self.days, other.days)
        return of_numbers(in_day(self), in_day(other))

    return compare


@dataclass(eq=False, frozen=True, repr=False)
class TimeDelta:
    """A ``datetime.timedelta``.

    Parameters
    ----------
    days : int
        The days, which have the sign.
    seconds : int
        The seconds, from 0 up to a day.
    microseconds : int
        The microseconds, from 0 up to a second.
    """

    days: int
    seconds: int
    microseconds: int

    _is_equal_by_fields = True
    _is_span = MARK

    __lt__ = _comparison(lambda a, b: a < b)
    __le__ = _comparison(lambda a, b: a <= b)
    __gt__ = _comparison(lambda a, b: a > b)
    __ge__ = _comparison(lambda a, b: a >= b)

    def __eq__(self, other):
        if not hasattr(other, "_is_span"):
            return NotImplemented
        return self.days == other.days and self.seconds == other.seconds and self.microseconds == other.microseconds

    def __hash__(self):
        return hash((self.days, self.seconds, self.microseconds))

    def __bool__(self):
        return self.days != 0 or self.seconds != 0 or self.microseconds != 0

    def __add__(self, other):
        if not hasattr(other, "_is_span"):
            return NotImplemented
        return made(self.days + other.days, in_day(self) + in_day(other))

    def __sub__(self, other):
        if not hasattr(other, "_is_span"):
            return NotImplemented
        return made(self.days - other.days, in_day(self) - in_day(other))

    def __neg__(self):
        return made(-self.days, -in_day(self))

    def __pos__(self):
        return self

    def __abs__(self):
        return made(-self.days, -in_day(self)) if self.days < 0 else self

    def __mul__(self, other):
        if not isinstance(other, Integral):
            return _times_float(self, float(other)) if isinstance(other, Real) else NotImplemented
        if -_LARGE_FACTOR < other < _LARGE_FACTOR:
            return made(self.days * int64(other), in_day(self) * int64(other))
        return span_of(host.times_number(self, whole(other)))

    __rmul__ = __mul__

    def __truediv__(self, other):
        if hasattr(other, "_is_span"):
            return _quotient(self, other)
        if not isinstance(other, Integral):
            return _divided_by_float(self, float(other)) if isinstance(other, Real) else NotImplemented
        if other == 0:
            raise ZeroDivisionError(_WHOLE_BY_ZERO)
        return _divided(self, whole(other))

    def __floordiv__(self, other):
        if hasattr(other, "_is_span"):
            return _whole_quotient(self, other)
        if not isinstance(other, Integral):
            return NotImplemented
        if other == 0:
            raise ZeroDivisionError(_WHOLE_BY_ZERO)
        return _whole_part(self, whole(other))

    def __mod__(self, other):
        if not hasattr(other, "_is_span"):
            return NotImplemented
        if not other:
            raise ZeroDivisionError(_REST_BY_ZERO)
        if is_short(self) and is_short(other):
            return made(0, total(self) % total(other))
        return span_of(host.rest_of_spans(self, other))

    def __divmod__(self, other):
        if not hasattr(other, "_is_span"):
            return NotImplemented
        if not other:
            raise ZeroDivisionError(_PAIR_BY_ZERO)
        if is_short(self) and is_short(other):
            return total(self) // total(other), made(0, total(self) % total(other))
        found = host.quotient_and_rest(self, other)
        return found[0], TimeDelta(found[1], found[2], found[3])

    def __str__(self):
        clock = f"{self.seconds // 3600}:{self.seconds // 60 % 60:02d}:{self.seconds % 60:02d}"
        if self.microseconds != 0:
            clock = f"{clock}.{self.microseconds:06d}"
        if self.days == 0:
            return clock
        return f"{self.days} day, {clock}" if abs(self.days) == 1 else f"{self.days} days, {clock}"

    def __repr__(self):
        parts = f"days={self.days}" if self.days != 0 else ""
        if self.seconds != 0:
            parts += f"{', ' if parts != '' else ''}seconds={self.seconds}"
        if self.microseconds != 0:
            parts += f"{', ' if parts != '' else ''}microseconds={self.microseconds}"
        return f"datetime.timedelta({parts if parts != '' else '0'})"

    def __format__(self, spec):
        return self.__str__() if len(spec) == 0 else host.formatted(self, spec)

    def total_seconds(self):
        """Return the seconds of the span."""
        return as_float(total(self), SECOND) if is_short(self) else host.total_seconds(self)


def _times_float(span: TimeDelta, factor: float) -> TimeDelta:
    if is_short(span) and _is_simple(factor) and abs(total(span) * factor) < _LARGE:
        above, below = factor.as_integer_ratio()
        return made(0, scaled(total(span), above, below))
    return span_of(host.times_number(span, factor))


def _divided(span: TimeDelta, divisor: int) -> TimeDelta:
    return made(0, scaled(total(span), 1, divisor)) if is_short(span) else span_of(host.divided_by_number(span, divisor))


def _whole_part(span: TimeDelta, divisor: int) -> TimeDelta:
    return made(0, total(span) // divisor) if is_short(span) else span_of(host.whole_part(span, divisor))


def _divided_by_float(span: TimeDelta, divisor: float) -> TimeDelta:
    if divisor == 0.0:
        raise ZeroDivisionError(_WHOLE_BY_ZERO)
    if is_short(span) and _is_simple(divisor) and abs(total(span) / divisor) < _LARGE:
        above, below = divisor.as_integer_ratio()
        return made(0, scaled(total(span), below, above))
    return span_of(host.divided_by_number(span, divisor))


def _is_simple(x: float) -> bool:
    """Whether both integers of the ratio that a float is have less than 63 bits."""
    return x == 0.0 or 2.0**-9 <= abs(x) <= 2.0**61


def _quotient(a: TimeDelta, b: TimeDelta) -> float:
    if not b:
        raise ZeroDivisionError(_BY_ZERO)
    if is_short(a) and is_short(b):
        above, below = total(a), total(b)
        # The sign is that of the divisor, too, where the dividend is zero.
        return as_float(above, below) if below > 0 else -as_float(above, -below)
    return host.quotient_of_spans(a, b)


def _whole_quotient(a: TimeDelta, b: TimeDelta) -> int:
    if not b:
        raise ZeroDivisionError(_WHOLE_BY_ZERO)
    return total(a) // total(b) if is_short(a) and is_short(b) else host.whole_quotient_of_spans(a, b)


TimeDelta.min, TimeDelta.max = TimeDelta(-MOST_DAYS, 0, 0), TimeDelta(MOST_DAYS, 86399, 999999)
TimeDelta.resolution = TimeDelta(0, 0, 1)
