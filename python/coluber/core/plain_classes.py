"""Classes of programs that are written without decoration: which fields their objects have, and of what types.

The fields are those that ``__init__`` sets, also by methods and setters of properties that it calls, and those that have
annotations. Their types depend on the arguments of ``__init__``: `initialisers` makes a function of its statements that gives
the values of the fields, so that the compiler finds their types as it finds that of any result.
"""

from __future__ import annotations

import abc
import ast
import collections.abc
import sys
import typing
from types import FunctionType, MemberDescriptorType

from coluber.core.annotations import annotations_of, evaluated, own_annotations, scope_of
from coluber.core.class_facts import kept
from coluber.core.source import captured_by, definition, parsed_file, parsed_module, shared_definition, stored_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# What changes how objects are made, read or given up: such classes belong to the interpreter.
_UNUSUAL = ("__new__", "__getattribute__", "__setattr__", "__delattr__", "__del__", "__get__", "__set__", "_numba_type_")

# Bases that give methods which use a program's own, and no fields.
_ABSTRACT = tuple(getattr(collections.abc, name) for name in collections.abc.__all__)

# Bases that objects have no fields of.
_MARKS: tuple[Any, ...] = (object, abc.ABC, typing.Generic, typing.Protocol, *_ABSTRACT)

# Bases of the library that stand for containers of the interpreter.
_CONTAINER_BASES = "coluber.lib.python.container_bases"

# Values that a class and its objects may share.
_CONSTANTS = (bool, int, float, complex, str, bytes, tuple)

# Objects that describe memory are arrays.
_INTERFACES = ("__cuda_array_interface__", "__array_interface__", "__array__")


def is_plain(cls: type) -> bool:
    """Whether objects of a class are what ``__init__`` makes of them, and it is a program's."""
    if type(cls) not in (type, abc.ABCMeta, type(typing.Protocol)) or cls in _ABSTRACT:
        return False
    if any(hasattr(cls, name) for name in _INTERFACES) or not all(map(is_program_class, bases(cls))):
        return False
    return _is_stated(cls) and not _is_of_an_extension(cls)


@kept
def _is_stated(cls: type) -> bool:
    """Whether statements say which fields a class's objects have."""
    if not all(isinstance(init, FunctionType) and _is_known(init) for init in inits(cls)):
        return False
    return not set(field_names(cls)).intersection(_INTERFACES)


def _is_known(init: FunctionType) -> bool:
    """Whether it is known what an ``__init__`` sets: by its statements, or as the fields of a dataclass."""
    from coluber.core.classes import is_made_by_dataclass

    return is_made_by_dataclass(init) or shared_definition(init) is not None


def _is_of_an_extension(cls: type) -> bool:
    """Whether an extension says what objects of a class are to compiled code; those that are installed are asked first."""
    from coluber.core import entrypoints

    entrypoints.init_once()
    # None has said anything before the module is there that they tell.
    told = sys.modules.get("coluber.core.typing.typeof")
    return told is not None and told.has_type(cls)


def bases(cls: type) -> list[type]:
    """Return a class and those that it is derived from, those that come first last; protocols have no fields."""
    return [base for base in reversed(cls.__mro__) if base not in _MARKS and not vars(base).get("_is_protocol", False)]


def is_program_class(cls: type) -> bool:
    """Whether a class is a program's, whose objects are made and read as usual, or a base of such in the library."""
    if cls.__module__ == _CONTAINER_BASES:
        return True
    if cls.__module__.partition(".")[0] == "coluber" or _is_of_interpreter(cls):
        return False
    return not any(name in vars(cls) for name in _UNUSUAL)


def inits(cls: type) -> Iterator[Any]:
    """Yield the ``__init__`` of a class and of those that it is derived from."""
    return (vars(base)["__init__"] for base in bases(cls) if "__init__" in vars(base))


def own_name(function: FunctionType) -> str:
    """Return the name of a method's first parameter."""
    return function.__code__.co_varnames[0] if function.__code__.co_argcount else ""


