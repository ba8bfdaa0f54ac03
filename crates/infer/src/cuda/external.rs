//! Functions of other CUDA code, which `cuda.declare_device` declares.

use crate::builtins::Builtin;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ir::typed::{ExternalAbi, Op};
use coluber_types::{Kind, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[("coluber.cuda.kernel.external.call", call)];

/// `call(symbol, abi, result, *arguments)`: the first three are constants.
fn call(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let [symbol, abi, result, rest @ ..] = &*args.positional else { return Ok(None) };
    let (Some(symbol), Some(abi)) = (symbol.literal_str(), abi.literal_str()) else { return Ok(None) };
    let Some(ret) = result_type(*result) else { return Ok(None) };
    let abi = if abi == "c" { ExternalAbi::C } else { ExternalAbi::Numba };
    let types: Vec<Ty> = rest.iter().map(|val| val.ty.unliteral()).collect();
    // C has no arrays as arguments; to Numba's functions they are structures.
    let can_pass = |ty: Ty| can_pass(ty) || ty.is_array() && abi == ExternalAbi::Numba;
    if let Some(refused) = types.iter().chain([&ret]).find(|ty| !can_pass(**ty)) {
        return Err(cx.unsupported(format!("{symbol}: a value of type {refused} can't be passed to other CUDA code")));
    }
    Ok(Some(Resolved::one(Val::new(ret), move |e, operands| {
        let passed: Vec<Value> = operands[3..].iter().zip(&types).map(|(&v, &ty)| passed(e, v, ty)).collect();
        e.builder().value(Op::External { symbol: symbol.into(), abi }, &passed, ret)
    })))
}

/// An argument as it is passed. An array is what Numba's structure of one has: two references that nobody counts, the number of
/// elements, the bytes of one, the address, the extents and the strides.
fn passed(e: &mut Emitter<'_>, value: Value, ty: Ty) -> Value {
    let Some((dtype, ..)) = ty.as_array() else { return e.coerce(value, ty) };
    let (data, shape, strides) = (e.part(value, 1), e.part(value, 2), e.part(value, 3));
    let mut count = e.i64(1);
    for extent in e.parts(shape) {
        count = e.mul(count, extent);
    }
    let (none, itemsize) = (e.int(0, Ty::ptr()), e.i64(dtype.itemsize().map_or(0, i64::from)));
    let parts = [none, none, count, itemsize, data, shape, strides];
    let types: Vec<Ty> = parts.iter().map(|&part| e.ty(part)).collect();
    e.pack(&parts, Ty::tuple(types))
}

fn result_type(val: Val) -> Option<Ty> {
    match val.ty.kind() {
        Kind::NumberClass(ty) => Some(*ty),
        Kind::None => Some(Ty::none()),
        _ => None,
    }
}

/// Values without references: numbers, pointers, and tuples of them.
fn can_pass(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) | Kind::None | Kind::Pointer(_) => true,
        _ => ty.tuple_items().is_some_and(|items| items.iter().all(|&item| can_pass(item))),
    }
}
