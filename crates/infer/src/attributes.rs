//! `value.name`

use crate::arrays;
use crate::collections;
use crate::context::{Cx, Rule};
use crate::function_attributes;
use crate::host::HostValue;
use crate::nones;
use crate::suggest::closest;
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, ErrorClass, Name, Result};
use coluber_types::{DictForm, ErrorText, Kind, ListForm, Object, Ty};

/// A constant of the host as an operation without operands.
pub fn host_constant(value: HostValue) -> Resolved {
    let weak = !value.ty.is_array() && (!value.ty.is_float() || value.ty == Ty::float64());
    let ty = value.ty;
    Resolved::one(Val { ty, weak }, move |e, _| crate::tuples::emit_constant(e, ty, &value.data))
}

/// `value.name`
pub fn getattr(cx: &mut Cx<'_>, val: Val, name: &Name) -> Result<Resolved> {
    if let Some(found) = crate::instances::getattr(cx, val, name)? {
        return Ok(found);
    }
    if let Kind::OneOf(all) = val.ty.kind()
        && all.iter().all(function_attributes::has_name)
    {
        return match crate::instances::one_of::each(cx, all, |cx, one| getattr(cx, one, name).map(Some))? {
            Some(found) => Ok(found),
            None => Err(unknown(cx, val.ty, name)),
        };
    }
    if let Some(found) = crate::streams::attribute(val, name) {
        return Ok(found);
    }
    if let Some(found) = function_attributes::get(cx, val, name)? {
        return Ok(found);
    }
    if let Some(found) = members_by_name(cx, val, name)? {
        return Ok(found);
    }
    if let Some(found) = of_host(cx, val.ty, name)?.or_else(|| name_of_class(val.ty, name)) {
        return Ok(found);
    }
    if val.ty.is_mark() {
        return Err(unknown(cx, val.ty, name));
    }
    if let (Kind::Enum { value, .. }, "value") = (val.ty.kind(), &**name) {
        return Ok(Resolved::one(Val { ty: *value, ..val }, |e, a| e.part(a[0], 0)));
    }
    if let (Kind::Enum { .. }, "name") = (val.ty.kind(), &**name)
        && let Some(found) = cx.overload("coluber.enum_name", &[val])?
    {
        return Ok(found);
    }
    if let Some(found) = of_value(val, name).or_else(|| crate::cuda::vector::attribute(val.ty, name)) {
        return Ok(found);
    }
    if let Some(found) = of_records(cx, val.ty, name)? {
        return Ok(found);
    }
    if let Some(found) = crate::handled::attribute_of_made(cx, val.ty, name)? {
        return Ok(found);
    }
    let is_field = |ty: Ty| ty.shape().is_some_and(|shape| shape.class().field(name).is_some());
    let of_object = matches!(val.ty.kind(), Kind::Optional(inner) if is_field(*inner));
    if !of_object && (crate::methods::exists(val.ty, name) || crate::special_names::exists(cx, val, name)?) {
        return Ok(crate::methods::bound(val, name));
    }
    if !of_object && let Some(found) = of_program(cx, val, name)? {
        return Ok(found);
    }
    if let Kind::Optional(inner) = val.ty.kind() {
        let found = getattr(cx, Val { ty: *inner, ..val }, name)?;
        return Ok(crate::methods::of_present(found, name));
    }
    if **name == *"__class__"
        && let Some(found) = crate::builtins::classes::class_of(cx, val)?
    {
        return Ok(found);
    }
    match crate::text_members::as_texts(cx, &[val], |cx, texts| getattr(cx, texts[0], name).map(Some))? {
        Some(found) => Ok(found),
        None => nones::attribute(cx, val, name).ok_or_else(|| unknown(cx, val.ty, name)),
    }
}

/// `__members__` of an enumeration: a dict.
fn members_by_name(cx: &mut Cx<'_>, class: Val, name: &str) -> Rule {
    match class.ty.kind() {
        Kind::Function(object) if name == "__members__" && cx.host.attribute(object.id, "_member_map_").is_some() => {
            cx.overload("coluber.enum_members_by_name", &[class])
        }
        _ => Ok(None),
    }
}

/// Attributes and methods that are written in Python, by the library or by a program.
fn of_program(cx: &mut Cx<'_>, val: Val, name: &Name) -> Rule {
    if let Some(found) = cx.overload(&format!("attribute:{name}"), &[val])? {
        return Ok(Some(found));
    }
    let families = std::iter::once(family(val.ty)).chain(general_family(val.ty));
    let keys: Vec<String> = families.map(|f| format!("{f}.{name}")).chain([format!("method:{name}")]).collect();
    if !keys.iter().any(|key| cx.host.has_overload(key)) {
        return Ok(None);
    }
    Ok(Some(crate::methods::bound(val, name)))
}