def is_field(node: Any, own: str) -> bool:
    """Whether a node of a syntax tree is ``self.name``, where the object is called ``own``."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == own


def wrapped_at(function: FunctionType, node: Any) -> FunctionType | None:
    """Return the method that a decorator was given, where what the decorator made of it calls it with the object at a node."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
        return None
    first, free = node.args[0], function.__code__.co_freevars
    if node.func.id not in free or not isinstance(first, ast.Name) or first.id != own_name(function):
        return None
    found = captured_by(function).get(node.func.id)
    # What a decorator makes may call itself, too.
    return found if isinstance(found, FunctionType) and found is not function else None


def nodes_seeing(tree: ast.AST, own: str) -> Iterator[ast.AST]:
    """Yield the nodes below one where the object is called ``own``: methods of classes inside have objects of their own."""
    for child in ast.iter_child_nodes(tree):
        is_other = isinstance(child, ast.FunctionDef) and any(argument.arg == own for argument in child.args.args)
        if not isinstance(child, ast.ClassDef) and not is_other:
            yield child
            yield from nodes_seeing(child, own)


@kept
def field_names(cls: type) -> list[str]:
    """Return the names of the fields that a class's objects begin with."""
    names: dict[str, None] = {}
    # An `__init__` that does not call that of the class above leaves out what that sets.
    begun = set(_set_by_init(cls, cls))
    for base in bases(cls):
        names.update(dict.fromkeys(name for name in _annotated(base) if not _is_shared(cls, name)))
        names.update(dict.fromkeys(name for name in _set_by_init(cls, base) if name in begun))
    names.update(dict.fromkeys(values_of_class(cls)))
    return [name for name in names if not isinstance(getattr(cls, name, None), property)]


@kept
def _set_by_init(cls: type, base: type) -> list[str]:
    """Return the fields of a class that the ``__init__`` of one of its bases sets, or the one that it has itself."""
    from coluber.core.initialisers import set_by

    init = cls.__init__ if base is cls else vars(base).get("__init__")  # type: ignore[misc]
    return set_by(cls, init) if isinstance(init, FunctionType) else []


def _annotated(cls: type) -> list[str]:
    """Return what the body of a class says the types of, except what it says to be the class's alone."""
    from coluber.core.class_variables import assigned

    scope, shared = scope_of(cls), assigned(cls)
    own = [name for name, annotation in own_annotations(cls).items() if not _is_no_field(evaluated(annotation, scope))]
    return [name for name in own if name not in shared]


def _is_no_field(annotation: Any) -> bool:
    """Whether what has an annotation is the class's alone, or an argument that is handed on to ``__post_init__``."""
    if isinstance(annotation, str):
        return annotation.partition("[")[0].rpartition(".")[2] in ("ClassVar", "InitVar")
    if type(annotation).__name__ == "InitVar" or getattr(annotation, "__name__", "") == "InitVar":
        return True
    return annotation is typing.ClassVar or typing.get_origin(annotation) is typing.ClassVar


def _is_shared(cls: type, name: str) -> bool:
    """Whether a class has a value under a name that its objects share, such as a list: no field unless ``__init__`` sets it."""
    value = getattr(cls, name, None)
    return value is not None and not _is_constant(value) and not isinstance(value, MemberDescriptorType)


def _is_constant(value: Any) -> bool:
    enum = sys.modules.get("enum")
    return isinstance(value, _CONSTANTS) or (enum is not None and isinstance(value, enum.Enum))


@kept
def values_of_class(cls: type) -> dict[str, Any]:
    """Return the constants that fields are before a method sets them, which the class has under their names."""
    annotated = [name for base in bases(cls) for name in _annotated(base)]
    begun = {*annotated, *(name for base in bases(cls) for name in _set_by_init(cls, base))}
    found = {name: getattr(cls, name, begun) for name in dict.fromkeys([*annotated, *_set_by_methods(cls)])}
    return {name: value for name, value in found.items() if _is_constant(value) or (value is None and name in begun)}


