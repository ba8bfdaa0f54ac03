//! Conversions: `int`, `float`, `bool`, `complex`, `tuple`, and calling a number class such as `np.float32`.

use super::Builtin;
use super::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::times::convert::is_cast;
use crate::times::is_time;
use crate::value::{Resolved, Val};
use crate::{strings, text};
use coluber_types::{ErrorText, Kind, Literal, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("builtins.int", int),
    ("builtins.float", float),
    ("builtins.bool", bool),
    ("builtins.complex", complex),
    ("builtins.tuple", tuple),
    ("builtins.list", crate::lists::list),
    ("builtins.dict", crate::dicts::dict),
    ("builtins.frozenset", crate::dicts::frozenset),
    ("builtins.set", crate::dicts::set),
    ("builtins.str", str),
    ("builtins.bin", |_, args| Ok(radix(args, 1))),
    ("builtins.oct", |_, args| Ok(radix(args, 3))),
    ("builtins.hex", |_, args| Ok(radix(args, 4))),
    ("builtins.repr", |cx, args| text::convert(cx, "repr", args)),
    ("builtins.ascii", |cx, args| text::convert(cx, "ascii", args)),
    ("builtins.format", |cx, args| text::convert(cx, "format", args)),
];

/// `str(x)`: of a caught exception a string, of other values text that Python makes later.
pub fn str(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if let Some([]) = positional(args, 0..=0) {
        return Ok(Some(Resolved::constant(Ty::literal_str(""))));
    }
    let Some(&[x]) = positional(args, 1..=1) else {
        let types: Vec<Ty> = args.vals().iter().map(|val| val.ty).collect();
        let names: Vec<_> = args.names.iter().map(|(name, _)| name.clone()).collect();
        return match args.star {
            None => crate::calls::call_overload(cx, "coluber.str_of_bytes", &types, &names, args),
            Some(_) => Ok(None),
        };
    };
    if x.ty.unliteral() == Ty::string() {
        return Ok(Some(Resolved::one(x, |_, a| a[0])));
    }
    match crate::handled::as_raised(cx, x.ty)? {
        Some(exception) => Ok(Some(exception.then(exception_text(ErrorText::Str)))),
        None => text::convert(cx, "str", args),
    }
}

/// A text of a caught exception, which is the operand, or of its class.
pub fn exception_text(which: ErrorText) -> Resolved {
    let string = Ty::string();
    Resolved::one(Val::weak(string), move |e, a| {
        let (exception, which) = (e.part(a[0], 0), e.i64(which as i64));
        let parts = e.runtime("exception_text", &[exception, which], &coluber_types::fields::fields(string));
        e.pack(&parts, string)
    })
}

/// The digits of an integer, so many bits each.
fn radix(args: &CallArgs, bits: i64) -> Option<Resolved> {
    let &[x] = positional(args, 1..=1)? else { return None };
    let plain = x.ty.unliteral();
    let signed = match plain.kind() {
        Kind::Int(int) => int.signed,
        Kind::Bool => true,
        _ => return None,
    };
    Some(Resolved::one(Val::weak(Ty::string()), move |e, a| {
        let value = e.coerce(a[0], Ty::int64());
        let (signed, bits) = (e.bool(signed), e.int(bits, Ty::int32()));
        e.runtime("str_of_radix", &[value, signed, bits], &[Ty::string()])[0]
    }))
}

/// `int(text)`, `int(text, base)`
fn int_of_text(args: &CallArgs) -> Option<Resolved> {
    let bound = args.bind(&["", "base"])?;
    let (vals, at) = (args.vals(), bound[1]);
    let is_base = |k: usize| vals[k].ty.unliteral().is_int();
    if !strings::is_text(vals.first()?.ty) || bound[0] != Some(0) || at.is_some_and(|k| !is_base(k)) {
        return None;
    }
    let inner = strings::by_runtime("str_to_int", vec![Ty::string(), Ty::int64()], Ty::int64());
    Some(Resolved::one(inner.val(), move |e, a| {
        let base = at.map_or_else(|| e.i64(10), |k| a[k]);
        e.resolved(&inner, &[a[0], base])
    }))
}

