//! The rules of typed operations.
//!
//! 1. The condition of a branch is a bool, and what is returned has the function's result type.
//! 2. `const` fits its type: bools, integers (also for pointers and owners), floats, strings; any constant for a type without
//!    run-time part.
//! 3. Arithmetic, `fma` and `math` have operands and result of one scalar type: integers or floats for `add`, `sub`, `mul`,
//!    `div`, `rem`, `neg`, `abs`; integers or bools for `and`, `or`, `xor`, `not`; integers for shifts, `add_nw` and the counts
//!    of bits; floats for the rest. `math` has as many operands as its function.
//! 4. `compare` has scalars of one type and gives a bool.
//! 5. `cast` is between scalar numbers, or from a pointer or owner to int64; `bitcast` between scalars of one size.
//! 6. `select` has a bool and two values of the result's type.
//! 7. `pack` has the fields of its type; `part` and `tuple_item` give the type of the field.
//! 8. Addresses are pointers, offsets and indices int64; `elem_ptr` has an index for each axis; `load` and `store` move scalars
//!    and complex numbers; `owner_data` takes an owner and gives a pointer.
//! 9. `guard` starts with a bool; the operations on caught exceptions have the type of these.
//! 10. `retain`, `release` and cleanup lists are of values that hold an owner.
//! 11. A slot is written and read with its type.
//! 12. `fork` starts with three int64 and a pointer, and gives two values of one type.
//! 13. `thread` gives an int32 or int64, `shared`, `shared_dynamic` and `local` a pointer. Operands and results of `barrier`, `warp`
//!     and `atomic` are those that the words say; shuffled and atomic values are scalars of the result's type.

use super::Verifier;
use crate::constant::Const;
use crate::entity::{Block, Inst};
use crate::function::Terminator;
use crate::typed::{Arith, AtomicOp, BarrierKind, Op, Unary, WarpOp};
use coluber_types::fields::{fields, has_owner, is_scalar};
use coluber_types::{Kind, Ty};

/// Checks the rules of this page; the general rules must hold.
pub(super) fn check(v: &mut Verifier<'_, Op>) {
    let func = v.func;
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            inst_rules(v, block, inst);
        }
        match func.blocks[block].term {
            Terminator::Branch { cond, .. } if func.ty(cond) != Ty::boolean() => {
                v.at_block(block, format!("the condition is {}", func.ty(cond)));
            }
            Terminator::Return(value) if func.ty(value) != func.ret => {
                v.at_block(block, format!("returns {}, the function gives {}", func.ty(value), func.ret));
            }
            _ => {}
        }
    }
}

fn inst_rules(v: &mut Verifier<'_, Op>, block: Block, inst: Inst) {
    let data = &v.func.insts[inst];
    let args: Vec<Ty> = data.args.iter().map(|&a| v.func.ty(a)).collect();
    let results: Vec<Ty> = data.results.iter().map(|&r| v.func.ty(r)).collect();
    let slot_ty = match data.op {
        Op::SlotLoad { slot } | Op::SlotStore { slot } => Some(v.func.slots[slot].ty),
        _ => None,
    };
    if let Err(message) = check_types(&data.op, &args, &results, slot_ty) {
        v.at_inst(block, inst, message);
    }
    if let Some(&plain) = data.cleanup.iter().find(|&&c| !has_owner(v.func.ty(c))) {
        let name = v.name(plain);
        v.at_inst(block, inst, format!("{name} in the cleanup list owns nothing"));
    }
}

type Check = Result<(), String>;

fn require(holds: bool, message: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(message()) }
}

fn same(what: &str, want: Ty, have: Ty) -> Check {
    require(want == have, || format!("{what} is {have}, not {want}"))
}

