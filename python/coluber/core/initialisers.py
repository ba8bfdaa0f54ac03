"""Functions of the arguments of ``__init__`` that give the values of the fields that it sets.

The fields are local variables in them. Methods that ``__init__`` calls, also that of the class above, and setters of properties
become functions, too: of the fields that they read, as far as these are set by then, and of their arguments. They give their
result, the fields that they set, or both.

Where the object itself is handed on, as in ``self.parts = [Part(self)]``, the functions take it, too. It stands for an object
whose fields are of the types that have been found by then. So that they are found one after the other, each is noted when it
is set.
"""

from __future__ import annotations

import ast
from types import FunctionType

from coluber.core.plain_classes import field_names, is_field, own_name, values_of_class, wrapped_at
from coluber.core.source import captured_by, define, definition, function_of, has_definition, shared_definition
from coluber.lib.intrinsics import note_field, own_method

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Called = tuple[FunctionType, list[ast.expr], list[ast.keyword]]

# The name that a class has in such functions.
_CLASS = "class of the object"

# What notes the type of a field.
_NOTE = "note of a field"

# What stands for a method of the object.
_METHOD = "method of the object"

# Functions of the interpreter that call a method of what they are given.
_CALLERS = {"len": "__len__", "str": "__str__", "repr": "__repr__"}


class _NeedsObjectError(Exception):
    """A method needs the object for more than its fields and methods."""


def made_by(cls: type) -> tuple[FunctionType | None, list[str], bool]:
    """Return the function for a class, the fields whose values it gives, and whether it takes the object before the arguments.

    None stands for the function where it needs the object for more than the compiler can know before.
    """
    init = _stated(cls, getattr(cls, "__init__", None))
    if not isinstance(init, FunctionType) or init.__module__ == "typing":
        if issubclass(cls, BaseException):
            return None, [], False
        init = _empty_init()
    begun = _begun_by(cls, init)
    alone = _Makers(cls, init).maker()
    if alone is not None or issubclass(cls, BaseException):
        return alone, begun, False
    return _Makers(cls, init, True).maker(), begun, True


def _no_init(self):  # type: ignore[no-untyped-def]
    """Set nothing: the ``__init__`` of classes without one."""


def _empty_init() -> FunctionType:
    """Return the ``__init__`` of classes without one, with its definition: this file need not be read for it."""
    if not has_definition(_no_init):
        define(_no_init, ast.parse("def _no_init(self): pass").body[0])
    return _no_init


def _stated(cls: type, function: Any) -> Any:
    """Return a method of a class as a function with statements that takes the object first.

    The ``__init__`` that a dataclass was given has none, and what decorators make of methods may take all arguments alike.
    """
    from coluber.core.classes import is_made_by_dataclass
    from coluber.core.dataclass_inits import init_of

    is_init = getattr(function, "__name__", "") == "__init__" and is_made_by_dataclass(function)
    if is_init:
        return init_of(cls, function)
    if isinstance(function, FunctionType) and function.__closure__ and not function.__code__.co_argcount:
        from coluber.core.decorated_methods import with_object

        return with_object(function)
    return function


def _begun_by(cls: type, init: FunctionType) -> list[str]:
    """Return the fields that have values behind ``__init__``."""
    return list(dict.fromkeys([*set_by(cls, init), *values_of_class(cls)]))


def set_by(cls: type, function: FunctionType) -> list[str]:
    """Return the fields that a method sets, in the order in which it does."""
    return list(dict.fromkeys(_walk(cls, _stated(cls, function), _set_at, ())))


def _set_at(cls: type, function: FunctionType, node: Any) -> Iterator[str]:
    if _handed_on(cls, function, node) is not None:
        yield "args"
    elif is_field(node, own_name(function)) and isinstance(node.ctx, ast.Store) and not _is_property(cls, node.attr):
        yield node.attr


def _read_by(cls: type, function: FunctionType) -> list[str]:
    """Return what a method reads of the object, in the order in which it does."""
    return list(dict.fromkeys(_walk(cls, function, _read_at, ())))


