//! Deferred text made into a string.

use super::is_text;
use crate::emit::Emitter;
use crate::text::is_deferred;
use coluber_base::Span;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Const, Inst, Value};
use coluber_types::{FloatTy, Kind, Literal, TextForm, Ty};

impl Emitter<'_> {
    /// The string that deferred text stands for. It is made where the text was put together, once for all that look into it.
    pub fn text_string(&mut self, text: Value) -> Value {
        if let Some(&known) = self.texts.get(&text) {
            return known;
        }
        let (block, place, span) = definition(self, text);
        let (here, at) = (self.builder().block(), self.builder().span());
        self.set_span(span);
        self.builder().switch_to(block);
        let before = self.builder().func.blocks[block].insts.len();
        let made = joined(self, text);
        let insts = &mut self.builder().func.blocks[block].insts;
        let added = insts.len() - before;
        insts[place..].rotate_right(added);
        self.builder().switch_to(here);
        self.set_span(at);
        self.texts.insert(text, made);
        made
    }

    /// The string of a text that may be missing.
    pub fn optional_string(&mut self, text: Value) -> Value {
        let made = self.by_host(text);
        let flag = self.part(text, 0);
        self.pack(&[flag, made], Ty::optional(Ty::string()))
    }

    /// Python's text of a value; of a missing one, no text.
    fn by_host(&mut self, value: Value) -> Value {
        self.builder().value(Op::Host { func: "text".into() }, &[value], Ty::string())
    }

    fn literal(&mut self, text: &str) -> Value {
        self.constant(Const::Str(text.into()), Ty::string())
    }
}

/// The block that defines a value, how many of its instructions are at or before the definition, and where that is in the source.
fn definition(e: &mut Emitter<'_>, value: Value) -> (Block, usize, Span) {
    let (here, span) = (e.builder().block(), e.builder().span());
    let func = &*e.builder().func;
    let found = func.blocks.iter().rev().find_map(|(block, data)| {
        let defines = |inst: &Inst| func.insts[*inst].results.contains(&value);
        if let Some(place) = data.insts.iter().rposition(defines) {
            return Some((block, place + 1, func.insts[data.insts[place]].span));
        }
        // What says something about the block as a whole stays in front.
        let leads =
            |inst: &&Inst| matches!(func.insts[**inst].op, Op::Distribute {} | Op::Reduce { .. } | Op::InOrder { .. });
        let head = data.insts.iter().take_while(leads).count();
        data.params.contains(&value).then_some((block, head, span))
    });
    found.unwrap_or_else(|| (here, func.blocks[here].insts.len(), span))
}

/// Puts the pieces of a text together, unless there is a string of it.
fn joined(e: &mut Emitter<'_>, text: Value) -> Value {
    if let Some(&known) = e.texts.get(&text) {
        return known;
    }
    let ty = e.ty(text);
    match ty.kind() {
        Kind::Text(_) => {
            let pieces = pieces(e, text);
            of_pieces(e, &pieces)
        }
        Kind::Formatted { form, value, spec } => formatted(e, text, *form, *value, *spec),
        _ => e.coerce(text, Ty::string()),
    }
}

/// Puts several pieces behind the first one, which may have room for them.
fn of_pieces(e: &mut Emitter<'_>, pieces: &[Value]) -> Value {
    let Some((&first, more)) = pieces.split_first() else { return e.literal("") };
    let first_is_integer = !more.is_empty() && integer(e, first).is_some();
    let (start, more) = match first_is_integer {
        true => (e.literal(""), pieces),
        false => (joined(e, first), more),
    };
    match more {
        [] => start,
        &[piece] => behind(e, start, piece),
        _ => {
            let strings: Vec<Value> = more.iter().map(|&piece| as_piece(e, piece)).collect();
            let count = e.i64(strings.len() as i64);
            let all = e.pack(&strings, Ty::uni_tuple(Ty::string(), strings.len()));
            let place = e.value(Op::Spill {}, &[all], Ty::ptr());
            e.runtime("str_concat_all", &[start, place, count], &[Ty::string()])[0]
        }
    }
}

/// Puts one piece behind a string. The digits of an integer go there without a string of their own.
fn behind(e: &mut Emitter<'_>, start: Value, piece: Value) -> Value {
    match integer(e, piece) {
        Some([value, signed]) => e.runtime("str_concat_int", &[start, value, signed], &[Ty::string()])[0],
        None => {
            let piece = joined(e, piece);
            e.runtime("str_concat", &[start, piece], &[Ty::string()])[0]
        }
    }
}

/// A piece as `str_concat_all` takes it: an integer is a string whose length is its bits, and whose width says that.
fn as_piece(e: &mut Emitter<'_>, piece: Value) -> Value {
    let Some([value, signed]) = integer(e, piece) else { return joined(e, piece) };
    let (with_sign, without) = (e.int(-1, Ty::int32()), e.int(-2, Ty::int32()));
    let width = e.select(signed, with_sign, without);
    let parts = [e.int(0, Ty::owner()), e.int(0, Ty::ptr()), value, width];
    e.pack(&parts, Ty::string())
}

