"""The decorators `vectorize` and `guvectorize`: functions of numbers, or of parts of arrays, that are applied to arrays."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TARGETS = ("cpu", "parallel", "cuda")


def vectorize(ftylist_or_function: Any = (), target: str = "cpu", **options: Any) -> Any:
    """Make a function of numbers apply to arrays, element by element, with broadcasting.

    Parameters
    ----------
    ftylist_or_function : list of signatures, signature or callable
        The types that it is compiled for, such as ``["float32(float32, float32)"]``; or the function, when the decorator is
        written without arguments.
    target : {'cpu', 'parallel', 'cuda'}
        Where it runs.
    **options : object
        Options of the target: ``fastmath``, ``cache`` and others. With ``forceobj=True``, which needs signatures, the
        interpreter runs the function.

    Raises
    ------
    ValueError
        There is no such target.

    Returns
    -------
    numpy.ufunc or DUFunc
        A ufunc of NumPy with signatures; without, one that compiles its loops when they are needed. On CUDA an object with the
        same call.

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
        from coluber.cuda.vectorizers import array_function as on_cuda

        if callable(ftylist_or_function) and not _is_type_list(ftylist_or_function):
            return on_cuda((), options)(ftylist_or_function)
        return on_cuda(ftylist_or_function, options)
    options = _with_target(options, target)
    if _is_type_list(ftylist_or_function):
        return lambda function: _ufunc(function, ftylist_or_function, options)
    return _ufunc(ftylist_or_function, (), options)


def _ufunc(function: Any, signatures: Any, options: dict[str, Any]) -> Any:
    """Return a ufunc of NumPy, or one that compiles its loops when they are needed where there are no signatures."""
    function, options = _checked_mode(function, signatures, options)
    if not _listed(signatures):
        from coluber.np.ufunc.dufunc import DUFunc

        kept = {name: value for name, value in options.items() if name != "identity"}
        return DUFunc(function, options.get("identity"), targetoptions=kept)
    from coluber.np.ufunc.elementwise import ElementwiseBuilder

    builder = ElementwiseBuilder(function, options)
    for signature in _listed(signatures):
        builder.add(signature)
    return builder.ufunc()


def _listed(signatures: Any) -> list[Any]:
    """Return a list of signatures, which may be given as one alone."""
    from coluber.core.sigutils import is_signature

    if isinstance(signatures, list) or signatures == () or not is_signature(signatures):
        return list(signatures)
    return [signatures]


def guvectorize(*ftylist_and_signature: Any, target: str = "cpu", **options: Any) -> Any:
    """Make a function of parts of arrays apply along their other dimensions, which are broadcast.

    Parameters
    ----------
    *ftylist_and_signature
        The types of inputs and outputs, such as ``["void(float32[:], float32[:])"]``, which may be left out on the processor,
        and the dimensions of the parts: ``"(m,n),(n)->(m)"``.
    target : {'cpu', 'parallel', 'cuda'}
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
    *ftylist, layout = ftylist_and_signature or (None,)
    if len(ftylist) > 1 or not isinstance(layout, str):
        raise TypeError("guvectorize needs a layout such as '(n)->(n)', perhaps with signatures before it")
    if target == "cuda":
        if not ftylist:
            raise TypeError("guvectorize(target='cuda') needs signatures before the layout")
        from coluber.cuda.vectorizers import generalised as on_cuda

        return on_cuda(ftylist[0], layout, options)
    options = _with_target(options, target)
    return lambda function: _gufunc(function, ftylist[0] if ftylist else (), layout, options)


def _gufunc(function: Any, signatures: Any, layout: str, options: dict[str, Any]) -> Any:
    """Return a ufunc of NumPy, or one that compiles its loops when they are needed where there are no signatures."""
    from coluber.core.types import none

    function, options = _checked_mode(function, signatures, options, none)
    if not _listed(signatures):
        from coluber.np.ufunc.generalised import GUFunc

        kept = {name: value for name, value in options.items() if name != "identity"}
        return GUFunc(function, layout, options.get("identity"), targetoptions=kept)
    from coluber.np.ufunc.generalised import GeneralisedBuilder

    builder = GeneralisedBuilder(function, layout, options)
    for signature in _listed(signatures):
        builder.add(signature)
    return builder.ufunc()


def _checked_mode(function: Any, signatures: Any, options: dict[str, Any], result: Any = None) -> tuple[Any, dict[str, Any]]:
    """Return what is compiled, for ``forceobj=True`` a call of the function in the interpreter, and the other options.

    `result` is what the function returns where its signatures do not say.
    """
    if not options.get("forceobj"):
        return function, options
    from coluber.np.ufunc.interpreted import interpreted

    return interpreted(function, _listed(signatures), result), {
        name: value for name, value in options.items() if name != "forceobj"
    }


def _with_target(options: dict[str, Any], target: str) -> dict[str, Any]:
    """Return the options with the target, where it is not the usual one; ``nopython`` says nothing new."""
    kept = {name: value for name, value in options.items() if name != "nopython"}
    return kept if target == "cpu" else {**kept, "target": target}


def _check_target(target: str) -> None:
    if target not in _TARGETS:
        raise ValueError(f"Unsupported target: {target}")


def _is_type_list(value: Any) -> bool:
    from coluber.core.sigutils import is_signature

    return isinstance(value, (list, tuple)) or is_signature(value)
