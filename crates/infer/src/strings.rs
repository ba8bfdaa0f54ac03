//! Strings as constants: comparison and what can be said of literals.

use crate::value::{Resolved, Val};
use coluber_ops::{BinOp, CmpOp};
use coluber_types::Ty;

fn is_string(val: Val) -> bool {
    val.ty.unliteral() == Ty::string()
}

/// `a + b` of literals.
pub fn binary(op: BinOp, a: Val, b: Val) -> Option<Resolved> {
    match op {
        BinOp::Add => {
            let joined = format!("{}{}", a.literal_str()?, b.literal_str()?);
            Some(Resolved::constant(Ty::literal_str(joined)))
        }
        _ => None,
    }
}

/// Comparison of two strings.
pub fn compare(op: CmpOp, a: Val, b: Val) -> Option<Resolved> {
    if !is_string(a) || !is_string(b) {
        return None;
    }
    if let (Some(x), Some(y)) = (a.literal_str(), b.literal_str()) {
        let ordering = x.cmp(y);
        return Some(Resolved::constant(Ty::literal_bool(crate::numbers::holds(op, ordering))));
    }
    Some(Resolved::one(Val::weak(Ty::boolean()), move |e, args| {
        let (x, y) = (e.coerce(args[0], Ty::string()), e.coerce(args[1], Ty::string()));
        let mut operands = Vec::new();
        for s in [x, y] {
            let parts = e.parts(s);
            operands.extend([parts[1], parts[2], parts[3]]);
        }
        let order = e.runtime("str_compare", &operands, &[Ty::int64()])[0];
        e.compare_int(op, order, 0)
    }))
}

/// `item in container` of literals.
pub fn contains(item: Val, container: Val) -> Option<Resolved> {
    let found = container.literal_str()?.contains(item.literal_str()?);
    Some(Resolved::constant(Ty::literal_bool(found)))
}
