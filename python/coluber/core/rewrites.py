"""Rewrites of programs: classes that look for a form of code in each block of a function, and put another block in its place.

They see the IR of `coluber.core.ir`, of each function of a program that is compiled after they were registered.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Blocks that the rewrites of one function make, at most: one that always finds what it has made would go on for ever.
_MOST_BLOCKS = 10_000


class Rewrite:
    """Base of the classes of rewrites.

    Parameters
    ----------
    state : State
        What the compiler knows of the function.
    """

    def __init__(self, state: Any = None) -> None:
        """Take what is known of the function."""

    def match(self, func_ir: Any, block: Any, typemap: Any, calltypes: Any) -> bool:
        """Return whether there is something to rewrite in a block.

        Parameters
        ----------
        func_ir : FunctionIR
            The function.
        block : Block
            The block.
        typemap, calltypes : dict or None
            The types of variables by their names, and the signatures of operations; None before types are known.
        """
        return False

    def apply(self) -> Any:
        """Return the block that replaces the one that was looked at last."""
        raise NotImplementedError(f"{type(self).__qualname__} needs a method apply")


class RewriteRegistry:
    """The rewrites, by when they run."""

    kinds = frozenset(("before-inference", "after-inference"))

    def __init__(self) -> None:
        self.rewrites: dict[str, list[type[Rewrite]]] = {"before-inference": [], "after-inference": []}

    def __bool__(self) -> bool:
        return any(self.rewrites.values())

    def version(self) -> tuple[Any, ...]:
        """Return what is registered, as a key."""
        return tuple(map(tuple, self.rewrites.values()))

    def register(self, kind: str) -> Callable[[Any], Any]:
        """Return a decorator that registers a class of rewrites.

        Parameters
        ----------
        kind : str
            ``before-inference`` or ``after-inference``.
        """
        if kind not in self.kinds:
            raise KeyError(f"rewrites run 'before-inference' or 'after-inference', not {kind!r}")

        def decorate(rewrite_cls: Any) -> Any:
            if not (isinstance(rewrite_cls, type) and issubclass(rewrite_cls, Rewrite)):
                raise TypeError(f"a rewrite is a class derived from Rewrite, not {rewrite_cls!r}")
            self.rewrites[kind].append(rewrite_cls)
            return rewrite_cls

        return decorate

    def apply(self, kind: str, state: Any) -> None:
        """Apply the rewrites of a kind to the function of a state, until none finds anything."""
        for rewrite_cls in self.rewrites[kind]:
            work = list(state.func_ir.blocks.items())
            rewrite = rewrite_cls(state)
            while work:
                label, block = work.pop()
                made = _rewritten(rewrite, state, block)
                if made is None:
                    continue
                state.func_ir.blocks[label] = made
                work.append((label, made))
                _note(state, rewrite_cls)


def _rewritten(rewrite: Rewrite, state: Any, block: Any) -> Any:
    """Return the block that a rewrite puts in the place of another one; None where it finds nothing."""
    from coluber.core.compiler_machinery import note_place

    running = rewrite.match
    try:
        if not running(state.func_ir, block, state.typemap, state.calltypes):
            return None
        running = rewrite.apply
        return running()
    except Exception as error:
        note_place(error, running, f"the rewrite {type(rewrite).__qualname__}")
        raise


def _note(state: Any, rewrite_cls: Any) -> None:
    """Note that a rewrite has changed a function."""
    state.func_ir._definitions = type(state.func_ir).definitions_of(state.func_ir.blocks)
    state.last_pass = rewrite_cls.__qualname__
    state.rewritten = state.__dict__.get("rewritten", 0) + 1
    if state.rewritten > _MOST_BLOCKS:
        from coluber.core.errors import CompilerError

        message = f"the rewrite {rewrite_cls.__qualname__} always finds something more to rewrite"
        raise CompilerError(message, loc=state.func_ir.loc)


rewrite_registry = RewriteRegistry()
# The compiler asks whether there are any.
registered = rewrite_registry
register_rewrite = register = rewrite_registry.register
