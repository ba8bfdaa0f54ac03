//! Single characters: `ord`, `chr`, and equality with a character that is known.

use super::{Family, by_runtime};
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Const, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;

/// `ord(text)`
pub fn ord(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let any = by_runtime("str_ord", vec![Ty::string()], Ty::int64());
    match Family::of(x.ty) {
        Some(Family::Str) => {}
        Some(family) => return Ok(Some(family.wrap(any))),
        None => return Ok(None),
    }
    if let Some(point) = x.literal_str().and_then(super::single) {
        return Ok(Some(Resolved::constant(Ty::literal_int(i64::from(u32::from(point))))));
    }
    Ok(Some(Resolved::one(any.val(), move |e, a| {
        let text = e.coerce(a[0], Ty::string());
        match is_character(e, text) {
            true => {
                let (data, width) = (e.part(text, 1), e.part(text, 3));
                point(e, data, width)
            }
            false => e.resolved(&any, &[text]),
        }
    })))
}

/// `chr(n)`
pub fn chr(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let plain = x.ty.unliteral();
    let fits = plain.is_int() || plain == Ty::boolean();
    Ok(fits.then(|| by_runtime("str_chr", vec![Ty::int64()], Ty::string())))
}

/// Whether a string was just made of one character.
fn is_character(e: &mut Emitter<'_>, text: Value) -> bool {
    let func = &*e.builder().func;
    let made_by = |value: Value| func.insts.values().rev().find(|inst| inst.results.contains(&value));
    let Some(length) = made_by(text).filter(|inst| matches!(inst.op, Op::Pack {})).and_then(|inst| inst.args.get(2))
    else {
        return false;
    };
    made_by(*length).is_some_and(|inst| matches!(inst.op, Op::Const { value: Const::Int(1) }))
}

/// The code point at an address, in as many bytes as the width says: each byte is read, from a place that is there in any width.
fn point(e: &mut Emitter<'_>, data: Value, width: Value) -> Value {
    let zero = e.i64(0);
    let mut whole = zero;
    for k in 0..4 {
        let here = e.compare_int(CmpOp::Gt, width, k);
        let offset = e.i64(k);
        let offset = e.select(here, offset, zero);
        let place = e.ptr_add(data, offset);
        let byte = e.load(place, Ty::uint8());
        let byte = e.cast(byte, Ty::int64());
        let byte = e.select(here, byte, zero);
        let shift = e.i64(8 * k);
        let byte = e.arith(Arith::Shl, byte, shift);
        whole = e.or(whole, byte);
    }
    whole
}

/// Characters of Latin-1, a bit for each.
#[derive(Clone, Copy)]
pub(super) struct CharacterSet([u64; 4]);

impl CharacterSet {
    /// The characters of a text; none where it has others.
    pub fn of(text: &str) -> Option<Self> {
        let mut bits = [0; 4];
        for point in text.chars() {
            let point = u8::try_from(u32::from(point)).ok()?;
            bits[usize::from(point >> 6)] |= 1 << (point & 63);
        }
        Some(CharacterSet(bits))
    }

    /// Whether it has a string that was just made of one character; none where the string was made otherwise.
    pub fn has(self, e: &mut Emitter<'_>, text: Value) -> Option<Value> {
        if e.ty(text) != Ty::string() || !is_character(e, text) {
            return None;
        }
        let (data, width) = (e.part(text, 1), e.part(text, 3));
        let point = point(e, data, width);
        let [low, second, third, high] = self.0.map(|word| e.i64(word.cast_signed()));
        let is_first = e.compare_int(CmpOp::Lt, point, 64);
        let mut word = e.select(is_first, low, second);
        let mut end = 128;
        if self.0[2..] != [0, 0] {
            let is_third = e.compare_int(CmpOp::Lt, point, 192);
            let upper = e.select(is_third, third, high);
            let is_ascii = e.compare_int(CmpOp::Lt, point, 128);
            word = e.select(is_ascii, word, upper);
            end = 256;
        }
        let sixty_three = e.i64(63);
        let place = e.and(point, sixty_three);
        let shifted = e.arith(Arith::Shr, word, place);
        let one = e.i64(1);
        let bit = e.and(shifted, one);
        let (is_set, is_known) = (e.compare_int(CmpOp::Ne, bit, 0), e.compare_int(CmpOp::Lt, point, end));
        Some(e.and(is_set, is_known))
    }
}

/// Whether an operand is this character. Nothing is read of a string of another length.
pub(super) fn equals(operand: usize, character: char) -> Resolved {
    let boolean = Val::weak(Ty::boolean());
    Resolved::one(boolean, move |e, a| {
        let text = e.coerce(a[operand], Ty::string());
        let known = e.constant(Const::Str(character.to_string().into()), Ty::string());
        let length = e.part(text, 2);
        let fits = e.compare_int(CmpOp::Eq, length, 1);
        let (data, width) = (e.part(text, 1), e.part(text, 3));
        let (other, other_width) = (e.part(known, 1), e.part(known, 3));
        let data = e.select(fits, data, other);
        let width = e.select(fits, width, other_width);
        let point = point(e, data, width);
        let same = e.compare_int(CmpOp::Eq, point, i64::from(u32::from(character)));
        e.and(fits, same)
    })
}
