//! Arrays that a block or a thread has: `cuda.shared.array`, `cuda.local.array`, `cuda.const.array_like`.

use super::indices::wide;
use crate::arrays::create::given_dtype;
use crate::builtins::Builtin;
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_ir::typed::{Op, ThreadWord};
use coluber_types::{Kind, Layout, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("coluber.cuda.kernel.shared.array", |cx, a| array(cx, a, Room::Shared)),
    ("coluber.cuda.kernel.local.array", |cx, a| array(cx, a, Room::Local)),
    ("coluber.cuda.kernel.const.array_like", constant),
];

#[derive(Clone, Copy, PartialEq)]
enum Room {
    Shared,
    Local,
}

impl Room {
    fn name(self) -> &'static str {
        match self {
            Room::Shared => "cuda.shared.array",
            Room::Local => "cuda.local.array",
        }
    }
}

/// The largest array: what one block can have on any device is far below.
const MAX_BYTES: i64 = 1 << 30;

/// `array(shape, dtype, alignment=None)`
fn array(cx: &mut Cx<'_>, args: &CallArgs, room: Room) -> Rule {
    let Some(bound) = args.bind(&["shape", "dtype", "type", "alignment"]) else {
        return Ok(None);
    };
    let (Some(shape), Some(dtype)) = (bound[0], bound[1].or(bound[2])) else {
        return Err(cx.error(format!("{} needs a shape and a dtype", room.name())));
    };
    let vals = args.vals();
    let Some(dtype) = given_dtype(cx, &vals, Some(dtype), Ty::float64())? else {
        return Ok(None);
    };
    let Some(itemsize) = dtype.itemsize() else {
        return Err(cx.error(format!("{} of {dtype} is not supported", room.name())));
    };
    let extents = constant_shape(cx, (shape, vals[shape]), room)?;
    let align = alignment(cx, bound[3].map(|k| (k, vals[k])), itemsize)?;
    let count = extents.iter().try_fold(1i64, |n, &e| n.checked_mul(e));
    let bytes = count.and_then(|n| n.checked_mul(i64::from(itemsize))).filter(|&b| b <= MAX_BYTES);
    let Some(bytes) = bytes else {
        return Err(cx.error(format!("{}: an array of this shape is too large", room.name())));
    };
    let ty = Ty::array(dtype, extents.len() as u8, Layout::C);
    if bytes == 0 && room == Room::Shared && extents.len() == 1 {
        return Ok(Some(Resolved::one(Val::new(ty), move |e, _| dynamic(e, itemsize, ty))));
    }
    if bytes == 0 {
        return Err(cx.error(format!("{} with no elements", room.name())));
    }
    Ok(Some(Resolved::one(Val::new(ty), move |e, _| {
        let id = e.next_array_id();
        let op = match room {
            Room::Shared => Op::Shared { id, bytes: bytes as u32, align },
            Room::Local => Op::Local { id, bytes: bytes as u32, align },
        };
        let data = e.builder().value(op, &[], Ty::ptr());
        let shape: Vec<Value> = extents.iter().map(|&n| e.i64(n)).collect();
        whole(e, data, &shape, itemsize, ty)
    })))
}

/// An array in C order that owns nothing.
fn whole(e: &mut Emitter<'_>, data: Value, shape: &[Value], itemsize: u32, ty: Ty) -> Value {
    let strides = e.contiguous_strides(shape, itemsize, Layout::C);
    let owner = e.int(0, Ty::owner());
    e.make_array(owner, data, shape, &strides, ty)
}

/// All of the shared memory that the launch asked for.
fn dynamic(e: &mut Emitter<'_>, itemsize: u32, ty: Ty) -> Value {
    let data = e.builder().value(Op::SharedDynamic {}, &[], Ty::ptr());
    let bytes = wide(e, ThreadWord::DynamicShared);
    let size = e.i64(i64::from(itemsize));
    let count = e.div(bytes, size);
    whole(e, data, &[count], itemsize, ty)
}

/// The shape of an array, which is the argument with a number.
fn constant_shape(cx: &Cx<'_>, (position, shape): (usize, Val), room: Room) -> Result<Vec<i64>> {
    let items: Vec<Ty> = shape.ty.tuple_items().map_or_else(|| vec![shape.ty], <[Ty]>::to_vec);
    let extents: Option<Vec<i64>> = items.iter().map(|&ty| Val::weak(ty).literal_int()).collect();
    match extents {
        Some(extents) if extents.iter().all(|&n| n >= 0) => Ok(extents),
        Some(_) => Err(cx.error(format!("{}: negative dimensions are not allowed", room.name()))),
        None => Err(cx
            .error(format!("{} needs a shape of constants, not {}", room.name(), shape.ty))
            .hint("use literals, global constants, or expressions of them")
            .wanting_constants(vec![position])),
    }
}

fn alignment(cx: &Cx<'_>, given: Option<(usize, Val)>, itemsize: u32) -> Result<u32> {
    let Some((position, given)) = given.filter(|(_, val)| val.ty != Ty::none()) else {
        return Ok(itemsize.next_power_of_two().min(16));
    };
    match given.literal_int() {
        Some(n) if n > 0 && n <= 4096 && (n as u64).is_power_of_two() => Ok((n as u32).max(itemsize.min(8))),
        Some(n) => Err(cx.error(format!("Alignment must be a power of two, not {n}"))),
        None => Err(cx.error("Alignment must be a constant integer").wanting_constants(vec![position])),
    }
}

/// `array_like(array)` of a global array is that array: its data is constant for compiled code.
fn constant(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[array]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    match array.ty.kind() {
        Kind::Array { mutable: false, .. } => Ok(Some(Resolved::one(array, |_, a| a[0]))),
        _ => Err(cx
            .error(format!("cuda.const.array_like needs a global array, not a value of type {}", array.ty))
            .hint("make the array outside of the kernel and name it")),
    }
}