def _read_at(_: type, function: FunctionType, node: Any) -> Iterator[str]:
    if is_field(node, own_name(function)):
        yield node.attr


def _walk(
    cls: type,
    function: FunctionType,
    found_at: Callable[[type, FunctionType, Any], Iterator[str]],
    above: tuple[FunctionType, ...],
) -> Iterator[str]:
    """Yield what is found at the nodes of a method, and of those that it calls."""
    tree = shared_definition(function) if isinstance(function, FunctionType) else None
    if tree is None or function in above:
        return
    for node in _in_order(tree):
        called = _called(cls, function, node) or _read_property(cls, function, node)
        if called is not None:
            yield from _walk(cls, called[0], found_at, (*above, function))
        else:
            yield from found_at(cls, function, node)


def _in_order(tree: ast.AST) -> list[Any]:
    """Return the nodes in the order of the text; what an annotation alone names is set nowhere."""
    named = {node.target for node in ast.walk(tree) if isinstance(node, ast.AnnAssign) and node.value is None}
    found = [node for node in ast.walk(tree) if hasattr(node, "lineno") and node not in named]
    return sorted(found, key=lambda node: (node.lineno, node.col_offset))


def _is_property(cls: type, name: str) -> bool:
    return isinstance(getattr(cls, name, None), property)


def _read_property(cls: type, function: FunctionType, node: Any) -> Called | None:
    """Return the function that reading a property of the object calls."""
    if not is_field(node, own_name(function)) or not isinstance(node.ctx, ast.Load):
        return None
    getter = getattr(getattr(cls, node.attr, None), "fget", None)
    return (getter, [], []) if isinstance(getter, FunctionType) else None


def _called(cls: type, function: FunctionType, node: Any) -> Called | None:
    """Return the method that is called on the object, or the setter that an assignment calls, and the arguments."""
    own = own_name(function)
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and is_field(node.targets[0], own):
        target: Any = node.targets[0]
        setter = getattr(getattr(cls, target.attr, None), "fset", None)
        return (setter, [node.value], []) if isinstance(setter, FunctionType) else None
    wrapped = wrapped_at(function, node)
    if wrapped is not None:
        return _stated(cls, wrapped), node.args[1:], node.keywords
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and [ast.unparse(given) for given in node.args] == [own]:
        method = _raw(cls, _CALLERS.get(node.func.id, ""))
        return (method, [], []) if isinstance(method, FunctionType) else None
    name, given = _as_container(node, own)
    if name:
        method = _raw(cls, name)
        return (method, given, []) if isinstance(method, FunctionType) else None
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    name, arguments = node.func.attr, node.args
    if is_field(node.func, own):
        found = _raw(cls, name)
    elif _is_super(node.func.value):
        found = _above(cls, function, name)
    elif isinstance(node.func.value, ast.Name) and arguments and ast.unparse(arguments[0]) == own:
        found = _of_base(cls, node.func.value.id, name)
        arguments = arguments[1:]
    else:
        return None
    found = _stated(cls, found)
    return (found, arguments, node.keywords) if isinstance(found, FunctionType) else None


def _as_container(node: Any, own: str) -> tuple[str, list[ast.expr]]:
    """Return the method that ``self[key] = value``, ``self[key]`` or ``key in self`` calls, and its arguments.

    There is no name for other nodes.
    """
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and _is_item(node.targets[0], own):
        return "__setitem__", [node.targets[0].slice, node.value]  # type: ignore[attr-defined]
    if _is_item(node, own) and isinstance(node.ctx, ast.Load):
        return "__getitem__", [node.slice]
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
        container = node.comparators[0]
        if isinstance(container, ast.Name) and container.id == own:
            return "__contains__", [node.left]
    return "", []


def _is_item(node: Any, own: str) -> bool:
    is_of_object = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == own
    return is_of_object and not any(isinstance(part, ast.Slice) for part in ast.walk(node.slice))