def late_names(cls: type) -> list[str]:
    """Return the names of the fields that ``__init__`` does not set, but other methods: objects begin without them.

    Properties that are computed once are among them, and what the class says to be None that code outside of it sets.
    """
    from coluber.core.classes import cached_names

    known = set(field_names(cls))
    unset = [name for name in dict.fromkeys([*_set_by_methods(cls), *_none_until_others_set(cls)]) if name not in known]
    begun = [name for name in unset if isinstance(getattr(cls, name, None), (type(None), MemberDescriptorType))]
    return begun + [name for name in cached_names(cls) if name not in known]


def foreign_names(cls: type, known: set[str]) -> list[str]:
    """Return the names of the fields that only code outside of the class may set, by the statements of its file.

    Which class's objects they set there is found when functions are compiled that set them, or read what `may_be_read` says.
    """
    found = [name for name in _set_elsewhere(cls) if not hasattr(cls, name)]
    # Objects of a class that says all its fields have one type: no more fields than it needs take that from them.
    is_said = known <= annotations(cls).keys() | constants(cls).keys()
    return [name for name in found if name not in known and not (is_said and not may_be_read(cls, name))]


def says_more_than_fields(cls: type) -> bool:
    """Whether statements set more than the fields of the objects of a dataclass, or alone say what one holds.

    Those of a frozen one are set by none.
    """
    if cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return False
    fields = cls.__dataclass_fields__  # type: ignore[attr-defined]
    if any(_is_told_by_statements(cls, field) for field in fields.values() if not field.init):
        return True
    by_methods = [
        name for name in _set_by_methods(cls, frozenset(fields)) if not isinstance(getattr(cls, name, None), property)
    ]
    return not fields.keys() >= {*by_methods, *_none_until_others_set(cls)}


def _is_told_by_statements(cls: type, field: Any) -> bool:
    """Whether a field that no call of a dataclass sets has an annotation which does not tell its type, such as ``list``."""
    from coluber.core.annotations import type_of_annotation

    missing = sys.modules["dataclasses"].MISSING
    if field.default is not missing or field.default_factory is not missing or not hasattr(cls, "__post_init__"):
        return False
    annotation = evaluated(field.type, {**scope_of(cls), cls.__name__: cls})
    return not _names_class_of_program(annotation) and type_of_annotation(annotation) is None


def _names_class_of_program(annotation: Any) -> bool:
    """Whether an annotation names a class of a program, whose objects have types by what is known of the classes together."""
    parts = getattr(annotation, "__args__", None) or ()
    is_class = isinstance(annotation, type) and not _is_of_interpreter(annotation)
    return is_class or any(map(_names_class_of_program, parts))


def _is_of_interpreter(cls: type) -> bool:
    package = cls.__module__.partition(".")[0]
    return package == "numpy" or (package in sys.stdlib_module_names and package != "__main__")


def _none_until_others_set(cls: type) -> list[str]:
    """Return what the class says to be None and code outside of it sets."""
    names = (name for name in _set_elsewhere(cls) if not name.startswith("__"))
    return [name for name in names if getattr(cls, name, cls) is None]


def _set_elsewhere(cls: type) -> tuple[str, ...]:
    """Return the names that code of the file sets of objects other than its own, where those of the class may be among them."""
    open_bases = all("__slots__" not in vars(base) for base in bases(cls))
    is_open = open_bases and cls.__qualname__ == cls.__name__ and not hasattr(cls, "__getattr__")
    return _set_in_file(_file_of(cls)) if is_open else ()


def _set_in_file(tree: ast.Module) -> tuple[str, ...]:
    """Return the names that the code of a file sets of objects other than its own.

    The tree keeps them: all classes of the file ask.
    """
    known: tuple[str, ...] | None = getattr(tree, "_set_on_others", None)
    if known is None:
        known = tuple(dict.fromkeys(name for node in tree.body for name in _set_on_others(node)))
        tree._set_on_others = known  # type: ignore[attr-defined]
    return known