/// `__name__` of the classes of exceptions, and of numbers that are scalars of NumPy.
fn name_of_class(ty: Ty, name: &str) -> Option<Resolved> {
    let which = match name {
        "__name__" => ErrorText::Name,
        "__qualname__" => ErrorText::QualifiedName,
        _ => return None,
    };
    if crate::instances::is_exception_class(ty) {
        let text = crate::builtins::convert::exception_text(which);
        return Some(Resolved::one(text.val(), move |e, a| {
            let exception = e.part(a[0], 0);
            e.resolved(&text, &[exception])
        }));
    }
    let Kind::NumberClass(number) = ty.kind() else { return None };
    Some(Resolved::constant(Ty::literal_str(number.to_string())))
}

/// Members of modules and classes are constants.
fn of_host(cx: &mut Cx<'_>, ty: Ty, name: &Name) -> Rule {
    let (Kind::Module(object)
    | Kind::Function(object)
    | Kind::Dispatcher(object)
    | Kind::ExceptionClass(object)
    | Kind::Opaque(object)) = ty.kind()
    else {
        return Ok(None);
    };
    if let Kind::Opaque(_) | Kind::Function(_) = ty.kind()
        && let Some(found) = crate::cuda::attribute(cx, object.id, name)?
    {
        return Ok(Some(found));
    }
    let Some(value) = cx.host.attribute(object.id, name) else {
        return Ok(None);
    };
    if let Kind::Opaque(member) | Kind::Function(member) = value.ty.kind()
        && let Some(found) = crate::cuda::value(cx, member.id)?
    {
        return Ok(Some(found));
    }
    match (ty.kind(), value.ty.kind()) {
        (Kind::Module(_), Kind::Function(member)) if is_foreign(cx, member) => Err(untyped(cx, ty, name)
            .hint(format!("compiled code can't call '{name}'; call it outside, and pass the result as an argument"))),
        _ if value.is_shared() && cx.options.cuda => Err(crate::shared::refused(name, "global", &value, cx.span)),
        _ if value.is_on_device() && !cx.options.cuda => {
            Err(untyped(cx, ty, name).hint("only kernels use the memory of a device: copy_to_host() copies it"))
        }
        _ => Ok(Some(host_constant(value))),
    }
}

/// Whether a function is written in C, and nothing is known of it.
fn is_foreign(cx: &mut Cx<'_>, function: &Object) -> bool {
    function.text.starts_with("<built-in function ") && cx.host.key(function.id).is_none()
}

/// A field of a record, or of all records of an array.
fn of_records(cx: &Cx<'_>, ty: Ty, name: &str) -> Rule {
    match ty.kind() {
        Kind::Record { .. } => crate::records::getattr(cx, ty, &Name::from(name)),
        Kind::Array { dtype, .. } if dtype.record_field(name).is_some() => crate::records::column(cx, ty, name),
        _ => Ok(None),
    }
}

/// `value.name = item`
pub fn setattr(cx: &mut Cx<'_>, val: Val, name: &Name, item: Val) -> Result<Resolved> {
    let known = match val.ty.kind() {
        Kind::Record { .. } => crate::records::setattr(cx, val.ty, name, item)?,
        Kind::Instance(_) | Kind::OneOf(_) => crate::instances::setattr(cx, val, name, item)?,
        Kind::Function(class) => crate::instances::set_of_class(cx, class, name, item)?,
        Kind::Closure { .. } | Kind::Dispatcher(_) => function_attributes::set(cx, val, name, item)?,
        Kind::Optional(inner) if matches!(inner.kind(), Kind::Instance(_) | Kind::OneOf(_)) => {
            let found = setattr(cx, Val { ty: *inner, ..val }, name, item)?;
            Some(crate::methods::of_present(found, name))
        }
        _ => cx.overload(&format!("setattr:{name}"), &[val, item])?,
    };
    known.or_else(|| nones::attribute(cx, val, name).map(nones::as_effect)).ok_or_else(|| {
        let error =
            cx.unsupported(format!("setting the attribute '{name}' of {} is not supported in compiled code", val.ty));
        if let Kind::Function(object) = val.ty.kind() {
            let hint = format!(
                "numbers and texts that methods in the body of {} itself assign to can be set; keep others in a list of the class, as in \
                 {name} = [0]",
                object.text
            );
            return if coluber_types::classes::find(object.id).is_some() { error.hint(hint) } else { error };
        }
        if matches!(val.ty.kind(), Kind::Closure { .. } | Kind::Dispatcher(_)) {
            return error.hint(
                "attributes of a function are numbers and texts that it is given where it is defined; use a variable of the function around \
                 it, or a class with __call__",
            );
        }
        match (val.ty.is_array(), &**name) {
            (true, "shape") => error.hint("the type of an array has its number of axes: name the result of reshape()"),
            (true, "dtype") => error.hint("the type of an array has its dtype: name the result of view()"),
            _ => error,
        }
    })
}