fn check_types(op: &Op, args: &[Ty], results: &[Ty], slot: Option<Ty>) -> Check {
    let exception = || Ty::new(Kind::CaughtException);
    match (op, args, results) {
        (Op::Const { value }, _, &[ty]) => constant(value, ty),
        (Op::Arith { op }, &[a, b], &[ty]) => {
            uniform(&[a, b], ty)?;
            family(arith_family(*op), ty)
        }
        (Op::Unary { op }, &[a], &[ty]) => {
            uniform(&[a], ty)?;
            family(unary_family(*op), ty)
        }
        (Op::Fma {}, _, &[ty]) => {
            uniform(args, ty)?;
            family(Family::Float, ty)
        }
        (Op::Math { func }, _, &[ty]) => {
            require(args.len() == func.arity(), || format!("{} takes {} operands", func.name(), func.arity()))?;
            uniform(args, ty)?;
            family(Family::Float, ty)
        }
        (Op::Compare { .. }, &[a, b], &[ty]) => {
            same("the second operand", a, b)?;
            require(is_scalar(a), || format!("{a} is not a scalar"))?;
            same("the result", Ty::boolean(), ty)
        }
        (Op::Cast {}, &[from], &[to]) => cast(from, to),
        (Op::Bitcast {}, &[from], &[to]) => {
            require(scalar_size(from).is_some() && scalar_size(from) == scalar_size(to), || {
                format!("{from} and {to} are not scalars of one size")
            })
        }
        (Op::Select {}, &[cond, a, b], &[ty]) => {
            same("the condition", Ty::boolean(), cond)?;
            uniform(&[a, b], ty)
        }
        (Op::Pack {}, _, &[ty]) => pack(args, ty),
        (Op::Part { index }, &[a], &[ty]) => part(a, *index, ty),
        (Op::TupleItem {}, &[tuple, index], &[ty]) => {
            same("the index", Ty::int64(), index)?;
            let items = fields(tuple);
            require(!items.is_empty() && items.iter().all(|&t| t == ty), || format!("{tuple} is not made of {ty}"))
        }
        (Op::SlotLoad { .. }, _, &[ty]) => same("the result", slot.unwrap_or(ty), ty),
        (Op::SlotStore { .. }, &[ty], _) => same("the value", slot.unwrap_or(ty), ty),
        (Op::Guard { .. }, _, _) => match args.first() {
            Some(&ok) => same("the condition", Ty::boolean(), ok),
            None => Err("it has no condition".into()),
        },
        (Op::Reraise {}, &[a], _) => same("the operand", exception(), a),
        (Op::CaughtException {}, _, &[ty]) => same("the result", exception(), ty),
        (Op::ExceptionMatch { .. }, &[a], &[ty]) => {
            same("the operand", exception(), a)?;
            same("the result", Ty::boolean(), ty)
        }
        (Op::Fork { .. }, &[a, b, c, record, ..], &[x, y]) => {
            uniform(&[a, b, c], Ty::int64())?;
            same("the record", Ty::ptr(), record)?;
            same("the second result", x, y)
        }
        (Op::Distribute {}, &[grain], _) => same("the operand", Ty::int64(), grain),
        (Op::Fork { .. }, _, _) => Err("its operands are too few".into()),
        (Op::Assign { .. }, &[ty], _) => require(is_scalar(ty), || format!("{ty} is not a scalar")),
        (Op::Retain {} | Op::Release {}, &[ty], _) => require(has_owner(ty), || format!("{ty} owns nothing")),
        _ => memory(op, args, results),
    }
}