def may_be_read(cls: type, name: str) -> bool:
    """Whether code that reads a field which only code outside of the class may set takes objects to have it.

    It does not where a class of the file sets one of that name itself.
    """
    classes = (node for node in _file_of(cls).body if isinstance(node, ast.ClassDef))
    return all(name not in _names_of_class(node) for node in classes)


def _file_of(cls: type) -> ast.Module:
    """Return the syntax tree of the file that a class is in."""
    from coluber.core.classes import is_made_by_dataclass

    methods = (method for base in bases(cls) for method in _functions_of(base))
    own = (method for method in methods if method.__module__ != "dataclasses" and not is_made_by_dataclass(method))
    method = next(own, None)
    return parsed_module(cls.__module__) if method is None else parsed_file(method)


def _names_of_class(tree: ast.ClassDef) -> Iterator[str]:
    """Yield what the body of a class defines, and what its methods set of their objects."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
            yield from (part.attr for part in _fields_set(node) if _is_own(part, node))
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def _set_on_others(tree: ast.stmt) -> Iterator[str]:
    """Yield the attributes that a statement, or the methods of a class, set of other objects than their own."""
    if not isinstance(tree, ast.ClassDef):
        yield from (part.attr for part in _fields_set(tree))
    else:
        methods = (node for node in tree.body if isinstance(node, ast.FunctionDef))
        yield from (part.attr for node in methods for part in _fields_set(node) if not _is_own(part, node))


def _fields_set(tree: ast.stmt) -> Iterator[ast.Attribute]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))


def _is_own(node: ast.Attribute, method: ast.FunctionDef) -> bool:
    first = method.args.args[0].arg if method.args.args else ""
    return isinstance(node.value, ast.Name) and node.value.id == first


def hint(cls: type, name: str) -> tuple[str, Any] | None:
    """Return what methods set a field to which begins as None, as far as statements say that: the class, or a constant."""
    found: list[Any] = []
    for method in (method for base in bases(cls) for method in _functions_of(base)):
        tree, own = shared_definition(method), own_name(method)
        for node in () if tree is None or not own else nodes_seeing(tree, own):
            if isinstance(node, ast.Assign) and any(is_field(target, own) and target.attr == name for target in node.targets):  # type: ignore[attr-defined]
                is_object = isinstance(node.value, ast.Name) and node.value.id == own
                kind = _constant_type(node.value)
                found += [cls] if is_object else [] if kind is None else [kind()]
    kinds = {type(value) for value in found}
    if not kinds or (len(kinds) > 1 and kinds != {int, float}):
        return None
    return "constant", max(found, key=lambda value: isinstance(value, float))


@kept
def _set_by_methods(cls: type, known: frozenset[str] = frozenset()) -> list[str]:
    """Return the names that methods set of their object, where it may be one that is not known."""
    methods = [method for base in bases(cls) for method in _functions_of(base) if _may_set(method, known)]
    return list(dict.fromkeys(name for method in methods for name in _set_in(method)))


def _may_set(method: FunctionType, known: frozenset[str] = frozenset()) -> bool:
    """Whether the code of a method sets other attributes than those that are known, or names the dict of an object's fields."""
    return bool(stored_attributes(method.__code__) - known) or "__dict__" in method.__code__.co_names


def _functions_of(cls: type) -> Iterator[FunctionType]:
    """Yield the methods of a class, also those of its properties, and those behind decorators."""
    from coluber.core.classes import is_cached, keeps_results

    for value in vars(cls).values():
        if isinstance(value, property):
            parts = value.fget, value.fset
        elif keeps_results(value):
            parts = (value.__wrapped__,)
        else:
            parts = (value.func if is_cached(value) else value,)
        for part in parts:
            if isinstance(part, FunctionType):
                yield part
                yield from _wrapped_by(part)


