//! Questions about classes and attributes, answered while compiling.

use super::Builtin;
use super::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_types::{DictForm, DictPart, Kind, ListForm, ObjId, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("builtins.isinstance", isinstance),
    ("builtins.issubclass", issubclass),
    ("builtins.type", type_of),
    ("builtins.hasattr", hasattr),
    ("builtins.getattr", getattr),
    ("builtins.setattr", setattr),
    ("builtins.object.__setattr__", setattr_of_object),
    ("builtins.callable", callable),
];

/// `isinstance(x, T)`, decided while compiling.
fn isinstance(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x, classes]) = positional(args, 2..=2) else {
        return Ok(None);
    };
    if x.is_undefined() {
        return Ok(Some(Resolved::one(Val::undefined(), |e, _| e.undef(Ty::undefined()))));
    }
    if let Some(exception) = crate::handled::as_raised(cx, x.ty)? {
        let matches = crate::exceptions::matches(cx, classes)?;
        return Ok(Some(exception.then(matches)));
    }
    if let Some(all) = crate::instances::one_of::members(x.ty) {
        let mut answers = Vec::new();
        for &one in all {
            let found = isinstance(cx, &CallArgs { positional: vec![Val::new(one), classes], ..CallArgs::default() })?;
            answers.push(found.is_some_and(|found| found.val().literal_bool() == Some(true)));
        }
        return Ok(Some(crate::instances::one_of::is_any(all, &answers)));
    }
    let mut any = false;
    for class in flat(classes.ty) {
        let Some(is) = is_instance(cx, x, class) else {
            return Err(cx.error(format!("isinstance() does not know the class {class} in compiled code")));
        };
        any |= is;
    }
    if let Kind::Optional(inner) = x.ty.kind() {
        let of_none =
            flat(classes.ty).into_iter().any(|class| is_instance(cx, Val::new(Ty::none()), class) == Some(true));
        let inner_args = CallArgs { positional: vec![Val { ty: *inner, ..x }, classes], ..CallArgs::default() };
        let Some(inner_is) = isinstance(cx, &inner_args)? else { return Ok(None) };
        if inner_is.val().literal_bool() == Some(of_none) {
            return Ok(Some(Resolved::constant(Ty::literal_bool(of_none))));
        }
        return Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
            let (flag, held) = (e.part(a[0], 0), e.part(a[0], 1));
            let found = e.resolved(&inner_is, &[held, a[1]]);
            let (yes, none) = (e.coerce(found, Ty::boolean()), e.bool(of_none));
            e.select(flag, yes, none)
        })));
    }
    Ok(Some(Resolved::constant(Ty::literal_bool(any))))
}

/// `issubclass(C, T)`: decided while compiling, but for the class of a caught exception.
fn issubclass(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[class, classes]) = positional(args, 2..=2) else {
        return Ok(None);
    };
    if crate::instances::is_exception_class(class.ty) {
        let found = crate::exceptions::matches(cx, classes)?;
        return Ok(Some(Resolved::one(found.val(), move |e, a| {
            let exception = e.part(a[0], 0);
            e.resolved(&found, &[exception, a[1]])
        })));
    }
    let object = |ty: Ty| match ty.kind() {
        Kind::Function(object) | Kind::ExceptionClass(object) => Some(object.id),
        _ => None,
    };
    let Some(sub) = object(class.ty) else { return Ok(None) };
    let mut any = false;
    for ty in flat(classes.ty) {
        let Some(sup) = object(ty) else { return Ok(None) };
        any |= cx.host.is_subclass(sub, sup);
    }
    Ok(Some(Resolved::constant(Ty::literal_bool(any))))
}

/// The classes of a tuple of them, which may have tuples in it, or a class alone.
fn flat(classes: Ty) -> Vec<Ty> {
    classes.tuple_items().map_or_else(|| vec![classes], |items| items.iter().flat_map(|&item| flat(item)).collect())
}

/// `A | B` of classes: a union, which is seen as a tuple of them.
pub fn union(a: Val, b: Val) -> Option<Resolved> {
    let is_class = |ty: &Ty| matches!(ty.kind(), Kind::Function(_) | Kind::NumberClass(_) | Kind::ExceptionClass(_));
    let (of_a, of_b) = (flat(a.ty), flat(b.ty));
    let mut all = of_a.iter().chain(&of_b);
    if !of_a.iter().chain(&of_b).any(is_class) || !all.all(|ty| is_class(ty) || *ty == Ty::none()) {
        return None;
    }
    let union = Ty::tuple(vec![a.ty, b.ty]);
    Some(Resolved::one(Val::new(union), move |e, a| e.pack(a, union)))
}

