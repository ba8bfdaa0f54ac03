//! Single characters: `ord`, `chr`, equality with a character that is known, and of which kind they are.

use super::{Family, by_runtime};
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::operators::where_holds;
use crate::value::{Resolved, Val};
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Const, InstData, Typed, Value};
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
    let Some(length) =
        maker(func, text).filter(|inst| matches!(inst.op, Op::Pack {})).and_then(|inst| inst.args.get(2))
    else {
        return false;
    };
    maker(func, *length).is_some_and(|inst| matches!(inst.op, Op::Const { value: Const::Int(1) }))
}

/// What made a value. Tuples that it was in meanwhile do not count.
fn maker(func: &Typed, value: Value) -> Option<&InstData<Op>> {
    let inst = func.insts.values().rev().find(|inst| inst.results.contains(&value))?;
    if let Op::Part { index } = inst.op {
        let whole = maker(func, inst.args[0]).filter(|whole| matches!(whole.op, Op::Pack {}));
        return whole.map_or(Some(inst), |whole| maker(func, whole.args[index as usize]));
    }
    Some(inst)
}

/// The code point at an address, in as many bytes as the width says.
fn point(e: &mut Emitter<'_>, data: Value, width: Value) -> Value {
    e.value(Op::CodePoint {}, &[data, width], Ty::int64())
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

    /// The characters of ASCII of which this is true.
    fn of_ascii(is_in: impl Fn(u8) -> bool) -> Self {
        let mut bits = [0; 4];
        for point in (0..128).filter(|&point| is_in(point)) {
            bits[usize::from(point >> 6)] |= 1 << (point & 63);
        }
        CharacterSet(bits)
    }

    /// The characters of ASCII for which a method of strings without parameters gives true.
    pub fn of_kind(method: &str) -> Option<Self> {
        let is_space = |point| matches!(point, b'\t'..=b'\r' | 0x1c..=b' ');
        Some(match method {
            "isalpha" => Self::of_ascii(|point| point.is_ascii_alphabetic()),
            "isdigit" | "isdecimal" | "isnumeric" => Self::of_ascii(|point| point.is_ascii_digit()),
            "isalnum" => Self::of_ascii(|point| point.is_ascii_alphanumeric()),
            "isspace" => Self::of_ascii(is_space),
            "isupper" | "istitle" => Self::of_ascii(|point| point.is_ascii_uppercase()),
            "islower" => Self::of_ascii(|point| point.is_ascii_lowercase()),
            _ => return None,
        })
    }

    /// Whether it has a string that was just made of one character; none where the string was made otherwise.
    pub fn has(self, e: &mut Emitter<'_>, text: Value) -> Option<Value> {
        if e.ty(text) != Ty::string() || !is_character(e, text) {
            return None;
        }
        let (data, width) = (e.part(text, 1), e.part(text, 3));
        let point = point(e, data, width);
        Some(self.has_point(e, point))
    }

    /// Whether it has a string that was just made of one character; `other` tells it of those beyond ASCII. None where the string was made
    /// otherwise.
    pub fn has_or(
        self,
        e: &mut Emitter<'_>,
        text: Value,
        other: impl FnOnce(&mut Emitter<'_>) -> Value,
    ) -> Option<Value> {
        if !is_character(e, text) {
            return None;
        }
        let (data, width) = (e.part(text, 1), e.part(text, 3));
        let point = point(e, data, width);
        let (known, is_other) = (self.has_point(e, point), e.compare_int(CmpOp::Ge, point, 128));
        Some(where_holds(e, is_other, known, other))
    }

    fn has_point(self, e: &mut Emitter<'_>, point: Value) -> Value {
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
        e.and(is_set, is_known)
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
