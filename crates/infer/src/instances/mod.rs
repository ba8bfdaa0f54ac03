//! Instances of classes whose fields are known: attributes, methods, operators, and how they are made.

mod beginning;
mod context;
mod copies;
mod displays;
mod fields;
mod indices;
mod iteration;
mod make;
mod meeting;
pub mod narrow;

pub mod one_of;
mod operators;
mod own_functions;
mod parent;
pub mod several;

pub use context::{enter, exception_class, exception_class_of_optional, exit, is_exception_class};
pub use copies::ROWS as COPIES;
pub(crate) use displays::{dict_of_both, names_of, value_of_both};
pub use indices::{as_arguments, as_numbers, made_of_object};
pub use iteration::{get_iter, is_iteration, iter_valid, iter_value};
pub use make::{class_parameters, construct, declared_instance, unknown_fields};
pub(crate) use make::{holds, named};
pub use meeting::{in_circle, is_of_circle, with_field_between};
pub use operators::{binary, builtin, call_value, compare, contains, delitem, getitem, setitem, truth, unary};
pub use own_functions::known_in_fields;
pub use parent::parent_of;

use crate::calls::{self, CallArgs};
use crate::context::{Cx, Rule};
use crate::host::{HostData, HostValue};
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::Value;
use coluber_types::{Class, Kind, Literal, Object, Ty, classes};
use std::rc::Rc;

/// The rows.
pub const ROWS: &[(&str, crate::builtins::Builtin)] = &[("coluber.experimental.structref.new", make::new)];

/// What a class has under a name beside fields.
pub enum Member {
    /// A function whose first parameter is the instance.
    Method(HostValue),
    /// A function as it is.
    Static(HostValue),
    /// A function whose first parameter is the class, and the class.
    Class(HostValue, HostValue),
    /// The functions that read and write a property.
    Property(HostValue, HostValue),
    /// The function that computes what a field holds from then on.
    Cached(HostValue),
    /// The object that has a variable of the class, or of one that it is derived from, as a field; and whether it is the class's own.
    Variable(HostValue, bool),
    /// Any other value.
    Constant(HostValue),
    /// A function that gives the values of fields, the positions of these, and whether it is given the object first.
    Made(HostValue, HostValue, bool),
}

/// What a class, or one that it is derived from, has under a name.
pub fn member(cx: &mut Cx<'_>, class: &Class, name: &str) -> Option<Member> {
    let HostData::Tuple(parts) = cx.host.attribute(class.view, name)?.data else { return None };
    let mut parts = parts.into_iter();
    let kind = parts.next()?;
    let Kind::Literal(Literal::Str(kind)) = kind.ty.kind() else { return None };
    let first = parts.next()?;
    Some(match &**kind {
        "method" => Member::Method(first),
        "static" => Member::Static(first),
        "class" => Member::Class(first, parts.next()?),
        "made" => Member::Made(first, parts.next()?, false),
        "made with the object" => Member::Made(first, parts.next()?, true),
        "cached" => Member::Cached(first),
        "variable" => Member::Variable(first, Val::new(parts.next()?.ty).literal_bool()?),
        "annotated" => return None,
        "property" => Member::Property(first, parts.next()?),
        _ => Member::Constant(first),
    })
}

/// The class of a type of instances, or of named tuples.
pub fn class_of(ty: Ty) -> Option<&'static Class> {
    match ty.kind() {
        Kind::Instance(shape) => Some(shape.class()),
        Kind::NamedTuple { class, .. } | Kind::Enum { class, .. } => classes::find(class.id),
        _ => None,
    }
}

/// Calls a function that is a constant; the operands are its arguments.
pub fn call_constant(cx: &mut Cx<'_>, function: &HostValue, args: &CallArgs) -> Rule {
    let ty = function.ty;
    let Some(found) = calls::call(cx, Val::new(ty), args)? else { return Ok(None) };
    let inner = found.emit.clone();
    let emit = Rc::new(move |e: &mut crate::emit::Emitter<'_>, operands: &[Value]| {
        let mut all = vec![e.unit(ty)];
        all.extend_from_slice(operands);
        inner(e, &all)
    });
    Ok(Some(Resolved { emit, elementwise: None, ..found }))
}

fn positional(vals: &[Val]) -> CallArgs {
    CallArgs { positional: vals.to_vec(), ..CallArgs::default() }
}

/// Calls a special method of an instance, such as `__add__`, if its class has it: the operands are the instance and the arguments.
pub fn special(cx: &mut Cx<'_>, name: &str, vals: &[Val]) -> Rule {
    if let Some(all) = vals.first().and_then(|val| one_of::members(val.ty)) {
        return one_of::each(cx, all, |cx, one| {
            let mut own = vals.to_vec();
            own[0] = one;
            special(cx, name, &own)
        });
    }
    let Some(class) = vals.first().and_then(|val| class_of(val.ty)) else { return Ok(None) };
    match member(cx, class, name) {
        Some(Member::Method(function)) => call_constant(cx, &function, &positional(vals)),
        _ => Ok(None),
    }
}