/// The pieces of a text; those of a text among them take its place, so that it needs no string of its own. Where it has one, that is the piece:
/// what follows is written behind it, for which two strings can't both use the memory of one that they begin with.
fn pieces(e: &mut Emitter<'_>, text: Value) -> Vec<Value> {
    let given = put_together_of(e, text);
    let mut all = Vec::new();
    for (k, piece) in e.parts(text).into_iter().enumerate() {
        let known = given.get(k).and_then(|given| e.texts.get(given)).copied();
        match (e.ty(piece).kind(), known) {
            (Kind::Text(_), Some(known)) => all.push(known),
            (Kind::Text(_), None) => all.extend(pieces(e, piece)),
            _ => all.push(piece),
        }
    }
    all
}

/// The values that a text with texts among its pieces was put together of, where that is known.
fn put_together_of(e: &mut Emitter<'_>, text: Value) -> Vec<Value> {
    let ty = e.ty(text);
    let has_texts = matches!(ty.kind(), Kind::Text(all) if all.iter().any(|ty| matches!(ty.kind(), Kind::Text(_))));
    if !has_texts || e.texts.is_empty() {
        return Vec::new();
    }
    let (block, place, _) = definition(e, text);
    let func = &*e.builder().func;
    let defining = place.checked_sub(1).and_then(|place| func.blocks[block].insts.get(place));
    match defining.map(|inst| &func.insts[*inst]) {
        Some(data) if matches!(data.op, Op::Pack {}) && data.results.contains(&text) => data.args.to_vec(),
        _ => Vec::new(),
    }
}

/// The bits of a piece that is the plain text of an integer, and whether they have a sign.
fn integer(e: &mut Emitter<'_>, piece: Value) -> Option<[Value; 2]> {
    let ty = e.ty(piece);
    let Kind::Formatted { form, value, spec } = ty.kind() else { return None };
    let Kind::Int(int) = value.unliteral().kind() else { return None };
    let is_plain =
        *form == TextForm::Format && matches!(spec.kind(), Kind::Literal(Literal::Str(text)) if text.is_empty());
    if !matches!(form, TextForm::Str | TextForm::Repr) && !is_plain {
        return None;
    }
    let number = e.part(piece, 0);
    Some([e.coerce(number, Ty::int64()), e.bool(int.signed)])
}

/// The text of a piece: what is not made here is made by Python.
fn formatted(e: &mut Emitter<'_>, piece: Value, form: TextForm, value: Ty, spec: Ty) -> Value {
    let plain = match form {
        TextForm::Str => true,
        TextForm::Format => matches!(spec.kind(), Kind::Literal(Literal::Str(text)) if text.is_empty()),
        _ => false,
    };
    if plain && (is_deferred(value) || value.unliteral() == Ty::string()) {
        let inner = e.part(piece, 0);
        return joined(e, inner);
    }
    if (plain || form == TextForm::Repr)
        && let Some(made) = number(e, piece, value)
    {
        return made;
    }
    if form == TextForm::Format
        && is_text(spec)
        && let Some(made) = by_spec(e, piece, value)
    {
        return made;
    }
    let quoting = match form {
        TextForm::Repr => "str_repr",
        TextForm::Ascii => "str_ascii",
        _ => return e.by_host(piece),
    };
    if !is_text(value) {
        return e.by_host(piece);
    }
    let inner = e.part(piece, 0);
    let text = joined(e, inner);
    e.runtime(quoting, &[text], &[Ty::string()])[0]
}

/// The text of an integer, float or string with a specification.
fn by_spec(e: &mut Emitter<'_>, piece: Value, ty: Ty) -> Option<Value> {
    let plain = ty.unliteral();
    let (func, kind) = match plain.kind() {
        Kind::Int(_) => ("str_format_int", Ty::int64()),
        Kind::Float(FloatTy::F64) => ("str_format_float", plain),
        _ if is_text(ty) => ("str_format_text", Ty::string()),
        _ => return None,
    };
    let (value, spec) = (e.part(piece, 0), e.part(piece, 1));
    let value = if is_deferred(ty) { joined(e, value) } else { e.coerce(value, kind) };
    let spec = joined(e, spec);
    let mut operands = vec![value];
    if let Kind::Int(int) = plain.kind() {
        operands.push(e.bool(int.signed));
    }
    operands.push(spec);
    Some(e.runtime(func, &operands, &[Ty::string()])[0])
}

/// The text of a number; None for what is no number, and for those of single precision, which NumPy writes.
fn number(e: &mut Emitter<'_>, piece: Value, ty: Ty) -> Option<Value> {
    let plain = ty.unliteral();
    let (func, kind) = match plain.kind() {
        Kind::None => return Some(e.literal("None")),
        Kind::Bool => ("str_of_bool", plain),
        Kind::Int(_) => ("str_of_int", Ty::int64()),
        Kind::Float(FloatTy::F64) => ("str_of_float", plain),
        Kind::Complex(FloatTy::F64) => ("str_of_complex", plain),
        _ => return None,
    };
    let value = e.part(piece, 0);
    let value = e.coerce(value, kind);
    let mut operands = vec![value];
    if let Kind::Int(int) = plain.kind() {
        operands.push(e.bool(int.signed));
    }
    Some(e.runtime(func, &operands, &[Ty::string()])[0])
}
