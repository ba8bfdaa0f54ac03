//! Constants of code objects as constants of the IR.

use coluber_bytecode::{CodeObject, Const as Raw};
use coluber_ir::Const;
use std::sync::Arc;

/// The constant, or the name of a type that has no constants in the IR. Codes are numbered in the order in which they come.
pub(crate) fn convert(raw: &Raw, nested: &mut Vec<Arc<CodeObject>>) -> Result<Const, String> {
    Ok(match raw {
        Raw::None => Const::None,
        Raw::Ellipsis => Const::Ellipsis,
        Raw::Bool(v) => Const::Bool(*v),
        Raw::Int(v) => Const::Int(*v),
        Raw::BigInt(v) => Const::BigInt(v.as_str().into()),
        Raw::Float(v) => Const::Float(*v),
        Raw::Complex(re, im) => Const::Complex(*re, *im),
        Raw::Str(v) => Const::Str(v.clone()),
        Raw::Points(points) => Const::Points(points.as_slice().into()),
        Raw::Bytes(v) => Const::Bytes(v.as_slice().into()),
        // A set stands only where its items are looked through, so that a tuple does as well.
        Raw::Tuple(items) | Raw::FrozenSet { items, .. } => {
            Const::Tuple(items.iter().map(|item| convert(item, nested)).collect::<Result<_, _>>()?)
        }
        Raw::Code(code) => Const::Code(number(code, nested)),
        Raw::Slice(_) => return Err("slice".into()),
        Raw::Other(name) => return Err(name.clone()),
    })
}

fn number(code: &Arc<CodeObject>, nested: &mut Vec<Arc<CodeObject>>) -> u32 {
    match nested.iter().position(|known| Arc::ptr_eq(known, code)) {
        Some(known) => known as u32,
        None => {
            nested.push(code.clone());
            nested.len() as u32 - 1
        }
    }
}