fn int(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let constant = args.positional.len() == 1 && args.names.is_empty() && args.positional[0].literal().is_some();
    if let Some(found) = (!constant).then(|| int_of_text(args)).flatten() {
        return Ok(Some(found));
    }
    if let Some(found) = of_bytes(cx, "coluber.int_of_bytes", args)? {
        return Ok(Some(found));
    }
    let Some(vals) = positional(args, 0..=1) else {
        return Ok(None);
    };
    let Some(x) = vals.first() else {
        return Ok(Some(Resolved::constant(Ty::literal_int(0))));
    };
    if let Some(Literal::Str(text)) = x.literal() {
        return match text.trim().parse::<i64>() {
            Ok(v) => Ok(Some(Resolved::constant(Ty::literal_int(v)))),
            Err(_) => Ok(int_of_text(args)),
        };
    }
    if let Some(known) = x.literal_int().filter(|_| x.literal_bool().is_none()) {
        return Ok(Some(Resolved::constant(Ty::literal_int(known))));
    }
    let plain = x.ty.unliteral();
    let ty = match plain.kind() {
        Kind::Int(_) => crate::numbers::of_python(cx, plain),
        Kind::Bool | Kind::Float(_) => Ty::int64(),
        Kind::Date(_) | Kind::Span(_) => {
            return Ok(Some(Resolved::one(Val::weak(Ty::int64()), |e, a| crate::times::count(e, a[0]))));
        }
        Kind::Optional(inner) => {
            let inner_args = CallArgs { positional: vec![Val { ty: *inner, ..*x }], ..CallArgs::default() };
            let inner_ty = *inner;
            return Ok(int(cx, &inner_args)?.map(|r| crate::numbers::coerce_arguments(r, vec![inner_ty])));
        }
        Kind::Array { dtype, ndim: 0, .. } => return zero_dim(cx, args, *dtype, int),
        Kind::Pointer(_) => {
            return crate::cuda::pointer::as_numbers(cx, &[*x], |cx, vals| int(cx, &CallArgs::of(vals)));
        }
        _ => return Ok(None),
    };
    Ok(Some(Resolved::one(Val { ty, weak: true }, move |e, a| e.coerce(a[0], ty))))
}

/// A number that bytes spell, or an object that stands for bytes.
fn of_bytes(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Rule {
    match args.positional.first() {
        Some(text) if text.ty == Ty::bytes() || matches!(text.ty.kind(), Kind::Instance(_)) => {
            let types: Vec<Ty> = args.vals().iter().map(|val| val.ty).collect();
            let names: Vec<_> = args.names.iter().map(|(name, _)| name.clone()).collect();
            crate::calls::call_overload(cx, key, &types, &names, args)
        }
        _ => Ok(None),
    }
}

fn zero_dim(cx: &mut Cx<'_>, args: &CallArgs, dtype: Ty, rule: Builtin) -> Rule {
    let element = CallArgs { positional: vec![Val::new(dtype)], ..args.clone() };
    let Some(inner) = rule(cx, &element)? else {
        return Ok(None);
    };
    Ok(Some(Resolved::one(inner.val(), move |e, a| {
        let ptr = e.elem_ptr(a[0], &[]);
        let v = e.load(ptr, dtype);
        e.resolved(&inner, &[v])
    })))
}

fn float(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 0..=1) else {
        return Ok(None);
    };
    let Some(x) = vals.first() else {
        return Ok(Some(crate::numbers::scalar_constant(&coluber_ir::Const::Float(0.0), Ty::float64(), true)));
    };
    if let Some(text) = x.literal_str() {
        return match text.trim().to_ascii_lowercase().parse::<f64>() {
            Ok(v) => Ok(Some(crate::numbers::scalar_constant(&coluber_ir::Const::Float(v), Ty::float64(), true))),
            Err(_) => Ok(Some(strings::by_runtime("str_to_float", vec![Ty::string()], Ty::float64()))),
        };
    }
    if let Some(found) = of_bytes(cx, "coluber.float_of_bytes", args)? {
        return Ok(Some(found));
    }
    if strings::is_text(x.ty) {
        return Ok(Some(strings::by_runtime("str_to_float", vec![Ty::string()], Ty::float64())));
    }
    let plain = x.ty.unliteral();
    let ty = match plain.kind() {
        Kind::Float(_) if !plain.is_half() => crate::numbers::of_python(cx, plain),
        Kind::Bool | Kind::Int(_) | Kind::Float(_) => Ty::float64(),
        Kind::Optional(inner) => {
            let inner_args = CallArgs { positional: vec![Val { ty: *inner, ..*x }], ..CallArgs::default() };
            let inner_ty = *inner;
            return Ok(float(cx, &inner_args)?.map(|r| crate::numbers::coerce_arguments(r, vec![inner_ty])));
        }
        Kind::Array { dtype, ndim: 0, .. } => return zero_dim(cx, args, *dtype, float),
        _ => return Ok(None),
    };
    Ok(Some(Resolved::one(Val { ty, weak: true }, move |e, a| e.coerce(a[0], ty))))
}

fn bool(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 0..=1) else {
        return Ok(None);
    };
    match vals.first() {
        None => Ok(Some(Resolved::constant(Ty::literal_bool(false)))),
        Some(x) => crate::truth::truth(cx, *x),
    }
}

