//! datetime64 and timedelta64: integers that count units from 1970, or units; the smallest integer is NaT.
//!
//! | file | subject |
//! |---|---|
//! | `kernels.rs` | ufuncs and operators |
//! | `convert.rs` | one unit as another |
//! | `make.rs` | `np.datetime64(...)`, `np.timedelta64(...)`, and dates as text |

pub mod convert;
pub mod kernels;
pub mod make;

use crate::emit::Emitter;
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};

/// What is no time.
const NAT: i64 = i64::MIN;

/// Whether values of the type are times or spans.
pub fn is_time(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Date(_) | Kind::Span(_))
}

/// The integer of a time.
pub fn count(e: &mut Emitter<'_>, v: Value) -> Value {
    if is_time(e.ty(v)) { e.builder().value(Op::Bitcast {}, &[v], Ty::int64()) } else { e.coerce(v, Ty::int64()) }
}

/// The time of an integer.
pub fn time(e: &mut Emitter<'_>, v: Value, ty: Ty) -> Value {
    e.builder().value(Op::Bitcast {}, &[v], ty)
}

fn is_nat(e: &mut Emitter<'_>, count: Value) -> Value {
    e.compare_int(CmpOp::Eq, count, NAT)
}

/// `value`, or NaT where the condition holds.
fn unless(e: &mut Emitter<'_>, bad: Value, value: Value) -> Value {
    let nat = e.i64(NAT);
    e.select(bad, nat, value)
}
