"""The n queens, and other searches, as generators: solutions come one by one, and a search is left when enough are there."""

from coluber import njit


@njit
def queens(n, columns, row):
    """Give the solutions that begin with what is placed, as the columns of the rows."""
    if row == n:
        yield columns[:]
        return
    for column in range(n):
        safe = True
        for above in range(row):
            other = columns[above]
            if other == column or abs(other - column) == row - above:
                safe = False
                break
        if safe:
            columns[row] = column
            for solution in queens(n, columns, row + 1):
                yield solution


@njit
def solutions(n):
    yield from queens(n, [0] * n, 0)


@njit
def board(columns):
    return "\n".join(["." * column + "Q" + "." * (len(columns) - 1 - column) for column in columns])


@njit
def mirrored(columns):
    return [len(columns) - 1 - column for column in columns]


@njit
def is_distinct(columns):
    """Whether a solution comes before its mirror image."""
    return columns < mirrored(columns)


@njit
def permutations(items):
    """Give all orders of the items (Heap's algorithm)."""
    items = items[:]
    counters = [0] * len(items)
    yield items[:]
    place = 0
    while place < len(items):
        if counters[place] < place:
            other = 0 if place % 2 == 0 else counters[place]
            items[other], items[place] = items[place], items[other]
            yield items[:]
            counters[place] += 1
            place = 0
        else:
            counters[place] = 0
            place += 1


@njit
def partitions(n, largest):
    """Give the ways to write a number as a sum of smaller ones."""
    if n == 0:
        yield [0]
        return
    for first in range(min(n, largest), 0, -1):
        for rest in partitions(n - first, first):
            yield [first] + rest


@njit
def primes():
    """Give all primes."""
    known = [2]
    yield 2
    candidate = 3
    while True:
        is_prime = True
        for prime in known:
            if prime * prime > candidate:
                break
            if candidate % prime == 0:
                is_prime = False
                break
        if is_prime:
            known.append(candidate)
            yield candidate
        candidate += 2


@njit
def collatz(start):
    while start != 1:
        yield start
        start = start // 2 if start % 2 == 0 else 3 * start + 1
    yield 1


@njit
def first(count, source):
    for k, item in enumerate(source):
        if k == count:
            return
        yield item


@njit
def subset_sums(numbers, target):
    """Give the subsets whose sum is the target, as masks."""
    for mask in range(1 << len(numbers)):
        if sum(numbers[k] for k in range(len(numbers)) if mask >> k & 1) == target:
            yield mask


@njit
def main(n):
    lines = []
    for size in range(4, n + 1):
        found, distinct = 0, 0
        for columns in solutions(size):
            found += 1
            if is_distinct(columns):
                distinct += 1
        lines.append(f"{size} queens: {found} solutions, {distinct} without mirror images")
    for columns in first(2, solutions(n)):
        lines.append(board(columns))
    lines.append(f"{sum(1 for _ in permutations([1, 2, 3, 4, 5]))} permutations")
    lines.append(str([p for p in permutations([1, 2, 3])]))
    lines.append(f"{sum(1 for _ in partitions(15, 15))} partitions of 15; {list(first(3, partitions(6, 4)))}")
    total = 0
    for prime in primes():
        if prime > 1000 * n:
            break
        total += prime
    lines.append(f"sum of primes {total}, the first {list(first(8, primes()))}")
    longest = max((sum(1 for _ in collatz(start)), start) for start in range(1, 300 * n))
    lines.append(f"longest {longest}: {max(collatz(longest[1]))}")
    lines.append(f"subsets {[mask for mask in subset_sums([3, 34, 4, 12, 5, 2], 9)]}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(6))
