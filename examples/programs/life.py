"""Conway's life on sets of cells: patterns, generations, what is still, what repeats, and what moves."""

from coluber import njit

PATTERNS = {
    "block": ("OO", "OO"),
    "blinker": ("OOO",),
    "glider": (".O.", "..O", "OOO"),
    "r-pentomino": (".OO", "OO.", ".O."),
    "acorn": (".O.....", "...O...", "OO..OOO"),
    "lwss": (".O..O", "O....", "O...O", "OOOO."),
}


@njit
def cells_of(text):
    """Return the cells of a picture."""
    cells = set()
    for row, line in enumerate(text.split("\n")):
        for column, character in enumerate(line):
            if character == "O":
                cells.add((row, column))
    return cells


@njit
def neighbour_counts(cells):
    counts = {}
    for row, column in cells:
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                if dr != 0 or dc != 0:
                    key = (row + dr, column + dc)
                    counts[key] = counts.get(key, 0) + 1
    return counts


@njit
def next_generation(cells):
    counts = neighbour_counts(cells)
    return {cell for cell, count in counts.items() if count == 3 or (count == 2 and cell in cells)}


@njit
def bounds(cells):
    rows = [row for row, _ in cells]
    columns = [column for _, column in cells]
    return min(rows), max(rows), min(columns), max(columns)


@njit
def picture(cells):
    if not cells:
        return "(nothing)"
    top, bottom, left, right = bounds(cells)
    lines = []
    for row in range(top, bottom + 1):
        lines.append("".join(["O" if (row, column) in cells else "." for column in range(left, right + 1)]))
    return "\n".join(lines)


@njit
def at_origin(cells):
    """Return the cells moved to the corner, in order."""
    top, _, left, _ = bounds(cells)
    return sorted([(row - top, column - left) for row, column in cells])


@njit
def period(cells, limit):
    """Return after how many generations the same picture comes again, and how far it has moved; 0 where it does not."""
    start = at_origin(cells)
    top, _, left, _ = bounds(cells)
    now = cells
    for generation in range(1, limit + 1):
        now = next_generation(now)
        if not now:
            return 0, 0, 0
        if at_origin(now) == start:
            row, _, column, _ = bounds(now)
            return generation, row - top, column - left
    return 0, 0, 0


@njit
def changed(before, after):
    return len(after - before), len(before - after), len(before & after)


@njit
def islands(cells):
    """Return the sizes of groups of cells that touch, the largest first."""
    left = cells.copy()
    sizes = []
    while left:
        stack = [left.pop()]
        size = 0
        while stack:
            row, column = stack.pop()
            size += 1
            for dr in (-1, 0, 1):
                for dc in (-1, 0, 1):
                    other = (row + dr, column + dc)
                    if other in left:
                        left.discard(other)
                        stack.append(other)
        sizes.append(size)
    sizes.sort(reverse=True)
    return sizes


@njit
def soup(size, seed):
    cells = set()
    state = seed
    for row in range(size):
        for column in range(size):
            state = (state * 1103515245 + 12345) % 2147483648
            if (state >> 8) % 3 == 0:
                cells.add((row, column))
    return cells


@njit
def report(name, text, generations):
    cells = cells_of(text)
    lines = [f"{name}: {len(cells)} cells"]
    length, down, right = period(cells, 12)
    if length:
        lines.append(f"  comes again after {length}, moved by {down}, {right}")
    for _ in range(generations):
        before = cells
        cells = next_generation(cells)
    born, died, stayed = changed(before, cells)
    lines.append(f"  after {generations}: {len(cells)} cells, {born} born, {died} died, {stayed} stayed, {islands(cells)[:4]}")
    if len(cells) < 12:
        lines.append(picture(cells))
    return "\n".join(lines)


@njit
def long_run(size, generations):
    cells = soup(size, size)
    sizes = [len(cells)]
    for generation in range(1, generations + 1):
        cells = next_generation(cells)
        if generation % 10 == 0:
            sizes.append(len(cells))
    return cells, sizes


def main(n):
    lines = [report(name, "\n".join(rows), n) for name, rows in PATTERNS.items()]
    cells, sizes = long_run(2 * n, n)
    lines.append(f"soup: {sizes}, {islands(cells)[:6]}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(16))