fn complex(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if let Some([x]) = positional(args, 1..=1)
        && let Kind::Array { dtype, ndim: 0, .. } = x.ty.kind()
    {
        return zero_dim(cx, args, *dtype, complex);
    }
    let Some(bound) = args.bind(&["real", "imag"]) else {
        return Ok(None);
    };
    let vals = args.vals();
    let types: Vec<Ty> = vals.iter().map(|v| v.ty.unliteral()).collect();
    if !types.iter().all(|t| t.is_number()) {
        return Ok(None);
    }
    let single = !types.is_empty()
        && types.iter().all(|t| {
            matches!(t.kind(), Kind::Float(coluber_types::FloatTy::F32) | Kind::Complex(coluber_types::FloatTy::F32))
        });
    let ty = if single { crate::numbers::of_python(cx, Ty::complex64()) } else { Ty::complex128() };
    Ok(Some(Resolved::one(Val::weak(ty), move |e, a| {
        let zero = e.number(0, ty);
        let re = bound[0].map_or(zero, |k| e.coerce(a[k], ty));
        let Some(k) = bound[1] else { return re };
        // real + imag * 1j, part by part; parts that are not there must not change the sign of a zero.
        let im = e.coerce(a[k], ty);
        let (mut real, mut imag) = (e.part(re, 0), e.part(im, 0));
        if is_complex(types[k]) {
            let ii = e.part(im, 1);
            real = e.sub(real, ii);
        }
        if bound[0].is_some_and(|k| is_complex(types[k])) {
            let ri = e.part(re, 1);
            imag = e.add(ri, imag);
        }
        e.pack(&[real, imag], ty)
    })))
}

fn is_complex(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Complex(_))
}

fn tuple(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 0..=1) else {
        return Ok(None);
    };
    match vals.first() {
        None => Ok(Some(crate::tuples::build(&[]))),
        Some(x) if matches!(x.ty.kind(), Kind::Tuple(_)) => Ok(Some(Resolved::one(*x, |_, a| a[0]))),
        Some(x) if matches!(x.ty.kind(), Kind::NamedTuple { .. }) => {
            let ty = Ty::tuple(x.ty.tuple_items().unwrap_or(&[]));
            Ok(Some(Resolved::one(Val { ty, weak: x.weak }, move |e, a| e.coerce_tuple(a[0], ty))))
        }
        Some(x) if matches!(x.ty.kind(), Kind::Record { .. }) => cx.overload("record.to_tuple", &[*x]),
        Some(x) => crate::lists::long_tuple(cx, *x),
    }
}

/// Calls a number class: converts a number, or the elements of an array.
pub fn to_number(ty: Ty, args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 0..=1) else {
        return Ok(None);
    };
    let Some(x) = vals.first() else {
        return Ok(Some(Resolved::one(Val::new(ty), move |e, _| e.number(0, ty))));
    };
    if strings::chars::room(ty).is_some() {
        return Ok(to_text(ty, *x));
    }
    if x.ty.is_array() {
        let kernel = crate::arrays::elementwise::convert_kernel(ty);
        return Ok(Some(crate::arrays::elementwise::mapped(kernel, &[*x])));
    }
    if let Kind::Optional(inner) = x.ty.kind() {
        let inner_args = CallArgs { positional: vec![Val { ty: *inner, ..*x }], ..CallArgs::default() };
        let inner_ty = *inner;
        return Ok(to_number(ty, &inner_args)?.map(|r| crate::numbers::coerce_arguments(r, vec![inner_ty])));
    }
    if strings::is_text(x.ty) {
        return Ok(number_of_text(ty));
    }
    let number = x.ty.unliteral().is_number();
    let time = is_time(x.ty) || is_time(ty);
    if !number && !time || time && !is_cast(x.ty.unliteral(), ty) {
        return Ok(None);
    }
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        if ty == Ty::boolean() {
            let plain = e.ty(a[0]).unliteral();
            let v = e.coerce(a[0], plain);
            return e.coerce(v, ty);
        }
        e.coerce(a[0], ty)
    })))
}

/// Calls a class of integers or floats with a text. An integer is read as one of Python, which the class must have.
fn number_of_text(ty: Ty) -> Option<Resolved> {
    if ty.is_int() {
        let read = strings::by_runtime("str_to_int", vec![Ty::string(), Ty::int64()], Ty::int64());
        return Some(Resolved::one(Val::new(ty), move |e, a| {
            let base = e.i64(10);
            let number = e.resolved(&read, &[a[0], base]);
            crate::numbers::adapt(e, number, ty)
        }));
    }
    let read = strings::by_runtime("str_to_float", vec![Ty::string()], Ty::float64());
    ty.is_float().then(|| {
        Resolved::one(Val::new(ty), move |e, a| {
            let number = e.resolved(&read, &a[..1]);
            e.coerce(number, ty)
        })
    })
}

/// Calls a class of texts of a dtype: with a text, or with an array without axes whose item is one.
fn to_text(ty: Ty, x: Val) -> Option<Resolved> {
    let text = ty.loaded();
    match x.ty.as_array() {
        Some((dtype, 0, _)) if dtype.loaded() == text => Some(Resolved::one(Val::new(text), move |e, a| {
            let place = e.elem_ptr(a[0], &[]);
            e.element(a[0], place, dtype)
        })),
        None if x.ty.unliteral() == text => Some(Resolved::one(Val::new(text), move |e, a| e.coerce(a[0], text))),
        _ => None,
    }
}
