"""The names of the passes in pipelines that programs describe; they stand for what this compiler does at that point."""

from __future__ import annotations

from coluber.core.compiler_machinery import CompilerPass

UNTYPED = (
    "TranslateByteCode", "FixupArgs", "IRProcessing", "WithLift", "InlineClosureLikes", "RewriteSemanticConstants",
    "DeadBranchPrune", "GenericRewrites", "MakeFunctionToJitFunction", "InlineInlinables", "FindLiterallyCalls",
    "LiteralUnroll", "LiteralPropagationSubPipelinePass", "ReconstructSSA",
)  # fmt: skip
TYPED = (
    "NopythonTypeInference", "AnnotateTypes", "PreParforPass", "ParforPass", "ParforFusionPass", "ParforPreLoweringPass",
    "InlineOverloads", "NopythonRewrites", "NoPythonSupportedFeatureValidation", "IRLegalization", "NativeLowering",
    "NoPythonBackend", "DumpParforDiagnostics",
)  # fmt: skip

_made: dict[str, type[CompilerPass]] = {}


def marker(name: str) -> type[CompilerPass]:
    """Return the class that stands for a pass."""
    if name not in _made:
        body = {"_name": name, "_is_own": True, "__doc__": f"Stands for the pass ``{name}`` in a pipeline."}
        _made[name] = type(name, (CompilerPass,), body)
    return _made[name]


def find(module: str, names: tuple[str, ...], name: str) -> type[CompilerPass]:
    """Return the pass of a name in a module."""
    if name not in names:
        from coluber.core.missing import missing

        raise missing(f"coluber does not have {module}.{name} yet", name)
    return marker(name)