/// `instance.name`
pub fn getattr(cx: &mut Cx<'_>, val: Val, name: &Name) -> Rule {
    if let Kind::Function(object) = val.ty.kind() {
        return match classes::find(object.id) {
            Some(class) => of_class(cx, class, val, name),
            None => Ok(None),
        };
    }
    if is_exception_class(val.ty) {
        return Ok(None);
    }
    if let Some(all) = one_of::members(val.ty) {
        return one_of::attribute(cx, val, all, name);
    }
    if let Some(found) = parent::getattr(cx, val, name)? {
        return Ok(Some(found));
    }
    let Some(class) = class_of(val.ty) else { return Ok(None) };
    if let Some(shape) = val.ty.shape()
        && let Some(index) = class.field(name)
    {
        if class.is_late(index)
            && let Some(Member::Cached(function)) = member(cx, class, name)
        {
            return fields::computed(cx, val, (shape, index), &function);
        }
        return fields::get(cx, shape, index).map(Some);
    }
    if let Kind::NamedTuple { names, .. } = val.ty.kind()
        && names.contains(name)
    {
        return Ok(None);
    }
    if **name == *"__class__" {
        return Ok(Some(Resolved::constant(Ty::new(Kind::Function(class.object.clone())))));
    }
    match member(cx, class, name) {
        Some(Member::Property(read, _)) => call_constant(cx, &read, &positional(&[val])),
        Some(Member::Constant(value)) => constant(cx, name, value).map(Some),
        Some(Member::Variable(variables, _)) => variable(cx, variables, name),
        Some(_) => Ok(Some(crate::methods::bound(val, name))),
        None => match class.field_to_set(name).filter(|_| val.ty.shape().is_some()) {
            Some(index) if member(cx, class, &format!("reading of {name}")).is_some() => {
                Err(fields::not_set(cx, class, index))
            }
            _ => missing(cx, val, name),
        },
    }
}

/// What `__getattr__` gives for a name that the class does not have.
fn missing(cx: &mut Cx<'_>, val: Val, name: &Name) -> Rule {
    if name.starts_with("__") {
        return Ok(None);
    }
    let literal = Ty::literal_str(name.clone());
    let found = special(cx, "__getattr__", &[val, Val::weak(literal)])?;
    Ok(found.map(|found| with_operands(found, move |e, a| vec![a[0], e.unit(literal)])))
}

/// `Class.name`
fn of_class(cx: &mut Cx<'_>, class: &Class, val: Val, name: &Name) -> Rule {
    match member(cx, class, name) {
        Some(Member::Static(value) | Member::Method(value)) => Ok(Some(crate::attributes::host_constant(value))),
        Some(Member::Constant(value)) => constant(cx, name, value).map(Some),
        Some(Member::Class(..)) => Ok(Some(crate::methods::bound(val, name))),
        Some(Member::Variable(variables, _)) => variable(cx, variables, name),
        _ => Ok(None),
    }
}

/// A variable of a class, which is a field of an object that all code shares.
fn variable(cx: &mut Cx<'_>, variables: HostValue, name: &Name) -> Rule {
    let object = crate::attributes::host_constant(variables);
    let read = getattr(cx, object.val(), name)?;
    Ok(read.map(|read| object.then(read)))
}

/// `Class.name = item`, where methods of the class assign to that variable.
pub fn set_of_class(cx: &mut Cx<'_>, class: &Object, name: &Name, item: Val) -> Rule {
    let Some(class) = classes::find(class.id) else { return Ok(None) };
    let Some(Member::Variable(variables, true)) = member(cx, class, name) else { return Ok(None) };
    let object = crate::attributes::host_constant(variables);
    let Some(set) = setattr(cx, object.val(), name, item)? else { return Ok(None) };
    Ok(Some(Resolved::effect(move |e, a| {
        let object = e.resolved(&object, &[]);
        (set.emit)(e, &[object, a[1]]);
    })))
}

/// The constant values of the last fields of a class of named tuples.
pub fn tuple_defaults(cx: &mut Cx<'_>, class: coluber_types::ObjId) -> Vec<HostValue> {
    let found = classes::find(class).and_then(|class| member(cx, class, "default values"));
    match found {
        Some(Member::Constant(HostValue { data: HostData::Tuple(values), .. })) => values,
        _ => Vec::new(),
    }
}

