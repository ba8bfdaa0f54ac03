//! Text of a fixed length in arrays and records, `U5` and `S3`: what is read is a string or bytes, what is written is cut off.

use super::{compare, leaves};
use crate::emit::Emitter;
use crate::value::{Kernel, Val};
use coluber_ir::typed::Op;
use coluber_ir::{Const, Value};
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};

/// Memory for text.
#[derive(Clone, Copy)]
pub struct Room {
    length: u32,
    unicode: bool,
}

/// The room that elements of a type have; None where they are no text.
pub fn room(dtype: Ty) -> Option<Room> {
    match *dtype.kind() {
        Kind::Chars { length, unicode } => Some(Room { length, unicode }),
        _ => None,
    }
}

/// The type that a name of NumPy stands for: `U5`, `S3`.
pub fn from_name(name: &str) -> Option<Ty> {
    let (unicode, length) = match name.strip_prefix('U') {
        Some(length) => (true, length),
        None => (false, name.strip_prefix('S')?),
    };
    let length = length.parse().ok()?;
    Some(Ty::new(Kind::Chars { length, unicode })).filter(|ty| ty.itemsize().is_some())
}

/// The type of texts of at most so many characters.
pub fn of_length(length: usize, unicode: bool) -> Option<Ty> {
    let length = u32::try_from(length.max(1)).ok()?;
    Some(Ty::new(Kind::Chars { length, unicode })).filter(|ty| ty.itemsize().is_some())
}

/// Whether a dtype argument means text of the length that is needed: `str`, `bytes`, `'U'`.
pub fn is_class(key: Option<&str>, dtype: Val) -> bool {
    matches!(key, Some("builtins.str" | "builtins.bytes"))
        || matches!(dtype.literal_str(), Some("U" | "S" | "str" | "bytes"))
}

/// Whether an array of one of these types is one of text, and one of the other is not: the library converts them.
pub fn is_text_conversion(from: Ty, to: Ty) -> bool {
    room(from).is_some() != room(to).is_some()
}

impl Room {
    fn size(self, e: &mut Emitter<'_>) -> [Value; 2] {
        let width = if self.unicode { 4 } else { 1 };
        [e.i64(i64::from(self.length)), e.int(width, Ty::int32())]
    }

    /// The text at an address.
    pub fn read(self, e: &mut Emitter<'_>, ptr: Value) -> Value {
        let [length, width] = self.size(e);
        let text = e.runtime("chars_read", &[ptr, length, width], &[Ty::string()])[0];
        if self.unicode { text } else { e.repack(text, Ty::bytes()) }
    }

    /// Writes a text to an address.
    pub fn write(self, e: &mut Emitter<'_>, ptr: Value, text: Value) {
        if let Some(points) = self.known_points(e, text).filter(|_| e.cuda) {
            return self.write_known(e, ptr, &points);
        }
        let [length, width] = self.size(e);
        let text = leaves(e, text);
        e.runtime("chars_write", &[ptr, length, width, text], &[]);
    }
}

/// Longer room is not written by stores of single characters.
const MOST_STORES: usize = 256;

impl Room {
    /// The characters of a constant, with zeros behind them, as many as there is room for.
    fn known_points(self, e: &mut Emitter<'_>, text: Value) -> Option<Vec<u32>> {
        let func = &*e.builder().func;
        let made = func.insts.values().find(|inst| inst.results.contains(&text))?;
        let mut points: Vec<u32> = match &made.op {
            Op::Const { value: Const::Str(text) } => text.chars().map(u32::from).collect(),
            Op::Const { value: Const::Points(points) } => points.to_vec(),
            Op::Const { value: Const::Bytes(bytes) } => bytes.iter().map(|&byte| byte.into()).collect(),
            _ => return None,
        };
        points.resize(self.length as usize, 0);
        (points.len() <= MOST_STORES).then_some(points)
    }

    fn write_known(self, e: &mut Emitter<'_>, ptr: Value, points: &[u32]) {
        let (ty, width) = if self.unicode { (Ty::int32(), 4) } else { (Ty::int8(), 1) };
        for (k, &point) in points.iter().enumerate() {
            let place = e.moved(ptr, k as u32 * width);
            let point = e.int(i64::from(point as i32), ty);
            e.store(place, point);
        }
    }
}

/// The comparison of texts that a ufunc is, for operands of which one at least is an array of them.
pub fn comparison(function: &str, a: Val, b: Val) -> Option<Kernel> {
    let is_array = |val: Val| val.ty.as_array().is_some_and(|(dtype, ..)| room(dtype).is_some());
    if !is_array(a) && !is_array(b) {
        return None;
    }
    let op = match function {
        "equal" => CmpOp::Eq,
        "not_equal" => CmpOp::Ne,
        "less" => CmpOp::Lt,
        "less_equal" => CmpOp::Le,
        "greater" => CmpOp::Gt,
        "greater_equal" => CmpOp::Ge,
        _ => return None,
    };
    let text = |val: Val| val.ty.as_array().map_or(val.ty.unliteral(), |(dtype, ..)| dtype.loaded());
    let (x, y) = (text(a), text(b));
    let compared = compare(op, Val::new(x), Val::new(y))?;
    Some(Kernel {
        name: format!("{function}.{x}"),
        operands: vec![x, y],
        result: compared.val().ty,
        emit: compared.emit,
    })
}
