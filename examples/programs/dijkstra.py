"""Shortest paths with a heap: Dijkstra's algorithm, A* on a grid, and the spanning tree of Prim, over lists of neighbours."""

import heapq

import numpy as np

from coluber import njit


@njit
def random_numbers(seed, count, limit):
    """Return numbers below a limit by a linear congruential generator."""
    numbers = []
    state = seed
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        numbers.append((state >> 8) % limit)
    return numbers


@njit
def random_graph(nodes, degree, seed):
    """Return for each node its neighbours with the lengths of the edges."""
    neighbours = [[] for _ in range(nodes)]
    targets = random_numbers(seed, nodes * degree, nodes)
    lengths = random_numbers(seed + 1, nodes * degree, 1000)
    for k in range(nodes * degree):
        start, end, length = k // degree, targets[k], 1.0 + lengths[k] / 10
        neighbours[start].append((end, length))
        neighbours[end].append((start, length))
    return neighbours


@njit
def dijkstra(neighbours, start):
    """Return the distances from a node, and the node before each on the way."""
    distance = [np.inf] * len(neighbours)
    before = [-1] * len(neighbours)
    distance[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        so_far, node = heapq.heappop(heap)
        if so_far > distance[node]:
            continue
        for other, length in neighbours[node]:
            total = so_far + length
            if total < distance[other]:
                distance[other] = total
                before[other] = node
                heapq.heappush(heap, (total, other))
    return distance, before


@njit
def path_to(before, node):
    path = [node]
    while before[node] >= 0:
        node = before[node]
        path.append(node)
    path.reverse()
    return path


@njit
def spanning_tree(neighbours):
    """Return the edges of a minimal spanning tree of the part that node 0 is in, and their length."""
    reached = {0}
    heap = [(length, 0, other) for other, length in neighbours[0]]
    heapq.heapify(heap)
    tree, total = [], 0.0
    while heap:
        length, start, end = heapq.heappop(heap)
        if end in reached:
            continue
        reached.add(end)
        tree.append((start, end))
        total += length
        for other, more in neighbours[end]:
            if other not in reached:
                heapq.heappush(heap, (more, end, other))
    return tree, total


@njit
def open_cells(rows, columns, seed):
    """Return a grid with walls."""
    walls = random_numbers(seed, rows * columns, 10)
    grid = [[walls[r * columns + c] >= 2 for c in range(columns)] for r in range(rows)]
    grid[0][0] = True
    grid[rows - 1][columns - 1] = True
    return grid


@njit
def steps_through(grid):
    """Return the number of steps from corner to corner with A*; -1 where there is no way. And how many cells were looked at."""
    rows, columns = len(grid), len(grid[0])
    best = {(0, 0): 0}
    heap = [(rows + columns - 2, 0, (0, 0))]
    looked_at = 0
    while heap:
        _, steps, cell = heapq.heappop(heap)
        if cell == (rows - 1, columns - 1):
            return steps, looked_at
        if steps > best[cell]:
            continue
        looked_at += 1
        r, c = cell
        for dr, dc in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            r2, c2 = r + dr, c + dc
            if 0 <= r2 < rows and 0 <= c2 < columns and grid[r2][c2]:
                if steps + 1 < best.get((r2, c2), rows * columns):
                    best[(r2, c2)] = steps + 1
                    ahead = rows - 1 - r2 + columns - 1 - c2
                    heapq.heappush(heap, (steps + 1 + ahead, steps + 1, (r2, c2)))
    return -1, looked_at


@njit
def largest(values, count):
    """Return the largest finite values, in order."""
    finite = [value for value in values if value < np.inf]
    return heapq.nlargest(count, finite)


@njit
def main(n):
    lines = []
    for seed in range(3):
        neighbours = random_graph(n, 3, seed)
        distance, before = dijkstra(neighbours, 0)
        far = [f"{value:.1f}" for value in largest(distance, 5)]
        lines.append(f"graph {seed}: farthest " + " ".join(far))
        for node in (n // 3, n // 2, n - 1):
            path = path_to(before, node)
            lines.append(f"  to {node}: {distance[node]:.2f} by {len(path)} nodes, {path[:4]}")
        tree, total = spanning_tree(neighbours)
        lines.append(f"  tree of {len(tree)} edges, {total:.1f}; last {tree[-1]}")
    for size in (10, 20, 40):
        steps, looked_at = steps_through(open_cells(size, size + 5, size))
        lines.append(f"grid {size}: {steps} steps, {looked_at} cells")
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(200))
