//! What is in a frame, and where.

use coluber_abi::layout;
use coluber_ir::frame::{FRAME_CLOSE, FRAME_ITEM, FRAME_STATE, FRAME_THROWN, FRAME_TYPE};
use coluber_ir::typed::Op;
use coluber_ir::{Builder, Const, Slot, Typed, Value};
use coluber_types::Ty;
use coluber_types::fields::{fields, has_owner, is_scalar};
use rustc_hash::FxHashMap;

/// The contents of the frames of a function.
pub(super) struct Frame {
    /// The type of all that is in it.
    pub ty: Ty,
    /// The type of what it yields.
    pub yields: Ty,
    /// The type of what goes between it and its callers.
    pub exchange: Ty,
    offsets: FxHashMap<Value, i64>,
    /// The memory cells, each with its offset.
    pub slots: Vec<(Slot, i64)>,
}

impl Frame {
    /// For a function's parameters, the values that are needed behind each `yield`, and its memory cells.
    pub fn new(func: &Typed, (yields, exchange): (Ty, Ty), needed: &[Vec<Value>]) -> Self {
        let mut types = vec![Ty::int64(), Ty::int64(), Ty::owner(), Ty::int64(), exchange];
        let mut values: Vec<Value> = func.params().to_vec();
        for &value in needed.iter().flatten() {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        types.extend(values.iter().map(|&value| func.ty(value)));
        types.extend(func.slots.values().map(|slot| slot.ty));
        let offsets = offsets(&types);
        debug_assert_eq!(offsets[..5], [FRAME_TYPE, FRAME_STATE, FRAME_THROWN, FRAME_CLOSE, FRAME_ITEM]);
        let (of_values, of_slots) = offsets[5..].split_at(values.len());
        Frame {
            ty: erased(&types),
            yields,
            exchange,
            offsets: values.into_iter().zip(of_values.iter().copied()).collect(),
            slots: func.slots.keys().zip(of_slots.iter().copied()).collect(),
        }
    }

    /// The offset of a value.
    pub fn offset_of(&self, value: Value) -> i64 {
        self.offsets[&value]
    }
}

/// A tuple of types with the same layout, which are those of scalars: frames hold functions and classes of one process.
fn erased(types: &[Ty]) -> Ty {
    let part = |ty: &Ty| if is_scalar(*ty) { *ty } else { erased(&fields(*ty)) };
    Ty::tuple(types.iter().map(part).collect::<Vec<_>>())
}

/// Where the items of a tuple are, as in a struct of C.
fn offsets(types: &[Ty]) -> Vec<i64> {
    let mut size = 0u32;
    let place = |ty: &Ty| {
        let layout = layout(*ty);
        let offset = size.next_multiple_of(layout.align.max(1));
        size = offset + layout.size;
        i64::from(offset)
    };
    types.iter().map(place).collect()
}

/// The address at an offset.
pub(super) fn place(b: &mut Builder<'_, Op>, data: Value, offset: i64) -> Value {
    let offset = b.value(Op::Const { value: Const::Int(offset) }, &[], Ty::int64());
    b.value(Op::PtrAdd {}, &[data, offset], Ty::ptr())
}

/// The value at an address, which holds no references afterwards.
pub(super) fn move_out(b: &mut Builder<'_, Op>, place: Value, ty: Ty) -> Value {
    if !has_owner(ty) {
        return b.value(Op::Load {}, &[place], ty);
    }
    let value = b.value(Op::Take {}, &[place], ty);
    let empty = empty(b, ty);
    b.effect(Op::Store {}, &[place, empty]);
    value
}

/// A value with null owners.
pub(super) fn empty(b: &mut Builder<'_, Op>, ty: Ty) -> Value {
    if ty == Ty::owner() {
        return b.value(Op::Const { value: Const::Int(0) }, &[], ty);
    }
    if !has_owner(ty) {
        return b.value(Op::Undef {}, &[], ty);
    }
    let parts: Vec<Value> = fields(ty).into_iter().map(|field| empty(b, field)).collect();
    b.value(Op::Pack {}, &parts, ty)
}