fn is_instance(cx: &mut Cx<'_>, x: Val, class: Ty) -> Option<bool> {
    let plain = x.ty.unliteral();
    match class.kind() {
        Kind::NumberClass(t) => return Some(*t == plain && !matches!(plain.kind(), Kind::Bool)),
        // In a union None stands for its class.
        Kind::None => return Some(plain == Ty::none()),
        Kind::ExceptionClass(o) => {
            return Some(match x.ty.kind() {
                Kind::Exception { class, .. } => cx.host.is_subclass(class.id, o.id),
                _ => false,
            });
        }
        _ => {}
    }
    let Kind::Function(object) = class.kind() else {
        return None;
    };
    if let Some(shape) = x.ty.shape()
        && cx.host.is_subclass(shape.class().object.id, object.id)
    {
        return Some(true);
    }
    if let Kind::NamedTuple { class, .. } | Kind::Enum { class, .. } = x.ty.kind()
        && cx.host.is_subclass(class.id, object.id)
    {
        return Some(true);
    }
    match cx.host.key(object.id) {
        Some(key) => is_of(plain, &key).or_else(|| is_of_abstract(cx, x, object.id, &key)),
        None => Some(false),
    }
}

/// Whether numbers of a type are of an abstract class, as Python's and NumPy's both are.
fn is_of_numbers(ty: Ty, name: &str) -> bool {
    let is_whole = ty.is_int() || ty == Ty::boolean();
    match name {
        "Complex" | "Hashable" | "Number" => true,
        "Real" => is_whole || ty.is_float(),
        "Integral" | "Rational" => is_whole,
        _ => false,
    }
}

/// The abstract classes of arrays, and that of None.
const OF_ARRAYS: &[&str] = &["Buffer", "Collection", "Container", "Iterable", "Sized"];
const OF_NONE: &str = "Hashable";

/// The abstract classes of what has a class that compiled code has no name for.
fn abstract_classes(ty: Ty) -> Option<&'static [&'static str]> {
    Some(match ty.kind() {
        Kind::List { form: ListForm::Deque, .. } => OF_DEQUES,
        Kind::DictView { part: DictPart::Keys, .. } => OF_KEYS,
        Kind::DictView { part: DictPart::Values, .. } => OF_VALUES,
        Kind::DictView { part: DictPart::Items, .. } => OF_ITEMS,
        Kind::DictIter { .. } | Kind::RangeIter { .. } | Kind::ArrayIter(_) | Kind::TupleIter(_) => OF_ITERATORS,
        Kind::ListIter(_) | Kind::Enumerate(_) | Kind::Zip(_) | Kind::Reversed(_) => OF_ITERATORS,
        Kind::StrIter | Kind::BytesIter => OF_ITERATORS,
        _ => return None,
    })
}

const OF_DEQUES: &[&str] =
    &["Collection", "Container", "Iterable", "MutableSequence", "Reversible", "Sequence", "Sized"];
const OF_KEYS: &[&str] =
    &["Collection", "Container", "Iterable", "KeysView", "MappingView", "Reversible", "Set", "Sized"];
const OF_ITEMS: &[&str] =
    &["Collection", "Container", "ItemsView", "Iterable", "MappingView", "Reversible", "Set", "Sized"];
const OF_VALUES: &[&str] =
    &["Collection", "Container", "Hashable", "Iterable", "MappingView", "Reversible", "Sized", "ValuesView"];
const OF_ITERATORS: &[&str] = &["Hashable", "Iterable", "Iterator"];

/// Whether the class that a value has is derived from an abstract one, such as `numbers.Number`, or registered there.
fn is_of_abstract(cx: &mut Cx<'_>, x: Val, class: ObjId, key: &str) -> Option<bool> {
    let name = key.strip_prefix("collections.abc.").or(key.strip_prefix("numbers."))?;
    let plain = x.ty.unliteral();
    if is_function(plain) {
        return Some(matches!(name, "Callable" | "Hashable"));
    }
    match plain.kind() {
        Kind::Array { .. } => return Some(OF_ARRAYS.contains(&name)),
        Kind::None => return Some(name == OF_NONE),
        _ if plain.is_number() => return Some(is_of_numbers(plain, name)),
        _ => {}
    }
    if let Kind::Gen { .. } = plain.kind() {
        // It may stand for another iterator, such as `map`.
        return (name != "Generator").then(|| OF_ITERATORS.contains(&name));
    }
    if let Some(names) = abstract_classes(plain) {
        return Some(names.contains(&name));
    }
    let own = match plain.kind() {
        Kind::Slice { .. } => class_named(cx, "slice")?,
        _ => class_of(cx, x).ok().flatten()?.val().ty,
    };
    match own.kind() {
        Kind::Function(own) | Kind::ExceptionClass(own) => Some(cx.host.is_subclass(own.id, class)),
        _ => None,
    }
}

