"""Seeds of `random` that are texts or bytes."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.lib.hosted import calling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def words_of_text(seed: Any) -> Any:
    """Return the words of 32 bits, the lowest first, of the number that CPython makes of a text or bytes."""
    from hashlib import sha512

    data = seed.encode() if isinstance(seed, str) else bytes(seed)
    number = int.from_bytes(data + sha512(data).digest(), "big")
    count = max(1, -(-number.bit_length() // 32))
    return np.frombuffer(number.to_bytes(4 * count, "little"), np.dtype("<u4")).astype(np.uint32)


words = calling(words_of_text, types.Array(types.uint32, 1, "C"), "seed")
