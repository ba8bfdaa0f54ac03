//! Text with values in it (f-strings, `%`, `format`, `str`): its pieces travel as a value, and Python joins them where it leaves
//! compiled code. Where the text is looked into, or meets another, it is made into a string (`strings::make`).

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::strings::templates;
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ops::BinOp;
use coluber_types::unify::variants;
use coluber_types::{ErrorText, FloatTy, Kind, ListForm, TextForm, Ty};

/// Whether it is text of this kind.
pub fn is_deferred(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Text(_) | Kind::Formatted { .. })
}

fn is_text(ty: Ty) -> bool {
    ty.unliteral() == Ty::string() || is_deferred(ty)
}

/// Whether Python has an object for values of the type.
fn has_object(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } | Kind::Keywords { items, .. } => {
            items.iter().all(|t| has_object(*t))
        }
        Kind::Optional(inner) => has_object(*inner),
        Kind::List { item, .. } | Kind::Set { item, .. } => has_object(*item) || *item == Ty::undefined(),
        Kind::Dict { key, value, .. } => has_object(*key) && has_object(*value) || *key == Ty::undefined(),
        Kind::Enum { value, .. } => has_object(*value),
        Kind::None
        | Kind::Bool
        | Kind::Int(_)
        | Kind::Float(_)
        | Kind::Complex(_)
        | Kind::Str
        | Kind::Bytes
        | Kind::Literal(_) => true,
        Kind::Array { .. } | Kind::Slice { .. } | Kind::Range { .. } | Kind::Ellipsis | Kind::Omitted(_) => true,
        Kind::DType(_) | Kind::NumberClass(_) | Kind::Function(_) | Kind::Dispatcher(_) | Kind::Module(_) => true,
        Kind::ExceptionClass(_) | Kind::Instance(_) => true,
        Kind::OneOf(_) if variants(ty).is_some() => {
            variants(ty).is_some_and(|all| all.iter().all(|ty| has_object(*ty)))
        }
        Kind::OneOf(_) => crate::instances::one_of::members(ty).is_some(),
        _ => is_deferred(ty),
    }
}

/// Whether the text of values of the type may become another before it is asked for: what it shows is then read where the text is made.
fn is_changeable(ty: Ty) -> bool {
    let any = |items: &[Ty]| items.iter().any(|ty| is_changeable(*ty));
    match ty.kind() {
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } | Kind::Keywords { items, .. } => any(items),
        Kind::Optional(inner) | Kind::Enum { value: inner, .. } => is_changeable(*inner),
        Kind::List { form: ListForm::Tuple, item, .. } | Kind::Set { frozen: true, item, .. } => is_changeable(*item),
        Kind::List { .. } | Kind::Dict { .. } | Kind::Set { .. } | Kind::Array { .. } | Kind::Record { .. } => true,
        Kind::Instance(_) | Kind::OneOf(_) => true,
        _ => false,
    }
}

/// The value as it is formatted: of an exception its message.
fn shown(cx: &mut Cx<'_>, val: Val) -> Result<Resolved> {
    let alone = CallArgs { positional: vec![val], ..CallArgs::default() };
    let found = match val.ty.kind() {
        _ if crate::handled::as_raised(cx, val.ty)?.is_some() => crate::builtins::convert::str(cx, &alone)?,
        Kind::Record { .. } => Some(Resolved::one(val, |_, a| a[0])),
        _ if has_object(val.ty) => Some(Resolved::one(val, |_, a| a[0])),
        _ => None,
    };
    found.ok_or_else(|| {
        cx.unsupported(format!("making text of a value of type {} is not supported in compiled code", val.ty))
    })
}

/// Whether it is a list of numbers or texts, whose text compiled code makes.
fn is_plain_list(ty: Ty) -> bool {
    let Kind::List { form: ListForm::List, item, .. } = ty.kind() else { return false };
    match item.kind() {
        Kind::Bool | Kind::Int(_) | Kind::Float(FloatTy::F64) | Kind::Str => true,
        _ => is_plain_list(*item),
    }
}

