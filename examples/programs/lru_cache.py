"""An LRU cache as a class: a hash table with chains and a list of the entries in the order of their use, in arrays."""

import numpy as np

from coluber import int64, njit
from coluber.experimental import jitclass

NONE = -1

SPEC = [
    ("capacity", int64),
    ("size", int64),
    ("hits", int64),
    ("misses", int64),
    ("newest", int64),
    ("oldest", int64),
    ("keys", int64[:]),
    ("values", int64[:]),
    ("newer", int64[:]),
    ("older", int64[:]),
    ("chain", int64[:]),
    ("buckets", int64[:]),
]


@jitclass(SPEC)
class LRUCache:
    """Keeps the values of the keys that were used last."""

    def __init__(self, capacity):
        self.capacity = capacity
        self.size = 0
        self.hits = 0
        self.misses = 0
        self.newest = NONE
        self.oldest = NONE
        self.keys = np.zeros(capacity, np.int64)
        self.values = np.zeros(capacity, np.int64)
        self.newer = np.full(capacity, NONE, np.int64)
        self.older = np.full(capacity, NONE, np.int64)
        self.chain = np.full(capacity, NONE, np.int64)
        self.buckets = np.full(2 * capacity + 1, NONE, np.int64)

    def bucket(self, key):
        return (key * 2654435761) % len(self.buckets)

    def find(self, key):
        entry = self.buckets[self.bucket(key)]
        while entry != NONE and self.keys[entry] != key:
            entry = self.chain[entry]
        return entry

    def unlink(self, entry):
        newer, older = self.newer[entry], self.older[entry]
        if newer == NONE:
            self.newest = older
        else:
            self.older[newer] = older
        if older == NONE:
            self.oldest = newer
        else:
            self.newer[older] = newer

    def put_first(self, entry):
        self.newer[entry] = NONE
        self.older[entry] = self.newest
        if self.newest != NONE:
            self.newer[self.newest] = entry
        self.newest = entry
        if self.oldest == NONE:
            self.oldest = entry

    def forget(self, entry):
        """Take an entry out of its bucket."""
        place = self.bucket(self.keys[entry])
        at = self.buckets[place]
        if at == entry:
            self.buckets[place] = self.chain[entry]
            return
        while self.chain[at] != entry:
            at = self.chain[at]
        self.chain[at] = self.chain[entry]

    def get(self, key, default):
        entry = self.find(key)
        if entry == NONE:
            self.misses += 1
            return default
        self.hits += 1
        self.unlink(entry)
        self.put_first(entry)
        return self.values[entry]

    def put(self, key, value):
        entry = self.find(key)
        if entry != NONE:
            self.unlink(entry)
        else:
            if self.size < self.capacity:
                entry = self.size
                self.size += 1
            else:
                entry = self.oldest
                self.unlink(entry)
                self.forget(entry)
            place = self.bucket(key)
            self.keys[entry] = key
            self.chain[entry] = self.buckets[place]
            self.buckets[place] = entry
        self.values[entry] = value
        self.put_first(entry)

    @property
    def ratio(self):
        return self.hits / max(self.hits + self.misses, 1)

    def __len__(self):
        return self.size

    def __contains__(self, key):
        return self.find(key) != NONE

    def __getitem__(self, key):
        entry = self.find(key)
        if entry == NONE:
            raise KeyError(key)
        return self.values[entry]

    def __setitem__(self, key, value):
        self.put(key, value)

    def in_order(self):
        """Return the keys, the one that was used last first."""
        keys = []
        entry = self.newest
        while entry != NONE:
            keys.append(self.keys[entry])
            entry = self.older[entry]
        return keys


@njit
def expensive(key):
    result = key
    for _ in range(10):
        result = (result * 31 + 7) % 1000003
    return result


@njit
def cached(cache, key):
    value = cache.get(key, -1)
    if value < 0:
        value = expensive(key)
        cache.put(key, value)
    return value


@njit
def requests(count, keys, seed):
    """Give keys, small ones more often."""
    state = seed
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        first = (state >> 8) % keys
        state = (state * 1103515245 + 12345) % 2147483648
        yield first * ((state >> 8) % keys) // keys


@njit
def simulate(capacity, count, keys):
    cache = LRUCache(capacity)
    total = 0
    for key in requests(count, keys, 17):
        total += cached(cache, key)
    return cache, total


@njit
def missing(cache, key):
    try:
        return cache[key]
    except KeyError:
        return -1


def main(n):
    lines = []
    for capacity in (4, 16, 64):
        cache, total = simulate(capacity, n, 100)
        lines.append(f"{capacity}: {len(cache)} entries, ratio {cache.ratio:.4f}, total {total}")
        lines.append(f"  {[int(key) for key in cache.in_order()][:8]} {7 in cache} {missing(cache, 1000)}")
    cache = LRUCache(2)
    cache[1] = 10
    cache[2] = 20
    first = int(cache[1]), bool(cache.get(1, 0) == 10)
    cache[3] = 30
    lines.append(f"{first} {2 in cache} {[int(key) for key in cache.in_order()]} {cache.hits} {cache.misses}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(2000))