fn memory(op: &Op, args: &[Ty], results: &[Ty]) -> Check {
    let (ptr, i64) = (Ty::ptr(), Ty::int64());
    match (op, args, results) {
        (Op::PtrAdd {}, &[a, b], &[ty]) => {
            same("the pointer", ptr, a)?;
            same("the offset", i64, b)?;
            same("the result", ptr, ty)
        }
        (Op::CacheHint { .. }, &[a], &[ty]) => {
            same("the address", ptr, a)?;
            same("the result", ptr, ty)
        }
        (
            Op::ListOpen {} | Op::ListShorten {} | Op::ListLen {} | Op::ListPlace {} | Op::ListTouch {},
            &[list, ref rest @ ..],
            _,
        ) => {
            require(matches!(list.kind(), Kind::List { .. }), || format!("{list} is not a list"))?;
            rest.iter().try_for_each(|&t| same("the number", i64, t))?;
            let result = if matches!(op, Op::ListLen {}) { i64 } else { ptr };
            results.iter().try_for_each(|&t| same("the result", result, t))
        }
        (Op::FieldPlace { .. }, &[instance], &[ty]) => {
            require(instance.shape().is_some(), || format!("{instance} is not an instance"))?;
            same("the result", ptr, ty)
        }
        (Op::TypeWord {} | Op::Spill {}, _, &[ty]) => same("the result", ptr, ty),
        (Op::Load {} | Op::Take {}, &[a], &[ty]) => {
            same("the address", ptr, a)?;
            movable(ty)
        }
        (Op::CodePoint {}, &[a, width], &[ty]) => {
            same("the address", ptr, a)?;
            same("the width", Ty::int32(), width)?;
            same("the result", i64, ty)
        }
        (Op::Store {}, &[a, ty], _) => {
            same("the address", ptr, a)?;
            movable(ty)
        }
        (Op::ElemPtr {}, &[array, ref indices @ ..], &[ty]) => {
            let ndim = array.as_array().map(|(_, ndim, _)| ndim as usize);
            require(ndim == Some(indices.len()), || format!("{} indices for {array}", indices.len()))?;
            indices.iter().try_for_each(|&t| same("an index", i64, t))?;
            same("the result", ptr, ty)
        }
        (Op::ElemPtr {}, [], _) => Err("it has no array".into()),
        (Op::WrapIndex {}, _, &[ty]) => uniform(args, ty).and_then(|()| same("the index", i64, ty)),
        (Op::OwnerData {}, &[a], &[ty]) => {
            same("the operand", Ty::owner(), a)?;
            same("the result", ptr, ty)
        }
        _ => kernels(op, args, results),
    }
}

fn kernels(op: &Op, args: &[Ty], results: &[Ty]) -> Check {
    let (ptr, i32) = (Ty::ptr(), Ty::int32());
    match (op, args, results) {
        (Op::Thread { .. }, _, &[ty]) => {
            require(ty == i32 || ty == Ty::int64(), || format!("the result is {ty}, not int32 or int64"))
        }
        (Op::Shared { .. } | Op::SharedDynamic {} | Op::Local { .. }, _, &[ty]) => same("the result", ptr, ty),
        (Op::ActiveMask {}, _, &[ty]) => same("the result", i32, ty),
        (Op::Barrier { kind: BarrierKind::Sync | BarrierKind::Grid }, [], []) => Ok(()),
        (Op::Barrier { .. }, &[a], &[ty]) => {
            same("the operand", i32, a)?;
            same("the result", i32, ty)
        }
        (Op::Barrier { .. }, _, _) => Err("its operands or results are too many or too few".into()),
        (Op::Warp { op }, &[mask, ref rest @ ..], results) => {
            same("the mask", i32, mask)?;
            warp(*op, rest, results)
        }
        (Op::Warp { .. }, [], _) => Err("it has no mask".into()),
        (Op::Atomic { op }, &[place, ref values @ ..], &[ty]) => {
            same("the address", ptr, place)?;
            let count = if *op == AtomicOp::CompareSwap { 2 } else { 1 };
            require(values.len() == count, || format!("{} operands, not {count}", values.len()))?;
            uniform(values, ty)?;
            require(ty.is_int() || ty.is_float(), || format!("it is not for {ty}"))
        }
        (Op::Atomic { .. }, _, _) => Err("it has no address".into()),
        _ => Ok(()),
    }
}

fn warp(op: WarpOp, args: &[Ty], results: &[Ty]) -> Check {
    use WarpOp as W;
    let (boolean, i32) = (Ty::boolean(), Ty::int32());
    match (op, args, results) {
        (W::Sync, [], []) => Ok(()),
        (W::ShuffleIndex | W::ShuffleUp | W::ShuffleDown | W::ShuffleXor, &[value, lane], &[ty]) => {
            same("the value", ty, value)?;
            same("the lane", i32, lane)?;
            require(is_scalar(ty), || format!("{ty} is not a scalar"))
        }
        (W::All | W::Any | W::Equal, &[a], &[ty]) => {
            same("the operand", boolean, a)?;
            same("the result", boolean, ty)
        }
        (W::Ballot, &[a], &[ty]) => {
            same("the operand", boolean, a)?;
            same("the result", i32, ty)
        }
        (W::MatchAny | W::MatchAll, &[a], &[ty]) => {
            require(is_scalar(a), || format!("{a} is not a scalar"))?;
            same("the result", i32, ty)
        }
        _ => Err("its operands or results are too many or too few".into()),
    }
}

