"""Record code objects and opcode tables of the running CPython as JSON.

Usage
-----
record.py corpus OUTPUT.json
    The functions of ``corpus.py``.
record.py stdlib OUTPUT.jsonl
    All code objects of the standard library, without positions: the tables on the first line, then one module a line.
"""

from __future__ import annotations

import itertools
import json
import opcode
import sys
import sysconfig
import types
from pathlib import Path
from typing import Any

Json = Any


def tables() -> Json:
    """Return the opcode tables in the form of ``coluber_bytecode::RawTables``."""
    return {
        "version": list(sys.version_info[:2]),
        "opmap": {name: number for name, number in sorted(opcode.opmap.items()) if number < 256},
        "inline_caches": inline_caches(),
        "binary_ops": [symbol for _, symbol in opcode._nb_ops],
        "compare_ops": list(opcode.cmp_op),
        "intrinsics_1": list(getattr(opcode, "_intrinsic_1_descs", ())),
        "intrinsics_2": list(getattr(opcode, "_intrinsic_2_descs", ())),
        "special_methods": list(getattr(opcode, "_special_method_names", ())),
        "common_constants": [common_constant(value) for value in getattr(opcode, "_common_constants", ())],
    }


def inline_caches() -> dict[str, int]:
    """Return the number of inline cache entries by instruction name; zeros are left out."""
    entries = opcode._inline_cache_entries
    if isinstance(entries, list):
        entries = dict(zip(opcode.opname, entries, strict=False))
    return {name: count for name, count in sorted(entries.items()) if count}


def common_constant(value: object) -> Json:
    """Return an entry of ``opcode._common_constants``."""
    if isinstance(value, type | types.BuiltinFunctionType):
        return {"builtin": value.__name__}
    return {"value": constant(value)}


def constant(value: object, *, with_positions: bool = True) -> Json:
    """Return a constant in the form of ``coluber_bytecode::Const``."""
    simple = {type(None): None, bool: value}
    if type(value) in simple:
        return simple[type(value)]
    encoders = {
        int: lambda: {"int": str(value)},
        float: lambda: {"float": repr(value)},
        complex: lambda: {"complex": [repr(value.real), repr(value.imag)]},
        str: lambda: text(value),
        bytes: lambda: {"bytes": value.hex()},
        types.EllipsisType: lambda: {"ellipsis": True},
        tuple: lambda: {"tuple": [constant(item) for item in value]},
        frozenset: lambda: {"frozenset": [constant(item) for item in sorted(value, key=repr)]},
        slice: lambda: {"slice": [constant(part) for part in (value.start, value.stop, value.step)]},
        types.CodeType: lambda: {"code": code(value, with_positions=with_positions)},
    }
    other = {"other": type(value).__name__}
    return encoders.get(type(value), lambda: other)()


def text(value: str) -> Json:
    """Return a string; one that is no Unicode text can't be recorded."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return {"other": "str"}
    return {"str": value}


def code(co: types.CodeType, *, with_positions: bool = True) -> Json:
    """Return a code object in the form of ``coluber_bytecode::CodeObject``."""
    return {
        "name": co.co_name,
        "qualname": co.co_qualname,
        "filename": co.co_filename,
        "first_line": co.co_firstlineno,
        "arg_count": co.co_argcount,
        "posonly_arg_count": co.co_posonlyargcount,
        "kwonly_arg_count": co.co_kwonlyargcount,
        "flags": co.co_flags,
        "local_names": list(co.co_varnames),
        "cell_names": list(co.co_cellvars),
        "free_names": list(co.co_freevars),
        "names": list(co.co_names),
        "consts": [constant(value, with_positions=with_positions) for value in co.co_consts],
        "code": co.co_code.hex(),
        "exception_table": co.co_exceptiontable.hex(),
        "positions": positions(co) if with_positions else [],
    }


def positions(co: types.CodeType) -> Json:
    """Return runs of equal positions: length, line, end line, column, end column."""
    # co_positions() gives (line, end line, column, end column).
    runs = ((len(list(run)), *position) for position, run in itertools.groupby(co.co_positions()))
    return [list(run) for run in runs]


def functions(co: types.CodeType) -> list[types.CodeType]:
    """Return the code objects among the constants."""
    return [value for value in co.co_consts if isinstance(value, types.CodeType)]


def record_corpus(output: Path) -> None:
    """Write the tables and the functions of the corpus."""
    source = Path(__file__).with_name("corpus.py")
    module = compile(source.read_text(encoding="utf-8"), source.name, "exec", dont_inherit=True)
    # The annotations of the module's functions are functions themselves in some versions.
    recorded = [json.dumps(code(co)) for co in functions(module) if co.co_name != "__annotate__"]
    head = json.dumps(tables())
    lines = ",\n".join(recorded)
    output.write_text(f'{{"tables": {head},\n"functions": [\n{lines}\n]}}\n', encoding="utf-8")


def record_stdlib(output: Path) -> None:
    """Write the tables and the modules of the standard library, a line each."""
    root = Path(sysconfig.get_path("stdlib"))
    with output.open("w", encoding="utf-8") as out:
        print(json.dumps(tables()), file=out)
        for path in sorted(root.rglob("*.py")):
            if "site-packages" in path.parts:
                continue
            try:
                module = compile(path.read_bytes(), str(path.relative_to(root)), "exec", dont_inherit=True)
            except (OSError, SyntaxError, ValueError):
                continue
            print(json.dumps(code(module, with_positions=False)), file=out)


if __name__ == "__main__":
    what, target = sys.argv[1:]
    {"corpus": record_corpus, "stdlib": record_stdlib}[what](Path(target))
