//! `hash(x)` of numbers, strings, bytes and tuples of them: CPython's.

use super::Builtin;
use super::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::strings::{self, Family};
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ir::typed::Arith;
use coluber_ops::CmpOp;
use coluber_types::containers::is_key;
use coluber_types::{Kind, Ty};

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[("builtins.hash", hash)];

/// What the imaginary part is multiplied by.
const IMAGINARY: i64 = 1_000_003;

fn hash(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else { return Ok(None) };
    if is_hashable(x.ty) {
        return Ok(Some(Resolved::one(Val::weak(Ty::int64()), |e, a| of(e, a[0]))));
    }
    match x.ty.tuple_items() {
        // Objects in it have methods of their own.
        Some(items) if items.iter().all(|ty| is_key(ty.stored())) => crate::dicts::hash_of(cx, x.ty).map(Some),
        _ => Ok(None),
    }
}

/// Whether values of the type can be hashed in compiled code.
pub fn is_hashable(ty: Ty) -> bool {
    let plain = ty.unliteral();
    match plain.kind() {
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } => items.iter().all(|item| is_hashable(*item)),
        _ => plain.is_number() || Family::of(plain).is_some(),
    }
}

/// The hash of a value whose type is hashable.
pub fn of(e: &mut Emitter<'_>, value: Value) -> Value {
    let ty = e.ty(value).unliteral();
    match ty.kind() {
        Kind::Tuple(_) | Kind::NamedTuple { .. } => {
            let hashes: Vec<Value> = e.parts(value).into_iter().map(|item| of(e, item)).collect();
            of_items(e, &hashes)
        }
        Kind::Bool | Kind::Int(_) => {
            let signed = e.bool(!matches!(ty.kind(), Kind::Int(int) if !int.signed));
            let value = e.coerce(value, Ty::int64());
            e.runtime("hash_int", &[value, signed], &[Ty::int64()])[0]
        }
        Kind::Float(_) => float(e, value),
        Kind::Complex(_) => {
            let (real, imag) = (e.part(value, 0), e.part(value, 1));
            let (real, imag) = (float(e, real), float(e, imag));
            let factor = e.i64(IMAGINARY);
            let scaled = e.mul(imag, factor);
            let sum = e.add(real, scaled);
            without_error(e, sum, -2)
        }
        _ => {
            let text = strings::leaves(e, value);
            e.runtime("str_hash", &[text], &[Ty::int64()])[0]
        }
    }
}

fn float(e: &mut Emitter<'_>, value: Value) -> Value {
    let value = e.coerce(value, Ty::float64());
    e.runtime("hash_float", &[value], &[Ty::int64()])[0]
}

/// -1 stands for an error in CPython: another number takes its place.
fn without_error(e: &mut Emitter<'_>, hash: Value, instead: i64) -> Value {
    let error = e.compare_int(CmpOp::Eq, hash, -1);
    let instead = e.i64(instead);
    e.select(error, instead, hash)
}

/// The constants of xxHash with 64 bits.
const PRIMES: [u64; 3] = [11_400_714_785_074_694_791, 14_029_467_366_897_019_727, 2_870_177_450_012_600_261];

/// The hash of a tuple: those of its items put together by rounds of xxHash.
pub fn of_items(e: &mut Emitter<'_>, hashes: &[Value]) -> Value {
    let [first, second, start] = PRIMES.map(|prime| e.i64(prime as i64));
    let turn = [e.i64(31), e.i64(33)];
    let low = e.i64((1 << 31) - 1);
    let mut sum = start;
    for &hash in hashes {
        let scaled = e.mul(hash, second);
        sum = e.add(sum, scaled);
        // Turned left by 31 bits: the right shift is arithmetic, so that the upper bits are taken away.
        let (up, down) = (e.arith(Arith::Shl, sum, turn[0]), e.arith(Arith::Shr, sum, turn[1]));
        let down = e.and(down, low);
        sum = e.or(up, down);
        sum = e.mul(sum, first);
    }
    let length = e.i64(hashes.len() as i64 ^ (PRIMES[2] as i64 ^ 3_527_539));
    let sum = e.add(sum, length);
    without_error(e, sum, 1_546_275_796)
}