/// Whether values of a type are instances of the class that the tables know as `key`.
fn is_of(plain: Ty, key: &str) -> Option<bool> {
    Some(match key {
        // Numbers of other sizes are NumPy's, which do not derive from Python's.
        "builtins.int" => plain == Ty::int64() || plain == Ty::uint64() || plain == Ty::boolean(),
        "builtins.float" => plain == Ty::float64(),
        "builtins.bool" => plain == Ty::boolean(),
        "builtins.complex" => plain == Ty::complex128(),
        "builtins.bytes" => plain == Ty::bytes(),
        "builtins.str" => crate::strings::is_text(plain),
        "builtins.tuple" => plain.tuple_items().is_some() || plain.list_form() == Some(ListForm::Tuple),
        "builtins.object" => true,
        "builtins.range" => matches!(plain.kind(), Kind::Range { .. }),
        "builtins.slice" => matches!(plain.kind(), Kind::Slice { .. }),
        "numpy.ndarray" => plain.is_array(),
        "numpy.generic" | "numpy.number" => plain.is_number(),
        "numpy.integer" => plain.is_int(),
        "numpy.floating" => plain.is_float(),
        "numpy.inexact" => plain.is_float() || matches!(plain.kind(), Kind::Complex(_)),
        "numpy.complexfloating" => matches!(plain.kind(), Kind::Complex(_)),
        "numpy.datetime64" => matches!(plain.kind(), Kind::Date(_)),
        "numpy.timedelta64" => matches!(plain.kind(), Kind::Span(_)),
        "numpy.signedinteger" => matches!(plain.kind(), Kind::Int(i) if i.signed),
        "numpy.unsignedinteger" => matches!(plain.kind(), Kind::Int(i) if !i.signed),
        "builtins.list" => plain.list_form() == Some(ListForm::List),
        "builtins.dict" => plain.dict_form().is_some(),
        "builtins.set" => matches!(plain.kind(), Kind::Set { frozen: false, .. }),
        "builtins.frozenset" => matches!(plain.kind(), Kind::Set { frozen: true, .. }),
        "coluber.typed.List" => plain.list_form() == Some(ListForm::Typed),
        "coluber.typed.Dict" => plain.dict_form() == Some(DictForm::Dict),
        "coluber.typed.Set" => matches!(plain.kind(), Kind::Set { frozen: false, .. }),
        "collections.deque" => plain.list_form() == Some(ListForm::Deque),
        "collections.OrderedDict" => plain.dict_form() == Some(DictForm::Ordered),
        "collections.Counter" => plain.dict_form() == Some(DictForm::Counter),
        // Values of these have classes of the library, which are compared before.
        "builtins.bytearray" | "builtins.memoryview" | "array.array" | "numpy.random.mtrand.RandomState" => false,
        "io.StringIO" | "queue.LifoQueue" | "queue.PriorityQueue" | "queue.Queue" | "queue.SimpleQueue" => false,
        "pathlib.Path" | "re.Match" | "re.Pattern" | "string.Template" | "uuid.UUID" => false,
        "types.NoneType" => plain == Ty::none(),
        "collections.defaultdict" => matches!(plain.dict_form(), Some(DictForm::Default(_))),
        _ => return None,
    })
}

/// `type(x)`
fn type_of(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    class_of(cx, x)
}