def _wrapped_by(function: FunctionType, above: tuple[FunctionType, ...] = ()) -> Iterator[FunctionType]:
    """Yield the methods behind one that a decorator has made; those above it may be called by it, too."""
    if any(isinstance(value, FunctionType) for value in captured_by(function).values()):
        from coluber.core.decorated_methods import with_object

        function = with_object(function)
        for node in ast.walk(shared_definition(function) or ast.Module([], [])):
            wrapped = wrapped_at(function, node)
            if wrapped is not None and wrapped not in above:
                yield wrapped
                yield from _wrapped_by(wrapped, (*above, function, wrapped))


def _set_in(method: FunctionType) -> list[str]:
    if not _may_set(method):
        return []
    tree, own = shared_definition(method), own_name(method)
    nodes = () if tree is None or not own else nodes_seeing(tree, own)
    return [node.attr for node in nodes if is_field(node, own) and isinstance(node.ctx, ast.Store)]  # type: ignore[attr-defined]


def annotations(cls: type) -> dict[str, Any]:
    """Return what the statements of ``__init__`` say of the types of fields: by annotations, and by those of its parameters."""
    found: dict[str, Any] = {}
    owners = (base for base in bases(cls) if "__init__" in vars(base))
    for base, init, texts in zip(owners, inits(cls), _texts_of_inits(cls), strict=True):
        if texts:
            scope = {**scope_of(base), **init.__globals__, cls.__name__: cls}
            found.update((name, evaluated(text, scope)) for name, text in texts.items())
    return {**found, **_begun_as_none(cls)}


@kept
def _texts_of_inits(cls: type) -> list[dict[str, Any]]:
    """Return the annotations of fields in each ``__init__``, in the order of `inits`."""
    return [_texts_of(init) for init in inits(cls)]


def _begun_as_none(cls: type) -> dict[str, Any]:
    """Return the annotations of fields that are None until they are set, whatever the annotation says."""
    known = annotations_of(cls, {cls.__name__: cls})
    names = [name for name, value in values_of_class(cls).items() if value is None and name in known]
    return {name: _or_none(known[name]) for name in names}


def _or_none(annotation: Any) -> Any:
    try:
        return typing.Optional[annotation]  # noqa: UP045
    except TypeError:
        return annotation


def _texts_of(init: FunctionType) -> dict[str, Any]:
    own = own_name(init)
    found: dict[str, Any] = {}
    for node in nodes_seeing(shared_definition(init) or ast.Module([], []), own):
        if isinstance(node, ast.AnnAssign) and is_field(node.target, own):
            found[node.target.attr] = _text_of(node.annotation)  # type: ignore[union-attr]
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            annotation = init.__annotations__.get(node.value.id)
            fields = [target for target in node.targets if is_field(target, own)]
            if annotation is not None:
                found.update((target.attr, annotation) for target in fields)  # type: ignore[attr-defined]
    return found


def _text_of(annotation: ast.expr) -> str:
    """Return the text of an annotation, which may be written as a text."""
    is_text = isinstance(annotation, ast.Constant) and isinstance(annotation.value, str)
    return annotation.value if is_text else ast.unparse(annotation)  # type: ignore[attr-defined]


def constants(cls: type) -> dict[str, type]:
    """Return the types of the fields that ``__init__`` sets to constants alone, and to those of one type."""
    found: dict[str, set[type | None]] = {}
    for base in bases(cls):
        init = vars(base).get("__init__")
        for name, kind in _kinds_set(init) if init is not None else ():
            found.setdefault(name, set()).add(kind)
    only = ((name, next(iter(kinds))) for name, kinds in found.items() if len(kinds) == 1)
    return {name: kind for name, kind in only if kind is not None}


def _kinds_set(init: FunctionType) -> Iterator[tuple[str, type | None]]:
    """Yield each field that ``__init__`` sets with the type of the constant that it is set to; None for other values."""
    own = own_name(init)
    known: dict[ast.AST, type | None] = {}
    for node in nodes_seeing(shared_definition(init) or ast.Module([], []), own):
        if isinstance(node, ast.Assign):
            known.update((target, _constant_type(node.value)) for target in node.targets)
        elif is_field(node, own) and isinstance(node.ctx, ast.Store):
            yield node.attr, known.get(node)