fn of_value(val: Val, name: &str) -> Option<Resolved> {
    let ty = val.ty.unliteral();
    let weak = val.weak;
    if let Some(found) = collections::deque_attribute(ty, name).or_else(|| collections::dict_attribute(ty, name)) {
        return Some(found);
    }
    Some(match (ty.kind(), name) {
        (Kind::Array { .. }, _) => return arrays::attributes::attribute(ty, name),
        (Kind::BoundMethod { receiver, name: of }, _) if **of == *"flags" => {
            return arrays::attributes::flag(*receiver, name);
        }
        (Kind::Complex(f), "real") => Resolved::one(Val { ty: Ty::float(*f), weak }, |e, a| e.part(a[0], 0)),
        (Kind::Complex(f), "imag") => Resolved::one(Val { ty: Ty::float(*f), weak }, |e, a| e.part(a[0], 1)),
        (Kind::Bool | Kind::Int(_) | Kind::Float(_), "real") => {
            Resolved::one(Val { ty, weak }, move |e, a| e.coerce(a[0], ty))
        }
        (Kind::Bool | Kind::Int(_) | Kind::Float(_), "imag") => {
            Resolved::one(Val { ty, weak }, move |e, _| e.number(0, ty))
        }
        (Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_), "dtype") => {
            Resolved::constant(Ty::new(Kind::DType(ty)))
        }
        (Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_), "itemsize") => {
            Resolved::constant(Ty::literal_int(i64::from(ty.itemsize()?)))
        }
        (Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_), "ndim") => {
            Resolved::constant(Ty::literal_int(0))
        }
        (Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_), "size") => {
            Resolved::constant(Ty::literal_int(1))
        }
        (Kind::Bool | Kind::Int(_), "numerator") => Resolved::one(Val { ty, weak }, move |e, a| e.coerce(a[0], ty)),
        (Kind::Bool | Kind::Int(_), "denominator") => Resolved::constant(Ty::literal_int(1)),
        (Kind::Slice { .. }, "start" | "stop" | "step") => slice_field(ty, name)?,
        (Kind::Range { .. }, "start" | "stop" | "step") => range_field(ty, name)?,
        (Kind::DType(t), "type") => Resolved::constant(Ty::new(Kind::NumberClass(*t))),
        (Kind::DType(t) | Kind::NumberClass(t), "itemsize") => {
            Resolved::constant(Ty::literal_int(i64::from(t.itemsize()?)))
        }
        (Kind::DType(t), "kind") => Resolved::constant(Ty::literal_str(dtype_kind(*t))),
        (Kind::DType(t), "alignment") if t.is_number() => {
            let size = i64::from(t.itemsize()?);
            let parts = if matches!(t.kind(), Kind::Complex(_)) { 2 } else { 1 };
            Resolved::constant(Ty::literal_int(size / parts))
        }
        (Kind::DType(t), "names") => crate::records::names(*t),
        (Kind::DType(_), "isnative") => Resolved::constant(Ty::literal_bool(true)),
        (Kind::DType(_), "ndim") => Resolved::constant(Ty::literal_int(0)),
        (Kind::DType(t), "name") => Resolved::constant(Ty::literal_str(dtype_name(*t)?)),
        (Kind::DType(t), "str") => Resolved::constant(Ty::literal_str(dtype_str(*t)?)),
        (Kind::DType(t), "byteorder") => {
            Resolved::constant(Ty::literal_str(if dtype_str(*t)?.starts_with('|') { "|" } else { "=" }))
        }
        (Kind::NamedTuple { .. }, _) => return crate::tuples::attribute(Val { ty, weak }, name),
        _ => return None,
    })
}

fn dtype_kind(ty: Ty) -> &'static str {
    match ty.kind() {
        Kind::Bool => "b",
        Kind::Int(i) if i.signed => "i",
        Kind::Int(_) => "u",
        Kind::Float(_) => "f",
        Kind::Chars { unicode: true, .. } => "U",
        Kind::Chars { .. } => "S",
        Kind::Date(_) => "M",
        Kind::Span(_) => "m",
        Kind::Record { .. } => "V",
        Kind::Extension(_) => "O",
        _ => "c",
    }
}