/// The class of a value, which is one of several where the value may be an object of several classes.
pub fn class_of(cx: &mut Cx<'_>, x: Val) -> Rule {
    if let Some(all) = crate::instances::one_of::members(x.ty) {
        return crate::instances::one_of::each(cx, all, class_of);
    }
    if let Some(class) = crate::instances::class_of(x.ty) {
        let original = cx.host.original_class(class.object.id);
        return Ok(Some(Resolved::constant(original.unwrap_or_else(|| Ty::new(Kind::Function(class.object.clone()))))));
    }
    let plain = x.ty.unliteral();
    if plain.is_number() || plain == Ty::boolean() {
        let own = if x.weak { class_of_weak(cx, plain) } else { None };
        return Ok(Some(Resolved::constant(own.unwrap_or_else(|| Ty::new(Kind::NumberClass(plain))))));
    }
    let class = match x.ty.kind() {
        Kind::CaughtException => return Ok(Some(crate::instances::exception_class())),
        Kind::Optional(inner) if matches!(inner.kind(), Kind::CaughtException) => {
            return Ok(Some(crate::instances::exception_class_of_optional(*inner)));
        }
        Kind::Exception { class, .. } => Some(Ty::new(Kind::ExceptionClass(class.clone()))),
        Kind::Enum { .. } if x.ty.is_mark() => class_named(cx, "object"),
        Kind::NamedTuple { class, .. } | Kind::Enum { class, .. } => Some(Ty::new(Kind::Function(class.clone()))),
        _ if crate::strings::is_text(plain) => class_named(cx, "str"),
        Kind::List { form: ListForm::Tuple, .. } => class_named(cx, "tuple"),
        Kind::None => class_named(cx, "NoneType"),
        _ => match crate::attributes::family(plain) {
            name @ ("bytes" | "tuple" | "list" | "dict" | "set" | "frozenset" | "range") => class_named(cx, name),
            _ => None,
        },
    };
    Ok(class.map(Resolved::constant))
}

/// The class of Python's own numbers, which are no scalars of NumPy.
fn class_of_weak(cx: &mut Cx<'_>, number: Ty) -> Option<Ty> {
    let name = match number {
        ty if ty == Ty::int64() => "int",
        ty if ty == Ty::float64() => "float",
        ty if ty == Ty::complex128() => "complex",
        ty if ty == Ty::boolean() => "bool",
        _ => return None,
    };
    class_named(cx, name)
}

fn class_named(cx: &mut Cx<'_>, name: &str) -> Option<Ty> {
    cx.host.builtin(name).map(|value| value.ty)
}

fn hasattr(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if crate::optionals::are_in(args) {
        return crate::optionals::either(cx, args, 0, &mut hasattr);
    }
    let Some(&[x, name]) = positional(args, 2..=2) else {
        return Ok(None);
    };
    let Some(name) = name.literal_str() else {
        return Err(cx.error("hasattr() needs a constant name"));
    };
    refuse_exception(cx, x, name)?;
    if let Some(all) = crate::instances::one_of::members(x.ty) {
        return of_each(cx, all, args, hasattr);
    }
    if x.ty.shape().is_some_and(|shape| shape.class().field(name).is_some_and(|field| shape.class().is_late(field))) {
        return has_late_field(cx, x, name).map(Some);
    }
    let known = match has_special_method(cx, x, name)? {
        Some(known) => known,
        None if is_field(x, name) => true,
        None => has_attribute(cx, x, name),
    };
    Ok(Some(Resolved::constant(Ty::literal_bool(known))))
}

/// What a caught exception has is known where the handler reads it only.
fn refuse_exception(cx: &Cx<'_>, x: Val, name: &str) -> Result<()> {
    if !crate::handled::may_be(x.ty) {
        return Ok(());
    }
    let text = format!("whether an exception has the attribute '{name}' is not known while compiling");
    Err(cx.unsupported(text).hint("catch the classes that have it in a clause of their own"))
}

/// A question about the first argument, whose value has one of several types.
fn of_each(cx: &mut Cx<'_>, all: &[Ty], args: &CallArgs, mut ask: impl FnMut(&mut Cx<'_>, &CallArgs) -> Rule) -> Rule {
    crate::instances::one_of::each(cx, all, |cx, one| {
        let mut args = args.clone();
        args.positional[0] = one;
        ask(cx, &args)
    })
}

/// Whether a value has an attribute, and reading it does not raise for its type. Compiled code knows the attributes of NumPy's scalars
/// for all numbers; Python's numbers have only those of their classes.
fn has_attribute(cx: &mut Cx<'_>, x: Val, name: &str) -> bool {
    let own = if x.weak { class_of_weak(cx, x.ty.unliteral()) } else { None };
    if let Some(Kind::Function(class)) = own.map(|class| class.kind())
        && cx.host.attribute(class.id, name).is_none()
    {
        return false;
    }
    crate::attributes::getattr(cx, x, &name.into()).is_ok_and(|found| !found.never)
}

