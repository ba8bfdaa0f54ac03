"""The decorators ``cuda.vectorize`` and ``cuda.guvectorize``, which are those of the package with ``target='cuda'``."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Options of other targets that mean nothing here.
_IGNORED = frozenset({"nopython", "identity", "forceobj", "cache", "boundscheck", "writable_args"})


def vectorize(ftylist_or_function: Any = (), target: str = "cuda", **options: Any) -> Any:
    """Make an array function of a function of numbers; as `coluber.vectorize`, with another default for `target`."""
    from coluber.np.decorators import vectorize as decorator

    return decorator(ftylist_or_function, target=target, **options)


def guvectorize(*ftylist_and_signature: Any, target: str = "cuda", **options: Any) -> Any:
    """Make an array function of a function of parts of arrays; as `coluber.guvectorize`, with another default for `target`."""
    from coluber.np.decorators import guvectorize as decorator

    return decorator(*ftylist_and_signature, target=target, **options)


def array_function(signatures: Any, options: dict[str, Any]) -> Callable[[Any], Any]:
    """Return the decorator that makes an array function of a function of numbers."""
    listed = _listed("vectorize", signatures)

    def decorate(function: Any) -> Any:
        from coluber.cuda.ufuncs import CUDAUFunc

        return CUDAUFunc(function, listed, _options(options))

    return decorate


def generalised(signatures: Any, layout: str, options: dict[str, Any]) -> Callable[[Any], Any]:
    """Return the decorator that makes an array function of a function of parts of arrays."""
    listed = _listed("guvectorize", signatures)

    def decorate(function: Any) -> Any:
        from coluber.cuda.gufuncs import CUDAGUFunc

        return CUDAGUFunc(function, listed, layout, _options(options))

    return decorate


def _listed(name: str, signatures: Any) -> list[Any]:
    listed = list(signatures) if isinstance(signatures, (list, tuple)) else [signatures]
    if not listed:
        raise TypeError(f"{name}(target='cuda') needs the types: write {name}(['float32(float32)'], ...)")
    return listed


def _options(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in _IGNORED}