/// The text that an implementation of `str` or `repr` in Python makes: of values of types of programs, of times, and of lists.
fn text_by_python(cx: &mut Cx<'_>, form: TextForm, value: Val, spec: Option<Val>) -> Rule {
    let is_plain = match form {
        TextForm::Str | TextForm::Repr => spec.is_none(),
        TextForm::Format => spec.and_then(Val::literal_str) == Some(""),
        _ => false,
    };
    if is_plain && is_plain_list(value.ty) && !cx.options.cuda {
        return cx.overload("coluber.list_text", &[value]);
    }
    if is_plain && let Kind::DictView { .. } = value.ty.kind() {
        return cx.overload("coluber.view_text", &[value]);
    }
    if !matches!(value.ty.kind(), Kind::Extension(_) | Kind::Date(_) | Kind::Span(_)) {
        return Ok(None);
    }
    let all = ["builtins.str", "method:__str__", "builtins.repr", "method:__repr__"];
    let keys = if matches!(form, TextForm::Repr | TextForm::Ascii) { &all[2..] } else { &all[..] };
    for key in keys {
        if let Some(text) = cx.overload(key, &[value])?.filter(|text| is_text(text.val().ty)) {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

/// A piece that `form` makes of the first operand; the second one is the specification, when there is one.
fn piece(cx: &mut Cx<'_>, form: TextForm, value: Val, spec: Option<Val>) -> Result<Resolved> {
    if let Some(text) = text_by_python(cx, form, value, spec)? {
        let whole = piece(cx, if spec.is_some() { form } else { TextForm::Str }, text.val(), spec)?;
        return Ok(Resolved::one(whole.val(), move |e, a| {
            let mut operands = a.to_vec();
            operands[0] = e.resolved(&text, &a[..1]);
            e.resolved(&whole, &operands)
        }));
    }
    if form == TextForm::Repr
        && let Some(exception) = crate::handled::as_raised(cx, value.ty)?
    {
        return Ok(exception.then(crate::builtins::convert::exception_text(ErrorText::Repr)));
    }
    let value = shown(cx, value)?;
    let spec_ty = spec.map_or(Ty::none(), |s| s.ty);
    let ty = Ty::new(Kind::Formatted { form, value: value.val().ty, spec: spec_ty });
    let is_string = is_changeable(value.val().ty) && !cx.options.cuda;
    let result = if is_string { Val::weak(Ty::string()) } else { Val::new(ty) };
    Ok(Resolved::one(result, move |e, a| {
        let held = e.resolved(&value, &a[..1]);
        let spec = match spec {
            Some(_) => a[1],
            None => e.unit(Ty::none()),
        };
        let piece = e.pack(&[held, spec], ty);
        e.coerce(piece, result.ty)
    }))
}

/// One field of an f-string: `conversion` is empty, `s`, `r` or `a`; the second operand is the specification.
pub fn format(cx: &mut Cx<'_>, conversion: &str, v: &[Val]) -> Result<Resolved> {
    let form = match conversion {
        "s" => TextForm::Str,
        "r" => TextForm::Repr,
        "a" => TextForm::Ascii,
        _ => return formatted(cx, v),
    };
    let converted = piece(cx, form, v[0], None)?;
    if v.len() == 1 {
        return Ok(converted);
    }
    let whole = piece(cx, TextForm::Format, converted.val(), Some(v[1]))?;
    Ok(Resolved::one(whole.val(), move |e, a| {
        let inner = e.resolved(&converted, &a[..1]);
        e.resolved(&whole, &[inner, a[1]])
    }))
}

fn formatted(cx: &mut Cx<'_>, v: &[Val]) -> Result<Resolved> {
    match v.get(1) {
        None if is_text(v[0].ty) => Ok(Resolved::one(v[0], |_, a| a[0])),
        None => {
            let plain = Val::weak(Ty::literal_str(""));
            let whole = piece(cx, TextForm::Format, v[0], Some(plain))?;
            Ok(Resolved::one(whole.val(), move |e, a| {
                let spec = e.unit(plain.ty);
                e.resolved(&whole, &[a[0], spec])
            }))
        }
        Some(spec) => piece(cx, TextForm::Format, v[0], Some(*spec)),
    }
}

/// The pieces of an f-string.
pub fn join(v: &[Val]) -> Resolved {
    let literals: Option<String> = v.iter().map(|v| v.literal_str()).collect();
    if let Some(text) = literals {
        return Resolved::constant(Ty::literal_str(text));
    }
    let ty = Ty::new(Kind::Text(v.iter().map(|v| v.ty).collect()));
    Resolved::one(Val::new(ty), move |e, a| e.pack(a, ty))
}

/// What `%` asks of a value.
fn class_of(val: &Val) -> templates::Class {
    match val.ty.unliteral().kind() {
        Kind::Int(_) => templates::Class::Int,
        Kind::Float(FloatTy::F64) => templates::Class::Float,
        _ => templates::Class::Other,
    }
}

/// The values that `text % operand` has, and what takes them from the operand; None where only the running program knows whether it is a tuple.
fn percent_values(operand: Val) -> Option<(Vec<Val>, bool)> {
    if let Some(items) = operand.ty.tuple_items() {
        return Some((items.iter().map(|&ty| Val { ty, ..operand }).collect(), true));
    }
    let is_one = match operand.ty.unliteral().kind() {
        Kind::None | Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) | Kind::Instance(_) => true,
        Kind::DictView { .. } => true,
        Kind::List { form, .. } => *form != ListForm::Tuple,
        Kind::Enum { value, .. } => value.tuple_items().is_none(),
        _ => is_text(operand.ty),
    };
    is_one.then(|| (vec![operand], false))
}

/// A text of parts. The operands are the values.
fn of_parts(cx: &mut Cx<'_>, parts: &[templates::Part], values: &[Val]) -> Result<Resolved> {
    let mut made = Vec::new();
    for part in parts {
        made.push(of_part(cx, part, values)?);
    }
    if let [_] = &made[..] {
        return Ok(made.remove(0));
    }
    let whole = join(&made.iter().map(Resolved::val).collect::<Vec<_>>());
    Ok(Resolved::one(whole.val(), move |e, a| {
        let pieces: Vec<_> = made.iter().map(|part| e.resolved(part, a)).collect();
        e.resolved(&whole, &pieces)
    }))
}

fn of_part(cx: &mut Cx<'_>, part: &templates::Part, values: &[Val]) -> Result<Resolved> {
    match part {
        templates::Part::Text(text) => Ok(Resolved::constant(Ty::literal_str(text.as_str()))),
        templates::Part::Field(field) => of_field(cx, field, values),
        templates::Part::Percent(at, conversion) => {
            let (at, spec) = (*at, Ty::literal_str(conversion.as_str()));
            let alone = crate::tuples::build(&[values[at]]);
            let whole = piece(cx, TextForm::Percent, alone.val(), Some(Val::weak(spec)))?;
            Ok(Resolved::one(whole.val(), move |e, a| {
                let operands = [e.resolved(&alone, &[a[at]]), e.unit(spec)];
                e.resolved(&whole, &operands)
            }))
        }
    }
}

fn of_field(cx: &mut Cx<'_>, field: &templates::Field, values: &[Val]) -> Result<Resolved> {
    let at = field.value;
    let spec = match &field.spec {
        Some(parts) => Some(of_parts(cx, parts, values)?),
        None => None,
    };
    let operands: Vec<Val> = std::iter::once(values[at]).chain(spec.as_ref().map(Resolved::val)).collect();
    let whole = format(cx, field.conversion, &operands)?;
    Ok(Resolved::one(whole.val(), move |e, a| {
        let spec = spec.as_ref().map(|spec| e.resolved(spec, a));
        let operands: Vec<_> = std::iter::once(a[at]).chain(spec).collect();
        e.resolved(&whole, &operands)
    }))
}

/// `text % operand` of a constant text whose conversions fit the operand.
fn constant_percent(cx: &mut Cx<'_>, text: Val, operand: Val) -> Rule {
    let Some((text, (values, is_tuple))) = text.literal_str().zip(percent_values(operand)) else { return Ok(None) };
    let classes: Vec<_> = values.iter().map(class_of).collect();
    let Some(parts) = templates::percent(text, &classes).filter(|_| !cx.options.cuda) else { return Ok(None) };
    let whole = of_parts(cx, &parts, &values)?;
    Ok(Some(Resolved::one(whole.val(), move |e, v| {
        let values = if is_tuple { e.parts(v[1]) } else { vec![v[1]] };
        e.resolved(&whole, &values)
    })))
}

/// `text.format(...)` of a constant text whose fields are those of the arguments.
fn constant_method(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(text) = args.positional[0].literal_str().filter(|_| !cx.options.cuda) else { return Ok(None) };
    let names: Vec<&str> = args.names.iter().map(|(name, _)| &**name).collect();
    let Some(parts) = templates::method(text, args.positional.len() - 1, &names) else { return Ok(None) };
    let whole = of_parts(cx, &parts, &args.vals()[1..])?;
    Ok(Some(Resolved::one(whole.val(), move |e, a| e.resolved(&whole, &a[1..]))))
}

/// `text + text` and `specification % values`.
pub fn binary(cx: &mut Cx<'_>, op: BinOp, a: Val, b: Val) -> Rule {
    match op {
        BinOp::Add if is_text(a.ty) && is_text(b.ty) => Ok(Some(join(&[a, b]))),
        BinOp::Mod if is_text(a.ty) => {
            if let Some(found) = constant_percent(cx, a, b)? {
                return Ok(Some(found));
            }
            // For a constant text each value is a piece of its own.
            let whole = piece(cx, TextForm::Percent, b, Some(a)).map_err(|error| match a.literal() {
                None => error.wanting_constants(vec![0]),
                Some(_) => error,
            })?;
            Ok(Some(Resolved::one(whole.val(), move |e, v| e.resolved(&whole, &[v[1], v[0]]))))
        }
        _ => Ok(None),
    }
}

/// `str(x)`, `repr(x)`, `ascii(x)` and `format(x, specification)` of what is not text.
pub fn convert(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    match (crate::builtins::basic::positional(args, 1..=2), name) {
        (Some(&[x]), "str" | "repr" | "ascii") => format(cx, &name[..1], &[x]).map(Some),
        (Some(v), "format") => format(cx, "", v).map(Some),
        _ => Ok(None),
    }
}

/// `specification.format(values...)`
pub fn method(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    if name != "format" || args.star.is_some() {
        return Ok(None);
    }
    if let Some(found) = constant_method(cx, args)? {
        return Ok(Some(found));
    }
    let mut parts = Vec::new();
    for val in &args.vals()[1..] {
        parts.push(shown(cx, *val)?);
    }
    let types: Vec<Ty> = parts.iter().map(|part| part.val().ty).collect();
    let by_position = by_position(args);
    let form = match (&by_position, &args.names[..]) {
        (None, [_, ..]) => TextForm::Named,
        _ => TextForm::Method,
    };
    let ty = values_type(types, if form == TextForm::Named { &args.names } else { &[] });
    let specification = by_position.unwrap_or(args.positional[0]);
    let renamed = by_position.map(|val| val.ty);
    let whole = piece(cx, form, Val::new(ty), Some(specification))?;
    Ok(Some(Resolved::one(whole.val(), move |e, a| {
        let mut items: Vec<_> = parts.iter().zip(&a[1..]).map(|(p, v)| e.resolved(p, &[*v])).collect();
        if let (TextForm::Named, Some(&named)) = (form, ty.tuple_items().and_then(<[Ty]>::last)) {
            let values = items.split_off(ty.tuple_items().map_or(0, <[Ty]>::len) - 1);
            items.push(e.pack(&values, named));
        }
        let values = e.pack(&items, ty);
        let specification = renamed.map_or(a[0], |ty| e.unit(ty));
        e.resolved(&whole, &[values, specification])
    })))
}

/// The type of what `format` is given: a tuple, in which the last ones are together if they have names.
fn values_type(mut types: Vec<Ty>, names: &[(Name, Val)]) -> Ty {
    if !names.is_empty() {
        let items = types.split_off(types.len() - names.len());
        let names = names.iter().map(|(name, _)| name.clone()).collect();
        types.push(Ty::new(Kind::Keywords { names, items: items.into() }));
    }
    Ty::tuple(types)
}

/// A constant text for `format` with positions in the place of the names that arguments have, where it has no other names.
fn by_position(args: &CallArgs) -> Option<Val> {
    let text = args.positional[0].literal_str().filter(|_| !args.names.is_empty())?;
    let names: Vec<&str> = args.names.iter().map(|(name, _)| &**name).collect();
    let text = crate::strings::fields::by_position(text, &names, args.positional.len() - 1)?;
    Some(Val::new(Ty::literal_str(text)))
}