/// The name of a dtype, which has the number of bits where the size is not always the same.
fn dtype_name(ty: Ty) -> Option<String> {
    let bits = || Some(ty.itemsize()? * 8);
    Some(match ty.kind() {
        Kind::Chars { unicode: true, .. } => format!("str{}", bits()?),
        Kind::Chars { .. } => format!("bytes{}", bits()?),
        Kind::Record { .. } => format!("void{}", bits()?),
        Kind::Extension(_) => String::from("object"),
        _ => ty.to_string(),
    })
}

/// Byte order, kind and size of a dtype as one text: `<f8`.
fn dtype_str(ty: Ty) -> Option<String> {
    let (kind, size) = (dtype_kind(ty), ty.itemsize()?);
    let native = if cfg!(target_endian = "little") { '<' } else { '>' };
    Some(match ty.kind() {
        Kind::Chars { unicode: true, length } => format!("{native}U{length}"),
        Kind::Date(_) | Kind::Span(_) => {
            let text = ty.to_string();
            format!("{native}{kind}8{}", text.find('[').map_or("", |at| &text[at..]))
        }
        Kind::Chars { .. } | Kind::Record { .. } => format!("|{kind}{size}"),
        _ if size == 1 => format!("|{kind}1"),
        _ => format!("{native}{kind}{size}"),
    })
}

fn slice_field(ty: Ty, name: &str) -> Option<Resolved> {
    let k = ["start", "stop", "step"].iter().position(|n| *n == name)?;
    let field = coluber_types::fields::fields(ty)[k];
    Some(Resolved::one(Val::weak(field), move |e, a| e.part(a[0], k)))
}

fn range_field(ty: Ty, name: &str) -> Option<Resolved> {
    let Kind::Range { int, step, .. } = ty.kind() else {
        return None;
    };
    let int = Ty::int(*int);
    Some(match (name, step) {
        ("start", _) => Resolved::one(Val::weak(int), |e, a| e.part(a[0], 0)),
        ("stop", _) => Resolved::one(Val::weak(int), |e, a| e.part(a[0], 1)),
        (_, Some(step)) => Resolved::constant(Ty::literal_int(*step)),
        (_, None) => Resolved::one(Val::weak(int), |e, a| e.part(a[0], 2)),
    })
}

/// The word for a type's family in keys of the library.
pub fn family(ty: Ty) -> &'static str {
    match ty.unliteral().kind() {
        Kind::Array { .. } => "array",
        Kind::Str | Kind::Text(_) | Kind::Formatted { .. } => "str",
        Kind::Bytes => "bytes",
        Kind::Tuple(_) | Kind::NamedTuple { .. } => "tuple",
        Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) => "number",
        Kind::Range { .. } => "range",
        Kind::List { form: ListForm::Deque, .. } => "deque",
        Kind::List { .. } => "list",
        Kind::Dict { form: DictForm::Ordered, .. } => "OrderedDict",
        Kind::Dict { form: DictForm::Counter, .. } => "Counter",
        Kind::Dict { .. } => "dict",
        Kind::Set { frozen: true, .. } => "frozenset",
        Kind::Set { .. } => "set",
        Kind::DictView { .. } => "view",
        Kind::FlatIter(_) => "flatiter",
        Kind::Generator => "generator",
        Kind::Record { .. } => "record",
        Kind::CaughtException | Kind::Exception { .. } => "exception",
        _ => "object",
    }
}

/// The family that one of dicts of another form belongs to.
pub fn general_family(ty: Ty) -> Option<&'static str> {
    (ty.dict_form().is_some() && family(ty) != "dict").then_some("dict")
}

fn untyped(cx: &Cx<'_>, ty: Ty, name: &str) -> Box<Diagnostic> {
    Diagnostic::new(ErrorClass::UntypedAttribute, format!("Unknown attribute '{name}' of type {ty}"), cx.span)
}

fn unknown(cx: &mut Cx<'_>, ty: Ty, name: &str) -> Box<Diagnostic> {
    let mut error = untyped(cx, ty, name);
    if let Some(hint) = crate::hints::attribute(ty, name) {
        return error.hint(hint);
    }
    let known: Vec<String> = match ty.kind() {
        Kind::Module(o) | Kind::Function(o) => cx.host.attribute_names(o.id),
        Kind::Instance(shape) => shape.class().names.iter().map(|n| n.to_string()).collect(),
        Kind::NamedTuple { names, .. } => names.iter().map(|n| n.to_string()).collect(),
        _ => {
            let data: &[&str] = if ty.is_array() { arrays::attributes::NAMES } else { &[] };
            let names = crate::methods::names(ty).iter().chain(data);
            names.map(|n| n.to_string()).collect()
        }
    };
    if let Some(best) = closest(name, known.iter().map(String::as_str)) {
        error = error.hint(format!("did you mean '{best}'?"));
    }
    error
}
