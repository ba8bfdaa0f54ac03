"""The decorators `vectorize` and `guvectorize`: functions of numbers, or of parts of arrays, that are applied to arrays."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TARGETS = ("cpu", "parallel", "cuda")


def vectorize(ftylist_or_function: Any = (), /, target: str = "cpu", **options: Any) -> Any:
    """Make a function of numbers apply to arrays, element by element, with broadcasting.

    Parameters
    ----------
    ftylist_or_function : list of signatures, signature or callable
        The types that it is compiled for, such as ``["float32(float32, float32)"]``; or the function, when the decorator is
        written without arguments.
    target : {'cpu', 'parallel', 'cuda'}
        Where it runs.
    **options : object
        Options of the target: ``fastmath``, ``cache`` and others.

    Raises
    ------
    ValueError
        There is no such target.
    UnsupportedError
        The target has this only with signatures.

    Examples
    --------
    >>> @vectorize(["float64(float64, float64)"], target="cuda")
    ... def add(x, y):
    ...     return x + y
    >>> add(numpy.arange(3.0), 10.0)
    array([10., 11., 12.])
    """
    _check_target(target)
    if target == "cuda":
        from coluber.cuda.vectorizers import vectorize as on_cuda

        if callable(ftylist_or_function) and not _is_type_list(ftylist_or_function):
            return on_cuda((), options)(ftylist_or_function)
        return on_cuda(ftylist_or_function, options)
    if not _is_type_list(ftylist_or_function) or ftylist_or_function == ():
        raise _unsupported(f"vectorize(target={target!r}) without signatures", "write @vectorize(['float64(float64)'])")
    from coluber.np.arrayfunction import array_function

    return array_function(ftylist_or_function, options)


def guvectorize(ftylist: Any, signature: str | None = None, /, target: str = "cpu", **options: Any) -> Any:
    """Make a function of parts of arrays apply along their other dimensions, which are broadcast.

    Parameters
    ----------
    ftylist : list of signatures
        The types of inputs and outputs, such as ``["void(float32[:], float32[:])"]``.
    signature : str
        The dimensions of the parts: ``"(m,n),(n)->(m)"``.
    target : {'cuda'}
        Where it runs.
    **options : object
        Options of the target.

    Raises
    ------
    ValueError
        There is no such target, or the layout is wrong.
    UnsupportedError
        The target does not have this.
    """
    _check_target(target)
    if target != "cuda":
        raise _unsupported(f"guvectorize(target={target!r})", "use target='cuda'")
    if signature is None:
        raise TypeError("guvectorize(target='cuda') needs signatures and a layout such as '(n)->(n)'")
    from coluber.cuda.vectorizers import guvectorize as on_cuda

    return on_cuda(ftylist, signature, options)


def _check_target(target: str) -> None:
    if target not in _TARGETS:
        raise ValueError(f"Unsupported target: {target}")


def _is_type_list(value: Any) -> bool:
    from coluber.core.sigutils import is_signature

    return isinstance(value, (list, tuple)) or is_signature(value)


def _unsupported(what: str, advice: str) -> Exception:
    from coluber.core.errors import UnsupportedError

    return UnsupportedError(f"{what} is not supported yet: {advice}")