def _raw(cls: type, name: str) -> Any:
    """Return what a class, or one that it is derived from, has under a name, as it is."""
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)


def _of_base(cls: type, base_name: str, name: str) -> Any:
    """Return what is called as ``Base.name(self, ...)``."""
    return next((_raw(base, name) for base in cls.__mro__ if base.__name__ == base_name), None)


def _is_of_interpreter(cls: type, function: FunctionType, node: Any) -> bool:
    """Whether a statement calls the ``__init__`` of a class of the interpreter, as exceptions do: it sets no fields."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "__init__":
        return False
    if _is_super(call.func.value):
        return not isinstance(_above(cls, function, "__init__"), FunctionType)
    named = call.func.value.id if isinstance(call.func.value, ast.Name) else ""
    return any(base.__name__ == named and not isinstance(base.__init__, FunctionType) for base in cls.__mro__)


def _handed_on(cls: type, function: FunctionType, node: Any) -> list[ast.expr] | None:
    """Return what a statement gives the ``__init__`` of an exception class of the interpreter; None for other statements."""
    if not issubclass(cls, BaseException) or not _is_of_interpreter(cls, function, node):
        return None
    call: ast.Call = node.value
    of_class = isinstance(call.func, ast.Attribute) and not _is_super(call.func.value)
    return None if call.keywords else call.args[1:] if of_class else call.args


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _above(cls: type, function: FunctionType, name: str) -> Any:
    """Return the method that ``super()`` finds in a method."""
    behind = cls.__mro__
    owner = captured_by(function).get("__class__")
    for k, base in enumerate(cls.__mro__):
        if base is owner or function in vars(base).values():
            behind = cls.__mro__[k + 1 :]
    return next((vars(base)[name] for base in behind if name in vars(base) and base is not object), None)


class _Makers:
    """The functions that methods of a class become.

    Parameters
    ----------
    cls : type
        The class.
    init : function
        Its ``__init__``, which begins with the values that the class has under the names of fields.
    takes_object : bool
        Whether the functions take the object itself before all else.
    """

    def __init__(self, cls: type, init: FunctionType, takes_object: bool = False) -> None:
        self.cls, self.init, self.takes_object = cls, init, takes_object
        self.fields = set(field_names(cls))
        self.values = values_of_class(cls)
        # By what they are called in each other. None for one that is being made, or needs the object.
        self.functions: dict[str, FunctionType | None] = {}
        self.begun: set[str] = set()
        # By the names of their places.
        self.methods: dict[str, list[FunctionType]] = {}

    def maker(self) -> FunctionType | None:
        """Return the function of the arguments of ``__init__``; None where a method needs the object."""
        from coluber.core.classes import jitted

        name = self.make(self.init, (), False)
        made = {name: function for name, function in self.functions.items() if function is not None}
        compiled = {name: jitted(function) for name, function in made.items()}
        for function in made.values():
            for free, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
                if free in compiled:
                    cell.cell_contents = compiled[free]
        return made.get(name)

    def make(self, method: FunctionType, passed: tuple[str, ...], gives_result: bool) -> str:
        """Make a function of some fields and of the arguments of a method, and return what it is called."""
        what = "result" if gives_result else "fields"
        name = f"{what} of {self._place_of(method)} by {', '.join(passed)}"
        if name not in self.functions:
            self.functions[name] = None
            self.begun.add(name)
            self.functions[name] = self._function(method, passed, gives_result)
            self.begun.remove(name)
        return name

    def _place_of(self, method: FunctionType) -> str:
        """Return what tells a method from others: what a decorator has made may have the name of what it was given."""
        place = f"{method.__module__}.{method.__qualname__}"
        known = self.methods.setdefault(place, [])
        if method not in known:
            known.append(method)
        number = known.index(method)
        return f"{place} {number}" if number else place

    def needs_object(self, name: str) -> bool:
        """Whether a function could not be made."""
        return self.functions[name] is None and name not in self.begun

    def _function(self, method: FunctionType, passed: tuple[str, ...], gives_result: bool) -> FunctionType | None:
        tree: Any = definition(method)
        own = own_name(method)
        if tree is None or not own:
            return None
        # Who calls it gives all arguments by position.
        tree.args.args[:0], tree.args.posonlyargs = tree.args.posonlyargs, []
        if not tree.args.args:
            return None
        is_init = method is self.init
        sets = _begun_by(self.cls, method) if is_init else set_by(self.cls, method)
        constants = [name for name in sets if name in self.values or self.is_constant(name)] if is_init else []
        before = [ast.Assign([ast.Name(f"{own}.{name}", ast.Store())], _of_class(name)) for name in constants]
        fields = _Fields(self, method, {*passed, *constants}, _Result(own, sets, gives_result))
        tree.args.args[0 if not self.takes_object else 1 : 1] = [ast.arg(f"{own}.{name}") for name in passed]
        try:
            fields.visit_body(tree)
        except _NeedsObjectError:
            return None
        tree.body = [*before, *tree.body, fields.result.at_end()]
        if not self.takes_object and any(isinstance(node, ast.Name) and node.id == own for node in ast.walk(tree)):
            return None
        scope = {**dict.fromkeys(fields.used), _CLASS: self.cls, _NOTE: note_field, _METHOD: own_method}
        made = function_of(ast.fix_missing_locations(tree), method, scope)
        made.__defaults__, made.__kwdefaults__ = method.__defaults__, method.__kwdefaults__
        return made

    def is_constant(self, name: str) -> bool:
        """Whether the class has a value under a name that is no method or property."""
        found = _raw(self.cls, name)
        return found is not None and not hasattr(type(found), "__get__")


def _of_class(name: str) -> ast.expr:
    return ast.Attribute(ast.Name(_CLASS, ast.Load()), name, ast.Load())


class _Result:
    """What a function that a method becomes gives: the method's result, the fields that it sets, or both.

    Parameters
    ----------
    own : str
        The name of the object in the method.
    fields : list of str
        What it sets.
    gives_result : bool
        Whether its result is wanted.
    """

    def __init__(self, own: str, fields: list[str], gives_result: bool) -> None:
        self.own, self.fields, self.gives_result = own, fields, gives_result

    def of(self, value: ast.expr | None) -> ast.Return:
        """Return the statement for a ``return`` of the method."""
        result = value or ast.Constant(None)
        if self.gives_result and not self.fields:
            return ast.Return(result)
        values: list[ast.expr] = [ast.Name(f"{self.own}.{name}", ast.Load()) for name in self.fields]
        return ast.Return(ast.Tuple([result, *values] if self.gives_result else values, ast.Load()))

    def at_end(self) -> ast.Return:
        """Return the statement behind the method's last one."""
        return self.of(None)


