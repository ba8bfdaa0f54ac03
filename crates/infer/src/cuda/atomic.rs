//! Atomic changes of array elements: `cuda.atomic.add(array, index, value)` and the like; each gives the value before. A field of a
//! record is changed by `cuda.atomic.add(record, name, value)`.

use crate::arrays::index;
use crate::builtins::Builtin;
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::records;
use crate::value::{Resolved, Val};
use coluber_base::Diagnostic;
use coluber_ir::Value;
use coluber_ir::typed::{AtomicOp, Op};
use coluber_types::{Kind, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("coluber.cuda.kernel.atomic.add", |cx, a| change(cx, a, AtomicOp::Add)),
    ("coluber.cuda.kernel.atomic.sub", |cx, a| change(cx, a, AtomicOp::Sub)),
    ("coluber.cuda.kernel.atomic.and_", |cx, a| change(cx, a, AtomicOp::And)),
    ("coluber.cuda.kernel.atomic.or_", |cx, a| change(cx, a, AtomicOp::Or)),
    ("coluber.cuda.kernel.atomic.xor", |cx, a| change(cx, a, AtomicOp::Xor)),
    ("coluber.cuda.kernel.atomic.exch", |cx, a| change(cx, a, AtomicOp::Exchange)),
    ("coluber.cuda.kernel.atomic.inc", |cx, a| change(cx, a, AtomicOp::Increment)),
    ("coluber.cuda.kernel.atomic.dec", |cx, a| change(cx, a, AtomicOp::Decrement)),
    ("coluber.cuda.kernel.atomic.max", |cx, a| change(cx, a, AtomicOp::Max)),
    ("coluber.cuda.kernel.atomic.min", |cx, a| change(cx, a, AtomicOp::Min)),
    ("coluber.cuda.kernel.atomic.nanmax", |cx, a| change(cx, a, AtomicOp::NanMax)),
    ("coluber.cuda.kernel.atomic.nanmin", |cx, a| change(cx, a, AtomicOp::NanMin)),
    ("coluber.cuda.kernel.atomic.cas", cas),
    ("coluber.cuda.kernel.atomic.compare_and_swap", compare_and_swap),
];

/// Whether elements of a type can be changed that way.
fn is_supported(op: AtomicOp, dtype: Ty) -> bool {
    use AtomicOp as A;
    match (op, dtype.kind()) {
        (A::Increment | A::Decrement, Kind::Int(i)) => !i.signed && i.bits >= 32,
        (_, Kind::Int(i)) => i.bits >= 32 || op == A::CompareSwap && i.bits == 16,
        (A::Add | A::Sub | A::Max | A::Min | A::NanMax | A::NanMin | A::Exchange, Kind::Float(_)) => true,
        _ => false,
    }
}

fn change(cx: &mut Cx<'_>, args: &CallArgs, op: AtomicOp) -> Rule {
    match positional(args, 3..=3) {
        Some(&[array, at, value]) => atomic(cx, array, at, &[value], op),
        _ => Err(misused(cx, op, args)),
    }
}

/// For a call with other arguments than an array, an index and values.
fn misused(cx: &Cx<'_>, op: AtomicOp, args: &CallArgs) -> Box<Diagnostic> {
    let (word, given) = (name(op), args.positional.iter().map(|val| val.ty.to_string()).collect::<Vec<_>>());
    let values = if op == AtomicOp::CompareSwap { "old, new" } else { "value" };
    cx.error(format!("cuda.atomic.{word} takes an array, an index and a value, and is given ({})", given.join(", ")))
        .hint(format!("name the array and the index as two arguments: cuda.atomic.{word}(a, i, {values})"))
}

/// `cas(array, index, old, value)`
fn cas(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    match positional(args, 4..=4) {
        Some(&[array, at, old, value]) => atomic(cx, array, at, &[old, value], AtomicOp::CompareSwap),
        _ => Err(misused(cx, AtomicOp::CompareSwap, args)),
    }
}

/// `compare_and_swap(array, old, value)`: of the first element.
fn compare_and_swap(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[array, old, value]) = positional(args, 3..=3) else {
        return Ok(None);
    };
    let Some((dtype, ndim, _)) = array.ty.as_array() else {
        return Ok(None);
    };
    check(cx, array.ty, dtype, AtomicOp::CompareSwap)?;
    if !fits(old, dtype) || !fits(value, dtype) {
        return Ok(None);
    }
    Ok(Some(Resolved::one(Val::new(dtype), move |e, a| {
        let zeros: Vec<Value> = (0..ndim).map(|_| e.i64(0)).collect();
        let place = e.elem_ptr(a[0], &zeros);
        let (old, value) = (e.coerce(a[1], dtype), e.coerce(a[2], dtype));
        e.builder().value(Op::Atomic { op: AtomicOp::CompareSwap }, &[place, old, value], dtype)
    })))
}

fn fits(val: Val, dtype: Ty) -> bool {
    let ty = val.ty.unliteral();
    ty.is_number() && coluber_types::conversion(ty, dtype).is_some()
}

fn check(cx: &Cx<'_>, array: Ty, dtype: Ty, op: AtomicOp) -> coluber_base::Result<()> {
    cx.check_writable(array)?;
    if is_supported(op, dtype) {
        return Ok(());
    }
    Err(cx.error(format!("cuda.atomic.{} does not work on elements of type {dtype}", name(op))))
}

fn name(op: AtomicOp) -> &'static str {
    match op {
        AtomicOp::And => "and_",
        AtomicOp::Or => "or_",
        _ => op.word(),
    }
}

/// The change of a field of a record, which is named in the place of an index.
fn of_field(cx: &mut Cx<'_>, record: Ty, name: &str, values: &[Val], op: AtomicOp) -> Rule {
    let field = records::named(cx, record, name)?;
    if !field.shape.is_empty() || !is_supported(op, field.ty) {
        let word = self::name(op);
        return Err(cx.error(format!("cuda.atomic.{word} does not work on the field '{name}' of {record}")));
    }
    if !values.iter().all(|&v| fits(v, field.ty)) {
        return Ok(None);
    }
    Ok(Some(Resolved::one(Val::new(field.ty), move |e, a| {
        let start = e.part(a[0], 1);
        let mut operands = vec![e.moved(start, field.offset)];
        operands.extend(a[2..].iter().map(|&v| e.coerce(v, field.ty)));
        e.builder().value(Op::Atomic { op }, &operands, field.ty)
    })))
}

fn atomic(cx: &mut Cx<'_>, array: Val, at: Val, values: &[Val], op: AtomicOp) -> Rule {
    if let (Kind::Record { .. }, Some(name)) = (array.ty.kind(), at.literal_str()) {
        return of_field(cx, array.ty, name, values, op);
    }
    let Some((dtype, ..)) = array.ty.as_array() else {
        let args = CallArgs { positional: [&[array, at], values].concat(), ..CallArgs::default() };
        return Err(misused(cx, op, &args));
    };
    check(cx, array.ty, dtype, op)?;
    if !values.iter().all(|&v| fits(v, dtype)) {
        return Ok(None);
    }
    let Some(place) = index::element_address(cx, array.ty, at.ty)? else {
        return Err(cx.error(format!("cuda.atomic.{} cannot index {} with {}", name(op), array.ty, at.ty)));
    };
    Ok(Some(Resolved::one(Val::new(dtype), move |e, a| {
        let mut operands = vec![place(e, a[0], a[1])];
        operands.extend(a[2..].iter().map(|&v| e.coerce(v, dtype)));
        e.builder().value(Op::Atomic { op }, &operands, dtype)
    })))
}