def _constant_type(value: ast.expr) -> type | None:
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        value = value.operand
    kind = type(value.value) if isinstance(value, ast.Constant) else None
    return kind if kind in (bool, int, float, complex, str) else None


# ------------------------------------------------------------------------------------------------------------------ keys


def keys_of(cls: Any, names: list[str]) -> str:
    """Return what makes objects equal as keys: they themselves, the fields that ``__eq__`` compares, or what it says.

    A ``__hash__`` of the program's own gives equal numbers for equal objects, as Python asks for, and need not be known. Where
    it is the hash of fields, it says in which order sets have the objects.
    """
    if cls.__eq__ is object.__eq__ and cls.__hash__ is not None:
        return "identity"
    if not isinstance(cls.__hash__, FunctionType) or not isinstance(cls.__eq__, FunctionType):
        return ""
    compared = _compared(cls.__eq__) or set()
    if not compared or not compared.issubset(names):
        return "own"
    numbers = [str(k) for k, name in enumerate(names) if name in compared]
    return f"{' '.join(numbers)};{_hashed(cls.__hash__, names)}"


def _hashed(function: FunctionType, names: list[str]) -> str:
    """Return the number of the field, or ``(numbers)`` of the fields, whose hash a ``__hash__`` gives; nothing for others."""
    found = _result(function)
    if isinstance(found, ast.Call) and isinstance(found.func, ast.Name) and found.func.id == "hash" and len(found.args) == 1:
        found = found.args[0]
    elif isinstance(found, ast.Tuple):
        return ""
    own = function.__code__.co_varnames[0]
    fields = found.elts if isinstance(found, ast.Tuple) else [found]
    numbers = [str(names.index(field.attr)) for field in fields if is_field(field, own) and field.attr in names]  # type: ignore[union-attr]
    if len(numbers) != len(fields):
        return ""
    return f"({' '.join(numbers)})" if isinstance(found, ast.Tuple) else numbers[0]


def _result(function: FunctionType) -> ast.expr | None:
    """Return the expression that a function gives which has no other statement than tests of classes."""
    tree = definition(function)
    body = [] if tree is None else [node for node in tree.body if not _is_test_of_class(node)]
    last = body[0] if len(body) == 1 else None
    return last.value if isinstance(last, ast.Return) else None


def _is_test_of_class(node: ast.stmt) -> bool:
    """Whether a statement is ``if not isinstance(...)``, or the like, which gives NotImplemented or False."""
    if not isinstance(node, ast.If) or node.orelse or len(node.body) != 1:
        return False
    gives = ast.unparse(node.body[0]) in ("return NotImplemented", "return False")
    test = node.test
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test = test.operand
    asked = ast.unparse(test)
    is_call = isinstance(test, ast.Call) and asked.startswith("isinstance(")
    return gives and (is_call or "type(" in asked or "__class__" in asked)


def _fields_in(node: ast.expr, own: str) -> set[str] | None:
    """Return the fields of a tuple of fields, or of one; None for other expressions."""
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    names = {part.attr for part in parts if is_field(part, own)}  # type: ignore[attr-defined]
    return names if len(names) == len(parts) else None


def _compared(function: FunctionType) -> set[str] | None:
    """Return the fields that an ``__eq__`` compares which compares them with those of the same names."""
    found = _result(function)
    if found is None or function.__code__.co_argcount != 2:
        return None
    own, other = function.__code__.co_varnames[:2]
    tests = found.values if isinstance(found, ast.BoolOp) and isinstance(found.op, ast.And) else [found]
    names: set[str] = set()
    for test in tests:
        if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance":
            continue
        if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
            return None
        left, right = test.left, test.comparators[0]
        found_names = _fields_in(left, own)
        if found_names is None or ast.unparse(left).replace(f"{own}.", f"{other}.") != ast.unparse(right):
            return None
        names |= found_names
    return names
