"""The words that a ``SeedSequence`` makes of its entropy: a pool of four mixed ones, and as many as are wanted of these.

The numbers are those of NumPy's documented algorithm, which is that of M. E. O'Neill's ``seed_seq_fe``.
"""

from __future__ import annotations

import numpy as np

_POOL = 4
_SHIFT = np.uint32(16)
_FIRST_HASH, _NEXT_HASH = np.uint32(0x43B0D7E5), np.uint32(0x931E8875)
_FIRST_STATE, _NEXT_STATE = np.uint32(0x8B51F9DD), np.uint32(0x58F38DED)
_LEFT, _RIGHT = np.uint32(0xCA01F9DD), np.uint32(0x4973F715)


def _hashed(word, factor):
    """Return a word hashed, and the factor for the next one."""
    following = np.uint32(factor * _NEXT_HASH)
    found = np.uint32((word ^ factor) * following)
    return np.uint32(found ^ (found >> _SHIFT)), following


def _mixed(x, y):
    found = np.uint32(np.uint32(_LEFT * x) - np.uint32(_RIGHT * y))
    return np.uint32(found ^ (found >> _SHIFT))


def _with_key(words, key):
    """Return the words of the entropy and those of the key behind it, which begin behind the pool."""
    length = max(words.size, _POOL) if key.size > 0 else words.size
    every = np.zeros(length + key.size, np.uint32)
    every[: words.size] = words
    every[length:] = key
    return every


def mixed_pool(words, key):
    """Return the pool of a sequence with these words of entropy and of its key."""
    every, pool, factor = _with_key(words, key), np.zeros(_POOL, np.uint32), _FIRST_HASH
    for k in range(_POOL):
        pool[k], factor = _hashed(every[k] if k < every.size else np.uint32(0), factor)
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                word, factor = _hashed(pool[source], factor)
                pool[target] = _mixed(pool[target], word)
    for source in range(_POOL, every.size):
        for target in range(_POOL):
            word, factor = _hashed(every[source], factor)
            pool[target] = _mixed(pool[target], word)
    return pool


def words_of_pool(pool, count):
    """Return so many words made of a pool."""
    result, factor = np.empty(count, np.uint32), _FIRST_STATE
    for k in range(count):
        word = np.uint32(pool[k % _POOL] ^ factor)
        factor = np.uint32(factor * _NEXT_STATE)
        word = np.uint32(word * factor)
        result[k] = word ^ (word >> _SHIFT)
    return result