/// Whether a name is that of a field that objects have from the beginning.
fn is_field(x: Val, name: &str) -> bool {
    let class = x.ty.shape().map(coluber_types::Shape::class);
    class.is_some_and(|class| class.field(name).is_some_and(|field| !class.is_late(field)))
}

/// Whether a field that objects begin without is set: it is None before.
fn has_late_field(cx: &mut Cx<'_>, x: Val, name: &str) -> Result<Resolved> {
    let field = crate::attributes::getattr(cx, x, &name.into())?;
    let is_set = crate::identity::is(cx, field.val(), Val::new(Ty::none()), true)?;
    Ok(Resolved::one(is_set.val(), move |e, a| {
        let operands = [e.resolved(&field, &a[..1]), e.unit(Ty::none())];
        e.resolved(&is_set, &operands)
    }))
}

/// Whether the class of a value has a special method such as `__iter__`, which compiled code may not call by this name; None where the class
/// is not known, or is one of the program, whose methods are.
pub fn has_special_method(cx: &mut Cx<'_>, x: Val, name: &str) -> Result<Option<bool>> {
    if !(name.starts_with("__") && name.ends_with("__")) || x.ty.shape().is_some() {
        return Ok(None);
    }
    let class = match x.ty.unliteral() {
        ty if ty.is_int() => class_named(cx, "int"),
        ty if ty.is_float() => class_named(cx, "float"),
        ty if ty.is_array() => class_of_arrays(cx),
        _ => class_of(cx, x)?.map(|class| class.val().ty),
    };
    Ok(class.and_then(|class| match class.kind() {
        Kind::Function(object) => Some(cx.host.attribute(object.id, name).is_some()),
        _ => None,
    }))
}

fn class_of_arrays(cx: &mut Cx<'_>) -> Option<Ty> {
    let module = cx.host.module("numpy", true)?;
    let Kind::Module(numpy) = module.ty.kind() else { return None };
    cx.host.attribute(numpy.id, "ndarray").map(|class| class.ty)
}

fn getattr(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if let Some(&[x, _, _]) = positional(args, 3..=3)
        && let Some(all) = crate::instances::one_of::members(x.ty)
    {
        return of_each(cx, all, args, getattr);
    }
    if let Some(&[x, name, _]) = positional(args, 3..=3) {
        refuse_exception(cx, x, name.literal_str().unwrap_or_default())?;
    }
    if let Some(&[x, name, default]) = positional(args, 3..=3)
        && let Some(text) = name.literal_str()
        && !is_field(x, text)
        && !has_attribute(cx, x, text)
    {
        return Ok(Some(Resolved::one(default, |_, a| a[2])));
    }
    let Some(&[x, name, ..]) = positional(args, 2..=3) else {
        return Ok(None);
    };
    let Some(name) = name.literal_str() else {
        return Err(cx.error("getattr() needs a constant name"));
    };
    crate::attributes::getattr(cx, x, &name.into()).map(Some)
}

/// `setattr(x, "name", value)`
fn setattr(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    set_by_name(cx, args, |cx, x, name, value| crate::attributes::setattr(cx, x, name, value).map(Some))
}

/// `object.__setattr__(x, "name", value)`, which sets fields of frozen objects, too.
fn setattr_of_object(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    set_by_name(cx, args, crate::instances::set_thawed)
}

fn set_by_name(cx: &mut Cx<'_>, args: &CallArgs, set: fn(&mut Cx<'_>, Val, &Name, Val) -> Rule) -> Rule {
    let Some(&[x, name, value]) = positional(args, 3..=3) else {
        return Ok(None);
    };
    let Some(name) = name.literal_str() else {
        return Err(cx.error("setattr() needs a constant name"));
    };
    let Some(found) = set(cx, x, &name.into(), value)? else { return Ok(None) };
    Ok(Some(Resolved::one(Val::new(Ty::none()), move |e, a| {
        (found.emit)(e, &[a[0], a[2]]);
        e.unit(Ty::none())
    })))
}

/// `callable(x)`, decided while compiling.
fn callable(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let is = is_function(x.ty) || crate::instances::is_callable(cx, x.ty);
    Ok(Some(Resolved::constant(Ty::literal_bool(is))))
}

/// Whether values of a type are functions or classes.
fn is_function(ty: Ty) -> bool {
    matches!(
        ty.kind(),
        Kind::NumberClass(_)
            | Kind::Function(_)
            | Kind::Dispatcher(_)
            | Kind::ExceptionClass(_)
            | Kind::Closure { .. }
            | Kind::BoundMethod { .. }
    )
}
