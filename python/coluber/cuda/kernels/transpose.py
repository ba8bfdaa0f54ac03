"""The transpose of a matrix on the device."""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A block moves a square tile; each of its threads moves TILE // ROWS elements.
TILE = 32
ROWS = 8


def transpose(a: Any, b: Any = None) -> Any:
    """Write the transpose of a matrix into another.

    Parameters
    ----------
    a : array
        The matrix, on the host or the device; the stream of a device array is used.
    b : array, optional
        Where the transpose goes; a new device array without it.

    Returns
    -------
    array
        `b`, or the new device array.
    """
    from coluber.cuda import device_array, to_device

    if a.ndim != 2:
        raise ValueError(f"transpose takes an array of 2 dimensions, not of {a.ndim}")
    rows, columns = a.shape
    stream = getattr(a, "stream", 0)
    source = to_device(a, stream=stream)
    target = device_array((columns, rows), a.dtype, stream=stream) if b is None else b
    if target.shape != (columns, rows):
        raise ValueError(f"the transpose of an array of shape {a.shape} does not fit into one of shape {target.shape}")
    if rows and columns:
        grid = -(-columns // TILE), -(-rows // TILE)
        _kernel(source.dtype)[grid, (TILE, ROWS), stream](source, target)
    return target


@cache
def _kernel(dtype: Any) -> Any:
    """Return the kernel for elements of this type: tiles go through shared memory, so that both sides are read in rows."""
    from coluber import cuda
    from coluber.np.numpy_support import from_dtype

    element = from_dtype(dtype)

    @cuda.jit
    def move_tiles(source, target):
        # One more column than the tile has, so that a column lies in different banks.
        tile = cuda.shared.array((TILE, TILE + 1), element)
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        column = cuda.blockIdx.x * TILE
        row = cuda.blockIdx.y * TILE
        for k in range(y, TILE, ROWS):
            if row + k < source.shape[0] and column + x < source.shape[1]:
                tile[k, x] = source[row + k, column + x]
        cuda.syncthreads()
        for k in range(y, TILE, ROWS):
            if column + k < target.shape[0] and row + x < target.shape[1]:
                target[column + k, row + x] = tile[x, k]

    return move_tiles