fn uniform(args: &[Ty], ty: Ty) -> Check {
    args.iter().try_for_each(|&a| same("an operand", ty, a))
}

/// The families of scalar types that arithmetic is for.
#[derive(Clone, Copy, PartialEq)]
enum Family {
    Int,
    Float,
    IntOrFloat,
    IntOrBool,
}

fn family(family: Family, ty: Ty) -> Check {
    let fits = match family {
        Family::Int => ty.is_int(),
        Family::Float => ty.is_float(),
        Family::IntOrFloat => ty.is_int() || ty.is_float(),
        Family::IntOrBool => ty.is_int() || ty == Ty::boolean(),
    };
    require(fits, || format!("it is not for {ty}"))
}

fn arith_family(op: Arith) -> Family {
    match op {
        Arith::Add | Arith::Sub | Arith::Mul | Arith::Div | Arith::Rem => Family::IntOrFloat,
        Arith::And | Arith::Or | Arith::Xor => Family::IntOrBool,
        Arith::Shl | Arith::Shr | Arith::AddNoWrap => Family::Int,
        Arith::CopySign | Arith::AddFree | Arith::SubFree | Arith::MulFree => Family::Float,
    }
}

fn unary_family(op: Unary) -> Family {
    match op {
        Unary::Neg | Unary::Abs => Family::IntOrFloat,
        Unary::Not => Family::IntOrBool,
        Unary::PopCount | Unary::LeadingZeros | Unary::TrailingZeros | Unary::ReverseBits => Family::Int,
        Unary::Sqrt | Unary::Floor | Unary::Ceil | Unary::Trunc | Unary::Rint => Family::Float,
    }
}

fn constant(value: &Const, ty: Ty) -> Check {
    let fits = match (ty.kind(), value) {
        (Kind::Bool, Const::Bool(_)) => true,
        (Kind::Int(_), Const::Int(_) | Const::BigInt(_)) => true,
        (Kind::Ptr | Kind::Owner, Const::Int(_)) => true,
        (Kind::Ptr, Const::Memory { .. } | Const::DeviceAddress(_)) => true,
        (Kind::Float(_), Const::Float(_)) => true,
        (Kind::Complex(_), Const::Complex(..)) => true,
        (Kind::Str, Const::Str(_) | Const::Points(_)) | (Kind::Bytes, Const::Bytes(_)) => true,
        _ => !is_scalar(ty) && fields(ty).is_empty(),
    };
    require(fits, || format!("the constant does not fit {ty}"))
}

fn cast(from: Ty, to: Ty) -> Check {
    let number = |t: Ty| matches!(t.kind(), Kind::Bool | Kind::Int(_) | Kind::Float(_));
    let address = matches!(from.kind(), Kind::Ptr | Kind::Owner) && to == Ty::int64();
    require((number(from) && number(to)) || address, || format!("no cast from {from} to {to}"))
}

fn pack(args: &[Ty], ty: Ty) -> Check {
    let want = fields(ty);
    require(want.len() == args.len(), || format!("{} operands for the {} fields of {ty}", args.len(), want.len()))?;
    want.iter().zip(args).try_for_each(|(&w, &a)| same("a field", w, a))
}

fn part(aggregate: Ty, index: u32, ty: Ty) -> Check {
    match fields(aggregate).get(index as usize) {
        Some(&field) => same("the result", field, ty),
        None => Err(format!("{aggregate} has no field {index}")),
    }
}

fn movable(ty: Ty) -> Check {
    require(ty != Ty::undefined(), || format!("{ty} has no values"))
}

fn scalar_size(ty: Ty) -> Option<u32> {
    match ty.kind() {
        Kind::Ptr | Kind::Owner => Some(8),
        Kind::Complex(_) => None,
        _ => ty.itemsize(),
    }
}