fn constant(cx: &Cx<'_>, name: &Name, value: HostValue) -> Result<Resolved> {
    if let Kind::Opaque(object) = value.ty.kind() {
        let error = cx.error(format!("the class attribute '{name}' has no type in compiled code: {}", object.text));
        let kind = ["dict", "list", "set"].into_iter().find(|kind| *object.text == *format!("<class '{kind}'>"));
        return Err(match kind {
            Some("dict") => error.hint(format!("say what it is to hold: {name}: ClassVar[dict[str, int]] = {{}}")),
            Some(kind) => error.hint(format!("say what it is to hold: {name}: ClassVar[{kind}[int]] = {kind}()")),
            None => error,
        });
    }
    Ok(crate::attributes::host_constant(value))
}

/// Whether values of a type are instances of a class that has `__call__`.
pub fn is_callable(cx: &mut Cx<'_>, ty: Ty) -> bool {
    class_of(ty).is_some_and(|class| member(cx, class, "__call__").is_some())
}

/// `instance.name = item`
pub fn setattr(cx: &mut Cx<'_>, val: Val, name: &Name, item: Val) -> Rule {
    if let Some(all) = one_of::members(val.ty) {
        return one_of::set(cx, all, name, item);
    }
    let Some(shape) = val.ty.shape() else { return Ok(None) };
    let class = shape.class();
    if let Some(Member::Constant(error)) = member(cx, class, "error of setting")
        && let Kind::ExceptionClass(error) = error.ty.kind()
    {
        let (class, message): (Name, Name) =
            (crate::exceptions::class_name(cx, error), format!("cannot assign to field '{name}'").into());
        return Ok(Some(Resolved::effect(move |e, _| {
            let never = e.bool(false);
            e.guard(&class, &message, never);
        })));
    }
    set_thawed(cx, val, name, item)
}

/// As [`setattr`], also where objects of the class are frozen.
pub fn set_thawed(cx: &mut Cx<'_>, val: Val, name: &Name, item: Val) -> Rule {
    let Some(shape) = val.ty.shape() else { return Ok(None) };
    let class = shape.class();
    if let Some(index) = class.field_to_set(name) {
        return fields::set(cx, shape, index, item).map(Some);
    }
    if let Some(Member::Property(_, write)) = member(cx, class, name)
        && write.ty != Ty::none()
    {
        let Some(call) = call_constant(cx, &write, &positional(&[val, item]))? else { return Ok(None) };
        return Ok(Some(Resolved::effect(move |e, a| {
            (call.emit)(e, a);
        })));
    }
    Err(cx
        .error(format!("'{}' object has no attribute '{name}'", class.object.text))
        .note("compiled code can set the fields that the class declares, and properties with a setter"))
}

/// Calls a method of an instance or of a class; the receiver is the first of the arguments.
pub fn call_method(cx: &mut Cx<'_>, receiver: Val, name: &str, args: &CallArgs) -> Rule {
    if let Some(all) = one_of::members(receiver.ty) {
        return one_of::method(cx, all, name, args);
    }
    let class = match receiver.ty.kind() {
        Kind::Function(object) => classes::find(object.id),
        _ => class_of(receiver.ty),
    };
    let Some(class) = class else { return Ok(None) };
    let found = match name.contains('@') {
        true => parent::inherited(cx, receiver.ty, name),
        false => member(cx, class, name),
    };
    call_member(cx, found, name, args)
}

fn call_member(cx: &mut Cx<'_>, member: Option<Member>, name: &str, args: &CallArgs) -> Rule {
    let mut rest = args.clone();
    match member {
        Some(Member::Method(function)) => call_constant(cx, &function, args),
        Some(Member::Static(function) | Member::Constant(function)) => {
            rest.positional.remove(0);
            Ok(call_constant(cx, &function, &rest)?.map(|call| with_operands(call, |_, a| a[1..].to_vec())))
        }
        Some(Member::Class(function, class)) => {
            rest.positional[0] = Val::new(class.ty);
            let ty = class.ty;
            Ok(call_constant(cx, &function, &rest)?.map(|call| {
                with_operands(call, move |e, a| {
                    let mut all = vec![e.unit(ty)];
                    all.extend_from_slice(&a[1..]);
                    all
                })
            }))
        }
        None if parent::is_empty_init(name) && args.vals().len() == 1 => Ok(Some(Resolved::constant(Ty::none()))),
        _ => Ok(None),
    }
}

/// The operation on other operands.
pub fn with_operands(
    resolved: Resolved,
    change: impl Fn(&mut crate::emit::Emitter<'_>, &[Value]) -> Vec<Value> + 'static,
) -> Resolved {
    let inner = resolved.emit.clone();
    let emit = Rc::new(move |e: &mut crate::emit::Emitter<'_>, a: &[Value]| {
        let all = change(e, a);
        inner(e, &all)
    });
    Resolved { emit, elementwise: None, ..resolved }
}