class _Fields(ast.NodeTransformer):
    """Turns the fields of an object into local variables.

    Parameters
    ----------
    makers : _Makers
        Makes functions of the methods that are called.
    function : function
        The method.
    known : set of str
        The fields that have values.
    result : _Result
        What the function gives.
    """

    def __init__(self, makers: _Makers, function: FunctionType, known: set[str], result: _Result) -> None:
        self.makers, self.cls, self.function, self.own = makers, makers.cls, function, own_name(function)
        self.known, self.result = known, result
        # The functions that are called.
        self.used: list[str] = []
        # Whether what is visited is given to a function that is no method of the object.
        self.is_given = False

    def visit_body(self, tree: ast.FunctionDef) -> None:
        """Turn the statements of a method; with the object, each field is noted behind the statement that sets it."""
        found = [self.visit(node) for node in tree.body]
        tree.body = [node for part in found for node in (part if isinstance(part, list) else [part])]

    def _noted(self, node: Any, names: list[str]) -> Any:
        """Return a statement, and those behind it that note the fields which it sets."""
        if not self.makers.takes_object or not names:
            return node

        def note(name: str) -> ast.stmt:
            given: list[ast.expr] = [ast.Name(self.own, ast.Load()), ast.Constant(name), self._variable(name, ast.Load())]
            return ast.copy_location(ast.Expr(ast.Call(ast.Name(_NOTE, ast.Load()), given, [])), node)

        return [node, *map(note, names)]

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Name the variable of a field."""
        if not is_field(node, self.own):
            return self.generic_visit(node)
        if node.attr == "__class__":
            if not isinstance(node.ctx, ast.Load):
                raise _NeedsObjectError
            return ast.copy_location(ast.Name(_CLASS, ast.Load()), node)
        is_read = isinstance(node.ctx, ast.Load)
        if is_read and (called := _read_property(self.cls, self.function, node)) is not None:
            return ast.copy_location(self._result_of(*called), node)
        if is_read and node.attr not in self.makers.fields and self._is_of_class(node.attr):
            return ast.copy_location(_of_class(node.attr), node)
        if is_read and node.attr not in self.makers.fields and isinstance(_raw(self.cls, node.attr), FunctionType):
            return self._method(node)
        if not is_read:
            self.known.add(node.attr)
        return ast.copy_location(self._variable(node.attr, node.ctx), node)

    def _method(self, node: ast.Attribute) -> ast.expr:
        """Return what stands for a method of the object that is not called: others are given that of the object itself."""
        if self.makers.takes_object:
            return node
        if self.is_given:
            raise _NeedsObjectError
        return ast.copy_location(ast.Call(ast.Name(_METHOD, ast.Load()), [ast.Constant(node.attr)], []), node)

    def _is_of_class(self, name: str) -> bool:
        found = _raw(self.cls, name)
        return isinstance(found, (staticmethod, classmethod)) or self.makers.is_constant(name)

    def _variable(self, name: str, context: ast.expr_context) -> ast.Name:
        return ast.Name(f"{self.own}.{name}", context)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """Take the annotation away."""
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        """Take the values that the setter of a property sets."""
        called = _called(self.cls, self.function, node)
        if called is not None:
            return self._noted(ast.copy_location(self._fields_of(*called), node), set_by(self.cls, called[0]))
        names = [part.attr for target in node.targets for part in ast.walk(target) if self._is_set(part)]  # type: ignore[attr-defined]
        is_elsewhere = all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets)
        is_elsewhere = is_elsewhere and not any(is_field(target, self.own) for target in node.targets)
        node.value = self.visit(node.value)
        node.targets = [self.visit(target) for target in node.targets]
        return self._unless_it_hands_on(node) if is_elsewhere else self._noted(node, names)

    def _is_set(self, node: ast.AST) -> bool:
        """Whether a node is a field that a statement sets."""
        return is_field(node, self.own) and isinstance(node.ctx, ast.Store) and not _is_property(self.cls, node.attr)  # type: ignore[attr-defined]

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Take the values that a method sets."""
        handed_on = _handed_on(self.cls, self.function, node)
        if handed_on is not None:
            values = ast.Tuple([self.visit(argument) for argument in handed_on], ast.Load())
            self.known.add("args")
            return ast.copy_location(ast.Assign([self._variable("args", ast.Store())], values), node)
        called = _called(self.cls, self.function, node.value)
        if called is not None:
            return self._noted(ast.copy_location(self._fields_of(*called), node), set_by(self.cls, called[0]))
        if _is_of_interpreter(self.cls, self.function, node):
            return ast.copy_location(ast.Pass(), node)
        return self._unless_it_hands_on(self.generic_visit(node))

    def _unless_it_hands_on(self, node: Any) -> Any:
        """Leave out a statement that sets no field and gives the object itself to others: it says nothing of its fields."""
        names_object = any(isinstance(part, ast.Name) and part.id == self.own for part in ast.walk(node))
        return ast.copy_location(ast.Pass(), node) if names_object else node

    def visit_Call(self, node: ast.Call) -> Any:
        """Take the result of a method, and the class for ``type(self)``."""
        if ast.unparse(node) == f"type({self.own})":
            return ast.copy_location(ast.Name(_CLASS, ast.Load()), node)
        called = _called(self.cls, self.function, node)
        if called is not None:
            return ast.copy_location(self._result_of(*called), node)
        before, self.is_given = self.is_given, True
        self.generic_visit(node)
        self.is_given = before
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """Take the result of ``__getitem__``."""
        called = _called(self.cls, self.function, node)
        return self.generic_visit(node) if called is None else ast.copy_location(self._result_of(*called), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Take the result of ``__contains__``."""
        called = _called(self.cls, self.function, node)
        if called is None:
            return self.generic_visit(node)
        found = self._result_of(*called)
        made = ast.UnaryOp(ast.Not(), found) if isinstance(node.ops[0], ast.NotIn) else found
        return ast.copy_location(made, node)

    def visit_Return(self, node: ast.Return) -> Any:
        """Give what is wanted of the method; where that is not its result, what it calls for that may set fields."""
        if not self.result.gives_result and _called(self.cls, self.function, node.value) is not None:
            before = self.visit(ast.copy_location(ast.Expr(node.value), node))  # type: ignore[arg-type]
            return [*(before if isinstance(before, list) else [before]), ast.copy_location(self.result.of(None), node)]
        value = None if node.value is None else self.visit(node.value)
        return ast.copy_location(self.result.of(value), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Keep what an inner function gives."""
        outer, self.result = self.result, _Result(self.own, [], True)
        self.generic_visit(node)
        self.result = outer
        return node

    def _fields_of(self, called: FunctionType, arguments: list[ast.expr], keywords: list[ast.keyword]) -> ast.stmt:
        """Return an assignment of the fields that a method sets."""
        names = set_by(self.cls, called)
        if not names:
            # It may say what containers in fields hold.
            try:
                return ast.Expr(self._result_of(called, arguments, keywords))
            except _NeedsObjectError:
                return ast.Pass()
        call = self._call(called, arguments, keywords, False)
        self.known.update(names)
        targets: list[ast.expr] = [self._variable(name, ast.Store()) for name in names]
        return ast.Assign([ast.Tuple(targets, ast.Store())], call)

    def _result_of(self, called: FunctionType, arguments: list[ast.expr], keywords: list[ast.keyword]) -> ast.expr:
        """Return an expression of a method's result, which assigns the fields that the method sets."""
        names = set_by(self.cls, called)
        call = self._call(called, arguments, keywords, True)
        if not names:
            return call
        self.known.update(names)
        held = f"{self.own}. {len(self.used)}"

        def part(k: int) -> ast.expr:
            return ast.Subscript(ast.Name(held, ast.Load()), ast.Constant(k), ast.Load())

        steps: list[ast.expr] = [ast.NamedExpr(ast.Name(held, ast.Store()), call)]
        steps += [ast.NamedExpr(self._variable(name, ast.Store()), part(k)) for k, name in enumerate(names, 1)]
        return ast.Subscript(ast.Tuple([*steps, part(0)], ast.Load()), ast.Constant(len(steps)), ast.Load())

    def _call(
        self, called: FunctionType, arguments: list[ast.expr], keywords: list[ast.keyword], gives_result: bool
    ) -> ast.expr:
        given = [self.visit(argument) for argument in arguments]
        named = [self.visit(keyword) for keyword in keywords]
        # What is set under a condition keeps the value that it has.
        of_method = dict.fromkeys([*_read_by(self.cls, called), *set_by(self.cls, called)])
        passed = tuple(name for name in of_method if name in self.known)
        name = self.makers.make(called, passed, gives_result)
        if self.makers.needs_object(name):
            raise _NeedsObjectError
        self.used.append(name)
        fields = [self._variable(field, ast.Load()) for field in passed]
        if self.makers.takes_object:
            fields.insert(0, ast.Name(self.own, ast.Load()))
        return ast.Call(ast.Name(name, ast.Load()), [*fields, *given], named)
