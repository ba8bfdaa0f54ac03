"""The names of the passes in pipelines that programs describe; they stand for what this compiler does at that point."""

from __future__ import annotations

from coluber.core.compiler_machinery import CompilerPass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The passes of a pipeline, in order, with what messages call them.
UNTYPED = (
    ("TranslateByteCode", "analyzing bytecode"),
    ("FixupArgs", "fix up args"),
    ("IRProcessing", "processing IR"),
    ("WithLifting", "Handle with contexts"),
    ("InlineClosureLikes", "calls of inner functions"),
    ("RewriteSemanticConstants", "rewrite semantic constants"),
    ("DeadBranchPrune", "dead branch pruning"),
    ("GenericRewrites", "nopython rewrites"),
    ("RewriteDynamicRaises", "rewrite dynamic raises"),
    ("MakeFunctionToJitFunction", "inner functions"),
    ("InlineInlinables", "inline inlinable functions"),
    ("FindLiterallyCalls", "find literally calls"),
    ("LiteralUnroll", "handles literal_unroll"),
    ("ReconstructSSA", "ssa"),
    ("LiteralPropagationSubPipelinePass", "Literal propagation"),
)
TYPED = (
    ("NopythonTypeInference", "nopython frontend"),
    ("PreLowerStripPhis", "remove phis nodes"),
    ("InlineOverloads", "inline overloaded functions"),
    ("PreParforPass", "Preprocessing for parfors"),
    ("ParforPass", "convert to parfors"),
    ("ParforFusionPass", "fuse parfors"),
    ("ParforPreLoweringPass", "parfor prelowering"),
    ("NopythonRewrites", "nopython rewrites"),
)
LOWERING = (
    ("NoPythonSupportedFeatureValidation", "check of features"),
    ("IRLegalization", "check of IR"),
    ("AnnotateTypes", "annotate types"),
    ("NativeLowering", "native lowering"),
    ("NoPythonBackend", "nopython mode backend"),
    ("DumpParforDiagnostics", "dump parfor diagnostics"),
)
# What programs put into pipelines besides.
UNTYPED_NAMES = frozenset(name for name, _ in UNTYPED) | {
    "ExtractByteCode", "WithLift", "PreserveIR", "CanonicalizeLoopExit", "CanonicalizeLoopEntry", "PrintIRCFG",
    "TransformLiteralUnrollConstListToTuple", "MixedContainerUnroller", "IterLoopCanonicalization", "PropagateLiterals",
    "SimplifyCFG",
}  # fmt: skip
TYPED_NAMES = frozenset(name for name, _ in (*TYPED, *LOWERING)) | {
    "BaseTypeInference", "PartialTypeInference", "BaseNativeLowering", "NativeParforLowering", "DeadCodeElimination",
}  # fmt: skip
# Passes of the compiler's names that are in no pipeline unless a program wants what they do.
SELDOM = frozenset(("PreserveIR", "DeadCodeElimination", "SimplifyCFG"))

_made: dict[str, type[CompilerPass]] = {}


def marker(name: str) -> type[CompilerPass]:
    """Return the class that stands for a pass."""
    if name not in _made:
        doc = f"Stands for the pass ``{name}`` in a pipeline."
        body = {"_name": name, "_is_own": True, "__doc__": doc, "run_pass": _step(name)}
        _made[name] = type(name, (CompilerPass,), body)
    return _made[name]


def _step(name: str) -> Any:
    """Return what a pass does on the IR that programs see."""

    def run_pass(self: CompilerPass, state: Any) -> bool:
        from coluber.core.program_ir.steps import STEPS

        step = STEPS.get(name)
        return step is not None and step(state)

    return run_pass


def find(module: str, names: frozenset[str], name: str) -> type[CompilerPass]:
    """Return the pass of a name in a module."""
    if name not in names:
        from coluber.core.missing import missing

        raise missing(f"coluber does not have {module}.{name} yet", name)
    return marker(name)
