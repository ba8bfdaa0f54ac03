"""Names of NumPy that make no sense in compiled code, with what to use instead.

`tools/numpy_names.py` puts the table on the page.
"""

from __future__ import annotations

from coluber.core import errors
from coluber.core.extending import implements
from coluber.lib.kinds import is_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

INSTEAD: dict[str, str] = {
    "numpy.bmat": "matrices of class np.matrix are objects of Python: use np.block()",
    "numpy.broadcast": "use np.broadcast_shapes() for the shape, np.nditer() or np.broadcast_arrays() for the elements",
    "numpy.einsum_path": "the order of products belongs to Python: compute it there, np.einsum() takes no path",
    "numpy.nested_iters": "write one np.nditer() inside of another, or loops over indices",
    "numpy.unstack": "the length of a tuple is part of its type: iterate over np.moveaxis(x, axis, 0)",
    **{
        f"numpy.{name}": "the length of the result's texts is part of its dtype, but known when the program runs: store the "
        "result for each text in an array with a dtype such as 'U20'"
        for name in (
            "char.join",
            "strings.decode",
            "strings.encode",
            "strings.expandtabs",
            "strings.mod",
            "strings.partition",
            "strings.replace",
            "strings.rpartition",
        )
    },
    **{
        f"numpy.char.{name}": "arrays of lists are objects of Python: split each text in a loop"
        for name in ("rsplit", "split", "splitlines")
    },
    **{
        f"numpy.lib.scimath.{name}": "whether the result is complex depends on the values: use the function of numpy with "
        "complex arguments, such as np.sqrt(a + 0j)"
        for name in ("arccos", "arcsin", "arctanh", "log", "log10", "log2", "logn", "power", "sqrt")
    },
    "attribute:base": "views don't tell of whose memory they are: use np.shares_memory(a, b)",
    "method:resize": "the memory of an array does not grow: use np.resize(a, shape) or np.concatenate()",
}


def _refuse(key: str, instead: str) -> None:
    name = key.rsplit(":", maxsplit=1)[-1].rsplit(".", maxsplit=1)[-1]
    text = f"'ndarray.{name}'" if ":" in key else f"'{key}'"

    @implements(key)
    def refuse(*args: Any, **options: Any) -> None:
        if ":" in key and not is_array(args[0]):
            return
        raise errors.UnsupportedError(f"{text} is not supported in compiled code: {instead}")


for _key, _instead in INSTEAD.items():
    _refuse(_key, _instead)
